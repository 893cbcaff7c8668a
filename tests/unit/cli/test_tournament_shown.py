"""A tournament as it stood at any moment: structure in words, tables, standings, what was bought, each with its rule."""

from __future__ import annotations

import json

import pytest

from tests.worlds.tournament import CUP, START, structure
from tests.worlds.tournament_script import (
    MESA,
    REBUYS,
    Script,
    before_the_money,
    in_the_money,
    of_ten,
    shown,
    timed_tie,
)
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.table.events import ChipsAdded
from tombo.ledger.terms.tournament import (
    Addon,
    Fee,
    Level,
    Payout,
    Rebuy,
    Reentry,
    Structure,
    TicketPrizes,
    TournamentReadings,
)
from tombo.projections.follow import AsOf
from tombo.projections.tournament.shown import to_json
from tombo.projections.tournament.view import followed, standings, tournament_view
from tombo.reports.tournament.standing import in_a_line
from tombo.reports.tournament.structure import structure_told

SOLD = {
    "addon": Addon(chips=20_000, commission=50, prize=950),
    "open_until": 3,
    "rebuy": Rebuy(chips=10_000, commission=0, most=2, prize=1_000, stack_below=5_000),
    "reentry": Reentry(most=1),
}


@pytest.mark.parametrize(
    ("announced", "line"),
    [
        pytest.param(structure(), "hold'em no limit, several tables of 6 seats (R810 r.3, r.6-7)", id="variant"),
        pytest.param(
            structure(),
            "Fee: 11.00 EUR = 10.00 for prizes + 1.00 commission, 9.09 % (R810 r.17-18, r.20)",
            id="fee",
        ),
        pytest.param(
            structure(fee=Fee(bounty=300, commission=100, prize=700)),
            "Fee: 11.00 EUR = 7.00 for prizes + 3.00 bounty + 1.00 commission, 9.09 % (R810 r.7p, r.17-18, r.20)",
            id="bounty",
        ),
        pytest.param(structure(fee=None), "Fee: none, a freeroll (R810 r.2s, r.15)", id="freeroll"),
        pytest.param(structure(), "Players: from 2 to any number (R810 r.7h-i)", id="players"),
        pytest.param(
            structure(starts=None, schedule="sit_and_go", players_max=6),
            "Sit & go: begins once 6 have entered (R810 r.2r)",
            id="sit & go",
        ),
        pytest.param(
            structure(cancel_until=START - 3_600 * SECOND),
            "An entry may be taken back until 2026-07-14 19:00:00 in Lisbon (18:00:00 UTC), for the whole fee or the ticket "
            "(R810 r.24-25)",
            id="taking back",
        ),
        pytest.param(
            structure(**SOLD),
            "Rebuy of 10000 chips with fewer than 5000 chips, at most 2 times: 10.00 EUR = 10.00 for prizes, without commission "
            "(R810 r.2j)",
            id="rebuy",
        ),
        pytest.param(
            structure(**SOLD),
            "Add-on of 20000 chips, once: 10.00 EUR = 9.50 for prizes + 0.50 commission (R810 r.2a)",
            id="add-on",
        ),
        pytest.param(
            structure(**SOLD), "Reentry after elimination, at most 1 time, for the fee (R810 r.2k)", id="reentry"
        ),
        pytest.param(
            structure(**SOLD), "Entries until the end of level 3, and all that is bought (R810 r.7n, r.23)", id="sale"
        ),
        pytest.param(
            structure(), "Entries until the start; nothing can be bought after it (R810 r.10)", id="nothing on sale"
        ),
        pytest.param(
            structure(
                payouts=[Payout(entries_from=1, shares_bp=[10_000]), Payout(entries_from=3, shares_bp=[6_667, 3_333])]
            ),
            "Payout from 3 entries on: 2 places, 66.67 % and 33.33 % of the pool (R810 r.9, r.34)",
            id="payout",
        ),
        pytest.param(
            structure(payouts=[], tickets=TicketPrizes(count=None, target="grande", value=11_000)),
            "Prizes: tickets of 110.00 EUR for grande, as many as the pool pays (R810 r.7c, r.32)",
            id="satellite",
        ),
        pytest.param(
            structure(guarantee=20_000),
            "Guaranteed prizes: 200.00 EUR; the operator adds what lacks (R810 r.7m)",
            id="guarantee",
        ),
        pytest.param(
            structure(timed_seconds=90),
            "Timed: it lasts 90 seconds, and until everybody has had the button again (R810 r.2o, r.52)",
            id="timed",
        ),
        pytest.param(
            structure(hand_by_hand_at=7), "Hand by hand once 7 players are left (R810 r.49)", id="hand by hand"
        ),
        pytest.param(structure(credit="at_end"), "Prizes are credited together at the end (R810 r.54)", id="credit"),
        pytest.param(
            structure(
                levels=[
                    Level(big_blind=100, seconds=600, small_blind=50),
                    Level(big_blind=200, seconds=300, small_blind=100),
                    Level(big_blind=400, seconds=600, small_blind=200),
                ]
            ),
            "Levels: 3: 50/100 for 10 minutes, 100/200 for 5 minutes, 200/400; the last until the end (R810 r.45-46)",
            id="uneven levels",
        ),
        pytest.param(
            structure(readings=TournamentReadings(paid_prizes=Reading.PRACTICE, ticket_refunds="cash_unless_freeroll")),
            "If cancelled in the prizes, the pool net of prizes already credited (r.54): #9, PRACTICE",
            id="reading",
        ),
    ],
)
def test_the_structure_is_told_in_words(announced: Structure, line: str) -> None:
    """Everything a tournament's own rules say stands in a line with the rule it follows."""
    assert line in [told.text() for told in structure_told(announced)]


def test_a_tournament_in_play_is_told_with_its_tables_and_standings() -> None:
    """T2: level, money, stacks from the table, who is in by chips, who is out by place, equal stacks *ex aequo*."""
    lines = shown(before_the_money())

    assert lines[0].startswith("Tournament taca: being played, level 1 of 6, blinds 50/100 until 2026-07-14 20:10:00")
    assert lines[1].startswith("As of log index 58, recorded 2026-07-14 20:00:22")
    for line in (
        "Entries: 10, 4 in play; nothing more can be bought (r.10) (R810 r.14, r.19)",
        "Bought: 8 entries x 11.00 = 88.00 EUR (R810 r.14)",
        "Bought: 2 entries won x 11.00 = 22.00 EUR (R810 r.16)",
        "Bought: 4 rebuys x 10.00 = 40.00 EUR (R810 r.2j)",
        "For the pool: 140.00 EUR = 8 x 10.00 + 2 x 10.00 + 4 x 10.00 (R810 r.16, r.20)",
        "Commission: 10.00 EUR = 8 x 1.00 + 2 x 1.00 (R810 r.16-18)",
        "In all: 150.00 EUR paid in, entries won at their value (R810 r.16)",
        "  Table mesa-1: blinds 50/100, 4 players, 3 hands begun, between hands, button on seat 3",
        "    Seat 4: p-4 (5000 chips)",
        "Chips on the tables: 70000, as many as were given out (R810 r.41)",
        "  1. p-1 (entry 1, cash, 1 rebuy): 30000 chips at mesa-1, seat 1",
        "  3. p-3 (entry 3, a ticket sat/3): 15000 chips at mesa-1, seat 3",
        "  5.-6. ex aequo p-10 (entry 10, cash): out in hand mesa-1/3 with 5000 chips at its start, by p-3",
        "  7. p-7 (entry 7, cash, 1 rebuy): out in hand mesa-1/2 with 10000 chips at its start, by p-2",
    ):
        assert line in lines


def test_what_is_bought_late_is_told() -> None:
    """A reentry, an add-on, a bounty and a player who may still buy chips show in money, chips and standings."""
    told = Script(**of_ten(**{**SOLD, "open_until": 1}, fee=Fee(bounty=300, commission=100, prize=700)))
    told.enters(4)
    told.commit(t.RegistrationCancelled(entry=4))
    told.starts()
    told.hand({1: 10_000, 3: 0})
    told.commit(t.AddedOn(entry=1), others=[(f"table:{MESA}", ChipsAdded(chips=20_000, seat=1))])
    told.chips[1] += 20_000
    told.hand({1: 35_000, 2: 0}, out=False)
    told.commit(t.Reentered(entry=5, player="p-3", session="s-9"))
    lines = shown(told)

    for line in (
        "Entries: 4, 3 in play; the sale is not closed (r.10); 1 entry taken back (r.24-25) (R810 r.14, r.19)",
        "Bought: 1 reentry x 11.00 = 11.00 EUR (R810 r.2k)",
        "Bought: 1 add-on x 10.00 = 10.00 EUR (R810 r.2a)",
        "For bounties: 12.00 EUR = 4 x 3.00 (R810 r.7p)",
        "Chips on the tables: 35000, as many as were given out (R810 r.41)",
        "  1. p-1 (entry 1, cash, add-on): 35000 chips at mesa-1, seat 1",
        "  2.-3. ex aequo p-2 (entry 2, cash): 0 chips at mesa-1, seat 2, may still buy (r.31)",
        "  2.-3. ex aequo p-3 (entry 5, reentry): 0 chips",
    ):
        assert line in lines


def test_chips_that_do_not_agree_are_told() -> None:
    """Chips on a table that nobody bought are said, with what was given out."""
    told = Script(**of_ten())
    told.enters(2)
    told.starts()
    told.commit(others=[(f"table:{MESA}", ChipsAdded(chips=7, seat=1))])

    assert "Chips on the tables: 10007, but 10000 were given out (R810 r.41)" in shown(told)


def test_a_pause_and_the_end_of_time_are_told() -> None:
    """The first line says that the clock stands still and what is left of the level, and when a timed tournament's time is up."""
    told = Script(**of_ten(timed_seconds=3_600))
    told.enters(2)
    told.starts(ends=START + 3_600 * SECOND)
    told.commit(t.LevelPaused(left=300 * SECOND))
    paused = shown(told)[0]
    told.commit(t.LevelResumed(until=START + 900 * SECOND))
    told.closes()
    told.commit(t.HandByHandStarted())

    assert paused.endswith("level 1 of 6, blinds 50/100, its clock paused with 5 minutes left")
    assert "hand by hand, time up 2026-07-14 21:00:00 in Lisbon" in shown(told)[0]


def test_every_past_moment_can_be_shown() -> None:
    """As of an index or an instant the standings are those of then; index and instant of one entry agree; nothing before."""
    told = in_the_money()
    before = before_the_money()
    third = tournament_view(CUP, told.read, AsOf(log_index=58))
    by_instant = tournament_view(CUP, told.read, AsOf(instant=third.recorded))

    assert third == by_instant == tournament_view(CUP, before.read)
    assert dict(third.stacks) == {1: 30_000, 2: 20_000, 3: 15_000, 4: 5_000}
    with pytest.raises(NotFoundError, match="the tournament taca began later than is asked: at log index 0"):
        followed(CUP, told.read, AsOf(instant=START - 1))


def test_inside_a_commit_is_said() -> None:
    """While the players are being placed not all chips lie on the table yet; the second line says why."""
    lines = shown(before_the_money(), AsOf(log_index=18))

    assert lines[1].endswith(", inside a commit that goes on after it")
    assert "Chips on the tables: 20000, but 50000 were given out (R810 r.41)" in lines


def test_before_the_start_the_entries_are_listed() -> None:
    """Nobody stands anywhere yet: who has entered is listed, with his ticket."""
    told = Script(**of_ten(**REBUYS))
    told.enters(2, won=(2,), freeroll=True)
    lines = shown(told)

    assert lines[0] == "Tournament taca: announced, not begun"
    assert "  p-2 (entry 2, a ticket sat/2 won in a freeroll)" in lines
    assert not any(line.startswith("Standings") for line in lines)


def test_the_end_has_everybody_placed() -> None:
    """T9: whoever held chips as the time was up stands before the others by chips, equal ones *ex aequo*; and what he won."""
    lines = shown(timed_tie())

    assert lines[0] == "Tournament taca: finished (r.52)"
    assert "  1.-2. ex aequo p-1 (entry 1, cash): 42000 chips, 48.01 won" in lines
    assert "  3. p-3 (entry 3, cash): 16000 chips, 24.00 won" in lines
    assert "Overlay added by the operator: 20.01 EUR = 120.01 guaranteed - 100.00, not below 0 (R810 r.7m)" in lines


def test_programs_get_everything_as_json() -> None:
    """The document holds structure, money in cents, entries, tables, standings, and can be written as JSON."""
    view = tournament_view(CUP, before_the_money().read)
    document = json.loads(json.dumps(to_json(view)))

    assert (document["phase"], document["pool"], document["in_play"]) == ("playing", 14_000, 4)
    assert document["money"]["commission"] == 1_000
    assert document["chips"] == {"bought": 70_000, "on_tables": 70_000}
    assert [seat["stack"] for seat in document["tables"][0]["seats"]] == [30_000, 20_000, 15_000, 5_000]
    assert [(line["first"], line["last"]) for line in document["standings"][4:6]] == [(5, 6), (5, 6)]
    assert document["structure"]["fee"] == {"bounty": 0, "commission": 100, "prize": 1_000}


def test_a_list_has_each_in_a_line() -> None:
    """Start, fee, entries, who is left and the pool, which is said to be open until it is fixed."""
    early = followed(CUP, before_the_money().read, AsOf(log_index=12))
    line = in_a_line(followed(CUP, before_the_money().read)).text()

    assert line.endswith("fee 11.00 EUR, 10 entries, 4 in play, pool 140.00, being played")
    assert "pool 100.00 so far, " in in_a_line(early).text()


def test_only_the_tournaments_and_its_tables_streams_are_read() -> None:
    """Hands are not read: what is kept grows with entries and tables, not with what was played."""
    told, asked = before_the_money(), list[str]()
    read = told.read

    def noted(stream: str) -> list[object]:
        asked.append(stream)
        return list(read(stream))

    view = tournament_view(CUP, noted)  # type: ignore[arg-type]  # entries

    assert set(asked) == {"tournament:taca", "table:mesa-1"}
    assert len(standings(view)) == 10
