"""Examples for the document, true ones: a match played with a known seed, written down by the tests."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("examples.json")


@cache
def recorded() -> dict[str, Any]:
    """Every example by name."""
    found: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return found


def example(name: str) -> Any:
    """One example, the caller's own copy. Raises KeyError."""
    return copy.deepcopy(recorded()[name])
