"""What a typed line means, at a table as the server showed it."""

import pytest

from musapi.play.prompt import Prompt
from musapi.play.wishes import Act, GoOn, Note, Post, Proof, Quit, SwitchTips, Tip
from musapi.play.words import LANGUAGES, ON_OFFER, Words
from tests.play.conftest import seen, shown


def prompt_at(view: dict, words: Words) -> Prompt:
    return shown(view, words).prompt


def asked(*legal: dict, kind: str = "respond", **hand: object) -> dict:
    """A view of somebody who may do this now."""
    view = seen("view_bet")
    me = next(seat["seat"] for seat in view["seats"] if seat["you"])
    view["turn"] |= {"seats": [me], "kind": kind}
    view["legal_actions"] = list(legal)
    view["hand"] |= hand
    return view


BET = ({"type": "no_quiero"}, {"type": "quiero"}, {"type": "envido", "min": 6, "max": 40}, {"type": "ordago"})


@pytest.fixture
def betting(words: Words) -> Prompt:
    return prompt_at(asked(*BET), words)


@pytest.mark.parametrize(
    ("lines", "wish"),
    [
        (["1"], Act({"type": "no_quiero"})),
        ([" quiero "], Act({"type": "quiero"})),
        (["3", "17"], Act({"type": "envido", "amount": 17})),
        (["3 40"], Act({"type": "envido", "amount": 40})),
        (["envido 6"], Act({"type": "envido", "amount": 6})),
        (["4", "1"], Act({"type": "ordago"})),
        (["4", ""], None),
        (["4", "4"], None),
        (["h"], Tip()),
        (["H"], SwitchTips()),
        (["v"], Proof()),
        ([""], GoOn()),
        (["c", "3 to you"], Post("messages", {"text": "3 to you"})),
        (["c good luck"], Post("messages", {"text": "good luck"})),
        (["s", "11"], Post("signs", {"gesture": "wink"})),
        (["q", "1"], Post("leave")),
        (["q", "2"], Post("resign")),
        (["q", "3"], Quit()),
        (["q", "x"], None),
    ],
)
def test_lines_and_what_they_mean(betting: Prompt, lines: list[str], wish: object) -> None:
    *before, last = lines
    for line in before:
        assert betting.read(line) is None
    assert betting.read(last) == wish
    assert betting.mode == "main"


@pytest.mark.parametrize("line", ["5", "0", "-1", "mus", "²", "envida", "discard 1"])
def test_what_is_not_offered_is_not_sent(betting: Prompt, line: str) -> None:
    assert betting.read(line) == Note(f"«{line}» is none of the choices.")


@pytest.mark.parametrize("amount", ["5", "41", "six", "-7", "6.5", "²"])
def test_an_amount_out_of_range_is_asked_for_again(betting: Prompt, amount: str) -> None:
    betting.read("3")
    assert betting.read(amount) == Note("A number from 6 to 40, please.")
    assert betting.question() == "How much in all?"
    assert betting.read("7") == Act({"type": "envido", "amount": 7})


def test_a_half_made_choice_is_dropped_when_the_question_changes(betting: Prompt) -> None:
    betting.read("4")
    assert betting.question().startswith("Órdago")
    other = asked(*BET)
    other["turn"]["id"] += 1
    betting.see(other)
    assert betting.mode == "main"
    assert betting.read("1") == Act({"type": "no_quiero"})


def test_a_line_being_written_to_the_others_is_not(betting: Prompt) -> None:
    betting.read("c")
    other = asked()
    other["turn"]["id"] += 1
    betting.see(other)
    assert betting.read("hello") == Post("messages", {"text": "hello"})


@pytest.fixture
def discarding(words: Words) -> Prompt:
    legal = {"type": "discard", "min": 1, "max": 4}
    return prompt_at(
        asked(legal, kind="discard", phase="discard", your_cards=["2c", "7b", "3e", "12o"]), words
    )


@pytest.mark.parametrize(
    ("line", "cards"),
    [("1", ["12o"]), ("3 4", ["7b", "2c"]), ("43", ["2c", "7b"]), ("1,2, 3 4", ["12o", "3e", "7b", "2c"])],
)
def test_cards_go_by_the_numbers_below_them(discarding: Prompt, line: str, cards: list[str]) -> None:
    assert discarding.cards == ["12o", "3e", "7b", "2c"]
    assert discarding.read(line) == Act({"type": "discard", "cards": cards})


@pytest.mark.parametrize("line", ["5", "11", "1 1", "0", "all", ","])
def test_cards_one_does_not_hold_stay(discarding: Prompt, line: str) -> None:
    assert isinstance(discarding.read(line), Note)


def test_the_partners_word_is_put_as_a_question(words: Words) -> None:
    view = asked(
        {"type": "confirm"}, kind="confirm", phase="pares", proposal={"seat": 2, "type": "no_quiero"}
    )
    assert prompt_at(view, words).question() == "Pares: your partner would say «No quiero». Do you agree?"


def test_an_ordago_is_no_number(words: Words) -> None:
    standing = {"lance": "grande", "bet": 0, "ordago": True, "seat": 1, "accepted": 2}
    question = prompt_at(asked(*BET, phase="grande", standing=standing), words).question()
    assert question.startswith("Grande: órdago by ")
    assert "0" not in question


def test_nobody_chooses_who_is_not_asked(words: Words) -> None:
    view = asked()
    view["turn"]["seats"] = [1]
    prompt = prompt_at(view, words)
    assert prompt.choices() == []
    assert prompt.question().startswith("Waiting for ")
    assert isinstance(prompt.read("1"), Note)


def test_after_the_match(words: Words) -> None:
    prompt = prompt_at(seen("view_finished"), words)
    assert [text for _, text in prompt.choices()] == ["rematch", "end"]
    assert prompt.read("1") == Post("rematch")
    assert prompt.read("2") == Quit()


def test_who_is_stood_in_for_can_come_back(words: Words) -> None:
    view = asked()
    next(seat for seat in view["seats"] if seat["you"])["controller"] = "bot"
    assert prompt_at(view, words).read("1") == Post("return")


def test_what_a_later_server_offers_is_shown_by_its_code(words: Words) -> None:
    prompt = prompt_at(asked({"type": "sing"}, {"type": "paso"}, kind="open"), words)
    assert prompt.choices() == [("1", "sing"), ("2", "pass")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_offered_is_called_alike(language: str) -> None:
    words = Words(language)
    said = [
        words.say(text, least=2, most=40) if "{" in text.text else words.say(text)
        for text in ON_OFFER.values()
    ]
    assert len(set(said)) == len(ON_OFFER)
