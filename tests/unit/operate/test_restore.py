"""A ledger made again from a bundle or a backup (G3)."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from bench.play import hand
from tests.forgeries.maker import ORIGIN
from tests.worlds.operator import Operator
from tombo.ledger.core.errors import UsageError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.restore import restore
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Code


def contents(url: str, secret: bytes) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that a verifier looks at, the closed cards opened."""
    with open_opened(url, secret) as store:
        size = store.head().size
        return {
            "rows": [tuple(row) for row in store.rows()],
            "commands": [tuple(row) for row in store.commands()],
            "openings": [(index, *row) for index, row in store.openings_between(0, size) or ()],
            "tiles": [tuple(row) for row in store.tiles()],
            "checkpoints": list(store.checkpoints()),
        }


@pytest.mark.parametrize("kind", ["bundle", "backup"])
def test_what_is_restored_is_the_original(operator: Operator, new_url: str, kind: str) -> None:
    """Row by row the same, tables beside the entries included; play goes on, and everything verifies."""
    note = operator.act(hand(0, 1))
    secret = operator.keyring.opening_secret(ORIGIN)
    before = contents(operator.url, secret)
    assert before["openings"]
    if kind == "bundle":
        operator.restore(Bundle(operator.bundle("bundle")), new_url)
        before["checkpoints"] = before["checkpoints"][-1:]
    else:
        shutil.copy(operator.url.removeprefix("sqlite:///"), operator.folder / "backup.db")
        with open_evidence(f"sqlite:///{operator.folder / 'backup.db'}") as source:
            operator.restore(source, new_url)
    assert contents(new_url, secret) == before
    assert operator.standing().first_lost is None
    assert operator.report(note).verdict is Code.OK
    newer = operator.act(hand(0, 2))
    assert operator.report(newer).verdict is Code.OK


def test_a_bundle_without_openings_restores_without_them(operator: Operator, new_url: str) -> None:
    """What the source does not have is not made up: closed cards are withheld, and nothing else is wrong."""
    operator.act(hand(0, 1))
    operator.restore(Bundle(operator.bundle("bundle", openings=False)), new_url)
    assert {found.code for found in operator.report().problems} == {Code.WITHHELD}


def test_nothing_is_restored_over_a_ledger(operator: Operator) -> None:
    """A ledger that is there stays as it is."""
    source = Bundle(operator.bundle("bundle"))
    secret = operator.keyring.opening_secret(ORIGIN)
    before = contents(operator.url, secret)
    with pytest.raises(UsageError, match="already the ledger"):
        restore(source, operator.url, ORIGIN, None, None)
    assert contents(operator.url, secret) == before
