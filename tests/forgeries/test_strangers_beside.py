"""A stranger in a stream that is read again for something else: an incident under which a round is void, the round itself, a hand that was silent.

The night names it and goes on. A single entry that an event key seals anywhere must not keep it from saying the rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.resealed import Resealed
from tests.forgeries.twice import kinds
from tests.worlds.blackjack import TABLE as BLACKJACK
from tests.worlds.casino import BEGINS, casino
from tests.worlds.forged_ledger import Act, Commit
from tests.worlds.roulette import chip
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.operate.keyring import Keyring, open_ledger

INCIDENT: Final = "incident:power"
SPIN: Final = "roulette:roleta-1/1"
HANDS: Final = "blackjack:bj-1/1"
BEFORE: Final = {
    "before an incident begins": (INCIDENT, "incident.opened.v1"),
    "before a void, in its incident": (INCIDENT, "roulette.voided.v1"),
    "before a void, in its round": (SPIN, "roulette.voided.v1"),
    "before a hand's time is up": (HANDS, "blackjack.decision_made.v1"),
}
"""In which stream the stranger stands, and before which entry it is sealed."""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Resealed:
    """A spin that is void under an incident, and a hand of blackjack whose time runs out behind another."""
    folder: Path = tmp_path_factory.mktemp("beside")
    with casino(folder) as house:
        house.voids(house.spins({"p-1": (chip(1_000, "red"),)}, None))
        name = house.blackjack({1: 1_000}, "Tc 7d 9c", "Th")
        house.floor.do(
            OpenIncident(
                first_instant=BEGINS,
                incident="slow",
                origin="operator_system",
                reported_by="monitor",
                scope=[BLACKJACK],
            )
        )
        house.floor.do(CloseIncident(incident="slow", note="over"))
        clock = house.ledger.clock
        assert isinstance(clock, SteppingClock)
        deadline = clock.instant + 31 * SECOND
        house.floor.do(bj.RequestBlackjackDecision(deadline=deadline, round=name, seat=1))
        house.floor.do(bj.TimeOutBlackjackHand(round=name, seat=1), occurred=deadline + SECOND)
        house.reveals(name)
    opened = open_ledger(
        f"sqlite:///{folder}/casino.db", Keyring(folder / "keys"), clock=SteppingClock(BEGINS + 3_600 * SECOND)
    )
    return Resealed(folder, opened, BEGINS)


def test_what_the_door_recorded_ties(ledger: Resealed) -> None:
    """The night has nothing against it."""
    assert ledger.night("honest", lambda _: None) == []


@pytest.mark.parametrize("name", BEFORE)
def test_a_stranger_is_named_and_the_night_goes_on(ledger: Resealed, name: str) -> None:
    """Its stream is named, and so is what else is wrong: what a void gives back, and the account has not."""
    stream, kind = BEFORE[name]

    def sealed(found: list[Commit]) -> None:
        before = kinds(found, kind)[0]
        commit = next(one for one in found if before in one.acts)
        commit.acts.insert(0, Act(stream, Deposited(amount=Money(5), reference="x")))
        kinds(found, "account.credited.v1")[0].says(amount=Money(1))

    told = [text for _, text in ledger.night(name, sealed)]
    assert any("account.deposited.v1" in text and stream in text for text in told), told
    assert any(f"the account of p-1 and {SPIN}" in text for text in told), told
