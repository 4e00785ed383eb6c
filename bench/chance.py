"""Chi-square probabilities without a statistics library."""

from collections.abc import Iterable
from math import exp, lgamma, log

_ENOUGH = 1e-15


def chi_square(observed: Iterable[float], expected: Iterable[float]) -> float:
    """Pearson's sum over cells; every expected count must be positive."""
    return sum((seen - due) ** 2 / due for seen, due in zip(observed, expected, strict=True))


def p_value(statistic: float, degrees: int) -> float:
    """The chance of a chi-square at least this large: the upper regularised gamma function."""
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _continued_fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * _ENOUGH:
        a += 1
        term *= x / a
        total += term
    return total


def _continued_fraction(a: float, x: float) -> float:
    """Lentz's method for the fraction of the upper incomplete gamma function; x >= a + 1."""
    b = x + 1 - a
    c, d = float("inf"), 1 / b
    fraction = d
    step, change = 0, 0.0
    while abs(change - 1) > _ENOUGH and step < 10_000:
        step += 1
        numerator = step * (a - step)
        b += 2
        d = 1 / (b + numerator * d)
        c = b + numerator / c
        change = c * d
        fraction *= change
    return fraction
