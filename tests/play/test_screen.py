"""The screen as somebody sees it who plays: everything that matters is there, at any size."""

import pytest
from rich.cells import cell_len
from rich.text import Text

from games.schema.examples import example
from musapi.play.board import piedras, score_line, table
from musapi.play.happenings import told_as
from musapi.play.lines import plain
from musapi.play.screen import Shown, frame
from musapi.play.sight import clock, own_seat
from musapi.play.words import BECAME, LANGUAGES, PHASES, SAID, Words
from tests.play.conftest import seen, shown

VIEWS = ("view_bet", "view_discard", "view_finished", "view_open")
SIZES = ((80, 24), (120, 50), (60, 18), (40, 12), (20, 5))


def text_of(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def filled(view: dict, words: Words) -> Shown:
    """A screen with something of everything."""
    screen = shown(view, words)
    screen.tips = ["A rival asks for mus and is not content. " * 5]
    screen.note, screen.trouble, screen.typed = "refused", "no answer", "x" * 300
    for number in range(30):
        screen.add(plain(f"happening {number}"))
    return screen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", VIEWS)
def test_it_fills_the_window_and_no_more(language: str, size: tuple[int, int], name: str) -> None:
    words = Words(language)
    for screen in (shown(seen(name), words), filled(seen(name), words)):
        for over in (None, finished_hand()):
            screen.over = over
            lines = frame(screen, words, *size)
            assert [cell_len(line.plain) for line in lines] == [size[0]] * size[1]
            assert lines[-1].plain.startswith("> ")


def finished_hand() -> dict:
    return {key: value for key, value in example("finished_hand").items() if key not in ("proof", "actions")}


@pytest.mark.parametrize("mode", ["amount", "ordago", "sign", "chat", "leave"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_fits_an_old_terminal_with_the_cards_in_sight(language: str, mode: str) -> None:
    words = Words(language)
    screen = shown(seen("view_bet"), words)
    screen.prompt.mode = mode
    text = text_of(frame(screen, words, 80, 24))
    assert screen.prompt.question() in text
    assert all(choice[:20] in text for _, choice in screen.prompt.choices())
    for card in screen.prompt.cards:
        assert str(int(card[:-1])) in text


def test_partner_opposite_rivals_at_the_sides(words: Words) -> None:
    view = seen("view_bet")
    me = own_seat(view)
    for seat in view["seats"]:
        seat.pop("said", None)
        seat["player"] = {"username": f"seat-{seat['seat']}"}
    lines = text_of(table(view, words, 80)).splitlines()
    partner, right, left = (f"seat-{(me + step) % 4}" for step in (2, 1, 3))
    assert partner in lines[0]
    beside = next(line for line in lines if right in line)
    assert beside.index(left) < 20 < 56 < beside.rindex(right)
    assert "you" in lines[-1]


def test_who_is_asked_who_is_mano_and_what_was_said(words: Words) -> None:
    view = seen("view_bet")
    view["hand"]["mano"], view["turn"]["seats"] = 1, [3]
    for seat, word in enumerate(
        [{"type": "paso"}, {"type": "envido", "amount": 5}, None, {"type": "ordago"}]
    ):
        view["seats"][seat].pop("said", None)
        if word:
            view["seats"][seat]["said"] = word
        view["seats"][seat] |= {"you": seat == 0, "player": {"username": f"p{seat}"}}
    text = text_of(table(view, words, 80))
    assert "p1 ✿ mano" in text
    assert "▶ p3" in text
    assert text.count("▶") == text.count("✿") == 1
    assert [word in text for word in ("«Pass»", "«Envido 5»", "«Órdago!»")] == [True] * 3


def test_the_partners_sign_and_a_stand_in_are_marked(words: Words) -> None:
    view = seen("view_bet")
    me = own_seat(view)
    view["signs"] = [{"seat": (me + 2) % 4, "gesture": "wink", "meaning": "juego_31", "for_you": True}]
    view["sign_texts"] = {"wink": "a wink: 31"}
    view["seats"][(me + 1) % 4] |= {"kind": "player", "controller": "bot"}
    text = text_of(table(view, words, 80))
    assert "☺ a wink: 31" in text
    assert text.count("stand-in plays") == 1


def test_declarations_say_who_has_what(words: Words) -> None:
    view = seen("view_bet")
    me = own_seat(view)
    view["hand"]["declarations"] = {"pares": [seat == me for seat in range(4)], "juego": [True] * 4}
    lines = text_of(table(view, words, 80)).splitlines()
    assert "Pares: yes, Juego: yes" in lines[-1]
    assert sum(line.count("Pares: no, Juego: yes") for line in lines) == 3


@pytest.mark.parametrize(
    ("points", "shown_as"), [(0, ""), (4, "••••"), (5, "◆"), (23, "◆◆◆◆•••"), (40, "◆" * 8)]
)
def test_points_lie_on_the_table_as_amarracos_and_piedras(points: int, shown_as: str) -> None:
    assert piedras(points) == shown_as


@pytest.mark.parametrize("me", range(4))
def test_we_are_always_named_first(words: Words, me: int) -> None:
    view = seen("view_bet")
    view["match"] |= {"score": [7, 12]}
    for seat in view["seats"]:
        seat["you"] = seat["seat"] == me
    line = score_line(view, words, 80).plain
    ours, theirs = (7, 12) if me % 2 == 0 else (12, 7)
    assert line.split()[:2] == ["We", str(ours)]
    assert f"They {theirs:>2}" in line


def test_the_result_list_adds_up(words: Words) -> None:
    over = finished_hand()
    screen = shown(seen("view_bet"), words)
    screen.over = over
    text = text_of(frame(screen, words, 80, 24))
    for row in over["result"]:
        [line] = [
            line for line in text.splitlines() if line.startswith(f" {words.say(PHASES[row['lance']])} ")
        ]
        assert words.say(BECAME[row["status"]]) in line
        assert (str(sum(row["points"])) if sum(row["points"]) else "-") in line
    for before, after in zip(over["score_before"], over["score_after"], strict=True):
        assert f"{before:>2} → {after:>2}" in text
    assert all(str(int(card[:-1])) in text for cards in over["cards"] for card in cards)
    assert all(f"{place}:" in text for place in range(1, 5)), "one's own new cards stay in sight"


def test_what_others_write_moves_no_cursor(words: Words) -> None:
    event = {"type": "message", "seat": 1, "data": {"text": "\x1b[2J\rhello [bold]you[/]"}}
    line = told_as(seen("view_bet"), event, words)
    assert line is not None
    assert line.plain.endswith(" [2J hello [bold]you[/]”")
    assert "\x1b" not in line.plain


def test_what_a_later_server_tells_is_skipped(words: Words) -> None:
    assert told_as(seen("view_bet"), {"type": "earthquake", "data": {}}, words) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_api_has_its_word(language: str, document: dict) -> None:
    shapes = document["components"]["schemas"]
    assert set(SAID) == set(shapes["ActionType"]["enum"])
    assert set(BECAME) == set(shapes["LanceStatus"]["enum"])
    assert set(PHASES) == set(shapes["Hand"]["properties"]["phase"]["enum"])
    words = Words(language)
    lances = [words.say(PHASES[lance]) for lance in shapes["LanceName"]["enum"]]
    assert len(set(lances)) == 5
    assert max(map(len, lances)) <= 9


def test_every_event_of_the_log_can_be_told(words: Words) -> None:
    view = seen("view_bet")
    for name in ("events", "events_with_view"):
        for event in example(name)["events"]:
            told_as(view, event, words)
    assert told_as(view, {"type": "cards_exchanged", "data": {"counts": [1, 2, 3, 4]}}, words) is not None


@pytest.mark.parametrize(
    ("seconds", "read"), [(0, "0:00"), (65, "1:05"), (3661, "1:01:01"), (14 * 86400, "14 d")]
)
def test_time_is_told_in_its_unit(seconds: int, read: str) -> None:
    assert clock(seconds) == read
