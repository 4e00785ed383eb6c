"""What the guides of the game show, row by row, for four people who read four languages. Over HTTP alone.

In each story ana (es) is the partner of chloe (fr), and begona (eu) that of dario (it). Only the cards are
laid by hand.
"""

from uuid import UUID

import pytest

from games import ratings
from tests.api.phones import API, BOT, Phone, Sitting
from tests.engine.tables import JUEGO, PAIRED, PLAIN
from tests.games.company import rate
from tests.stories.neighbours import seen_alike, together, views, with_cards

pytestmark = pytest.mark.django_db

NAMES = ["ana", "begona", "chloe", "dario"]
KISS = "12o 3c 12e 1o"


def tips(sitting, number, **query):
    return sitting.phones[number].read(sitting.path("hints"), **query)


# "Nuevo juego": a new table, or an open one


def test_a_new_table_says_who_may_sit_and_how_strong_they_are(four):
    ana, begona, chloe, dario = four
    for neighbour, rating in ((begona, 1700), (chloe, 1750), (dario, 1400)):
        rate(neighbour.person, rating)
    table = ana.do("/tables", {"min_rating": 1600, "max_rating": 1800}, expect=201)
    for neighbour, fits in ((begona, [table["id"]]), (chloe, [table["id"]]), (dario, [])):
        assert [row["id"] for row in neighbour.read("/tables", fits_me="true")["results"]] == fits
    begona.do(f"/tables/{table['id']}/join")
    problem = dario.refused(f"/tables/{table['id']}/join", {})
    assert problem["code"] == "table.rating_out_of_range"
    assert [seat["kind"] for seat in chloe.read(f"/tables/{table['id']}")["seats"]].count("player") == 2


def test_a_table_for_friends_is_not_there_for_others(four):
    ana, begona, chloe, dario = four
    ana.do("/friend-requests", {"username": "chloe"}, expect=201)
    chloe.do("/friend-requests", {"username": "ana"}, expect=201)
    table = ana.do("/tables", {"visibility": "friends"}, expect=201)["id"]
    listed = [[row["id"] for row in phone.read("/tables")["results"]] for phone in (begona, chloe, dario)]
    assert listed == [[], [table], []]
    chloe.do(f"/tables/{table}/join")
    problems = [phone.refused(f"/tables/{table}/join", {}) for phone in (begona, dario)]
    assert [problem["code"] for problem in problems] == ["table.not_found"] * 2
    assert problems[0]["title"] != problems[1]["title"]


def test_a_table_that_somebody_has_opened_is_joined_and_begins_with_the_fourth(four):
    sitting = together(four)
    assert seen_alike(sitting, "status") == "playing"
    assert [[seat["you"] for seat in view["seats"]].index(True) for view in views(sitting)] == [0, 1, 2, 3]


@pytest.mark.parametrize("mano", range(4))
def test_a_match_that_has_begun_is_joined_where_a_bot_sits(four, rng, monkeypatch, mano):
    """Whoever begins: the second hand may begin with the one who has come."""
    monkeypatch.setattr("games.engine.shuffle.first_mano", lambda master: mano)
    ana, begona, *_ = four
    longer = {"games_to_win": 3}  # an órdago in the first hand does not end the match
    table = ana.do("/tables", {"seats": [None, BOT, BOT, BOT], "options": longer}, expect=201)
    view = begona.do(f"/tables/{table['id']}/join", {"seat": 1})
    assert view["seats"][1]["kind"] == "bot"
    sitting = Sitting(UUID(table["id"]), {0: ana})
    sitting.settle()
    while sitting.view()["hand"]["number"] == 1:
        sitting.step(rng)
        sitting.settle()
    seat = ana.read(sitting.path())["seats"][1]
    assert (seat["kind"], seat["player"]) == ("player", {"username": "begona"})


# The table


def test_each_sees_four_cards_of_their_own_and_the_names_and_the_score_of_all(four):
    sitting = with_cards(four, JUEGO, score=(23, 15))
    assert [view["hand"]["your_cards"] for view in views(sitting)] == [hand.split() for hand in JUEGO]
    for view in views(sitting):
        assert [seat["player"]["username"] for seat in view["seats"]] == NAMES
    assert seen_alike(sitting, "match", "score") == [23, 15]
    assert seen_alike(sitting, "hand", "cards_held") == [4, 4, 4, 4]


def test_the_face_opens_the_twelve_senas_in_the_language_of_each(four):
    lists = [phone.read("/signs")["signs"] for phone in four]
    assert [len(signs) for signs in lists] == [12] * 4
    kings = [
        sign["meaning_text"] for signs in lists for sign in signs if sign["gesture"] == "lip_bite_centre"
    ]
    assert kings == ["dos reyes", "bi errege", "deux rois", "due re"]


def test_all_see_a_sena_and_for_the_partner_it_is_framed_in_red(four):
    sitting = with_cards(four, (KISS, *PLAIN[1:]))
    four[0].do(sitting.path("signs"), {"gesture": "kiss"})
    shown = [view["signs"] for view in views(sitting)]
    sena = {"seat": 0, "gesture": "kiss", "meaning": "three_kings_ace"}
    assert shown == [[{**sena, "for_you": number == 2}] for number in range(4)]
    assert seen_alike(sitting, "turn", "seats") == [0]  # it is nobody's move


def test_chat_phrases_are_read_in_the_language_of_each_and_texts_as_written(four):
    sitting = together(four)
    four[1].do(sitting.path("messages"), {"phrase": "hello"})
    four[3].do(sitting.path("messages"), {"text": "Ciao a tutti, hitz egin dezagun"})
    read = [phone.read(sitting.path("messages"))["results"] for phone in four]
    assert [[message["player"]["username"] for message in page] for page in read] == [["dario", "begona"]] * 4
    assert [page[1]["text"] for page in read] == ["¡Hola!", "Kaixo!", "Bonjour !", "Ciao!"]
    assert {page[0]["text"] for page in read} == {"Ciao a tutti, hitz egin dezagun"}


def test_player_info_tells_each_of_the_others(four):
    sitting = together(four)
    for loser in (four[1], four[3]):
        loser.do(sitting.path("resign"))
    assert ratings.rate(table_id=sitting.id)  # as a worker does after the match
    for phone in four:
        for name in NAMES:
            assert phone.read(f"/players/{name}")["username"] == name
            [gametwist, traditional] = phone.read(f"/players/{name}/stats")["statistics"]
            assert gametwist["matches"] == {"played": 1, "won": int(name in ("ana", "chloe"))}
            assert traditional["matches"]["played"] == 0


def test_new_friend_is_asked_at_the_table_and_accepts(four):
    ana, _, _, dario = four
    together(four)
    ana.do("/friend-requests", {"username": "dario"}, expect=201)
    [request] = dario.read("/friend-requests")["results"]
    assert request["player"]["username"] == "ana"
    dario.do(f"/friend-requests/{request['id']}/accept")
    friends = [[row["player"]["username"] for row in phone.read("/friends")["results"]] for phone in four]
    assert friends == [["dario"], [], [], ["ana"]]


def test_the_leaf_is_at_the_mano_and_the_arrow_at_whose_turn_it_is(four):
    sitting = with_cards(four, cut=True)
    sitting.say("paso")
    assert (seen_alike(sitting, "hand", "mano"), seen_alike(sitting, "turn", "seats")) == (0, [1])
    assert [bool(view["legal_actions"]) for view in views(sitting)] == [False, True, False, False]
    problem = four[2].refused(sitting.path("actions"), {"turn": sitting.row().turn_id, "type": "paso"})
    assert problem["code"] == "table.not_your_turn"


# Mus, the panel, the slider and the bubbles


def test_mus_goes_round_until_somebody_cuts_and_all_change_at_least_one_card(four):
    sitting = with_cards(four)
    sitting.say("mus", "mus", "mus", "mus")
    assert seen_alike(sitting, "hand", "phase") == "discard"
    assert views(sitting)[3]["legal_actions"] == [{"type": "discard", "min": 1, "max": 4}]
    for number, card in enumerate(("7o", "7c", "7e", "7b")):
        assert sitting.act(number, {"type": "discard", "cards": [card]}).status_code == 200
    held = [view["hand"]["your_cards"] for view in views(sitting)]
    assert not {"7o", "7c", "7e", "7b"} & {card for cards in held for card in cards}
    sitting.say("no_mus")
    assert seen_alike(sitting, "hand", "phase") == "grande"


def test_the_panel_tells_the_lance_and_the_stake(four):
    sitting = with_cards(four, cut=True)
    sitting.say("envido 5", "confirm")
    [lance] = seen_alike(sitting, "hand", "lances")
    assert (lance["lance"], lance["status"], lance["stake"]) == ("grande", "open", 5)
    standing = seen_alike(sitting, "hand", "standing")
    assert (standing["lance"], standing["bet"], standing["seat"]) == ("grande", 5, 0)


def test_the_slider_has_limits_and_beside_it_is_the_ordago(four):
    sitting = with_cards(four, cut=True)
    choices = {choice["type"]: choice for choice in views(sitting)[0]["legal_actions"]}
    assert choices["envido"] == {"type": "envido", "min": 2, "max": 40}
    assert "ordago" in choices
    details = []
    for number, phone in enumerate(four):
        turn = {"turn": sitting.row().turn_id, "type": "envido", "amount": 41}
        problem = phone.refused(sitting.path("actions"), turn)
        assert (problem["code"], problem["reason"]) == ("action.illegal", "amount_too_high")
        details.append(problem["detail"])
        if number < 3:
            sitting.say("paso")
    assert len(set(details)) == 4


def test_a_bubble_asks_the_partner_and_the_partner_confirms(four):
    sitting = with_cards(four, cut=True)
    sitting.say("envido 5", "confirm", "no_quiero")
    assert seen_alike(sitting, "hand", "proposal") == {"seat": 1, "type": "no_quiero"}
    bubbles = [seat.get("said") for seat in views(sitting)[2]["seats"]]
    assert bubbles[:2] == [{"type": "envido", "amount": 5}, {"type": "no_quiero"}]
    asked = [view["turn"]["kind"] for view in views(sitting) if view["legal_actions"]]
    assert (asked, seen_alike(sitting, "turn", "seats")) == (["confirm"], [3])
    sitting.say("confirm")
    assert seen_alike(sitting, "hand", "proposal") is None
    assert seen_alike(sitting, "hand", "phase") == "chica"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("no_quiero", ["confirm", "quiero", "envido", "ordago"]),
        ("quiero", ["confirm", "envido", "ordago"]),
        ("envido 20", ["confirm", "envido", "ordago"]),
    ],
)
def test_the_partner_may_accept_the_word_or_say_a_higher_one(four, first, second):
    sitting = with_cards(four, cut=True)
    sitting.say("envido 5", "confirm", first)
    assert [choice["type"] for choice in views(sitting)[3]["legal_actions"]] == second
    assert sitting.act(3, {"type": "no_quiero"}).status_code == (200 if first == "no_quiero" else 422)


# Counting


def test_a_bet_that_is_declined_gives_what_was_accepted_before(four):
    """The example of the guides: A bets 5, B raises to 20, A does not want it, B has 5."""
    sitting = with_cards(four, cut=True)
    sitting.say("envido 5", "confirm", "envido 20", "confirm", "no_quiero", "confirm")
    assert seen_alike(sitting, "match", "score") == [0, 5]


def test_an_ordago_that_is_accepted_shows_the_cards_and_ends_the_game(four):
    sitting = with_cards(four, JUEGO, cut=True, score=(3, 30))
    sitting.say("ordago", "quiero")
    assert seen_alike(sitting, "match", "winner") == 0
    assert seen_alike(sitting, "last_hand", "cards") == [hand.split() for hand in JUEGO]
    assert [row["lance"] for row in seen_alike(sitting, "last_hand", "result")] == ["grande"]


def test_the_lances_come_in_their_order_and_pares_and_juego_are_declared(four):
    sitting = with_cards(four, PAIRED, cut=True)
    phases = []
    while seen_alike(sitting, "hand", "number") == 1:
        phases.append(seen_alike(sitting, "hand", "phase"))
        sitting.say("paso")
    assert list(dict.fromkeys(phases)) == ["grande", "chica", "pares", "punto"]


def test_the_result_list_tells_lance_stake_bonus_and_winner(four):
    sitting = with_cards(four, JUEGO, cut=True)
    sitting.say("envido 5", "confirm", "quiero", "confirm", *["paso"] * 8)
    rows = seen_alike(sitting, "last_hand", "result")
    assert [(row["lance"], row["status"], row["stake"], row["bonus"], row.get("team")) for row in rows] == [
        ("grande", "accepted", 5, [0, 0], 0),
        ("chica", "paso", 1, [0, 0], 0),
        ("pares", "none", 0, [0, 0], None),
        ("juego", "paso", 1, [6, 0], 0),
    ]
    assert seen_alike(sitting, "match", "score") == [13, 0]


def test_forty_points_end_the_game(four):
    sitting = with_cards(four, cut=True, score=(35, 39))
    sitting.say("envido 5", "confirm", "quiero", "confirm", *["paso"] * 8)
    assert seen_alike(sitting, "status") == "finished"
    assert seen_alike(sitting, "match", "winner") == 0


def test_the_rules_are_read_in_the_language_of_each(four):
    books = [phone.read("/rulesets/gametwist") for phone in four]
    titles = [tuple(section["title"] for section in book["sections"]) for book in books]
    assert len(set(titles)) == 4
    orders = [[row[1] for row in book["sections"][3]["tables"][1]["rows"]] for book in books]
    assert orders == [["31", "32", "40", "37", "36", "35", "34", "33"]] * 4


# The tip boxes


def test_a_tip_box_has_one_to_three_tips_in_the_language_of_who_must_decide(four):
    sitting = with_cards(four)
    for number, phone in enumerate(four):
        box = tips(sitting, number)["box"]
        english = phone.get(API + sitting.path("hints"), headers={"Accept-Language": "en"}).json()["box"]
        assert 1 <= len(box) <= 3
        assert [tip["code"] for tip in box] == [tip["code"] for tip in english]
        assert not {tip["text"] for tip in box} & {tip["text"] for tip in english}
        assert phone.get(API + sitting.path("hints")).headers["Content-Language"] == phone.language
        assert all(tips(sitting, other)["box"] == [] for other in range(4) if other != number)
        sitting.say("mus")


def test_the_green_cross_takes_the_box_away_until_the_next_question(four):
    sitting = with_cards(four)
    four[0].do(sitting.path("hints/hide"), {"turn": sitting.row().turn_id})
    assert tips(sitting, 0)["box"] == []
    sitting.say("mus")
    assert tips(sitting, 1)["box"]
    sitting.say("mus", "mus", "mus")
    assert tips(sitting, 0)["box"]


def test_the_red_cross_ends_the_tips_and_the_question_mark_brings_them_back(four):
    sitting = with_cards(four)
    four[0].switch_hints(on=False)
    assert tips(sitting, 0)["box"] == []
    assert tips(sitting, 0, force="true")["box"]
    sitting.say("mus")
    assert tips(sitting, 1)["box"]  # the others keep theirs
    sitting.say("mus", "mus", "mus")
    assert tips(sitting, 0)["box"] == []
    four[0].switch_hints(on=True)
    assert tips(sitting, 0)["box"]


def test_who_only_looks_on_has_neither_cards_nor_tips(four):
    sitting = with_cards(four)
    onlooker = Phone()
    assert "your_cards" not in onlooker.read(sitting.path())["hand"]
    assert onlooker.read(sitting.path("hints"), expect=403)["code"] == "table.not_seated"
