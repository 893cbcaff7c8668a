"""A day that gives back more commission of tournaments than it takes: refused, or told as the regulator answered, by the operator's setting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.house import MANAGER, player
from tests.worlds.registered import details
from tests.worlds.reported import NOON, TOMBO
from tests.worlds.reported_denmark import SETTINGS, danish, open_schemas, records
from tests.worlds.tournament import CUP, structure
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament.commands import AnnounceTournament, CancelEntry, RegisterEntry
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.reports.regulators.reading import SETTLED

SOLD, GIVEN_BACK = "2026-07-14", "2026-07-15"
A_DAY = 86_400 * SECOND


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A ledger in which an entry of 11.00 (1.00 of it commission) is sold on one day and taken back on the next; both days are closed."""
    open_schemas(tmp_path / "schemas")
    (tmp_path / "safe.toml").write_text(SETTINGS, encoding="utf-8")
    clock = SteppingClock(NOON, step=0)
    with inside(tmp_path):
        ledger = create_ledger("sqlite:///ledger.db", Keyring(Path("keys")), origin="operator.example/1", clock=clock)
        floor, starts = Floor(ledger.handle), NOON + 3 * A_DAY
        with ledger.store:
            floor.do(GrantRole(role="manager", staff="ana"))
            changes = {"starts": starts, "cancel_until": starts - A_DAY}
            floor.do(
                AnnounceTournament(reference="SRIJ/2026/9", structure=structure(**changes), tournament=CUP), MANAGER
            )
            floor.do(OpenAccount(player="p-1"))
            floor.do(Deposit(amount=Money(10_000), player="p-1", reference="card"))
            floor.do(RegisterPerson(details=details(), player="p-1"))
            origin = AccessOrigin(address="192.0.2.7", region="PT-11")
            floor.do(LogOn(access="a-1", device="computer", origin=origin, player="p-1"))
            floor.do(StartSession(access="a-1", player="p-1", session="s-1"), player("p-1"))
            floor.do(RegisterEntry(player="p-1", session="s-1", tournament=CUP), player("p-1"))
            clock.instant += A_DAY
            floor.do(CancelEntry(player="p-1", tournament=CUP), player("p-1"))
        monkeypatch.setattr(SystemClock, "now", lambda _: window(GIVEN_BACK)[1] + SETTLED)
        for day in (SOLD, GIVEN_BACK):
            assert tombo(*TOMBO, "reconcile", "--day", day, "--close").status == 0
        yield tmp_path


def set_to(how: str) -> None:
    """The operator's setting."""
    Path("safe.toml").write_text(f'commission_below_zero = "{how}"\n{SETTINGS}', encoding="utf-8")


def of_tournaments(folder: Path) -> tuple[str, str]:
    """What the day's totals say of tournaments: stakes and commission."""
    (found,) = [
        one
        for one in records(folder, "EndOfDayRapport", "SpilOpgørelse")
        if one["SpilKategoriNavn"] == "PokerTurnering"
    ]
    return found["EndOfDayRapportIndskudSpil"], found["EndOfDayRapportKommissionRake"]


def test_a_commission_below_0_is_refused_until_it_is_set_how_it_is_told(place: Path) -> None:
    """Red before: it was told as it is, and the schema's comment says that it cannot be negative. The day on which it was sold is told."""
    assert danish("make", SOLD, "--out", "sold").status == 0
    assert of_tournaments(place / "sold") == ("11.00", "1.00")
    ran = danish("release", GIVEN_BACK, "--out", "out")
    assert (ran.status, Path("out").exists()) == (1, False)
    for says in (f"{GIVEN_BACK} gave back more commission of PokerTurnering", "-1.00 EUR", "commission_below_zero"):
        assert says in ran.err
    assert tombo(*TOMBO, "--json", "report", "list").document == {"releases": []}


@pytest.mark.parametrize(("how", "rake", "left_out"), [("negative", "-1.00", 0), ("zero", "0.00", 1)])
def test_it_is_told_as_is_set(place: Path, how: str, rake: str, left_out: int) -> None:
    """As it is; or as 0, and then it is counted that it was left out. What was given back is told either way."""
    set_to(how)
    ran = danish("release", GIVEN_BACK, "--out", "out")
    assert ran.status == 0, ran.err
    assert ran.document["left_out"] == ({"EndOfDayRapportKommissionRake": 1} if left_out else {})
    assert of_tournaments(place / "out") == ("-11.00", rake)
    (back,) = records(place / "out", "PokerTurneringTransaktion", "TurneringTransaktionInfo")
    assert (back["PokerKøbBeløb"], back["PokerKøbFee"]) == ("-11.00", "-1.00")
    assert danish("check", GIVEN_BACK, "--files", "out").status == 0


def test_a_word_that_is_no_answer_is_refused(place: Path) -> None:
    """By the name of the setting."""
    set_to("guess")
    ran = danish("make", SOLD, "--out", "out")
    assert (ran.status, "commission_below_zero" in ran.err, (place / "out").exists()) == (2, True, False)
