"""A process that slept through the declaration of a loss: what it believed before is in nobody's way (A7, G9)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bench.play import hand
from tests.forgeries.maker import ORIGIN
from tests.worlds.operator import Operator, older, size_of
from tombo.ledger.checked.trust import Trust
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.operate.publish import sign_head
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.note import sign_note
from tombo.ledger.store import open_store

BROKEN: Final = (
    b"\n",
    b"null\n",
    b'{"loss": 5, "root_signature": 5}\n',
    b'{"loss": {"size": "five"}, "root_signature": null}\n',
    (
        b'{"loss": {"size":"1","root":"AA==","abandoned_size":null,"abandoned_root":"AA==","acknowledged":1,"first_lost":1,"reason":5,'
        b'"staff":"a","second":"b"},"root_signature":5}\n'
    ),
    b"[" * 100_000 + b"\n",
)
"""Lines that somebody wrote into the file of what was given up, and that say nothing."""


@pytest.mark.parametrize("noticed", [False, True])
def test_g_what_a_sleeper_believed_stops_nobody(operator: Operator, new_url: str, *, noticed: bool) -> None:
    """Red before: stopped between reading the checkpoint and writing 'seen', it wrote afterwards what had been given up meanwhile.

    A door that began before another had believed a newer one said FORKED, TAMPERED, under the checkpoint key. ``noticed``: it reads the signer's file once more.
    """
    before = operator.act(hand(0, 1))
    bundle = operator.bundle("copy")
    after = operator.act(hand(0, 2))
    with Trust(operator.policy, operator.keyring.trusted) as sleeper:
        assert sleeper.checkpoint(None).size == size_of(after)
        operator.restore(Bundle(bundle), new_url)
        operator.declare()
        if noticed:
            assert size_of(before) <= sleeper.checkpoint(None).size < size_of(after)
        sleeper.see()
    operator.act([*hand(0, 2), *hand(0, 3)], publishing=False)
    with open_store(operator.url) as store:
        newer = sign_head(store, operator.keyring.signer()).encode()
    assert size_of(newer) > size_of(after)
    with open_ledger(operator.url, operator.keyring, clock=SteppingClock()).store as store:
        assert store.head().size == size_of(newer)
    assert operator.standing().first_lost is None


def test_g_a_reader_that_slept_is_told_of_the_loss(operator: Operator, tmp_path: Path) -> None:
    """Red before: it accused the checkpoint key of two histories, of which the root key and two people had given one up."""
    operator.act(hand(0, 1))
    copy = tmp_path / "copy.db"
    copy.write_bytes((tmp_path / "ledger.db").read_bytes())
    after = operator.act(hand(0, 2))
    with open_checked(operator.url, operator.keyring) as reader:
        (tmp_path / "ledger.db").write_bytes(copy.read_bytes())
        operator.declare()
        assert size_of(operator.act([*hand(0, 2), *hand(0, 3)])) > size_of(after)
        with pytest.raises(TamperedError, match="were declared lost since it began"):
            reader.head()


def test_g_a_second_history_that_nobody_gave_up_is_told(operator: Operator, new_url: str) -> None:
    """After a loss as before: a checkpoint that was believed since, and is not of this tree, is two histories under one key."""
    older(operator, new_url)
    operator.declare()
    newer = operator.act(hand(0, 2))
    operator.act(hand(0, 3))
    seen = operator.keyring.trusted.seen_after(1)
    assert seen.exists()
    key = operator.keyring.load(operator.keyring.checkpoint)
    seen.write_bytes(sign_note(Checkpoint(ORIGIN, size_of(newer), bytes(32)).text, key))
    with pytest.raises(TamperedError, match="FORKED"):
        open_ledger(operator.url, operator.keyring)


def test_g_a_loss_that_the_root_key_did_not_sign_gives_nothing_up(operator: Operator, new_url: str) -> None:
    """Who writes the file of what was given up, and has not the root key, makes nobody forget what was believed."""
    older(operator, new_url)
    operator.declare()
    newer = operator.act(hand(0, 2))
    lost = operator.keyring.trusted.lost
    line = lost.read_bytes().splitlines(keepends=True)[-1]
    lost.write_bytes(line + line.replace(b"the disk died", b"the disc died") + line + b"".join(BROKEN))
    assert operator.keyring.trusted.losses(operator.policy) == 1
    key = operator.keyring.load(operator.keyring.checkpoint)
    seen = operator.keyring.trusted.seen_after(1)
    seen.write_bytes(sign_note(Checkpoint(ORIGIN, size_of(newer), bytes(32)).text, key))
    with pytest.raises(TamperedError, match="FORKED"):
        open_ledger(operator.url, operator.keyring)


def test_g_without_the_file_of_what_was_given_up_nobody_is_accused(operator: Operator, new_url: str) -> None:
    """Red before: what had been believed before the declaration stayed, and was read again once that file was gone: FORKED."""
    older(operator, new_url)
    operator.declare()
    operator.act([*hand(0, 2), *hand(0, 3)])
    operator.keyring.trusted.lost.unlink()
    operator.act(hand(0, 4))


@pytest.mark.parametrize("forged", [False, True])
def test_g_a_folder_of_an_older_tombo_goes_on(operator: Operator, new_url: str, *, forged: bool) -> None:
    """What was believed after a loss stands in 'seen' there. Red before: it was passed over, and a second history with it."""
    _, after = older(operator, new_url)
    operator.declare()
    newer = operator.act([*hand(0, 2), *hand(0, 3)])
    assert size_of(newer) > size_of(after)
    files = operator.keyring.trusted
    files.seen_after(1).replace(files.seen)
    if forged:
        key = operator.keyring.load(operator.keyring.checkpoint)
        files.seen.write_bytes(sign_note(Checkpoint(ORIGIN, size_of(newer), bytes(32)).text, key))
        with pytest.raises(TamperedError, match="FORKED"):
            open_ledger(operator.url, operator.keyring)
        return
    operator.act(hand(0, 4))
