"""`python -m musapi.play`: Mus in a terminal, against a server that runs already."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue

from rich.console import Console

from musapi.play.api import PATIENCE, Api, Refused, Unreachable
from musapi.play.game import Game
from musapi.play.keep import Keep
from musapi.play.lobby import arrive, find_table
from musapi.play.options import parser
from musapi.play.results import hand_result, match_result
from musapi.play.terminal import Face, FullScreen, Inbox, PlainLines
from musapi.play.words import Words, _

BEFORE_THE_START = 2.0  # seconds: there may well be no server at all
INTERRUPTED = 130  # as shells say it of Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; gives the exit code."""
    asked = parser().parse_args(arguments)
    words, console = Words(asked.lang), Console(highlight=False, markup=False)
    api = Api(asked.url, asked.lang)
    try:
        _play(api, asked, words, console)
    except Refused as refusal:
        console.print(refusal.detail, style="bold red")
    except Unreachable as trouble:
        hint = words.say(_("Start a server with ./run in another terminal."))
        console.print(f"{trouble} {hint}", style="bold red", soft_wrap=True)
    except (KeyboardInterrupt, EOFError):
        return INTERRUPTED
    else:
        return 0
    return 1


def _play(api: Api, asked: argparse.Namespace, words: Words, console: Console) -> None:
    api.patience = BEFORE_THE_START
    arrive(api, Keep(asked.token_file, asked.url), anew=asked.new)
    api.patience = PATIENCE

    def ask(question: str, choices: Sequence[str]) -> int:
        return _ask(console, question, choices)

    queue: Inbox = SimpleQueue()
    view = find_table(api, asked, words, ask)
    game = Game(api, words, queue, view, asked)
    face = _face(asked, console, words, queue)
    try:
        game.play(face)
    finally:
        _farewell(console, game, face, words)


def _face(asked: argparse.Namespace, console: Console, words: Words, queue: Inbox) -> Face:
    """A whole screen where there is one, else lines."""
    whole = sys.stdin.isatty() and console.is_terminal and os.environ.get("TERM") != "dumb"
    if whole and not asked.plain:
        return FullScreen(console, words, queue)
    return PlainLines(console, words, queue, unattended=asked.auto and not sys.stdin.isatty())


def _farewell(console: Console, game: Game, face: Face, words: Words) -> None:
    """What stays there when a screen of its own is gone."""
    over = game.shown.view["status"] in ("finished", "abandoned")
    if over and isinstance(face, FullScreen):
        for line in hand_result(game.shown.view, game.result, words, console.width) if game.result else ():
            line.rstrip()
            console.print(line)
        console.print(match_result(game.shown.view, words))
    elif not over:
        console.print(words.say(_("The match goes on. The same command brings you back to it.")))


def _ask(console: Console, question: str, choices: Sequence[str]) -> int:
    """A question before the match, by lines; the first choice for who only presses Enter."""
    console.print(question, style="bold")
    for place, choice in enumerate(choices, 1):
        console.print(f" {place}  {choice}")
    while True:
        typed = input("> ").strip() or "1"
        with suppress(ValueError):
            if 1 <= int(typed) <= len(choices):
                return int(typed) - 1


if __name__ == "__main__":
    sys.exit(main())
