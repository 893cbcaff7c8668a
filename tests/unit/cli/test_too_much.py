"""F7: what is too long, too large or empty is a mistake of who typed it, exit status 2: no fault of ``tombo``, and nothing goes on record."""

from __future__ import annotations

import pytest

from tests.tools.cli_run import Ran, tombo

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
OPEN = ("incident", "open", "late", "--origin", "operator-system", "--staff", "s-2")
CLOSE = ("incident", "close", "2026-07-14-server", "--staff", "s-2", "--note")
CONFIRM = ("clock", "confirm", "--staff", "s-1", "--reason")
REVOKE = ("keys", "revoke", "0" * 16, "--last-good", "5", "--reason")
LOSS = ("loss", "declare", "--root", "demo/keys/root.key", "--second", "s-2", "--staff", "s-1", "--reason")
ON_RECORD = ((*OPEN, "--reported-by"), CLOSE, CONFIRM, REVOKE, LOSS)
HUGE = "9" * 30
NUMBERS = (
    ("hand", "show", "mesa-1/4", "--at", HUGE),
    ("round", "show", "roulette:roleta-1/1", "--at", HUGE),
    ("proof", "hand", "mesa-1/4", "--version", HUGE),
)
BEYOND = ("0001-01-01T00:00:00+12:00", "1969-12-31T23:59:59Z", "2300-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00")
INSTANTS = (
    ("book", "balance", "--at"),
    ("refunds", "--at"),
    ("dispute", "open", "p-sul", "--claim", "late", "--staff", "s-2", "--complained"),
    (*OPEN, "--reported-by", "monitor", "--first"),
)


def ran(*words: str) -> Ran:
    """``tombo`` on the demonstration's ledger."""
    return tombo(*DEMO, *words)


def wrong(*words: str) -> str:
    """What ``tombo`` says to ``words``, which are wrong usage and put nothing on record."""
    before = ran("--json", "status").document["entries"]
    answer = ran(*words)
    assert (answer.status, answer.out) == (2, ""), answer
    assert ran("--json", "status").document["entries"] == before
    return answer.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", ON_RECORD, ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize(("text", "letters"), [("", 0), ("  ", 2), ("z" * 501, 501)], ids=["empty", "blank", "long"])
def test_f7_what_goes_on_record_says_something_and_has_room(words: tuple[str, ...], text: str, letters: int) -> None:
    """It stands there for ever: nothing at all is no reason, and what is too long is told before anything is done."""
    said = wrong(*words, text)
    assert said == f"tombo: {words[-1]} of {letters} letters; expected 1 to 500, and not spaces alone\n"


READS = (
    ("hand", "show", "mesa-1/2", "--viewer", "officer", "--staff", "s-2", "--reason"),
    ("round", "show", "blackjack:bj-1/1", "--viewer", "officer", "--staff", "s-2", "--reason"),
    ("player", "last-hand", "p-sul", "--staff", "s-2", "--reason"),
    ("export", "bundle", "--out", "bundle", "--openings", "--staff", "s-2", "--reason"),
)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", READS, ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize("reason", ["", "   "])
def test_f7_nobody_reads_closed_cards_for_no_reason(words: tuple[str, ...], reason: str) -> None:
    """Three spaces were on record as the reason of an officer, and the cards were shown."""
    assert "name --staff and --reason" in wrong(*words, reason)


@pytest.mark.usefixtures("folder")
def test_f7_a_claim_of_spaces_is_none() -> None:
    """Nor are the grounds of a decision, or the basis of an erasure."""
    line = "expected one line of 1 to 500 letters, and not spaces alone"
    assert f"claim: {line}" in wrong("dispute", "open", "p-sul", "--claim", " ", "--staff", "s-2")
    resolve = ("dispute", "resolve", "2026-0001", "--outcome", "rejected", "--staff", "s-2", "--grounds")
    assert f"grounds: {line}" in wrong(*resolve, "  ")
    assert "not spaces alone" in wrong("person", "erase", "p-sul", "--staff", "s-1", "--second", "s-2", "--basis", " ")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("table", ["bad name", "z" * 101], ids=["spaces", "long"])
def test_f7_an_incident_at_no_name_of_a_table_is_wrong_usage(table: str) -> None:
    """The same for a name that no table can have."""
    assert "names no table" in wrong(*OPEN, "--reported-by", "monitor", "--table", table)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", NUMBERS, ids=lambda words: " ".join(words[:2]))
def test_f7_a_number_that_no_store_holds_is_wrong_usage(words: tuple[str, ...]) -> None:
    """It is larger than any version, and answered as one."""
    assert f"not {HUGE}" in wrong(*words)


@pytest.mark.usefixtures("folder")
def test_f7_a_list_of_any_length_is_a_list_of_all() -> None:
    """Who wants so many gets all there are."""
    assert ran("hand", "list", "--limit", HUGE).out == ran("hand", "list", "--limit", "100").out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", INSTANTS, ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize("when", BEYOND)
def test_f7_an_instant_that_no_entry_can_have_is_none(words: tuple[str, ...], when: str) -> None:
    """Entries count microseconds from 1970 to 2255."""
    assert "is no log index and no instant" in wrong(*words, when)
