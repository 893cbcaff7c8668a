"""Whose money it is: seats, places and bets are of who sits there, under a session of his own (R806 r.8-10, R803 r.6, R804 r.7, R810 r.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, cast

from tombo.ledger.core.facts import recorded
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import euros
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.games.tournament.events import Reentered, Registered
from tombo.ledger.house.account.said import ACCOUNT_SHORT, BONUS_OVER, BONUS_SHORT
from tombo.ledger.house.banked import said as banked_said
from tombo.ledger.house.banked.events import Forbids, PlayerJoined, PlayerParted, RoundEnded
from tombo.ledger.house.banked.refusals import TurnedDown
from tombo.ledger.house.session.events import SessionEnded, SessionEntered, SessionStarted
from tombo.ledger.house.session.state import session_stream
from tombo.ledger.house.table.events import PlayerLeft, PlayerPlaced, PlayerSeated
from tombo.ledger.store import Row
from tombo.ledger.terms.poker import REGULATIONS
from tombo.projections.accounts.book import Book
from tombo.projections.accounts.holders import purse
from tombo.projections.line import AnyLine, Line, Read, asker, lines, reader
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.persons.accesses import Accesses
from tombo.projections.reconciliation.persons.bonuses import BETS, Bonuses
from tombo.projections.reconciliation.said import bonuses as bonus_said
from tombo.projections.reconciliation.said import cups as cups_said
from tombo.projections.reconciliation.said import idle as idle_said
from tombo.projections.reconciliation.said import people as said

_NO_TABLE: Final = frozenset(row.about for row in (banked_said.NO_BANKED_TABLE, banked_said.BANKED_TABLE_IS_CLOSED))
"""What is said to forbid a bet where there is no open table: a round is never played at one."""
OVERDRAFT: Final = "House: overdraft"
_SHORT: Final = frozenset({ACCOUNT_SHORT.about, BONUS_SHORT.about})
"""What is said to forbid a bet where there is too little to stake."""
ANNOUNCED: Final = "tournament.announced.v1"
STARTED: Final = "session.started.v1"
ENTERED: Final = "session.entered.v1"
ENDED: Final = frozenset({"session.ended.v1", "session.ended.v2"})
Found = Iterator[Problem]
PlaceTaken = Line[PlayerSeated] | Line[PlayerJoined] | Line[PlayerPlaced] | Line[Registered] | Line[Reentered]


class NamedStake(Protocol):
    """A bet of one amount."""

    amount: int


class NamedBet(Protocol):
    """A bet that names who makes it."""

    player: str


class _Session(NamedTuple):
    """A session that goes on."""

    player: str
    game: str
    where: frozenset[str] = frozenset()
    """Where it said that it is played: once of each place, however often he comes back there."""


class People:
    """Who sits where. ``book``: the day's, which knows who sat at the tables that were open; ``has``: its balance of a holder; ``row``: that of a stream at a version."""

    def __init__(self, book: Book, has: Callable[[str], int], row: Callable[[str, int], Row | None]) -> None:
        self._book = book
        self._has = has
        self._row = row
        self._seats: dict[str, dict[int, str]] = {}
        """By stream of a table in euro: who sits on which seat."""
        self._places: dict[str, set[tuple[str, int]]] = {}
        """By stream of a banked table: who is there, and on which seats; 0 at a wheel."""
        self.ended = "", ""
        """The hand or round that ended last, by its stream, and how: the word of its kind."""
        self.took: dict[str, tuple[PlaceTaken, bool]] = {}
        """By session, by its stream: a place that was taken under it in the commit at hand, of which it did not say so yet; and whether it may be."""
        self._under: dict[str, dict[str, str]] = {}
        """By stream of a table: under which session each player took his place there, by their streams; of whom came before nothing is known."""
        self._bet: dict[str, set[str]] = {}
        """By stream of a round in play: who is seen to have bet in it."""
        self._say = False
        """Whether sessions say where they are played: those of the first ledgers did not."""
        self._going_on: dict[str, _Session] = {}
        """By stream: the sessions that were seen to begin, and go on."""
        self._accesses: Final = Accesses(row)
        self._bonuses: Final = Bonuses(book, has, row)
        self._variants: dict[str, str | None] = {}
        """By stream of a tournament: the regulation of the game that is played in it."""
        self.of_sessions: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            **dict.fromkeys(ENDED, self._over),
            ENTERED: self._entered,
            STARTED: self._began,
            **self._accesses.checks,
            **self._bonuses.checks,
        }

    def knows(self, table: str, seated: Mapping[str, str], joined: Mapping[str, Sequence[int]]) -> None:
        """A table that was open at the beginning, by its stream: who sits there, by seat; who plays at a banked one, and where."""
        self._seats[table] = {int(seat): player for seat, player in seated.items()}
        self._places[table] = {(player, seat) for player, seats in joined.items() for seat in seats}

    def seats(self, table: str) -> Mapping[int, str] | None:
        """Who sits at a table in euro, by its stream, by seat; None of another table."""
        return None if self._book.regulation(table) is None else self._seats.get(table, {})

    def closed(self, table: str) -> None:
        """Nobody sits at a table that is closed."""
        self._under.pop(table, None)
        self._seats.pop(table, None)
        self._places.pop(table, None)

    def seated(self, line: Line[PlayerSeated]) -> Found:
        """A seat is sold once, to who plays under his own session."""
        event, seats = line.event, self._seats.setdefault(line.stream, {})
        holder = seats.get(event.seat)
        if holder is not None:
            told = said.SEAT_SOLD_AGAIN(player=event.player, seat=event.seat, table=line.stream, holder=holder)
            yield Problem("people", told, (line.index,))
        seats[event.seat] = event.player
        yield from self.enters(line)

    def left(self, line: Line[PlayerLeft]) -> Found:
        """Who leaves is who sits there: the stack is his (R806 r.10)."""
        event = line.event
        holder = self._seats.get(line.stream, {}).pop(event.seat, None)
        self._under.get(line.stream, {}).pop(holder or event.player, None)
        if holder != event.player and self._book.regulation(line.stream) is not None:  # for chips nobody is paid
            by = said.NOBODY if holder is None else holder
            told = said.LEAVES_FOR_ANOTHER(player=event.player, seat=event.seat, table=line.stream, holder=by)
            yield Problem("people", told, (line.index,))

    def joined(self, line: Line[PlayerJoined]) -> Found:
        """Somebody comes to a banked table under his own session."""
        event = line.event
        self._places.setdefault(line.stream, set()).add((event.player, event.seat or 0))
        return self.enters(line)

    def parted(self, line: Line[PlayerParted]) -> Found:
        """Who leaves a banked table was there."""
        event, there = line.event, self._places.get(line.stream, set())
        self._under.get(line.stream, {}).pop(event.player, None)
        if (event.player, event.seat or 0) not in there:
            yield Problem("people", said.LEAVES_UNSEEN(player=event.player, table=line.stream), (line.index,))
        there.discard((event.player, event.seat or 0))

    def bets(self, line: Line[NamedBet]) -> Found:
        """Who bets against the house is at its table, on the seat that he bets on."""
        event, table = line.event, f"banked:{table_of(line.stream)}"
        self._bet.setdefault(line.stream, set()).add(event.player)
        if (event.player, vars(event).get("seat", 0)) not in self._places.get(table, ()):
            yield Problem("people", said.BETS_UNSEEN(player=event.player, round=line.stream), (line.index,))

    def betted(self, line: Line[RoundEnded]) -> Found:
        """Of whom a table says that he bet in the round that is over has bet there: for the others silence counts (R803 r.41, R804 r.28)."""
        stream, said_so = line.event.round, tuple(line.event.bets)
        seen = self._bet.pop(stream, set())
        if self.ended[0] == stream and self.ended[1] != line.event.outcome:
            yield Problem("chain", said.ROUND_ENDED_OTHERWISE(round=stream, table=line.stream), (line.index,))
        if tuple(sorted(seen)) == said_so:
            return
        rows = self._rows(stream, line.index)  # some of it may lie before what the night was shown
        bets = [(row.index, stream, version, row.kind, row.state) for version, row in rows if row.kind in BETS]
        makes = tuple(sorted({one.event.player for one in lines(bets, _READS)}))
        if makes != said_so:
            told = said.BET_IN_ROUND_OTHERWISE(round=stream, table=line.stream, told=said_so, makes=makes)
            yield Problem("people", told, (line.index,))

    def turned_down(self, line: Line[TurnedDown]) -> Found:
        """A bet is turned down for what is so: its player is not there, or his account does not hold the stake."""
        event, table = line.event, f"banked:{table_of(line.stream)}"
        forbids = event.forbids
        if forbids is None:  # the audit of the round says so
            return
        absent = BANKED_GAMES[line.stream.partition(":")[0]].absent
        if forbids.about == absent and (event.player, getattr(event, "seat", 0)) in self._places.get(table, ()):
            yield Problem("people", said.TURNED_DOWN_AS_ABSENT(player=event.player, round=line.stream), (line.index,))
        if forbids.about in _NO_TABLE and table in self._places:
            told = said.TURNED_DOWN_AS_CLOSED(player=event.player, round=line.stream)
            yield Problem("people", told, (line.index,))
        if forbids.rule == OVERDRAFT or forbids.about in _SHORT:
            yield from self._short(line, forbids)
        elif forbids.about == BONUS_OVER.about and not self._bonuses.over(line, event.player):
            yield Problem(
                "people", bonus_said.TURNED_DOWN_AS_OVER(player=event.player, round=line.stream), (line.index,)
            )

    def _short(self, line: Line[TurnedDown], forbids: Forbids) -> Found:
        """Whose account is said to hold too little: it does, in the wallet that his bet would leave, and holds what is said."""
        event, stake = line.event, _staked(line.event)
        wallet = self._bonuses.wallet(line, event.player, stake)
        held, short = self._has(purse(event.player, wallet)), ACCOUNT_SHORT if wallet == "cash" else BONUS_SHORT
        if stake is not None and held >= stake:
            told = said.TURNED_DOWN_AS_SHORT(player=event.player, round=line.stream, stake=stake, held=held)
            yield Problem("people", told, (line.index,))
            return
        due = recorded(short(player=event.player, balance=euros(held), amount=euros(stake or 0)))
        if stake is None:  # of a call the chips follow from the wheel
            due["amount"] = forbids.facts.get("amount", 0)
        if forbids != Forbids(about=short.about, facts=due, rule=OVERDRAFT):
            told = said.TURNED_DOWN_AS_SHORT_OF(player=event.player, round=line.stream, held=held)
            yield Problem("people", told, (line.index,))

    def enters(self, line: PlaceTaken) -> Found:
        """The session under which somebody takes a place is his, and goes on (R806 r.2t, r.69)."""
        player, stream = line.event.player, session_stream(line.event.session)
        self.took[stream] = line, False
        if not line.stream.startswith("tournament:"):
            self._under.setdefault(line.stream, {})[player] = stream
        known = self._going_on.get(stream)
        whose, game, over = (
            self._session(stream, line.index)[:3] if known is None else (known.player, known.game, False)
        )
        played = self._played(line.stream)
        if whose is None:
            told = said.SESSION_UNKNOWN(player=player, where=line.stream, session=stream)
        elif whose != player:
            told = said.SESSION_OF_ANOTHER(player=player, where=line.stream, session=stream, other=whose)
        elif over:
            told = said.SESSION_WAS_OVER(player=player, where=line.stream, session=stream)
        elif played not in {None, game}:
            told = said.SESSION_OF_OTHER_GAME(player=player, where=line.stream, session=stream, told=game, game=played)
        else:
            self.took[stream] = line, True
            return
        yield Problem("people", told, (line.index,))

    def committed(self) -> Found:
        """A commit is over: of the places that were taken in it their sessions have said so."""
        for stream, (line, lawful) in self.took.items():
            known = self._going_on.get(stream)
            there = known is not None and line.stream in known.where
            where = self._session(stream, line.index)[3] if lawful and not there else ()
            said_nowhere = lawful and not there and not where and self._say
            if said_nowhere or (where and line.stream not in where):
                told = said.SESSION_ENTERED_ELSEWHERE(
                    player=line.event.player, where=line.stream, session=stream, told=where or said.NOWHERE
                )
                yield Problem("people", told, (line.index,))
        self.took.clear()

    def _began(self, line: Line[SessionStarted]) -> Found:
        """Somebody begins to play."""
        if line.version == 1:
            self._going_on[line.stream] = _Session(line.event.player, line.event.regulation)
        return self._accesses.started(line)

    def _over(self, line: Line[SessionEnded]) -> Found:
        """A session is over, and nobody holds a place under it (R806 r.69, R803 r.39)."""
        known = self._going_on.pop(line.stream, None)
        yield from self._ended_by_another(line, known)
        for where in () if known is None else sorted(known.where):
            if known is not None and self._under.get(where, {}).get(known.player) == line.stream:
                told = idle_said.ENDED_IN_PLAY(session=line.stream, player=known.player, where=where)
                yield Problem("people", told, (line.index,))

    def _ended_by_another(self, line: Line[SessionEnded], known: _Session | None) -> Found:
        """A player ends a session of his own alone, and says so (R806 r.69); for silence and by the operator the platform does, or staff."""
        by = asker(line)
        if by.actor != "player":
            return
        player = known.player if known is not None else self._session(line.stream, line.index)[0]
        facts = {"kind": line.kind, "stream": line.stream, "who": by.id}
        if line.event.cause != "player":
            yield Problem("people", cups_said.ASKED_BY_NO_PLATFORM(**facts), (line.index,))
        elif player is not None and by.id != player:
            yield Problem("people", cups_said.ASKED_BY_ANOTHER(player=player, **facts), (line.index,))

    def _entered(self, line: Line[SessionEntered]) -> Found:
        """A session says that it is played where a place was taken under it, behind that entry and in its commit."""
        self._say = True
        known, taken = self._going_on.get(line.stream), self.took.pop(line.stream, None)
        if known is not None:
            self._going_on[line.stream] = known._replace(where=known.where | {line.event.where})
        if taken is None or taken[0].stream != line.event.where:
            told = said.ENTERED_WITHOUT_PLACE(session=line.stream, where=line.event.where)
            yield Problem("people", told, (line.index,))

    def _session(self, stream: str, index: int) -> tuple[str | None, str, bool, tuple[str, ...]]:
        """Whose a session is, of which game, whether it was over before a log index, and where it says that it is played.

        Nobody's where it had not begun; nowhere where it says nothing of it, as the first ledgers did.
        """
        whose, game, over, where = None, "", False, list[str]()
        for version, row in self._rows(stream, None):
            before = row.index < index
            stored = (row.index, stream, version, row.kind, row.state)
            if row.kind == STARTED and version == 1 and before:
                started = next(lines([stored], _READS)).event
                whose, game = started.player, started.regulation
            elif row.kind == ENTERED:  # in the commit that takes the place, and behind it
                where.append(next(lines([stored], _READS)).event.where)
            over = over or (before and row.kind in ENDED)
        return whose, game, over, tuple(where)

    def _played(self, where: str) -> str | None:
        """The regulation of what is played at a place: in a tournament of its variant (R810 r.3)."""
        if not where.startswith("tournament:"):
            return self._book.regulation(where)
        if where not in self._variants:
            row = self._row(where, 1)
            stored = [] if row is None or row.kind != ANNOUNCED else [(row.index, where, 1, row.kind, row.state)]
            terms = [one.event.structure.terms for one in lines(stored, _READS)]
            self._variants[where] = REGULATIONS[terms[0].variant] if terms else None
        return self._variants[where]

    def _rows(self, stream: str, index: int | None) -> Iterator[tuple[int, Row]]:
        """The rows of a stream by version, those before a log index."""
        version = 1
        while (row := self._row(stream, version)) is not None and (index is None or row.index < index):
            yield version, row
            version += 1


def _staked(event: TurnedDown) -> int | None:
    """What a bet that was turned down would have staked; None where it was called, and the chips follow from the wheel."""
    chips = getattr(event, "chips", None)
    if chips is None:
        return cast(NamedStake, event).amount
    return sum(chip.amount for chip in chips) if chips else None


_READS: Final[dict[str, Read]] = {kind: reader(kind) for kind in (STARTED, ENTERED, ANNOUNCED, *BETS)}
