"""``tombo reconcile``: a day that ties and one that does not, for people, programs and on a page, with and without the wallet."""

from __future__ import annotations

import csv
import io
import json
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tombo.cli.terminal import progress
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import euros, written
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.exchange.wallet import write_statement
from tombo.ledger.house.account.events import Credited
from tombo.ledger.kinds import OVER_KINDS
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.projections.reconciliation import run
from tombo.projections.reconciliation.model import CHECKS
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, entries, play
from tombo.simulator.wallet import Mistake, Wallet

DAY: Final = "2026-07-15"
LEDGER: Final = ("--ledger", "sqlite:///ledger.db", "--keys", "keys")
NOON: Final = BEGINS + 6 * HOUR
PLAN: Final = Plan(seed=5, begins=NOON, ends=NOON + HOUR, tables=7, trouble=0.1, outages=1)


class Simulated(NamedTuple):
    """A folder with the ledger of a small day of every game, its entries, and the wallet that heard of every command."""

    folder: Path
    entries: list[Entry]
    wallet: Wallet

    def statement(self, mistakes: dict[str, Mistake] | None = None) -> str:
        """The wallet's statement of the day, with these mistakes by transaction; its file, in the folder at work."""
        with Path("wallet.csv").open("w", encoding="utf-8", newline="") as file:
            write_statement(self.wallet.lines(self.entries, window(DAY), mistakes), file)
        return "wallet.csv"

    def debit(self) -> tuple[str, int]:
        """A command that took a stake from one player, and the log index of the movement."""
        for entry in self.entries:
            if entry.kind == "account.debited.v1" and entry.command is not None:
                return entry.command.id, entry.index
        raise AssertionError("nobody staked anything")


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Simulated:
    """The day, played once for all tests here."""
    folder = tmp_path_factory.mktemp("day")
    door, wallet = LedgerDoor(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), PLAN.seed), Wallet()
    try:
        play(PLAN, door, kills=0, wallet=wallet)
        door.publish()
        return Simulated(folder, list(entries(door.ledger.store)), wallet)
    finally:
        door.ledger.store.close()


@pytest.fixture
def simulated(day: Simulated, tmp_path: Path) -> Iterator[Simulated]:
    """A copy of it to work in."""
    copy = Path(shutil.copytree(day.folder, tmp_path / "here"))
    with inside(copy):
        yield day._replace(folder=copy)


def reconcile(*words: str, day: str = DAY) -> Ran:
    """``tombo reconcile`` of a day."""
    return tombo(*LEDGER, "reconcile", "--day", day, *words)


def credit_from_nowhere(cents: int = 5_00) -> int:
    """Somebody who can sign gives p-1 money that no entry is the cause of; the log index of that."""
    ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(NOON + 2 * HOUR))
    try:
        player = ledger.store.streams("account")[0]
        event = Credited(amount=Money(cents), cause="roulette:nowhere/1", cause_version=2, wallet="cash")
        said = ImportJob("gift", "00" * 16, By(actor="platform", id="games"), None, [(player, event)], {})
        return ledger.record([said])[0].entries[0].index
    finally:
        ledger.store.close()


@pytest.mark.usefixtures("simulated")
def test_a_clean_day_ties() -> None:
    """Every check is ok, the books are in balance, nothing is on stderr, and the exit status is 0."""
    ran = reconcile()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{DAY}: EVERYTHING TIES\nA Lisbon day of 24 hours, from {DAY} 00:00:00 in Lisbon")
    checks = [line.split() for line in ran.out.partition("Checks\n")[2].partition("\n\n")[0].splitlines()]
    assert [(words[0], words[1]) for words in checks[:-1]] == [("ok", check) for check in CHECKS[:-1]]
    assert checks[-1][:3] == ["not", "asked", "wallet"]
    assert ran.out.count("0.00            0.00            0.00") == 1, "the trial balance, in all"
    assert "What does not tie" not in ran.out


def test_money_from_nowhere_is_named(simulated: Simulated) -> None:
    """A signed credit without a cause: status 1, the check, player, amount and log index; the page and the document say it too."""
    index = credit_from_nowhere()
    ran = reconcile("--html", "day.html")
    assert (ran.status, ran.err) == (1, "Wrote day.html\n")
    assert ran.out.startswith(f"{DAY}: IT DOES NOT TIE\n")
    player = simulated_player(simulated)
    text = f"500 cents of {player} are said to be for roulette:nowhere/1 version 2, which is not there"
    assert f"  accounts: {text}, by 5.00 EUR (log index {index})\n" in ran.out
    document = reconcile("--json").document
    assert (document["ties"], document["counts"]) == (False, {"accounts": 1})
    assert document["problems"] == [{"check": "accounts", "text": text, "entries": [index], "cents": 500}]
    assert text in Path("day.html").read_text(encoding="utf-8")


def simulated_player(simulated: Simulated) -> str:
    """The first player by name."""
    return min(entry.stream for entry in simulated.entries if entry.kind == "account.opened.v1").partition(":")[2]


def test_the_document_is_for_programs(simulated: Simulated) -> None:
    """With --json: figures in cents, by game, that add up with the entries; every check with what it claims."""
    ran = reconcile("--json")
    found = ran.document
    assert (ran.status, found["day"], found["ties"], found["problems"], found["wallet"]) == (0, DAY, True, [], None)
    assert set(found["checks"]) == set(CHECKS)
    assert [one["regulation"] for one in found["totals"]] == [
        "R803",
        "R804",
        "R805",
        "R806",
        "R809",
        "R810",
        "R811",
    ]
    assert found["base"] == max(0, sum(one["gross"] for one in found["totals"]))
    assert found["tax"] == found["base"] * 25 // 100
    ends = [entry.stream for entry in simulated.entries if entry.kind in OVER_KINDS]
    chips = {f"hand:{entry.stream[6:]}" for entry in simulated.entries if entry.kind == "table.tournament_opened.v1"}
    assert found["hands"] == sum(count for _, count in found["hours"]) == len(ends)
    money = [stream for stream in ends if stream.rpartition("/")[0] not in chips]
    assert sum(one["settled"] + one["voided"] for one in found["totals"]) == len(money) < len(ends)
    assert found["closing"]["outside"] == -deposits(simulated)
    assert sum(found["opening"].values()) == sum(found["closing"].values()) == 0
    revenue = found["closing"].get("house", 0) + found["closing"].get("commission", 0)
    assert revenue == sum(one["gross"] + one["borne"] for one in found["totals"])


def deposits(simulated: Simulated) -> int:
    """What came from outside in all, less what went there."""
    signs = {"account.deposited.v1": 1, "account.withdrawn.v1": -1}
    return sum(
        signs.get(entry.kind, 0) * getattr(entry.event, "amount", Money(0)).cents
        for entry in simulated.entries
        if entry.kind in signs
    )


@pytest.mark.usefixtures("simulated")
def test_the_page_has_the_same_figures() -> None:
    """With --html: one file of well-formed markup that needs no other, with the figures of the document and a row each game."""
    assert reconcile("--html", "day.html").status == 0
    document = reconcile("--json").document
    page = Path("day.html").read_text(encoding="utf-8")
    root = ET.fromstring(page.partition("\n")[2] if page.startswith("<!") else page)
    words = " ".join("".join(root.itertext()).split())
    assert "<script" not in page and "http" not in page.replace("http://www.w3.org/", "")
    for one in document["totals"]:
        assert one["regulation"] in words
        for name in ("staked", "paid", "refunded", "commission", "gross"):
            assert written(euros(one[name]), Language.PT, "figure") in words
    assert DAY in words


def test_the_wallet_ties_out(simulated: Simulated) -> None:
    """Its statement of the day has the same movements, as many and of as much, and is one check more."""
    ran = reconcile("--wallet", simulated.statement())
    document = reconcile("--json", "--wallet", "wallet.csv").document["wallet"]
    assert ran.status == 0
    assert (
        f"wallet        the operator's wallet statement has the same movements: {document['matched']['count']:,} matched"
        in ran.out
    )
    assert document["here"] == document["there"] == document["matched"]
    assert document["differences"] == []
    digest = sha256(Path("wallet.csv").read_bytes()).hexdigest()
    assert document["sha256"] == digest
    assert f"SHA-256 {digest}" in ran.out
    assert reconcile("--wallet", "wallet.csv", "--html", "day.html").status == 0
    assert digest in Path("day.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("simulated")
def test_f6_a_page_without_a_statement_says_that_it_was_not_asked() -> None:
    """Red before: the page said TUDO CONFERE and left the check out."""
    assert reconcile("--html", "day.html").status == 0
    page = Path("day.html").read_text(encoding="utf-8")
    assert "não pedida: não foi dado nenhum extrato da carteira (--wallet FILE)" in page


@pytest.mark.parametrize(
    ("mistake", "kind", "words"),
    [
        ("missing", "missing_there", "in the ledger, missing in the wallet"),
        ("duplicated", "duplicated_there", "more often in the wallet"),
    ],
)
def test_a_mistake_of_the_wallet_is_named(simulated: Simulated, mistake: Mistake, kind: str, words: str) -> None:
    """A stake that the wallet lacks, or has twice: status 1, with its entry, in text, document and page; the ledger's own checks are ok."""
    transaction, index = simulated.debit()
    ran = reconcile("--wallet", simulated.statement({transaction: mistake}), "--html", "day.html")
    document = reconcile("--json", "--wallet", "wallet.csv").document
    assert ran.status == 1
    assert ran.out.startswith(f"{DAY}: IT DOES NOT TIE\n")
    assert f"\nThe wallet statement\n  {words}, " in ran.out
    assert f": entry {index} (account:" in ran.out
    assert (document["ties"], sum(document["counts"].values())) == (False, 0)
    assert [one["kind"] for one in document["wallet"]["differences"]] == [kind]
    assert document["wallet"]["totals"][kind]["count"] == 1
    assert words in Path("day.html").read_text(encoding="utf-8")


def test_e6_balances_of_the_wallet_are_held_against_the_ledger(simulated: Simulated) -> None:
    """Every one raised by 10,000.00: each player's first line is named, and the page says so. Red before: everything ties."""
    path = Path(simulated.statement())
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    for row in rows[1:]:
        row[-1] = f"{float(row[-1]) + 10_000:.2f}"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    document = reconcile("--json", "--wallet", str(path)).document
    players = {row[1] for row in rows[1:]}
    differences = document["wallet"]["differences"]
    assert {one["kind"] for one in differences} == {"balance_differs"}
    assert {one["cents"] for one in differences} == {10_000_00}
    assert [one["lines"][0]["player"] for one in differences] == list(dict.fromkeys(row[1] for row in rows[1:]))
    assert document["wallet"]["balances"] == len(players)


def test_e6_a_bad_statement_is_noticed_before_the_pass(simulated: Simulated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: it was read once everything else had been looked through."""
    path = Path(simulated.statement())
    path.write_text(path.read_text(encoding="utf-8") + "c-1,p-1,debit,1.0\n", encoding="utf-8")
    monkeypatch.setattr("tombo.cli.commands.reconcile.reconciled", lambda *_: pytest.fail("the whole pass"))
    ran = reconcile("--wallet", str(path))
    assert (ran.status, ran.out) == (2, "")
    assert "found 4 cells; expected 6" in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "tombo: wallet statement: No such file or directory: statement.csv; expected a CSV file\n"),
        ("transaction;player\n", "tombo: wallet statement, line 1: found"),
    ],
)
@pytest.mark.usefixtures("simulated")
def test_a_statement_that_cannot_be_read_ends_it(text: str | None, said: str) -> None:
    """No file, or another format: status 2, what was found and expected, and no verdict."""
    if text is not None:
        Path("statement.csv").write_text(text, encoding="utf-8")
    ran = reconcile("--wallet", "statement.csv")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(said)


def test_what_a_night_found_is_kept_beside_the_keys(simulated: Simulated) -> None:
    """As it was told, in both languages; a run with the wallet keeps that too; where it cannot be kept, the night ends as it would."""
    index, (transaction, moved) = credit_from_nowhere(), simulated.debit()
    reconcile()
    kept = json.loads(Path("keys/nights", DAY).read_text(encoding="utf-8"))
    ((check, entries, english, portuguese),) = [
        (one["check"], one["entries"], one["en"], one["pt"]) for one in kept["problems"]
    ]
    assert (check, entries, kept["counts"], kept["wallet"]) == ("accounts", [index], {"accounts": 1}, False)
    assert "which is not there" in english and "que não existe" in portuguese
    reconcile("--wallet", simulated.statement({transaction: "missing"}))
    kept = json.loads(Path("keys/nights", DAY).read_text(encoding="utf-8"))
    assert [moved] in [one["entries"] for one in kept["problems"] if one["check"] == "wallet"]
    assert kept["wallet"] and kept["counts"]["wallet"] >= 1
    shutil.rmtree("keys/nights")
    Path("keys/nights").touch()
    ran = reconcile()
    assert ran.status == 1 and "what this night found is not kept, and the desk cannot show it" in ran.err


@pytest.mark.usefixtures("simulated")
def test_where_nothing_can_be_kept_nothing_is_compared() -> None:
    """A folder in which the tables cannot be written: the same report, for nothing of it comes from there."""
    kept = reconcile().out
    for file in Path().glob("ledger-views.db*"):
        file.unlink()
    Path("ledger-views.db").mkdir()
    ran = reconcile()
    assert (ran.status, ran.out, ran.err) == (0, kept, "")
    assert "compared up to this many entries: nothing is kept" in ran.out


@pytest.mark.usefixtures("simulated")
def test_a_bar_moves_on_a_terminal_only() -> None:
    """What takes long shows how far it is to whoever watches, and leaves no trace; a file gets nothing."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    with (
        patch.object(progress, "PATIENCE", -1.0),
        patch.object(progress, "REDRAW", -1.0),
        patch.object(run, "CHUNK", 100),
    ):
        quiet = reconcile()
        with patch.object(io, "StringIO", Terminal):
            watched = reconcile()
    assert quiet == watched._replace(err="")
    assert " 100 of " in watched.err
    assert watched.err.endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("name", "said"), [("15-07-2026", "'15-07-2026' is no day"), ("1996-07-15", "'1996-07-15' is no day")]
)
@pytest.mark.usefixtures("simulated")
def test_a_day_is_one_of_the_calendar(name: str, said: str) -> None:
    """Another way of writing it, or a year of which Lisbon's time is not known: status 2."""
    ran = reconcile(day=name)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
