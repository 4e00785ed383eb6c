"""What is different in every run, made the same: ids, hashes, tokens, times, made-up names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_GUEST = re.compile(r"guest-[a-z0-9]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
BEGAN = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
TOKEN = "8f0c5b1f2d7a4e6c9b3d5a7e1c0f4b8d6e2a9c7f3b5d1e8a4c6f0b2d9e7a5c31"
CHANCE = {"token": TOKEN, "join_code": "K7PX2M9RWE", "last_used_on": BEGAN.date().isoformat()}
"""What stands for members that are different in every run."""


class Steady:
    """Remembers what stood for what, so that the same thing is the same everywhere."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.began = datetime.now(UTC)

    def of(self, node: Any, name: str = "") -> Any:
        """A copy in which nothing is by chance."""
        if isinstance(node, list):
            return [self.of(inner) for inner in node]
        if isinstance(node, dict):
            return {key: self.of(inner, key) for key, inner in node.items()}
        if name == "clock":
            return 0.214
        return self._text(node, name) if isinstance(node, str) else node

    def _text(self, text: str, name: str) -> str:
        if name in CHANCE:
            return CHANCE[name]
        text = _UUID.sub(lambda found: self._as(found[0], self._id), text)
        text = _HASH.sub(lambda found: self._as(found[0], self._hash), text)
        text = _GUEST.sub(
            lambda found: self._as(found[0], lambda number: f"guest-{'bcdfghjkmn'[number % 10] * 6}"), text
        )
        return _TIME.sub(lambda found: self._time(datetime.fromisoformat(found[0])), text)

    def _as(self, found: str, made: Callable[[int], str]) -> str:
        return self.known.setdefault(found, made(len(self.known)))

    def _id(self, number: int) -> str:
        return f"0198f3a2-7c00-7a11-8f2e-5b1d9c4e{number:04x}"

    def _hash(self, number: int) -> str:
        return hashlib.sha256(bytes([number])).hexdigest()

    def _time(self, told: datetime) -> str:
        """What was now is the beginning; what is days away keeps its distance."""
        away = timedelta(minutes=round((told - self.began) / timedelta(minutes=1), -1))
        return (BEGAN + away).isoformat().replace("+00:00", "Z")
