"""A day's events of the vault: every hand that ended on it, and every movement of an account for poker, in the order of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.ids import IMPORT_TABLE, table_of
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.tournament.events import Reentered, Registered
from tombo.ledger.games.tournament.state import tournament_stream
from tombo.ledger.house.rules import OUT_OF_PLACE, stranger
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.terms.poker import REGULATIONS
from tombo.projections.line import AnyLine
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.france import game, movements
from tombo.reports.regulators.france.documents import VaultDocument, document
from tombo.reports.regulators.france.game import GameSeat, GameTold, rule_of
from tombo.reports.regulators.france.hands import HandPlayed
from tombo.reports.regulators.france.movements import MOVEMENTS, MovementTold
from tombo.reports.regulators.france.people import Beginnings, SeenPeople
from tombo.reports.regulators.known import TELLS, Balances, Known, MovedBalances, Place
from tombo.reports.regulators.plays import BEGINS, HAND_OVER, PLAYED, Acted, Playing, Plays, balanced
from tombo.reports.regulators.sealed import where
from tombo.reports.regulators.sessions import NOTHING
from tombo.reports.regulators.totals import Sums, summed
from tombo.reports.said.regulators import france as said

DEALS: Final = "hand.started.v1"
FINISHED: Final = "tournament.finished.v1"
LEAVES: Final = "table.player_left.v1"
_TOLD: Final = frozenset(TELLS)


class KnownEntries(Known):
    """What the log has said so far, and which entry into a tournament is a player's newest."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], int] = {}
        """By stream of the tournament and player."""

    def step(self, line: AnyLine) -> MovedBalances | None:
        """The next line; of one that moves something on an account, what."""
        if isinstance(line.event, Registered | Reentered):
            self.entries[line.stream, line.event.player] = line.event.entry
        return super().step(line)

    def forget(self, since: Mapping[str, int], kept: Container[str] = ()) -> None:
        """Forget what can be told of no more, tournaments that are over too."""
        super().forget(since, kept)
        for entry in [entry for entry in self.entries if entry[0] not in since]:
            del self.entries[entry]


class HandPlays(Plays[Playing]):
    """The fold of play, and beside it of each hand in progress, action by action."""

    def __init__(self, known: Known) -> None:
        super().__init__(known, Playing)
        self.hands: dict[str, HandPlayed] = {}
        """By stream: those for euro and those of tournaments."""
        self.cases: dict[str, str] = {}
        """By stream of a tournament: why it is cancelled."""

    def played(self, line: AnyLine) -> Sequence[Acted[Playing]]:
        """The next line of play, and what of it waits for no account.

        Raises:
            OutOfPlaceError: it cannot follow what is on record.
        """
        found = super().played(line)
        if line.kind == DEALS:
            if table_of(line.stream) != IMPORT_TABLE and (line.event.tournament or line.event.terms.unit.in_euro):
                self.hands[line.stream] = HandPlayed(line)
            return found
        hand, case = self.hands.get(line.stream), movements.cancelled(line)
        if case is not None:
            self.cases[line.stream] = case
        if hand is not None:
            try:
                hand.step(line)
            except OUT_OF_PLACE as error:
                raise stranger(line.index, line.stream, line.kind, str(error)) from error
            for acted in found:
                for part in acted.acts.parts:
                    hand.told = hand.told.plus(summed(part))
        return found


class VaultEvents:
    """The fold of a day's events: tell it every line it reads, in log order, from the first of the ledger."""

    reads = frozenset({*TELLS, *PLAYED})

    def __init__(self, reported: Reported, closed: Callable[[str], Mapping[int, int]]) -> None:
        self._entries = KnownEntries()
        self._hands = HandPlays(self._entries)
        self.known: Known = self._entries
        self.plays: Plays[Playing] = self._hands
        self.sums: dict[str, Sums] = {}
        """By regulation, all that was played on the day; what is not told too."""
        self.left_out: Counter[str] = Counter()
        """By regulation: the rounds against the house that began on the day, of which ANJ knows no document. ``Draw``: closed cards that are lost."""
        self.finished: list[str] = []
        """The tournaments that finished on the day, by stream."""
        self._closed = closed
        self._people = SeenPeople(reported.store, self.known, reported.sealed, reported.settings)
        self._begun = Beginnings(reported.store)
        self._document = partial(document, settings=reported.settings, again=reported.again)
        self._settings = reported.settings

    def step(self, line: AnyLine, *, wanted: bool) -> Iterator[VaultDocument]:
        """The documents of the next line; none of one that is not ``wanted``, and is known all the same.

        Raises:
            NotReportableError: what it says cannot be told.
            OutOfPlaceError: it cannot follow what is on record of its stream.
        """
        moved = self.known.step(line) if line.kind in _TOLD else None
        found = self.plays.played(line) if moved is None else (self.plays.moved(line, moved),)
        over = self._hands.hands.pop(line.stream, None) if line.kind in HAND_OVER else None
        if not wanted:
            return
        if line.kind in BEGINS:
            self._begins(line)
        elif line.kind == FINISHED:
            self.finished.append(line.stream)
        for acted in filter(None, found):
            self._counts(acted)
            if acted.line.kind in MOVEMENTS and acted.playing.slip.head.between_players:
                yield self._movement(line, acted)
        if line.kind == LEAVES and not line.event.stack and self.plays.going(line.stream) is not None:
            yield self._leaves(line)
        if over is not None:
            yield self._game(line, over)

    def forget(self, since: Mapping[str, int]) -> None:
        """Forget what can be told of no more: see ``Known.forget``."""
        self.known.forget(since)

    def _begins(self, line: AnyLine) -> None:
        playing = self.plays.going(line.stream)
        if playing is not None and not playing.slip.head.between_players:
            self.left_out[playing.slip.head.regulation] += 1

    def _counts(self, acted: Acted[Playing]) -> None:
        regulation, sums = acted.playing.slip.head.regulation, NOTHING
        for part, _, _ in balanced(acted):
            sums = sums.plus(summed(part))
        self.sums[regulation] = self.sums.get(regulation, NOTHING).plus(sums)

    def _movement(self, line: AnyLine, acted: Acted[Playing]) -> VaultDocument:
        """``line``: of the account where one moves, else of the entry itself: no other document is told of it."""
        stream = acted.playing.slip.head.table
        with_ = self._moved(acted.acts.player, stream, acted.place, acted.line)
        return self._document(MOVEMENTS[acted.line.kind], (line.index, line.instant), movements.inner(acted, with_))

    def _leaves(self, line: AnyLine) -> VaultDocument:
        """Who leaves with nothing moves no account."""
        player = line.event.player
        place = self.known.places.get((line.stream, player, line.event.seat))
        with_ = self._moved(player, line.stream, place, line)
        now = self.known.balances.get(player, Balances()).cash
        return self._document("POBILAN", (line.index, line.instant), movements.left_with_nothing(with_, now))

    def _moved(self, player: str, stream: str, place: Place | None, at: AnyLine) -> MovementTold:
        here = self._people.here(player, place, at)
        inscription = 0 if place is None else place.index
        rule, case = self._rule(stream, at), self._hands.cases.get(stream)
        return MovementTold(here, self._people.hash(player, at), inscription, self._begun.of(stream, at), rule, case)

    def _rule(self, stream: str, at: AnyLine) -> str | None:
        """``Regle`` of a table for euro."""
        opened = self.known.tables.get(stream)
        return None if opened is None else rule_of(opened.event.terms, self._settings, at)

    def _game(self, line: AnyLine, hand: HandPlayed) -> VaultDocument:
        """POJEU."""
        hand.closes()
        started = hand.started
        if started.tournament is None and hand.sums() != hand.told:
            raise NotReportableError(
                said.HAND_COMES_OTHERWISE(where=where(line), game=REGULATIONS[started.terms.variant])
            )
        table = table_stream(started.table)
        tech = table if started.tournament is None else tournament_stream(started.tournament)
        closed = self._closed(line.stream)
        self.left_out += Counter(Draw=hand.lost(closed))
        before = sum(paid for day, paid in hand.staked_on.items() if day < day_of(line.instant))
        told = GameTold(
            self._begun.of(tech, line),
            self._begun.of(table, line),
            {seat: self._seat(line, tech, seat, played.player) for seat, played in hand.stacks.items()},
            closed,
            before if started.tournament is None else 0,
        )
        return self._document("POJEU", (line.index, line.instant), game.inner(hand, told, line, self._settings))

    def _seat(self, line: AnyLine, tech: str, seat: int, player: str) -> GameSeat:
        place = self.known.places.get((tech, player, self._entries.entries.get((tech, player), seat)))
        here = self._people.here(player, place, line)
        return GameSeat(here, self._people.details(player, line).country, 0 if place is None else place.index)
