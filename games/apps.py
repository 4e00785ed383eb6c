"""The app of tables and matches."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, hands, the log, the one door, the bots and the clock."""

    name = "games"

    def ready(self) -> None:
        """Say what is kept of people here, and that they are told here of what others do."""
        from accounts import holdings, news  # models can be imported only now
        from games.notices import tell
        from games.personal import KEEPER

        holdings.register("games", KEEPER)
        news.register("games", tell)
