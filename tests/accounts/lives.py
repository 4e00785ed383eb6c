"""Somebody who has been everywhere: a row in every table that can refer to a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import friends, selectors, services
from accounts.devices import Device
from accounts.models import AccountSignal, User
from games import chat
from games.models import Table
from musapi.ids import uuid7
from musapi.origin import Origin
from push.models import PushDevice
from tests.accounts.people import API, PASSWORD, person, phone, sign_up

NAME, EMAIL, DEVICE = "Zubizarreta", "zubi@example.org", "Zubi's telephone"
WRITTEN = "I live in Azpeitia"
PUSH_TOKEN = "zubis-token-at-firebase"
FOUR: dict[str, Any] = {"turn_seconds": 86400, "seats": [None] * 4}
FOR_PARTNERS = {"signs_visible_to": "partner"}


def references() -> dict[str, models.Field[Any, Any]]:
    """Every foreign key to the user that the models have, as "app.Model.field"."""
    return {
        f"{model._meta.label}.{field.name}": field
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model is User
    }


def rows(reference: str, who: User) -> models.QuerySet[Any]:
    """The rows that refer to somebody by this key."""
    field = references()[reference]
    return field.model._base_manager.filter(**{field.name: who})


@dataclass
class Life:
    """A person with a phone, three others with theirs, and the tables that they have sat at."""

    session: services.Session
    others: list[services.Session]
    opened: UUID
    visited: UUID
    left: UUID
    playing: UUID
    finished: UUID
    rematch: UUID
    parked: UUID
    awaited: UUID | None = None

    @property
    def person(self) -> User:
        return self.session.player

    @property
    def phone(self) -> APIClient:
        return phone(self.session)

    def phones(self) -> list[APIClient]:
        """Those of all four, by their seats in matches."""
        return [phone(session) for session in (self.session, *self.others)]

    def tables(self) -> Iterator[UUID]:
        yield from (self.opened, self.visited, self.left, self.playing)
        yield from (self.finished, self.rematch, self.parked)
        if self.awaited:
            yield self.awaited


def post(client: APIClient, path: str, body: Any = None) -> Any:
    """A POST under a key, so that the answer is stored."""
    answer = client.post(f"{API}/{path}", body or {}, headers={"Idempotency-Key": str(uuid4())})
    assert answer.status_code in {200, 201}, answer.content
    return answer.json()


def open_table(client: APIClient, *others: APIClient, **settings: Any) -> UUID:
    """A table where all of these sit, in this order."""
    table = post(client, "tables", {**FOUR, **settings})["id"]
    for other in others:
        post(other, f"tables/{table}/join")
    return UUID(table)


def finish(table: UUID, *pair: APIClient) -> UUID:
    """The pair gives the match up."""
    for client in pair:
        post(client, f"tables/{table}/resign")
    return table


def lead() -> Life:
    """Live it."""
    person("iker")  # who is older than anybody
    device = Device(DEVICE, Origin("192.0.2.1", "MusPhone"))
    session = services.register(username=NAME, password=PASSWORD, email=EMAIL, device=device)
    services.change_preferences(user=session.player, locale="eu", show_hints=False)
    others = [sign_up(name, "192.0.2.1", "MusPhone") for name in ("bea", "cleo", "dani")]
    own, *theirs = (phone(one) for one in (session, *others))
    _know_people(session.player, [one.player for one in others])
    token = selectors.devices_of(session.player).get()
    PushDevice.objects.create(token=token, kind="fcm", address=PUSH_TOKEN, mark="x")
    _serve(session.player, others[0].player)
    left = open_table(theirs[0], own)
    post(own, f"tables/{left}/leave")
    finished = finish(open_table(own, *theirs), own, theirs[1])
    life = Life(
        session=session,
        others=others,
        opened=open_table(own, theirs[0]),
        visited=open_table(theirs[0], own),
        left=left,
        playing=_play(open_table(own, *theirs), own, *theirs),
        finished=finished,
        rematch=UUID(post(theirs[0], f"tables/{finished}/rematch")["id"]),
        parked=_park(_play(open_table(own, *theirs, options=FOR_PARTNERS), own, *theirs)),
    )
    _chat(life)
    _wait_for_a_bots_seat(life)
    _fill_in(life)
    return life


def _chat(life: Life) -> None:
    """Something written, reported and muted, in both directions, and what an operator does about it."""
    own, other = life.person, life.others[0].player
    phones = life.phones()
    post(phones[0], f"tables/{life.playing}/messages", {"text": WRITTEN})
    theirs = post(phones[1], f"tables/{life.playing}/messages", {"phrase": "hello"})["accepted"]["message"]
    post(phones[0], f"tables/{life.playing}/messages/{theirs}/report", {"reason": "other"})
    chat.mute(player=own, username="cleo")
    chat.mute(player=other, username=own.username)
    chat.delete_by_operator(message_id=UUID(theirs), operator=own)
    chat.silence(person=own, operator=other, days=1)
    chat.silence(person=other, operator=own, days=1)


def _wait_for_a_bots_seat(life: Life) -> None:
    """At a table of somebody else that is being played."""
    bot, phones = {"bot": "novice"}, life.phones()
    table = post(phones[1], "tables", {**FOUR, "seats": [None, bot, bot, bot]})["id"]
    post(phones[0], f"tables/{table}/join")
    life.awaited = UUID(table)


def _fill_in(life: Life) -> None:
    """What such a life leaves no trace in gets a made-up row."""
    for reference, field in references().items():
        if not rows(reference, life.person).exists():
            _make_up(field, life)


def _make_up(key: models.ForeignKey[Any, Any], life: Life) -> None:
    """A row that refers to the person by this key, to the running match and to others by its other keys."""
    row = key.model(**{key.name: life.person})
    for field in key.model._meta.concrete_fields:
        needed = not (field.has_default() or field.null or field.blank or field.primary_key)
        if field is not key and needed:
            setattr(row, field.name, _value_for(field, life))
    row.save()


def _value_for(field: models.Field[Any, Any], life: Life) -> Any:
    if isinstance(field, models.ForeignKey):
        wanted = field.related_model
        if wanted is User:
            return life.others[0].player
        return Table.objects.get(pk=life.playing) if wanted is Table else wanted._base_manager.earliest("pk")
    if field.choices:
        return next(iter(field.choices))[0]
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    return {"CharField": "x", "TextField": "x", "UUIDField": uuid7()}.get(field.get_internal_type(), 1)


def _know_people(who: User, others: list[User]) -> None:
    """A friend (each the other's partner), requests and blocks, in both directions."""
    friend = others[0]
    friends.ask(sender=who, username=friend.username)
    friends.ask(sender=friend, username=who.username)
    friends.choose_partner(person=who, username=friend.username)
    friends.choose_partner(person=friend, username=who.username)
    friends.ask(sender=who, username=person("eli").username)
    friends.ask(sender=person("fermin"), username=who.username)
    friends.block(person=who, username=person("gorka").username)
    friends.block(person=person("haizea"), username=who.username)
    elder, younger = User.objects.get(username="iker"), person("jone")
    AccountSignal.objects.create(first=elder, second=who, table=uuid7(), kind="network")
    AccountSignal.objects.create(first=who, second=younger, table=uuid7(), kind="device")


def _serve(who: User, other: User) -> None:
    """Rights in the admin site, something done there, and something done there to the account."""
    who.groups.add(Group.objects.create(name="referees"))
    who.user_permissions.add(Permission.objects.earliest("pk"))
    users = ContentType.objects.get_for_model(User)
    about = {"content_type": users, "action_flag": CHANGE, "change_message": "[]"}
    LogEntry.objects.create(user=who, object_id=str(other.pk), object_repr=str(other), **about)
    LogEntry.objects.create(user=other, object_id=str(who.pk), object_repr=str(who), **about)


def _play(table: UUID, *four: APIClient) -> UUID:
    """The first seat makes a sign; all say mus and throw a card away, until the first has done so."""
    own = four[0]
    post(own, f"tables/{table}/signs", {"gesture": "wink"})
    said = ""
    while said != "discard":
        turn = own.get(f"{API}/tables/{table}").json()["turn"]
        asked = turn["seats"][0]
        view = four[asked].get(f"{API}/tables/{table}").json()
        kind = view["legal_actions"][0]["type"]
        cards = {"cards": view["hand"]["your_cards"][:1]} if kind == "discard" else {}
        post(four[asked], f"tables/{table}/actions", {"turn": turn["id"], "type": kind, **cards})
        said = kind if asked == 0 else ""
    return table


def _park(table: UUID) -> UUID:
    row = Table.objects.get(pk=table)
    row.status = Table.Status.PARKED
    row.stop_clock()
    row.save()
    return table
