"""Becoming somebody, and finding a table."""

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any

from musapi.play.api import Api, Refused
from musapi.play.keep import Keep
from musapi.play.options import new_table
from musapi.play.sight import View, name_of, stood_in_for
from musapi.play.words import Words, _

TABLE_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
Ask = Callable[[str, Sequence[str]], int]
"""Put a question with its choices to the person; gives the place of the one chosen."""


def arrive(api: Api, keep: Keep, *, anew: bool) -> None:
    """Be who one was here, or a new guest. Raises Refused, Unreachable."""
    if anew:
        keep.forget()
    if keep.token and _is_known(api, keep.token):
        return
    api.sign_out()
    token = api.post("/auth/guest")["token"]
    keep.remember(token)
    api.sign_in(token)


def _is_known(api: Api, token: str) -> bool:
    api.sign_in(token)
    try:
        api.get("/me")
    except Refused as refusal:
        if refusal.status != 401:
            raise
        return False
    return True


def find_table(api: Api, asked: argparse.Namespace, words: Words, ask: Ask) -> View:
    """The table to sit at: the one asked for, the match that goes on, or a new one. Raises Refused."""
    if asked.join:
        return join(api, asked.join, asked.seed)
    if asked.list:
        return _choose(api, asked, words, ask)
    going_on = api.get("/me/tables", status="playing")["results"]
    if going_on:
        view = _resume(api, going_on[0]["id"], words, ask, auto=asked.auto)
        if view is not None:
            return view
    return _open(api, asked)


def _open(api: Api, asked: argparse.Namespace) -> View:
    view: View = api.post("/tables", new_table(asked))
    return view


def join(api: Api, where: str, seed: str | None) -> View:
    """Sit down by a table's id or its join code; where one sits already, come back. Raises Refused."""
    given = {"client_seed": seed} if seed else {}
    try:
        if not TABLE_ID.fullmatch(where):
            view: View = api.post("/tables/join", {"code": where, **given})
            return view
        view = api.post(f"/tables/{where}/join", given)
    except Refused as refusal:
        if refusal.code != "table.already_seated" or not TABLE_ID.fullmatch(where):
            raise
        view = api.get(f"/tables/{where}")
    return view


def _resume(api: Api, table: str, words: Words, ask: Ask, *, auto: bool) -> View | None:
    """The match that goes on; where a stand-in plays it, only if the person wants to come back."""
    view: View = api.get(f"/tables/{table}")
    if not stood_in_for(view):
        return view
    choices = [words.say(_("come back")), words.say(_("a new table"))]
    if not auto and ask(words.say(_("A stand-in plays your match.")), choices) == 1:
        return None
    back: View = api.post(f"/tables/{table}/return")
    return back


def _choose(api: Api, asked: argparse.Namespace, words: Words, ask: Ask) -> View:
    """A table among those that wait for people, or a new one."""
    tables = api.get("/tables", status="open")["results"]
    choices = [words.say(_("a new table")), *(_described(table, words) for table in tables)]
    chosen = ask(words.say(_("Which table?")), choices)
    return _open(api, asked) if chosen == 0 else join(api, tables[chosen - 1]["id"], asked.seed)


def _described(table: dict[str, Any], words: Words) -> str:
    people = [name_of(table, seat["seat"], words) for seat in table["seats"] if seat["kind"] != "empty"]
    return f"{', '.join(people)} · {table['ruleset']} · {table['turn_seconds']} s"
