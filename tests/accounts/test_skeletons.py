"""What became of names that the rule of look-alikes came too late for: migration 0004, on real rows."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts import names, services
from accounts.exceptions import BadCredentials, UsernameTaken
from accounts.models import User
from tests.accounts.people import PASSWORD

pytestmark = pytest.mark.django_db

BEFORE, AFTER = "0003_notification_choices", "0004_skeletons"
# From the oldest to the youngest, with what the old rule made of them.
OLD = {
    "Ana-": "ana-",
    "ana": "ana",
    "pepe": "pepe",
    "P3pe": "p3pe",
    "PEPE__": "pepe-",
    "guest-k7mq2w": "guest-k7mq2w",
    "guest-ktmq2w": "guest-ktmq2w",
    "deleted-a3": "deleted-a3",
    "iñaki_75": "lnakl-75",
    "bea": "bea",
}
NEW = {
    "Ana-": "ana",
    "ana": "ana~2",
    "pepe": "pepe",
    "P3pe": "pepe~2",
    "PEPE__": "pepe~3",
    "guest-k7mq2w": "guest-ktmq2w",
    "guest-ktmq2w": "guest-ktmq2w~2",
    "deleted-a3": "deleted-ae",
    "iñaki_75": "lnakl-ts",
    "bea": "bea",
}


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def migrate() -> Callable[[str], None]:
    """To a state of the app's tables; all of it is undone with the test's transaction."""
    return lambda state: MigrationExecutor(connection).migrate([("accounts", state)])


@pytest.fixture
def old_rows(migrate: Callable[[str], None]) -> None:
    """The rows as they were, whatever today's rule says."""
    migrate(BEFORE)
    secret, now = make_password(PASSWORD), timezone.now()
    for age, (name, skeleton) in enumerate(reversed(OLD.items())):
        user = User.objects.create(
            username=f"made{age}", password=secret, created_at=now - timedelta(days=age)
        )
        User.objects.filter(pk=user.pk).update(username=name, skeleton=skeleton)


def stored() -> dict[str, str]:
    return dict(User.objects.values_list("username", "skeleton"))


def test_the_older_one_has_the_skeleton_and_the_younger_a_number(
    old_rows: None, migrate: Callable[[str], None]
) -> None:
    assert stored() == OLD
    migrate(AFTER)
    assert stored() == NEW
    assert {name: look for name, look in NEW.items() if names.skeleton(name) != look.partition("~")[0]} == {}


def test_back_again(old_rows: None, migrate: Callable[[str], None]) -> None:
    migrate(AFTER)
    migrate(BEFORE)
    assert stored() == OLD


@pytest.mark.parametrize("name", ["Ana-", "ana", "ANA", "ana-", "P3PE", "pepe__", "iñaki_75"])
def test_everybody_still_logs_in_whatever_the_case(
    name: str, old_rows: None, migrate: Callable[[str], None]
) -> None:
    migrate(AFTER)
    assert names.same_name(services.log_in(username=name, password=PASSWORD).player.username, name)


@pytest.mark.parametrize("name", ["ana.", "an4", "pepe-", "ana~2"])
def test_nobody_is_found_by_a_look_alike(name: str, old_rows: None, migrate: Callable[[str], None]) -> None:
    migrate(AFTER)
    with pytest.raises(BadCredentials):
        services.log_in(username=name, password=PASSWORD)


def test_a_number_stays_when_the_row_is_saved(old_rows: None, migrate: Callable[[str], None]) -> None:
    migrate(AFTER)
    younger = User.objects.get(username="ana")
    younger.save()
    assert User.objects.get(pk=younger.pk).skeleton == "ana~2"
    younger.username = "unai"
    younger.save()
    assert User.objects.get(pk=younger.pk).skeleton == "unal"


def test_no_new_name_gets_a_number(old_rows: None, migrate: Callable[[str], None]) -> None:
    migrate(AFTER)
    with pytest.raises(UsernameTaken):
        services.register(username="ana_", password=PASSWORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("4na")
