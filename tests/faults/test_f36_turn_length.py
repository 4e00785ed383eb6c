"""F36: turns of a hundred days, of no time, of less than no time, of no number."""

import pytest

from tests.api.phones import API, Phone, Sitting
from tests.api.refusals import assert_refused, nothing_changes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "seconds", [100 * 24 * 3600, 14 * 24 * 3600 + 1, 9, 1, 0, -1, -(10**30), 10**30, 2**31, 2**63]
)
def test_a_length_that_is_out_of_range(seconds):
    with nothing_changes():
        problem = assert_refused(Phone().send("/tables", {"turn_seconds": seconds}), "table.invalid")
    assert [error["pointer"] for error in problem["errors"]] == ["/turn_seconds"]


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "-Infinity", "1e400", '"60"', "60.0", "6e1", "null", "true", "[60]", "{}"]
)
def test_a_length_that_is_no_whole_number(text):
    phone = Phone()
    with nothing_changes():
        body = f'{{"turn_seconds": {text}}}'.encode()
        answer = phone.generic("POST", f"{API}/tables", body, content_type="application/json")
        assert_refused(answer, "request.malformed")


@pytest.mark.parametrize("seconds", [10, 14 * 24 * 3600])
def test_the_limits_themselves(seconds):
    table = Sitting.of(turn_seconds=seconds).row()
    assert (table.deadline - table.turn_started_at).total_seconds() == seconds
