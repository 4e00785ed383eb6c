"""Addresses under /api/v1."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from games import (
    chat_views,
    company_views,
    feed_views,
    hint_views,
    player_views,
    queue_views,
    rule_views,
    views,
)
from musapi.converters import IdConverter as IdConverter


class SeatConverter(IntConverter):
    """A seat's number; there is nothing at the address of a fifth one."""

    regex = "[0-3]"


register_converter(SeatConverter, "seat")

urlpatterns = [
    path("tables", views.Tables.as_view()),
    path("tables/join", views.JoinWithCode.as_view()),
    path("tables/<id:table_id>", views.TableDetail.as_view(), name="table"),
    path("tables/<id:table_id>/join", views.Join.as_view()),
    path("tables/<id:table_id>/leave", views.Leave.as_view()),
    path("tables/<id:table_id>/start", views.Start.as_view()),
    path("tables/<id:table_id>/return", views.Return.as_view()),
    path("tables/<id:table_id>/resign", views.Resign.as_view()),
    path("tables/<id:table_id>/rematch", views.Rematch.as_view()),
    path("tables/<id:table_id>/seats/<seat:number>/bot", views.SeatBot.as_view()),
    path("tables/<id:table_id>/seats/<seat:number>/invite", company_views.InviteToSeat.as_view()),
    path("tables/<id:table_id>/seats/<seat:number>/kick", company_views.KickFromSeat.as_view()),
    path("tables/<id:table_id>/decline", company_views.Decline.as_view()),
    path("tables/<id:table_id>/actions", views.Actions.as_view()),
    path("tables/<id:table_id>/signs", views.Signs.as_view()),
    path("tables/<id:table_id>/hints", hint_views.Hints.as_view()),
    path("tables/<id:table_id>/hints/hide", hint_views.HideHints.as_view()),
    path("tables/<id:table_id>/messages", chat_views.Messages.as_view()),
    path("tables/<id:table_id>/messages/<id:message_id>/report", chat_views.ReportMessage.as_view()),
    path("tables/<id:table_id>/events", feed_views.Events.as_view()),
    path("tables/<id:table_id>/stream", feed_views.Stream.as_view()),
    path("tables/<id:table_id>/hands", views.Hands.as_view()),
    path("tables/<id:table_id>/hands/<int:number>", views.HandDetail.as_view()),
    path("me/tables", views.MyTables.as_view()),
    path("me/invitations", company_views.Invitations.as_view()),
    path("me/turns", views.MyTurns.as_view(), name="my_turns"),
    path("me/events", feed_views.MyEvents.as_view()),
    path("me/stream", feed_views.MyStream.as_view()),
    path("players/<str:username>", player_views.Player.as_view()),
    path("players/<str:username>/stats", player_views.PlayerStatistics.as_view()),
    path("mutes", chat_views.Mutes.as_view()),
    path("mutes/<str:username>", chat_views.MuteDetail.as_view()),
    path("phrases", chat_views.Phrases.as_view()),
    path("queue", queue_views.Queue.as_view()),
    path("queue/bots", queue_views.QueueBots.as_view()),
    path("leaderboard", player_views.Leaderboard.as_view()),
    path("rulesets", rule_views.Rulesets.as_view()),
    path("rulesets/<str:name>", rule_views.Ruleset.as_view()),
    path("signs", rule_views.Gestures.as_view()),
]
