"""A void rests on what its incident interrupted: what was in play as it was opened, at the entry where it found it (decision 28)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.unit.operate.test_recover import begin
from tests.worlds.floor import Floor
from tests.worlds.floor import player as seated
from tests.worlds.sem_descarte import Casino
from tests.worlds.standstill import recovered
from tests.worlds.world import OFFICER
from tombo.ledger.core.clock import SECOND, SKEW, SteppingClock
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.incident.events import HandsListed, IncidentOpened, OpenHand
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.recover import RECOVERY

HANDS: Final = {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}
HOUSE: Final = "5c 5d Tc 7s 3d"
DAYS: Final = 400 * 24 * 3_600 * SECOND


def refused(casino: Casino, name: str) -> tuple[str, str]:
    """The rule and the row by which a void under the incident ``name`` is refused."""
    outcome = casino.ask(VoidRound(incident=name, round=casino.local), OFFICER)
    assert isinstance(outcome, Refused), outcome
    return outcome.finding.rule, outcome.finding.told.about


def test_an_incident_left_open_voids_nothing_that_begins_later() -> None:
    """It lists what it interrupted; another one, opened since, names the round, and voids it (R803 r.33).

    Red before: one incident left open voided any later round of its table.
    """
    casino = Casino()
    casino.outage()
    casino.dealt({1: 500}, HANDS, HOUSE)
    assert refused(casino, "power") == ("R803 r.33", "incident_interrupted_others")
    casino.does(VoidRound(incident=casino.outage(name="again"), round=casino.local), OFFICER)
    assert casino.net() == 0


def test_an_incident_that_a_player_has_gone_on_after_stopped_nothing() -> None:
    """What a round comes to by a player's act after the incident, that one did not prevent; what the platform says of it counts as none."""
    casino = Casino()
    casino.dealt({1: 500, 2: 500}, HANDS, HOUSE)
    casino.outage()
    casino.goes_on(1)
    assert refused(casino, "power") == ("R803 r.33", "incident_stopped_nothing")
    casino.does(VoidRound(incident=casino.outage(name="again"), round=casino.local), OFFICER)
    assert [casino.net(name) for name in ("p-1", "p-2")] == [0, 0]


def test_an_incident_begins_before_it_is_opened() -> None:
    """As far as clocks may differ. Red before: one of 400 days ahead was opened."""
    casino = Casino()
    casino.clock = 60 * SECOND
    for ahead, taken in ((SKEW, True), (SKEW + 1, False), (DAYS, False)):
        opening = OpenIncident(
            first_instant=casino.clock + ahead,
            incident=f"in-{ahead}",
            origin="operator_system",
            reported_by="monitor",
        )
        outcome = casino.ask(opening, OFFICER)
        assert isinstance(outcome, Refused) is not taken
        if isinstance(outcome, Refused):
            assert (outcome.finding.rule, outcome.finding.told.about) == ("House: incident", "incident_in_future")


def test_an_incident_on_record_that_has_not_begun_voids_nothing() -> None:
    """Such a one may be on record from before; it is read as it is, and voids nothing until it begins."""
    casino = Casino()
    casino.dealt({1: 500}, HANDS, HOUSE)
    casino.clock = 60 * SECOND
    opened = IncidentOpened(first_instant=DAYS, origin="operator_system", reported_by="monitor", scope=None)
    stream = f"sem_descarte:{casino.local}"
    listed = HandsListed(hands=[OpenHand(hand=stream, version=casino.version(stream))])
    casino.record([("incident:ahead", opened), ("incident:ahead", listed)])
    assert refused(casino, "ahead") == ("R803 r.33", "incident_not_begun")
    casino.clock = DAYS
    casino.does(VoidRound(incident="ahead", round=casino.local), OFFICER)


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with two tables of two players, and a hand in play at the first."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    floor = Floor(made.handle)
    floor.open_table("mesa-1", players=2)
    floor.open_table("mesa-2", players=2, first=3)
    begin(made, "mesa-1", 1)
    with made.store:
        yield made


def interrupted(ledger: Ledger) -> Floor:
    """A recovery that died after its incident was on record."""
    floor = Floor(ledger.handle, "after")
    opening = OpenIncident(first_instant=1, incident="recover-7", origin="operator_system", reported_by="it died")
    ledger.handle(floor.envelope(opening, RECOVERY))
    return floor


@pytest.mark.parametrize("later", ["the hand goes on", "another begins"])
def test_a_recovery_after_play_went_on_opens_an_incident_of_its_own(ledger: Ledger, later: str) -> None:
    """Doors were opened before the recovery was run again: its incident of before is over, and another names what is in play now.

    Red before: the old one voided what began after it.
    """
    floor = interrupted(ledger)
    if later == "the hand goes on":
        floor.do(poker.Check(hand="mesa-1/1", seat=2), seated(2))
    else:
        begin(ledger, "mesa-2", 3)
    done = recovered(ledger)
    assert (done.incident != "recover-7", done.closed) == (True, True)
    assert {one.outcome for one in done.hands} == {"voided"}
    view = ledger.view()
    assert not view("incident:recover-7").open
    assert {hand for hand, _ in view(f"incident:{done.incident}").hands} == {one.hand for one in done.hands}
    assert {entry.event.incident for entry in ledger.entries("hand:mesa-1/1")[-1:]} == {done.incident}
