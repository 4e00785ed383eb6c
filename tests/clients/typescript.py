"""The client in TypeScript: built from the committed document, and run."""

from __future__ import annotations

from pathlib import Path

from tests.clients.tools import CLIENTS, alone, install_npm_packages, run

FOLDER = CLIENTS / "typescript"


def build() -> Path:
    """Generate its types from openapi.yaml, check all types, compile; the program that plays."""
    with alone(FOLDER):
        install_npm_packages(FOLDER)
        run(["npm", "run", "build"], FOLDER)
    return FOLDER / "build" / "play.js"


def play(program: Path, address: str, *, matches: int, drop: float = 0.2, seed: int = 1) -> list[str]:
    """What it prints. AssertionError if an action was lost or doubled, or the client gave up."""
    options = {"url": address, "matches": matches, "drop": drop, "seed": seed}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return run(["node", program, *words]).splitlines()
