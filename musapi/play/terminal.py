"""The person's end: a terminal that is drawn again at every change, or plain lines in and out (pipes)."""

import codecs
import os
import re
import signal
import sys
import termios
import threading
import tty
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Protocol, Self, TypeAlias

from rich.console import Console
from rich.live import Live
from rich.text import Text

from musapi.play.board import score_line, table
from musapi.play.lines import Lines, plain
from musapi.play.results import hand_result, match_result
from musapi.play.screen import Shown, frame, offered, own_cards, question_line, tip_lines
from musapi.play.sight import is_asked, turn_id
from musapi.play.words import Words

END = "\x04"  # Ctrl-D
_BACKSPACES = "\x7f\x08"
_CLEAR = "\x15\x17"  # Ctrl-U, Ctrl-W
LONGEST_LINE = 500
_NO_CHARACTERS = re.compile(
    r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.)?"
)  # arrows, function keys, what mice and pastes send

Inbox: TypeAlias = "SimpleQueue[tuple[str, Any]]"
"""What the main thread works off, each with its kind; a queue that also a signal's handler may put into."""


class Face(Protocol):
    """What a match is shown on. Lines that are typed are put into the queue as ("line", text)."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *failure: object) -> None: ...
    def show(self, shown: Shown) -> None: ...
    def key(self, key: str) -> bool: ...


class Editor:
    """The line being typed."""

    def __init__(self) -> None:
        self.text = ""

    def key(self, key: str) -> str | None:
        """Take one character; gives the line when it is complete."""
        if key in "\r\n":
            line, self.text = self.text, ""
            return line
        if key in _BACKSPACES:
            self.text = self.text[:-1]
        elif key in _CLEAR:
            self.text = ""
        elif key.isprintable() and len(self.text) < LONGEST_LINE:
            self.text += key
        return None


class FullScreen:
    """A terminal of its own (the alternate screen); keys are read singly, so drawing anew harms nothing."""

    def __init__(self, console: Console, words: Words, queue: Inbox) -> None:
        self.console, self.words, self.queue = console, words, queue
        self.editor = Editor()
        self.live = Live(
            console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        self.input = sys.stdin.fileno()
        self.before = termios.tcgetattr(self.input)

    def __enter__(self) -> Self:
        tty.setcbreak(self.input)
        signal.signal(signal.SIGWINCH, lambda *_: self.queue.put(("resize", None)))
        self.live.start()
        threading.Thread(target=self._read_keys, daemon=True, name="keys").start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.live.stop()
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        termios.tcsetattr(self.input, termios.TCSADRAIN, self.before)

    def _read_keys(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with suppress(OSError):
            while typed := os.read(self.input, 1024):
                for key in _NO_CHARACTERS.sub("", decoder.decode(typed)):
                    self.queue.put(("key", key))
        self.queue.put(("key", END))

    def key(self, key: str) -> bool:
        """Take a key; whether the line is now complete (and in the queue)."""
        if key == END:
            self.queue.put(("end", None))
            return False
        line = self.editor.key(key)
        if line is not None:
            self.queue.put(("line", line))
        return line is not None

    def show(self, shown: Shown) -> None:
        """Draw it all anew; rich sends the terminal one piece, so nothing flickers."""
        shown.typed = self.editor.text
        width, height = self.console.size = self._size()
        whole = Text("\n", no_wrap=True, overflow="crop").join(frame(shown, self.words, width, height))
        self.live.update(whole, refresh=True)

    def _size(self) -> tuple[int, int]:
        """The window as it is now: COLUMNS and LINES, which rich goes by, may be of the window as it was."""
        try:
            width, height = os.get_terminal_size(self.input)
        except OSError:
            return self.console.size
        return width or 80, height or 24


class PlainLines:
    """No cursor to move: what happens is printed as it happens, and a question when it is one's own.

    `unattended`: nobody types, so that the end of the input is not the end of the match.
    """

    def __init__(self, console: Console, words: Words, queue: Inbox, *, unattended: bool = False) -> None:
        self.unattended = unattended
        self.console, self.words, self.queue = console, words, queue
        self.logged = self.hand = 0
        self.last: tuple[Any, ...] = ()

    def __enter__(self) -> Self:
        threading.Thread(target=self._read_lines, daemon=True, name="lines").start()
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def _read_lines(self) -> None:
        for line in sys.stdin:
            self.queue.put(("line", line.rstrip("\n")))
        if not self.unattended:
            self.queue.put(("end", None))

    def key(self, key: str) -> bool:
        """There are none."""
        return False

    def show(self, shown: Shown) -> None:
        """What is new since the last time."""
        fresh = shown.added - self.logged
        self.logged = shown.added
        self._print(shown.log[-fresh:] if fresh else [])
        if shown.over and shown.over["number"] != self.hand:
            self.hand = shown.over["number"]
            self._print(hand_result(shown.view, shown.over, self.words, self.console.width))
        prompt = shown.prompt
        state = (
            turn_id(shown.view),
            shown.view["status"],
            prompt.mode,
            shown.note,
            shown.trouble,
            shown.tip,
            bool(shown.tips),
        )
        if state != self.last:
            self.last = state
            self._ask(shown)

    def _ask(self, shown: Shown) -> None:
        prompt, width = shown.prompt, self.console.width
        self._print([plain(f"* {note}") for note in (shown.trouble, shown.note) if note])
        if is_asked(shown.view) and prompt.mode == "main":
            self._print([score_line(shown.view, self.words, width)])
            self._print(
                [*table(shown.view, self.words, width), *own_cards(shown, self.words, width, roomy=True)]
            )
            self._print(tip_lines(shown, self.words, width, 9))
        if shown.view["status"] in ("finished", "abandoned"):
            self._print([match_result(shown.view, self.words)])
        if prompt.choices():
            self._print([question_line(shown, self.words, width)])
            self._print([*offered(prompt.choices(), width, "bold"), plain("> ")])

    def _print(self, lines: Lines | list[Text]) -> None:
        for line in lines:
            line.rstrip()
            self.console.print(line, end="\n", soft_wrap=True)
        sys.stdout.flush()
