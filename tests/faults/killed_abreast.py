"""``tombo`` that follows in small batches and says on stderr how far it is, for tests that end it there.

Program for tests: ``python -m tests.faults.killed_abreast BATCH WORD…``, as ``tombo`` takes its words.
"""

from __future__ import annotations

import sys
from unittest.mock import patch

from tombo.cli.commands import views
from tombo.cli.main import main
from tombo.projections import abreast


class _Said:
    """A bar that is a line of stderr for each part that is done."""

    def __init__(self, _: object) -> None:
        """Nothing is drawn."""

    def __call__(self, done: int, total: int | None = None) -> None:
        """``done`` of ``total`` are done."""
        sys.stderr.write(f"{done} of {total}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """It was never drawn."""


if __name__ == "__main__":
    with patch.multiple(views, BATCH=int(sys.argv[1]), Bar=_Said), patch.multiple(abreast, BATCHES=1, FEW=1):
        sys.exit(main(sys.argv[2:]))
