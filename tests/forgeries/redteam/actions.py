"""Every way to use the ledger: commands that decide, what is acknowledged, what is signed, what is shown, what leaves the house."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.forgeries.redteam.world import LATER, OFFICER, SIGNED, TAIL
from tests.tools import cli_run
from tests.worlds.floor import MANAGER, PLATFORM, player
from tests.worlds.roulette import WHEEL, chip
from tests.worlds.standstill import recovered
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack.commands import DecideBlackjackHand
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.publish import publish

Act = Callable[[Ledger, Path], str]
"""Does something with an open ledger whose keys are in the folder; what came of it."""


def _sent(command: CommandBase, by: By = PLATFORM) -> Act:
    return _again(Envelope(command, by, "case", None))


def _again(envelope: Envelope) -> Act:
    return lambda ledger, _: repr(ledger.handle(envelope))


def _receipt(envelope: Envelope) -> Act:
    return lambda ledger, _: repr(ledger.receipt(envelope))


def _recovered(ledger: Ledger) -> str:
    """A recovery; where a hand is lost that is its refusal, whatever became of the others.

    Raises:
        LedgerError: why a hand could not be decided.
    """
    done = recovered(ledger)
    for lost in done.lost:
        raise lost
    return repr(done)


OUTAGE: Final = OpenIncident(
    first_instant=LATER, incident="i-2", origin="operator_system", reported_by="x", scope=["mesa-2"]
)


def _voided(ledger: Ledger, _: Path) -> str:
    """The operator's system fails, and the hand it interrupts is void."""
    opened = ledger.handle(Envelope(OUTAGE, PLATFORM, "case-incident", None))
    void = Envelope(poker.VoidHand(hand="mesa-2/1", incident="i-2"), PLATFORM, "case", None)
    return repr((opened, ledger.handle(void)))


DOOR: Final[Mapping[str, Act]] = {
    "withdraw": _sent(Withdraw(amount=Money(1_000), player="p-1", reference="bank")),
    "withdraw too much": _sent(Withdraw(amount=Money(9_900_000), player="p-1", reference="bank")),
    "deposit": _sent(Deposit(amount=Money(300), player="p-5", reference="bank")),
    "bet": _sent(spin.PlaceChips(chips=[chip(100, "red")], player="p-2", round=f"{WHEEL}/2"), player(2)),
    "close bets": _sent(spin.CloseBets(round=f"{WHEEL}/2")),
    "stand": _sent(DecideBlackjackHand(amount=None, decision="stand", hand=1, round="bj-1/1", seat=1), player(1)),
    "settle hand": _sent(poker.SettleHand(hand="mesa-1/2")),
    "void hand": _voided,
    "deal a card in hand": _sent(poker.DealBoard(cards=["2c", "7d", "Kd"], hand="mesa-2/1")),
    "deal the flop": _sent(poker.DealBoard(cards=["2c", "7d", "9h"], hand="mesa-2/1")),
    "end session": _sent(EndSession(cause="player", session="s-5"), player(5)),
    "end session seated": _sent(EndSession(cause="player", session="s-1"), player(1)),
    "leave table": _sent(LeaveTable(seat=1, table="mesa-1"), player(1)),
    "grant role": _sent(GrantRole(role="officer", staff="eva"), MANAGER),
    "close incident": _sent(CloseIncident(incident="i-1", note="mended"), OFFICER),
    "open account again": _sent(OpenAccount(player="p-1")),
    "retry signed": _again(SIGNED),
    "retry tail": _again(TAIL),
    "receipt signed": _receipt(SIGNED),
    "receipt tail": _receipt(TAIL),
    "recover": lambda ledger, _: _recovered(ledger),
    "publish": lambda ledger, folder: publish(ledger.store, Keyring(folder / "keys").signer()),
}
"""Through a door that is open for writing, each alone."""

VIEWS: Final = (
    "hand show mesa-1/1",
    "hand show mesa-1/2 --viewer auditor",
    "--json hand show mesa-2/1",
    "hand replay mesa-1/1",
    "hand list",
    "hand audit",
    "table list",
    "table show mesa-1",
    "player last-hand p-1",
    "player statement p-1",
    "round show roleta-1/1",
    "round replay roleta-1/1",
    "round show bj-1/1",
    "round list",
    "book balance",
    "book show outside",
    "dispute show d-1",
    "dispute list",
    "ruleset list",
    "ruleset show rules-mesa-1",
    "tournament list",
    "keys list",
    "status",
    "refunds",
    "audit",
    "reconcile --day 2026-07-14",
    "proof hand mesa-1/1",
    "proof account p-1 --version 1",
    "receipt show signed",
    "receipt show tail",
    "export phh mesa-1/1 --out OUT",
    "export bundle --out OUT",
)
"""Calls of ``tombo`` that read; ``OUT`` is where something is written."""


def view(words: str, url: str, folder: Path) -> tuple[int, str, str, dict[str, bytes]]:
    """Run a call: status, what it printed on either stream, and the files it wrote."""
    out = folder / "out"
    if out.is_dir():
        shutil.rmtree(out)
    out.unlink(missing_ok=True)
    ran = cli_run.tombo("--ledger", url, "--keys", str(folder / "keys"), *words.replace("OUT", str(out)).split())
    files = [path for path in ((out, *out.rglob("*")) if out.exists() else ()) if path.is_file()]
    written = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    masked = [text.replace(str(folder), "FOLDER") for text in (ran.out, ran.err)]
    return ran.status, masked[0], masked[1], written
