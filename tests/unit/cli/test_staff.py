"""``tombo staff``: what is signed is read by who signs it, and every mistake says what to do next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo

NEW = ("--ledger", "sqlite:///new.db")

GROUNDS = {
    "compensation": {"cents": 400_000},
    "dispute": "2026-0001",
    "grounds": "fair, and é",
    "kind": "resolve_dispute",
    "outcome": "accepted",
    "rule": "R806 r.45",
}
RESOLVE = {
    "by": {"actor": "staff", "id": "s-2", "role": "officer"},
    "command": GROUNDS,
    "command_id": "c-7",
    "occurred": None,
    "signatures": [],
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A new ledger with a manager and an officer."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        assert tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1").status == 0
        assert tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1").status == 0
        yield tmp_path


def signing(data: bytes) -> Ran:
    """What comes of signing the commands in ``data`` as s-2."""
    Path("acts.jsonl").write_bytes(data)
    return tombo(*NEW, "staff", "sign", "acts.jsonl", "--staff", "s-2")


@pytest.mark.usefixtures("desk")
def test_b1_who_signs_is_told_all_of_what_he_signs() -> None:
    """B1: the kind alone is no knowledge: whom it is for, how much, and every word."""
    done = signing(json.dumps(RESOLVE).encode())
    assert done.status == 0
    assert done.err.splitlines() == [
        "s-2 signed c-7: resolve_dispute of s-2 as officer",
        "  compensation: 4000.00 EUR",
        '  dispute: "2026-0001"',
        '  grounds: "fair, and é"',
        '  outcome: "accepted"',
        '  rule: "R806 r.45"',
    ]


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\xff\xfe\n", "line 1: not one JSON document"),
        (b"\n{}\n", "line 2: "),
        (
            json.dumps({**RESOLVE, "command": {**GROUNDS, "grounds": "\u202e"}}).encode(),
            "command.resolve_dispute.grounds",
        ),
        (json.dumps({**RESOLVE, "by": {"actor": "platform", "id": "p"}}).encode(), "who needs no signature"),
    ],
    ids=["no text", "no command", "a turn of direction", "nobody of staff"],
)
def test_what_is_no_act_of_staff_is_not_signed(data: bytes, says: str) -> None:
    """A line that is no command, or nobody's of staff, is wrong usage, with its place."""
    done = signing(data)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


@pytest.mark.usefixtures("desk")
def test_a_file_of_acts_that_is_not_there_is_wrong_usage() -> None:
    """A name without a file, and a folder, are status 2 with the name."""
    for name in ("nowhere.jsonl", "new.keys"):
        done = tombo(*NEW, "staff", "sign", name, "--staff", "s-2")
        assert (done.status, name in done.err) == (2, True)


def test_a_key_that_was_withdrawn_is_put_away_before_the_next(desk: Path) -> None:
    """The old key file holds up the new key: the message names the file and the next command, which then works."""
    assert tombo(*NEW, "staff", "withdraw-key", "s-2", "--staff", "s-1").status == 0
    stuck = tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1")
    assert stuck.status == 2
    old = desk / "new.keys/staff/s-2.key"
    assert "holds a key that s-2 had before" in stuck.err
    assert f"{old.relative_to(desk)} {old.relative_to(desk)}.old" in stuck.err
    old.rename(f"{old}.old")
    assert tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1").status == 0


@pytest.mark.usefixtures("desk")
def test_a_name_of_the_greatest_length_is_granted_enrolled_and_withdrawn() -> None:
    """A name may have 100 letters, and the command's id is made of it: it fits all the same.

    Red before: 'tombo staff enrol' of a name of 98 letters was a fault of tombo itself, after the role was granted.
    """
    who = "s" * 100
    for words in (("grant", who, "officer"), ("enrol", who), ("withdraw-key", who), ("withdraw", who, "officer")):
        assert tombo(*NEW, "staff", *words, "--staff", "s-1").status == 0, words


@pytest.mark.usefixtures("desk")
def test_limits_are_shown_and_set_by_two() -> None:
    """Whoever pays sees what he may give; one manager alone sets none; two set what they name, and the rest stays."""
    assert tombo(*NEW, "staff", "limits").out.splitlines() == [
        "One alone, for one claim: 50.00 EUR",
        "One alone, in all: 250.00 EUR",
        "Anybody, for one claim: 5000.00 EUR",
    ]
    words = ("staff", "limits", "--alone", "10", "--alone-sum", "20.00", "--most", "30.00", "--staff", "s-1")
    assert tombo(*NEW, *words[:-2], "--staff", "s-2").status == 1
    assert "by two managers" in tombo(*NEW, *words).err
    assert (tombo(*NEW, *words[:4]).status, tombo(*NEW, *words[:3], "1,00", *words[4:]).status) == (1, 2)
    assert tombo(*NEW, "staff", "grant", "s-4", "manager", "--staff", "s-1").status == 0
    assert tombo(*NEW, "staff", "enrol", "s-4", "--staff", "s-1").status == 0
    assert tombo(*NEW, *words, "--second", "s-4").status == 0
    shown = tombo(*NEW, "--json", "staff", "limits").document
    assert (shown["alone"], shown["alone_sum"], shown["most"]) == (1_000, 2_000, 3_000)
    assert tombo(*NEW, "staff", "limits", "--most", "40", "--staff", "s-1", "--second", "s-4").status == 0
    shown = tombo(*NEW, "--json", "staff", "limits").document
    assert (shown["alone"], shown["alone_sum"], shown["most"]) == (1_000, 2_000, 4_000)
    assert (
        "expected each at most the next"
        in tombo(*NEW, "staff", "limits", "--most", "1", *words[-2:], "--second", "s-4").err
    )
    assert "nothing is to be set" in tombo(*NEW, "staff", "limits", "--second", "s-4").err
