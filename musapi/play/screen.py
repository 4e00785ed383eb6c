"""A whole screen as lines of text, for any size of terminal: the most important things stay."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from musapi.play import board, results
from musapi.play.cards import WIDTH, drawn, in_a_line
from musapi.play.lines import Lines, centred, fitted, plain, spread, wrapped
from musapi.play.prompt import SIGN, Prompt
from musapi.play.sight import View, clock, is_asked, own_seat, seconds_left
from musapi.play.words import Words, _

ROOMY = (76, 22)
LOG_KEPT = 200


@dataclass
class Shown:
    """All that a screen is made of."""

    prompt: Prompt
    view: View
    log: list[Text] = field(default_factory=list)
    added: int = 0
    tips: list[str] = field(default_factory=list)
    tip: int = 0
    over: dict[str, Any] | None = None
    note: str = ""
    trouble: str = ""
    typed: str = ""

    def add(self, line: Text) -> None:
        """Something that has happened."""
        self.log.append(line)
        self.added += 1
        del self.log[:-LOG_KEPT]


def frame(shown: Shown, words: Words, width: int, height: int) -> Lines:
    """Exactly `height` lines, each exactly `width` wide."""
    top = _top(shown, words, width, width >= ROOMY[0] and height >= ROOMY[1])
    foot = _foot(shown, words, width)
    room = max(0, height - len(top) - len(foot))
    middle = _middle(shown, words, width, room)
    lines = [*top, *middle, *[Text(end="")] * (room - len(middle)), *foot]
    return [fitted(line, width) for line in lines[-height:]]


def _top(shown: Shown, words: Words, width: int, roomy: bool) -> Lines:
    """The score, then the table with one's cards, or the result list in their place."""
    view = shown.view
    score = board.score_line(view, words, width)
    if shown.prompt.mode == SIGN:
        listed = [
            plain(f" {key:>2}  ", "bold bright_green").append(text) for key, text in shown.prompt.choices()
        ]
        return [score, *listed, *own_cards(shown, words, width, roomy=False)]
    if shown.over:
        result = results.hand_result(view, shown.over, words, width)
        return [score, *result, *_new_cards(shown, words, width), *_end(view, words, width)]
    if view["status"] in ("finished", "abandoned"):
        return [score, *_end(view, words, width)]
    seats = board.table(view, words, width) if roomy else board.table_in_lines(view, words, width)
    return [score, *seats, *own_cards(shown, words, width, roomy)]


def _end(view: View, words: Words, width: int) -> Lines:
    """Who has won, once it is decided."""
    if view["status"] not in ("finished", "abandoned"):
        return []
    return [Text(end=""), centred(results.match_result(view, words), width)]


def _new_cards(shown: Shown, words: Words, width: int) -> Lines:
    """What one holds already while the last hand is still being looked at."""
    if not shown.prompt.cards:
        return []
    new = plain(f" {words.say(_('Now:'))}  ", "bold")
    return [fitted(new.append_text(in_a_line(shown.prompt.cards, words)), width)]


def own_cards(shown: Shown, words: Words, width: int, roomy: bool) -> Lines:
    """One's hand, drawn where there is room."""
    cards = shown.prompt.cards
    if not cards or own_seat(shown.view) is None:
        return []
    if not roomy or width < 4 * (WIDTH + 1):
        return [fitted(plain(" ").append_text(in_a_line(cards, words)), width)]
    return [centred(line, width) for line in drawn(cards, words, shown.view["options"]["kings"])]


def _middle(shown: Shown, words: Words, width: int, room: int) -> Lines:
    """A tip, then what has happened, as far as there is room."""
    tips = tip_lines(shown, words, width, min(room, 3))
    log = shown.log[max(0, len(shown.log) - (room - len(tips))) :] if room > len(tips) else []
    return [*(fitted(plain(" ").append_text(line), width) for line in log), *tips]


def tip_lines(shown: Shown, words: Words, width: int, most: int) -> Lines:
    """The tip that is open, with its place among the others."""
    if not shown.tips or most < 1:
        return []
    count = f" {shown.tip + 1}/{len(shown.tips)}" if len(shown.tips) > 1 else ""
    text = plain(f"{words.say(_('Tip'))}{count}: ", "bold bright_yellow").append(
        shown.tips[shown.tip], "yellow"
    )
    return [plain(" ").append_text(line) for line in wrapped(text, width - 2, most)]


def _foot(shown: Shown, words: Words, width: int) -> Lines:
    """The question with its clock, the choices, the commands, and the line one types in."""
    lines = [plain(f" {note}", "bold bright_red") for note in (shown.trouble, shown.note) if note]
    lines.append(question_line(shown, words, width))
    if shown.prompt.mode != SIGN:  # which has the place of the table
        lines += offered(shown.prompt.choices(), width, "bold bright_green")
    lines += offered(shown.prompt.commands(), width, "bold", dim=True)
    return [*lines, plain("> ", "bold").append(shown.typed[-(width - 4) :]).append("█", "blink")]


def question_line(shown: Shown, words: Words, width: int) -> Text:
    """The question, marked when it is one's own, and the time that is left."""
    asked = is_asked(shown.view)
    question = plain(" ! " if asked else "   ", "bold bright_red")
    question.append(shown.prompt.question(), "bold bright_white" if asked else "dim")
    left = seconds_left(shown.view)
    style = "bold bright_red" if asked and left is not None and left <= 10 else ""
    return spread(question, plain("" if left is None else f" ⏳{clock(left)} "[1:], style), width)


def offered(choices: Sequence[tuple[str, str]], width: int, style: str, *, dim: bool = False) -> Lines:
    """Keys with their meanings, in as many lines as they need."""
    lines: Lines = []
    for key, text in choices:
        part = plain(f" {key} ", style).append(text + " ", "dim" if dim else "")
        if not lines or lines[-1].cell_len + part.cell_len > width:
            lines.append(plain(" "))
        lines[-1].append_text(part)
    return lines
