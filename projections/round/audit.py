"""Every hand and round of a ledger replayed in bulk, from stored bytes: decoded, folded, paid again.

Memory holds what is in play and nothing of what is over, but of each table its last round, by number, of an open one its last hand, and spins that leave
stakes in prison: the next spin of their table decides those. The rows are a ``CheckedStore``'s: each is the one that was sealed at
its place and none is missing, so nothing is hashed again here. Openings are the verifier's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Literal, NamedTuple, cast

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.said import Told
from tombo.ledger.games.again import FINDING, after_the_end, of_later_program, opened_as_another, word
from tombo.ledger.games.every import BANKED_GAMES, GAMES, TABLE_GAMES, unopened
from tombo.ledger.games.game import Carry, Objections, PlayedEntry, TableGame
from tombo.ledger.house import said
from tombo.ledger.house.rules import OUT_OF_PLACE, why_not
from tombo.ledger.kinds import BEGIN_ONCE, misplaced
from tombo.projections.line import AnyLine
from tombo.projections.round.brief import BriefHand
from tombo.projections.round.kind_plan import may_stand_behind, numbered, plan_of
from tombo.projections.round.known_events import KnownEvents
from tombo.projections.round.late import ShownLate
from tombo.projections.round.rules_held import PlayedUnder, RulesHeld
from tombo.projections.round.stored import Ask, Row, asked_by


class Audited(NamedTuple):
    """A hand or round that is over, and where its record is not what the rules give; nothing is ``told`` where all of it is.

    Also one in which an entry cannot follow, over or not, and an entry behind the end of one that was told before.
    """

    stream: str
    at: int
    """The log index of the entry that ended it, that cannot follow, or that stands behind its end: by ``what``."""
    outcome: str
    """``not_decidable``: it is settled, and who won cannot be computed."""
    told: tuple[Told, ...]
    what: Literal["over", "lost", "behind"] = "over"
    """``lost``: it cannot be computed again. ``behind``: it was told, and counted, when it was over."""

    @property
    def differences(self) -> tuple[str, ...]:
        """What is told, in English."""
        return tuple(one.text() for one in self.told)


@dataclass(slots=True)
class _Play:
    """What is known of a hand or round so far. ``ended`` is the log index of its end, None before."""

    kept: Any = None
    places: list[int] = field(default_factory=list)
    """The log indices of what is kept."""
    turn: int = 0
    """The log index of the entry that was followed last: in this order they rest at the end."""
    ended: int | None = None
    found: tuple[Told, ...] = ()
    """What its opening says that it may not."""
    no_bet: Told | None = None
    """What is said of a bet in it, where it may take none."""
    outcome: str = "open"
    lost: tuple[int, Told] | None = None
    """The log index of the first entry that cannot follow, and what is said of it."""
    asks: Objections | None = None
    """How the rules are asked of each of its entries."""
    before: EventBase | None = None
    """The event before, of one that they are asked of."""
    played: list[Told] = field(default_factory=list)
    """What they object to."""
    clear: bool = False
    """Whether nothing that is asked of its entries alone is wrong: somebody else found that."""
    unopened: list[tuple[int, str, Told]] = field(default_factory=list)
    """Of a hand the cards shown that open no commitment: the log index and kind of the entry, and what is said of them."""


Turn = tuple[bool, int]
"""Whether it is told at the end, and the log index of the entry with which it is told; of what is told at the end that of its last."""


def audit(rows: Iterable[Row], ask: Ask, types: Collection[str] = TABLE_GAMES.keys()) -> Iterator[Audited]:
    """Each hand and round of a ledger as it ends, in log order; only those of these ``types`` of stream.

    A spin that leaves stakes in prison is told once its table spins again, or at the end. What is shown after the end of a
    hand changes no payout, but is of whose cards it says, once. ``rows`` may begin anywhere: what has its first entry elsewhere is passed over.
    ``ask``: as for ``Auditor``.

    Raises:
        MalformedError: bytes that do not parse.
    """
    return (one for _, one in audit_in_order(rows, ask, types))


def audit_in_order(rows: Iterable[Row], ask: Ask, types: Collection[str]) -> Iterator[tuple[Turn, Audited]]:
    """As ``audit``, each with what it is put in order by, among those of other tables: whose rows may be audited elsewhere."""
    auditor = Auditor(ask)
    for row, event in KnownEvents().read(rows, types):
        begins_again = row[3] in BEGIN_ONCE and row[2] > 1
        for one in auditor.step(row, event) if event is None or begins_again else auditor.follow(row, event):
            yield (False, row[0]), one
    for turn, one in auditor.rest_in_order():
        yield (True, turn), one


class Auditor:
    """The audit an entry at a time, for who decodes the entries himself: the next row of a hand or round, and its event.

    ``ask``: a row by its stream and version, for what is shown of a hand that is no table's last.
    """

    def __init__(self, ask: Ask) -> None:
        self._in_play: dict[str, _Play] = {}
        self._over: dict[str, tuple[int, str]] = {}
        self.cleared: Collection[str] = frozenset()
        """Hands and rounds that are looked at elsewhere from their first entry to their end, and of which nothing is wrong by themselves: here they are only followed."""
        self.brief: dict[str, BriefHand] = {}
        """Those of them that are told in short, by stream, until their end: here they are not even followed."""
        self._shown, self.rules = ShownLate(ask), RulesHeld(ask)  # the night asks for these, too

    def step(self, row: Row, event: Any) -> Sequence[Audited]:
        """What is over with this entry. Of a kind of another type of stream ``event`` is not looked at."""
        why = misplaced(row[1], row[2], row[3])
        return self.follow(row, event) if why is None else self._stranger(row, why)

    def follow(self, row: Row, event: EventBase, line: AnyLine | None = None) -> Sequence[Audited]:
        """As ``step``, of an entry that stands where a door may have written it; ``line``: it with who asked, where that is read already."""
        return self._in_short(row, event) if row[1] in self.brief else self._followed(row, event, line)

    def _followed(self, row: Row, event: EventBase, line: AnyLine | None) -> Sequence[Audited]:
        index, stream, version, kind, _ = row
        game, carry, begins, ends, shows = plan_of(kind)
        play = self._in_play.pop(stream, None)
        if play is None:
            if version > 1:
                return tuple(self._after_the_end(row, event))
            play = _Play(clear=stream in self.cleared)
        play.turn = index
        if play.ended is not None and not may_stand_behind(game, kind):
            self._in_play[stream] = play
            return (Audited(stream, index, play.outcome, (after_the_end(stream, kind, index),), "behind"),)
        told = self._opens(play, carry, row, cast(PlayedUnder, event)) if isinstance(event, begins) else ()
        if play.ended is None and ends is not None:
            play.ended, play.outcome = index, ends
        try:
            if play.kept is not None and type(event) in shows and not play.clear:
                asked = shows[type(event)](stream, play.kept, event)
                play.unopened += [(index, kind, told) for told in asked]
            if play.asks is not None or version == 1:
                _asked(game, play, row, event, line)
            if play.no_bet and word(kind) == "bet_placed":
                play.found, play.no_bet = (*play.found, play.no_bet), None
            play.kept = game.keep(play.kept, event)
            play.places.append(index)
        except (TamperedError, *OUT_OF_PLACE) as error:  # what an event key sealed, and no door wrote
            play.lost = play.lost or (index, _cannot_follow(stream, index, kind, why_not(error)))
        if play.ended is None or (carry is not None and play.kept is not None and carry.left(play.kept)):
            self._in_play[stream] = play
            return told
        _is_over(self._over, stream, play.outcome)
        self._shown.over(game, stream, play.kept)
        return (*told, _judged(game, stream, play))

    def _in_short(self, row: Row, event: EventBase) -> Sequence[Audited]:
        """As ``follow``, of a hand that is told in short: its opening is asked as any, and at its end it is known what it came to."""
        index, stream, _, kind, _ = row
        game, carry, begins, ends, _ = plan_of(kind)
        if isinstance(event, begins):
            play = self._in_play[stream] = _Play(kept=event, turn=index, clear=True)
            return self._opens(play, carry, row, cast(PlayedUnder, event))
        if ends is None or game.brief is None:
            return ()
        play, told = self._in_play.pop(stream), self.brief.pop(stream).told
        _is_over(self._over, stream, ends)
        self._shown.over(game, stream, game.brief.kept(play.kept, told), brief=True)
        return (Audited(stream, index, ends, play.found),)

    def _opens(self, play: _Play, carry: Carry | None, row: Row, opened: PlayedUnder) -> tuple[Audited, ...]:
        """What is over as a hand or round opens; what its opening says that it may not is noted of it."""
        stream, goes_on = row[1], carry is not None and any(carry.taken([], opened))
        play.found = self.rules.differences(stream, opened, row[0], goes_on=goes_on)
        play.no_bet = self.rules.takes_no_bet(stream, row[0]) if goes_on else None
        if stream.partition(":")[0] in BANKED_GAMES:  # a hand that was imported has its place by its file
            play.found += opened_as_another(stream, opened)
        if carry is None:
            return ()
        play.found += _left_by_nobody(carry, self._in_play, self._over, stream, opened)
        return tuple(self._left_before(carry, stream, opened))

    def _stranger(self, row: Row, why: str) -> Sequence[Audited]:
        """An entry that no door wrote where it stands, which no fold takes: it cannot follow, or stands behind the end."""
        index, stream, version, kind, _ = row
        play = self._in_play.get(stream)
        if play is None and version == 1:
            play = self._in_play[stream] = _Play(turn=index)
        cannot = _cannot_follow(stream, index, kind, why)
        if play is not None and play.ended is None:
            play.lost = play.lost or (index, cannot)
            return ()
        table, number = numbered(stream)
        last, outcome = self._over.get(table, (0, ""))
        if play is None and not 0 < number <= last:  # what began before the first row
            return (Audited(stream, index, "open", (cannot,), "lost"),)
        outcome = outcome if play is None else play.outcome
        return (Audited(stream, index, outcome, (after_the_end(stream, kind, index),), "behind"),)

    def _after_the_end(self, row: Row, event: Any) -> Iterator[Audited]:
        """An entry of what is over: nothing follows the end of a round but what a player has in prison, and findings about it.

        Of a hand, cards are shown behind its end, and tries told that were refused.
        """
        index, stream, _, kind, _ = row
        game, carry = plan_of(kind)[:2]
        if word(kind) == FINDING:
            return
        if carry is None and may_stand_behind(game, kind):
            wrong = self._shown.wrong(game, row, event)
            if wrong is not None:
                yield Audited(stream, index, wrong.outcome, (wrong.said,), "behind")
            return  # of a spin that left something in prison, what a player has there: that one is in play here
        table, number = numbered(stream)
        last, outcome = self._over.get(table, (0, ""))
        if 0 < number <= last:
            yield Audited(stream, index, outcome, (after_the_end(stream, kind, index),), "behind")

    def rest(self) -> Iterator[Audited]:
        """At the end: the spins that are over and left stakes in prison, and what is in play with an entry that cannot follow."""
        return (one for _, one in self.rest_in_order())

    def rest_in_order(self) -> Iterator[tuple[int, Audited]]:
        """As ``rest``, each with the log index of its entry that was followed last, by which they are in order."""
        for stream, play in self._in_play.items():
            game = TABLE_GAMES[stream.partition(":")[0]]
            if play.ended is not None:
                yield play.turn, _judged(game, stream, play)
                continue
            lost = _first_lost(stream, play)
            found = game.rests(play.kept) if lost is None else (lost[1],)
            if told := (*play.found, *found):
                at = play.places[-1] if lost is None else lost[0]
                yield play.turn, Audited(stream, at, play.outcome, told, "lost")

    def _left_before(self, carry: Carry, stream: str, opened: Any) -> Iterator[Audited]:
        """The round before, where it left something: all of it has to be in the next one's."""
        before = f"{stream.rpartition('/')[0]}/{opened.number - 1}"
        if before not in self._in_play or self._in_play[before].ended is None:
            return
        play = self._in_play.pop(before)
        _is_over(self._over, before, play.outcome)
        one = _judged(plan_of(opened.kind).game, before, play)
        yield one._replace(told=(*one.told, *carry.taken(carry.left(play.kept), opened)))

    def last(self, table: str) -> tuple[str, object] | None:
        """The hand of poker that was over last at ``table``, by its local id: its stream, and its state; None where none was."""
        return self._shown.last(table)

    def closed(self, table: str) -> None:
        """A table of poker, by its local id, is closed."""
        self._shown.forget(table)

    def open(self) -> Iterator[str]:
        """The hands and rounds that are in play."""
        return (stream for stream, play in self._in_play.items() if play.ended is None)


def _asked(game: TableGame, play: _Play, row: Row, event: EventBase, line: AnyLine | None) -> None:
    """The rules asked of the play of a hand, up to its end; nothing of one that is under rules of a later program."""
    index, stream, version, kind, state = row
    if version == 1:
        play.asks = None if play.clear else game.objections(event)
        if isinstance(event, plan_of(kind).begins):
            later = of_later_program(stream, event)
            play.lost = None if later is None else (index, later)
    if play.asks is not None and (play.ended is None or play.ended == index):
        if type(event) in game.heeds:
            play.played += play.asks(play.kept, PlayedEntry(version, event, play.before, asked_by(state, line)))
        play.before = event


def _judged(game: TableGame, stream: str, play: _Play) -> Audited:
    """What is over, computed again; where it cannot be, the entry that cannot follow."""
    ended = play.ended or 0
    if play.clear and play.lost is None:
        return Audited(stream, ended, play.outcome, play.found)
    lost = None if play.lost is None else _first_lost(stream, play)
    if lost is None:
        try:
            shown = [told for _, _, told in play.unopened]
            differing = (
                *play.found,
                *(told for at, told in enumerate(shown) if told not in shown[:at]),
                *game.differences(play.kept, stream),
                *play.played,
            )
            outcome = "not_decidable" if game.not_decidable(play.kept) else play.outcome
            return Audited(stream, ended, outcome, differing)
        except (TamperedError, *OUT_OF_PLACE) as error:
            kind = f"{stream.partition(':')[0]}.{play.outcome}.v1"
            lost = _first_lost(stream, play) or (ended, _cannot_follow(stream, ended, kind, why_not(error)))
    return Audited(stream, lost[0], play.outcome, (*play.found, lost[1]), "lost")


def _first_lost(stream: str, play: _Play) -> tuple[int, Told] | None:
    """The first entry that cannot follow those before it, or by which they cannot be shown: its log index, and what is said of it."""
    sort = stream.partition(":")[0]
    banked, state = BANKED_GAMES.get(sort), None
    if banked is None or play.kept is None:  # of a hand its state is kept, and each entry was followed as it came
        shown = [(index, _cannot_follow(stream, index, kind, told)) for index, kind, told in play.unopened[:1]]
        return min((*shown, *(() if play.lost is None else (play.lost,))), default=None, key=itemgetter(0))
    for index, event in zip(play.places, play.kept, strict=True):
        if play.lost is not None and play.lost[0] < index:
            break
        try:
            told = unopened(stream, state, event)
            if told is not None:
                return index, _cannot_follow(stream, index, event.kind, told)
            state = GAMES[sort].evolve(state, event)
            banked.moves(state, event)
        except (TamperedError, *OUT_OF_PLACE) as error:
            return index, _cannot_follow(stream, index, event.kind, why_not(error))
    return play.lost


def _cannot_follow(stream: str, index: int, kind: str, why: str | Told) -> Told:
    return said.ENTRY_CANNOT_FOLLOW(round=stream, kind=kind, index=index, why=why)


def _is_over(over: dict[str, tuple[int, str]], stream: str, outcome: str) -> None:
    """Remember of a table the last hand or round that is over."""
    table, number = numbered(stream)
    over[table] = number, outcome


def _left_by_nobody(
    carry: Carry, in_play: Mapping[str, _Play], over: Mapping[str, tuple[int, str]], stream: str, opened: Any
) -> tuple[Told, ...]:
    """What a round takes over at its opening that the one before is known not to have left there."""
    table = stream.rpartition("/")[0]
    known = opened.number == 1 or over.get(table, (0, ""))[0] == opened.number - 1
    return tuple(carry.taken([], opened)) if known and f"{table}/{opened.number - 1}" not in in_play else ()
