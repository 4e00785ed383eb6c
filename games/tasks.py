"""Celery tasks: they take ids and call the services that everybody calls."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.conf import settings

from games import clock, moves, ratings


@shared_task(name="games.tasks.bot_turn", time_limit=int(settings.BOT_RETRY))
def bot_turn(table_id: str, turn: int) -> None:
    """Let the bots that question `turn` asks choose and play.

    One that hangs is killed before it is started again: the bots of one table never hold two processes.
    """
    moves.answer_with_bots(table_id=UUID(table_id), turn=turn)


@shared_task(name="games.tasks.rate")
def rate(table_id: str) -> None:
    """Rate a match that has ended."""
    ratings.rate(table_id=UUID(table_id))


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Do what the clock finds due."""
    clock.sweep()
