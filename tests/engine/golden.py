"""Whole playthroughs, written out: every word, every event, what each seat sees at each question.

    python -m tests.engine.golden            compare with the files in `golden/`
    python -m tests.engine.golden --write    write them anew

A change of these files is a change of the rules or of what is told, and is read as such.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.events import Step
from games.engine.rules import resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import apply, deal, legal_actions, new_match
from games.engine.view import observe

FOLDER = Path(__file__).with_name("golden")
HANDS = 4
VIEWERS = (None, 0, 1, 2, 3)


class Playthrough(NamedTuple):
    """What is played: the rules, and the seed of players and deals."""

    name: str
    ruleset: str
    options: dict[str, Any]
    seed: int


PLAYTHROUGHS = (
    Playthrough("gametwist", "gametwist", {}, 1),
    Playthrough("traditional", "traditional", {}, 2),
    Playthrough("four-kings", "gametwist", {"kings": 4, "partner_confirmation": "none"}, 3),
    Playthrough("corrido-at-once", "gametwist", {"mus_corrido": True, "mus_corrido_scope": "match"}, 4),
    Playthrough(
        "every-holder", "traditional", {"bonus_to": "every_holder", "target": 25, "la_real": "figure"}, 5
    ),
    Playthrough("short-games", "traditional", {"games_to_win": 3, "target": 25, "deje_ends_game": False}, 6),
)


def written(playthrough: Playthrough) -> str:
    """The playthrough as text."""
    return "\n".join(_lines(playthrough)) + "\n"


def _lines(playthrough: Playthrough) -> Iterator[str]:
    rng = Random(playthrough.seed)
    state = new_match(resolve(playthrough.ruleset, playthrough.options), rng.randrange(4))
    yield f"# {playthrough.ruleset} {json.dumps(playthrough.options)}"
    for _ in range(HANDS):
        if state.match_over:
            break
        shuffler = Shuffler(rng.randbytes(32), 0)
        state, lines = _told("deal", deal(state, shuffler))
        yield from lines
        while state.turn is not None:
            seat = state.turn.seats[0]
            action = _choose(state, seat, rng)
            state, lines = _told(f"{seat} {action}", apply(state, seat, action))
            yield from lines


def _told(word: str, step: Step) -> tuple[State, list[str]]:
    state = step.state
    lines = [f"> {word}"]
    for event in step.events:
        whose = "" if event.seat is None else f" {event.seat}"
        lines.append(f"  {event.type}{whose} {json.dumps(event.data)}")
        lines += [f"    to {seat}: {json.dumps(data)}" for seat, data in event.private.items()]
    asked = "nobody" if state.turn is None else f"{state.turn.id} {state.turn.kind} {list(state.turn.seats)}"
    legal = (
        [] if state.turn is None else [_brief(option) for option in legal_actions(state, state.turn.seats[0])]
    )
    lines.append(f"  asked {asked} {' '.join(legal)} score {list(state.score)} mano {state.mano}")
    lines.append(f"  views {' '.join(_digest(observe(state, viewer)) for viewer in VIEWERS)}")
    return state, lines


def _brief(option: tuple[Any, ...]) -> str:
    kind, least, most = option
    return str(kind) if least is None else f"{kind}:{least}-{most}"


def _digest(view: dict[str, Any]) -> str:
    return sha256(json.dumps(view).encode()).hexdigest()[:12]


def _choose(state: State, seat: int, rng: Random) -> Action:
    """Lively, and short: mus now and then, small raises, hardly an órdago."""
    kind, least, most = rng.choice(legal_actions(state, seat))
    if kind == "discard":
        return Action(kind, cards=tuple(rng.sample(state.hands[seat], rng.randint(1, 4))))
    if least is not None and most is not None:
        return Action(kind, min(most, least + rng.randrange(4)))
    if kind == "ordago" and rng.random() < 0.98:
        return Action(legal_actions(state, seat)[0].type)
    return Action(kind if kind != "no_mus" or rng.random() < 0.3 else "mus")


def path_of(playthrough: Playthrough) -> Path:
    """Where it is kept."""
    return FOLDER / f"{playthrough.name}.txt"


def main() -> int:
    """The command. Returns 0 if every file is as it would be written."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.golden")
    parser.add_argument("--write", action="store_true", help="write the files anew")
    write = parser.parse_args().write
    stale = []
    for playthrough in PLAYTHROUGHS:
        path, text = path_of(playthrough), written(playthrough)
        if write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
    sys.stdout.writelines(f"differs: {name}\n" for name in stale)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
