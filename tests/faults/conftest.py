"""What the tests of faults share: people and tables of the services' tests, and chance that repeats."""

from tests.games.conftest import rng

__all__ = ["rng"]
