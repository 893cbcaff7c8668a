"""A simulated day over a real ledger: played, killed in the middle and recovered, verified, its record compared with the play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import table_of, type_of
from tombo.ledger.live.ledger import Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.operate.recover import recover
from tombo.ledger.parts import of_this_machine
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import Row, Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.verify import Report
from tombo.ledger.verify import verify as verify_log
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at
from tombo.simulator.ask import MANAGER
from tombo.simulator.books import Books
from tombo.simulator.chance import Seeded
from tombo.simulator.crew import key_of, signed
from tombo.simulator.day import Day, Failure, Plan, Table
from tombo.simulator.rules import may_tell
from tombo.simulator.wallet import Wallet

ORIGIN: Final = "operator.example/simulated"
BEGINS: Final = 1_784_091_600 * SECOND
"""2026-07-15, 06:00 in Lisbon, 05:00 UTC: the day's first table opens."""
HOUR: Final = 3_600 * SECOND
STANDSTILL: Final = 300 * SECOND
"""How long the platform stands still after it was killed."""
ROWS: Final = 10_000
CHECKPOINTS: Final = 24
"""Checkpoints made over the day."""


class LedgerDoor:
    """The live door of a ledger; ``kills`` it, and opens it again."""

    remembers = True
    origin = ORIGIN

    def __init__(self, url: str, keyring: Keyring, seed: int) -> None:
        """A new ledger at ``url``, its keys and salts from ``seed``."""
        self.url, self.keyring = url, keyring
        self.clock = SteppingClock(BEGINS, step=0)
        self._entropy = Seeded(seed)
        keyring.keep_passphrase(self._entropy)
        self.ledger: Ledger = create_ledger(
            url,
            keyring,
            origin=ORIGIN,
            manager=MANAGER.id,
            manager_key=key_of(ORIGIN, MANAGER.id),
            clock=self.clock,
            entropy=self._entropy,
        )

    def view(self, stream: str) -> Any:
        """The newest state of a stream."""
        return self.ledger.known.get(stream).state

    def version(self, stream: str) -> int:
        """How many entries a stream has."""
        return self.ledger.known.get(stream).version

    def at(self, instant: int) -> None:
        """It is ``instant`` now."""
        self.clock.instant = instant

    def handle(self, envelopes: Sequence[Envelope]) -> list[Outcome]:
        """Decide and record, as few commits as it takes; what staff asks for is signed here."""
        return self.ledger.handle_many([signed(envelope, ORIGIN) for envelope in envelopes])

    def publish(self) -> str:
        """A checkpoint over all there is."""
        return publish(self.ledger.store, self.keyring.signer())

    def reopens(self) -> None:
        """The platform is started again after it died."""
        self.ledger.store.close()
        self.ledger = open_ledger(self.url, self.keyring, clock=self.clock, entropy=self._entropy)


class Played(NamedTuple):
    """A day that was played, and what its recoveries did: incidents opened, rounds voided and settled, by those words."""

    day: Day
    kills: int
    recovered: Counter[str]


class Result(NamedTuple):
    """A day that was examined."""

    played: Played
    books: Books
    report: Report
    audited: int
    """How many hands and rounds were computed again: all there are."""
    failures: tuple[Failure, ...]
    """Whatever nobody had provoked; empty, or the day is not good."""


def play(
    plan: Plan,
    door: LedgerDoor,
    *,
    kills: int,
    wallet: Wallet | None = None,
    progress: Callable[[int], None] = lambda _instant: None,
) -> Played:
    """Play ``plan`` to its end, killed ``kills`` times on the way; ``wallet`` hears of every command."""
    day, recovered = Day(plan, door, manager=True), Counter[str]()
    if wallet is not None:
        day.on_commit = wallet.commit
    day.begins()
    length = plan.ends - plan.begins
    deaths = {plan.begins + length * number // (kills + 1) for number in range(1, kills + 1)}
    outages = {plan.begins + length * (2 * number - 1) // (2 * plan.outages) for number in range(1, plan.outages + 1)}
    marks = {plan.begins + length * number // CHECKPOINTS for number in range(1, CHECKPOINTS)}
    for instant in sorted(deaths | outages | marks):
        day.runs(instant, progress)
        if instant in outages:
            day.fails()
        if instant in deaths:
            recovered += _kill(day, door)
        if instant in marks:
            door.publish()
    day.runs(progress=progress)
    return Played(day, kills, recovered)


def simulated(
    plan: Plan,
    url: str,
    keys: Path,
    checkpoint: Path,
    *,
    kills: int,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _instant: None,
) -> Result:
    """``plan`` played over a fresh ledger at ``url``, its last checkpoint kept in a file outside, and examined against that."""
    door = LedgerDoor(url, Keyring(keys), plan.seed)
    played = play(plan, door, kills=kills, progress=progress)
    checkpoint.write_text(door.publish(), encoding="utf-8")
    result = examined(played, door, checkpoint.read_bytes(), jobs=jobs)
    door.ledger.store.close()
    return result


def _kill(day: Day, door: LedgerDoor) -> Counter[str]:
    """The platform is killed, its last answers unheard: it asks again, recovers, and play goes on a little later."""
    unheard = day.hears_no_answer()
    day.instant += STANDSTILL
    door.at(day.instant)
    door.reopens()
    day.asks_again(unheard)
    day.instant += STANDSTILL  # what it asked again may be on record only now: until then play might be going on
    door.at(day.instant)
    found = recover(door.ledger)
    day.failures += [Failure(f"recovery, {left.hand}", str(left.objection)) for left in found.hands if left.objection]
    day.starts_again(range(len(day.tables)))
    opened = [] if found.incident is None else ["incidents"]
    return Counter([*opened, *(left.outcome for left in found.hands)])


def _rows(store: Store) -> Iterator[Row]:
    """Every row of the log, in order."""
    size = store.head().size
    for start in range(0, size, ROWS):
        yield from store.rows(start, min(start + ROWS, size))


def entries(store: Store) -> Iterator[Entry]:
    """Every entry of the log, in order."""
    return map(CanonicalMapper(store.origin).to_entry, _rows(store))


def examined(played: Played, door: LedgerDoor, checkpoint: bytes, jobs: int = 1) -> Result:
    """The record of a day: verified, every hand and round audited, the books kept again from it, and compared with what was provoked.

    ``checkpoint`` is one that was kept outside.
    """
    store = door.ledger.store
    policy = parse_policy(door.keyring.policy.read_text(encoding="utf-8"))
    source = partial(open_opened, door.url, door.keyring.opening_secret(store.origin))
    with of_this_machine(jobs) as means:
        report = verify_log(source, policy, checkpoint=checkpoint, means=means)
    books, failures = Books(), list(played.day.failures)
    for entry in entries(store):
        books.add(entry.stream, entry.event)
    audited = Counter[str]()
    for found in audit(_rows(store), partial(row_at, store)):
        audited[f"{type_of(found.stream)} {found.outcome}"] += 1
        failures += [Failure(found.stream, said) for said in found.differences]
    if audited != books.rounds:
        failures.append(Failure("the audit", f"saw {dict(audited)}; expected {dict(books.rounds)}"))
    failures += unprovoked(played.day.tables, books)
    failures += _compared(played, books)
    failures += [Failure(f"index {problem.first}", problem.message) for problem in report.problems]
    return Result(played, books, report, audited.total(), tuple(failures))


def unprovoked(tables: Iterable[Table], books: Books) -> list[Failure]:
    """The findings on record that the terms of their tables do not let happen."""
    told = {table.name: may_tell(table.ruleset.terms) for table in tables}
    return [
        Failure(stream, f"a finding under {rule}, which the terms of its table do not provoke")
        for stream, rule in books.told
        if rule not in told[table_of(stream).partition(".")[0]]  # a tournament's table: its room's
    ]


_TURNED_DOWN: Final = tuple(f"{game}.bet_refused.v1" for game in ("blackjack", "roulette", "sem_descarte"))
_REPORTS: Final = ("report_blackjack_bet_refused", "report_spin_bet_refused", "sem_descarte_report_ante_refused")


def _compared(played: Played, books: Books) -> list[Failure]:
    """Where the record of a day does not say what was done in it."""
    kinds, accepted = books.kinds, played.day.accepted
    voids = sum(count for kind, count in kinds.items() if kind.endswith(".voided.v1"))
    asked = sum(count for kind, count in accepted.items() if "void" in kind)
    began = sum(count for kind, count in kinds.items() if kind.endswith((".round_opened.v1", "hand.started.v1")))
    equal = (
        ("cents that are nowhere", books.missing, 0),
        ("rounds that are over, of those that began", sum(books.rounds.values()), began),
        ("void rounds", voids, asked + played.recovered["voided"]),
        ("incidents", kinds["incident.opened.v1"], accepted["open_incident"] + played.recovered["incidents"]),
        ("disputes opened", kinds["dispute.opened.v2"], accepted["open_dispute"]),
        ("disputes resolved", kinds["dispute.resolved.v2"], accepted["resolve_dispute"]),
        ("warnings of inactivity", kinds["session.inactivity_warned.v1"], accepted["warn_inactivity"]),
        ("refused tries on record", kinds["hand.action_refused.v2"], accepted["report_refused"]),
        ("bets turned down on record", sum(kinds[kind] for kind in _TURNED_DOWN), sum(accepted[of] for of in _REPORTS)),
        ("steps back of the clock", kinds["log.clock_stepped.v1"], 0),
    )
    over = [Failure(stream, "is over, and something in it is still at stake") for stream in books.unpaid]
    over += [Failure(stream, "has money or chips that do not add up") for stream in books.tournaments.astray]
    return over + [
        Failure("the record", f"{what}: {found}, expected {due}") for what, found, due in equal if found != due
    ]
