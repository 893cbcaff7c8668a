"""A desk over two hours of every game: staff with keys, an auditor, a second officer, and a hand that is still in play."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tests.worlds.network import AUDITOR, Network
from tests.worlds.played import played
from tests.worlds.staff import enrol, signed
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.house.credential.commands import GrantCredential
from tombo.ledger.house.credential.events import AuditorHolder, TokenProof
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.seal.bearer import token_digest
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR

PLAN: Final = Plan(
    seed=23, begins=BEGINS, ends=BEGINS + 2 * HOUR, tables=10, pace=4, malice=0.05, trouble=0.1, outages=1
)
PLAYED_ORIGIN: Final = "operator.example/simulated"
PLAYED_MANAGER: Final = "s-1"
PLAYED_OFFICER: Final = "s-2"
OTHER_OFFICER: Final = "s-3"


def played_network(url: str, folder: Path) -> Network:
    """The ledger of ``PLAN`` at ``url``, with its keys in ``folder``."""
    with played(PLAN, url, folder, kills=0):
        pass
    made = Network(url, Keyring(folder / "keys"))
    shutil.copy(made.keyring.directory / "passphrase", made.keyring.directory / "test.passphrase")
    proof = TokenProof(sha256=token_digest(AUDITOR))
    for number, command in enumerate(
        (
            GrantCredential(credential="auditor", holder=AuditorHolder(id="srij"), proof=proof, until=None),
            GrantRole(role=OFFICER, staff=OTHER_OFFICER),
            enrol(PLAYED_ORIGIN, OTHER_OFFICER),
        )
    ):
        asked(made, command, PLAYED_MANAGER, "manager", f"played/{number}")
    return made


def asked(made: Network, command: CommandBase, staff: str, role: str, name: str) -> None:
    """An act of ``staff``, recorded."""
    ledger = open_ledger(made.url, made.keyring)
    with ledger.store:
        by = By(actor="staff", id=staff, role=role)
        outcome = ledger.handle(signed(Envelope(command, by, name, None), PLAYED_ORIGIN))
        assert isinstance(outcome, Acknowledgement), outcome
