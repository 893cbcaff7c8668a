"""E1, E5j: what a tournament owes and did not give is asked of each exit and end; of entries won, from who gave them to who has the money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.cup import begun
from tests.forgeries.honest import TARGET
from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, Commit
from tests.worlds.tournament import CUP, START
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Credited, Deposited
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.status import unfinished_tournaments


def cut(thief: Thief, kind: str, *, later: int) -> None:
    """Nothing is recorded from the first entry of ``kind`` on, but for a deposit of somebody some hours ``later``."""
    at = next(n for n, commit in enumerate(thief.commits) if any(act.kind == kind for act in commit.acts))
    del thief.commits[at:]
    stream = next(act.stream for commit in thief.commits for act in commit.acts if act.kind == "account.opened.v1")
    paid = Deposited(amount=Money(100), reference="later")
    thief.commits.append(Commit(thief.commits[-1].recorded + later * HOUR, [Act(stream, paid)]))


def test_e1_a_prize_that_is_paid_only_at_the_end_is_named_where_it_was_due(scenes: Scenes) -> None:
    """Red before: what is given as it is determined could come hours later, or never while it went on (R810 r.54)."""
    thief = scenes("bought")
    prize = thief.one("prize_awarded", "cofre", entry=1)
    credit = thief.paid(prize)
    thief.drops(prize, credit)
    thief.puts(thief.one("prize_awarded", "cofre", entry=2), prize, credit)
    credit.says(cause_version=prize.version)
    assert scenes.night("bought", thief) == ["R810 r.50: entry 1 was credited nothing; its place makes 1600"]


def test_e1_a_prize_never_paid_in_a_tournament_that_never_ends_is_named(scenes: Scenes) -> None:
    """Red before: it was asked at the end alone."""
    thief = scenes("bought")
    prize = thief.one("prize_awarded", "cofre", entry=1)
    thief.drops(prize, thief.paid(prize))
    cut(thief, "tournament.finished.v1", later=0)
    assert scenes.night("bought", thief) == ["R810 r.50: entry 1 was credited nothing; its place makes 1600"]


def test_e1_a_bounty_never_paid_in_a_tournament_that_never_ends_is_named(scenes: Scenes) -> None:
    """Red before: it was asked at the end alone (R810 r.7p)."""
    thief = scenes("bought")
    bounty = thief.one("bounty_awarded", "cofre", eliminated=5)
    thief.drops(bounty, thief.paid(bounty))
    cut(thief, "tournament.finished.v1", later=0)
    told = "R810 r.7p: entry 2 was credited nothing for entry 5; his share is 300"
    assert scenes.night("bought", thief) == [told]


def test_e1_a_player_without_chips_who_stays_is_named(scenes: Scenes) -> None:
    """Red before: he stood in the tournament until somebody looked at its places (R810 r.31)."""
    thief = scenes("bought")
    out = thief.one("eliminated", "cofre", entry=5)
    left = next(one for one in thief.all("player_left", "k1") if one.event.seat == 3)
    bounty = thief.one("bounty_awarded", "cofre", eliminated=5)
    thief.drops(out, left, bounty, thief.paid(bounty))
    told = "R810 r.31: entry 5 lost its last chip in hand:k1/2, may buy none, and is not eliminated"
    assert told in scenes.night("bought", thief)


def test_e1_places_that_are_not_those_of_the_exits_are_named(scenes: Scenes) -> None:
    """Red before: two ex aequo had the right money and the wrong place (R810 r.51)."""
    thief = scenes("tied")
    thief.one("prize_awarded", "par").says(place_last=3)
    (told,) = scenes.night("tied", thief)
    assert told.startswith("R810 r.50: entry 2 is said at log index ")
    assert told.endswith(" to have won the places 3, 3; it is placed from 3 to 4")


@pytest.mark.parametrize(("scene", "stream"), [("bought", "cofre"), ("timed", "relogio"), ("cancelled", "luz")])
def test_e5j_a_tournament_that_never_ends_is_unfinished(scenes: Scenes, scene: str, stream: str) -> None:
    """Red before: hands and rounds were asked, tournaments never."""
    thief = scenes(scene)
    cut(thief, "tournament.cancelled.v1" if scene == "cancelled" else "tournament.finished.v1", later=2)
    (told,) = scenes.night(scene, thief)
    assert told.startswith(
        f"tournament:{stream} is not finished; all its levels, or its time, were over at 2026-07-14T"
    )


def test_e5j_a_tournament_that_never_begins_is_unfinished(scenes: Scenes) -> None:
    """It was announced, and its hour and all its levels went by."""
    thief = scenes("tied")
    cut(thief, "tournament.started.v1", later=3)
    (told,) = scenes.night("tied", thief)
    assert told.startswith("tournament:par is not finished; ")


def test_e5j_status_tells_a_tournament_that_never_ends(tmp_path: Path) -> None:
    """By name, while it is past its end and not over."""
    with begun(tmp_path, 2) as ledger:
        found = [list(unfinished_tournaments(Reader(ledger.store), START + hours * HOUR)) for hours in (1, 3)]
    assert found == [[], [CUP]]


@pytest.mark.parametrize("scene", ["bought", "timed", "tied"])
def test_e5j_a_tournament_whose_levels_are_not_over_goes_on(scenes: Scenes, scene: str) -> None:
    """Nothing is said of it."""
    thief = scenes(scene)
    cut(thief, "tournament.prizes_fixed.v1", later=0)
    thief.commits[-1].recorded -= SECOND
    found = scenes.night(scene, thief)
    assert found == []


def test_e1_a_tournament_without_a_payout_is_named_and_ends_no_night(scenes: Scenes) -> None:
    """Red before: the night of whoever announced it ended as a fault of its own (R810 r.34)."""
    thief = scenes("tied")
    announced = thief.one("announced", "par")
    announced.says(structure=announced.event.structure.model_copy(update={"payouts": []}))
    found = scenes.night("tied", thief)
    assert found[0].startswith("tournament.announced.v1 in tournament:par, against R810 r.34: ")
    assert "R810 r.34: 3 places were fixed; the payout has 0" in found


def ticket(act: Act, **changes: Any) -> None:
    """An entry of a tournament names the ticket that pays it otherwise."""
    act.says(ticket=act.event.ticket.model_copy(update=changes))


def too_little(thief: Thief) -> None:
    """A ticket of 22.00 is paid out with 1.00."""
    thief.one("ticket_converted").says(amount=Money(100))


def the_first(thief: Thief) -> None:
    """The first of two is paid out, and the second used."""
    thief.one("ticket_converted").says(ticket="sat-1/1")
    thief.one("ticket_used", "p-3").says(ticket="sat-2/1")
    ticket(thief.one("registered", TARGET, entry=1), id="sat-2/1")


def of_a_freeroll(thief: Thief) -> None:
    """One that is never money comes back as money."""
    ticket(thief.one("registered", TARGET, entry=2), freeroll=False)
    thief.one("refunded", TARGET, entry=2).says(fee=2_200, ticket=None)
    back = thief.one("ticket_returned")
    back.event = Credited(
        amount=Money(2_200), cause=back.event.cause, cause_version=back.event.cause_version, wallet="cash"
    )


def granted_as_money(thief: Thief) -> None:
    """One of a freeroll is said to be of a tournament with a fee."""
    thief.one("ticket_granted", "p-4").says(freeroll=False)


def to_another(thief: Thief) -> None:
    """One is an entry to another tournament than was announced."""
    thief.all("ticket_granted", "p-3")[0].says(target="outra")


def another_came_back(thief: Thief) -> None:
    """Another comes back than was used."""
    thief.one("ticket_returned").says(ticket="sat-1/1")


def used_again(thief: Thief) -> None:
    """One is used twice."""
    used = thief.one("ticket_used", "p-3")
    thief.puts(used, used.like())


def for_nothing(thief: Thief) -> None:
    """An entry that was paid is said to be free."""
    thief.one("registered", "sat-1", entry=3).says(funding="free")


def misnamed(thief: Thief) -> None:
    """A ticket is called otherwise than all are."""
    thief.one("ticket_awarded", "sat-1").says(ticket="sat-1/9")


OF_TWO: str = "that entry is one to grande, worth 2200 cents, in a tournament with a fee"
OF_FREE: str = "that entry is one to grande, worth 2200 cents, in a tournament without a fee"


@pytest.mark.parametrize(
    ("theft", "told"),
    [
        (too_little, [f"account.ticket_converted.v1 of sat-2/1 in account:p-3, against R810 r.29: {OF_TWO}"]),
        (
            the_first,
            [
                "account.ticket_converted.v1 of sat-1/1 in account:p-3, against R810 r.29: p-3 had won no entry to the same tournament before"
            ],
        ),
        (of_a_freeroll, [f"tournament.registered.v1 of livre/1 in tournament:grande, against R810 r.30: {OF_FREE}"]),
        (granted_as_money, [f"account.ticket_granted.v1 of livre/1 in account:p-4, against R810 r.32: {OF_FREE}"]),
        (to_another, [f"account.ticket_granted.v1 of sat-1/1 in account:p-3, against R810 r.32: {OF_TWO}"]),
        (
            another_came_back,
            ["account.ticket_returned.v1 of sat-1/1 in account:p-4: tournament:grande version 7 says another entry"],
        ),
        (used_again, ["account.ticket_used.v1 of sat-1/1 in account:p-3: p-3 holds no such entry, and nothing moves"]),
        (
            for_nothing,
            [
                "tournament.registered.v1 in tournament:sat-1, against R810 r.16: an entry that is said to be paid by nothing"
            ],
        ),
        (
            misnamed,
            ["account.ticket_granted.v1 of sat-1/1 in account:p-3: tournament:sat-1 version 16 says another entry"],
        ),
    ],
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_e1_entries_won_are_what_their_tournament_gave(
    scenes: Scenes, theft: Callable[[Thief], None], told: Sequence[str]
) -> None:
    """Red before: what was said of an entry won was held against nothing but its value in the same commit (R810 r.16, r.28-32)."""
    thief = scenes("satellites")
    theft(thief)
    found = scenes.night("satellites", thief)
    assert [one for one in found if one in told] == list(told)
    assert len(found) <= 2
