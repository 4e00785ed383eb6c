"""What the services of this app refuse. No HTTP here: `musapi.errors` maps codes to answers."""

from django.utils.translation import gettext_lazy as _

from musapi.refusals import Refusal


class BadCredentials(Refusal):
    """Nobody has that name and password; which of the two is wrong is not told."""

    code = "auth.bad_credentials"
    message = _("Wrong username or password.")


class AlreadyRegistered(Refusal):
    """Only a guest can become a registered player."""

    code = "account.already_registered"
    message = _("You are registered already.")


class UsernameTaken(Refusal):
    """Somebody has that name, or one that looks like it."""

    code = "account.username_taken"
    message = _("Somebody has that name, or one that looks the same.")


class UsernameInvalid(Refusal):
    """No account can have that name."""

    code = "account.username_invalid"
    message = _("That name cannot be used.")


class PasswordWeak(Refusal):
    """The password is too easy to guess."""

    code = "account.password_weak"
    message = _("That password is too easy to guess.")


class PlayerNotFound(Refusal):
    """There is no such player, or not any more."""

    code = "account.not_found"
    message = _("There is no such player.")
