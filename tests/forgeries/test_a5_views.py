"""A5: whoever writes the tables of projections changes what is found, never what is shown: each command and the night say so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_raw
from tests.forgeries.evening import BEGINS, DAY, Evening, played
from tests.forgeries.test_hostile_views import in_views
from tests.tools.cli_run import Ran
from tests.worlds.wheel_ledger import COLOUR, NUMBER, again
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account.events import Withdrawn
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.publish import publish
from tombo.ledger.store import open_views
from tombo.projections import registry
from tombo.projections.follow import Follower
from tombo.projections.reconciliation.run import reconcile


@pytest.fixture
def evening(store_url: str, tmp_path: Path) -> Evening:
    """On each database in turn."""
    return played(store_url, tmp_path)


def refused(ran: Ran, view: str, *said: str) -> None:
    """Nothing was shown as true: what was found, what was expected, and the next command, with status 1."""
    assert (ran.status, ran.out) == (1, ""), ran
    assert f"TAMPERED in the view {view}: " in ran.err, ran.err
    for word in (*said, f"'tombo views rebuild {view}'"):
        assert word in ran.err, ran.err


def told(ran: Ran, *said: str) -> None:
    """The night says that it does not tie, and why, in one of its problems."""
    assert ran.status == 1, ran
    assert ran.out.startswith(f"{DAY}: IT DOES NOT TIE\n")
    lines = [line for line in ran.out.splitlines() if line.startswith("  views: ")]
    assert any(all(word in line for word in said) for line in lines), ran.out


CRONY = "UPDATE {} SET player = 'p-crony', cents = 350000, rule = 'R806 r.72' WHERE player = 'p-1'"
"""The examination's: 3,500.00 that nobody was ever owed."""


def test_a5_a_refund_that_was_altered_is_not_shown(evening: Evening) -> None:
    """A5: 3,500.00 to a crony: the list is refused, as a file too; the night names row, column, found and expected; no close."""
    evening.alter("refunds", "given", CRONY)
    refused(evening.run("refunds"), "refunds", "'p-crony'", "'p-1'")
    refused(evening.run("--json", "refunds", "--day", DAY), "refunds")
    ran = evening.run("refunds", "--csv", str(evening.folder / "refunds.csv"))
    refused(ran, "refunds")
    assert not (evening.folder / "refunds.csv").exists()
    ran = evening.run("reconcile", "--day", DAY, "--close", "--staff", "ana")
    told(ran, f"cents is 350000; the entries give {NUMBER}", "'tombo views rebuild refunds'")
    assert f"{DAY} was not closed" in ran.err
    assert evening.run("views", "rebuild", "refunds").status == 0
    assert evening.run("refunds").status == 0
    assert evening.run("reconcile", "--day", DAY).out.startswith(f"{DAY}: EVERYTHING TIES\n")


def test_a5_a_refund_that_was_hidden_is_missed(evening: Evening) -> None:
    """A5: a row taken out of the list is missed by the list of its day and by the night, whoever is asked for."""
    evening.alter("refunds", "given", "DELETE FROM {} WHERE player = 'p-2'")
    for words in ((), ("--day", DAY), ("--player", "p-2"), ("--incident", "power"), ("--game", "R804")):
        refused(evening.run("refunds", *words), "refunds", "it is not there", f"cents {COLOUR}")
    told(evening.run("reconcile", "--day", DAY), "refunds", "it is not there", "player 'p-2'")


def test_a5_an_incident_that_was_altered_is_not_shown(evening: Evening) -> None:
    """A5: the origin decides whether anything may be void: that of the list is the incident's own, or the list is refused."""
    evening.alter("refunds", "occasions", "UPDATE {} SET cause = 'player_side'")
    refused(evening.run("refunds", "--incident", "power"), "refunds", "'player_side'", "'operator_system'")
    told(evening.run("reconcile", "--day", DAY), "refunds", "cause is 'player_side'")


ALTERED_STATEMENTS: Final = {
    "result": "UPDATE {} SET result = 9897200, won = 9897200 WHERE player = 'p-1' AND number = 1",
    "hidden": "DELETE FROM {} WHERE player = 'p-1' AND number = 2",
    "moved": "UPDATE {} SET at = at - 400 * 86400000000 WHERE player = 'p-1' AND number = 2",
    "another's": "UPDATE {} SET player = 'p-2', session = 's-p-9' WHERE player = 'p-1' AND number = 1",
}


@pytest.mark.parametrize("how", ALTERED_STATEMENTS)
def test_a5_a_statement_that_was_altered_is_not_shown(evening: Evening, how: str) -> None:
    """A5: a result of +98,972.00, a line hidden, moved out of the year or to somebody else: refused, and told by the night."""
    page = evening.folder / "statement.html"
    evening.alter("session_statement", "lines", ALTERED_STATEMENTS[how])
    refused(evening.run("player", "statement", "p-1", "--html", str(page)), "session_statement")
    assert not page.exists()
    refused(evening.run("player", "statement", "p-1", "--session", "s-p-1"), "session_statement")
    told(evening.run("reconcile", "--day", DAY), "session_statement")


@pytest.mark.parametrize("table", ["sessions", "ends"])
def test_a5_a_session_that_was_hidden_is_missed(evening: Evening, table: str) -> None:
    """A5: a session that a player's account and his tables know of is missed in his statement, and so is its end."""
    evening.alter("session_statement", table, "DELETE FROM {} WHERE session = 's-p-2'")
    refused(evening.run("player", "statement", "p-2"), "session_statement", "s-p-2")
    told(evening.run("reconcile", "--day", DAY), "session_statement", f"of {table}", "it is not there")


def test_a5_an_account_that_was_altered_is_not_shown(evening: Evening) -> None:
    """A5: the movements of a wallet, with which a statement ends and which the book tells, are those of the account's stream."""
    change = (
        "UPDATE {} SET movement = movement + 100000, after = after + 100000 WHERE holder = 'wallet:p-1' AND seq = 1"
    )
    evening.alter("accounts", "postings", change)
    refused(evening.run("player", "statement", "p-1"), "accounts", "movement is ", "wallet:p-1")
    refused(evening.run("book", "show", "wallet:p-1"), "accounts", "movement is ", "wallet:p-1")
    told(evening.run("reconcile", "--day", DAY), "accounts", "wallet:p-1", "movement is ")


@pytest.mark.parametrize("holder", ["wallet:p-1", "stake:roulette:roleta-1/1"])
def test_a5_a_posting_that_was_hidden_is_missed(evening: Evening, holder: str) -> None:
    """A5: the last operation of a holder taken out of the book leaves a chain that holds: it is missed all the same."""
    newest = f"(SELECT max(seq) FROM {{0}} WHERE holder = '{holder}')"
    evening.alter("accounts", "postings", f"DELETE FROM {{0}} WHERE holder = '{holder}' AND seq = {newest}")
    refused(evening.run("book", "show", holder), "accounts", "it is not there", holder)
    told(evening.run("reconcile", "--day", DAY), "accounts", "it is not there", holder)


def test_a5_what_is_not_recomputed_says_when_it_was_compared(evening: Evening) -> None:
    """A5: a total over everything names the night that compared it, by what is on record; before the first it says that."""
    words = ("book", "balance")
    assert "never compared with the entries" in evening.run(*words).out
    assert evening.run("--json", *words).document["compared"] is None
    assert evening.run("reconcile", "--day", DAY, "--close", "--staff", "ana").status == 0
    document = evening.run("--json", *words).document
    assert document["compared"]["day"] == DAY
    assert f"by the night of {DAY}" in evening.run(*words).out
    assert f"by the night of {DAY}" in evening.run(*words, "--holders").err
    assert f"by the night of {DAY}" in evening.run("book", "show", "outside").err
    assert evening.run("book", "show", "wallet:p-1").err == ""


def test_a5_rows_of_a_day_before_are_compared_too(evening: Evening) -> None:
    """A5: the night of another day, which begins after the altered row, compares it all the same."""
    evening.alter("refunds", "given", CRONY)
    ran = evening.run("reconcile", "--day", "2026-07-16")
    assert ran.status == 1
    assert "cents is 350000" in ran.out


def test_a5_a_night_goes_on_from_the_last_one_out_of_reach(evening: Evening) -> None:
    """A5: what a night found right is not read again by the next, unless somebody asks; what it knew lies among the keys."""
    words, file = ("--json", "reconcile", "--day", "2026-07-16"), evening.folder / "keys" / "night"
    first, second = (evening.run(*words).document for _ in range(2))
    size = first["start"]
    assert (first["compared_from"], second["compared_from"]) == (0, size)
    assert file.stat().st_mode & 0o777 == 0o600
    assert {**second, "compared_from": 0} == first
    evening.alter("refunds", "given", CRONY)
    assert evening.run(*words).document["ties"]
    assert evening.run(*words, "--whole").document["counts"] == {"views": 3}
    assert evening.run("reconcile", "--day", DAY).status == 1, "the day itself begins before, so with the first entry"
    for spoilt in (b"", b"{}", b"\xff", file.read_bytes().replace(b'"size":', b'"size":1'), b'{"form":1,"origin":7}'):
        file.write_bytes(spoilt)
        assert evening.run(*words).document["counts"] == {"views": 3}
        assert file.read_bytes() == spoilt, "a night that does not tie keeps nothing"


def test_a5_a_day_before_the_book_was_altered_begins_with_what_the_entries_give(evening: Evening) -> None:
    """A5: the opening of a day was the followed book's: it is computed, whatever stands in the rows."""
    honest = evening.run("--json", "reconcile", "--day", "2026-07-16").document
    for holder in ("wallet:p-1", "outside"):
        evening.alter("accounts", "balances", f"UPDATE {{}} SET balance = balance + 700 WHERE holder = '{holder}'")
    found = evening.run("--json", "reconcile", "--day", "2026-07-16").document
    assert (found["opening"], found["closing"]) == (honest["opening"], honest["closing"])
    assert found["counts"] == {"views": 2}


def test_a5_an_overdraft_that_an_event_key_signed_is_named_by_the_night(evening: Evening) -> None:
    """A5: 99,000.00 withdrawn of an account that has not got them, correctly signed: the night says which entry, and by how much."""
    gone = Withdrawn(amount=Money(9_900_000), reference="bank")
    thief = By(actor="platform", id="platform")
    with again(evening.url, evening.folder, BEGINS + 2 * HOUR) as found:
        said = ImportJob("theft", "00" * 16, thief, None, [("account:p-1", gone)], {})
        index = found.ledger.record([said])[0].entries[0].index
        publish(found.ledger.store, Keyring(evening.folder / "keys").signer())
    ran = evening.run("reconcile", "--day", DAY)
    assert ran.status == 1
    (line,) = [one for one in ran.out.splitlines() if one.startswith("  chain: ")]
    assert line.startswith("  chain: wallet:p-1 is ")
    assert "cents below zero, by " in line
    assert line.endswith(f"(log index {index})")
    audited = evening.run("audit")
    assert audited.status == 0
    assert audited.out.splitlines()[-1].endswith("none below zero, are for 'tombo reconcile' to say")


def test_a5_a_night_over_honest_rows_has_nothing_to_say(evening: Evening) -> None:
    """Every projection is compared to the end of the log, on both stores, and ties; and again as of a follower that is behind."""
    with open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store:
        size = store.head().size
        with open_views(evening.url) as views:
            found = reconcile(store, views, DAY)
            assert found.compared == {one.name: size for one in registry.FOLLOWED}
            assert found.ties
            for upto in range(0, size, 7):
                for projection in registry.FOLLOWED:
                    views.drop(projection.name)
                    Follower(store, views, projection, batch=3).catch_up(upto)
                found = reconcile(store, views, DAY)
                assert (found.problems, set(found.compared.values())) == ((), {upto})


ADDED: Final = {
    "nobody's": "log_index + 1000",
    "before the first": "-1",
    "among the others": "log_index + 1",
}


@pytest.mark.parametrize("where", ADDED)
def test_a5_a_row_that_was_added_is_one_too_many(evening: Evening, where: str) -> None:
    """A5: a refund of no entry, below the first, between two, or beyond the last: one row too many."""
    build = evening.build("refunds")
    (given,) = (table for one in registry.FOLLOWED for table in one.tables if table.name == "given")
    listed = ", ".join(column for column, _ in given.columns)
    others = listed.replace("log_index", ADDED[where], 1)
    stored = build.stored("given")
    run_raw(
        in_views(evening.url), f"INSERT INTO {stored} ({listed}) SELECT {others} FROM {stored} WHERE player = 'p-1'"
    )
    told(evening.run("reconcile", "--day", DAY), "the entries give no such row", "player 'p-1', seat 0")


def test_a5_a_build_whose_state_was_altered_is_found(evening: Evening) -> None:
    """A5: what a fold goes on from is in the database too: the night compares it, and no command shows what comes of it."""
    changed = evening.build("session_statement").state.replace("s-p-1", "s-p-9")
    run_raw(in_views(evening.url), f"UPDATE builds SET state = '{changed}' WHERE name = 'session_statement'")
    told(evening.run("reconcile", "--day", DAY), "session_statement: what it knows besides its rows")
    assert "s-p-9" not in evening.run("player", "statement", "p-1").out


@pytest.mark.parametrize("view", ["accounts", "refunds", "session_statement"])
def test_a5_a_position_that_was_put_back_is_no_fault_of_ours(evening: Evening, view: str) -> None:
    """A5: rows that are there already, of entries that were not followed, are what somebody else wrote: said so, with the way on."""
    run_raw(in_views(evening.url), f"DELETE FROM notification_tracking WHERE application_name LIKE '{view}/%'")
    run_raw(in_views(evening.url), f"UPDATE builds SET last = '', state = '' WHERE name = '{view}'")
    ran = evening.run("views", "follow")
    assert (ran.status, f"TAMPERED in the view {view}: " in ran.err) == (1, True), ran.err
    assert f"'tombo views rebuild {view}' computes it again" in ran.err
    assert evening.run("views", "rebuild", view).status == 0
    assert evening.run("views", "follow").status == 0
