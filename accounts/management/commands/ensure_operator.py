"""`manage.py ensure_operator`: the first account of the admin site."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.models import User

USERNAME = "operator"
# No letter of these can be read as another one; 4 groups of 5 are 98 bits.
_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


class Command(BaseCommand):
    help = (
        "Create the superuser 'operator' with a made-up password, printed this once. "
        "Where it exists nothing happens, unless --reset asks for a new password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reset", action="store_true", help="give an existing operator a new password")

    def handle(self, *args: Any, reset: bool, **options: Any) -> None:
        password = ensure_operator(reset=reset)
        if password is None:
            self.stdout.write(
                f"'{USERNAME}' has a password; ./run manage ensure_operator --reset makes a new one."
            )
        else:
            self.stdout.write(f"username: {USERNAME}\npassword: {password}")


@transaction.atomic
def ensure_operator(*, reset: bool = False) -> str | None:
    """The new password of the operator, or None where it keeps the one it has."""
    operator = User.objects.select_for_update().filter(username=USERNAME).first()
    if operator is not None and not reset:
        return None
    password = _new_password()
    if operator is None:
        User.objects.create_superuser(USERNAME, password)
    else:
        operator.set_password(password)
        operator.save(update_fields=["password"])
    return password


def _new_password() -> str:
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(5)) for _ in range(4))
