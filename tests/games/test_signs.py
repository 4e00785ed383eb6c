"""Señas: who sees them, when they end, and that they leave no trace where only the partner may know."""

import json
from typing import Any

import pytest

from accounts import tries
from accounts.exceptions import TooManyTries
from games import exceptions, selectors, signs
from games.engine.errors import MalformedAction
from games.freshness import tag_of
from games.idempotency import Keyed
from games.models import PartnerSign, Seat, Table
from games.wishes import TableSettings
from tests.engine.tables import PAIRED, PLAIN
from tests.games.driver import Match, stored, types
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db

TWO_KINGS_AT_SEAT_0 = PAIRED
ONLOOKER = None


def hidden(**traits: Any) -> TableSettings:
    """A table where only the partner sees a sign, free of the other rules on signs."""
    return SettingsFactory(options={"signs_visible_to": "partner", **traits})


def shown_to(match: Match) -> list[list[dict[str, Any]]]:
    """The signs that seats 0 to 3, and somebody who looks on, are shown."""
    return [match.view(number)["signs"] for number in (0, 1, 2, 3, ONLOOKER)]


# Signs that all may see


def test_a_public_sign_is_an_event_and_is_shown_to_all_and_pointed_out_to_the_partner() -> None:
    match = Match.dealt()
    before = match.row()
    answer = match.sign(3, "wink")
    assert match.row().version == before.version + 1
    logged = match.log()[-1]
    assert (logged.type, logged.seat, logged.by) == ("sign", 3, "")
    assert (logged.data, logged.private) == ({"gesture": "wink", "meaning": "juego_31"}, {})
    sign = {"seat": 3, "gesture": "wink", "meaning": "juego_31"}
    assert [signs_[0] for signs_ in shown_to(match)] == [
        {**sign, "for_you": seat == 1} for seat in (0, 1, 2, 3, ONLOOKER)
    ]
    assert answer == match.view(3)


def test_a_sign_does_not_touch_the_question() -> None:
    match = Match.dealt()
    before = match.row()
    match.sign(0, "kiss")
    match.sign(2, "kiss")
    after = match.row()
    assert (after.turn_id, after.turn_seats, after.deadline, after.state) == (
        before.turn_id,
        before.turn_seats,
        before.deadline,
        before.state,
    )


def test_a_new_sign_takes_the_place_of_the_old_one() -> None:
    match = Match.dealt()
    match.sign(3, "wink")
    match.sign(3, "kiss")
    match.sign(1, "brows_up")
    assert [(sign["seat"], sign["gesture"]) for sign in match.view(0)["signs"]] == [
        (1, "brows_up"),
        (3, "kiss"),
    ]


# Signs that only the partner may see


def test_a_hidden_sign_is_shown_to_its_maker_and_his_partner_only() -> None:
    match = Match.dealt(settings=hidden())
    match.sign(3, "wink")
    sign = {"seat": 3, "gesture": "wink", "meaning": "juego_31"}
    assert shown_to(match) == [[], [{**sign, "for_you": True}], [], [{**sign, "for_you": False}], []]
    assert PartnerSign.objects.filter(table_id=match.id).values("hand", "seat", "gesture").get() == {
        "hand": 1,
        "seat": 3,
        "gesture": "wink",
    }


@pytest.mark.parametrize("missed", [0, 1])
def test_a_hidden_sign_leaves_no_trace_in_anything_the_rivals_read(missed: int) -> None:
    match = Match.dealt(settings=hidden())
    Seat.objects.filter(table_id=match.id, number=3).update(missed_turns=missed)
    before = [all_that(match, number) for number in (0, 2, ONLOOKER)]
    match.sign(3, "wink")
    assert [all_that(match, number) for number in (0, 2, ONLOOKER)] == before


def test_the_tag_of_the_partners_view_and_of_ones_own_changes_with_a_hidden_sign() -> None:
    match = Match.dealt(settings=hidden())
    before = [all_that(match, number) for number in (1, 3)]
    match.sign(3, "wink")
    after = [all_that(match, number) for number in (1, 3)]
    match.sign(3, "kiss")
    again = [all_that(match, number) for number in (1, 3)]
    assert all(len({*states}) == 3 for states in zip(before, after, again, strict=True))


def all_that(match: Match, number: int | None) -> str:
    """The bytes of all that a seat, or somebody who looks on, can read of a table."""
    row, seats = match.row(), match.seats()
    viewer = None if number is None else seats[number]
    read: list[Any] = [
        match.view(number),
        tag_of(row, seats, viewer),
        selectors.events_after(row, viewer, 0),
        selectors.hands_in_full(row, list(row.hands.all())),
        selectors.summary_of(row, seats),
        selectors.proof_of(row),
        number is not None and selectors.turns_of(match.people[number]),
    ]
    return json.dumps(read)


def test_a_hidden_sign_is_left_out_of_the_log_and_of_finished_hands() -> None:
    match = Match.dealt(settings=hidden(), score=(39, 39))
    match.sign(3, "wink")
    match.say("no_mus", *["paso"] * 12)
    assert match.row().status == Table.Status.FINISHED
    assert "sign" not in types(match.log())
    everything = json.dumps(selectors.hands_in_full(match.row(), list(match.row().hands.all())))
    assert "wink" not in everything
    assert "juego_31" not in everything


# When they end


def test_signs_are_gone_when_cards_have_been_exchanged() -> None:
    for settings in (SettingsFactory(), hidden()):
        match = Match.dealt(settings=settings)
        match.sign(3, "wink")
        match.say("mus", "mus", "mus", "mus")
        assert match.view(1)["signs"]
        for number, card in enumerate(("7o", "7c", "7e", "7b")):
            match.send(number, {"type": "discard", "cards": [card]})
        assert shown_to(match) == [[]] * 5
        match.sign(3, "kiss")
        assert [sign["gesture"] for sign in match.view(1)["signs"]] == ["kiss"]


def test_signs_are_gone_with_the_next_deal_and_at_the_end() -> None:
    match = Match.dealt(settings=SettingsFactory())
    match.sign(3, "wink")
    match.say("no_mus", *["paso"] * 12)
    assert match.state().hand_number == 2
    assert shown_to(match) == [[]] * 5
    match.sign(3, "wink")
    match.resign(0)
    match.resign(2)
    assert shown_to(match) == [[]] * 5


# What is refused


@pytest.mark.parametrize("gesture", ["", "nod", "WINK", "wink ", "juego_31", "x" * 5000])
def test_a_gesture_that_does_not_exist_is_malformed_and_changes_nothing(gesture: str) -> None:
    match = Match.dealt()
    before = stored(match)
    with pytest.raises(MalformedAction):
        match.sign(0, gesture)
    assert stored(match) == before


def test_where_signs_must_be_true_a_false_one_is_refused() -> None:
    match = Match.dealt(TWO_KINGS_AT_SEAT_0, settings=SettingsFactory(options={"signs_truthful": True}))
    match.sign(0, "lip_bite_centre")
    before = stored(match)
    with pytest.raises(exceptions.SignRefused) as refused:
        match.sign(0, "tongue_out")
    assert refused.value.extra == {"reason": "sign_not_true"}
    assert stored(match) == before


def test_under_mus_corrido_nobody_signs_before_the_cut() -> None:
    match = Match.dealt(settings=SettingsFactory(options={"mus_corrido": True}))
    with pytest.raises(exceptions.SignRefused) as refused:
        match.sign(0, "wink")
    assert refused.value.extra == {"reason": "sign_not_now"}
    match.say("no_mus")
    match.sign(0, "wink")


def test_only_the_four_sign_and_only_while_a_match_is_played() -> None:
    with pytest.raises(exceptions.NotSeated):
        signs.make(table_id=Match.dealt().id, player=PersonFactory(), gesture="wink")
    with pytest.raises(exceptions.NotPlaying):
        Match.opened(SettingsFactory()).sign(0, "wink")


@pytest.mark.parametrize("settings", [SettingsFactory(), hidden()], ids=["public", "hidden"])
@pytest.mark.parametrize("truthful", [False, True], ids=["made", "refused"])
def test_a_sign_even_a_refused_one_brings_its_person_back(settings: TableSettings, truthful: bool) -> None:
    settings.options["signs_truthful"] = truthful
    match = Match.dealt(PLAIN, settings=settings)
    match.leave(1)
    if truthful:
        with pytest.raises(exceptions.SignRefused):
            match.sign(1, "wink")
    else:
        match.sign(1, "wink")
    assert match.seat(1).controller == Seat.Controller.PLAYER


def test_a_sign_is_no_answer_to_a_question() -> None:
    match = Match.dealt()
    Seat.objects.filter(table_id=match.id, number=0).update(missed_turns=1)
    match.sign(0, "wink")
    assert match.seat(0).missed_turns == 1


def test_a_key_makes_a_sign_once() -> None:
    match = Match.dealt()
    key = Keyed.of("a-key-of-mine", "POST", match.path("signs"), b"{}")
    first = signs.make(table_id=match.id, player=match.people[0], gesture="wink", keyed=key)
    again = signs.make(table_id=match.id, player=match.people[0], gesture="wink", keyed=key)
    assert (again.body, again.replayed) == (first.body, True)
    assert types(match.log()).count("sign") == 1


def test_every_gesture_has_its_meaning() -> None:
    meanings = {sign["gesture"]: sign["meaning"] for sign in signs.gestures()}
    assert len(meanings) == 12
    assert meanings["mouth_twist"] == "medias"


def test_so_many_signs_are_enough_for_one_player_and_no_other() -> None:
    match = Match.dealt()
    for _ in range(tries.SIGN.most):
        match.sign(0, "kiss")
    before = match.row()
    with pytest.raises(TooManyTries) as refused:
        match.sign(0, "kiss")
    assert 0 < refused.value.retry_after <= tries.SIGN.seconds
    assert (match.row().version, match.row().status) == (before.version, Table.Status.PLAYING)
    match.sign(1, "kiss")
