"""R803 r.33-36: what an outage of the operator's system interrupts is no failure of the player's (D1)."""

from __future__ import annotations

import pytest

from tests.worlds.sem_descarte import Casino, sd_readings
from tests.worlds.world import OFFICER
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.games.sem_descarte.audit import differences
from tombo.ledger.games.sem_descarte.commands import ReportDisconnected, VoidRound
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident

HANDS = {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}
HOUSE = "5c 5d Tc 7s 3d"


def dealt(*seats: int, decided_bets: Reading = Reading.LETTER) -> Casino:
    """A round in which each of ``seats`` has an ante of 5.00 and its cards."""
    casino = Casino(readings=sd_readings(decided_bets=decided_bets))
    casino.dealt(dict.fromkeys(seats, 500), HANDS, HOUSE)
    return casino


def of_round(casino: Casino) -> list[object]:
    """The events of the newest round."""
    return [event for stream, event in casino.events if stream == f"sem_descarte:{casino.local}"]


def test_nobody_folds_for_a_lost_connection_while_the_operators_system_fails() -> None:
    """The incident is open at the table: the report is refused with its name, and the round is void (r.33, not r.35).

    Red before: the seat folded, its ante was lost, and the void was refused.
    """
    casino = dealt(1)
    name = casino.outage()
    lost = ReportDisconnected(round=casino.local, seat=1)
    outcome = casino.ask(lost)
    assert isinstance(outcome, Refused)
    assert (outcome.finding.rule, outcome.finding.told.about) == ("R803 r.33", "sem_descarte_cut_off_in_outage")
    assert name in outcome.message
    casino.does(VoidRound(incident=name, round=casino.local), OFFICER)
    assert casino.net() == 0


def test_a_report_is_taken_once_the_outage_is_over_and_where_it_was_elsewhere() -> None:
    """A closed incident, one on the player's side, and one of other tables leave the report what it is (r.35)."""
    casino = dealt(1)
    casino.outage("player_equipment", "phone")
    name = casino.outage()
    casino.does(CloseIncident(incident=name, note="power is back"), OFFICER)
    casino.does(ReportDisconnected(round=casino.local, seat=1))
    assert casino.state.boxes[0].decision == "folded"


def test_a_bet_that_is_made_stands_whoever_is_cut_off() -> None:
    """After the second bet a report says only that he is cut off, while the operator's system fails too (r.36)."""
    casino = dealt(1)
    casino.goes_on(1)
    casino.outage()
    casino.does(ReportDisconnected(round=casino.local, seat=1))
    assert casino.state.boxes[0].decision == "continued"


def cut_off(began: int, *seats: int, decided_bets: Reading = Reading.LETTER) -> Casino:
    """Seat 1 was reported cut off at 40 seconds; an incident found out about later began at ``began``."""
    casino = dealt(*seats, decided_bets=decided_bets)
    casino.does(ReportDisconnected(round=casino.local, seat=1), occurred=40 * SECOND)
    opened = OpenIncident(first_instant=began, incident="power", origin="operator_system", reported_by="monitor")
    casino.does(opened, OFFICER, 60 * SECOND)
    return casino


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("seats", [(1,), (1, 2)])
def test_a_fold_for_what_was_the_operators_failure_is_no_fold(seats: tuple[int, ...], reading: Reading) -> None:
    """The incident had begun before the report: the ante comes back with the round, and the audit agrees (r.33).

    Red before: with nobody left to decide the void was refused.
    """
    casino = cut_off(39 * SECOND, *seats, decided_bets=reading)
    casino.does(VoidRound(incident="power", round=casino.local), OFFICER)
    assert [casino.net(f"p-{seat}") for seat in seats] == [0] * len(seats)
    assert differences(of_round(casino)) == ()  # type: ignore[arg-type]  # of one round


def test_a_fold_before_the_outage_stands() -> None:
    """Cut off before the incident began, with nobody left to decide: the round has its result (r.35-36)."""
    casino = cut_off(51 * SECOND, 1)
    assert casino.refuses(VoidRound(incident="power", round=casino.local), OFFICER) == "R803 r.36"
