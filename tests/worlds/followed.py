"""A small projection for tests of following, and logs for it: what every player paid in and out, and what he has."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from eventsourcing.persistence import StoredEvent

from tests.faults.plain import PlainSealing, event
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Deposited, Withdrawn
from tombo.ledger.store import Build, Store, Views, ViewTable
from tombo.projections.behind import Fetch
from tombo.projections.follow import Projection
from tombo.projections.line import AnyLine

MOVEMENTS: Final = ViewTable(
    "movements",
    (("place", "bigint"), ("holder", "text"), ("cents", "bigint"), ("reference", "text")),
    ("place",),
    (("holder", "place"),),
)
BALANCES: Final = ViewTable("balances", (("holder", "text"), ("cents", "bigint")), ("holder",), replaces=True)


class Till(Projection):
    """Every deposit and withdrawal, what each player has, and in its state how much money there is in all."""

    name = "till"
    version = 1
    tables = (MOVEMENTS, BALANCES)
    reads: ClassVar[Mapping[str, tuple[str, ...] | None]] = {
        "account.deposited.v1": ("amount", "reference"),
        "account.withdrawn.v1": ("amount", "reference"),
    }

    def begin(self, state: str, fetch: Fetch) -> None:
        self.total: int = json.loads(state)["total"] if state else 0
        self.balances: dict[str, int] = {row[0]: row[1] for row in fetch("SELECT holder, cents FROM {balances}", ())}
        self.moved: list[tuple[Any, ...]] = []
        self.changed: set[str] = set()

    def step(self, line: AnyLine) -> None:
        holder = line.stream.partition(":")[2]
        cents = line.event["amount"].cents * (1 if line.kind == "account.deposited.v1" else -1)
        self.total += cents
        self.balances[holder] = self.balances.get(holder, 0) + cents
        self.moved.append((line.index, holder, cents, line.event["reference"]))
        self.changed.add(holder)

    def take(self) -> Mapping[ViewTable, Sequence[tuple[Any, ...]]]:
        rows = {MOVEMENTS: self.moved, BALANCES: [(holder, self.balances[holder]) for holder in self.changed]}
        self.moved, self.changed = [], set()
        return rows

    def state(self) -> str:
        return json.dumps({"total": self.total})


class Kept(NamedTuple):
    """All that a build of ``Till`` holds."""

    movements: list[tuple[Any, ...]]
    balances: list[tuple[Any, ...]]
    state: str


Paid = tuple[str, int, str]
"""A player, cents in (or out, where negative), and a reference."""


def paid(number: int) -> Paid:
    """The payment at a log index of a made-up log."""
    return (f"p-{number % 7}", number % 50 + 1 if number % 3 else -(number % 20) - 1, f"bank/{number}")


def grow(store: Store, payments: Iterable[Paid | None]) -> None:
    """Append an entry for each of ``payments``, all in one append; one that no ``Till`` reads where it is None."""
    size = store.head().size
    batch = [_entry(index, one) for index, one in enumerate(payments, size)]
    if batch:
        store.recorder.insert_events(batch, sealing=PlainSealing())


def _entry(index: int, payment: Paid | None) -> StoredEvent:
    if payment is None:
        return event("hand:mesa-1/1", index + 1, b'{"at":%d}' % index)  # as in a ledger, no two rows are alike
    player, cents, reference = payment
    kind: type[Deposited | Withdrawn] = Deposited if cents > 0 else Withdrawn
    said = kind(amount=Money(abs(cents)), reference=reference)
    body = b'{"event":%s,"occurred":null}' % said.model_dump_json().encode()
    return event(f"account:{player}", index + 1, body, said.kind)


def naive(payments: Sequence[Paid | None]) -> Kept:
    """What a ``Till`` of this log must hold, computed without one."""
    movements = [(index, *one) for index, one in enumerate(payments) if one is not None]
    holders = sorted({holder for _, holder, _, _ in movements})
    sums = [(holder, sum(cents for _, one, cents, _ in movements if one == holder)) for holder in holders]
    total = sum(cents for _, _, cents, _ in movements)
    return Kept(movements, sums, json.dumps({"total": total}) if payments else "")


def kept(views: Views, build: Build | None = None) -> Kept:
    """What a build holds: the one that is read, unless another is named."""
    found = build or views.live("till")
    assert found is not None
    (state,) = [one.state for one in views.builds("till") if one.number == found.number]
    return Kept(
        views.fetch(found, "SELECT place, holder, cents, reference FROM {movements} ORDER BY place"),
        views.fetch(found, "SELECT holder, cents FROM {balances} ORDER BY holder"),
        state,
    )
