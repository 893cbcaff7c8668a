"""The table of forgeries, line by line, on both stores: verdict, place and field as foretold, in every column."""

from __future__ import annotations

import re
from functools import partial

import pytest

from tests.forgeries.acts import at
from tests.forgeries.bared import open_bared
from tests.forgeries.maker import Database, Made, differs
from tests.forgeries.table import TABLE, Forgery
from tombo.ledger.parts import of_this_machine
from tombo.ledger.verify import Report, verify

COLUMNS = ("alone", "signer", "saved")


def verdict_of(report: Report, like: str, made: Made) -> str:
    """What ``report`` says, as the table writes it, with the parts that ``like`` has; places by their names."""
    if not report.problems:
        return report.verdict
    first = report.problems[0]
    said = re.fullmatch(r"\w+(?: at (?P<first>.+?)(?:\.\.(?P<last>.+?))?)?(?P<field> \(\w+\))?", like)
    assert said is not None, f"{like!r} is no line of the table"
    parts = [report.verdict.value]
    if said["first"]:
        expected = at(made, said["first"]), at(made, said["last"] or said["first"])
        found = (first.first, first.last)
        place = said["first"] + (f"..{said['last']}" if said["last"] else "")
        parts.append(f" at {place if found == expected else found}")
    if said["field"]:
        parts.append(f" ({first.field})")
    return "".join(parts)


@pytest.mark.parametrize("forgery", TABLE, ids=[forgery.name for forgery in TABLE])
def test_a_forgery_is_found_named_and_located(forgery: Forgery, made: Made, database: Database) -> None:
    """The verdict is the one foretold, with its place, in all three columns."""
    tables = made.tables.copy()
    forgery.change(made, tables)
    assert differs(tables, made.tables), "this forgery changes nothing"
    database.put(tables)
    factory = partial(open_bared, database.url)
    for column, expected, checkpoint in zip(COLUMNS, forgery.verdicts, (None, made.signer, made.saved), strict=True):
        report = verify(factory, made.policy, checkpoint=checkpoint)
        assert verdict_of(report, expected, made) == expected, (column, [str(found) for found in report.problems[:5]])
        assert report.unproven_tail == report.entries - report.size
        assert report.exit_status == (0 if expected in {"OK", "UNWITNESSED"} else 1)


@pytest.mark.parametrize("forgery", TABLE[::9], ids=[forgery.name for forgery in TABLE[::9]])
def test_two_processes_say_what_one_says(forgery: Forgery, made: Made, database: Database) -> None:
    """The report is the same to the letter."""
    tables = made.tables.copy()
    forgery.change(made, tables)
    database.put(tables)
    factory = partial(open_bared, database.url)
    reports = []
    for jobs in (1, 2):
        with of_this_machine(jobs) as means:
            reports.append(verify(factory, made.policy, checkpoint=made.saved, means=means))
    assert reports[0] == reports[1]


def test_the_honest_ledger_is_honest(made: Made, database: Database) -> None:
    """Nothing is objected to where nothing was done; without a checkpoint from outside that is not ``OK``."""
    database.put(made.tables)
    factory = partial(open_bared, database.url)
    end = len(made.tables.events)
    for checkpoint, size in ((None, 0), (made.signer, made.places["signed"]), (made.saved, made.places["saved"])):
        report = verify(factory, made.policy, checkpoint=checkpoint)
        assert report.problems == []
        assert (report.verdict, report.entries) == ("OK" if size else "UNWITNESSED", end)
        assert (report.size, report.unproven_tail) == (size, end - size)


def test_every_name_of_the_table_is_its_own() -> None:
    """No two lines of the table have the same name."""
    assert len({forgery.name for forgery in TABLE}) == len(TABLE)
