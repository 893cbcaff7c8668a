"""Where a reading changes what a round of póquer sem descarte pays, the round says both results; elsewhere nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.english import english as in_english
from tests.worlds.sem_descarte import Casino, sd_readings
from tests.worlds.simulated import as_entries
from tests.worlds.world import OFFICER
from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Reading
from tombo.ledger.games.sem_descarte.audit import differences
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.games.sem_descarte.events import CardsShown, FindingRecordedV2
from tombo.projections.follow import Viewer
from tombo.projections.round.view import of
from tombo.reports.pages.page import Steps, english, portuguese
from tombo.reports.shown.rounds import page_of

LETTER, PRACTICE = Reading.LETTER, Reading.PRACTICE
ROYAL = "Ah Kh Qh Jh Th"


def told(world: Casino) -> list[tuple[Any, ...]]:
    """The findings of the round: rule, reading, seat, what came back and what would have."""
    found = [event for _, event in world.events if isinstance(event, FindingRecordedV2)]
    return [(f.rule, f.reading, f.seat, f.paid, f.otherwise) for f in found]


def audited(world: Casino) -> tuple[str, ...]:
    """What an audit says of the round."""
    events: list[Any] = [event for stream, event in world.events if stream == f"sem_descarte:{world.local}"]
    return in_english(differences(events))


@pytest.mark.parametrize(
    ("name", "rule", "player", "house", "letter", "practice"),
    [
        ("flush_tie", "R803 r.13d", "Ah Kh 8h 6h 2h", "As Qs 9s 7s 3s", 1500, 7000),
        ("pair_tie", "R803 r.13g", "8c 8d Ac 5h 3s", "8h 8s Ad Jd 2c", 1500, 0),
    ],
)
@pytest.mark.parametrize("reading", [LETTER, PRACTICE])
def test_a_tie_is_told_both_ways(  # noqa: PLR0917  # one table
    name: str, rule: str, player: str, house: str, letter: int, practice: int, reading: Reading
) -> None:
    """Numbers 1 and 2, SD5: ante and second bet of 15.00 come back by the letter; in practice they win or are lost."""
    casino = Casino("p-1", readings=sd_readings(**{name: reading}))
    casino.dealt({1: 500}, {1: player}, house)
    casino.goes_on(1)
    casino.settles()
    paid, otherwise = (letter, practice) if reading is LETTER else (practice, letter)
    other = PRACTICE if reading is LETTER else LETTER
    assert told(casino) == [(rule, other, 1, paid, otherwise)]
    assert casino.net() == paid - 1_500


def test_cards_that_do_not_tie_have_one_result() -> None:
    """Numbers 1 and 2: a higher flush, and a pair against another, are read in one way."""
    casino = Casino("p-1", "p-2")
    casino.dealt({1: 500, 2: 500}, {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}, "5c 5d Tc 7s 3d")
    casino.goes_on(1)
    casino.goes_on(2)
    casino.settles()
    assert told(casino) == []


def halfway(**changes: Any) -> Casino:
    """Seat 1 has gone on, seat 2 folded, seat 3 is still to decide, and the operator's system fails."""
    casino = Casino("p-1", "p-2", "p-3", readings=sd_readings(**changes))
    hands = {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c", 3: "Ac Qd 9h 4s 2d"}
    casino.dealt({1: 500, 2: 1_000, 3: 300}, hands, "5c 5d Tc 7s 3d")
    casino.goes_on(1)
    casino.folds(2)
    return casino


def test_a_void_round_tells_what_practice_would_leave() -> None:
    """Number 19: the folded ante comes back and would not; the bets of who went on come back, and closed cards stay closed."""
    casino = halfway()
    casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    assert told(casino) == [
        ("R803 r.33", PRACTICE, 1, 1_500, None),
        ("R803 r.36", EACH_SEAT, 1, 1_500, None),
        ("R803 r.33", PRACTICE, 2, 1_000, 0),
    ]
    assert not [event for _, event in casino.events if isinstance(event, CardsShown)]


def test_bets_that_stand_tell_what_the_letter_would_give_back() -> None:
    """Number 19: the flush is paid 70.00 and the folded ante kept; by the letter 15.00 and 10.00 would come back."""
    casino = halfway(decided_bets=PRACTICE)
    casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    assert told(casino) == [("R803 r.33", LETTER, 1, 7_000, 1_500), ("R803 r.33", LETTER, 2, 0, 1_000)]


@pytest.mark.parametrize("reading", [LETTER, PRACTICE, EACH_SEAT])
def test_made_second_bets_outlast_an_outage_by_the_letter(reading: Reading | EachSeat) -> None:
    """Number 8: with every second bet made r.36 refuses the void; read as of the player's side it does not, and both are told."""
    casino = halfway(second_bets=reading)
    casino.goes_on(3)
    void = VoidRound(incident=casino.outage(), round=casino.local)
    if reading != PRACTICE:
        assert casino.refuses(void, OFFICER) == "R803 r.36"
        return
    casino.does(void, OFFICER)
    assert [casino.net(f"p-{seat}") for seat in (1, 2, 3)] == [0, 0, 0]
    assert told(casino) == [
        ("R803 r.36", LETTER, 1, 1_500, None),
        ("R803 r.36", LETTER, 2, 1_000, 0),
        ("R803 r.36", LETTER, 3, 900, None),
    ]


@pytest.mark.parametrize(
    ("second_bets", "player", "came_back", "otherwise"),
    [
        (LETTER, ROYAL, 1_500, None),
        (PRACTICE, ROYAL, 1_500, None),
        (EACH_SEAT, ROYAL, 102_000, 1_500),
        (EACH_SEAT, "4h 6h 8c Ts 2d", 0, 1_500),
    ],
)
def test_d5_a_made_second_bet_is_valid_of_its_seat(
    second_bets: Reading | EachSeat, player: str, came_back: int, otherwise: int | None
) -> None:
    """Number 8: r.36 read of each seat pays a royal 100 times its bet though another seat had not decided; the rest goes back."""
    casino = Casino("p-1", "p-2", "p-3", readings=sd_readings(second_bets=second_bets))
    hands = {1: player, 2: "9s 9d 4c 3h 2c", 3: "Ac Qd 9h 4s 2h"}
    casino.dealt({1: 500, 2: 1_000, 3: 300}, hands, "5c 5d Tc 7s 3d")
    casino.goes_on(1)
    casino.folds(2)
    casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    net = {seat: casino.net(f"p-{seat}") for seat in (1, 2, 3)}
    assert net == {1: came_back - 1_500, 2: 0, 3: 0}
    assert ("R803 r.33", PRACTICE, 2, 1_000, 0) in told(casino)
    other = LETTER if second_bets == EACH_SEAT else EACH_SEAT
    assert ("R803 r.36", other, 1, came_back, otherwise) in told(casino)
    shown = [event.seat for _, event in casino.events if isinstance(event, CardsShown)]
    assert shown == ([1] if second_bets == EACH_SEAT else [])
    assert audited(casino) == ()


def test_d5_what_stands_by_both_readings_is_told_of_none() -> None:
    """Numbers 8 and 19: neither of the two alone would give the made second bet back; the folded ante is told."""
    casino = halfway(second_bets=EACH_SEAT, decided_bets=PRACTICE)
    casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    assert [casino.net(f"p-{seat}") for seat in (1, 2, 3)] == [5_500, -1_000, 0]
    assert told(casino) == [("R803 r.33", LETTER, 2, 0, 1_000)]
    assert audited(casino) == ()


def test_d5_the_history_names_the_reading_of_each_seat() -> None:
    """Number 8: in both languages the history says what the bet would be under it; it has no other cents, for cards stay closed."""
    casino = halfway()
    casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    stream = f"sem_descarte:{casino.local}"
    entries = as_entries(stream, [event for name, event in casino.events if name == stream])
    page = page_of(of(entries, {}, Viewer("auditor")), [])
    lines = [line for block in page.blocks if isinstance(block, Steps) for step in block.steps for line in step.told]
    assert [line for line in map(english, lines) if "the reading of each seat for itself" in line]
    assert [line for line in map(portuguese, lines) if "a leitura de cada lugar por si" in line]
