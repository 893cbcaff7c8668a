"""F7: a day that has not begun has no figures, and one that goes on says so, wherever its figures are told.

The clock is that of the call, or the ledger's newest entry where that is later: who reads on a machine that is behind is refused nothing that is on record.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from tests.tools.cli_run import Ran, tombo
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.lisbon import HOUR, window

DEMO: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
DAY: Final = "2026-07-14"
"""On which the demonstration is played; its last entry is of 20:24."""
STARTS, ENDS = window(DAY)
NEXT: Final = "2026-07-15"
AFTERWARDS: Final = ENDS + 3 * HOUR
TO_COME: Final = "2999-01-01"
PERIODS: Final = (
    ("player", "statement", "p-sul"),
    ("refunds",),
    ("book", "show", "wallet:p-sul"),
)
NAMED: Final = (
    ("reconcile", "--day", TO_COME),
    ("reconcile", "--day", TO_COME, "--close"),
    ("player", "statement", "p-sul", "--day", TO_COME),
    ("refunds", "--day", TO_COME),
    *((*words, "--from", TO_COME) for words in PERIODS),
    *((*words, "--to", TO_COME) for words in PERIODS),
    *((*words, "--from", DAY, "--to", TO_COME) for words in PERIODS),
)
AS_OF: Final = (
    *PERIODS,
    ("book", "balance"),
    ("player", "last-hand", "p-sul"),
    ("table", "show", "mesa-1"),
    ("tournament", "list"),
)
GOES_ON: Final = f"{DAY} is not over and goes on: these are its figures so far"
GOES_ON_PT: Final = f"{DAY} ainda não acabou: são os valores até agora"
OF_THE_DAY: Final = (
    ("reconcile", "--day", DAY),
    ("player", "statement", "p-sul", "--day", DAY),
    ("player", "statement", "p-sul", "--to", DAY),
    ("refunds", "--day", DAY),
    ("book", "show", "wallet:p-sul", "--from", DAY, "--to", DAY),
)


@contextmanager
def it_is(now: int) -> Iterator[None]:
    """What is typed is typed at ``now``."""
    with patch.object(SystemClock, "now", lambda _: now):
        yield


def ran(*words: str, now: int = AFTERWARDS) -> Ran:
    """``tombo`` on the demonstration's ledger, when it is ``now``."""
    with it_is(now):
        return tombo(*DEMO, *words)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", NAMED, ids=" ".join)
def test_f7_a_day_that_has_not_begun_has_no_figures(words: tuple[str, ...]) -> None:
    """F7: wrong usage that names the day, and not the time that it is now. Red before: an empty answer, or "nothing to tie"."""
    said = ran(*words)

    assert (said.status, said.out) == (2, "")
    assert said.err == f"tombo: {TO_COME} has not begun; expected a day that has\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", AS_OF, ids=" ".join)
def test_f7_an_instant_to_come_has_no_state(words: tuple[str, ...]) -> None:
    """F7: ``--at`` of the future was answered with what is on record now; who is ahead by what clocks may differ is answered still."""
    said = ran(*words, "--at", "2199-01-01T12:00:00Z")

    assert (said.status, said.out) == (2, "")
    assert "'2199-01-01T12:00:00Z' has not come; expected an instant that has" in said.err
    assert ran(*words, "--at", "2026-07-15T02:00:05Z", now=ENDS + 3 * HOUR).status == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [(*words, "--from", NEXT, "--to", NEXT) for words in PERIODS], ids=" ".join)
def test_f7_a_day_begins_with_its_first_microsecond(words: tuple[str, ...]) -> None:
    """F7: at midnight in Lisbon the new day may be asked for, and not before."""
    assert ran(*words, now=ENDS - 1).status == 2
    assert ran(*words, now=ENDS).status == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", OF_THE_DAY, ids=" ".join)
def test_f7_a_clock_that_is_behind_refuses_nothing_on_record(words: tuple[str, ...]) -> None:
    """F7: where the newest entry is later than the machine's clock, the day of that entry has begun."""
    assert ran(*words, now=STARTS - 30 * 24 * HOUR).status == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", OF_THE_DAY, ids=" ".join)
def test_f7_a_day_that_is_not_over_says_that_it_goes_on(words: tuple[str, ...]) -> None:
    """F7: up to its last microsecond, in both languages and for programs; a day that is over says nothing of the kind."""
    during, after = ran(*words, now=ENDS - 1), ran(*words, now=ENDS)

    assert during.status == after.status == 0
    assert during.out.count(GOES_ON) == 1
    assert "goes on:" not in after.out
    assert ran("--lang", "pt", *words, now=ENDS - 1).out.count(GOES_ON_PT) == 1
    if words[0] == "book":  # a line of JSON for every operation, and no document
        assert ran("--json", *words, now=ENDS - 1).err.count(GOES_ON) == 1
        return
    assert ran("--json", *words, now=ENDS - 1).document["goes_on"] is True
    assert ran("--json", *words, now=ENDS).document["goes_on"] is False


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [OF_THE_DAY[0], OF_THE_DAY[1]], ids=" ".join)
def test_f7_a_page_of_a_day_that_is_not_over_says_so(words: tuple[str, ...]) -> None:
    """F7: what is printed may be handed to somebody who does not know when it was."""
    for now, told in ((ENDS - 1, True), (ENDS, False)):
        assert ran(*words, "--html", f"{now}.html", now=now).status == 0
        page = Path(f"{now}.html").read_text(encoding="utf-8")
        assert (GOES_ON in page, GOES_ON_PT in page) == (told, told)


@pytest.mark.usefixtures("folder")
def test_f7_a_statement_as_at_the_past_is_as_it_was() -> None:
    """F7: what is asked as of an instant of the past is no different, whenever that is asked."""
    words = ("player", "statement", "p-sul", "--day", DAY, "--at", "2026-07-14T19:05:00Z")

    assert ran(*words, now=ENDS + SECOND) == ran(*words, now=ENDS + 900 * 24 * HOUR)
