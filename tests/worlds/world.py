"""A ledger in memory: the view deciders look at, over every type of stream of the catalogue, advanced by what they decide.

Real deciders and folds, no store and no seal. Salts are a counter's digest, so that a test says the same twice.
"""

from __future__ import annotations

from base64 import b64encode
from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, Final, NamedTuple

from tests.worlds.in_time import in_time, unsaid
from tombo.ledger.catalogue import EVOLVE, decided
from tombo.ledger.core.command import CommandBase, Decision, EntryPlace, Envelope, Opening
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.words import Words
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.house.session.events import SessionEntered, SessionStarted
from tombo.ledger.house.staff.events import RoleGranted
from tombo.ledger.house.table.events import ButtonDrawn, PlayerSeated, TableHandEnded, TableOpened
from tombo.ledger.kinds import PLAYED
from tombo.ledger.live.acts import request_of
from tombo.ledger.terms.poker import REGULATIONS, Commission, Limit, Readings, Sintetico, Terms
from tombo.ledger.terms.unit import RulesetRef, Unit
from tombo.ledger.verify.requests import LEADS, unanswered, unasked

PLATFORM: Final = By(actor="platform", id="games")
OFFICER: Final = By(actor="staff", id="rui", role="officer")
TABLE: Final = "mesa-1"
TABLE_STREAM: Final = "table:mesa-1"
EURO: Final = Unit(currency="EUR", decimals=2)
CHIPS: Final = Unit(currency=None, decimals=0)
SINTETICO: Final = Sintetico(ace_low=True, both_cards=True, flush_over_full_house=True, straddle=2)
RULESET: Final = RulesetRef(hash="00" * 32, id="nl-1", index=1)


def seat_player(seat: int) -> By:
    """Who sits on ``seat`` of a table made by ``World.table``."""
    return By(actor="player", id=f"p-{seat}")


def poker_terms(reading: Reading = Reading.LETTER, **changes: Any) -> Terms:
    """Lawful no-limit terms in euro, blinds 50 and 100, 5 % of the pot, every reading ``reading``, and ``changes``.

    Póquer sintético as rules.md proposes it (section 11, number 15).
    """
    lawful: dict[str, Any] = {
        "ante": 0,
        "big_blind": 100,
        "commission": Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=500),
        "decision_seconds": 30,
        "limit": Limit(kind="no_limit"),
        "min_bet": 100,
        "odd_unit": "clockwise_from_button",
        "readings": Readings(**dict.fromkeys(Readings.model_fields, reading)),
        "revision": 1,
        "rounding": "floor",
        "seats": 10,
        "showdown": "all",
        "sintetico": SINTETICO if changes.get("variant") == "sintetico" else None,
        "small_blind": 50,
        "unit": EURO,
        "variant": "holdem",
    }
    return Terms(**{**lawful, **changes})


def words(text: str, person: str | None) -> Words:
    """``text`` as the world keeps it: sealed by nobody, so that a test can say what it expects."""
    return Words(person=person, sealed=b64encode(text.encode()).decode())


def accused(command: CommandBase, by: By, events: Sequence[tuple[str, Any]]) -> Iterator[str]:
    """What the verifier would say of ``events`` if a member of staff had signed ``command``, which led to them.

    Nothing, whatever the test is about: so the table of what requests lead to forgets nothing that a decider writes.
    """
    request = request_of(command)
    if request["kind"] not in LEADS:
        if by.actor == "staff":
            yield f"{request['kind']} is no request of staff; tombo.ledger.verify.requests.LEADS has those there are"
        return
    said = [unanswered(request, [event.kind for _, event in events])]
    said += [unasked(request, stream, event.kind, event) for stream, event in events]
    yield from filter(None, said)


class Over(NamedTuple):
    """All that is asked of a hand that nobody played: it is over, under which terms, and in no tournament."""

    outcome: str = "open"
    terms: Terms = poker_terms()
    tournament: None = None

    @property
    def started(self) -> Over:
        """What it began with."""
        return self


class World:
    """Every stream in memory."""

    def __init__(self) -> None:
        self.states: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.named: dict[str, list[str]] = {}
        """The streams of each type, in order of name, as far as they are counted."""
        self.counted = 0
        self.kept: dict[str, dict[int, Opening]] = {}
        self.signed_roots: dict[int, bytes] = {}
        """By size: the checkpoints of the log."""
        self.instant = 0
        """When the newest command says that it happens; late where it says nothing."""
        self.clock: int | None = None
        """The ledger's time, where a test sets it; else ``instant``."""
        self.counted_as: int | None = None
        """The size of the log, where a test says it; else how many events there are."""
        self.stood: dict[str, int] = {}
        """By stream the latest time that an entry of it stands at."""
        self.events: list[tuple[str, EventBase]] = []
        self.circumstances: list[tuple[int, By]] = []
        """When each of them stands, and who asked for it."""
        self.claim: int | None = None
        """When the newest command says that it happens."""
        self.claims: list[int | None] = []
        """When each of them is said to have happened."""
        self.recorded: list[int] = []
        """When each of them was recorded."""
        self.asker = PLATFORM
        self.salted = 0
        self.record([("log:main", LogOpened(demo=False, origin="test.example/1", root="AAAA"))])

    def __call__(self, stream: str) -> Any:
        return self.states.get(stream)

    def version(self, stream: str) -> int:
        return self.versions.get(stream, 0)

    def now(self) -> int:
        return self.instant if self.clock is None else self.clock

    def size(self) -> int:
        return len(self.events) if self.counted_as is None else self.counted_as

    def signed_root(self, size: int) -> bytes | None:
        return self.signed_roots.get(size)

    def stands(self, stream: str) -> int:
        return self.stood.get(stream, 0)

    def place(self, stream: str, version: int) -> EntryPlace:
        of_stream = [index for index, (name, _) in enumerate(self.events) if name == stream]
        index = of_stream[version - 1]
        at, by = self.circumstances[index]
        digest = sha256(str(index).encode()).digest()
        return EntryPlace(index, digest, at, self.events[index][1], by, self.recorded[index], self.claims[index])

    def openings(self, stream: str) -> Mapping[int, Opening]:
        return self.kept.get(stream, {})

    def openings_left(self, stream: str) -> Mapping[int, Opening]:
        return self.openings(stream)

    def words(self, text: str, person: str | None, field: tuple[str, int, str]) -> Words:
        return words(text, person)

    def salts(self, count: int) -> Sequence[bytes]:
        self.salted += count
        return [sha256(b"salt %d" % number).digest() for number in range(self.salted - count, self.salted)]

    def streams(self, kind: str) -> Sequence[str]:
        for name in islice(self.versions, self.counted, None):  # those that are new since somebody asked
            insort(self.named.setdefault(name.partition(":")[0], []), name)
        self.counted = len(self.versions)
        return [*self.named.get(kind, ())]

    def in_play(self, kind: str) -> Mapping[str, str]:
        played = {name: getattr(self(name), PLAYED[kind]) for name in self.streams(kind)}
        return {name: hand for name, hand in played.items() if hand is not None}

    def record(self, events: Iterable[tuple[str, EventBase]]) -> None:
        """Fold ``events`` into the states, unjudged."""
        for stream, event in events:
            self.states[stream] = EVOLVE[stream.partition(":")[0]](self.states.get(stream), event)
            self.versions[stream] = self.version(stream) + 1
            self.events.append((stream, event))
            self.circumstances.append((self.instant, self.asker))
            self.claims.append(self.claim)
            self.recorded.append(self.now())
            if isinstance(event, TableHandEnded):
                self._over(event.hand)

    def _over(self, stream: str) -> None:
        """A hand that a test says is over, of which it plays nothing or the beginning."""
        hand = self.states.get(stream, Over())
        if hand.outcome == "open":
            self.states[stream] = hand._replace(outcome="settled")

    def ask(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Decision | Refused:
        """Judge ``command`` and record what it leads to; a refusal records nothing.

        Where a test says no time, a platform is in time: what sets a time is sent with one, the rest at once, or late (``in_time``).
        """
        occurred = in_time(command, self) if occurred is None else occurred
        self.instant, self.asker = unsaid(command, by) if occurred is None else occurred, by
        self.claim = occurred
        outcome = decided(Envelope(command, by, "test", occurred), self)
        if isinstance(outcome, Decision):
            if occurred is not None:
                self.stood |= {stream: max(self.stands(stream), occurred) for stream, _ in outcome.events}
            assert not list(accused(command, by, outcome.events))
            for position, openings in outcome.openings.items():
                kept = self.kept.setdefault(outcome.events[position][0], {})
                kept.update({opening.slot: opening for opening in openings})
            self.record(outcome.events)
        return outcome

    def does(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> list[EventBase]:
        """What ``command`` leads to; it must be accepted."""
        outcome = self.ask(command, by, occurred)
        assert isinstance(outcome, Decision), outcome
        return [event for _, event in outcome.events]

    def table(self, stacks: Mapping[int, int], button: int, terms: Terms) -> None:
        """A table with these stacks by seat and its button drawn, recorded as the house would; and an officer.

        Who sits on seat 3 is ``p-3``, within the session ``s-3``.
        """
        seated = [
            PlayerSeated(buy_in=stack, commission=0, player=f"p-{seat}", seat=seat, session=f"s-{seat}")
            for seat, stack in sorted(stacks.items())
        ]
        opened = TableOpened(buy_in=10_000, mode="continuous", ruleset=RULESET, terms=terms, top_up_max=20_000)
        at_table: list[EventBase] = [opened, *seated, ButtonDrawn(seat=button)]
        self.record([("staff:rui", RoleGranted(role="officer"))])
        self.record((TABLE_STREAM, event) for event in at_table)
        regulation = REGULATIONS[terms.variant]
        for seat in sorted(stacks):
            session = f"session:s-{seat}"
            self.record([(session, SessionStarted(player=f"p-{seat}", regulation=regulation))])
            self.record([(session, SessionEntered(where=TABLE_STREAM))])

    def hand(self, number: int = 1, table: str = TABLE) -> Hand:
        """The state of a hand."""
        found = self(f"hand:{table}/{number}")
        assert isinstance(found, Hand)
        return found

    def hand_events(self, number: int = 1, table: str = TABLE) -> list[Any]:
        """The events of a hand, in order."""
        return [event for stream, event in self.events if stream == f"hand:{table}/{number}"]
