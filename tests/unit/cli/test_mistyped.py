"""F7: a name or a number that is typed wrongly is answered as such, exit status 2: neither silence nor a claim that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import ACTING, Ran, tombo

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
HAND = "mesa-1/4"
UNKNOWN = (
    ("hand", "show", "nobody"),
    ("hand", "replay", "mesa-1/99"),
    ("hand", "show", HAND, "--at", "99"),
    ("hand", "replay", HAND, "--step", "99"),
    ("hand", "list", "--table", "nobody"),
    ("hand", "list", "--after", "mesa-1/99"),
    ("round", "show", "roulette:roleta-1/99"),
    ("table", "show", "nobody"),
    ("tournament", "show", "nobody"),
    ("tournament", "prizes", "nobody"),
    ("player", "last-hand", "nobody"),
    ("player", "statement", "nobody"),
    ("player", "statement", "p-sul", "--session", "nobody"),
    ("book", "show", "wallet:nobody"),
    ("dispute", "show", "nobody"),
    ("ruleset", "show", "nobody"),
    ("proof", "hand", "nobody"),
    ("proof", "account", "nobody"),
    ("receipt", "show", "nobody"),
    ("refunds", "--player", "nobody"),
    ("refunds", "--incident", "nobody"),
    ("refunds", "--tournament", "nobody"),
)
BEYOND = (
    ("refunds",),
    ("table", "show", "mesa-1"),
    ("tournament", "list"),
    ("book", "balance"),
    ("book", "show", "wallet:p-sul"),
    ("player", "last-hand", "p-sul"),
    ("player", "statement", "p-sul"),
)


def ran(*words: str) -> Ran:
    """``tombo`` on the demonstration's ledger."""
    return tombo(*DEMO, *words)


def size() -> int:
    """How many entries the demonstration's ledger has."""
    return int(ran("--json", "status").document["entries"])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", UNKNOWN, ids=" ".join)
def test_f7_what_the_ledger_does_not_know_is_wrong_usage(words: tuple[str, ...]) -> None:
    """F7: the name is repeated on stderr, nothing is on stdout, and the status is not that of a failed claim."""
    said = ran(*words)

    assert (said.status, said.out) == (2, "")
    assert words[-1].rpartition(":")[2] in said.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("index", ["278", "99999", "9" * 5_000])
@pytest.mark.parametrize("words", BEYOND, ids=" ".join)
def test_f7_an_index_that_the_log_does_not_have_is_refused(words: tuple[str, ...], index: str) -> None:
    """F7: ``--at`` behind the last entry names how many there are; the last entry itself can be asked for."""
    entries = size()
    asked = str(entries) if index == "278" else index
    beyond, last = ran(*words, "--at", asked), ran(*words, "--at", str(entries - 1))

    assert (beyond.status, beyond.out) == (2, "")
    assert f"the log has {entries} entries" in beyond.err
    assert last.status == 0


@pytest.mark.usefixtures("folder")
def test_f7_an_audit_from_behind_the_end_is_refused() -> None:
    """F7: ``audit --since`` names how many entries there are."""
    said = ran("audit", "--since", "999999")

    assert (said.status, said.out) == (2, "")
    assert f"the log has {size()} entries" in said.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [("player", "statement", "p-sul"), ("refunds",)], ids=" ".join)
def test_f7_a_period_that_ends_before_it_begins_is_refused(words: tuple[str, ...]) -> None:
    """F7: no empty answer where the two days were swapped; one day alone is a period."""
    said = ran(*words, "--from", "2026-09-01", "--to", "2026-08-01")

    assert (said.status, said.out) == (2, "")
    assert "'from' 2026-09-01 is after 'to' 2026-08-01" in said.err
    assert ran(*words, "--from", "2026-07-01", "--to", "2026-07-01").status == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("word", ["show", "replay"])
@pytest.mark.parametrize("who", ["nobody", "p-7"])
def test_f7_cards_are_read_for_nobody_who_was_not_in_the_hand(word: str, who: str) -> None:
    """F7: a reading for a player whom the hand does not have is refused before it is on record."""
    before = size()
    said = ran("hand", word, HAND, "--viewer", f"player:{who}", *ACTING)

    assert (said.status, said.out) == (2, "")
    assert f"{who} was not in {HAND}" in said.err
    assert size() == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("hands", [("mesa-1/1",), ("mesa-1/1", HAND), ("--all",)], ids=" ".join)
@pytest.mark.parametrize("who", ["nobody", "p-7"])
def test_f7_no_hand_is_written_for_who_was_not_in_it(hands: tuple[str, ...], who: str) -> None:
    """F7: an export for a player whom the hands do not have is refused before a reading is on record, and writes no file."""
    before = size()
    said = ran("export", "phh", *hands, "--out", "out", "--viewer", f"player:{who}", *ACTING)

    assert (said.status, said.out) == (2, "")
    assert f"{who} was {'in no hand' if hands == ('--all',) else 'not in mesa-1/1'}" in said.err
    assert size() == before
    assert not list(Path("out").glob("*"))


@pytest.mark.usefixtures("folder")
def test_f7_a_complaint_of_who_was_not_in_it_is_recorded_with_a_warning() -> None:
    """F7: who has an account may complain of a hand of others, and is told what cannot come of it; of his own without a warning."""
    claim = ("--claim", "it was mine", "--staff", "s-2", "--about")
    outsider = ran("dispute", "open", "p-norte", *claim, "blackjack:bj-1/1")
    insider = ran("dispute", "open", "p-sul", *claim, HAND)
    stranger = ran("dispute", "open", "nobody", *claim, HAND)

    assert outsider.status == insider.status == 0, outsider.err
    assert "p-norte was not in blackjack:bj-1/1" in outsider.err
    assert insider.err == ""
    assert (stranger.status, stranger.out) == (1, "")
    assert "nobody has no account here" in stranger.err


@pytest.mark.usefixtures("folder")
def test_f7_a_complaint_of_tomorrow_is_refused() -> None:
    """F7: ``--complained`` in the future is answered with the machine's time, and nothing goes on record."""
    before = size()
    said = ran("dispute", "open", "p-sul", "--claim", "x", "--complained", "2199-01-01T00:00:00Z", "--staff", "s-2")

    assert (said.status, said.out) == (2, "")
    assert "is in the future; it is 20" in said.err
    assert size() == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("about", [HAND, "blackjack:bj-1/1"])
def test_f7_a_complaint_before_the_hand_is_refused(about: str) -> None:
    """F7: the door says when the hand or round began, and nothing goes on record. Red before: it was recorded, whatever its time."""
    before = size()
    told = ("--claim", "x", "--about", about, "--staff", "s-2", "--complained")
    said = ran("dispute", "open", "p-sul", *told, "2026-07-14T18:30:00Z")

    assert (said.status, said.out) == (1, "")
    assert "refused under House: time: he is said to have complained at " in said.err
    assert "which began at " in said.err
    assert size() == before
    assert ran("dispute", "open", "p-sul", *told, "2026-07-14T19:30:00Z").status == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        ("hand", "show", HAND, "--html", "nodir/x.html"),
        ("player", "statement", "p-sul", "--csv", "nodir/x.csv"),
        ("proof", "hand", HAND, "--out", "nodir/x"),
    ],
    ids=" ".join,
)
def test_f7_a_file_in_no_folder_is_the_same_mistake_everywhere(words: tuple[str, ...]) -> None:
    """F7: pages, sheets and documents alike end with status 2, before anything is done."""
    said = ran(*words)

    assert (said.status, said.out) == (2, "")
    assert "there is no folder nodir" in said.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("key", ["persons.key", "openings.key"])
def test_f7_keys_that_do_not_open_keep_nobody_from_a_list(key: str) -> None:
    """F7: what is listed needs no key, whatever lies in the folder of keys; what people say is left sealed, and that is said."""
    assert ran("dispute", "open", "p-norte", "--claim", "it was mine", "--staff", "s-2").status == 0
    (Path("demo/keys") / key).write_bytes(b"no key")

    for words in (("hand", "list"), ("round", "list"), ("table", "list"), ("player", "statement", "p-sul")):
        assert (ran(*words).status, ran(*words).err) == (0, "")
    listed, shown = ran("dispute", "list"), ran("dispute", "show", ran("--json", "dispute", "list").document["dispute"])
    assert listed.status == shown.status == 0
    if key == "persons.key":
        assert "[sealed]" in shown.out and "it was mine" not in shown.out
        assert "what people say is left [sealed]: " in listed.err and "persons.key" in shown.err
    else:
        assert "it was mine" in shown.out
