"""The command line."""

import argparse
import json
import os
from pathlib import Path
from typing import Any

from musapi.play.keep import default_path
from musapi.play.words import LANGUAGES, spoken_here


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    made = argparse.ArgumentParser(
        prog="play", description="Mus in a terminal: you, a bot as your partner, and two bots against you."
    )
    port = os.environ.get("PORT") or "8000"
    made.add_argument("--url", default=f"http://127.0.0.1:{port}", help="the server (default: %(default)s)")
    made.add_argument("--lang", choices=LANGUAGES, default=spoken_here(), help="default: %(default)s")
    made.add_argument("--join", metavar="CODE|TABLE", help="sit down at a table by its join code or id")
    made.add_argument("--list", action="store_true", help="choose among the tables that wait for people")
    made.add_argument("--new", action="store_true", help="be a new guest, and forget who you were here")
    made.add_argument("--auto", action="store_true", help="let the client play by itself")
    made.add_argument("--pace", type=float, default=0.8, help="seconds between moves of --auto")
    made.add_argument("--plain", action="store_true", help="print line by line, as it does into a pipe")
    made.add_argument("--token-file", type=Path, default=default_path(), help="default: %(default)s")
    table = made.add_argument_group("a new table")
    table.add_argument("--ruleset", default="gametwist", help="gametwist or traditional")
    table.add_argument("--level", default="casual", help="of the bots: novice or casual")
    table.add_argument("--partner", choices=("bot", "person"), default="bot", help="who sits opposite")
    table.add_argument("--turn-seconds", type=int, default=120, help="time for a question")
    table.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE",
                       help="an option of the ruleset, as in target=25; again for more")  # fmt: skip
    table.add_argument("--seed", help="your own part in every shuffle of the match, up to 64 characters")
    return made


def _option(text: str) -> tuple[str, Any]:
    """NAME=VALUE; the value as JSON, or else as text. Raises ArgumentTypeError."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def new_table(asked: argparse.Namespace) -> dict[str, Any]:
    """The body that opens the table asked for; with a person as partner it waits for one."""
    bot = {"bot": asked.level}
    partner = bot if asked.partner == "bot" else None
    seed = {"client_seed": asked.seed} if asked.seed else {}
    return {
        "ruleset": asked.ruleset,
        "options": dict(asked.option),
        "turn_seconds": asked.turn_seconds,
        "visibility": "public" if asked.partner == "bot" else "private",
        "seats": [None, bot, partner, bot],
        **seed,
    }
