"""The feeds over HTTP: by poll, and as a stream. Here they answer at once; the front makes them wait."""

from __future__ import annotations

import re
from uuid import UUID

from django.http import StreamingHttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from games import events, feed, own_feed
from games.pulse import Watched, pulse_of
from games.schema import feed_operations
from games.serializers import EventsQuery, OwnEventsQuery, StreamQuery
from musapi.eventstream import EventStreamRenderer, stream_of
from musapi.front.listening import Listening, listening_of
from musapi.refusals import MalformedRequest

_CURSOR = re.compile(r"[0-9]{1,18}")


def cursor_of(request: Request) -> int | None:
    """Where a stream goes on: `Last-Event-ID`, or else `after`. Raises MalformedRequest, InvalidRequest."""
    asked: int | None = StreamQuery.read(request.query_params).get("after")
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return asked
    if not _CURSOR.fullmatch(header):
        raise MalformedRequest(_("Last-Event-ID must be the id of an event."))
    return int(header)


def watched_by(request: PlayerRequest, table_id: UUID | None) -> Watched:
    """What an answer to this request depends on."""
    return Watched(request.auth.digest, request.user.pk, table_id)


def listen(request: PlayerRequest, table_id: UUID | None = None) -> Listening:
    """What the front and a view share about this request: who waits, and what may wake them."""
    channels = [events.channel(table_id)] if table_id else []
    listening = listening_of(request._request)
    listening.person = str(request.user.pk)
    listening.channels = frozenset((*channels, events.person_channel(request.user.pk)))
    listening.watched = watched_by(request, table_id)
    return listening


def listen_on(request: PlayerRequest, table_id: UUID | None = None) -> Listening:
    """The same for a stream. When it begins, the pulse of what it watches is taken before the first look."""
    listening = listen(request, table_id)
    if listening.memory is None:
        listening.memory = feed.Memory(after=cursor_of(request))
        listening.pulse = pulse_of(watched_by(request, table_id))
    return listening


class Events(APIView):
    @feed_operations.read_events
    def get(self, request: PlayerRequest, table_id: UUID) -> Response:
        query = EventsQuery.read(request.query_params)
        listening = listen(request, table_id)
        listening.memory = listening.memory or feed.Memory()
        answer, news = feed.events(
            table_id=table_id,
            player=request.user,
            after=query["after"],
            with_view=query["view"],
            memory=listening.memory,
        )
        listening.nothing_new = not news
        return Response(answer)


class Stream(APIView):
    renderer_classes = [EventStreamRenderer]

    @feed_operations.stream_events
    def get(self, request: PlayerRequest, table_id: UUID) -> StreamingHttpResponse:
        listening = listen_on(request, table_id)
        told = feed.told_since(
            table_id=table_id,
            player=request.user,
            memory=listening.memory,
            with_state=listening.woken or not listening.repeated,
        )
        listening.more = told.more
        return stream_of(told.messages)


class MyEvents(APIView):
    @feed_operations.my_events
    def get(self, request: PlayerRequest) -> Response:
        query = OwnEventsQuery.read(request.query_params)
        listening = listen(request)
        answer = own_feed.events(person=request.user, after=query["after"])
        listening.nothing_new = not answer["events"]
        return Response(answer)


class MyStream(APIView):
    renderer_classes = [EventStreamRenderer]

    @feed_operations.stream_my_events
    def get(self, request: PlayerRequest) -> StreamingHttpResponse:
        listening = listen_on(request)
        told = own_feed.told_since(person=request.user, memory=listening.memory)
        listening.more = told.more
        return stream_of(told.messages)
