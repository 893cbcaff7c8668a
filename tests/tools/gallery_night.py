"""Chapters of ``tests/tools/gallery.py``, the night job, the book, files and proofs: of each error its title, and the lines that provoke it."""

from __future__ import annotations

from typing import Final

NIGHT: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("A day that is none, reconciled", ("tombo reconcile --day yesterday",)),
    ("A day that has not begun, reconciled", ("tombo reconcile --day 2999-01-01",)),
    ("No wallet statement there", ("tombo reconcile --day 2026-07-14 --wallet nowhere.csv",)),
    (
        "A wallet statement of another format",
        ("printf 'who;what\\n' > wallet.csv", "tombo reconcile --day 2026-07-14 --wallet wallet.csv"),
    ),
    (
        "A day that does not tie: the wallet's statement knows of nothing",
        (
            "echo transaction,player,operation,amount,occurred > wallet.csv",
            "tombo reconcile --day 2026-07-14 --wallet wallet.csv",
        ),
    ),
    (
        "A day with an entry that was changed in the store",
        (
            """LC_ALL=C sed -i 's/"refunds":\\[{"amount":100,/"refunds":[{"amount":900,/' demo/ledger.db""",
            "tombo reconcile --day 2026-07-14",
        ),
    ),
    ("A statement of a day that has not begun", ("tombo player statement p-sul --day 2999-01-01",)),
    ("A holder of money that does not exist", ("tombo book show wallet:p-9",)),
    ("A holder of no class", ("tombo book show p-sul",)),
    ("A period that ends before it begins", ("tombo book show outside --from 2026-07-15 --to 2026-07-14",)),
)

FILES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("An import of nothing", ("tombo import phh nowhere.phh",)),
    ("An import of another format", ("printf 'hello' > hello.txt", "tombo import phh hello.txt")),
    ("An export that names no hand", ("tombo export phh --out files",)),
    ("A table that there is none of", ("tombo export table entry --out files",)),
    ("A stretch that the log does not have", ("tombo export table entries --since 1000 --out files",)),
    ("No policy to believe", ("tombo --keys nowhere verify",)),
    ("A policy that is none", ("printf 'trust me' > policy", "tombo verify --policy policy")),
    ("A checkpoint that is none", ("printf 'all good' > saved", "tombo verify --checkpoint saved")),
    ("A page in place of the ledger", ("tombo hand show mesa-1/1 --html demo/ledger.db",)),
    ("A checkpoint in place of a key", ("tombo checkpoint --out demo/keys/root.key",)),
    ("A folder that is not there", ("tombo player statement p-sul --csv nowhere/lines.csv",)),
    ("A page through a link", ("ln -s story.txt link.html", "tombo hand show mesa-1/1 --html link.html")),
    ("A page in place of somebody's file", ("echo letter > letter", "tombo hand show mesa-1/1 --html letter")),
)

SHOWN: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("A file that is no proof", ("tombo proof check demo/checkpoint --policy demo/keys/policy",)),
    (
        "A proof whose index was changed",
        (
            "tombo proof hand mesa-1/1 --out true.tlog-proof",
            "sed 's/^index .*/index 7/' true.tlog-proof > changed.tlog-proof",
            "tombo proof check changed.tlog-proof --policy demo/keys/policy",
        ),
    ),
    ("A proof of what is not under a checkpoint yet", ("tombo proof hand mesa-1/8 --checkpoint demo/checkpoint",)),
    ("The receipt of a command that nobody sent", ("tombo receipt show demo/9999",)),
    (
        "A receipt whose place was changed",
        (
            "tombo receipt show demo/0023 --out true.receipt",
            """sed 's/"index":[0-9]*/"index":7/' true.receipt > changed.receipt""",
            "tombo receipt check changed.receipt --policy demo/keys/policy",
        ),
    ),
)
