"""What the tables keep of people: sections of an export, and what becomes of the rows when somebody leaves.

An export shows what the API shows the person anyway. It is built by the same selectors, so that no card of
another seat and no master of a match that is not finished can be in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from accounts.holdings import Fate, Holding, Keeper
from accounts.models import User
from games import departure, notices, selectors, standings, statistics
from games.models import (
    Answer,
    Ban,
    Event,
    Hand,
    Message,
    Mute,
    PartnerSign,
    QueueEntry,
    RatingChange,
    Report,
    Seat,
    Silence,
    Table,
)
from games.rating_models import points
from games.selectors import iso

_AT_A_TIME = 200


def tables_of(person: User) -> Iterator[dict[str, Any]]:
    """Every table where the person sits, that waits for them, or that they opened, the oldest first."""
    his = Q(seats__player=person) | Q(seats__reserved_for=person) | Q(creator=person)
    his |= Q(seats__coming=person)
    ids = Table.objects.filter(his).order_by("pk").values_list("pk", flat=True).distinct()
    for table_id in ids.iterator(_AT_A_TIME):
        yield _table(Table.objects.get(pk=table_id), person)


def _table(table: Table, person: User) -> dict[str, Any]:
    seats = selectors.seats_of(table.id)
    seat = selectors.seat_of(seats, person)
    told: dict[str, Any] = {
        "creator": table.creator_id == person.id,
        "reserved": any(other.reserved_for_id == person.id for other in seats),
        "coming": any(other.coming_id == person.id for other in seats),
    }
    if seat is None:
        return {**told, "table": selectors.summary_of(table, seats)}
    hands = selectors.hands_in_full(table, list(Hand.objects.filter(table=table)))
    return {
        **told,
        "table": selectors.view_of(table, seats, seat),
        "seat": seat.number,
        "client_seed": seat.client_seed,
        "signs": _signs(table, seat),
        "proof": selectors.proof_of(table),
        "hands": hands,
    }


def _signs(table: Table, seat: Seat) -> list[dict[str, Any]]:
    """The seat's own signs: those that all could see, and those for the partner."""
    seen = Event.objects.filter(table=table, type="sign", seat=seat.number)
    for_partner = PartnerSign.objects.filter(table=table, seat=seat.number).order_by("at")
    return [{"at": iso(event.at), "hand": event.hand, "gesture": event.data["gesture"]} for event in seen] + [
        {"at": iso(sign.at), "hand": sign.hand, "gesture": sign.gesture} for sign in for_partner
    ]


def log_of(person: User) -> Iterator[dict[str, Any]]:
    """Everything that the log has of the person: sitting down, leaving, and every action with its cards."""
    rows = Event.objects.filter(player=person).order_by("pk")
    for row in rows.iterator(_AT_A_TIME):
        own = row.private.get(str(row.seat), {})
        data = {name: value for name, value in row.data.items() if name != "player"}
        yield {
            "table": str(row.table_id),
            "seq": row.seq,
            "at": iso(row.at),
            "type": row.type,
            "seat": row.seat,
            "data": {**data, **own},
        }


def answers_of(person: User) -> Iterator[dict[str, Any]]:
    """Which of the person's requests have a stored answer; what it says, the tables say."""
    for row in Answer.objects.filter(player=person).defer("body").order_by("pk").iterator(_AT_A_TIME):
        yield {
            "table": row.table_id and str(row.table_id),
            "key": row.key,
            "status": row.status,
            "at": iso(row.created_at),
        }


def ratings_of(person: User) -> Iterator[dict[str, Any]]:
    """How strong the person is, and what each match made of that."""
    for rating in standings.ratings_of(person):
        changes = RatingChange.objects.filter(rating__user=person, rating__ruleset=rating["ruleset"])
        yield {**rating, "changes": [_change(change) for change in changes.order_by("pk")]}


def _change(change: RatingChange) -> dict[str, Any]:
    return {
        "table": str(change.table_id),
        "seat": change.seat,
        "at": iso(change.at),
        "before": points(change.mu_before),
        "after": points(change.mu_after),
    }


def bans_of(person: User) -> Iterator[dict[str, Any]]:
    """The tables that the person was sent away from for good."""
    for ban in Ban.objects.filter(person=person).order_by("pk"):
        yield {"table": str(ban.table_id), "at": iso(ban.created_at)}


def queue_of(person: User) -> Iterator[dict[str, Any]]:
    """What the person waits for, or has waited for last."""
    for entry in QueueEntry.objects.filter(person=person):
        yield {
            "ruleset": entry.ruleset,
            "turn_seconds": entry.turn_seconds,
            "since": iso(entry.since),
            "table": entry.table_id and str(entry.table_id),
        }


def notices_of(person: User) -> Iterator[dict[str, Any]]:
    """What the person has been told of, as they can still read it."""
    number, last = notices.first_kept(person) - 1, notices.last_seq(person)
    while number < last and (told := notices.after(person, number, _AT_A_TIME)):
        yield from told
        number = told[-1]["seq"]


def messages_of(person: User) -> Iterator[dict[str, Any]]:
    """What the person has written, also what an operator has taken out."""
    for message in Message.objects.filter(player=person).order_by("pk").iterator(_AT_A_TIME):
        yield {
            "table": str(message.table_id),
            "message": str(message.pk),
            "at": iso(message.at),
            "seat": message.seat,
            **({"phrase": message.phrase} if message.phrase else {"text": message.text}),
            **({"deleted_at": iso(message.deleted_at)} if message.deleted_at else {}),
        }


def reports_of(person: User) -> Iterator[dict[str, Any]]:
    """Which messages the person has reported; what they say is others'."""
    for report in Report.objects.filter(reporter=person).order_by("pk"):
        yield {"message": str(report.message_id), "reason": report.reason, "at": iso(report.at)}


def mutes_of(person: User) -> Iterator[dict[str, Any]]:
    """Whom the person has muted; who has muted the person is the other's to know."""
    for mute in Mute.objects.filter(player=person).select_related("muted").order_by("pk"):
        yield {"username": mute.muted.username, "since": iso(mute.created_at)}


def silences_of(person: User) -> Iterator[dict[str, Any]]:
    """Until when an operator has decided that the person writes nothing."""
    for silence in Silence.objects.filter(person=person):
        yield {"until": iso(silence.until), "at": iso(silence.at)}


KEEPER = Keeper(
    holdings=(
        Holding(
            "tables",
            tables_of,
            {
                "games.Table.creator": Fate.KEPT,
                "games.Seat.player": Fate.KEPT,
                "games.Seat.reserved_for": Fate.CLEARED,
                "games.Seat.coming": Fate.CLEARED,
            },
        ),
        Holding("log", log_of, {"games.Event.player": Fate.KEPT}),
        Holding("answers", answers_of, {"games.Answer.player": Fate.DELETED}),
        Holding("ratings", ratings_of, {"games.Rating.user": Fate.DELETED}),
        Holding("statistics", statistics.statistics_of, {"games.Statistics.user": Fate.DELETED}),
        Holding(
            "messages",
            messages_of,
            {"games.Message.player": Fate.DELETED, "games.Message.deleted_by": Fate.CLEARED},
        ),
        Holding("bans", bans_of, {"games.Ban.person": Fate.DELETED}),
        Holding(
            "queue",
            queue_of,
            {"games.QueueEntry.person": Fate.DELETED, "games.QueueEntry.partner": Fate.CLEARED},
        ),
        Holding(
            "notices",
            notices_of,
            {
                "games.Notice.person": Fate.DELETED,
                "games.Notice.other": Fate.CLEARED,
                "games.NoticeCount.person": Fate.DELETED,
            },
        ),
        Holding("reports", reports_of, {"games.Report.reporter": Fate.CLEARED}),
        Holding("mutes", mutes_of, {"games.Mute.player": Fate.DELETED, "games.Mute.muted": Fate.DELETED}),
        Holding(
            "silences",
            silences_of,
            {"games.Silence.person": Fate.DELETED, "games.Silence.by": Fate.CLEARED},
        ),
    ),
    leave=departure.leave_tables,
    ties=departure.unfinished_tables,
)
