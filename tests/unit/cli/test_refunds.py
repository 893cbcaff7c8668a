"""``tombo refunds`` on a real ledger: void hands and rounds, cancelled tournaments, incidents that are not on record."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, Casino, casino
from tests.worlds.roulette import R2
from tests.worlds.tournament_script import Script, before_the_money
from tests.worlds.world import poker_terms
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker import events as poker
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.incident.events import HandsListed, IncidentOpened, OpenHand
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.terms.unit import Unit

HANDS = {1: "2h 2d 7c 8s Jd", 2: "3h 4d 7h 8h Jh"}
HOUSE = "Ac Kd 9h 6s 3c"
MONITOR = "an outage with origin in the operator's technical system, reported by monitor"


def ran(*words: str) -> Ran:
    """``tombo`` on the casino's ledger."""
    return tombo(*LEDGER, *words)


def _imported(evening: Casino) -> None:
    """A hand in dollars that came through the import door, void by an incident that nobody recorded."""
    seats = [poker.SeatedPlayer(player=f"p-{seat}", seat=seat, stack=5_000) for seat in (1, 2)]
    started = poker.HandStarted(
        button=1,
        deck_root=None,
        door="import",
        number=7,
        ruleset=None,
        seats=seats,
        source=None,
        table="elsewhere",
        terms=poker_terms(Reading.PRACTICE, unit=Unit(currency="USD", decimals=2)),
        tournament=None,
    )
    void = poker.Voided(incident="unheard-of", refunds=[poker.Refund(amount=100, seat=2)])
    inscribe(evening.ledger, "imported", [("hand:elsewhere/7", event) for event in (started, void)])


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a void spin and a void round of cards, two cancelled tournaments, and a void hand that was imported."""
    folder = tmp_path_factory.mktemp("evening")
    with casino(folder) as played:
        played.voids(played.spins({"p-1": R2, "p-2": R2}, None))
        round_ = played.dealt({1: 500, 2: 300}, HANDS, HOUSE)
        fire = IncidentOpened(first_instant=BEGINS, origin="operator_system", reported_by="rui", scope=None)
        stream = f"sem_descarte:{round_}"
        listed = HandsListed(hands=[OpenHand(hand=stream, version=played.ledger.view().version(stream))])
        inscribe(played.ledger, "fire", [("incident:fire", fire), ("incident:fire", listed)])
        played.floor.do(VoidRound(incident="fire", round=round_))
        taca, copa = before_the_money(), Script("copa")
        taca.cancelled()
        copa.enters(1)
        copa.commit(t.RegistrationCancelled(entry=1))
        copa.enters(1)
        copa.cancelled("too_few_players")
        for told in (taca, copa):
            for number, events in enumerate(told.commits):
                inscribe(played.ledger, f"{told.stream}/{number}", events)
        _imported(played)
    return folder


@pytest.fixture
def here(evening: Path) -> Iterator[Path]:
    """Work in that folder."""
    with inside(evening):
        yield evening


@pytest.mark.usefixtures("here")
def test_refunds_stand_under_what_caused_them() -> None:
    """Who reported the failure and when, the case of r.36, each refund with its hand or entry, rule and place; and the totals."""
    told = ran("refunds")
    lines = [" ".join(line.split()) for line in told.out.splitlines()]

    assert (told.status, told.err) == (0, "")
    assert lines[0] == "Refunds"
    assert f"Incident power: {MONITOR}" in lines
    assert any(
        line.startswith("first noticed 2026-07-14 20:00:00 in Lisbon (19:00:00 UTC); on record") for line in lines
    )
    staked = sum(chip.amount for chip in R2) / 100
    assert any(f"roulette:roleta-1/1 p-2 {staked:.2f} EUR R804 r.20 log index" in line for line in lines)
    assert any("sem_descarte:sd-1/1 p-2, seat 2 3.00 EUR R803 r.33 log index" in line for line in lines)
    assert "Tournament taca: cancelled for a technical fault: power lost" in lines
    assert any("entry 1 p-1 53.86 EUR (11.00 fee + 42.86 by chips) R810 r.36b log index" in line for line in lines)
    assert any("entry 3 p-3 32.43 EUR (11.00 fee + 21.43 by chips) R810 r.36b, r.37 log" in line for line in lines)
    assert "Tournament copa: cancelled for too few players: power lost" in lines
    assert any(line.endswith("case a, before the start: everybody gets his fee back (R810 r.36a)") for line in lines)
    assert [line for line in lines[lines.index("Total") :] if "R803" in line or "R810" in line] == [
        "R803 r.33 2 refunds 8.00 EUR",
        "R810 r.36a 1 refund 11.00 EUR",
        "R810 r.36b 3 refunds 111.57 EUR",
        "R810 r.36b, r.37 1 refund 32.43 EUR",
    ]


@pytest.mark.usefixtures("here")
def test_an_entry_taken_back_is_no_refund() -> None:
    """Of the tournament copa one entry was taken back by the player, the other refunded: the other alone is in the list."""
    found = ran("--json", "refunds", "--tournament", "copa").document["refunds"]

    assert [(row["number"], row["player"], row["cents"], row["cause"]) for row in found] == [
        (2, "p-2", 1_100, "too_few_players")
    ]


@pytest.mark.usefixtures("here")
def test_a_void_hand_without_an_incident_is_told_as_that() -> None:
    """An imported hand has its own seats and currency; the incident it names is said not to be on record."""
    told, document = ran("refunds", "--incident", "unheard-of"), ran("--json", "refunds", "--player", "p-2").document
    (row,) = [row for row in document["refunds"] if row["currency"] == "USD"]

    assert "Incident unheard-of: NOT ON RECORD, and a refund names it" in told.out
    assert "p-2, seat 2  1.00 USD  R806 r.72" in told.out
    assert (row["incident"], row["origin"], row["stream"], row["cents"]) == ("unheard-of", "", "hand:elsewhere/7", 100)
    assert {row["player"] for row in document["refunds"]} == {"p-2"}
    assert not [
        row for row in ran("--json", "refunds", "--player", "p-1").document["refunds"] if row["currency"] == "USD"
    ]


@pytest.mark.usefixtures("here")
def test_an_incident_alone_and_one_that_voided_nothing() -> None:
    """With its origin in the JSON; an incident before which nothing was void is shown with nothing under it."""
    document = ran("--json", "refunds", "--incident", "fire").document
    index = document["occasions"][0]["log_index"]
    then = ran("refunds", "--incident", "fire", "--at", str(index))

    assert [(row["seat"], row["cents"], row["session"]) for row in document["refunds"]] == [
        (1, 500, "sd-p-1"),
        (2, 300, "sd-p-2"),
    ]
    assert {(row["incident"], row["origin"], row["rule"]) for row in document["refunds"]} == {
        ("fire", "operator_system", "R803 r.33")
    }
    assert document["totals"] == [
        {
            "regulation": "R803",
            "rule": "R803 r.33",
            "times": 2,
            "cents": 800,
            "taken_back": 0,
            "waived": 0,
            "tickets": 0,
            "currency": "EUR",
            "decimals": 2,
        }
    ]
    assert f"As of log index {index}\n" in then.out
    assert "reported by rui\n" in then.out
    assert "  nothing was refunded for it\n\nNo refunds\n" in then.out


@pytest.mark.usefixtures("here")
def test_days_and_moments_bound_the_list() -> None:
    """A day without refunds has none; two days have all; as of the beginning there is none; a game has its own."""
    whole = len(ran("--json", "refunds").document["refunds"])

    assert ran("refunds", "--day", "2026-07-13").out.startswith("Refunds of 2026-07-13\n")
    assert ran("refunds", "--day", "2026-07-13").out.endswith("\nNo refunds\n")
    assert len(ran("--json", "refunds", "--from", "2026-07-14", "--to", "2026-07-15").document["refunds"]) == whole
    assert ran("--json", "refunds", "--at", "2026-07-14T19:00:00Z").document["refunds"] == []
    assert {row["regulation"] for row in ran("--json", "refunds", "--game", "R804").document["refunds"]} == {"R804"}


@pytest.mark.usefixtures("here")
def test_the_list_is_written_as_csv(tmp_path: Path) -> None:
    """A heading, then a line a refund: instants in UTC, amounts with a point, their currency beside them."""
    told = ran("refunds", "--tournament", "taca", "--csv", str(tmp_path / "refunds.csv"))
    with (tmp_path / "refunds.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    ran("refunds", "--day", "2026-07-13", "--csv", str(tmp_path / "none.csv"))

    assert told.err == f"Wrote {tmp_path / 'refunds.csv'}\n"
    assert len(rows) == 4
    assert [row["cents"] for row in rows] == ["53.86", "39.57", "32.43", "18.14"]
    assert {(row["currency"], row["case"], row["cause"], row["incident"]) for row in rows} == {
        ("EUR", "b", "technical", "")
    }
    assert all(row["at"].startswith("2026-07-14T19:") and row["at"].endswith("Z") for row in rows)
    assert (tmp_path / "none.csv").read_text(encoding="utf-8").startswith("log_index,part,at,")
    assert ran("refunds", "--csv", str(tmp_path / "nowhere" / "x.csv")).status == 2


def test_where_nothing_can_be_kept_it_is_computed(tmp_path: Path) -> None:
    """A folder stands where the rows belong: the list is the same, and a note says why it took longer."""
    with casino(tmp_path) as played:
        played.voids(played.spins({"p-1": R2}, None))
    (tmp_path / "casino-views.db").mkdir()
    with inside(tmp_path):
        told = ran("refunds")

    assert told.status == 0
    assert "roulette:roleta-1/1" in told.out
    assert told.err.startswith("tombo: the tables of refunds cannot be kept (")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--day", "2026-07-14", "--to", "2026-07-15"], "'day' is a period of its own"),
        (["--from", "2026-07-15", "--to", "2026-07-14"], "'from' 2026-07-15 is after 'to' 2026-07-14"),
        (["--day", "yesterday"], "'yesterday' is no day"),
        (["--player", "two words"], "'two words' is no name"),
        (["--game", "R999"], "'R999' is no regulation of a game"),
    ],
)
def test_wrong_questions_are_wrong_usage(words: list[str], said: str) -> None:
    """Each says what was expected, and ends with status 2."""
    told = ran("refunds", *words)

    assert (told.status, told.out) == (2, "")
    assert said in told.err
