"""Writing at a table, reporting and muting, and what operators do about it.

Who is blocked or muted writes as everybody does: they are not told, and it is hidden when it is read.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.module_loading import import_string
from django.utils.timezone import now as clock
from django.utils.translation import gettext_lazy as _

from accounts.exceptions import TooMany, Yourself
from accounts.models import User
from accounts.presence import hold
from accounts.selectors import find_player
from games import chat_reads, events, exceptions, record, seating, selectors
from games.chat_models import LONGEST
from games.idempotency import Keyed, Outcome, once
from games.locking import lock_seated
from games.models import Message, Mute, Report, Seat, Silence, Table
from games.phrases import PHRASES

AT_ONCE = 5
AT_ONCE_SECONDS = 10
MOST_MUTES = 1000
MOST_MARKS = 4  # upon one letter: no living script needs more

_OPEN = (Table.Status.OPEN, Table.Status.PLAYING, Table.Status.FINISHED)
# Letters by their category, that show nothing all the same: fillers, and the empty pattern of Braille.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"
_BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def say(
    *, table_id: UUID, player: User, phrase: str = "", text: str = "", keyed: Keyed | None = None
) -> Outcome:
    """Write a quick phrase or a text (exactly one of them) at one's table; 200 with the message's id.

    The answer holds no text, so that nothing stored keeps what is deleted. Raises InvalidMessage,
    TableNotFound, NotSeated, ChatOff, ChatClosed, Silenced, TooFast.
    """
    text = _checked(phrase, text)

    def act() -> tuple[UUID, Outcome]:
        hold(player)
        table = lock_seated(table_id, player)
        seat = selectors.own_seat(selectors.seats_of(table_id), player)
        now = clock()
        _require_chat(table)
        _require_voice(player, now)
        _require_patience(table, player, now)
        message = _write(table, seat, Message(player=player, phrase=phrase, text=text, at=now))
        return table.id, Outcome.of(200, {"accepted": {"message": str(message.pk), "seq": message.seq}})

    return once(player, keyed, act)


def messages_at(table_id: UUID, player: User) -> QuerySet[Message]:
    """What the player may read of their table's chat. Raises TableNotFound, NotSeated, ChatOff."""
    return chat_reads.heard_by(player).filter(table=_own_table(table_id, player))


def told(message: Message) -> dict[str, Any]:
    """A message of the list."""
    return {
        "message": str(message.pk),
        "seq": message.seq,
        "at": selectors.iso(message.at),
        "seat": message.seat,
        **chat_reads.said(message),
    }


def report(
    *, table_id: UUID, message_id: UUID, player: User, reason: str, keyed: Keyed | None = None
) -> Outcome:
    """Tell the operators of a message at one's table, also of somebody blocked; again changes nothing.

    Raises TableNotFound, NotSeated, ChatOff, MessageNotFound, Yourself.
    """

    def act() -> tuple[UUID, Outcome]:
        hold(player)
        table = _own_table(table_id, player)
        message = Message.objects.filter(table=table, pk=message_id, deleted_at=None).first()
        if message is None:
            raise exceptions.MessageNotFound
        if message.player_id == player.pk:
            raise Yourself
        found, _new = Report.objects.get_or_create(
            message=message, reporter=player, defaults={"reason": reason}
        )
        return table_id, Outcome.of(200, {"message": str(message.pk), "reason": found.reason})

    return once(player, keyed, act)


@transaction.atomic
def mute(*, player: User, username: str) -> tuple[Mute, bool]:
    """Read nothing more of what somebody writes. Returns the mute, and whether it is new.

    Raises PlayerNotFound, Yourself, OperatorNotMuted, TooMany, AccountGone.
    """
    other = find_player(username=username)
    if other == player:
        raise Yourself
    hold(player, other)
    if other.is_staff:
        raise exceptions.OperatorNotMuted
    there = Mute.objects.filter(player=player, muted=other).first()
    if there:
        return there, False
    if Mute.objects.filter(player=player).count() >= MOST_MUTES:
        raise TooMany
    return Mute.objects.create(player=player, muted=other), True


@transaction.atomic
def unmute(*, player: User, username: str) -> None:
    """Read again what somebody writes. Raises MuteNotFound, PlayerNotFound."""
    lifted, _rows = Mute.objects.filter(player=player, muted=find_player(username=username)).delete()
    if not lifted:
        raise exceptions.MuteNotFound


@transaction.atomic
def delete_by_operator(*, message_id: UUID, operator: User) -> bool:
    """Take a message out of everything that is read; False when it was already. The row stays for operators.

    Who waits at the table is woken: what is read again is without it.
    """
    message = Message.objects.select_related("table").get(pk=message_id)
    there = Message.objects.filter(pk=message_id, deleted_at=None)
    if not there.update(deleted_at=clock(), deleted_by=operator):
        return False
    events.wake_after_commit(message.table_id, message.table.version)
    return True


@transaction.atomic
def silence(*, person: User, operator: User, days: int) -> Silence:
    """Let somebody write nothing for so many days from now. Raises AccountGone."""
    hold(person)
    until = clock() + timedelta(days=days)
    found, _new = Silence.objects.update_or_create(person=person, defaults={"until": until, "by": operator})
    return found


def _checked(phrase: str, text: str) -> str:
    """The text as it is stored. Raises InvalidMessage."""
    if bool(phrase) == bool(text):
        raise _invalid("", "one_of_two", _("Either a phrase or a text is needed."))
    if phrase:
        if phrase not in PHRASES:
            raise _invalid("/phrase", "unknown", _("There is no such phrase."))
        return ""
    return _plain(_filtered(_plain(text)))


def _plain(text: str) -> str:
    """One line of characters that can be seen. Raises InvalidMessage; nothing is put right in silence."""
    if len(text) > LONGEST:
        raise _invalid("/text", "too_long", _("A message has at most 280 characters."))
    if any(letter in _BIDI or unicodedata.category(letter) in _UNWRITTEN for letter in text) or _towers(text):
        raise _invalid("/text", "characters", _("There are characters in it that cannot be written here."))
    if not any(_can_be_seen(letter) for letter in text):
        raise _invalid("/text", "blank", _("There is nothing to read in it."))
    return text


# Control characters (NUL and line breaks too), halves of pairs, private use, separators of lines.
_UNWRITTEN = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


def _towers(text: str) -> bool:
    """Whether accents are heaped upon a letter, which would cover the lines above and below."""
    marks = (len(list(run)) for is_mark, run in groupby(text, _is_mark) if is_mark)
    return any(height > MOST_MARKS for height in marks)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


def _can_be_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "ZCM" and letter not in _BLANK


def _filtered(text: str) -> str:
    """What the operator's word filter makes of a text, if there is one. Raises InvalidMessage."""
    if not settings.CHAT_FILTER:
        return text
    word_filter: Callable[[str], str | None] = import_string(settings.CHAT_FILTER)
    allowed = word_filter(text)
    if allowed is None:
        raise _invalid("/text", "filtered", _("That cannot be written here."))
    return allowed


def _invalid(pointer: str, code: str, detail: Any) -> exceptions.InvalidMessage:
    return exceptions.InvalidMessage(errors=[{"pointer": pointer, "code": code, "detail": str(detail)}])


def _own_table(table_id: UUID, player: User) -> Table:
    table = selectors.find_table(table_id, player, with_state=False)
    selectors.own_seat(selectors.seats_of(table_id), player)
    if not table.chat:
        raise exceptions.ChatOff
    return table


def _require_chat(table: Table) -> None:
    if not table.chat:
        raise exceptions.ChatOff
    if table.status not in _OPEN:
        raise exceptions.ChatClosed(extra={"table_status": table.status})


def _require_voice(player: User, now: datetime) -> None:
    found = Silence.objects.filter(person=player, until__gt=now).first()
    if found:
        raise exceptions.Silenced(extra={"until": selectors.iso(found.until)})


def _require_patience(table: Table, player: User, now: datetime) -> None:
    """At most AT_ONCE messages in AT_ONCE_SECONDS. The table's lock makes the count exact."""
    window = timedelta(seconds=AT_ONCE_SECONDS)
    recent = Message.objects.filter(table=table, player=player, at__gt=now - window).order_by("-at")
    times = list(recent.values_list("at", flat=True)[:AT_ONCE])
    if len(times) == AT_ONCE:
        refused = exceptions.TooFast()
        refused.retry_after = max(1, math.ceil((times[-1] + window - now).total_seconds()))
        raise refused


def _write(table: Table, seat: Seat, message: Message) -> Message:
    """The row, and its event with nothing but the id."""
    drafted = seating.event("message", seat.number, {"message": str(message.pk)})
    [row] = record.log_events(table, [drafted], now=message.at)
    message.table, message.seat, message.seq = table, seat.number, row.seq
    message.save(force_insert=True)
    table.save(update_fields=["version"])
    events.wake_after_commit(table.id, table.version)
    return message
