"""Every tip has its place: where it is given, where it does not fit, and that matches get there."""

from random import Random

import pytest

from games.engine.view import observe
from games.hints import RULES, Tip, tips
from games.hints.choice import MOST, MOST_OF_A_TOPIC
from games.hints.situation import Situation
from tests.hints.cases import CASES
from tests.hints.matches import questions


def codes(given: list[Tip]) -> list[str]:
    return [tip.code for tip in given]


@pytest.mark.parametrize("code", RULES)
def test_a_tip_is_given_where_it_fits_and_not_beside_it(code: str) -> None:
    here, beside = CASES[code]
    assert code in codes(tips(here.view()))
    assert RULES[code].at(Situation.of(beside.view())) is None


def test_there_are_as_many_cases_as_tips() -> None:
    assert set(CASES) == set(RULES)
    assert len(RULES) >= 60


def test_who_is_not_asked_is_told_nothing() -> None:
    here, _ = CASES["mus.cut_with_31"]
    for seat in (None, 1, 2, 3):
        assert tips(observe(here.state(), seat)) == []


def test_what_a_table_adds_to_a_view_changes_no_tip() -> None:
    here, _ = CASES["mus.cut_with_31"]
    view = here.view()
    assert tips({**view, "signs": [{"seat": 2, "gesture": "wink"}], "version": 57}) == tips(view)


def test_every_tip_turns_up_in_random_matches_and_the_box_is_never_empty_or_dull() -> None:
    seen: set[str] = set()
    for _, _, view in questions(Random(7), matches=200):
        given = tips(view)
        assert 1 <= len(given) <= MOST
        topics = [tip.topic for tip in given]
        assert all(topics.count(topic) <= MOST_OF_A_TOPIC for topic in topics)
        priorities = [RULES[tip.code].priority for tip in given]
        assert priorities == sorted(priorities, reverse=True)
        seen.update(codes(given))
    assert set(RULES) - seen == set()


def test_the_same_view_gives_the_same_tips() -> None:
    for _, _, view in questions(Random(5), matches=2):
        assert tips(view) == tips(view)
