"""What the rest of the house asks of a game: one value a game, ``GAME`` in its folder, listed in ``tombo.ledger.games.every``.

A game knows the house it is played in; the house knows no game. Whoever needs something of whatever was played, the door, a recovery,
a view, an audit, asks for it here by the type of the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, Protocol

from tombo.ledger.core.clock import DECIDING, SKEW
from tombo.ledger.core.command import CommandBase, Decide, Opening
from tombo.ledger.core.entry import By, Entry, EventBase, Kinds
from tombo.ledger.core.said import Fact, Said, Told
from tombo.ledger.house.drawn import DrawnRound
from tombo.ledger.house.incident.decide import Deals
from tombo.ledger.house.moves import Move, Moved
from tombo.ledger.house.offers import Awaited
from tombo.ledger.house.slips import Slip
from tombo.ledger.terms.unit import Unit

Openings = Mapping[int, Opening]
"""The closed cards kept of a hand or round, by slot."""
Closed = Mapping[int, str | None]
"""Of closed cards, by slot: whose they are, None being the house's."""


class RuleNote(NamedTuple):
    """A rule at work: what about it mattered here, by a name that is the same in every language, and the amounts it went by."""

    rule: str
    """As findings cite it: ``R806 r.23``."""
    about: str
    amounts: Mapping[str, int] = {}
    """By what they are: in the unit of the hand or round."""


class Moment(NamedTuple):
    """An entry of a hand or round, the states around it, the entry before it, and the state in the end or as it stands."""

    entry: Entry
    before: Any
    after: Any
    earlier: Entry | None
    end: Any


class ReceivedByPlayer(NamedTuple):
    """What came to a player of a hand or round in all, prizes taken back left out: as recorded and computed again."""

    player: str
    recorded: int
    recomputed: int


class Recomputed(NamedTuple):
    """A hand or round computed again."""

    told: tuple[Told, ...]
    """Where the record is not what the rules give; nothing where all of it is."""
    received: tuple[ReceivedByPlayer, ...] = ()
    """Of who took part; nothing of one in play."""
    rules: tuple[str, ...] = ()
    """Those that decided what is on record, in their order."""
    decidable: bool = True
    """Whether it can be computed: else ``received`` says what is on record, and that is neither right nor wrong."""

    @property
    def differences(self) -> tuple[str, ...]:
        """What is told, in English."""
        return tuple(one.text() for one in self.told)


Instead = Literal["time_out", "absent", "leaves"]
"""Why the platform decided what was a player's to decide: his time was up, he is not there (R810 r.26-27), or he leaves (R806 r.10)."""
Cards = Mapping[int, int]
"""Closed cards by slot, where they were read from what is kept."""


class Ending(NamedTuple):
    """How what is left open of a game comes to its end: where ``fixed`` says it has a result it is settled, else void."""

    fixed: Callable[[Any], bool]
    settle: Callable[[str], CommandBase]
    void: Callable[[str, str], CommandBase]
    """By its name, and that of the incident."""
    fixed_by_cards: Callable[[Any, Openings], bool] = lambda _, __: False
    """Whether the closed cards kept give it a result, where its state alone does not."""


class Carry(NamedTuple):
    """What a round leaves to the next one of its table: a spin the stakes in prison."""

    left: Callable[[Sequence[Any]], Sequence[Any]]
    """What is left after these events, a round from its beginning."""
    waits: Said
    """What is said of a stake that is left so."""
    taken: Callable[[Sequence[Any], Any], Iterator[Told]]
    """Where the opening of the next one does not take over what was left, and nothing else."""


class Brief(NamedTuple):
    """How one that is over is told in short, by whoever followed it to whoever does not, where nothing is wrong with it."""

    told: Callable[[Any], tuple[Any, ...]]
    """Of what is kept of it at its end, what can be sent and compared."""
    kept: Callable[[Any, tuple[Any, ...]], Any]
    """By its first event and that: what is kept of it, without commitments and shown cards."""
    lacks: frozenset[type[EventBase]] = frozenset()
    whole: Callable[[Any, Sequence[Any]], Any] = lambda kept, _: kept
    """The events that say what is left out; and what is kept of it with that, by those of them that stand before its end."""


NO_MORE: Final = Brief(lambda _: (), lambda _, __: None)
"""Of one that is over nothing is needed any more but how it ended."""


class RoundSeen(Protocol):
    """A round as its viewer may see it: what a history is told of."""

    @property
    def opened(self) -> Any:
        """The event it began with."""

    @property
    def unit(self) -> Unit:
        """What its amounts count."""

    @property
    def state(self) -> Any:
        """As it stands after its last entry."""

    def own(self, owner: str | None) -> list[str]:
        """The closed cards of ``owner``, None being the house, where they are the viewer's to see."""


class ActSeen(Protocol):
    """An entry of a round, and the states around it."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def before(self) -> Any:
        """The state it found."""

    @property
    def after(self) -> Any:
        """The state it left."""


class History(NamedTuple):
    """What a round is told as, in each language. What a history says of every game alike it leaves to whoever asks.

    That is: what was moved, how it ended, and what a finding on record says.
    """

    rows: ModuleType
    """What it says: rows of what is shown, and never recorded."""
    replayed: Said
    """How many of its rounds were replayed, and how they ended."""
    title: Callable[[RoundSeen], Told]
    """Which game it is, by its terms."""
    say: Callable[[RoundSeen, ActSeen], Iterator[Told]]
    """What happened with an entry; nothing where its moves say it all."""
    result: Callable[[RoundSeen], Iterator[Told]]
    """What the summary says of cards and numbers."""
    void_rule: Callable[[RoundSeen], str]
    """The rule under which a round is void."""
    reason: Callable[[Move], Fact] = lambda move: move.why
    """Why something was moved, where a reason is on record."""
    whom: Callable[[Any, Any], Fact] = lambda _, finding: str(finding.player)
    """Whom a finding on record is about, by the state of the round."""
    otherwise: Callable[[Unit, Any, Told], Told] = lambda _, __, why: why
    """What such a finding says, by what the other reading objects to: both results."""
    quiet: tuple[type[EventBase], ...] = ()
    """The events that only an auditor is told of."""


class BankedGame(NamedTuple):
    """What only a game against the house has: its rounds told as moves, and as a history."""

    moves: Callable[[Any, Any], list[Move]]
    """``moves(state after an event, event)``: what the event moves for whom."""
    history: History
    lying: Callable[[Any], Mapping[str, list[str]]]
    """What lies open for everybody: cards by whose they are, or a number that is drawn."""
    carry: Carry | None = None
    seats: str | None = None
    """The kind that names the player of a seat, where the flows name seats."""
    turned: Callable[[Any], Iterable[tuple[int, str]]] = lambda _: ()
    """The closed cards that an event turns up, by slot."""
    absent: str = ""
    """By which objection a bet is turned down of who has no such place at the table."""
    drawn: Callable[[Any], DrawnRound] | None = None
    """How it lies on its table, by a state; None: a replay tells it in words alone."""


Late = Callable[[str, Any, Any, int], Told | None]
"""By stream, what is kept of one that is over, an event and its log index: what is said of it, None where it may stand there."""


class AskedBy(NamedTuple):
    """Who asked for an entry, when it happened by the source's word, and when it was recorded.

    ``late``: by how much the ledger heard late that its seat was asked (``house.questions``).
    """

    by: By
    occurred: int | None
    recorded: int
    late: int = 0

    @classmethod
    def of(cls, entry: Entry) -> AskedBy:
        """Of an entry that is decoded."""
        return cls(entry.by, entry.occurred, entry.recorded)

    @property
    def passed(self) -> int:
        """What counts as now where silence takes something from a player: the earlier of both clocks (``house.times.passed``)."""
        now = self.recorded - self.late
        return now if self.occurred is None else min(self.occurred, now)

    @property
    def heard(self) -> int:
        """What counts as now where something comes too late (``house.times.heard``)."""
        return self.recorded - SKEW if self.occurred is None else self.occurred

    @property
    def decided(self) -> int:
        """What counted as now, at the earliest, as a door decided: what comes too late even by that came too late."""
        return self.recorded - DECIDING if self.occurred is None else self.occurred


class PlayedEntry(NamedTuple):
    """An entry of a hand as an audit asks the rules of it."""

    version: int
    event: Any
    before: Any
    """The event before it, None at the beginning."""
    asked: Callable[[], AskedBy]
    """Who asked for it and when; read where a rule is about that."""


SILENT_MAX: Final = 1_200
"""The longest time to bet or decide that any terms give, and as much again."""
Objections = Callable[[Any, PlayedEntry], Iterable[Told]]
"""By what is kept of one before an entry, and the entry: what the rules object to in it."""
Shows = Callable[[str, Any, Any], Iterable[Told]]
"""By stream, its state before an event, and the event: what is said of the closed cards it shows, where it does not open their commitments.

Nothing: each is the card that was dealt there, to whom shows it.
"""


def gather(kept: list[Any] | None, event: Any) -> list[Any]:
    """What is kept of a round to compute it again: it is short, so its events themselves."""
    if kept is None:
        return [event]
    kept.append(event)
    return kept


def named_by_itself(differences: Callable[[Any], tuple[Told, ...]]) -> Callable[[Any, str], tuple[Told, ...]]:
    """The differences of a round whose opening says its stream."""
    return lambda kept, _: differences(kept)


class TableGame(NamedTuple):
    """What only a game has that is played at a table, hand by hand or round by round."""

    table: Literal["banked", "table"]
    """The type of the table's stream."""
    ending: Ending
    differences: Callable[[Any, str], tuple[Told, ...]]
    """Where the record of one that is over, as ``keep`` keeps it, in this stream, is not what its rules give: of many, in one pass."""
    again: Callable[[Sequence[Entry], Cards], Recomputed]
    """One computed again from its entries, with all that is told of it in a replay."""
    players: Mapping[type[EventBase], Callable[[Any], Iterable[str]]]
    """The events that name who takes part, and whom each names."""
    money: Mapping[str, Moved]
    """By kind, what it moves."""
    seated: Callable[[Any], Mapping[int, str]]
    """Who plays on a seat, by a state, where what is moved names seats."""
    notes: Callable[[Moment], Iterator[RuleNote]]
    """The rules at work in an entry."""
    noted: Mapping[str, Said]
    """What is said of each of them, by the name in the note; no entry holds it."""
    owed_by: Callable[[Any], str]
    """The rule, under some terms, that owes a player the essential elements of his last one."""
    awaited: Callable[[str, Any, Any], Awaited]
    """What one in play waits for, by its local id, its state, and the state of its table."""
    deals: Deals = ()
    """The events by which its cards are dealt."""
    silences: Mapping[type[EventBase], Callable[[Any], bool]] = {}
    """The events by which silence may decide for a player, and whether one does."""
    gives: Mapping[type[EventBase], bool] = {}
    """The events by which a seat is given time to decide, as ``house.questions.Gives``."""
    silent: Callable[[Any], int] = lambda _: SILENT_MAX
    """For how many seconds at most, by its terms, nobody need say anything while one goes on."""
    not_decidable: Callable[[Any], bool] = lambda _: False
    """Whether the result of one that is over, as ``keep`` keeps it, cannot be computed: its record is neither right nor wrong."""
    keep: Callable[[Any, Any], Any] = gather
    """What is kept after one more event to compute it again; None before the first."""
    behind: frozenset[str] = frozenset()
    """The words of its kinds that may stand behind its end, besides findings about it."""
    late: Mapping[type[EventBase], Late] = {}
    """Of those, the events that are asked whether they may."""
    shows: Mapping[type[EventBase], Shows] = {}
    """The events that show closed cards, and what opens the commitments to these: asked wherever an entry is followed for who sees them."""
    objections: Callable[[Any], Objections | None] = lambda _: None
    """How the rules are asked of the play of one that begins with this event, as a replay asks them; None where they are not."""
    heeds: frozenset[type[EventBase]] = frozenset()
    """The events of which ``objections`` asks something, or that give time; of the others it need not be told."""
    rests: Callable[[Any], Iterable[Told]] = lambda _: ()
    """What is said of one in play by what is kept of it, when nothing follows."""
    brief: Brief | None = None
    """How one that is over is told in short; None where who is told of it needs its entries."""
    hides: Mapping[type[CommandBase], str] = {}
    """The field of a command with closed cards, one or a list: not for every reader of the log."""
    closed: Callable[[Any], Closed] = lambda _: {}
    """The closed cards that were dealt, by a state."""
    unturned: Callable[[Any], Mapping[int, int]] = lambda _: {}
    """The slots whose closed cards are needed to compute it again, by a state, each with who holds it."""
    instead: Callable[[Moment], Instead | None] = lambda _: None
    """Why the platform decided an entry, where that was a player's to do."""


class Game(NamedTuple):
    """A game."""

    kinds: Kinds
    commands: Any
    """The union of its commands."""
    evolve: Callable[[Any, Any], Any]
    """The state after an event, None before the first."""
    decide: Decide
    most: Callable[[Any, str], int | None]
    """The most cents a player can be owed of one, by its state; None where he was not in it."""
    said: tuple[ModuleType, ...]
    """Where the rows of what is said of it and of its terms stand."""
    at_table: TableGame | None = None
    banked: BankedGame | None = None
    slip: Callable[[str, Any], Slip | None] = lambda _, __: None
    """By its stream and first event, the slip by which it is told to a regulator; None where it is played for chips."""
