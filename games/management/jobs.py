"""What a fresh process needs before it can help a command: imported before Django is set up, so no models."""

import django
from django.db import connection


def prepare(database: str) -> None:
    """Make the process ready to work on the same database as its parent."""
    django.setup()
    connection.settings_dict["NAME"] = database
