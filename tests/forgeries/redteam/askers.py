"""Who is asked after a theft, and what he says: doors, the publisher, the verifier, the audit, the night, an auditor who comes anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.forgeries.redteam import hands
from tests.forgeries.redteam.actions import Act
from tests.forgeries.redteam.scene import Scene
from tests.forgeries.redteam.trial import NEXT, verdict_of, warm
from tests.forgeries.redteam.world import opened
from tests.tools import cli_run
from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import unpack

BELIEVED: Final = "believed"
"""He takes it for the truth."""
NAMED: Final = "named"
"""He says that it does not tie, or is not what the rules give."""
NOTHING: Final = "as if nothing were"
"""What he says is what he says honestly."""
DAY: Final = "2026-07-14"
WALLET: Final = {
    "account.credited.v1": "credit",
    "account.debited.v1": "debit",
    "account.deposited.v1": "deposit",
    "account.withdrawn.v1": "withdrawal",
}


class Said(NamedTuple):
    """What somebody said: in a word, and all of it."""

    word: str
    whole: Any = None


class Theft:
    """The scene of a theft: forged tables, and what the thief left in the signer's file. Without them, an honest scene."""

    def __init__(self, scene: Scene, used: Act, tables: hands.Tables, note: bytes | None = None) -> None:
        self.scene = scene
        self.used = used
        self.tables = tables
        self.note = note

    @property
    def folder(self) -> Path:
        """Of the case."""
        return self.scene.folder

    @property
    def keys(self) -> Keyring:
        """Of the house."""
        return Keyring(self.folder / "keys")

    def happens(self) -> None:
        """The forged tables take the place of the honest ones, and the note that of the signer's."""
        self.scene.hand.put(self.tables)
        if self.note is not None and self.keys.signer_state.exists():
            self.keys.signer_state.write_bytes(self.note)

    def tombo(self, *words: str, keys: Path | None = None) -> cli_run.Ran:
        """The command line on it."""
        return cli_run.tombo("--ledger", self.scene.url, "--keys", str(keys or self.keys.directory), *words)


@contextmanager
def _door(theft: Theft) -> Iterator[Ledger]:
    ledger = opened(theft.scene.url, theft.folder)
    try:
        yield ledger
    finally:
        ledger.store.close()


def _granted(theft: Theft, ledger: Ledger) -> Said:
    return Said(BELIEVED) if theft.used(ledger, theft.folder).startswith("Acknowledgement") else Said(NOTHING)


def _open(theft: Theft) -> Said:
    with _door(theft) as ledger:
        warm(ledger)
        ledger.view()("account:p-9")
        theft.happens()
        return _granted(theft, ledger)


def _later(theft: Theft) -> Said:
    theft.happens()
    with _door(theft) as ledger:
        return _granted(theft, ledger)


def _elsewhere(theft: Theft) -> Said:
    """A door on another host: its folder of keys has no signer's file."""
    theft.keys.signer_state.unlink()
    return _later(theft)


def _publisher(theft: Theft) -> Said:
    theft.happens()
    with _door(theft) as ledger:
        return Said(BELIEVED, publish(ledger.store, theft.keys.signer()))


def _verify(theft: Theft, *, outside: bool = False) -> Said:
    kept = Path(shutil.copy(theft.keys.signer_state, theft.folder / "kept"))
    theft.happens()
    ran = theft.tombo("--json", "verify", "--jobs", "1", *(("--checkpoint", str(kept)) if outside else ()))
    return Said(ran.document["verdict"])


def _audit(theft: Theft) -> Said:
    theft.happens()
    return _told(theft.tombo("--json", "audit"), "differing")


def _night(theft: Theft) -> Said:
    wallet = theft.folder / "wallet.csv"
    wallet.write_text(_wallet(theft.scene.tables))
    theft.happens()
    return _told(theft.tombo("--json", "reconcile", "--day", DAY, "--wallet", str(wallet)), "problems", "wallet")


def _anew(theft: Theft) -> Said:
    """An auditor who has the policy and comes today for the first time."""
    theft.happens()
    auditor = theft.folder / "auditor"
    auditor.mkdir()
    shutil.copy(theft.keys.policy, auditor / "policy")
    rebuilt = theft.tombo("memory", "rebuild", keys=auditor)
    if rebuilt.status:
        return _told(rebuilt)
    return _told(theft.tombo("--json", "book", "show", "wallet:p-9", keys=auditor))


def _told(ran: cli_run.Ran, *parts: str) -> Said:
    """What a call said: a verdict, or a document, which is told by ``parts`` of it."""
    assert ran.status in {0, 1, 2} and "a fault of tombo" not in ran.err, ran
    if not ran.out:
        assert NEXT.search(ran.err), ran
        return Said(next((word for word in ("ROLLED BACK", "TAMPERED") if word in ran.err), "REFUSED"))
    if ran.status:
        return Said(NAMED, {part: ran.document[part] for part in parts})
    return Said(BELIEVED, ran.out)


def _wallet(tables: hands.Tables) -> str:
    """The statement of the honest wallet."""
    lines = ["transaction,player,operation,amount,occurred"]
    for _, stream, _, kind, state in sorted(tables["stored_events"]):
        if kind in WALLET:
            sealed = unpack(state)
            body = canonical.decode(sealed.body)
            cents = body["event"]["amount"]["cents"]
            said = body["event"].get("reference") or body["command"]["id"]
            at = display_instant(body["occurred"] or sealed.recorded)
            lines.append(f"{said},{stream.partition(':')[2]},{WALLET[kind]},{cents // 100}.{cents % 100:02},{at}")
    return "\n".join(lines) + "\n"


ASKED: Final[Mapping[str, Callable[[Theft], Said]]] = {
    "an open door": _open,
    "a door opened later": _later,
    "a door without the signer's file": _elsewhere,
    "the publisher": _publisher,
    "`verify`": _verify,
    "`verify --checkpoint`": lambda theft: _verify(theft, outside=True),
    "`audit`": _audit,
    "`reconcile --wallet`": _night,
    "an auditor who comes anew": _anew,
}
"""Everybody who is asked, by name."""


def asked(name: str, theft: Theft) -> Said:
    """What ``name`` says of the ledger after ``theft``."""
    theft.scene.again()
    try:
        return ASKED[name](theft)
    except LedgerError as error:
        found, wrong = verdict_of(error, str(error))
        assert not wrong, wrong
        return Said(found)
