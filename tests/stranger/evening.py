"""An evening around the die, through the live door: four throws at two tables, what is refused, an outage, and a standstill in the middle."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from tests.tools.cli_run import keep_key
from tests.toy_game.commands import BetOnDie, OpenDie, SettleDie, ThrowDie, VoidDie
from tests.toy_game.terms import DieTerms
from tests.worlds.staff import enrol, key_of, signed
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.language import Language
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked.commands import CloseBankedTable, JoinTable, OpenBankedTable, PartTable
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.log.commands import ConfirmClock
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.operate.recover import recover
from tombo.ledger.terms.unit import EURO
from tombo.reports import recovery
from tombo.reports.text import text_lines

ORIGIN: Final = "operator.example/die"
BEGINS: Final = 1_784_055_600 * SECOND
"""2026-07-14, 20:00 in Lisbon."""
MORNING: Final = BEGINS + 14 * 3600 * SECOND
"""When commands are run."""
PLATFORM, MANAGER = By(actor="platform", id="platform"), By(actor="staff", id="s-1", role="manager")
OFFICERS: Final = ("s-2", "s-3")
OFFICER: Final = By(actor="staff", id="s-2", role="officer")
TERMS: Final = DieTerms(bet_max=50_00, bet_min=1_00, game="die", revision=1, table_kind="multi", unit=EURO)
TABLES: Final = ("dado-1", "dado-2")


def _player(name: str) -> By:
    return By(actor="player", id=name)


class Evening:
    """Asks, a second a step, and keeps what was refused."""

    def __init__(self, ledger: Ledger, clock: SteppingClock) -> None:
        self.ledger, self.clock, self.sent = ledger, clock, 0
        self.refused: list[list[str]] = []

    def ask(self, command: CommandBase, by: By = PLATFORM) -> None:
        """What is refused is kept: its rule, its name, and what it says in each language."""
        self.sent += 1
        self.clock.instant += SECOND
        envelope = Envelope(command, by, f"die/{self.sent}", self.clock.instant)
        outcome = self.ledger.handle(signed(envelope, ORIGIN))
        if isinstance(outcome, Refused):
            told = outcome.finding.told
            self.refused.append([outcome.finding.rule, told.about, told.text(), told.text(Language.PT)])

    def bets(self, name: str, amount: int, side: Any, round_: str) -> None:
        """A player bets."""
        self.ask(BetOnDie(amount=amount, player=name, round=round_, side=side), _player(name))


def play(url: str, keys: Path) -> dict[str, Any]:
    """The evening in a new ledger: what was refused, and what the recovery said."""
    keyring, clock = Keyring(keys), SteppingClock(BEGINS, step=0)
    key = key_of(ORIGIN, "s-1")
    opened = create_ledger(url, keyring, origin=ORIGIN, manager="s-1", manager_key=key, clock=clock, entropy=os.urandom)
    for name in ("s-1", *OFFICERS):
        keep_key(keys, ORIGIN, name)
    there = Evening(opened, clock)
    _begins(there)
    _first(there)
    _outage(there)
    _left_open(there)
    opened.store.close()  # the platform stops in the middle of two throws, and is started again
    clock.instant += 600 * SECOND
    there.ledger = open_ledger(url, keyring, clock=clock)
    ended = recover(there.ledger)
    for player in ("p-1", "p-2"):
        there.ask(PartTable(player=player, table="dado-2"), _player(player))
    there.ask(CloseBankedTable(table="dado-2"))
    then = there.clock.instant + SECOND
    there.ask(ConfirmClock(clock=then, floor=then, reason="the evening is over"), MANAGER)
    note = publish(there.ledger.store, keyring.signer())
    there.ledger.store.close()
    (keys.parent / "checkpoint").write_text(note, encoding="utf-8")
    document = recovery.document(ended)
    return {
        "refused": there.refused,
        "recovered": {one.value: [*text_lines(document, one)] for one in (Language.EN, Language.PT)},
    }


def _begins(there: Evening) -> None:
    """Staff, approved terms, two tables, and two players around them."""
    for name in OFFICERS:
        there.ask(GrantRole(role="officer", staff=name), MANAGER)
        there.ask(enrol(ORIGIN, name), MANAGER)
    said = {"in_force_from": 0, "reference": "nobody's (example)", "regulation": "R899"}
    unlawful = TERMS.model_copy(update={"bet_min": 60_00})
    there.ask(ApproveBankedRuleset(**said, ruleset="die-0", terms=unlawful), MANAGER)  # type: ignore[arg-type]
    there.ask(ApproveBankedRuleset(**said, ruleset="die-1", terms=TERMS), MANAGER)  # type: ignore[arg-type]
    for table in TABLES:
        there.ask(OpenBankedTable(ruleset="die-1", table=table))
    for player in ("p-1", "p-2"):
        there.ask(OpenAccount(player=player))
        there.ask(Deposit(amount=Money(100_00), player=player, reference="bank transfer"))
        there.ask(StartSession(player=player, regulation="R899", session=f"{player}-1"), _player(player))
        for table in TABLES:
            there.ask(JoinTable(player=player, session=f"{player}-1", table=table), _player(player))
    there.ask(JoinTable(player="p-1", seat=1, session="p-1-1", table="dado-1"), _player("p-1"))


def _first(there: Evening) -> None:
    """dado-1/1: a four. Even is paid, odd is collected; and all that is refused on the way."""
    there.ask(OpenDie(table="dado-1"))
    there.ask(OpenDie(table="dado-1"))
    there.bets("p-1", 50_01, "even", "dado-1/1")
    there.bets("p-1", 10_00, "even", "dado-1/1")
    there.bets("p-1", 10_00, "odd", "dado-1/1")
    there.bets("p-3", 10_00, "odd", "dado-1/1")
    there.bets("p-2", 5_00, "odd", "dado-1/1")
    there.ask(SettleDie(round="dado-1/1"))
    there.ask(ThrowDie(face=4, round="dado-1/1"), _player("p-1"))
    there.ask(ThrowDie(face=4, round="dado-1/1"))
    there.ask(ThrowDie(face=5, round="dado-1/1"))
    there.ask(SettleDie(round="dado-1/1"))
    there.bets("p-1", 10_00, "odd", "dado-1/1")
    there.bets("p-1", 10_00, "odd", "dado-1/9")


def _outage(there: Evening) -> None:
    """dado-1/2: the operator's system fails, and an officer calls the throw void."""
    there.ask(OpenDie(table="dado-1"))
    there.bets("p-1", 7_00, "odd", "dado-1/2")
    there.ask(VoidDie(incident="power", round="dado-1/2"), OFFICER)
    first = there.clock.instant
    power = OpenIncident(
        first_instant=first, incident="power", origin="operator_system", reported_by="a monitor", scope=["dado-1"]
    )
    there.ask(power, OFFICER)
    there.ask(VoidDie(incident="power", round="dado-1/2"), OFFICER)
    there.ask(CloseIncident(incident="power", note="power is back"), OFFICER)


def _left_open(there: Evening) -> None:
    """dado-1/3 has no result yet, dado-2/1 has one: a standstill leaves both open."""
    there.ask(OpenDie(table="dado-1"))
    there.bets("p-2", 3_00, "even", "dado-1/3")
    there.ask(OpenDie(table="dado-2"))
    there.bets("p-1", 2_00, "odd", "dado-2/1")
    there.ask(ThrowDie(face=3, round="dado-2/1"))
