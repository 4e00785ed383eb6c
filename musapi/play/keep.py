"""Who one is on this computer: the guest's token, by server, in a file that only its owner can read."""

import json
import os
from pathlib import Path
from typing import Any


def default_path() -> Path:
    """Where state is kept (the XDG base directories)."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "musapi" / "play.json"


class Keep:
    """The file. Servers are told apart by their addresses."""

    def __init__(self, path: Path, url: str) -> None:
        self.path, self.url = path, url

    @property
    def token(self) -> str | None:
        """The token for this server, if one is kept."""
        token = self._read().get(self.url)
        return token if isinstance(token, str) else None

    def remember(self, token: str) -> None:
        """Keep it, in place of another."""
        self._write({**self._read(), self.url: token})

    def forget(self) -> None:
        """Keep none for this server."""
        self._write({url: token for url, token in self._read().items() if url != self.url})

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, kept: dict[str, Any]) -> None:
        """Whole or not at all, and never readable by others, not even for a moment."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self.path.with_suffix(f".{os.getpid()}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=1)
        fresh.replace(self.path)
