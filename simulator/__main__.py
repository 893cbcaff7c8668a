"""A day of every game through the live door of a fresh ledger, then verified: ``python -m tombo.simulator``.

Exit status 1 if anything was found that nobody had provoked.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from tombo.ledger.core.errors import LedgerError
from tombo.ledger.operate.keyring import Keyring
from tombo.simulator.day import Plan
from tombo.simulator.rules import by_game
from tombo.simulator.run import BEGINS, HOUR, simulated
from tombo.simulator.summary import told

REDRAW: Final = 0.2


def main(arguments: list[str] | None = None) -> int:
    """Play, verify, tell; the exit status."""
    try:
        return _day(_options(arguments))
    except LedgerError as error:
        sys.stderr.write(f"simulator: {error}\n")
        return error.exit_status


def _day(options: argparse.Namespace) -> int:
    keys = options.keys or Keyring.beside(options.ledger).directory
    plan = Plan(
        seed=options.seed,
        begins=BEGINS,
        ends=BEGINS + options.hours * HOUR,
        tables=options.tables,
        games=tuple(options.games),
        pace=options.pace,
        malice=options.malice / 100,
        trouble=options.trouble / 100,
        outages=options.outages,
    )
    kept = options.checkpoint or keys.parent / "checkpoint"
    result = simulated(plan, options.ledger, keys, kept, kills=options.kills, jobs=options.jobs, progress=_Bar(plan))
    for line in told(plan, result):
        print(line)
    return 1 if result.failures or result.report.exit_status else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tombo.simulator", description=__doc__)
    parser.add_argument(
        "--ledger", required=True, metavar="URL", help="where the ledger is made, sqlite:///… or postgresql://…"
    )
    parser.add_argument("--keys", type=Path, metavar="DIR", help="where its keys are made; else beside it")
    parser.add_argument(
        "--checkpoint", type=Path, metavar="FILE", help="where the last checkpoint is kept; else beside the keys"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed, and the same commit: the same ledger")
    parser.add_argument("--hours", type=int, default=24, help="of virtual time")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", nargs="*", default=[], choices=sorted(by_game()), help="else every game")
    parser.add_argument("--pace", type=int, default=6, help="rounds of a table in an hour, on an average of the day")
    parser.add_argument("--malice", type=int, default=2, metavar="PERCENT", help="of requests that the rules forbid")
    parser.add_argument("--trouble", type=int, default=2, metavar="PERCENT", help="of rounds in which something fails")
    parser.add_argument(
        "--outages", type=int, default=2, help="of the operator's system, at a third of the tables at once"
    )
    parser.add_argument("--kills", type=int, default=2, help="how often the platform dies and recovers")
    parser.add_argument("--jobs", type=int, default=2, help="processes that verify")
    return parser.parse_args(arguments)


class _Bar:
    """How far the day has come, on a terminal only."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._drawn = time.monotonic()

    def __call__(self, instant: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self._drawn > REDRAW:
            self._drawn = time.monotonic()
            minutes = (instant - self._plan.begins) // (HOUR // 60)
            percent = min(100 * (instant - self._plan.begins) // (self._plan.ends - self._plan.begins), 100)
            sys.stderr.write(f"\r{minutes // 60:3}:{minutes % 60:02} of the day played, {percent} % ")
            if percent == 100:  # it is over
                sys.stderr.write("\n")


if __name__ == "__main__":
    sys.exit(main())
