"""Spanish cards in a terminal: frames with the gaps that mark a suit on the real ones, colours, names."""

from collections.abc import Collection, Sequence

from rich.text import Text

from musapi.play.words import RANKS, SUITS, Words

GAPS = {"o": 0, "c": 1, "e": 2, "b": 3}
"""The pinta: so often is a real card's frame broken, by which players know the suit from the edge alone."""

STYLES = {"o": "bright_yellow", "c": "bright_red", "e": "bright_blue", "b": "bright_green"}
MARKS = {"o": "●", "c": "♥", "e": "†", "b": "♣"}

WIDTH = 13
_INNER = WIDTH - 2
_TOPS = {0: "───────────", 1: "─────┄─────", 2: "───┄───┄───", 3: "──┄──┄──┄──"}


def split(card: str) -> tuple[int, str]:
    """A card's number and suit."""
    return int(card[:-1]), card[-1]


def rank_of(card: str, kings: int) -> int:
    """What a card counts as: with eight kings threes are kings and twos are aces."""
    number, _suit = split(card)
    return {3: 12, 2: 1}.get(number, number) if kings == 8 else number


def in_order(cards: Sequence[str], kings: int) -> list[str]:
    """From the highest to the lowest, as one holds them."""
    return sorted(cards, key=lambda card: (-rank_of(card, kings), -split(card)[0], card[-1]))


def brief(card: str, words: Words) -> Text:
    """A card in a line of text."""
    number, suit = split(card)
    return Text(f"{number} {words.say(SUITS[suit])}", STYLES[suit])


def drawn(cards: Sequence[str], words: Words, kings: int, chosen: Collection[str] = ()) -> list[Text]:
    """Cards side by side, five lines high, each with its place below; what is chosen is marked."""
    pictures = [_picture(card, place, words, kings, card in chosen) for place, card in enumerate(cards, 1)]
    return [Text(" ").join(parts) for parts in zip(*pictures, strict=True)]


def in_a_line(cards: Sequence[str], words: Words, chosen: Collection[str] = ()) -> Text:
    """The same where there is no room for pictures."""
    marks = ["x" if card in chosen else str(place) for place, card in enumerate(cards, 1)]
    shown = [Text(f"{mark}:").append(brief(card, words)) for mark, card in zip(marks, cards, strict=True)]
    return Text("  ").join(shown)


def backs(count: int) -> Text:
    """Somebody else's cards."""
    return Text("▮" * count, "blue")


def _picture(card: str, place: int, words: Words, kings: int, chosen: bool) -> list[Text]:
    number, suit = split(card)
    mark, style = MARKS[suit], STYLES[suit]
    foot = f" {'x' if chosen else place} ".center(_INNER, "─")
    lines = (
        f"╭{_TOPS[GAPS[suit]].replace('┄', ' ')}╮",
        f"│ {number:<2}{mark:>{_INNER - 4}} │",
        f"│{_name(card, words, kings):^{_INNER}}│",
        f"│{words.say(SUITS[suit]):^{_INNER}}│",
        f"╰{foot}╯",
    )
    return [Text(line, f"{style} dim" if chosen else style) for line in lines]


def _name(card: str, words: Words, kings: int) -> str:
    """Its name, or what it counts as: a three is a king in all but looks."""
    number, counts_as = split(card)[0], rank_of(card, kings)
    if counts_as not in RANKS:
        return ""
    name = words.say(RANKS[counts_as])
    return name if counts_as == number else f"= {name}"
