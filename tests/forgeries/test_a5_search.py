"""A5: whoever writes the rows of the search changes what is found, never what is shown: the command refuses it, and the night names it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_raw
from tests.forgeries.evening import DAY, Evening, played
from tests.forgeries.test_a5_views import refused, told
from tests.forgeries.test_hostile_views import in_views
from tests.tools.cli_run import tombo
from tests.worlds.phh import phh
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.ledger.store import open_views
from tombo.projections.rows import KeptRows
from tombo.reports.shown import findings, last_hands
from tombo.reports.shown.reading import Reader


@pytest.fixture
def evening(store_url: str, tmp_path: Path) -> Evening:
    """On each database in turn."""
    return played(store_url, tmp_path)


ALTERED: Final = {
    "a table": ("hands", "UPDATE {} SET table_name = 'elsewhere' WHERE number = '3'", "table_name is 'elsewhere'"),
    "when it began": ("hands", "UPDATE {} SET recorded = 7 WHERE number = '3'", "recorded is 7"),
    "its stream": ("hands", "UPDATE {} SET stream = 'roulette:nowhere/1' WHERE number = '3'", "roulette:nowhere/1"),
    "what was staked": ("ends", "UPDATE {} SET amount = 1", "amount is 1; the entries give "),
    "what was won": ("ends", "UPDATE {} SET largest = 99 WHERE outcome = 'settled'", "largest is 99"),
    "how it ended": (
        "ends",
        "UPDATE {} SET outcome = 'settled' WHERE outcome = 'voided'",
        "'settled'; the entries give 'voided'",
    ),
    "why it is void": (
        "marks",
        "UPDATE {} SET mark = 'incident flood' WHERE mark = 'incident power'",
        "'incident flood'",
    ),
    "that it is over": ("ends", "DELETE FROM {} WHERE outcome = 'voided'", "it is not there"),
    "who played": ("marks", "UPDATE {} SET mark = 'player p-crony' WHERE mark = 'player p-2'", "'player p-crony'"),
    "a finding": ("marks", "UPDATE {} SET mark = 'rule R804 r.9' WHERE mark = 'number 3'", "'rule R804 r.9'"),
    "a mark less": ("marks", "DELETE FROM {} WHERE mark = 'player p-1'", "it is not there"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_a5_a_row_that_was_altered_is_not_shown(evening: Evening, what: str) -> None:
    """A5: neither what was searched for nor a list; programs get nothing either; the night names it; computed again it is as before."""
    honest = evening.run("--json", "find").out
    table, change, said = ALTERED[what]
    evening.alter("search", table, change)
    for words in (("find",), ("--json", "find"), ("find", "--to", "2026-07-16T00:00:00Z"), ("round", "list")):
        refused(evening.run(*words), "search", said)
    told(evening.run("reconcile", "--day", DAY), "search", said.partition(";")[0])
    assert evening.run("views", "rebuild", "search").status == 0
    assert evening.run("--json", "find").out == honest


def test_a5_what_was_put_under_another_name_is_not_shown_to_who_looks_for_it(evening: Evening) -> None:
    """A5: a spin that was marked as one of a player who was not in it."""
    assert "Nothing found" in evening.run("find", "--player", "p-crony").out
    evening.alter("search", "marks", "UPDATE {} SET mark = 'player p-crony' WHERE mark = 'player p-1'")
    refused(evening.run("find", "--player", "p-crony"), "search", "'player p-crony'")


ADDED: Final = {
    "of a hand": "(SELECT max(began) FROM {}), '', 'player p-crony'",
    "of nothing": "1, '', 'player p-crony'",
    "of what is over": "-1, 'roulette:roleta-1/1', 'rule R804 r.9'",
    "a complaint": "-1, 'roulette:roleta-1/1', 'dispute opened'",
}
ASKED: Final = {"player p-crony": ("--player", "p-crony"), "rule R804 r.9": ("--finding", "R804 r.9")}


@pytest.mark.parametrize("what", ADDED)
def test_a5_a_mark_that_was_added_shows_nothing(evening: Evening, what: str) -> None:
    """A5: of a hand, of an entry with which none begins, of a spin that is over, of a complaint that nobody made."""
    values = ADDED[what].replace("roleta-1", wheel_of(evening))
    evening.alter(
        "search",
        "marks",
        f"INSERT INTO {{0}} (log_index, part, began, stream, mark) SELECT 5, 0, {values.format('{0}')}",
    )
    words = next((asked for mark, asked in ASKED.items() if mark in values), ("--disputed",))
    refused(evening.run("find", *words), "search", "the entries give no such row")
    told(evening.run("reconcile", "--day", DAY), "search", "the entries give no such row")


def wheel_of(evening: Evening) -> str:
    """The name of its table."""
    return str(evening.run("--json", "find", "--limit", "1").document["items"][0]["table"])


@pytest.mark.parametrize(
    "words", [("round", "list"), ("round", "list", "--limit", "1"), ("round", "list", "--table", "WHEEL")]
)
def test_a5_the_newest_round_that_was_taken_out_of_a_list_is_missed(evening: Evening, words: tuple[str, ...]) -> None:
    """A5: a list goes through the newest entries, too; what a search does not find the night says."""
    asked = [wheel_of(evening) if word == "WHEEL" else word for word in words]
    newest = evening.run("--json", "find", "--limit", "1").document["items"][0]["place"]
    for table, column in (("hands", "log_index"), ("ends", "began"), ("marks", "began")):
        evening.alter("search", table, f"DELETE FROM {{}} WHERE {column} = {newest}")
    refused(evening.run(*asked), "search", "no row of hands is of roulette:")
    told(evening.run("reconcile", "--day", DAY), "search", "of hands", "it is not there")


PARTS: Final = {
    "whose it is": ("UPDATE {} SET player = 'p-crony' WHERE player = 'p-1'", "p-crony", "player is 'p-crony'"),
    "in what": ("UPDATE {} SET stream = 'roulette:nowhere/1' WHERE player = 'p-1'", "p-1", "roulette:nowhere/1"),
    "that the other was in it": ("DELETE FROM {} WHERE player = 'p-2'", "p-1", "it is not there"),
    "one more": (
        "INSERT INTO {0} (log_index, part, player, stream) SELECT 5, 0, 'p-crony', max(stream) FROM {0}",
        "p-crony",
        "the entries give no such row",
    ),
    "of nothing that can be": (
        "INSERT INTO {} (log_index, part, player, stream) VALUES (5, 0, 'p-crony', 'no stream')",
        "p-crony",
        "the entries give no such row",
    ),
}


@pytest.mark.parametrize("what", PARTS)
def test_a5_who_took_part_is_not_shown_as_somebody_wrote_it(
    evening: Evening, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A5: none of the newest entries being read beside the rows, the last hands are refused; the night names the row; computed again they are as before."""
    monkeypatch.setattr(last_hands, "CHUNK", 0)
    change, player, said = PARTS[what]
    honest = evening.run("--json", "player", "last-hand", "p-1", "--last", "9")
    assert (honest.status, len(honest.lines)) == (0, 3)
    evening.alter("search", "taken_part", change)
    refused(evening.run("player", "last-hand", player), "search", said)
    told(evening.run("reconcile", "--day", DAY), "search", "taken_part", said.partition(";")[0])
    assert evening.run("views", "rebuild", "search").status == 0
    assert evening.run("--json", "player", "last-hand", "p-1", "--last", "9").out == honest.out


def test_a5_a_last_hand_that_was_taken_out_is_shown_all_the_same(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A5: the newest entries are read themselves; what is older than these and was taken out the night names."""
    honest = evening.run("--json", "player", "last-hand", "p-1", "--last", "9").out
    evening.alter("search", "taken_part", "DELETE FROM {}")
    assert evening.run("--json", "player", "last-hand", "p-1", "--last", "9").out == honest
    monkeypatch.setattr(last_hands, "CHUNK", 0)
    assert evening.run("--json", "player", "last-hand", "p-1", "--last", "9").out == ""
    told(evening.run("reconcile", "--day", DAY), "search", "of taken_part", "it is not there")


FOUND: Final = {
    "where": ("UPDATE {} SET log_index = log_index - 1", "it has log_index"),
    "to what": ("UPDATE {} SET stream = 'roulette:nowhere/1'", "roulette:nowhere/1"),
    "by which rule": ("UPDATE {} SET rule = 'R804 r.9'", "rule is 'R804 r.9'"),
    "beyond any": (
        "INSERT INTO {} (log_index, stream, rule) VALUES (0, 'no stream', '')",
        "the entries give no such row",
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_a5_a_finding_is_not_shown_as_somebody_wrote_it(
    store_url: str, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A5: none of the newest entries being read beside the rows, who asks what was objected to is told of the row."""
    monkeypatch.setattr(findings, "READ", 0)
    change, said = FOUND[what]
    keyring = Keyring(tmp_path / "keys")
    (tmp_path / "a.phh").write_text(phh({"seats": "[1, 2, 11]"}))
    ran = partial(tombo, "--ledger", store_url, "--keys", str(keyring.directory))
    create_ledger(store_url, keyring, origin="operator.example/1").store.close()
    assert ran("import", "phh", str(tmp_path / "a.phh")).status == 0
    assert ran("views", "follow", "search").status == 0
    with open_checked(store_url, keyring, read_only=True) as store, open_views(store_url) as views:
        reader, build = Reader(store), views.live("search")
        assert build is not None
        kept = KeptRows(views, build)
        found = findings.objected(reader, kept, 0, 9)
        assert [entry.event.rule for entry in found if isinstance(entry, Entry)] == ["PHH seats"]
        run_raw(in_views(store_url), change.format(build.stored("findings")))
        with pytest.raises(TamperedError, match=said):
            findings.objected(reader, kept, 0, 9)


def test_a5_a_state_that_no_follower_wrote_ends_the_status(evening: Evening) -> None:
    """A5: what is not even a state; one that counts otherwise is told by the night, as every total is."""
    run_raw(in_views(evening.url), "UPDATE builds SET state = '{\"playing\": 7}' WHERE name = 'search'")
    refused(evening.run("status"), "search", "what it knows besides its rows")
    run_raw(in_views(evening.url), "UPDATE builds SET state = '{\"streams\": {\"banked\": 70}}' WHERE name = 'search'")
    assert evening.run("--json", "status").document["streams"]["banked"] == 70
    told(evening.run("reconcile", "--day", DAY), "search: what it knows besides its rows")


def test_lists_and_status_need_none_of_what_is_kept(evening: Evening) -> None:
    """Where it is of another ledger the log is read, and why is said; where it was thrown away, too."""
    words = (("round", "list"), ("--json", "round", "list", "--limit", "1"), ("--json", "status"))
    honest = [_but_projections(evening.run(*each).out) for each in words]
    run_raw(in_views(evening.url), "UPDATE builds SET origin = 'operator.example/other' WHERE name = 'search'")
    for each, out in zip(words, honest, strict=True):
        ran = evening.run(*each)
        assert (ran.status, _but_projections(ran.out)) == (0, out)
        assert (
            "what is kept of search cannot be used (the projection search is of the ledger operator.example/other"
            in ran.err
        )
    assert evening.run("views", "drop").status == 0
    assert [_but_projections(evening.run(*each).out) for each in words] == honest
    assert "search not followed yet" in evening.run("status").out


def _but_projections(out: str) -> str:
    return out.partition('"projections"')[0]
