"""A ledger, its keys, and what an operator keeps of it elsewhere: restored from copies, and with a loss declared."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.play import hand, house, play
from tests.forgeries.maker import ORIGIN
from tests.worlds.staff import enrol, key_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.exchange.bundle import Bundle, write_bundle
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.loss import StoreStanding, declare, kept, standing
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.operate.restore import Sealer, restore
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note
from tombo.ledger.seal.policy import Policy, load_policy
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Report, verify

MANAGER: Final = By(actor="staff", id="manager-1", role="manager")


class Operator:
    """A ledger, its keys, and what was kept of it elsewhere."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url, self.keyring = folder, url, Keyring(folder / "keys")
        with create_ledger(url, self.keyring, origin=ORIGIN, clock=SteppingClock()).store:
            pass
        self.act(house(1))
        grant, enrolled = GrantRole(role="officer", staff="s-2"), enrol(ORIGIN, "s-2")
        self.act([Envelope(grant, MANAGER, "grant", None), Envelope(enrolled, MANAGER, "enrol", None)])

    def act(self, envelopes: Any, *, publishing: bool = True) -> bytes:
        """Record something, and publish; the newest checkpoint."""
        ledger = open_ledger(self.url, self.keyring, clock=SteppingClock())
        with ledger.store as store:
            play(ledger, envelopes)
            return publish(store, self.keyring.signer()).encode() if publishing else b""

    @property
    def policy(self) -> Policy:
        """What an auditor of it pins."""
        return load_policy(self.keyring.policy)

    def bundle(self, name: str, *, openings: bool = True) -> Path:
        """An exported bundle up to the newest checkpoint."""
        with open_opened(self.url, self.keyring.opening_secret(ORIGIN)) as store:
            note = store.last_checkpoint() or ""
            path = self.folder / name
            write_bundle(path, store, note=note, policy=self.keyring.policy.read_text(), openings=openings)
        return path

    def report(self, checkpoint: bytes | None = None) -> Report:
        """What the verifier says, against a checkpoint or the signer's file."""
        held = self.keyring.signer_state.read_bytes() if checkpoint is None else checkpoint
        factory = partial(open_opened, self.url, self.keyring.opening_secret(ORIGIN))
        return verify(factory, self.policy, checkpoint=held)

    def restore(self, source: Any, url: str) -> None:
        """Restore ``source`` at ``url``, and take that for the ledger."""
        sealer = Sealer(self.keyring.opening_key(ORIGIN), os.urandom)
        restore(source, url, ORIGIN, self.keyring.signer_state.read_text(), sealer)
        self.url = url

    def standing(self) -> StoreStanding:
        """What is missing."""
        with open_evidence(self.url) as store:
            known = kept(self.keyring, self.policy)
            return standing(store, self.keyring.signer().last(), known.reached, 0, known.before)

    def declare(self, reason: str = "the disk died", **other: Any) -> None:
        """Declare what is missing lost."""
        said: dict[str, Any] = {"root": self.keyring.root, "staff": "manager-1", "second": "s-2"}
        said |= {"key_of": partial(key_of, ORIGIN)} | other
        with open_evidence(self.url) as store:
            declare(store, self.url, self.keyring, reason=reason, clock=SteppingClock(), **said)


def older(operator: Operator, url: str) -> tuple[bytes, bytes]:
    """Put the ledger of before the second hand in place; the checkpoints before and after that hand."""
    before = operator.act(hand(0, 1))
    bundle = operator.bundle("older")
    after = operator.act(hand(0, 2))
    operator.act(hand(0, 3)[:3], publishing=False)
    operator.restore(Bundle(bundle), url)
    return before, after


def size_of(note: bytes) -> int:
    """How many entries a checkpoint covers."""
    return parse_checkpoint(parse_note(note).text).size
