"""Tournaments the engine decided, as people see them: what is computed again from the record is what the engine recorded."""

from __future__ import annotations

import pytest

from tests.worlds.house import MANAGER, player
from tests.worlds.tournament import CUP
from tests.worlds.tournament_script import PlayedCup, payout, prizes, refunded, shown
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament.commands import (
    CancelTournament,
    CloseRegistration,
    DeclineRebuy,
    FinishTournament,
    TakeRebuy,
)
from tombo.ledger.house.account.events import TicketGranted
from tombo.ledger.terms.tournament import Fee, Rebuy, TicketPrizes, TournamentReadings
from tombo.projections.follow import AsOf
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.refunds import RefundTable, refund_table
from tombo.projections.tournament.view import chips_bought, followed, standings, tournament_view

CANCEL = CancelTournament(cause="technical", note="power lost", tournament=CUP)
BOUNTIES = Fee(bounty=300, commission=100, prize=700)


def begun(count: int, **changes: object) -> PlayedCup:
    """So many at one table, nothing for sale any more."""
    told = PlayedCup(**changes)
    told.enters(*(f"p-{number}" for number in range(1, count + 1)))
    told.starts()
    told.does(CloseRegistration(tournament=CUP))
    return told


def finished(told: PlayedCup) -> PlayedCup:
    """It is played to its end: p-1 takes the chips of everybody, one after the other."""
    for entry in told.state.active[1:]:
        told.all_in("mesa-1", ["p-1"], entry.player)
    told.does(FinishTournament(tournament=CUP))
    return told


def computed(told: PlayedCup) -> RefundTable:
    """The refunds, computed again."""
    table = refund_table(tournament_view(CUP, told.read))
    assert table is not None
    return table


def test_a_tournament_played_to_its_end_holds() -> None:
    """Prizes and bounties, the winner's own among them, are what the rules give; nothing differs, and nobody is without a place."""
    told = finished(begun(4, fee=BOUNTIES))
    lines = prizes(told)

    assert prize_table(followed(CUP, told.read)).differences == ()
    assert any(line.startswith("  1. p-1 (entry 1): 14.00, credited at log index ") for line in lines)
    assert any(line.startswith("  p-1 (entry 1): 3.00 for p-2, credited at") for line in lines)
    assert any(line.startswith("  p-1 (entry 1): 3.00 his own, whom nobody eliminated, credited at") for line in lines)
    assert "  1. p-1 (entry 1, cash): 40000 chips, 26.00 won" in shown(told)
    assert [line.first for line in standings(tournament_view(CUP, told.read))] == [1, 2, 3, 4]


def test_a_tie_of_the_engine_is_told() -> None:
    """Two out in one hand with equal stacks divide the prizes of their places (r.51)."""
    told = begun(4, payouts=payout(6_000, 3_000, 1_000))
    told.all_in("mesa-1", ["p-1"], "p-2", "p-3")

    assert (
        "  2.-3. ex aequo, 10000 chips each at the start of hand mesa-1/1: (12.00 + 4.00) / 2 (R810 r.51)"
        not in prizes(told)
    )
    assert "  3.-4. ex aequo, 10000 chips each at the start of hand mesa-1/1: (4.00 + 0.00) / 2 (R810 r.51)" in prizes(
        told
    )
    assert prize_table(followed(CUP, told.read)).differences == ()


def test_a_satellite_holds() -> None:
    """Tickets with their names, what is left in cash, and nothing that differs."""
    tickets = TicketPrizes(count=None, target="grande", value=2_500)
    told = finished(begun(4, payouts=[], tickets=tickets))
    lines = prizes(told)

    assert any(line.startswith("  1. p-1 (entry 1): ticket of 25.00 taca/1, credited at log index") for line in lines)
    assert "  2. 15.00: what the tickets leave of the pool, in cash (R810 r.32)" in lines
    assert prize_table(followed(CUP, told.read)).differences == ()


def test_tickets_won_are_prizes_of_a_cancelled_satellite() -> None:
    """A ticket awarded counts at its value: by the letter the operator loses it, net of prizes it comes off the common sum."""
    readings = TournamentReadings(left_over="by_value", paid_prizes=Reading.LETTER, ticket_refunds="cash")
    told = begun(5, payouts=[], readings=readings, tickets=TicketPrizes(count=3, target="grande", value=1_500))
    for name in ("p-5", "p-4", "p-3"):
        told.all_in("mesa-1", ["p-1"], name)
    told.does(CANCEL, MANAGER)
    table = computed(told)

    assert [(one.cash, one.prizes, one.result) for one in (table.allocation, *table.others)] == [
        (5_200, 2_000, -1_700),
        (3_200, 2_000, 300),
    ]
    assert table.differences == ()


def test_a_ticket_of_the_end_is_given_when_a_satellite_is_cancelled() -> None:
    """Prizes are credited at its end, and in practice what places have earned stands: the ticket comes with the cancellation."""
    tickets = TicketPrizes(count=3, target="grande", value=1_500)
    readings = TournamentReadings(left_over="by_value", paid_prizes=Reading.PRACTICE, ticket_refunds="cash")
    told = begun(5, credit="at_end", payouts=[], readings=readings, tickets=tickets)
    for name in ("p-5", "p-4", "p-3"):
        told.all_in("mesa-1", ["p-1"], name)
    assert TicketGranted in {type(event) for event in told.does(CANCEL, MANAGER)}


def test_a_freeroll_promises_its_tickets() -> None:
    """Nobody pays, and the operator adds the tickets he promised."""
    tickets = TicketPrizes(count=1, target="grande", value=2_500)
    told = finished(begun(3, fee=None, payouts=[], tickets=tickets))

    said = "Overlay added by the operator: 25.00 EUR = tickets promised - 0.00, not below 0 (R810 r.7o)"
    assert said in shown(told)
    assert "Bought: 3 free entries x 0.00 = 0.00 EUR (R810 r.15)" in shown(told)
    assert prize_table(followed(CUP, told.read)).differences == ()


@pytest.mark.parametrize("credit", ["when_determined", "at_end"])
@pytest.mark.parametrize("paid", list(Reading))
def test_a_cancellation_in_the_money_holds(paid: Reading, credit: str) -> None:
    """In either reading of #9, prizes credited at once or at the end, the refunds are those computed again, and the other stands by."""
    readings = TournamentReadings(paid_prizes=paid, ticket_refunds="cash")
    told = begun(4, credit=credit, fee=BOUNTIES, readings=readings)
    told.all_in("mesa-1", ["p-1"], "p-2")
    told.all_in("mesa-1", ["p-1"], "p-3")
    hypothetical = computed(told)
    told.does(CANCEL, MANAGER)
    table = computed(told)

    assert table.differences == ()
    assert table.allocation == hypothetical.allocation
    assert [other.paid_prizes for other in table.others] == [reading for reading in Reading if reading is not paid]
    assert {share.entry: share.fee + share.share for share in table.allocation.given.shares} == {
        entry.entry: told.net(entry.player) + 1_100 - entry.won for entry in told.state.active
    }
    assert "(R810 r.36c), log index " in "\n".join(refunded(told))


def test_chips_agree_at_every_log_index() -> None:
    """Whatever the moment, all three views can be made; between commits chips on the tables are those given out."""
    rebuy = Rebuy(chips=10_000, commission=0, most=1, prize=1_000, stack_below=1)
    told = PlayedCup(open_until=2, rebuy=rebuy)
    told.enters("p-1", "p-2", "p-3")
    told.starts()
    told.all_in("mesa-1", ["p-1"], "p-2")
    told.does(TakeRebuy(player="p-2", tournament=CUP), player("p-2"))
    told.all_in("mesa-1", ["p-1"], "p-3")
    told.does(DeclineRebuy(player="p-3", tournament=CUP), player("p-3"))
    read, sizes = told.read, [len(events) for events in told.commits]
    ends = {sum(sizes[: number + 1]) - 1 for number in range(len(sizes))}
    announced = followed(CUP, read).announced
    for index in range(announced, sum(sizes)):
        view = tournament_view(CUP, read, AsOf(log_index=index))
        assert shown(told, AsOf(log_index=index))
        assert prizes(told, AsOf(log_index=index))
        assert refunded(told, AsOf(log_index=index))
        if index in ends and view.state.phase == "playing":
            assert sum(view.stacks.values()) == chips_bought(view.state)
