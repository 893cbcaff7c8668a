"""Refunds where who got them is not who sits there now, what else a refund moves, and what the fold keeps to go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import R2, WHEEL
from tests.worlds.sem_descarte import SD_TABLE
from tests.worlds.tournament_script import Script, before_the_money
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.roulette.commands import OpenSpin, PlaceChips, VoidSpin
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.terms.tournament import TournamentReadings
from tombo.projections.follow import computed
from tombo.projections.refunds.followed import Refunds
from tombo.projections.refunds.reading import RefundRow, Wanted, occasions, refunds
from tombo.reports import refunds as refunds_report
from tombo.reports.text import text_lines

HANDS = {1: "2h 2d 7c 8s Jd"}
HOUSE = "Ac Kd 9h 6s 3c"


def listed(evening: Casino, size: int | None = None) -> tuple[list[RefundRow], list[str], dict[str, Any]]:
    """The refunds of the first ``size`` entries, the list as people read it, and what the fold keeps."""
    store = evening.ledger.store
    size = store.head().size if size is None else size
    with computed(store, Refunds, size) as (views, build):
        found = refunds(store, views, build, size, Wanted())
        why = occasions(views, build, size, [one.occasion for one in found])
        lines = [" ".join(line.split()) for line in text_lines(refunds_report.document(found, why, Wanted(), size))]
        return found, lines, json.loads(build.state)


def fails(evening: Casino, incident: str) -> None:
    """The operator's system fails everywhere."""
    evening.floor.do(
        OpenIncident(first_instant=BEGINS, incident=incident, origin="operator_system", reported_by="monitor")
    )


def test_who_left_the_wheel_in_a_round_is_refunded_in_his_session(tmp_path: Path) -> None:
    """He had bet and gone as the spin was void: his session is known, until the next round begins."""
    with casino(tmp_path) as evening:
        name = evening.spins({"p-1": R2, "p-2": R2}, None)
        evening.floor.do(PartTable(player="p-2", seat=None, table=WHEEL), player("p-2"))
        fails(evening, "power")
        evening.floor.do(VoidSpin(incident="power", round=name))
        found, _, before = listed(evening)
        evening.floor.do(CloseIncident(incident="power", note="over"))
        evening.floor.do(OpenSpin(deadline=BEGINS + 60_000_000, table=WHEEL))
        _, _, after = listed(evening)

    assert [(one.player, one.session, one.seat, one.number) for one in found] == [
        ("p-1", "s-p-1", 0, 1),
        ("p-2", "s-p-2", 0, 1),
    ]
    assert before["banked"][WHEEL]["sessions"] == {"p-1": ["s-p-1", 1], "p-2": ["s-p-2", 0]}
    assert after["banked"][WHEEL]["sessions"] == {"p-1": ["s-p-1", 1]}


def test_a_seat_that_changed_hands_in_a_round_is_refunded_to_who_bet_there(tmp_path: Path) -> None:
    """The ante of p-1 comes back to p-1, though p-2 sits on his seat by then."""
    with casino(tmp_path) as evening:
        name = evening.dealt({1: 500}, HANDS, HOUSE)
        for who, seat in (("p-1", 1), ("p-2", 2)):
            evening.floor.do(PartTable(player=who, seat=seat, table=SD_TABLE), player(who))
        evening.floor.do(JoinTable(player="p-2", seat=1, session="sd-p-2", table=SD_TABLE), player("p-2"))
        fails(evening, "power")
        evening.floor.do(VoidRound(incident="power", round=name))
        ((one,), _, _) = listed(evening)

    assert (one.player, one.seat, one.session, one.cents, one.rule) == ("p-1", 1, "sd-p-1", 500, "R803 r.33")


def test_prizes_taken_back_and_waived_stand_beside_the_refund(tmp_path: Path) -> None:
    """A void round of blackjack undoes what was paid before, as far as the account has it (R805 r.28)."""
    with casino(tmp_path) as evening:
        name = evening.blackjack({1: 1_000, 2: 500}, "8s 9d Th 8d Tc", "Jc")
        fails(evening, "power")
        back = [
            blackjack.Refund(player="p-1", refunded=1_000, taken_back=0, waived=0),
            blackjack.Refund(player="p-2", refunded=0, taken_back=700, waived=50),
        ]
        inscribe(evening.ledger, "void", [(f"blackjack:{name}", blackjack.Voided(incident="power", refunds=back))])
        found, lines, _ = listed(evening)

    assert [(one.part, one.player, one.session, one.cents, one.taken_back, one.waived) for one in found] == [
        (0, "p-1", "bj-p-1", 1_000, 0, 0),
        (1, "p-2", "bj-p-2", 0, 700, 50),
    ]
    undone = "7.00 EUR of prizes taken back, 0.50 EUR of prizes waived"
    assert any(f"p-2 0.00 EUR ({undone}) R805 r.28 log index" in line for line in lines)
    assert lines[-1] == f"R805 r.28 2 refunds 10.00 EUR {undone}"


@pytest.mark.parametrize(
    ("policy", "told", "total"),
    [
        ("ticket", "entry 2 p-2 0.00 EUR (the ticket sat/2 back) R810 r.36a, r.37", "0.00 EUR 1 ticket back"),
        ("cash", "entry 2 p-2 11.00 EUR R810 r.36a, r.37", "11.00 EUR"),
    ],
)
def test_an_entry_that_was_won_comes_back_as_announced(
    tmp_path: Path, policy: Literal["cash", "ticket"], told: str, total: str
) -> None:
    """As its ticket, which is no money, or at its value (R810 r.37)."""
    cup = Script(readings=TournamentReadings(paid_prizes=Reading.LETTER, ticket_refunds=policy))
    cup.enters(1)
    cup.enters(1, won=(2,))
    cup.cancelled()
    with casino(tmp_path) as evening:
        for number, events in enumerate(cup.commits):
            inscribe(evening.ledger, f"cup/{number}", events)
        _, lines, _ = listed(evening)

    assert any(told in line for line in lines)
    assert f"R810 r.36a, r.37 1 refund {total}" in lines


def test_nothing_is_kept_of_what_is_over(tmp_path: Path) -> None:
    """A cancelled tournament is forgotten as another is entered; a finished one and a closed table at once."""
    first, second, third = before_the_money("first"), Script("second"), Script("third")
    first.cancelled()
    second.enters(1)
    third.enters(1)
    third.commit(t.Started(ends=None))
    third.closes()
    third.commit(t.Finished(stacks=[t.StackHeld(entry=1, stack=0)]))
    with casino(tmp_path) as evening:
        for told in (first, second, third):
            for number, events in enumerate(told.commits):
                inscribe(evening.ledger, f"{told.stream}/{number}", events)
        _, _, kept = listed(evening)

    assert kept["tables"] == {}
    assert kept["tournaments"] == {"second": {"case": "", "entries": {"1": ["p-1", "s-1", False]}}}


def test_a_following_database_goes_on_where_it_was(tmp_path: Path) -> None:
    """Asked again after more was given back, the list has both: the first rows are kept beside the ledger."""
    with casino(tmp_path) as evening, inside(tmp_path):
        ledger = (*LEDGER, "--json")
        evening.voids(evening.spins({"p-1": R2}, None))
        once = tombo(*ledger, "refunds").document["refunds"]
        evening.floor.do(OpenSpin(deadline=BEGINS + 60_000_000, table=WHEEL))
        evening.floor.do(PlaceChips(chips=list(R2), player="p-2", round=f"{WHEEL}/2"), player("p-2"))
        evening.voids(f"{WHEEL}/2", "again")
        again = tombo(*ledger, "refunds").document["refunds"]

    assert (len(once), again[:1]) == (1, once)
    assert [(row["player"], row["number"]) for row in again] == [("p-1", 1), ("p-2", 2)]
    assert (tmp_path / "casino-views.db").is_file()
