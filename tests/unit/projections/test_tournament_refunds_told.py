"""Refunds of a cancelled tournament, and of one that would be: why each entry gets what, under every reading of R810 r.36-38."""

from __future__ import annotations

import json
from typing import Literal

import pytest

from tests.worlds.tournament import CUP
from tests.worlds.tournament_script import Script, before_the_money, in_the_money, of_ten, refunded, timed_tie
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import events as t
from tombo.ledger.terms.tournament import Fee, TournamentReadings
from tombo.projections.follow import AsOf
from tombo.projections.tournament.refunds import RefundTable, refund_differences, refund_table, to_json
from tombo.projections.tournament.view import tournament_view

Tickets = Literal["cash", "cash_unless_freeroll", "ticket"]
HYPOTHETICAL = "HYPOTHETICAL: it is not cancelled. These would be the refunds if it were cancelled now; a hand in play would be void"


def readings(paid: Reading = Reading.LETTER, tickets: Tickets = "cash") -> TournamentReadings:
    """What a structure announces of #9 and #10."""
    return TournamentReadings(paid_prizes=paid, ticket_refunds=tickets)


def computed(told: Script) -> RefundTable:
    """The refunds of what was told."""
    found = refund_table(tournament_view(CUP, told.read))
    assert found is not None
    return found


def columns(lines: list[str], name: str) -> list[str]:
    """The cells of a row of the readings side by side."""
    (row,) = [line for line in lines if line.startswith(f"  {name}  ")]
    return [cell.strip() for cell in row.removeprefix(f"  {name}").split("  ") if cell.strip()]


def test_before_the_start_everybody_gets_his_fee() -> None:
    """T1: 45 entries in cash and 5 won make 550.00; where tickets go back, 495.00 in cash."""
    told = Script()
    told.enters(50, won=range(46, 51))
    told.cancelled("too_few_players")
    lines = refunded(told)

    assert any("by platform platform for too few players (R810 r.35): power lost" in line for line in lines)
    assert "Case a of r.36: before the start: everybody gets his fee back (R810 r.36a)" in lines
    assert "  p-1 (entry 1): 11.00 = 11.00 fee, commission included (R810 r.36a), log index 52" in lines
    assert "  p-50 (entry 50): 11.00 = 11.00 value of the entry he had won (R810 r.36a, r.37), log index 101" in lines
    assert "Refunded: 550.00 EUR" in lines
    assert columns(lines, "refunded in cash") == ["550.00", "495.00"]
    assert columns(lines, "tickets given back") == ["0.00", "55.00"]
    assert columns(lines, "p-50 (entry 50)") == ["11.00", "0.00 + ticket"]
    assert columns(lines, "operator's result") == ["0.00", "0.00"]
    assert computed(told).differences == ()


def test_tickets_go_back_where_the_rules_say_so() -> None:
    """A ticket of a freeroll is never money where the structure says so (R810 r.30); one that was paid for is."""
    told = Script(readings=readings(tickets="cash_unless_freeroll"))
    told.enters(1)
    told.enters(1, won=(2,))
    told.enters(1, won=(3,), freeroll=True)
    told.cancelled()
    lines = refunded(told)

    assert "  p-2 (entry 2): 11.00 = 11.00 value of the entry he had won (R810 r.36a, r.37), log index 6" in lines
    assert "  p-3 (entry 3): 0.00 = 0.00 and the ticket sat/3 back (R810 r.36a, r.37), log index 7" in lines
    assert "Refunded: 22.00 EUR, 11.00 in tickets given back" in lines
    assert columns(lines, "") == ["as announced", "#10 cash", "#10 ticket"]
    assert columns(lines, "refunded in cash") == ["22.00", "33.00", "11.00"]


def test_before_the_money_the_pool_is_divided_by_chips() -> None:
    """T2: fee and share of each to the cent, where the common sum came from, what the operator keeps."""
    told = before_the_money()
    told.cancelled()
    lines = refunded(told)
    common = "60.00 (6 x 10.00) of entries of players who are out + 40.00 of everybody's rebuys and add-ons"

    fee, won = "11.00 fee, commission included", "11.00 value of the entry he had won"
    up, down = "rounded up by the largest remainder", "rounded down by the largest remainder"
    for line in (
        "Case b of r.36: after the start, before the places with a prize: fee and a share by chips (R810 r.36b)",
        f"Divided by chips: 100.00 EUR = {common} (R810 r.36b)",
        f"  p-1 (entry 1): 53.86 = {fee} + 42.86 by chips: 100.00 x 30000 / 70000, {up} (R810 r.36b), log index 60",
        f"  p-2 (entry 2): 39.57 = {fee} + 28.57 by chips: 100.00 x 20000 / 70000, {down} (R810 r.36b), log index 61",
        f"  p-3 (entry 3): 32.43 = {won} + 21.43 by chips: 100.00 x 15000 / 70000, {up} (R810 r.36b, r.37), log index 62",
        f"  p-4 (entry 4): 18.14 = {fee} + 7.14 by chips: 100.00 x 5000 / 70000, {down} (R810 r.36b), log index 63",
        "  p-10 (entry 10): 0.00, out before the cancellation (R810 r.38)",
        "Refunded: 144.00 EUR",
        "Operator: 150.00 came in, 144.00 refunded, 0.00 of prizes and bounties credited: he keeps 6.00 EUR",
    ):
        assert line in lines
    assert columns(lines, "p-3 (entry 3)") == ["32.43", "21.43 + ticket"]
    assert computed(told).differences == ()


def test_in_the_money_both_readings_stand_side_by_side() -> None:
    """T3: by the letter the pool is paid again and the operator loses 20.00; net of the third prize he keeps 8.00."""
    told = in_the_money()
    told.cancelled()
    lines = refunded(told)

    assert any(line.startswith("  p-1 (entry 1): 88.14 = 11.00 fee, commission included + 77.14 by") for line in lines)
    assert any(line.startswith("  p-2 (entry 2): 53.86 = ") for line in lines)
    assert (
        "  p-4 (entry 4): 0.00, out before the cancellation; his prizes of 28.00 stay his (r.54) (R810 r.38)" in lines
    )
    assert (
        "Operator: 150.00 came in, 142.00 refunded, 28.00 of prizes and bounties credited: he loses 20.00 EUR" in lines
    )
    assert columns(lines, "") == ["as announced", "#9 PRACTICE"]
    assert columns(lines, "p-1 (entry 1)") == ["88.14", "70.14"]
    assert columns(lines, "p-2 (entry 2)") == ["53.86", "43.86"]
    assert columns(lines, "divided by chips") == ["120.00", "92.00"]
    assert columns(lines, "refunded in cash") == ["142.00", "114.00"]
    assert columns(lines, "operator's result") == ["-20.00", "+8.00"]


def test_a_cancellation_net_of_prizes_credits_those_earned_first() -> None:
    """With #9 as PRACTICE and prizes at the end, what was earned is credited in the commit that cancels; by the letter it is not."""
    told = before_the_money(credit="at_end", readings=readings(Reading.PRACTICE))
    told.hand({1: 45_000, 3: 0})
    told.hand({2: 25_000, 4: 0}, by=2)
    held = [t.StackHeld(entry=1, stack=45_000), t.StackHeld(entry=2, stack=25_000)]
    told.commit(
        t.PrizeAwarded(amount=Money(2_800), entry=4, place=3, place_last=3),
        t.Cancelled(case="c", cause="force_majeure", note="flood", stacks=held),
        t.Refunded(entry=1, fee=1_100, share=5_914, ticket=None),
        t.Refunded(entry=2, fee=1_100, share=3_286, ticket=None),
    )
    lines = refunded(told)

    assert any("- 28.00 of prizes already credited, not below 0 (#9, PRACTICE) (R810 r.36c)" in line for line in lines)
    assert columns(lines, "") == ["as announced", "#9 LETTER"]
    assert columns(lines, "p-1 (entry 1)") == ["70.14", "88.14"]
    assert columns(lines, "prizes and bounties credited") == ["28.00", "0.00"]
    assert columns(lines, "operator's result") == ["+8.00", "+8.00"]
    assert computed(told).differences == ()


def test_bounties_credited_are_part_of_what_is_netted() -> None:
    """Before the money #9 is about bounties: by the letter those paid are the operator's loss."""
    told = Script(**of_ten(fee=Fee(bounty=300, commission=100, prize=700)))
    told.enters(5)
    told.starts()
    told.closes()
    told.hand({1: 10_000, 5: 0})
    lines = refunded(told)

    assert HYPOTHETICAL in lines
    assert columns(lines, "divided by chips") == ["10.00", "7.00"]
    assert columns(lines, "prizes and bounties credited") == ["0.00", "3.00"]
    assert columns(lines, "operator's result") == ["+1.00", "+1.00"]


def test_a_tournament_that_goes_on_has_hypothetical_refunds() -> None:
    """They are those *if cancelled now*, and as of any moment of the past: T2 within T3, and some entries before the start."""
    told = in_the_money()
    then = refunded(told, AsOf(log_index=58))
    early = refunded(told, AsOf(log_index=5))

    assert HYPOTHETICAL in refunded(told)
    assert HYPOTHETICAL in then
    assert any(line.startswith("  p-1 (entry 1): 53.86 = ") for line in then)
    assert "Operator: 150.00 came in, 144.00 refunded, 0.00 of prizes and bounties credited: he keeps 6.00 EUR" in then
    assert "Refunded: 55.00 EUR" in early
    assert "Case a of r.36: before the start: everybody gets his fee back (R810 r.36a)" in early


def test_one_that_was_played_to_its_end_has_none() -> None:
    """A finished tournament cannot be cancelled any more; as of before its end it could."""
    told = timed_tie()
    view = tournament_view(CUP, told.read)

    assert refunded(told)[-1] == "None: it was played to its end, and cannot be cancelled any more (R810 r.35, r.52)"
    assert to_json(view, refund_table(view))["refunds"] is None
    assert HYPOTHETICAL in refunded(told, AsOf(log_index=27))


def test_one_that_is_decided_has_none_either() -> None:
    """One holds all the chips and nobody has recorded the end: the door refuses a cancellation (r.52). Red before: it said what one would give."""
    told = before_the_money()
    told.hand({1: sum(told.chips.values()), **dict.fromkeys(range(2, 5), 0)})
    view = tournament_view(CUP, told.read)
    said = "None: one player holds all the chips, so it can be finished, and cannot be cancelled any more (R810 r.35, r.52)"

    assert view.state.phase == "playing"
    assert refunded(told)[-1] == said
    assert to_json(view, refund_table(view))["refunds"] is None


def test_shares_are_equal_where_nobody_has_a_chip() -> None:
    """Between two hands of the last buyers nobody may have a chip: the common sum is divided in equal parts."""
    told = before_the_money()
    told.chips.update(dict.fromkeys(range(1, 5), 0))
    told.cancelled()

    assert any("+ 25.00 of 100.00 in equal parts, nobody having a chip (R810 r.36b" in line for line in refunded(told))


@pytest.mark.parametrize(
    ("case", "shares", "differences"),
    [
        pytest.param(
            "b", [(1, 1_100, 7_714), (2, 1_100, 4_286)], ("R810 r.36: recorded as case b; it was case c",), id="case"
        ),
        pytest.param(
            "c",
            [(1, 1_100, 7_714), (2, 1_100, 4_285)],
            ("R810 r.36: entry 2 was refunded 1100 + 4285 cents; the rules give 1100 + 4286 cents",),
            id="share",
        ),
        pytest.param(
            "c",
            [(1, 1_100, 7_714)],
            ("R810 r.36: entry 2 was refunded nothing; the rules give 1100 + 4286 cents",),
            id="missing",
        ),
        pytest.param(
            "c",
            [(1, 1_100, 7_714), (2, 1_100, 4_286), (3, 1_100, 0)],
            ("R810 r.36: entry 3 was refunded 1100 + 0 cents; the rules give nothing",),
            id="too many",
        ),
    ],
)
def test_a_record_that_is_not_what_the_rules_give_is_told(
    case: Literal["b", "c"], shares: list[tuple[int, int, int]], differences: tuple[str, ...]
) -> None:
    """A case or a refund that r.36 does not make is named with what it makes."""
    told = in_the_money()
    held = [t.StackHeld(entry=1, stack=45_000), t.StackHeld(entry=2, stack=25_000)]
    back = [t.Refunded(entry=entry, fee=fee, share=share, ticket=None) for entry, fee, share in shares]
    told.commit(t.Cancelled(case=case, cause="technical", note="power", stacks=held), *back)

    assert tuple(one.text() for one in computed(told).differences) == differences
    assert refunded(told)[-2] == "The record is not what the rules give:"


def test_a_refund_besides_that_of_the_cancellation_is_told() -> None:
    """One before and one behind it are named at their places. Red before: the last one alone was looked at."""
    told = in_the_money()
    told.commit(t.Refunded(entry=1, fee=0, share=500, ticket=None))
    told.cancelled()
    told.commit(t.Refunded(entry=2, fee=1_100, share=4_286, ticket=None))
    table = computed(told)

    assert [one.text() for one in table.differences] == [
        "R810 r.36: entry 1 was refunded 0 + 500 cents at log index 70, besides the refund of the cancellation",
        "R810 r.36: entry 2 was refunded 1100 + 4286 cents at log index 75, besides the refund of the cancellation",
    ]
    assert table.credited == {1: 72, 2: 73}


def test_a_refund_where_nothing_was_cancelled_is_told() -> None:
    """Red before: of a tournament that goes on, or was played to its end, no refund on record was looked at."""
    under_way, over = in_the_money(), timed_tie()
    for told in (under_way, over):
        told.commit(t.Refunded(entry=1, fee=0, share=100_000_000, ticket=None))
    said = "R810 r.36: entry 1 was refunded 0 + 100000000 cents at log index {}; the tournament was not cancelled"
    view = tournament_view(CUP, over.read)

    assert [one.text() for one in computed(under_way).differences] == [said.format(70)]
    assert computed(under_way).credited == {}
    assert [one.text() for one in refund_differences(view, refund_table(view))] == [said.format(55)]
    assert to_json(view, refund_table(view))["differences"] == [said.format(55)]
    assert refunded(over)[-2] == "The record is not what the rules give:"


def test_an_end_of_what_was_over_changes_nothing_and_is_told() -> None:
    """Red before: a cancellation behind the end made refunds due, and a second one took the place of the first."""
    over, cancelled = timed_tie(), in_the_money()
    cancelled.cancelled()
    late = t.Cancelled(case="c", cause="technical", note="power", stacks=[])
    for told in (over, cancelled):
        told.plants(late)
    view = tournament_view(CUP, over.read)

    assert (view.state.phase, refund_table(view)) == ("finished", None)
    said = "R810 r.35: an end at log index {}, of a tournament that was over"
    assert [one.text() for one in refund_differences(view, None)] == [said.format(55)]
    assert [one.text() for one in computed(cancelled).differences] == [said.format(74)]


def test_inside_a_commit_nothing_is_missing() -> None:
    """As of the very entry that cancels, its refunds come after it: that is said, and is no fault of the record."""
    told = in_the_money()
    told.cancelled()
    lines = refunded(told, AsOf(log_index=70))

    assert lines[1].startswith("As of log index 70, ")
    assert lines[1].endswith(", inside a commit that goes on after it")
    assert "The record is not what the rules give:" not in lines
    assert not refunded(told, AsOf(log_index=69))[1].endswith("goes on after it")


def test_programs_get_refunds_as_json() -> None:
    """Sums, shares with their log index, other readings and the hypothetical ones, in cents."""
    told = in_the_money()
    told.cancelled()
    view = tournament_view(CUP, told.read)
    document = json.loads(json.dumps(to_json(view, refund_table(view))))

    assert (document["hypothetical"], document["cancelled"]["cause"]) == (False, "technical")
    assert document["refunds"]["result"] == -2_000
    assert document["refunds"]["shares"][0] == {
        "entry": 1,
        "fee": 1_100,
        "log_index": 71,
        "player": "p-1",
        "share": 7_714,
        "ticket": None,
    }
    assert [other["readings"]["paid_prizes"] for other in document["other_readings"]] == ["PRACTICE"]
    assert [other["result"] for other in document["other_readings"]] == [800]
    assert (document["stacks"], document["differences"]) == (
        [{"entry": 1, "stack": 45_000}, {"entry": 2, "stack": 25_000}],
        [],
    )
