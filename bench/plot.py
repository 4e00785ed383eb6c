"""Small charts as SVG, without a plotting library: dots, bars, lines, and axes with round numbers."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 560, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 40, 52
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}.axis{stroke:#888}"
    ".grid{stroke:#ddd}.bar{stroke:#9bb8d3;stroke-width:2}.dot{fill:#1f5f99}"
    ".line{fill:none;stroke:#1f5f99;stroke-width:2}.level{stroke:#b3542a;stroke-dasharray:6 4}"
)

Point = tuple[float, float]


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers that span from `low` to `high`, so many or a few more or less."""
    high = high if high > low else low + 1
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    return [round(number * step, 10) for number in range(floor(low / step), ceil(high / step) + 1)]


class Chart:
    """One chart: add to it, then print it with `document`."""

    def __init__(self, title: str, across: str, up: str) -> None:
        self.title, self.across, self.up = title, across, up
        self.dots: list[Point] = []
        self.bars: list[tuple[Point, Point]] = []
        self.lines: list[list[Point]] = []
        self.levels: list[float] = []

    def dot(self, x: float, y: float) -> None:
        """A point."""
        self.dots.append((x, y))

    def bar(self, x: float, low: float, high: float) -> None:
        """An upright bar, for what a point may be off."""
        self.bars.append(((x, low), (x, high)))

    def line(self, points: Sequence[Point]) -> None:
        """A line through points."""
        self.lines.append(list(points))

    def level(self, y: float) -> None:
        """A dashed line all the way across."""
        self.levels.append(y)

    def shapes(self) -> Iterator[str]:
        """Its SVG elements. At least one point must be in it."""
        ends = [end for bar in self.bars for end in bar]
        points = [*self.dots, *ends, *(point for line in self.lines for point in line)]
        across = ticks(min(x for x, _ in points), max(x for x, _ in points))
        up = ticks(*_span([*(y for _, y in points), *self.levels]))
        place = _Place(across, up)
        yield from self._frame(place)
        for (x, low), (_, high) in self.bars:
            yield _stroke("bar", place.of(x, low), place.of(x, high))
        for line in self.lines:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place.of(*point) for point in line))
            yield f'<polyline class="line" points="{path}"/>'
        for y in self.levels:
            yield _stroke("level", place.of(across[0], y), place.of(across[-1], y))
        for dot in self.dots:
            x, y = place.of(*dot)
            yield f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'

    def _frame(self, place: "_Place") -> Iterator[str]:
        bottom, left = HEIGHT - BOTTOM, LEFT
        for number in place.across:
            x, _ = place.of(number, place.up[0])
            yield _stroke("grid", (x, TOP), (x, bottom))
            yield _text(x, bottom + 18, f"{number:g}")
        for number in place.up:
            _, y = place.of(place.across[0], number)
            yield _stroke("grid", (left, y), (WIDTH - RIGHT, y))
            yield _text(left - 8, y + 4, f"{number:g}", "end")
        yield _stroke("axis", (left, bottom), (WIDTH - RIGHT, bottom))
        yield _stroke("axis", (left, TOP), (left, bottom))
        yield _text(WIDTH / 2, 22, self.title, kind="title")
        yield _text((left + WIDTH - RIGHT) / 2, HEIGHT - 12, self.across)
        yield f'<g transform="translate(16 {(TOP + bottom) / 2}) rotate(-90)">{_text(0, 0, self.up)}</g>'


class _Place:
    """Where a point lies on the paper."""

    def __init__(self, across: Sequence[float], up: Sequence[float]) -> None:
        self.across, self.up = across, up

    def of(self, x: float, y: float) -> Point:
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        right = (x - self.across[0]) / (self.across[-1] - self.across[0])
        above = (y - self.up[0]) / (self.up[-1] - self.up[0])
        return LEFT + wide * right, HEIGHT - BOTTOM - high * above


def document(charts: Sequence[Chart]) -> str:
    """Charts side by side, as one SVG file."""
    width = WIDTH * len(charts)
    drawn = [
        f'<g transform="translate({WIDTH * number} 0)">{"".join(chart.shapes())}</g>'
        for number, chart in enumerate(charts)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" '
        f'viewBox="0 0 {width} {HEIGHT}"><style>{_STYLE}</style>'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(drawn)}</svg>\n'
    )


def _span(values: Sequence[float]) -> tuple[float, float]:
    return min(values), max(values)


def _stroke(kind: str, start: Point, end: Point) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
