"""Who reads what of the chat. Nothing here writes or locks.

A message is told as it stands now: its sender's name, the phrase in the reader's language. One that an
operator has deleted, or whose sender the reader has blocked or muted, is not told at all (F84).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors import blocked_by, player_name
from games.models import Event, Message, Mute
from games.phrases import PHRASES


def muted_by(player: User) -> QuerySet[Mute, UUID]:
    """The ids of those whom the player has muted; an operator is heard all the same."""
    return Mute.objects.filter(player=player).exclude(muted__is_staff=True).values_list("muted", flat=True)


def mutes_of(player: User) -> QuerySet[Mute]:
    """Whom the player has muted, with them."""
    return Mute.objects.filter(player=player, muted__is_active=True).select_related("muted")


def heard_by(player: User) -> QuerySet[Message]:
    """The messages that the player may read, at whatever table, with their senders."""
    messages = Message.objects.filter(deleted_at=None).select_related("player")
    return messages.exclude(player__in=blocked_by(player)).exclude(player__in=muted_by(player))


def mentioned_in(rows: Iterable[Event], player: User | None) -> dict[str, Message]:
    """By id, the messages that these rows of the log tell this reader of; who has no seat hears nothing."""
    ids = [row.data["message"] for row in rows if row.type == "message"]
    if player is None or not ids:
        return {}
    return {str(message.pk): message for message in heard_by(player).filter(pk__in=ids)}


def said(message: Message) -> dict[str, Any]:
    """Who says what: `text` is for people, also where a phrase was chosen."""
    who = {"player": player_name(message.player)}
    if message.phrase:
        return {**who, "phrase": message.phrase, "text": str(PHRASES.get(message.phrase, message.phrase))}
    return {**who, "text": message.text}


def event_part(message: Message | None) -> dict[str, Any]:
    """What an event tells of a message; of one that is not for this reader nothing, not even the seat."""
    if message is None:
        return {"data": {}}
    return {"seat": message.seat, "data": {"message": str(message.pk), **said(message)}}
