from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        """Say what is kept of people here."""
        from accounts import holdings  # models can be imported only now
        from accounts.personal import KEEPER

        holdings.register("accounts", KEEPER)
