"""The generated TypeScript client plays matches of four people over a network that loses what is sent.

    python -m bench.typescript [--matches N] [--drop SHARE] [--seed S]

Starts a server of its own. A third of what is lost never leaves the phone, a third is cut while the server
is at work, and of a third the answer is lost; the phones repeat with the same keys. After each match the log
and the finished hands are held against what was acknowledged. Ends with 1 if an action was lost or doubled.
"""

import argparse
import sys

from bench.server import server
from tests.clients import typescript


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.typescript", description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=10, help="matches to play (10)")
    parser.add_argument("--drop", type=float, default=0.2, help="share of requests that is lost (0.2)")
    parser.add_argument("--seed", type=int, default=1, help="of what is played and lost (1)")
    args = parser.parse_args()
    program = typescript.build()
    with server() as stack:
        try:
            told = typescript.play(
                program, stack.address, matches=args.matches, drop=args.drop, seed=args.seed
            )
        except AssertionError as wrong:
            print(wrong)
            return 1
    print("\n".join(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
