"""What a door takes in one commit follows in time as it would one by one, and the night has nothing to say of it (decision 0032)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.worlds.floor import PLATFORM, Floor
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.house.account import commands as house
from tombo.ledger.live.batch import Outcome
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.projections.reconciliation.run import reconcile

BEGINS = 1_784_055_600 * SECOND


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """An account, on a ledger whose clock goes on by a second whenever it is read: what is decided is recorded a while later."""
    clock = SteppingClock(BEGINS, step=SECOND)
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin="operator.example/together", clock=clock)
    Floor(made.handle, "open").do(house.OpenAccount(player="p-1"))
    clock.instant += 300 * SECOND
    yield made
    made.store.close()


def together(ledger: Ledger, jobs: Sequence[Envelope]) -> list[Outcome]:
    """In one batch."""
    return ledger.handle_many(jobs)


def one_by_one(ledger: Ledger, jobs: Sequence[Envelope]) -> list[Outcome]:
    """Each once the one before is durable."""
    return [outcome for job in jobs for outcome in ledger.handle_many([job])]


def ahead(ledger: Ledger, jobs: Sequence[Envelope]) -> list[Outcome]:
    """Each decided while the commit of the one before is on its way."""
    told = list[Outcome]()
    with ThreadPoolExecutor(1) as pool:
        for job in jobs:

            def deliver(_: int, outcomes: list[Outcome] | None, job: Envelope = job) -> None:
                told.extend(ledger.handle_many([job]) if outcomes is None else outcomes)

            while not ledger.handle_ahead([job], pool, deliver):
                pass
        ledger.land()
    return told


CLAIMS = {
    "behind one that says nothing": (None, -60),
    "behind one ahead of the clock": (9, -8),
    "as far behind as clocks differ": (None, -5),
    "ahead, and less far ahead": (9, 5, 0),
    "in order": (-3, -2, None, -1, 0),
}


@pytest.mark.parametrize("way", [together, one_by_one, ahead], ids=lambda way: way.__name__)
@pytest.mark.parametrize("claims", CLAIMS.values(), ids=CLAIMS)
def test_a_night_has_nothing_to_say_of_what_was_decided_together(
    ledger: Ledger, way: Callable[[Ledger, Sequence[Envelope]], list[Outcome]], claims: Sequence[int | None]
) -> None:
    """Red before: what claims no time, or one ahead of the clock, was held to stand at the moment of its decision, and the night named what followed it."""
    now, jobs = ledger.clock.now(), list[Envelope]()
    for number, claim in enumerate(claims):
        command = house.Deposit(amount=Money(100), player="p-1", reference=f"bank-{number}")
        jobs.append(Envelope(command, PLATFORM, f"d-{number}", None if claim is None else now + claim * SECOND))
    told = way(ledger, jobs)
    assert {type(outcome) for outcome in told} <= {Acknowledgement, Refused}
    assert isinstance(told[0], Acknowledgement)
    assert [type(outcome) for outcome in told[1:]] == [
        Refused if claim is not None and claim < -5 else Acknowledgement for claim in claims[1:]
    ]
    assert [one.text for one in reconcile(ledger.store, None, day_of(BEGINS)).problems if one.check == "time"] == []
