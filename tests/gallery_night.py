"""The chapter of ``tests/gallery.py`` about the night job and the book: of each error its title, and the lines that provoke it."""

from __future__ import annotations

from typing import Final

NIGHT: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("A day that is none, reconciled", ("tombo reconcile --day yesterday",)),
    ("A day that is not over, closed", ("tombo reconcile --day 2999-01-01 --close",)),
    ("No wallet statement there", ("tombo reconcile --day 2026-07-14 --wallet nowhere.csv",)),
    (
        "A wallet statement of another format",
        ("printf 'who;what\\n' > wallet.csv", "tombo reconcile --day 2026-07-14 --wallet wallet.csv"),
    ),
    (
        "A day that does not tie: a refund was changed in the store",
        (
            """LC_ALL=C sed -i 's/"refunds":\\[{"amount":100,/"refunds":[{"amount":900,/' demo/ledger.db""",
            "tombo reconcile --day 2026-07-14",
        ),
    ),
    ("A holder of money that does not exist", ("tombo book show wallet:p-9",)),
    ("A holder of no class", ("tombo book show p-sul",)),
    ("A period that ends before it begins", ("tombo book show outside --from 2026-07-15 --to 2026-07-14",)),
)
