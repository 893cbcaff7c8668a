"""A tournament told event by event, unjudged, for what people see of it: in memory, or on a ledger.

Every ``commit`` is one commit. Entry ``n`` is of the player ``p-n`` unless said otherwise; chips move by the hand's end alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tests.worlds.tournament import CUP, SEED, START, Cup, structure
from tests.worlds.world import CHIPS, poker_terms
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By, CommandRef, Entry, EventBase
from tombo.ledger.core.ids import local
from tombo.ledger.core.language import Language
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import events as t
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.prizes import fixed_prizes, overlay, prize_part
from tombo.ledger.games.tournament.refunds import case_of, refunds
from tombo.ledger.games.tournament.state import Tournament, tournament_stream
from tombo.ledger.house.table.events import (
    ChipsAdded,
    PlayerLeft,
    PlayerPlaced,
    SeatNet,
    TableClosed,
    TableHandEnded,
    TableHandStarted,
    TournamentTableOpened,
)
from tombo.ledger.terms.tournament import Fee, Payout, Rebuy, TicketPrizes
from tombo.projections.follow import AsOf
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.refunds import refund_table
from tombo.projections.tournament.view import NOW, Read, followed, tournament_view
from tombo.reports.text import text_lines
from tombo.reports.tournament import prizes as tournament_prizes
from tombo.reports.tournament import refunds as tournament_refunds
from tombo.reports.tournament import standing as tournament

MESA: Final = "mesa-1"
OF_TEN: Final = {"players_max": 10, "starting_stack": 5_000, "tables": "one"}
"""One table of ten."""
REBUYS: Final = {
    **OF_TEN,
    "open_until": 1,
    "rebuy": Rebuy(chips=5_000, commission=0, most=None, prize=1_000, stack_below=1),
}
"""Rebuys of 10.00 without commission (rules.md 10.6, T2)."""


def of_ten(**changes: Any) -> dict[str, Any]:
    """The terms of a table of ten, and ``changes`` of the structure."""
    lawful = structure()
    terms = poker_terms(commission=lawful.terms.commission, seats=10, unit=CHIPS)
    return {"terms": terms, **OF_TEN, **changes}


class Script:
    """What is recorded of a tournament, commit by commit, and the state it makes."""

    def __init__(self, name: str = CUP, **changes: Any) -> None:
        self.stream = tournament_stream(name)
        self.commits: list[list[tuple[str, EventBase]]] = []
        self.hands = 0
        self.chips: dict[int, int] = {}
        self._state: Tournament | None = None
        self.commit(t.Announced(reference="SRIJ/2026/9", structure=structure(**changes)))

    @property
    def state(self) -> Tournament:
        """The tournament so far."""
        assert self._state is not None
        return self._state

    def commit(self, *events: EventBase, others: Sequence[tuple[str, EventBase]] = ()) -> None:
        """Events of the tournament, and of other streams, in one commit."""
        self.commits.append([*((self.stream, event) for event in events), *others])
        for event in events:
            self._state = evolve(self._state, event)  # type: ignore[arg-type]  # events of a tournament

    def plants(self, *events: EventBase) -> None:
        """Events that no door writes there, in one commit: the state does not follow them."""
        self.commits.append([(self.stream, event) for event in events])

    def enters(self, count: int, *, won: Sequence[int] = (), freeroll: bool = False) -> None:
        """So many players enter; the entries ``won`` with a ticket each."""
        first = len(self.state.entries) + 1
        for number in range(first, first + count):
            ticket = t.UsedTicket(freeroll=freeroll, id=f"sat/{number}") if number in won else None
            name, funding = f"p-{number}", "ticket" if ticket else "cash"
            paid: Any = {"funding": funding, "ticket": ticket}
            self.commit(t.Registered(entry=number, player=name, session=f"s-{number}", **paid))

    def starts(self, ends: int | None = None) -> None:
        """Everybody gets the seat of his number at the one table; a timed tournament ``ends`` then."""
        stack, waiting = self.state.structure.starting_stack, self.state.active
        seats = [t.Drawn(entry=entry.entry, seat=seat, table=MESA) for seat, entry in enumerate(waiting, start=1)]
        opened = TournamentTableOpened(terms=self.state.structure.terms, tournament=local(self.stream))
        placed = [
            PlayerPlaced(player=f"p-{drawn.entry}", seat=drawn.seat, session="s", sitting_out=False, stack=stack)
            for drawn in seats
        ]
        self.chips = {drawn.entry: stack for drawn in seats}
        self.commit(
            t.Started(ends=ends),
            t.SeatsDrawn(seats=seats, seed=SEED),
            t.LevelStarted(level=1, until=START + 600 * SECOND),
            others=[(f"table:{MESA}", event) for event in (opened, *placed)],
        )

    def rebuys(self, *entries: int) -> None:
        """Each of ``entries`` buys chips again."""
        offered = self.state.structure.rebuy
        assert offered is not None
        for entry in entries:
            seat = self.state.entries[entry - 1].seat or 0
            self.chips[entry] += offered.chips
            self.commit(t.Rebought(entry=entry), others=[(f"table:{MESA}", ChipsAdded(chips=offered.chips, seat=seat))])

    def hand(self, after: Mapping[int, int], by: int = 1, *, out: bool = True) -> str:
        """A hand at the table, after which these entries have these chips; who has none is ``out``, ``by`` somebody. Its stream."""
        self.hands += 1
        hand = f"hand:{MESA}/{self.hands}"
        before, seats = dict(self.chips), {n: self.state.entries[n - 1].seat or 0 for n in after}
        self.commit(others=[(f"table:{MESA}", self._begun(hand, sorted(seats.values())))])
        nets = [
            SeatNet(after=stack, before=before[number], seat=seats[number], taken_by=[])
            for number, stack in after.items()
        ]
        self.chips.update(after)
        gone = [number for number, stack in after.items() if not stack]
        ended = TableHandEnded(bets=sorted(seats.values()), hand=hand, outcome="settled", stacks=nets)
        left = [PlayerLeft(player=f"p-{number}", seat=seats[number], stack=0) for number in gone if out]
        exits: list[EventBase] = []
        for number in gone:
            exits.append(t.ChipsLost(by=[by], entry=number, hand=hand, stack=before[number]))
            if out:
                exits.append(t.Eliminated(by=[by], entry=number, hand=hand, stack=before[number]))
        self.commit(*exits, others=[(f"table:{MESA}", event) for event in (ended, *left)])
        return hand

    def _begun(self, hand: str, seats: list[int]) -> TableHandStarted:
        return TableHandStarted(button=seats[0], hand=hand, number=self.hands, seats=seats)

    def closes(self) -> None:
        """Nothing more can be bought; the prizes are fixed."""
        state, lacking = self.state, overlay(self.state)
        pool = prize_part(state) + lacking
        prizes = fixed_prizes(state.structure, len(state.counted), pool)
        added = [t.OverlayAdded(amount=Money(lacking))] if lacking else []
        self.commit(t.RegistrationClosed(), *added, t.PrizesFixed(pool=pool, prizes=prizes))

    def wins(self, entry: int, cents: int, first: int, last: int | None = None) -> None:
        """An entry is credited a prize."""
        self.commit(t.PrizeAwarded(amount=Money(cents), entry=entry, place=first, place_last=last or first))

    def cancelled(self, cause: str = "technical") -> None:
        """It is cancelled, with the refunds of the engine."""
        chips = {entry.entry: self.chips.get(entry.entry, 0) for entry in self.state.active}
        in_play = chips if self.state.phase == "playing" else {}
        held = [t.StackHeld(entry=entry, stack=stack) for entry, stack in in_play.items()]
        cancelled: Any = {"case": case_of(self.state), "cause": cause}
        given = refunds(self.state, chips)
        back = [t.Refunded(entry=s.entry, fee=s.fee, share=s.share, ticket=s.ticket) for s in given.shares]
        tables = [(f"table:{MESA}", TableClosed())] if self.state.phase == "playing" else []
        self.commit(t.Cancelled(note="power lost", stacks=held, **cancelled), *back, others=tables)

    @property
    def read(self) -> Read:
        """What a projection reads."""
        return reader(self.commits)


def reader(commits: Sequence[Sequence[tuple[str, EventBase]]]) -> Read:
    """What a projection reads of a ledger with these commits: a command each, and a second between them."""
    found: dict[str, list[Entry]] = {}
    by, index = By(actor="platform", id="platform"), 0
    for number, events in enumerate(commits):
        command = CommandRef(digest="0" * 32, id=f"c/{number}")
        recorded = START + number * SECOND
        for stream, event in events:
            of = found.setdefault(stream, [])
            kind = event.kind  # type: ignore[attr-defined]  # every event has its kind
            of.append(Entry(index, stream, len(of) + 1, kind, by, command, None, recorded, event, b"", b""))
            index += 1
    return lambda stream: found.get(stream, [])


class SeenCup(Cup):
    """A tournament decided by the engine, and what a projection reads of it."""

    def __init__(self, **changes: Any) -> None:
        self.commits: list[list[tuple[str, EventBase]]] = []
        super().__init__(**changes)

    def record(self, events: Iterable[tuple[str, EventBase]]) -> None:
        """Fold ``events``, one commit."""
        self.commits.append(list(events))
        super().record(self.commits[-1])

    @property
    def read(self) -> Read:
        """What a projection reads."""
        return reader(self.commits)


class PlayedCup(SeenCup):
    """The same; before a satellite, the tournament that its tickets open is announced."""

    def announces(self, name: str, **changes: Any) -> None:
        """Another tournament, and before it that of its tickets."""
        tickets: TicketPrizes | None = changes.get("tickets")
        if tickets is not None:
            commission = tickets.value // 10
            fee = Fee(bounty=0, commission=commission, prize=tickets.value - commission)
            super().announces(tickets.target, fee=fee)
        super().announces(name, **changes)


def payout(*shares_bp: int) -> list[Payout]:
    """One payout for any number of entries."""
    return [Payout(entries_from=1, shares_bp=list(shares_bp))]


def shown(told: Script | SeenCup, as_of: AsOf = NOW, language: Language = Language.EN) -> list[str]:
    """What ``tombo tournament show`` says of it."""
    return list(text_lines(tournament.document(tournament_view(CUP, told.read, as_of)), language))


def prizes(told: Script | SeenCup, as_of: AsOf = NOW, language: Language = Language.EN) -> list[str]:
    """What ``tombo tournament prizes`` says of it."""
    found = followed(CUP, told.read, as_of)
    return list(text_lines(tournament_prizes.document(found, prize_table(found)), language))


def refunded(told: Script | SeenCup, as_of: AsOf = NOW, language: Language = Language.EN) -> list[str]:
    """What ``tombo tournament refunds`` says of it."""
    view = tournament_view(CUP, told.read, as_of)
    return list(text_lines(tournament_refunds.document(view, refund_table(view)), language))


def before_the_money(name: str = CUP, **changes: Any) -> Script:
    """T2 of rules.md 10.6: ten entries, two of them won, four rebuys, six out, four left with 70,000 chips."""
    told = Script(name, **of_ten(**{**REBUYS, **changes}))
    told.enters(10, won=(3, 5))
    told.starts()
    told.rebuys(5, 6, 7, 1)
    told.closes()
    told.hand({1: 30_000, 5: 0, 6: 0})
    told.hand({2: 20_000, 7: 0, 8: 0}, by=2)
    told.hand({3: 15_000, 9: 0, 10: 0}, by=3)
    return told


def in_the_money(name: str = CUP, **changes: Any) -> Script:
    """T3: the same, the third place out with 28.00, two left with 45,000 and 25,000."""
    told = before_the_money(name, **changes)
    told.hand({1: 45_000, 3: 0})
    told.hand({2: 25_000, 4: 0}, by=2)
    told.wins(4, 2_800, 3)
    return told


def two_out(stacks: Mapping[int, int], shares: Sequence[int], left: int) -> Script:
    """Ten entries of 10.00; of those with ``stacks`` at its start, all are out in one hand, ``left`` stay."""
    told = Script(**of_ten(payouts=payout(*shares)))
    told.enters(10)
    told.starts()
    told.closes()
    others = dict.fromkeys(range(left + len(stacks) + 1, 11), 0)
    rest = 50_000 - sum(stacks.values()) - 1_000 * (left - 1)
    stay = dict.fromkeys(range(2, left + 1), 1000)
    told.hand({1: rest, **stay, **stacks, **others})
    told.hand({1: rest + sum(stacks.values()), **dict.fromkeys(stacks, 0)})
    return told


def timed_tie() -> Script:
    """T9: a pool of 120.01, 20.01 of it the operator's; the time is up with 42,000, 42,000 and 16,000 chips."""
    shares = payout(4_999, 3_001, 2_000)
    told = Script(**of_ten(guarantee=12_001, payouts=shares, starting_stack=10_000, timed_seconds=3_600))
    told.enters(10)
    told.starts()
    told.closes()
    told.hand({1: 42_000, 2: 42_000, 3: 16_000, **dict.fromkeys(range(4, 11), 0)})
    held = [t.StackHeld(entry=number, stack=told.chips[number]) for number in (1, 2, 3)]
    told.commit(t.Finished(stacks=held))
    for number, cents, first, last in ((1, 4_801, 1, 2), (2, 4_800, 1, 2), (3, 2_400, 3, 3)):
        told.wins(number, cents, first, last)
    return told
