"""People for the tests of this folder."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from accounts import services

PASSWORD = "cuatro-reyes-y-un-as"


@pytest.fixture(autouse=True)
def _quick_hashes(settings) -> None:
    """Passwords are hashed slowly on purpose; here the rows matter, not the hash."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def api() -> APIClient:
    """A client that sends JSON and shows no token."""
    client = APIClient()
    client.default_format = "json"
    return client


@pytest.fixture
def device(db) -> Callable[..., APIClient]:
    """`device(session)`: a client that shows the session's token; a new guest's without one."""

    def signed_in(session: services.Session | None = None) -> APIClient:
        shown = (session or services.open_guest()).token
        client = APIClient(headers={"Authorization": f"Bearer {shown}"})
        client.default_format = "json"
        return client

    return signed_in


@pytest.fixture
def ana(db) -> services.Session:
    """A registered player, signed in."""
    return services.register(username="ana", password=PASSWORD)
