"""A table of póquer sem descarte for tests: approved rules, players with money on their seats, and rounds played by commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.worlds.house import MANAGER, player
from tests.worlds.world import EURO, OFFICER, PLATFORM, World
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import EachSeat, Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.sem_descarte.commands import (
    CloseAntes,
    Continue,
    DealCards,
    FoldSemDescarte,
    OpenRound,
    PlaceAnte,
    SettleRound,
)
from tombo.ledger.games.sem_descarte.state import SemDescarteRound
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable, OpenBankedTable
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.sem_descarte import SemDescarteReadings, SemDescarteTerms

SD_TABLE: Final = "sd-1"
BALANCE: Final = 100_000


def sd_readings(reading: Reading = Reading.LETTER, **changes: Reading | EachSeat) -> SemDescarteReadings:
    """Every reading ``reading``, and ``changes``."""
    return SemDescarteReadings.model_validate({**dict.fromkeys(SemDescarteReadings.model_fields, reading), **changes})


def sd_terms(**changes: Any) -> SemDescarteTerms:
    """Lawful terms in euro: antes of 1 to 25 euro, the letter everywhere, and ``changes``."""
    lawful: dict[str, Any] = {
        "ante_max": 2_500,
        "ante_min": 100,
        "betting_seconds": 20,
        "decision_seconds": 15,
        "extra_seconds": 10,
        "game": "sem_descarte",
        "readings": sd_readings(),
        "revision": 1,
        "seats": 7,
        "table_kind": "multi",
        "unit": EURO,
    }
    return SemDescarteTerms(**{**lawful, **changes})


def setup_commands(names: Sequence[str], terms: SemDescarteTerms) -> list[tuple[CommandBase, Any]]:
    """Who asks for what until ``names`` sit at the table, on seats 1, 2, ...; each with 1,000 euro."""
    asked: list[tuple[CommandBase, Any]] = [
        (GrantRole(role="manager", staff="ana"), PLATFORM),
        (GrantRole(role="officer", staff="rui"), MANAGER),
        (
            ApproveBankedRuleset(
                in_force_from=0, reference="SRIJ/2026/3", regulation="R803", ruleset="sd-rules", terms=terms
            ),
            MANAGER,
        ),
        (OpenBankedTable(ruleset="sd-rules", table=SD_TABLE), PLATFORM),
    ]
    for number, name in enumerate(names, start=1):
        if terms.unit.currency:
            asked.append((OpenAccount(player=name), PLATFORM))
            asked.append((Deposit(amount=Money(BALANCE), player=name, reference="card"), PLATFORM))
        asked.append((StartSession(player=name, regulation="R803", session=f"s-{name}"), player(name)))
        asked.append((JoinTable(player=name, seat=number, session=f"s-{name}", table=SD_TABLE), player(name)))
    return asked


def deal(state: SemDescarteRound, hands: Mapping[int, str], house: str) -> DealCards:
    """The deal that gives each seat these five cards and the house those, the last one face up."""
    seats = [box.seat for box in state.within("open")]
    given = {seat: hands[seat].split() for seat in seats}
    banker = house.split()
    cards = [card for turn in range(5) for card in (*(given[seat][turn] for seat in seats), banker[turn])]
    discard = next(card for card in CARD_TEXTS if card not in cards)
    return DealCards(cards=cards[:-1], discard=discard, house_card=cards[-1], round=f"{SD_TABLE}/{state.opened.number}")


class Casino(World):
    """A world with one table of póquer sem descarte."""

    def __init__(self, *names: str, demo: bool = False, **changes: Any) -> None:
        super().__init__()
        self.states["log:main"] = self("log:main")._replace(demo=demo)
        for command, by in setup_commands(names or ("p-1", "p-2"), sd_terms(**changes)):
            self.does(command, by)
        self.number = 0

    @property
    def local(self) -> str:
        """The round, by its local id."""
        return f"{SD_TABLE}/{self.number}"

    @property
    def state(self) -> SemDescarteRound:
        """The round."""
        found = self(f"sem_descarte:{self.local}")
        assert isinstance(found, SemDescarteRound)
        return found

    def balance(self, name: str) -> int:
        """The cents on a player's account."""
        return int(self(f"account:{name}").balance)

    def net(self, name: str = "p-1") -> int:
        """What a player has won or lost since he sat down."""
        return self.balance(name) - BALANCE

    def refuses(self, command: CommandBase, by: Any = PLATFORM, occurred: int | None = None) -> str:
        """The rule under which ``command`` is refused; nothing may be recorded."""
        before = len(self.events)
        outcome = self.ask(command, by, occurred)
        assert isinstance(outcome, Refused), outcome
        assert len(self.events) == before
        return outcome.finding.rule

    def open(self, deadline: int | None = 30_000_000) -> None:
        """Open the next round."""
        self.does(OpenRound(deadline=deadline, table=SD_TABLE))
        self.number += 1

    def ante(self, seat: int, amount: int) -> None:
        """The player of ``seat`` places his ante."""
        name = f"p-{seat}"
        self.does(PlaceAnte(amount=amount, player=name, round=self.local, seat=seat), player(name))

    def dealt(self, antes: Mapping[int, int], hands: Mapping[int, str], house: str) -> None:
        """A round with these antes, closed and dealt."""
        self.open()
        for seat, amount in antes.items():
            self.ante(seat, amount)
        self.does(CloseAntes(round=self.local))
        self.does(deal(self.state, hands, house))

    def goes_on(self, seat: int) -> None:
        """The player of ``seat`` places his second bet."""
        self.does(Continue(round=self.local, seat=seat), player(f"p-{seat}"))

    def folds(self, seat: int) -> None:
        """The player of ``seat`` gives up."""
        self.does(FoldSemDescarte(round=self.local, seat=seat), player(f"p-{seat}"))

    def settles(self) -> list[Any]:
        """Settle the round; its events."""
        return list(self.does(SettleRound(round=self.local)))

    def outage(self, origin: str = "operator_system", name: str = "power") -> str:
        """Open an incident at the table."""
        self.does(
            OpenIncident.model_validate(
                {
                    "first_instant": 1,
                    "incident": name,
                    "origin": origin,
                    "reported_by": "monitor",
                    "scope": [SD_TABLE],
                }
            ),
            OFFICER,
        )
        return name
