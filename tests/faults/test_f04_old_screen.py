"""F04: an action from an old screen is refused with the question that stands now; there is one event."""

from uuid import uuid4

import pytest

from games import exceptions
from tests.games.driver import Match, stored

pytestmark = pytest.mark.django_db


def test_an_action_from_an_old_screen_is_refused_with_the_current_question() -> None:
    match = Match.dealt()
    old_screen = match.turn().id
    match.send(0, {"type": "mus"}, turn=old_screen, key=str(uuid4()))
    match.say("mus", "mus", "no_mus", "paso")
    before = stored(match)
    with pytest.raises(exceptions.StaleTurn) as refused:
        match.send(0, {"type": "no_mus"}, turn=old_screen, key=str(uuid4()))
    assert refused.value.extra["turn"] == match.view(0)["turn"]
    assert refused.value.extra["turn"]["id"] == old_screen + 5
    assert stored(match) == before
    assert [event.data["type"] for event in match.log("action") if event.seat == 0] == ["mus", "paso"]


def test_a_screen_of_the_hand_before_does_not_answer_the_first_question_of_this_one() -> None:
    match = Match.dealt()
    old_screen = match.turn().id
    match.say("no_mus", *["paso"] * 12)
    assert match.state().hand_number == 2
    with pytest.raises(exceptions.StaleTurn):
        match.send(match.asked(), {"type": "mus"}, turn=old_screen)


def test_a_screen_before_an_exchange_does_not_discard_from_the_new_cards() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    old_screen = match.turn().id
    for number, card in enumerate(("7o", "7c", "7e", "7b")):
        match.send(number, {"type": "discard", "cards": [card]})
    match.say("mus", "mus", "mus", "mus")
    with pytest.raises(exceptions.StaleTurn):
        match.send(1, {"type": "discard", "cards": ["6c"]}, turn=old_screen)
