"""``tombo player statement``: every hand and round of a player with its totals, for people, for programs and as CSV."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import chip
from tombo.ledger.games.roulette.chances import Chip

RED: Chip = chip(200, "red")
NAMES = (
    "session",
    "what",
    "stream",
    "outcome",
    "staked",
    "won",
    "returned",
    "refunded",
    "commission",
    "result",
    "running",
)


def ran(*words: str) -> Ran:
    """A call about the demonstration's ledger, or the one in this folder."""
    return tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", *words)


@pytest.mark.usefixtures("folder")
def test_a_statement_reads_like_that_of_a_bank() -> None:
    """Sessions, a line for every hand and round, totals by game with the rule that owes them, and the account with its balances."""
    told = ran("player", "statement", "p-leste")
    lines = [line.split() for line in told.out.splitlines()]

    assert told.status == 0
    assert ["20:02:14", "1", "mesa-1/3", "0.00", "-20.00"] in lines, "a hand that cost nothing is told too"
    assert ["20:04:02", "1", "mesa-1/4", "38.00", "78.85", "4.15", "+40.85", "+20.85"] in lines
    assert ["20:08:09", "1", "mesa-1/5,", "void", "15.00", "15.00", "0.00", "+20.85"] in lines
    assert ["20:24:17", "2", "roulette:roleta-1/1", "3.00", "69.00", "3.00", "+69.00", "+81.85"] in lines
    assert ["hold'em", "(R806)", "7", "81.00", "78.85", "15.00", "4.15", "+12.85", "R806", "r.67"] in lines
    assert ["all,", "EUR", "9", "104.00", "167.85", "23.00", "15.00", "4.15", "+101.85"] in lines
    assert lines[-1] == ["2026-07-14", "20:24:53", "payment", "blackjack:bj-1/1", "199.00", "+40.00", "239.00"]


@pytest.mark.usefixtures("folder")
def test_a_session_has_its_own_statement() -> None:
    """Only its lines, running from nothing, and no account, which belongs to no session."""
    document = ran("--json", "player", "statement", "p-leste", "--session", "p-leste-3").document
    (line,) = document["lines"]

    assert tuple(line[name] for name in NAMES) == (
        *("p-leste-3", "round", "blackjack:bj-1/1", "settled"),
        *(2_000, 2_000, 2_000, 0, 0, 2_000, 2_000),
    )
    assert (document["wallet"], [total["rule"] for total in document["games"]]) == ([], ["R805 r.33"])
    began = next(one["started_index"] for one in document["sessions"])
    early = ran("player", "statement", "p-leste", "--session", "p-leste-3", "--at", str(began - 1))
    said = f"tombo: the session p-leste-3 began later than is asked: at log index {began}, 2026-"
    assert (early.status, early.err[: len(said)]) == (2, said)
    other = ran("player", "statement", "p-leste", "--session", "p-sul-1", "--at", "0")
    said = "tombo: p-leste has no session p-sul-1; 'tombo player statement' lists his\n"
    assert (other.status, other.err) == (2, said)


@pytest.mark.usefixtures("folder")
def test_a_statement_is_of_days_and_as_of_an_entry() -> None:
    """A day without play has no line; as of an entry nothing is told that came after it."""
    whole = ran("--json", "player", "statement", "p-leste").document
    day = ran("--json", "player", "statement", "p-leste", "--day", "2026-07-14").document
    later = ran("--json", "player", "statement", "p-leste", "--from", "2026-07-15", "--to", "2026-07-20").document
    index = whole["lines"][3]["log_index"]
    then = ran("--json", "player", "statement", "p-leste", "--at", str(index)).document

    assert day["lines"] == whole["lines"]
    assert (day["since"], day["until"]) == (1_783_983_600_000_000, 1_784_070_000_000_000), (
        "midnight in Lisbon, in summer"
    )
    assert (later["lines"], later["total"], [span["session"] for span in later["sessions"]]) == (
        *([], []),
        ["p-leste-1", "p-leste-2", "p-leste-3"],
    ), "none of his sessions is over"
    assert then["lines"] == whole["lines"][:4]
    assert [movement["log_index"] <= index for movement in then["wallet"]] == [True, True]
    assert whole["since"] == 1_752_447_600_000_000, "twelve months back"


@pytest.mark.usefixtures("folder")
def test_the_lines_are_written_as_csv() -> None:
    """A heading and the same lines, in whole units with their currency; a file that cannot be written is said."""
    document = ran("--json", "player", "statement", "p-leste", "--csv", "lines.csv").document
    with Path("lines.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    assert [row["stream"] for row in rows] == [line["stream"] for line in document["lines"]]
    assert [row["running"] for row in rows][:3] == ["-2.00", "-20.00", "-20.00"]
    assert (rows[3]["at"], rows[3]["currency"], rows[3]["won"]) == ("2026-07-14T19:04:02.000000Z", "EUR", "78.85")
    assert ran("player", "statement", "p-leste", "--csv", "nowhere/lines.csv").status == 2


@pytest.mark.usefixtures("folder")
def test_a_page_stands_beside_the_csv_and_the_document() -> None:
    """One call writes all three, and they say the same; the page of a session has no account, of a day without play its balance."""
    told = ran("--json", "player", "statement", "p-leste", "--html", "s.html", "--csv", "s.csv")
    (total,) = told.document["total"]
    page = Path("s.html").read_text(encoding="utf-8")
    ran("player", "statement", "p-leste", "--session", "p-leste-3", "--html", "session.html")
    ran("player", "statement", "p-leste", "--day", "2026-07-15", "--html", "day.html")
    session, day = (Path(name).read_text(encoding="utf-8") for name in ("session.html", "day.html"))

    assert total["result"] == 10_185
    assert "+101,85 EUR" in page
    assert "Wrote s.html" in told.err
    assert len(Path("s.csv").read_text(encoding="utf-8").splitlines()) == 1 + len(told.document["lines"])
    assert "R805 r.33" in session
    assert "Saldo da conta" not in session
    assert day.count("239,00 EUR") == 2, "before and after a day on which nothing moved"
    assert ran("player", "statement", "p-leste", "--html", "nowhere/s.html").status == 2


@pytest.mark.usefixtures("folder")
def test_where_no_table_can_be_kept_the_statement_is_computed() -> None:
    """The same statement, and a word about it on the other stream."""
    kept = ran("player", "statement", "p-sul")
    for file in Path("demo").glob("ledger-views.db*"):
        file.unlink()
    Path("demo/ledger-views.db").mkdir()
    computed = ran("player", "statement", "p-sul")

    assert (computed.status, computed.out) == (0, kept.out)
    assert "computed for this once" in computed.err
    assert kept.err == ""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        pytest.param(["nobody"], 2, "there is no player nobody", id="no such player"),
        pytest.param(["no body"], 2, "is no pseudonym", id="no name"),
        pytest.param(["p-sul", "--day", "today"], 2, "'today' is no day", id="no day"),
        pytest.param(
            ["p-sul", "--day", "2026-07-14", "--to", "2026-07-15"], 2, "a period of its own", id="two periods"
        ),
    ],
)
def test_what_cannot_be_told_is_said(words: list[str], status: int, said: str) -> None:
    """With the status of its sort, in one line."""
    found = ran("player", "statement", *words)

    assert (found.status, found.out) == (status, "")
    assert said in found.err


def test_what_is_at_stake_stands_apart(tmp_path: Path) -> None:
    """A stake in the round under way, and one that zero imprisoned, are in no line's result but their own, and said at the end."""
    with casino(tmp_path, "R807", zero="prison") as evening:
        evening.spins({"p-1": (RED,), "p-2": (RED,)}, "0")
        evening.spins({"p-1": (RED,)}, None)
    with inside(tmp_path):
        told = tombo(*LEDGER, "player", "statement", "p-1")
        other = tombo(*LEDGER, "--json", "player", "statement", "p-2").document

    assert "At stake, in no line yet: 2.00 EUR in prison at roleta-1 (R807)" in told.out
    assert "At stake, in no line yet: 2.00 EUR in the round under way at roleta-1 (R807)" in told.out
    assert [line["result"] for line in other["lines"]] == [-200]
    assert [(stake["what"], stake["staked"]) for stake in other["at_stake"]] == [("prison", 200)]
