"""A copy of the database from before its tiles were made: nothing is lost, and nothing was altered."""

from __future__ import annotations

import pytest

from tests.conftest import run_past
from tests.forgeries.maker import ORIGIN
from tests.worlds.floor import PLATFORM
from tests.worlds.operator import Operator, size_of
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError, TamperedError, UsageError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.operate.publish import publish, tree_root
from tombo.ledger.operate.restore import _commands
from tombo.ledger.store import OpeningRow, Row, drafted, open_evidence
from tombo.ledger.store.verbatim import put_verbatim
from tombo.ledger.verify import Code


def accounts(first: int, count: int) -> list[Envelope]:
    """``count`` players, an account each."""
    return [Envelope(OpenAccount(player=f"q-{n}"), PLATFORM, f"open-{n}", None) for n in range(first, first + count)]


def copy(operator: Operator, url: str) -> None:
    """A backup of the database as it is now, at ``url``."""
    with open_evidence(operator.url) as source, drafted(url, ORIGIN) as made:
        rows = [Row(*row) for row in source.rows()]
        openings = [OpeningRow(*row) for _, row in source.sealed_between(0, len(rows)) or ()]
        put_verbatim(made, rows, _commands(rows, 0), openings)
        made.put_published(list(source.tiles()), None, source.published())
        for size, note in source.checkpoints():
            made.put_checkpoint(size, note)


def opened(operator: Operator) -> CheckedStore:
    """A reader of the ledger, which looks at what is there."""
    return open_checked(operator.url, operator.keyring)


def behind(operator: Operator, url: str, count: int) -> bytes:
    """The ledger at ``url``, as it was before the last ``count`` entries were published; the checkpoint over them."""
    operator.act(accounts(0, 5))
    operator.act(accounts(5, count), publishing=False)
    copy(operator, url)
    with opened(operator) as store:
        note = publish(store, operator.keyring.signer()).encode()
    operator.url = url
    return note


@pytest.mark.parametrize("count", [3, 600], ids=["one tile", "two levels"])
def test_a1_a_copy_with_fewer_tiles_opens_and_is_published(operator: Operator, new_url: str, count: int) -> None:
    """Red before: every command said TAMPERED of a ledger in which every entry was there."""
    note = behind(operator, new_url, count)
    with open_evidence(operator.url) as store:
        assert store.published() < size_of(note) == store.head().size
    assert operator.standing().first_lost is None
    with opened(operator) as store:
        assert [row.index for row in store.rows()] == list(range(size_of(note)))
        assert tree_root(store, size_of(note)) == operator.keyring.signer().last().root  # receipts and proofs
    with pytest.raises(UsageError, match="nothing is lost"):
        operator.declare()
    with opened(operator) as store:
        assert publish(store, operator.keyring.signer()).encode() == note
        assert (store.published(), store.last_checkpoint()) == (size_of(note), note.decode())
    assert operator.report(operator.act(accounts(count + 5, 3))).verdict is Code.OK


def test_a1_entries_are_added_before_anybody_publishes(operator: Operator, new_url: str) -> None:
    """A door that opens on it records, and the next publisher makes the tiles of all of it."""
    note = behind(operator, new_url, 3)
    operator.act(accounts(8, 2), publishing=False)
    newer = operator.act(accounts(10, 1))
    assert [operator.report(each).verdict for each in (note, newer)] == [Code.OK, Code.OK]


@pytest.mark.parametrize("count", [3, 600], ids=["one tile", "two levels"])
def test_a1_what_was_altered_behind_the_tiles_is_found(operator: Operator, new_url: str, count: int) -> None:
    """Rows that are in no tile are held against the root that was signed."""
    note = behind(operator, new_url, count)
    run_past(
        operator.url,
        f"UPDATE stored_events SET topic = 'account.withdrawn.v1' WHERE notification_id = {size_of(note) - 1}",
    )
    with pytest.raises(TamperedError, match="do not make up the root that was signed"):
        opened(operator)
    with pytest.raises(LedgerError):
        operator.declare()


def test_a1_one_more_is_lost_as_well(operator: Operator, new_url: str) -> None:
    """Of a copy with fewer tiles and fewer entries, what is lost can be declared; nothing before it is."""
    operator.act(accounts(0, 5))
    operator.act(accounts(5, 3), publishing=False)
    copy(operator, new_url)
    after = operator.act(accounts(8, 1))
    operator.url = new_url
    assert operator.standing().first_lost == size_of(after) - 1
    operator.declare()
    assert operator.report(after).verdict is Code.LOSS_DECLARED


def test_a1_a_copy_of_what_was_given_up(operator: Operator, new_url: str) -> None:
    """With a tail that is in no tile: a loss can be declared of what was signed since (s8)."""
    before = operator.act(accounts(0, 5))
    backup = operator.bundle("backup")
    operator.act(accounts(5, 3), publishing=False)
    copy(operator, new_url)
    operator.restore(Bundle(backup), f"sqlite:///{operator.folder / 'between.db'}")
    operator.declare("the disk died")
    between = operator.keyring.signer_state.read_bytes()
    operator.url = new_url
    with pytest.raises(TamperedError, match="'tombo loss declare' puts the loss on record"):
        opened(operator)
    assert operator.standing().first_lost == size_of(before)
    operator.declare("the newer disk is found")
    assert [operator.report(each).verdict for each in (between, before)] == [Code.LOSS_DECLARED, Code.OK]
