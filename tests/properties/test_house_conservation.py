"""Money is conserved: whatever is asked of accounts and tables, and whatever of it is refused."""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds.house import PLAYERS, House, playing, stack_commission
from tests.worlds.world import TABLE, poker_terms
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, Withdraw
from tombo.ledger.house.account.events import Deposited, Withdrawn
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, ReturnToSeat, SeatPlayer, SitOut, TopUp
from tombo.ledger.house.table.events import PlayerSeated, StackToppedUp
from tombo.ledger.house.table.state import eligible, next_button

RAKE_PERCENT: Final = 5
COMMISSIONS: Final = {"pot": poker_terms().commission, "stack": stack_commission(500)}

players = st.sampled_from(PLAYERS)
seats = st.integers(1, 4)
cents = st.integers(0, 12_000)


def at_table(command: type[CommandBase], **more: st.SearchStrategy[int]) -> st.SearchStrategy[CommandBase]:
    return st.builds(command, seat=seats, table=st.just(TABLE), **more)


commands: st.SearchStrategy[CommandBase] = st.one_of(
    st.builds(Deposit, amount=st.builds(Money, cents), player=players, reference=st.just("in")),
    st.builds(Withdraw, amount=st.builds(Money, cents), player=players, reference=st.just("out")),
    players.flatmap(
        lambda name: st.builds(
            SeatPlayer, player=st.just(name), seat=seats, session=st.just(f"s-{name}"), table=st.just(TABLE)
        )
    ),
    at_table(TopUp, amount=st.integers(1, 12_000)),
    at_table(SitOut),
    at_table(ReturnToSeat),
    at_table(LeaveTable),
    at_table(DrawButton),
)
deals = st.tuples(st.lists(st.integers(0, 5_000), min_size=4, max_size=4), st.integers(1, 4))
"""A hand, told by its result: what each seat stakes, and who wins."""
steps = st.lists(st.one_of(commands, commands, deals, st.just("end")), min_size=20, max_size=60)


class Play:
    """A world with hands that move stacks and pay a commission of the pot, counted outside the house."""

    def __init__(self, mode: str) -> None:
        self.world: House = playing(*PLAYERS, rules=poker_terms(commission=COMMISSIONS[mode]))
        self.result: tuple[list[int], int] | None = None
        self.rake = 0

    def start(self, result: tuple[list[int], int]) -> None:
        """Deal the next hand if the table can play one, with the button drawn where it has to be."""
        able = [taken.seat for taken in eligible(self.world.mesa())]
        if self.world.mesa().hand is not None or len(able) < 2:
            return
        if next_button(self.world.mesa()) is None:
            self.world.does(DrawButton(seat=able[result[1] % len(able)], table=TABLE))
        self.world.deal()
        self.result = result

    def end(self) -> None:
        """End the hand in play, if there is one, with the result told at its start."""
        table = self.world.mesa()
        if table.hand is None or self.result is None:
            return
        stakes, winner = self.result
        stacks = {taken.seat: taken.stack for taken in table.seats if taken.seat in table.hand_seats}
        staked = {seat: min(stack, stakes[seat - 1]) for seat, stack in stacks.items()}
        pot = sum(staked.values())
        rake = pot * RAKE_PERCENT // 100 if table.terms.commission.mode == "pot" else 0
        best = table.hand_seats[winner % len(table.hand_seats)]
        after = {seat: stack - staked[seat] for seat, stack in stacks.items()}
        after[best] += pot - rake
        self.rake += rake
        self.world.end(after)

    def outside(self) -> int:
        """What came in and has not gone out: deposits less withdrawals and commissions."""
        total = -self.rake
        for _, event in self.world.events:
            match event:
                case Deposited():
                    total += event.amount.cents
                case Withdrawn():
                    total -= event.amount.cents
                case PlayerSeated() | StackToppedUp():
                    total -= event.commission
                case _:
                    pass
        return total

    def inside(self) -> int:
        """What lies on accounts and on the table."""
        on_account = sum(self.world.balance(name) for name in PLAYERS)
        return on_account + sum(taken.stack for taken in self.world.mesa().seats)


@settings(max_examples=150)
@given(mode=st.sampled_from(["pot", "stack"]), asked=steps)
def test_money_on_accounts_and_tables_is_what_came_in_less_what_went_out(
    mode: str, asked: list[CommandBase | tuple[list[int], int] | str]
) -> None:
    """Deposits = withdrawals + balances + stacks + commissions after every step, and nobody owes anything."""
    play = Play(mode)
    for step in asked:
        if isinstance(step, CommandBase):
            play.world.ask(step)
        elif isinstance(step, tuple):
            play.start(step)
        else:
            play.end()
        table = play.world.mesa()
        assert play.inside() == play.outside()
        assert all(play.world.balance(name) >= 0 for name in PLAYERS)
        assert all(taken.stack >= 0 for taken in table.seats)
        assert len({taken.player for taken in table.seats}) == len({taken.seat for taken in table.seats})


@settings(max_examples=150)
@given(mode=st.sampled_from(["pot", "stack"]), asked=steps)
def test_whoever_leaves_takes_his_stack_and_the_button_never_rests_on_a_stopped_table(
    mode: str, asked: list[CommandBase | tuple[list[int], int] | str]
) -> None:
    """After everyone has left, the accounts hold all there is; between hands no button without two able to play."""
    play = Play(mode)
    for step in asked:
        if isinstance(step, CommandBase):
            play.world.ask(step)
        elif isinstance(step, tuple):
            play.start(step)
        else:
            play.end()
        table = play.world.mesa()
        if table.hand is None and table.button is not None:
            assert len(eligible(table)) >= 2
            assert next_button(table) in [taken.seat for taken in eligible(table)]
    play.end()
    for taken in play.world.mesa().seats:
        play.world.does(LeaveTable(seat=taken.seat, table=TABLE))
    assert sum(play.world.balance(name) for name in PLAYERS) == play.outside()
