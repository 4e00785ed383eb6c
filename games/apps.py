"""The app of tables and matches."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, hands, the log, the one door, the bots and the clock."""

    name = "games"
