"""Lines of a terminal: how wide they are, cutting, centring, putting blocks side by side."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

Lines = list[Text]


def plain(text: str, style: str = "") -> Text:
    """A line with no markup in it, whatever a person has written, and nothing that moves the cursor."""
    return Text("".join(letter if letter.isprintable() else " " for letter in text), style, end="")


def fitted(line: Text, width: int) -> Text:
    """Exactly this wide: cut with an ellipsis, or filled."""
    fit = line.copy()
    fit.truncate(width, overflow="ellipsis", pad=True)
    return fit


def centred(line: Text, width: int) -> Text:
    """In the middle."""
    room = max(0, width - cell_len(line.plain))
    return fitted(Text(" " * (room // 2), end="").append_text(line), width)


def spread(left: Text, right: Text, width: int) -> Text:
    """One at each end; the left one gives way."""
    tail = fitted(right, min(width, cell_len(right.plain)))
    return fitted(left, width - cell_len(tail.plain)).append_text(tail)


def beside(*blocks: tuple[Sequence[Text], int]) -> Lines:
    """Blocks side by side, each with its width; short ones are filled below."""
    height = max(len(block) for block, _ in blocks)
    return [_row(blocks, number) for number in range(height)]


def _row(blocks: Sequence[tuple[Sequence[Text], int]], number: int) -> Text:
    row = Text(end="")
    for block, width in blocks:
        row.append_text(fitted(block[number] if number < len(block) else Text(), width))
    return row


def wrapped(text: Text, width: int, most: int) -> Lines:
    """In lines of this width, at most so many; the last one shows where something is cut."""
    lines = list(text.wrap(_RULER, max(1, width)))
    for line in lines:
        line.rstrip()
    if len(lines) <= most:
        return lines
    rest = Text(" ").join(lines[most - 1 :])
    rest.truncate(width, overflow="ellipsis")
    return [*lines[: most - 1], rest]


def joined(parts: Iterable[Text], between: str = "  ") -> Text:
    """Parts in one line."""
    return Text(between, end="").join(list(parts))


_RULER = Console(width=80, color_system=None, force_terminal=False)
