"""What a person must have left behind before he is erased, and what is still kept of him after (B3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.house import MANAGER, House, house, player, seat
from tests.worlds.roulette import chip, wheel
from tests.worlds.tournament import structure
from tests.worlds.world import OFFICER, PLATFORM, TABLE
from tombo.ledger.catalogue import DECIDERS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Decision, Envelope, Signature
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament.commands import ConvertTicket
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.account.commands import GrantBonus, Withdraw
from tombo.ledger.house.account.events import TicketGranted, TicketUsed
from tombo.ledger.house.player.commands import ErasePerson
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.terms.tournament import TournamentReadings

ERASE = ErasePerson(basis="GDPR 17", person="p-1", second="rui")


def asked(world: House) -> Decision | Refused:
    """What becomes of the erasure of p-1, which two people sign."""
    signatures = tuple(Signature(key="00" * 8, signature="AAAA", staff=name) for name in (MANAGER.id, "rui"))
    return DECIDERS[ErasePerson](Envelope(ERASE, MANAGER, "c-1", None, signatures), world)


def said(world: House) -> str:
    """Why p-1 is not erased."""
    outcome = asked(world)
    assert isinstance(outcome, Refused), outcome
    assert outcome.finding.rule == "House: erasure"
    return outcome.message


def test_b3_who_has_chips_at_a_table_is_not_erased() -> None:
    """B3: an empty account is not enough: what lies before him at a table is his money too."""
    world = seat(house(), "p-1", "p-2")
    assert "holds" in said(world)
    world.does(Withdraw(amount=Money(world.balance("p-1")), player="p-1", reference="all"))
    assert f"a seat at table:{TABLE}" in said(world)
    world.does(LeaveTable(seat=1, table=TABLE), player("p-1"))
    world.does(Withdraw(amount=Money(world.balance("p-1")), player="p-1", reference="rest"))
    assert isinstance(asked(world), Decision)


def test_a_bonus_holds_up_no_erasure_unless_it_is_at_stake() -> None:
    """It is the operator's: what is left of it expires; a stake of it may still win, and is his to see decided."""
    world = wheel(names=("p-1",), bonus="first")
    world.does(Withdraw(amount=Money(world.balance("p-1")), player="p-1", reference="all"))
    world.does(GrantBonus(amount=Money(1_000), player="p-1", reference="welcome", until=SECOND))
    world.bets("p-1", chip(500, "red"))
    assert "roulette:roleta-1/1" in said(world)
    world.lands("2")
    assert world("account:p-1").bonus == 500
    assert isinstance(asked(world), Decision)


@pytest.mark.parametrize("phase", ["registering", "running", "finished", "cancelled"])
@pytest.mark.parametrize("used", [True, False], ids=["used", "held"])
def test_b3_who_may_still_win_in_a_tournament_is_not_erased(phase: Any, *, used: bool) -> None:
    """B3: an entry, or a ticket for one, of a tournament that is not over is his; of one that is over it holds up nothing."""
    world = house()
    world.does(Withdraw(amount=Money(world.balance("p-1")), player="p-1", reference="all"))
    won = TicketGranted(
        amount=Money(5), cause="tournament:sat", cause_version=1, freeroll=False, target="taca", ticket="t-1"
    )
    world.record([("account:p-1", won)])
    if used:
        world.record([("account:p-1", TicketUsed(cause="tournament:taca", cause_version=1, ticket="t-1"))])
    kept = TournamentReadings(paid_prizes=Reading.LETTER, ticket_refunds="ticket")
    world.states["tournament:taca"] = Tournament(structure(readings=kept), "SRIJ")._replace(phase=phase)
    if phase in {"finished", "cancelled"}:
        assert isinstance(asked(world), Decision)
    else:
        assert "tournament:taca" in said(world)


def test_who_is_still_to_be_refunded_an_entry_he_won_is_not_erased() -> None:
    """R810 r.37: a ticket to a cancelled tournament is worth its fee until it is paid out."""
    world = house()
    world.does(Withdraw(amount=Money(world.balance("p-1")), player="p-1", reference="all"))
    won = TicketGranted(
        amount=Money(1100), cause="tournament:sat", cause_version=1, freeroll=False, target="taca", ticket="t-1"
    )
    world.record([("account:p-1", won)])
    world.states["tournament:taca"] = Tournament(structure(), "SRIJ", phase="cancelled")
    assert "tournament:taca" in said(world)
    world.does(ConvertTicket(player="p-1", ticket="t-1"), player("p-1"))
    world.does(Withdraw(amount=Money(1100), player="p-1", reference="refund"))
    assert isinstance(asked(world), Decision)


def test_f7_what_an_account_holds_is_said_in_euro() -> None:
    """As everywhere: cents are what documents have."""
    assert "the account of p-1 holds 200.00 EUR; expected it paid out before" in said(house())


def test_b3_of_who_is_erased_no_words_are_kept() -> None:
    """B3: a session that the operator ends after the erasure ends without the reason: it would be sealed under a new secret."""
    end = EndSession(cause="operator", reason="Rui Costa was rude", session="s-p-1")
    for by in (PLATFORM, OFFICER):
        world = house()
        world.record([("player:p-1", PlayerErased(basis="GDPR 17", second="rui"))])
        (stream, event), *rest = world.adds(end, by)
        assert (stream, event, rest) == ("session:s-p-1", SessionEnded(cause="operator", reason=None, rule=None), [])
