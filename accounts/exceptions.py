"""What the services of this app refuse. No HTTP here: `musapi.errors` maps codes to answers."""

from django.utils.translation import gettext_lazy as _

from musapi.refusals import Refusal


class BadCredentials(Refusal):
    """Nobody has that name and password; which of the two is wrong is not told."""

    code = "auth.bad_credentials"
    message = _("Wrong username or password.")


class AccountGone(Refusal):
    """The account was closed while the request was on its way: its token is dead."""

    code = "auth.required"
    message = _("This account is closed.")


class LockedOut(Refusal):
    """Too many wrong passwords for this name from this place; `retry_after` says when to try again."""

    code = "auth.locked_out"
    message = _("Too many wrong passwords. Try again later.")


class TooManyTries(Refusal):
    """More often than anybody needs to; `retry_after` says when to try again."""

    code = "request.throttled"
    message = _("That was too often. Try again later.")


class DeviceNotFound(Refusal):
    """The player has no such device."""

    code = "auth.device_not_found"
    message = _("You are not signed in on such a device.")


class AlreadyRegistered(Refusal):
    """Only a guest can become a registered player."""

    code = "account.already_registered"
    message = _("You are registered already.")


class NotRegistered(Refusal):
    """A guest has no password."""

    code = "account.not_registered"
    message = _("A guest has no password. Register first.")


class PasswordWrong(Refusal):
    """The password that was to prove who asks is not the account's."""

    code = "account.password_wrong"
    message = _("The password is wrong.")


class LinkConflict(Refusal):
    """This device's guest still plays; `extra` names the tables."""

    code = "account.link_conflict"
    message = _("The guest on this device still sits at a table. Log in with abandon_guest to give it up.")


class UsernameTaken(Refusal):
    """Somebody has that name, or one that looks like it, or had it until lately."""

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


class Yourself(Refusal):
    """Nobody can be their own friend, or blocked by themselves."""

    code = "account.yourself"
    message = _("That is you.")


class TooMany(Refusal):
    """The player has as many friends, requests or blocks as one can have."""

    code = "account.too_many"
    message = _("You cannot have more of these.")


class NotFriends(Refusal):
    """That player is not a friend."""

    code = "friend.not_found"
    message = _("That player is not your friend.")


class RequestNotFound(Refusal):
    """No such request came to the player or from them, or not any more."""

    code = "friend.request_not_found"
    message = _("There is no such request.")


class FriendBlocked(Refusal):
    """Who asks has blocked that player."""

    code = "friend.blocked"
    message = _("You have blocked that player.")


class BlockNotFound(Refusal):
    """That player is not blocked."""

    code = "block.not_found"
    message = _("You have not blocked that player.")


class OperatorNotBlocked(Refusal):
    """What operators have to say reaches everybody."""

    code = "block.operator"
    message = _("An operator cannot be blocked.")
