"""Usernames: which are allowed, and which two look the same to a person."""

import re
import secrets
import unicodedata

SHORTEST, LONGEST = 3, 20

# The letters of the six languages (es, eu, en, fr, it, sl) beside the ASCII ones.
_LETTERS = "áàâäçčćđéèêëíìîïñóòôöœæšúùûüÿž"
_ALLOWED = re.compile(rf"[A-Za-z0-9{_LETTERS}{_LETTERS.upper()}._-]*")
_STARTS_WELL = re.compile(rf"[A-Za-z0-9{_LETTERS}{_LETTERS.upper()}]")

# What is hard to tell apart on a screen, once case and accents are gone, and digits that stand for letters.
_LOOK_ALIKES = (
    ("œ", "oe"),
    ("æ", "ae"),
    ("đ", "d"),
    ("0", "o"),
    ("1", "l"),
    ("3", "e"),
    ("4", "a"),
    ("5", "s"),
    ("7", "t"),
    ("8", "b"),
    ("i", "l"),
    ("rn", "m"),
    ("vv", "w"),
)

# Between a skeleton and a number: see `accounts.fields.SkeletonField`. No name has it.
NUMBERED = "~"

_RESERVED = frozenset(
    {
        "admin",
        "administrator",
        "mod",
        "moderator",
        "official",
        "operator",
        "owner",
        "root",
        "staff",
        "support",
    }
    | {"anonymous", "deleted", "me", "nobody", "null", "player", "undefined"}
    | {"api", "auth", "dealer", "help", "login", "logout", "musapi", "server", "system"}
    | {"bot", "bots", "novice", "casual", "strong", "expert"}
)
_RESERVED_FAMILIES = ("guest", "deleted-", "bot-", "admin", "musapi", "operator", "moderator")

# No letter or digit of these can be read as another one.
_MADE_UP_ALPHABET = "abcdefghjkmnpqrstvwxyz269"
GUEST_PREFIX = "guest-"
DELETED_PREFIX = "deleted-"


class UsernameError(ValueError):
    """A name that cannot be used. `code` says why: too_short, too_long, characters, start, reserved."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def normalise(name: str) -> str:
    """The name as it is stored and shown: NFKC, with no change of case."""
    return unicodedata.normalize("NFKC", name)


def skeleton(name: str) -> str:
    """What a person sees of a name at a glance: two names with one skeleton are look-alikes.

    The skeleton also makes names unique whatever their case. It is at most twice as long as the name. Marks
    at the ends are overlooked.
    """
    return _look(name).strip("-")


def _look(name: str) -> str:
    """The skeleton with its marks at the ends, which tell `bot-x` from `botx`."""
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(letter)
    )
    for seen, read in _LOOK_ALIKES:
        plain = plain.replace(seen, read)
    return re.sub(r"[._-]+", "-", plain)


def same_name(one: str, other: str) -> bool:
    """Whether two spellings name the same account: equal but for case and Unicode form."""
    return normalise(one).casefold() == normalise(other).casefold()


_RESERVED_SKELETONS = frozenset(skeleton(name) for name in _RESERVED)
_RESERVED_PREFIXES = tuple(_look(name) for name in _RESERVED_FAMILIES)


def is_reserved(name: str) -> bool:
    """Whether a name would pass for the server, its staff, a bot or a guest."""
    look = _look(name)
    return look.strip("-") in _RESERVED_SKELETONS or look.startswith(_RESERVED_PREFIXES)


def clean(name: str) -> str:
    """A person's wish for a username, normalised; raises UsernameError."""
    name = normalise(name)
    if not _ALLOWED.fullmatch(name):
        raise UsernameError("characters")
    if len(name) < SHORTEST:
        raise UsernameError("too_short")
    if len(name) > LONGEST:
        raise UsernameError("too_long")
    if not _STARTS_WELL.match(name):
        raise UsernameError("start")
    if is_reserved(name):
        raise UsernameError("reserved")
    return name


def guest_name() -> str:
    """A new readable name for a guest, such as `guest-k7mq2w`."""
    return GUEST_PREFIX + _made_up(6)


def deleted_name() -> str:
    """What stands in the place of a name that is gone. There are 6 * 10^16 of these: no two are the same."""
    return DELETED_PREFIX + _made_up(12)


def _made_up(length: int) -> str:
    return "".join(secrets.choice(_MADE_UP_ALPHABET) for _ in range(length))
