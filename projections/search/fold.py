"""Hands and rounds as rows to be found by: where and when each was played and by whom, for how much, which cards lay open, what became of it.

A row is made when an entry says it, and never changed. What is over leaves the state, so that this is as large as what is in play. No closed
card is in a row: none is in an entry (``tombo.projections.search.kinds``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import TypedDict

from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.moves import Moved
from tombo.ledger.store import ViewTable
from tombo.ledger.terms.every import BankedTerms, regulation_of
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import Unit
from tombo.projections.behind import Fetch
from tombo.projections.follow import Projection, Row
from tombo.projections.line import AnyLine, Line, Wanted
from tombo.projections.search import kinds
from tombo.projections.search.kinds import PLAY, VOIDED, PlayRead
from tombo.projections.search.tables import (
    AMOUNT,
    CARD,
    COMPLAINT_ENDS,
    COMPLAINTS,
    DISPUTE,
    DISPUTED,
    ENDS,
    FINDINGS,
    HANDS,
    INCIDENT,
    LATER,
    MARKS,
    MOST,
    NUMBER,
    PLAYER,
    REGULATION,
    REVERSED,
    RULE,
    STATE,
    TABLE,
    TAKEN_PART,
    InPlayAt,
    PlayedHand,
    SearchState,
    WaitingComplaint,
    mark_of,
    size_of,
)

_PAID_IN: Final[Mapping[str, int]] = {"posted": 1, "staked": 1, "uncalled": -1}
"""What comes into a pot, or is staked, and what of it goes back because nobody matched it."""


class _Begun(TypedDict):
    terms: Terms | BankedTerms


class _Sits(TypedDict):
    player: str
    seat: int


class _Plays(TypedDict):
    player: str


class _Dealt(TypedDict):
    seats: list[_Sits]


class _Shown(TypedDict):
    card: str | None


class _Ruled(TypedDict):
    rule: str


class _Voided(TypedDict):
    incident: str


class _Complaint(TypedDict):
    about: str | None
    complained: int
    player: str


class _Resolved(TypedDict):
    outcome: str


class Search(Projection):
    """The rows by which hands and rounds are found. ``state``: what is in play, what goes on, and how many there are of what is counted."""

    name: ClassVar[str] = "search"
    version: ClassVar[int] = 3
    tables: ClassVar[tuple[ViewTable, ...]] = (
        HANDS,
        ENDS,
        MARKS,
        TAKEN_PART,
        FINDINGS,
        COMPLAINTS,
        COMPLAINT_ENDS,
    )
    reads: ClassVar[Mapping[str, Wanted]] = kinds.READS

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002  # all it needs is in its state
        """Go on: see ``Projection.begin``."""
        self._known = STATE.validate_json(state) if state else SearchState()
        self._hands: list[Row] = []
        self._ends: list[Row] = []
        self._marks: list[Row] = []
        self._parts: list[Row] = []
        self._findings: list[Row] = []
        self._complaints: list[Row] = []
        self._complaint_ends: list[Row] = []
        self._last = -1, -1
        """The entry of the last mark, and which of its marks it is."""

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        taken = {
            HANDS: self._hands,
            ENDS: self._ends,
            MARKS: self._marks,
            TAKEN_PART: self._parts,
            FINDINGS: self._findings,
            COMPLAINTS: self._complaints,
            COMPLAINT_ENDS: self._complaint_ends,
        }
        self._hands, self._ends, self._marks, self._parts, self._findings = [], [], [], [], []
        self._complaints, self._complaint_ends = [], []
        return taken

    def state(self) -> str:
        """What is in play, as JSON."""
        return STATE.dump_json(self._known).decode()

    def step(self, line: AnyLine) -> None:
        """The next line of the log."""
        kind = line.kind
        if kind in PLAY:
            self._play(line)
        elif kind in kinds.TABLES:
            self._at_table(line)
        elif kind in kinds.COMPLAINTS:
            self._complained(line)
        elif kind in kinds.RESOLVED:
            self._resolved(line)
        elif kind == kinds.TAKEN_BACK:
            self._reversed(line)
        elif kind in kinds.STREAMS_BEGIN:
            self._counted(line)
        elif kind == kinds.INCIDENT_ENDS:
            self._over_with(line)
        else:
            self._cup(line)

    def _counted(self, line: AnyLine) -> None:
        if line.version == 1:
            self._known.counts(line.stream)
        if line.kind == kinds.INCIDENT_BEGINS:
            self._known.incidents.append(line.stream)

    def _over_with(self, line: AnyLine) -> None:
        """An incident is closed."""
        if line.stream in self._known.incidents:
            self._known.incidents.remove(line.stream)

    def _cup(self, line: AnyLine) -> None:
        going = self._known.tournaments
        if line.kind == kinds.CUP_BEGINS:
            going.append(line.stream)
        elif line.stream in going:
            going.remove(line.stream)

    # What is in play at each table: a table says so, and so does the hand or round

    def _at_table(self, line: Line[Mapping[str, str]]) -> None:
        tables, played = self._known.tables, line.event[kinds.TABLES[line.kind]]
        if line.kind in kinds.BEGINS_THERE:
            tables[line.stream] = InPlayAt(played)
        elif line.stream in tables:
            tables[line.stream].left = True
            self._settle(line.stream)

    def _over_at(self, stream: str) -> None:
        table = f"{TABLE_GAMES[stream.partition(':')[0]].table}:{table_of(stream)}"
        there = self._known.tables.get(table)
        if there is not None and there.played == stream:
            there.over = True
            self._settle(table)

    def _settle(self, table: str) -> None:
        if self._known.tables[table].left and self._known.tables[table].over:
            del self._known.tables[table]

    # Hands and rounds

    def _play(self, line: AnyLine) -> None:
        reads, begun = PLAY[line.kind], self._known.playing
        if reads.begins:
            self._begins(line)
            if reads.seated:
                self._deals(line)
        hand = begun.get(line.stream)
        if hand is not None and reads.seated and not reads.begins:
            _sits(line, hand)
        if hand is not None and reads.moved is not None:
            self._moves(line, hand, reads.moved)
        self._says(line, reads)
        if reads.ends:
            self._over_at(line.stream)
        if hand is not None and reads.ends:
            self._end(line, hand, reads.ends)
            if reads.ends == VOIDED:
                self._voided(line, hand)

    def _says(self, line: AnyLine, reads: PlayRead) -> None:
        """What it says whether the hand or round is in play or over."""
        if reads.cards:
            self._shows(line, reads.cards)
        if reads.objects:
            self._objects(line)
        if reads.plays:
            self._plays(line, reads.plays)

    def _begins(self, line: Line[_Begun]) -> None:
        terms = line.event["terms"]
        unit: Unit = terms.unit
        table, number, regulation = table_of(line.stream), line.stream.rpartition("/")[2], regulation_of(terms)
        hand = self._known.playing[line.stream] = PlayedHand(line.index, unit.in_euro)
        self._hands.append(
            (line.index, line.stream, table, number, regulation, line.recorded, unit.currency or "", unit.decimals)
        )
        for sort, value in ((TABLE, table), (NUMBER, number), (REGULATION, regulation)):
            self._mark(line, hand.began, sort, value)

    def _deals(self, line: Line[_Dealt]) -> None:
        hand = self._known.playing[line.stream]
        for seated in line.event["seats"]:
            hand.seats[seated["seat"]] = seated["player"]
            self._takes_part(line, hand, seated["player"])

    def _takes_part(self, line: AnyLine, hand: PlayedHand, player: str) -> None:
        if player not in hand.players:
            hand.players.append(player)
            self._mark(line, hand.began, PLAYER, player)

    def _moves(self, line: Line[Mapping[str, object]], hand: PlayedHand, moved: Moved) -> None:
        """What is nobody's, a commission of a whole pot, is no player's part; nor is what is of nothing."""
        for who, what, amount, _ in moved.flows(line.event):
            player = who if isinstance(who, str) else hand.seats.get(who, "")
            if player and amount:
                self._takes_part(line, hand, player)
            hand.amount += _PAID_IN.get(what, 0) * amount
            if what == "commission":
                hand.commission += amount
            elif what == "prize":
                hand.prizes[player] = hand.prizes.get(player, 0) + amount

    def _shows(self, line: Line[Mapping[str, str | list[str | _Shown]]], fields: Sequence[str]) -> None:
        """Cards that lie open; one that a file does not know is left out."""
        for field in fields:
            held = line.event[field.partition(".")[0]]
            cards = [
                one if isinstance(one, str) else one["card"] for one in ([held] if isinstance(held, str) else held)
            ]
            self._found_by(line, CARD, [card for card in cards if card is not None])

    def _objects(self, line: Line[_Ruled]) -> None:
        rule, found = line.event["rule"], self._known.findings
        found[rule] = found.get(rule, (0, 0))[0] + 1, line.index
        self._findings.append((line.index, line.stream, rule))
        self._found_by(line, RULE, [rule])

    def _plays(self, line: Line[Mapping[str, str | list[_Plays]]], fields: Sequence[str]) -> None:
        """Who takes part by this entry, each once."""
        players = dict[str, None]()
        for field in fields:
            held = line.event[field.partition(".")[0]]
            players |= dict.fromkeys([held] if isinstance(held, str) else [one["player"] for one in held])
        self._parts += [(line.index, part, player, line.stream) for part, player in enumerate(players)]

    def _found_by(self, line: AnyLine, sort: str, values: Iterable[str]) -> None:
        """Cards or a rule: each marked once, as long as it is in play and in the commit that ends it; behind that as what comes later."""
        hand = self._known.playing.get(line.stream)
        if hand is None:
            recorded, last = self._known.ended.get(line.stream, (-1, None))
            hand = last if recorded == line.recorded else None
        for value in values:
            if hand is None:
                self._mark(line, LATER, sort, value)
            elif mark_of(sort, value) not in hand.marked:
                hand.marked.append(mark_of(sort, value))
                self._mark(line, hand.began, sort, value)

    def _end(self, line: AnyLine, hand: PlayedHand, outcome: str) -> None:
        del self._known.playing[line.stream]
        ended = self._known.ended
        for stream in [one for one, (recorded, _) in ended.items() if recorded != line.recorded]:
            del ended[stream]
        ended[line.stream] = line.recorded, hand
        amount, most = min(max(hand.amount, 0), MOST), max(hand.prizes.values(), default=0)
        figures = (len(hand.players), amount, min(hand.commission, MOST), min(most, MOST))
        self._ends.append((line.index, hand.began, outcome, line.recorded, *figures))
        if hand.euro:
            self._mark(line, hand.began, AMOUNT, size_of(amount))

    def _voided(self, line: Line[_Voided], hand: PlayedHand) -> None:
        self._mark(line, hand.began, INCIDENT, line.event["incident"])

    def _complained(self, line: Line[_Complaint]) -> None:
        about, player = line.event["about"], line.event["player"]
        self._known.waits(line.stream, WaitingComplaint(line.event["complained"], player))
        self._complaints.append((line.index, line.stream, player))
        if about is not None and about.partition(":")[0] in TABLE_GAMES:
            self._mark(line, LATER, DISPUTE, DISPUTED, about)

    def _resolved(self, line: Line[_Resolved]) -> None:
        """The first decision counts: another, which no door records, changes nothing of how the complaint is shown."""
        if self._known.complaints.pop(line.stream, None) is not None:
            self._complaint_ends.append((line.index, line.stream, line.event["outcome"]))

    def _reversed(self, line: AnyLine) -> None:
        self._known.complaints.pop(line.stream, None)
        self._complaint_ends.append((line.index, line.stream, REVERSED))

    def _mark(self, line: AnyLine, began: int, sort: str, value: str, stream: str = "") -> None:
        index, before = self._last
        part = before + 1 if index == line.index else 0
        self._last = line.index, part
        later = (stream or line.stream) if began == LATER else ""
        self._marks.append((line.index, part, began, later, mark_of(sort, value)))


def _sits(line: Line[_Sits], hand: PlayedHand) -> None:
    hand.seats[line.event["seat"]] = line.event["player"]
