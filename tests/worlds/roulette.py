"""A wheel for tests: lawful terms of R804 and R807, a table with players who have money."""

from __future__ import annotations

from typing import Any, Final

from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import EURO, PLATFORM
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.roulette.commands import CloseBets, LandBall, OpenSpin, PlaceChips, SettleSpin, VoidSpin
from tombo.ledger.games.roulette.events import BetReleased, Collected, Paid, PrisonerLost, SpinEvent
from tombo.ledger.games.roulette.state import Spin
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable, OpenBankedTable
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.roulette import MULTIPLES, ChanceLimits, RouletteLimits, RouletteTerms

WHEEL: Final = "roleta-1"
CUSTOMARY: Final = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]
BANKROLL: Final = 1_000_000
DEADLINE: Final = 30_000_000
"""Until when bets are taken, where a test does not say when anything happens."""
NAMES: Final = ("p-1", "p-2", "p-3")


def limits(**changes: ChanceLimits | None) -> RouletteLimits:
    """The greatest lawful limits over a minimum of 0.50 on every chance, and ``changes``."""
    lawful: dict[str, Any] = {name: ChanceLimits(least=50, most=times * 50) for name, times in MULTIPLES.items()}
    return RouletteLimits(**{**lawful, **changes})


def wheel_terms(regulation: str = "R804", **changes: Any) -> RouletteTerms:
    """Lawful terms in euro: zero takes all under R804 and half under R807, where call bets are offered; and ``changes``."""
    french = regulation == "R807"
    lawful: dict[str, Any] = {
        "betting_seconds": 30,
        "call_bets": french,
        "game": "roulette",
        "limits": limits(),
        "red": CUSTOMARY,
        "regulation": regulation,
        "revision": 1,
        "rounding": "floor",
        "table_kind": "multi",
        "total_max": None,
        "unit": EURO,
        "wheel": "french_37" if french else "american_37",
        "zero": "partage" if french else "lose",
    }
    return RouletteTerms(**{**lawful, **changes})


def chip(amount: int, chance: str, numbers: str = "") -> Chip:
    """A chip: ``chip(100, "split", "17 18")``."""
    return Chip.model_validate({"amount": amount, "chance": chance, "numbers": numbers.split()})


R2: Final = (
    chip(100, "straight_up", "17"),
    chip(200, "split", "17 18"),
    chip(1000, "black"),
    chip(300, "double_dozen", " ".join(map(str, range(1, 25)))),
)
"""The bets of the example R2."""


def opening(terms: RouletteTerms, names: tuple[str, ...] = NAMES) -> list[tuple[CommandBase, By]]:
    """The commands that lead to a wheel where ``names`` play, each with who asks."""
    reference: dict[str, Any] = {"in_force_from": 0, "reference": "SRIJ/2026/7", "regulation": terms.regulation}
    commands: list[tuple[CommandBase, By]] = [
        (GrantRole(role="manager", staff="ana"), PLATFORM),
        (GrantRole(role="officer", staff="rui"), MANAGER),
        (ApproveBankedRuleset(ruleset="roleta", terms=terms, **reference), MANAGER),
        (OpenBankedTable(ruleset="roleta", table=WHEEL), PLATFORM),
    ]
    for name in names:
        if terms.unit.currency:
            commands += [
                (OpenAccount(player=name), PLATFORM),
                (Deposit(amount=Money(BANKROLL), player=name, reference="card"), PLATFORM),
            ]
        commands += [
            (StartSession(player=name, regulation=terms.regulation, session=f"s-{name}"), player(name)),
            (JoinTable(player=name, session=f"s-{name}", table=WHEEL), player(name)),
        ]
    return commands


class Roulette(House):
    """A world with one wheel."""

    @property
    def round(self) -> str:
        """The local id of the newest spin."""
        return f"{WHEEL}/{self(f'banked:{WHEEL}').number}"

    @property
    def spin(self) -> Spin:
        """The newest spin."""
        found = self(f"roulette:{self.round}")
        assert isinstance(found, Spin)
        return found

    def opens(self) -> None:
        """The next spin takes bets; alone at the wheel there is no hurry."""
        alone = self(f"banked:{WHEEL}").terms.table_kind == "single"
        self.does(OpenSpin(deadline=None if alone else DEADLINE, table=WHEEL))

    def bets(self, name: str, *chips: Chip) -> None:
        """``name`` stakes ``chips``."""
        self.does(PlaceChips(chips=list(chips), player=name, round=self.round), player(name))

    def lands(self, number: str) -> list[Any]:
        """No more bets, the ball lands, the spin is settled; what settles it."""
        self.does(CloseBets(round=self.round))
        self.does(LandBall(number=number, round=self.round))
        return self.does(SettleSpin(round=self.round))

    def fails(self) -> str:
        """The operator's system fails; the incident, by its name, lists the newest spin where that is in play."""
        name = f"avaria-{len(self.streams('incident')) + 1}"
        self.does(OpenIncident(first_instant=1, incident=name, origin="operator_system", reported_by="monitor"))
        return name

    def voids(self) -> None:
        """The newest spin is void."""
        self.does(VoidSpin(incident=self.fails(), round=self.round))

    def net(self, name: str) -> int:
        """What ``name`` has won since he came, less what he has at stake."""
        return self.balance(name) - BANKROLL

    def taken(self, name: str) -> int:
        """What the house has won of ``name`` and lost to him, by the events of all spins."""
        won = 0
        for _, event in self.events:
            match event:
                case Collected(player=who) if who == name:
                    won += sum(chip.amount for chip in event.chips)
                case PrisonerLost(prisoner=held) if held.player == name:
                    won += held.amount
                case BetReleased(prisoner=held) if held.player == name:
                    won += held.amount - event.returned
                case Paid(player=who) if who == name:
                    won -= sum(payment.prize for payment in event.payments)
        return won

    def spun(self) -> list[SpinEvent]:
        """The events of the newest spin."""
        return [event for stream, event in self.events if stream == f"roulette:{self.round}"]  # type: ignore[misc]  # its stream holds no others


def wheel(regulation: str = "R804", names: tuple[str, ...] = NAMES, **changes: Any) -> Roulette:
    """A wheel under these terms, with nobody's bet on it, open for the first spin."""
    terms = wheel_terms(regulation, **changes)
    world = Roulette(demo=terms.unit.currency is None)
    for command, by in opening(terms, names):
        world.does(command, by)
    world.opens()
    return world
