"""F21: a cursor that is too old, ahead, or cannot be read; for every feed, by poll and by stream."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import override_settings
from django.utils.timezone import now

from games import notices
from games.models import Notice
from tests.api.phones import API, Sitting
from tests.api.refusals import assert_refused

pytestmark = pytest.mark.django_db

FEEDS = ["events", "stream"]
NO_CURSORS = ["x", "1.5", "1.0", "", "0x1", "-1", "+1", " 1", "1_0", "1e0", "٣", "9" * 30]


def ask(sitting: Sitting, path: str, **headers: Any) -> Any:
    return sitting.phones[0].get(API + path, headers=headers)


@override_settings(EVENTS_KEPT=3)
@pytest.mark.parametrize("feed", FEEDS)
def test_too_old(feed: str) -> None:
    sitting = Sitting.of()
    oldest = sitting.row().version - 3
    problem = assert_refused(
        ask(sitting, sitting.path(f"{feed}?after={oldest - 1}")), "events.cursor_expired"
    )
    view = sitting.phones[0].get(problem["snapshot"]).json()
    assert ask(sitting, sitting.path(f"{feed}?after={view['version']}")).status_code == 200
    assert ask(sitting, sitting.path(f"{feed}?after={oldest}")).status_code == 200


@pytest.mark.parametrize("feed", FEEDS)
def test_a_whole_match_is_not_too_old(feed: str) -> None:
    sitting = Sitting.of()
    assert ask(sitting, sitting.path(f"{feed}?after=0")).status_code == 200


@pytest.mark.parametrize("path", ["/tables/{}/events", "/tables/{}/stream", "/me/events", "/me/stream"])
def test_ahead(path: str) -> None:
    sitting = Sitting.of()
    answer = ask(sitting, path.format(sitting.id) + "?after=1000000")
    assert_refused(answer, "events.cursor_ahead")


@pytest.mark.parametrize("path", ["/tables/{}/events", "/tables/{}/stream", "/me/events", "/me/stream"])
@pytest.mark.parametrize("after", NO_CURSORS)
def test_malformed(path: str, after: str) -> None:
    sitting = Sitting.of()
    asked = path.format(sitting.id) + f"?after={quote(after)}"
    problem = assert_refused(ask(sitting, asked), "request.malformed")
    assert problem["errors"][0]["parameter"] == "after"


@pytest.mark.parametrize("path", ["/tables/{}/stream", "/me/stream"])
@pytest.mark.parametrize("header", NO_CURSORS)
def test_malformed_in_the_header(path: str, header: str) -> None:
    sitting = Sitting.of()
    answer = ask(sitting, path.format(sitting.id), **{"Last-Event-ID": header})
    assert_refused(answer, "request.malformed")


@pytest.mark.parametrize("feed", FEEDS)
def test_too_old_for_what_one_is_told(feed: str) -> None:
    sitting = Sitting.of()
    person = sitting.phones[0].person
    Notice.objects.filter(person=person).update(at=now() - 2 * notices.KEPT)
    notices.prune(now())
    last = notices.last_seq(person)
    problem = assert_refused(ask(sitting, f"/me/{feed}?after={last - 1}"), "events.cursor_expired")
    assert sitting.phones[0].get(problem["snapshot"]).status_code == 200
    assert ask(sitting, f"/me/{feed}?after={last}").status_code == 200
