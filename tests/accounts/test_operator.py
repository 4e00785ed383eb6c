"""The first account of the admin site."""

import io

from django.core.management import call_command

from accounts.models import User


def _ensure(**options) -> dict[str, str]:
    printed = io.StringIO()
    call_command("ensure_operator", stdout=printed, **options)
    return dict(line.split(": ", 1) for line in printed.getvalue().splitlines() if ": " in line)


def test_the_password_is_made_up_and_printed_once(db, client):
    given = _ensure()
    assert given["username"] == "operator"
    operator = User.objects.get()
    assert operator.is_staff
    assert operator.is_superuser
    assert operator.check_password(given["password"])
    assert client.login(**given)
    assert "password" not in _ensure()
    assert User.objects.get().password == operator.password


def test_reset_makes_a_new_password(db, client):
    first, second = _ensure(), _ensure(reset=True)
    assert first["password"] != second["password"]
    assert not client.login(**first)
    assert client.login(**second)


def test_nobody_can_register_as_the_operator(api, db):
    answer = api.post("/api/v1/auth/register", {"username": "Operat0r", "password": "cuatro-reyes-y-un-as"})
    assert answer.json()["code"] == "account.username_invalid"


def test_the_admin_shows_people_and_their_devices(db, client, ana):
    client.login(**_ensure())
    for page in ("user/", f"user/{ana.player.pk}/change/", "token/"):
        answer = client.get(f"/admin/accounts/{page}")
        assert answer.status_code == 200
        assert b"ana" in answer.content
        assert ana.token.encode() not in answer.content
