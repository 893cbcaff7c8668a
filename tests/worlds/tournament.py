"""A tournament for tests: lawful structures, players with money, hands in which somebody loses all he has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import CHIPS, PLATFORM, World, poker_terms
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.rules.r806_dealing import dealing_order
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.games.tournament.commands import AnnounceTournament, RegisterEntry, StartTournament
from tombo.ledger.games.tournament.events import (
    BountyAwarded,
    OverlayAdded,
    PrizeAwarded,
    Refunded,
    RegistrationCancelled,
)
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.account.events import Credited, Debited, TicketGranted, TicketReturned, TicketUsed
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import DrawButton
from tombo.ledger.house.table.state import Table
from tombo.ledger.terms.poker import Commission
from tombo.ledger.terms.tournament import Fee, Level, Payout, Structure, TournamentReadings

CUP: Final = "taca"
BANKROLL: Final = 1_000_000
SEED: Final = "5e" * 32
START: Final = 1_784_055_600_000_000


def structure(**changes: Any) -> Structure:
    """A lawful structure: 11.00 EUR (10.00 for prizes, 1.00 commission), several tables of six, and ``changes``."""
    terms = poker_terms(
        commission=Commission(attribution="payment_when_all_in", cap=None, mode="none", rate_bp=0), seats=6, unit=CHIPS
    )
    lawful: dict[str, Any] = {
        "addon": None,
        "cancel_until": None,
        "credit": "when_determined",
        "fee": Fee(bounty=0, commission=100, prize=1000),
        "guarantee": None,
        "hand_by_hand_at": None,
        "levels": [Level(big_blind=100 << n, seconds=600, small_blind=50 << n) for n in range(6)],
        "open_until": 0,
        "payouts": [Payout(entries_from=1, shares_bp=[5000, 3000, 2000])],
        "players_max": None,
        "players_min": 2,
        "readings": TournamentReadings(paid_prizes=Reading.LETTER, ticket_refunds="cash"),
        "rebuy": None,
        "reentry": None,
        "schedule": "scheduled",
        "starting_stack": 10_000,
        "starts": START,
        "tables": "several",
        "terms": terms,
        "tickets": None,
        "timed_seconds": None,
    }
    return Structure(**{**lawful, **changes})


class Floor(House):
    """A world of tournaments, and what happens in them in few words. ``current`` is the one that is spoken of."""

    current = CUP

    def __init__(self) -> None:
        super().__init__()
        self.does(GrantRole(role="manager", staff="ana"), PLATFORM)
        self.does(GrantRole(role="officer", staff="rui"), MANAGER)

    def announces(self, name: str, **changes: Any) -> None:
        """Another tournament."""
        self.does(AnnounceTournament(reference="SRIJ/2026/9", structure=structure(**changes), tournament=name), MANAGER)

    @property
    def state(self) -> Tournament:
        """The tournament."""
        found = self(f"tournament:{self.current}")
        assert isinstance(found, Tournament)
        return found

    def replayed(self, stream: str) -> Tournament:
        """The tournament folded from its events as they come back from their bytes."""
        state: Tournament | None = None
        for where, event in self.events:
            if where == stream:
                again: Any = type(event).model_validate_json(event.model_dump_json())
                state = evolve(state, again)
        assert state is not None
        return state

    def entry(self, name: str) -> EntryState:
        """The newest entry of ``name``."""
        found = self.state.entry_of(name)
        assert found is not None
        return found

    def arrives(self, name: str) -> None:
        """``name`` has an account with money, and a session."""
        if self(f"account:{name}") is None:
            self.does(OpenAccount(player=name))
            self.does(Deposit(amount=Money(BANKROLL), player=name, reference="card"))
            self.does(StartSession(player=name, session=f"s-{name}"), player(name))

    def enters(self, *names: str, tournament: str | None = None, tickets: Mapping[str, str] | None = None) -> None:
        """Each of ``names`` enters, with his ticket where he has one here."""
        for name in names:
            self.arrives(name)
            ticket = (tickets or {}).get(name)
            where = tournament or self.current
            entry = RegisterEntry(player=name, session=f"s-{name}", ticket=ticket, tournament=where)
            self.does(entry, player(name))

    def starts(self, *tables: str, seed: str = SEED, absent: Sequence[int] = ()) -> None:
        """It starts at its hour."""
        names = list(tables) or ["mesa-1"]
        self.does(
            StartTournament(absent=list(absent), seed=seed, tables=names, tournament=self.current),
            PLATFORM,
            occurred=START,
        )

    def stack(self, name: str) -> int:
        """The chips before ``name``."""
        entry = self.entry(name)
        table: Table = self(f"table:{entry.table}")
        taken = table.at(entry.seat or 0)
        assert taken is not None
        return taken.stack

    def net(self, name: str) -> int:
        """What ``name`` has won since he came, in cents."""
        return self.balance(name) - BANKROLL

    def objection(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> str:
        """The rule under which ``command`` is refused."""
        outcome = self.ask(command, by, occurred)
        return outcome.finding.rule if isinstance(outcome, Refused) else "accepted"

    def all_in(self, table: str, best: Sequence[str], *others: str) -> None:
        """A hand at ``table`` in which these put in all they have; the strength of their cards falls in the order given.

        ``best`` have hands of equal strength. Everybody else folds.
        """
        seated: Table = self(f"table:{table}")
        if seated.button is None:
            able = [taken.seat for taken in seated.seats if taken.stack]
            self.does(DrawButton(seat=able[0], table=table))
        self.does(poker.StartHand(table=table))
        local = f"{table}/{self(f'table:{table}').number}"
        ranks = [*best, *others]
        in_play = {taken.player: taken.seat for taken in seated.seats if taken.player in ranks}
        self._deal(local, {in_play[name]: 0 if name in best else position for position, name in enumerate(ranks)})
        self._bet(local, set(in_play.values()))
        hand = self._hand(local)
        if hand.outcome == "open":
            for street in (["2c", "7d", "9h"], ["3s"], ["4d"]):
                if len(self._hand(local).board) < 5:
                    self.does(poker.DealBoard(cards=street, hand=local))
            self.does(poker.SettleHand(hand=local))

    def _hand(self, local: str) -> Hand:
        found = self(f"hand:{local}")
        assert isinstance(found, Hand)
        return found

    def _deal(self, local: str, strength: Mapping[int, int]) -> None:
        """Pairs from the aces down by strength; the others hold what wins nothing."""
        hand = self._hand(local)
        ladder = ["A", "K", "Q", "J", "T", "8"]
        spare = iter(
            [rank + suit for rank in "56" for suit in "cdhs"] + ["2d", "2h", "2s", "3c", "3d", "3h", "4c", "4h", "4s"]
        )
        suits = {rank: iter("cdhs") for rank in ladder}
        held = {
            seat: [ladder[strength[seat]] + next(suits[ladder[strength[seat]]]) for _ in range(2)]
            if seat in strength
            else [next(spare), next(spare)]
            for seat in hand.seats
        }
        cards = [held[hand.seats[position]].pop() for position in dealing_order(hand)]
        self.does(poker.DealHoleCards(cards=cards, hand=local))

    def _bet(self, local: str, seats: set[int]) -> None:
        """Whose seat is named goes all-in in his turn, the others fold."""
        while (position := turn(self._hand(local))) is not None and self._hand(local).outcome == "open":
            hand = self._hand(local)
            seat = hand.seats[position]
            by = player(hand.started.seats[position].player)
            if seat not in seats:
                self.does(poker.Fold(hand=local, seat=seat), by)
                continue
            total = (hand.stacks[position] or 0) + hand.bets[position]
            if total > hand.highest:
                self.does(poker.PlaceBet(hand=local, seat=seat, total=total), by)
            else:
                self.does(poker.Call(hand=local, seat=seat), by)


class Cup(Floor):
    """A world with one tournament."""

    def __init__(self, **changes: Any) -> None:
        super().__init__()
        self.announces(CUP, **changes)


class Cents(NamedTuple):
    """The money of a tournament that is over, in cents, told by its entries, its awards and the accounts."""

    paid_in: int
    """Off accounts and in tickets, entries taken back left out."""
    prizes: int
    bounties: int
    refunds: int
    commission: int
    overlay: int

    @property
    def given_out(self) -> int:
        """Everything but the overlay, which is the operator's."""
        return self.prizes + self.bounties + self.refunds + self.commission


def cents(world: World, name: str) -> Cents:
    """What went in and out of the tournament ``name``, from the movements on accounts and the entries, not from its state.

    The commission is the operator's result: what no player has, less what the operator added.
    """
    stream = f"tournament:{name}"
    state: Tournament = world(stream)
    fee = state.structure.fee_total
    moved = [event for where, event in world.events if where.startswith("account:") and about(event, stream)]
    taken = sum(event.amount.cents for event in moved if isinstance(event, Debited))
    taken += fee * sum(isinstance(event, TicketUsed) for event in moved)
    own = [event for where, event in world.events if where == stream]
    back = sum(fee for event in own if isinstance(event, RegistrationCancelled))
    prizes = sum(event.amount.cents for event in own if isinstance(event, PrizeAwarded))
    prizes += sum(event.amount.cents for event in moved if isinstance(event, TicketGranted))
    bounties = sum(event.amount.cents for event in own if isinstance(event, BountyAwarded))
    refunds = sum(event.fee + event.share for event in own if isinstance(event, Refunded))
    refunds += fee * sum(event.ticket is not None for event in own if isinstance(event, Refunded))
    overlay = sum(event.amount.cents for event in own if isinstance(event, OverlayAdded))
    paid_in = taken - back
    credited = sum(event.amount.cents for event in moved if isinstance(event, Credited))
    given = credited + sum(event.amount.cents for event in moved if isinstance(event, TicketGranted))
    given += fee * sum(isinstance(event, TicketReturned) for event in moved)
    return Cents(paid_in, prizes, bounties, refunds, taken + overlay - given, overlay)


def about(event: EventBase, stream: str) -> bool:
    """Whether a movement of an account is caused by ``stream``."""
    return getattr(event, "cause", None) == stream


def chips_bought(state: Tournament) -> int:
    """The chips that entries, rebuys and add-ons bought, of entries that have had a seat."""
    structure = state.structure
    bought = structure.starting_stack * sum(entry.table is not None for entry in state.counted)
    bought += sum(entry.rebuys for entry in state.counted) * (structure.rebuy.chips if structure.rebuy else 0)
    return bought + sum(entry.added_on for entry in state.counted) * (structure.addon.chips if structure.addon else 0)


def chips_in_play(world: World, name: str) -> int:
    """The chips on the tables of a tournament, those in the pots of hands in play included."""
    found = 0
    for stream in world.streams("table"):
        table: Table = world(stream)
        if table.tournament == name:
            found += sum(taken.stack for taken in table.seats)
    return found
