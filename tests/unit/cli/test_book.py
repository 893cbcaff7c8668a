"""``tombo book``: a trial balance that is nothing in all at any moment, and each holder's operations, which chain."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import run_raw
from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.past import unbound
from tests.worlds.roulette import BANKROLL
from tests.worlds.wheel_ledger import COLOUR, NUMBER, again, wheel
from tombo.ledger.core.clock import SECOND, SteppingClock, display_instant
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account.commands import Deposit
from tombo.ledger.house.account.events import Credited
from tombo.ledger.operate.keyring import Keyring, open_checked, open_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import open_store
from tombo.projections.accounts import reading
from tombo.projections.accounts.checked import CHOOSE, EVERYBODYS
from tombo.projections.accounts.holders import CLASSES, class_of
from tombo.reports.shown.reading import Reader

DEMO: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
STARTS: Final = window("2026-07-15")[0]
PLAYERS: Final = ("p-leste", "p-norte", "p-oeste", "p-sul")


def book(*words: str) -> Ran:
    """``tombo book`` on the demonstration's ledger."""
    return tombo(*DEMO, "book", *words)


def holders(*words: str) -> dict[str, int]:
    """What every holder has who has something."""
    return {one["holder"]: one["cents"] for one in book("balance", "--holders", "--json", *words).lines}


@pytest.mark.usefixtures("folder")
def test_the_whole_is_nothing() -> None:
    """By class for people and programs, and by holder; a wallet has what its account's own fold says."""
    ran, document, held = book("balance"), book("balance", "--json").document, holders()
    assert (ran.status, ran.err) == (0, "")
    heading, compared, first = ran.out.splitlines()[:3]
    assert heading == "Trial balance after the first 279 entries, EUR"
    assert compared.startswith("As the book is kept, and never compared with the entries: 'tombo reconcile --day DATE")
    assert first == "  commission               23.95"
    assert ran.out.endswith("  in all                    0.00\n")
    assert (document["log_size"], document["in_all"]) == (279, 0)
    assert sum(held.values()) == sum(document["classes"].values()) == 0
    assert document["classes"]["wallet"] == sum(held[f"wallet:{name}"] for name in PLAYERS)
    with open_checked("sqlite:///demo/ledger.db", Keyring(Path("demo/keys")), read_only=True) as store:
        reader = Reader(store)
        assert {name: held[f"wallet:{name}"] for name in PLAYERS} == {
            name: reader(f"account:{name}").balance for name in PLAYERS
        }
    told = dict(line.split() for line in book("balance", "--holders").out.splitlines())
    assert told["wallet:p-sul"] == "348.25"
    assert told.keys() == held.keys()


@pytest.mark.usefixtures("folder")
def test_any_moment_of_the_past_balances() -> None:
    """After every commit the whole is nothing; within one, what has only one of its sides yet is in transit, and no error."""
    with open_store("sqlite:///demo/ledger.db", read_only=True) as store:
        sealed = [unpack(row.state) for row in store.rows(0, store.head().size)]
    ends = {one.first + one.count - 1: one.recorded for one in sealed}
    for index in (*list(ends)[5::25], 278):
        at, instant = (book("balance", "--json", "--at", when) for when in (str(index), display_instant(ends[index])))
        assert (at.status, at.document["in_all"], "transit" in at.document["classes"]) == (0, 0, False)
        assert instant.document["classes"] == at.document["classes"]
    within = book("balance", "--at", "29")
    assert (within.status, within.err) == (0, "")
    assert within.out.endswith("  transit                -100.00\n  in all                    0.00\n")
    assert 29 not in ends


def lines(holder: str, *words: str) -> list[dict[str, Any]]:
    """A holder's operations."""
    ran = book("show", holder, "--json", *words)
    assert ran.status == 0
    assert ran.err.startswith("As the book is kept") if class_of(holder) in EVERYBODYS else not ran.err
    return ran.lines


def test_of_every_class_it_is_known_what_its_holders_come_of() -> None:
    """Or that it is not computed anew: of a class that is forgotten all that is kept would be told as tampered with."""
    assert sorted(EVERYBODYS | CHOOSE.keys()) == sorted(CLASSES)
    assert EVERYBODYS.isdisjoint(CHOOSE)


@pytest.mark.usefixtures("folder")
def test_every_holder_chains() -> None:
    """From nothing, operation by operation without a gap, to what the trial balance gives him; who got it, another gave."""
    held = holders()
    for holder in (*held, "stack:mesa-1/1", "stack:mesa-1/3", "pot:mesa-1/4", "stake:roulette:roleta-1/1"):
        found = lines(holder)
        assert [line["seq"] for line in found] == list(range(1, len(found) + 1))
        assert found[0]["before"] == 0
        assert all(one["after"] == two["before"] for one, two in pairwise(found))
        assert all(line["after"] - line["before"] == line["movement"] != 0 for line in found)
        assert found[-1]["after"] == held.get(holder, 0)
    takes = [line for line in lines("commission:R806") if line["other"] == "pot:mesa-1/4"]
    gives = [line for line in lines("pot:mesa-1/4") if line["other"] == "commission:R806"]
    assert [(one["log_index"], one["movement"]) for one in takes] == [(146, 415)]
    assert [(one["log_index"], one["movement"]) for one in gives] == [(146, -415)]


@pytest.mark.usefixtures("folder")
def test_an_operation_is_told_in_a_line() -> None:
    """When in Lisbon, at which log index, what, from or to whom, balance before, movement and after; then what is left."""
    ran = book("show", "wallet:p-norte")
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split("  ") for line in ran.out.splitlines()]
    assert [[cell.strip() for cell in row if cell] for row in rows[:3]] == [
        ["in Lisbon", "index", "what", "other side", "before", "movement", "after"],
        ["2026-07-14 20:00:08", "17", "deposit", "outside", "0.00", "+250.00", "250.00"],
        ["2026-07-14 20:00:32", "30", "payment", "table:mesa-1", "250.00", "-100.00", "150.00"],
    ]
    assert ran.out.endswith("3 operations; wallet:p-norte has 172.22 EUR after the first 279 entries\n")


@pytest.mark.usefixtures("folder")
def test_a_holder_as_of_the_past() -> None:
    """With --at only what was there by then; and before his first operation he is not there."""
    whole = lines("stack:mesa-1/3")
    for cut in (0, 3, 9):
        index = whole[cut]["log_index"]
        assert lines("stack:mesa-1/3", "--at", str(index)) == whole[: cut + 1]
        assert holders("--at", str(index)).get("stack:mesa-1/3", 0) == whole[cut]["after"]
    before = book("show", "stack:mesa-1/3", "--at", str(whole[0]["log_index"] - 1))
    assert (before.status, before.out) == (2, "")


@pytest.mark.usefixtures("folder")
def test_a_spreadsheet_has_the_same_operations() -> None:
    """With --csv: a line each, under names, instants in UTC and euros with a point; the text is printed as well."""
    ran = book("show", "wallet:p-sul", "--csv", "p-sul.csv")
    with Path("p-sul.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert (ran.status, ran.err) == (0, "Wrote p-sul.csv\n")
    assert ran.out == book("show", "wallet:p-sul").out
    assert rows == [
        {
            "operation": str(line["seq"]),
            "log_index": str(line["log_index"]),
            "at": display_instant(line["at"]),
            "what": line["what"],
            "other": line["other"],
            **{
                name: f"{'-' if line[name] < 0 else ''}{abs(line[name]) // 100}.{abs(line[name]) % 100:02}"
                for name in ("before", "movement", "after")
            },
        }
        for line in lines("wallet:p-sul")
    ]
    nowhere = book("show", "wallet:p-sul", "--csv", "nowhere/p-sul.csv")
    assert (nowhere.status, nowhere.out) == (2, "")
    assert (
        nowhere.err
        == "tombo: nowhere/p-sul.csv cannot be written: there is no folder nowhere; make it, or name another\n"
    )


@pytest.mark.parametrize(
    ("holder", "said"),
    [
        (
            "wallet:p-9",
            "there is no holder wallet:p-9: there are wallet:p-leste, wallet:p-norte, wallet:p-oeste, wallet:p-sul;",
        ),
        ("house", "there is no holder house: there are house:R804, house:R805;"),
        ("pool:T", "there is no holder pool:T; 'tombo book balance --holders' shows who has something"),
        (
            "p-sul",
            "there is no holder p-sul; expected one of adjustment, bonus, bounty, commission, compensation, house,",
        ),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_holder_that_is_not_there_is_told_with_those_that_are(holder: str, said: str) -> None:
    """Status 1, and some of the same class; of no class, the classes there are."""
    ran = book("show", holder)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"tombo: {said}")


@pytest.mark.usefixtures("folder")
def test_pages_of_the_book_are_one_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few rows are read at a time, the operations are the same."""
    whole = lines("stack:mesa-1/3")
    monkeypatch.setattr(reading, "PAGE", 5)
    assert len(whole) > 10
    assert lines("stack:mesa-1/3") == whole


@pytest.mark.usefixtures("folder")
def test_rows_that_do_not_chain_are_not_shown_as_a_book() -> None:
    """Somebody changed the kept tables: status 1, the row, and what to do, whether the holder is computed anew or told as kept."""
    assert len(lines("wallet:p-sul")) > 2
    run_raw(
        "sqlite:///demo/ledger-views.db",
        "UPDATE accounts_1_postings SET after = after + 1, movement = movement + 1 WHERE holder = 'wallet:p-sul' AND seq = 1",
    )
    ran = book("show", "wallet:p-sul")
    assert ran.status == 1
    assert "row holder 'wallet:p-sul', seq 1 of postings: movement is 25001; the entries give 25000" in ran.err
    run_raw(
        "sqlite:///demo/ledger-views.db",
        "UPDATE accounts_1_postings SET after = 1 WHERE holder = 'outside' AND seq = 1",
    )
    ran = book("show", "outside")
    assert ran.status == 1
    assert "tombo: operation 1 of outside (log index " in ran.err
    assert "which is not what the one before it left" in ran.err
    assert tombo(*DEMO, "views", "rebuild", "accounts").status == 0
    assert book("show", "wallet:p-sul").status == 0


@pytest.mark.usefixtures("folder")
def test_money_that_came_from_nowhere_does_not_balance() -> None:
    """A signed credit without a cause: it is in transit with nobody on the other side; status 1, and who names it."""
    ledger = open_ledger("sqlite:///demo/ledger.db", Keyring(Path("demo/keys")), clock=SteppingClock(STARTS))
    gift = Credited(amount=Money(500), cause="roulette:nowhere/1", cause_version=2, wallet="cash")
    said = ImportJob("gift", "00" * 16, By(actor="platform", id="games"), None, [("account:p-sul", gift)], {})
    index = ledger.record([said])[0].entries[0].index
    ledger.store.close()
    ran = book("balance", "--json")
    assert (ran.status, ran.document["classes"]["transit"], ran.document["in_all"]) == (1, -500, 0)
    assert ran.err == (
        "tombo: -5.00 EUR are between an account and its cause; 'tombo reconcile' of the day names them\n"
    )
    assert book("balance", "--at", str(index - 1)).status == 0
    assert lines("wallet:p-sul")[-1]["other"] == "roulette:nowhere/1"


@pytest.fixture
def late(store_url: str, tmp_path: Path) -> Iterator[str]:
    """The URL of a ledger, on either store, with an operation of the evening told after midnight, between two others."""
    midnight = window("2026-07-15")[1]
    with inside(tmp_path):
        with wheel(store_url, tmp_path, STARTS) as found:
            found.spins("17")
        with again(store_url, tmp_path, midnight + 60 * SECOND) as found:
            found.spins("17")
            deposit = Deposit(amount=Money(700), player="p-1", reference="MB 1")
            with unbound():
                found.floor.do(deposit, occurred=midnight - 60 * SECOND)
            found.spins("36")
        yield store_url


def test_a_period_is_of_lisbon_days(late: str) -> None:
    """What happened on its days, however late it was recorded; what is between and of other days is counted, not hidden."""

    def shown(*words: str) -> Ran:
        return tombo("--ledger", late, "--keys", "keys", "book", "show", "wallet:p-1", *words)

    def moved(*words: str) -> list[int]:
        return [line["movement"] for line in shown("--json", *words).lines]

    first = [BANKROLL, -NUMBER, 36 * NUMBER, 700]
    second = [-NUMBER, 36 * NUMBER, -NUMBER]
    assert moved("--to", "2026-07-15") == first
    assert moved("--from", "2026-07-16") == second
    assert moved("--from", "2026-07-15", "--to", "2026-07-16") == [*first[:3], *second[:2], 700, second[2]]
    text = shown("--from", "2026-07-16").out.splitlines()
    assert [line for line in text if line.startswith("  (")] == ["  (1 operation of other days between)"]
    assert shown("--from", "2026-07-17").out.startswith("0 operations; wallet:p-1 has ")
    wrong = shown("--from", "2026-07-16", "--to", "2026-07-15")
    assert (wrong.status, wrong.err) == (2, "tombo: 'from' 2026-07-16 is after 'to' 2026-07-15\n")
    assert shown("--from", "yesterday").status == 2
    in_all = tombo("--ledger", late, "--keys", "keys", "book", "balance", "--json").document
    won = 2 * (COLOUR - 35 * NUMBER) + NUMBER - COLOUR
    assert (in_all["in_all"], in_all["classes"]["house"]) == (0, won)
