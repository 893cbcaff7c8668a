"""Demo play touches no money: nothing of the catalogue that carries any is accepted in a ledger of demo play, in no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from pydantic import BaseModel

from tests.worlds.blackjack import TABLE as BLACKJACK_TABLE
from tests.worlds.blackjack import Blackjack, blackjack_terms
from tests.worlds.house import MANAGER, House, house, player, seat
from tests.worlds.roulette import WHEEL, chip, wheel, wheel_terms
from tests.worlds.sem_descarte import SD_TABLE, Casino, sd_terms
from tests.worlds.world import CHIPS, EURO, OFFICER, PLATFORM, TABLE, TABLE_STREAM, World, poker_terms
from tombo.ledger import roster
from tombo.ledger.catalogue import COMMANDS
from tombo.ledger.core.command import CommandBase, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.commands import DealHoleCards, Fold, StartHand
from tombo.ledger.house.account.commands import (
    AdjustDown,
    AdjustUp,
    ConvertBonus,
    Deposit,
    GrantBonus,
    OpenAccount,
    Withdraw,
)
from tombo.ledger.house.account.decide import debited
from tombo.ledger.house.banked.commands import OpenBankedTable, PartTable
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.dispute.commands import ResolveDispute, ReverseCompensation
from tombo.ledger.house.dispute.events import DisputeOpened
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.events import RoleGranted
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, TopUp
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms.every import BankedTerms
from tombo.ledger.terms.unit import Unit


def carries_money(model: Any) -> bool:
    """Whether a record has money in it, however deep."""
    return any(Money in set(_types(field.annotation)) for field in model.model_fields.values())


def _types(annotation: Any) -> Iterator[Any]:
    yield annotation
    for part in getattr(annotation, "__args__", ()):
        yield from _types(part)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation is not Money:
        for field in annotation.model_fields.values():
            yield from _types(field.annotation)


ASKED: Final[dict[str, CommandBase]] = {
    "adjust_down": AdjustDown(adjustment=Money(100), player="p-1", reason="a mistake"),
    "adjust_up": AdjustUp(adjustment=Money(100), player="p-1", reason="a mistake"),
    "convert_bonus": ConvertBonus(amount=Money(100), player="p-1", reference="played"),
    "deposit": Deposit(amount=Money(100), player="p-1", reference="card"),
    "grant_bonus": GrantBonus(amount=Money(100), player="p-1", reference="welcome", until=1),
    "resolve_dispute": ResolveDispute(
        compensation=Money(100), dispute="d-1", grounds="he is right", outcome="accepted"
    ),
    "reverse_compensation": ReverseCompensation(amount=Money(100), cause="mistaken", dispute="d-1", rule="R806 r.45"),
    "set_limits": SetLimits(compensation_alone=Money(1), compensation_alone_sum=Money(2), compensation_most=Money(3)),
    "withdraw": Withdraw(amount=Money(100), player="p-1", reference="bank"),
}
"""One of every command that carries money."""
MOVED: Final = {kind for kind, event in EVENTS.items() if carries_money(event)}


def test_every_command_with_money_is_asked_here() -> None:
    """A command that comes to carry money has to be shown refused here."""
    assert {kind for kind, command in COMMANDS.items() if carries_money(command)} == set(ASKED)


def test_every_kind_with_money_is_a_movement_of_an_account() -> None:
    """Money stands on accounts, and in what a tournament or a dispute gives to them, and in the limits of that; inside a game there are units of its terms."""
    moves = "deposited withdrawn debited credited compensated compensation_reversed ticket_granted ticket_converted"
    moves += " adjusted_down adjusted_up bonus_converted bonus_expired bonus_granted"
    of_tournaments = ("overlay_added", "prize_awarded", "bounty_awarded")
    expected = {f"account.{what}.v1" for what in moves.split()} | {f"tournament.{what}.v1" for what in of_tournaments}
    of_disputes = {"dispute.resolved.v1", "dispute.resolved.v2", "dispute.compensation_reversed.v1"}
    assert expected | of_disputes | {"house.limits_set.v1"} == MOVED


@pytest.mark.parametrize("kind", sorted(ASKED))
def test_a_command_with_money_is_refused(kind: str) -> None:
    """No money comes in or goes out, neither of nobody's account nor of one that should not be there."""
    world, by = (
        House(demo=True),
        {"set_limits": MANAGER, **dict.fromkeys(("resolve_dispute", "reverse_compensation"), OFFICER)}.get(
            kind, PLATFORM
        ),
    )
    claimed = DisputeOpened(about=None, claim="I was paid too little", complained=0, player="p-1")
    world.record([("staff:rui", RoleGranted(role="officer")), ("staff:ana", RoleGranted(role="manager"))])
    world.record([("dispute:d-1", claimed)])
    assert world.refuses(ASKED[kind], by) == "House: demo"
    assert world.refuses(OpenAccount(player="p-1")) == "House: demo"
    world.states["account:p-1"] = house()("account:p-1")
    assert world.refuses(ASKED[kind], by) == "House: demo"


def test_no_game_moves_money_out_of_an_account() -> None:
    """What every buy-in, top-up and bet asks of an account is refused there, whoever might have opened it."""
    world = house(rules=poker_terms(unit=CHIPS), demo=True)
    world.states["account:p-1"] = house()("account:p-1")
    moved = debited(world, "p-1", 100, cause=TABLE_STREAM, cause_version=1)
    assert isinstance(moved, Refused) and moved.finding.rule == "House: demo"


def holdem() -> World:
    """A hand of hold'em from the first seat to the last, with a top-up."""
    world = seat(house(rules=poker_terms(unit=CHIPS), demo=True), "p-1", "p-2")
    world.does(TopUp(amount=100, seat=1, table=TABLE), player("p-1"))
    world.does(DrawButton(seat=1, table=TABLE))
    world.does(StartHand(table=TABLE))
    world.does(DealHoleCards(cards=["As", "Kd", "Ah", "Kc"], hand=f"{TABLE}/1"))
    hand = world(f"hand:{TABLE}/1")
    folding = hand.seats[0]
    world.does(Fold(hand=f"{TABLE}/1", seat=folding), player(f"p-{folding}"))
    for number in (1, 2):
        world.does(LeaveTable(seat=number, table=TABLE), player(f"p-{number}"))
    return world


def roulette(regulation: str) -> World:
    """A spin with a bet that wins."""
    world = wheel(regulation, names=("p-1",), unit=CHIPS)
    world.bets("p-1", chip(1000, "red"))
    world.lands("1")
    world.does(PartTable(player="p-1", table=WHEEL))
    return world


def blackjack() -> World:
    """A round in which the player surrenders."""
    world = Blackjack(demo=True, unit=CHIPS)
    world.begins(100, "Ts 9h Kd", "8c")
    world.decides("surrender")
    world.does(PartTable(player="p-1", seat=1, table=BLACKJACK_TABLE))
    return world


def sem_descarte() -> World:
    """A round that the player goes on with, and wins."""
    casino = Casino("p-1", demo=True, unit=CHIPS)
    casino.dealt({1: 100}, {1: "9h 9c 9d 9s 2d"}, "Ac Kd Qh 7s 3c")
    casino.goes_on(1)
    casino.settles()
    casino.does(PartTable(player="p-1", seat=1, table=SD_TABLE))
    return casino


GAMES: Final[dict[str, Callable[[], World]]] = {
    "R803": sem_descarte,
    "R804": lambda: roulette("R804"),
    "R805": blackjack,
    "R806": holdem,
    "R807": lambda: roulette("R807"),
}


@pytest.mark.parametrize("regulation", sorted(GAMES))
def test_a_session_of_demo_play_moves_no_money(regulation: str) -> None:
    """From the first seat to the end of the session there is no entry with money, and none on an account."""
    world = GAMES[regulation]()
    world.does(EndSession(cause="player", session="s-p-1"), player("p-1"))
    assert {getattr(event, "kind", "") for _, event in world.events} & MOVED == set()
    assert world.streams("account") == []


TERMS: Final[dict[str, Callable[[Unit], BankedTerms]]] = {
    "R803": lambda unit: sd_terms(unit=unit),
    "R804": lambda unit: wheel_terms("R804", unit=unit),
    "R805": lambda unit: blackjack_terms(unit=unit),
    "R807": lambda unit: wheel_terms("R807", unit=unit),
}
RULES: Final = {
    "R803": ("R803 r.43", "R803 r.44"),
    "R804": ("R804 r.30", "R804 r.31"),
    "R805": ("R805 r.37", "R805 r.38"),
    "R807": ("R807 r.31", "R807 r.32"),
}
"""Chips in a ledger of money, and money in one of demo play."""


def test_every_game_of_the_roster_is_asked_here() -> None:
    """Against the house under each regulation; among players hold'em, of which the other variants differ in data."""
    banked = {law.name for ruled in roster.ruled() if ruled.places is not None for law in ruled.laws}
    assert TERMS.keys() == banked
    assert RULES.keys() == banked
    assert GAMES.keys() == banked | {"R806"}


@pytest.mark.parametrize("regulation", sorted(TERMS))
@pytest.mark.parametrize("demo", [False, True])
def test_a_table_is_of_its_ledger(regulation: str, *, demo: bool) -> None:
    """In every banked game a table in euro opens in a ledger of money and one with play chips in the other, with the rule."""
    world = House(demo=demo)
    world.does(GrantRole(role="manager", staff="ana"))
    for name, unit in (("euro", EURO), ("chips", CHIPS)):
        values: dict[str, Any] = {"in_force_from": 0, "reference": "x", "regulation": regulation, "ruleset": name}
        world.does(ApproveBankedRuleset(terms=TERMS[regulation](unit), **values), MANAGER)
    own, other = ("chips", "euro") if demo else ("euro", "chips")
    world.does(OpenBankedTable(ruleset=own, table="t-1"))
    assert world.refuses(OpenBankedTable(ruleset=other, table="t-2")) == RULES[regulation][demo]
    view: View = world
    assert view(banked_stream("t-2")) is None
