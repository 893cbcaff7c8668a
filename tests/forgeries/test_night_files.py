"""Files of a night that somebody takes away meanwhile, or that a disk damages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.evening import BEGINS, DAY, played
from tests.unit.parts.test_work import Fake
from tombo.cli.nights import NightFile
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import Means
from tombo.ledger.parts.job import forget
from tombo.ledger.store import open_views
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.reconciliation.shared import crewed

NEXT: Final = day_of(BEGINS + 24 * HOUR)
"""The day after, before which everything lies."""


@pytest.fixture(autouse=True)
def forgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Others work however little there is; what worked in this process lets go of the ledger."""
    monkeypatch.setattr(crewed, "FEW", 0)
    yield
    forget()


@pytest.mark.parametrize("gone", ["ledger.db", "ledger-views.db"])
def test_who_finds_less_than_the_night_has_open_changes_nothing(tmp_path: Path, gone: str) -> None:
    """Somebody takes a file away as the others open it. Red before: what was kept was compared by nobody and said to tie; the ledger ended the run."""
    evening = played(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path)
    evening.alter("refunds", "given", "UPDATE {} SET cents = cents + 1")
    with (
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        alone = reconcile(store, views, DAY)
        (tmp_path / gone).rename(tmp_path / "away")
        together = reconcile(store, views, DAY, means=Means(Fake(lambda *_: None, 0)))
        (tmp_path / "away").rename(tmp_path / gone)
    assert together == alone
    assert {one.check for one in together.problems} == {"views"}


def _rotten(kept: bytes) -> list[bytes]:
    """A file as a disk leaves it that rots: none of it, a part, a letter or a digit otherwise, something else."""
    letters = (b"tables", b"tablez"), (b"00]", b"01]"), (b'"size":', b'"size":1e'), (b'"{', b'"')
    return [
        b"",
        kept[:-1],
        kept[: len(kept) // 2],
        b"[" * 100_000,
        b"\xff",
        *(kept.replace(*one, 1) for one in letters),
    ]


def test_of_what_a_night_left_nothing_is_taken_that_is_damaged(store_url: str, tmp_path: Path) -> None:
    """A night begins with the first entry then. Red before: it ended with what Python says, or took a balance for another."""
    evening, file = played(store_url, tmp_path), NightFile(tmp_path / "kept")
    with (
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        first = reconcile(store, views, NEXT, nights=file)
        kept = (tmp_path / "kept").read_bytes()
        assert reconcile(store, views, NEXT, nights=file).compared_from == first.size
        for rotten in _rotten(kept):
            assert rotten != kept
            (tmp_path / "kept").write_bytes(rotten)
            assert reconcile(store, views, NEXT, nights=file) == first
            assert (tmp_path / "kept").read_bytes() == kept
