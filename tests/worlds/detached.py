"""Periods of an operator's ledger (``tests.worlds.operator``) that are detached, and what the database has of them then."""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.play import recorded
from tests.forgeries.maker import ORIGIN
from tests.worlds.backups import backed_up
from tests.worlds.operator import MANAGER, Operator
from tests.worlds.staff import signed
from tombo.ledger.core.clock import INSTANT_MAX, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.house.log.commands import DetachPeriod
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.cold import cold_places
from tombo.ledger.operate.detach import Detached, boundary, detach
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.store import is_cut, open_store
from tombo.ledger.verify import Report, verify

SECOND: Final = "s-2"


def asked(checkpoint: Checkpoint, *beside: str) -> Envelope:
    """What a manager asks for to detach the period that ``checkpoint`` ends, signed by those ``beside`` him."""
    root = b64encode(checkpoint.root).decode()
    command = DetachPeriod(reason="two years are kept", root=root, second=SECOND, size=checkpoint.size)
    return signed(Envelope(command, MANAGER, f"period/detach/{checkpoint.size}", None), ORIGIN, *beside)


def put_on_record(ledger: Ledger, checkpoint: Checkpoint) -> int:
    """Put the period on record; at which log index."""
    return recorded(ledger.handle(asked(checkpoint, SECOND))).entries[0].index


def run(operator: Operator, folder: Path, *, before: int = INSTANT_MAX) -> Detached:
    """One run of ``tombo period detach``."""
    with open_ledger(operator.url, operator.keyring, clock=SteppingClock()).store as store:
        checkpoint = boundary(store, before, operator.policy)
    ledger = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
    with ledger.store:
        return detach(ledger, operator.keyring, str(folder), checkpoint, partial(put_on_record, ledger, checkpoint))


def backed_up_and_run(operator: Operator, folder: Path) -> Detached:
    """A backup, and what it has detached."""
    backed_up(operator, folder)
    return run(operator, folder)


def cut_rows(operator: Operator) -> list[int]:
    """The log indices of the rows that are cut in the database."""
    return cut_in(operator.url)


def cut_in(url: str) -> list[int]:
    """The same of the ledger at ``url``."""
    with open_store(url, read_only=True) as store:
        return [row.index for row in store.rows() if is_cut(row.state)]


def report(operator: Operator, checkpoint: bytes | None = None) -> Report:
    """What ``tombo verify`` says, with the copies that the keys name."""
    held = operator.keyring.signer_state.read_bytes() if checkpoint is None else checkpoint
    secret, places = operator.keyring.opening_secret(ORIGIN), cold_places(operator.keyring)
    return verify(partial(open_opened, operator.url, secret, ORIGIN, places), operator.policy, checkpoint=held)


def checked_rows(operator: Operator, size: int) -> list[Any]:
    """The first rows of the ledger, as whoever reads gets them: checked."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        return list(store.rows(0, size))


def boundary_of(operator: Operator, size: int) -> Any:
    """The checkpoint of that many entries."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        found = boundary(store, INSTANT_MAX, operator.policy)
    assert found.size == size
    return found


def blob_of(operator: Operator, state: bytes) -> str:
    """``state`` as a statement has it."""
    return f"'\\x{state.hex()}'" if operator.url.startswith("postgres") else f"X'{state.hex()}'"
