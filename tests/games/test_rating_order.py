"""Ratings find the order of people whose strength is known; `python -m bench.ratings` shows it at length."""

from random import Random
from xml.etree import ElementTree as ET

import pytest

from bench import ratings
from bench.plot import Chart, document, ticks


@pytest.mark.django_db
def test_after_forty_matches_each_the_strong_are_above_the_weak() -> None:
    result = ratings.play(8, 40, Random(4))
    assert len(result.correlations) == 40
    assert result.correlations[-1] > 0.6
    points = [row.points for row in result.standings]
    assert sum(points[:2]) + 200 < sum(points[-2:])
    ET.fromstring(ratings.draw(result))  # noqa: S314 (drawn just now)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([1, 2, 3], [10, 20, 30], 1.0),
        ([1, 2, 3], [9, 5, 1], -1.0),
        ([1, 2, 3, 4], [1, 2, 4, 3], 0.8),
        ([1, 2, 3], [5, 5, 5], 0.0),
        ([1, 2, 3], [1, 1, 2], 0.866),
    ],
)
def test_rank_correlation(one: list[float], other: list[float], expected: float) -> None:
    assert ratings.rank_correlation(one, other) == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 200, [0, 50, 100, 150, 200]),
        (-1.5, 1.5, [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5]),
        (0.43, 0.98, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
        (7, 7, [7.0, 7.2, 7.4, 7.6, 7.8, 8.0]),
    ],
)
def test_an_axis_has_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == expected


def test_a_chart_says_what_it_shows() -> None:
    chart = Chart("A < B", "x", "y")
    chart.line([(1, 1), (2, 3)])
    chart.level(2)
    chart.dot(1, 1)
    chart.bar(1, 0.5, 1.5)
    root = ET.fromstring(document([chart, chart]))  # noqa: S314 (drawn just now)
    drawn = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert (drawn.count("circle"), drawn.count("polyline")) == (2, 2)
    assert "A < B" in "".join(root.itertext())
