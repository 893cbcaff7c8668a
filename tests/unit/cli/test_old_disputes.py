"""A complaint about a hand that left the database, at a terminal: from opening to decision, with its copy and without, on either store (decision 0045)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import Ran, tombo

KEYS: Final = ("--keys", "demo/keys")
BEFORE: Final = ("--before", "2027-01-01T00:00:00Z", "--reason", "two years are kept at hand")
OPENED: Final = ("dispute", "open", "p-sul", "--about", "mesa-1/4", "--claim", "my call came in time", "--staff", "s-3")
DECIDED: Final = (
    *("--outcome", "partly", "--grounds", "the warning came late", "--rule", "R806 r.45"),
    *("--compensation", "5.00", "--staff", "s-2"),
)
CHECKED: Final = ("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint")

Told = Callable[..., Ran]


@pytest.fixture
def detached(folder: Path, new_url: str) -> Told:
    """``tombo`` on the demonstration's ledger, made again on either store; its play left for ``copy``, which no file names."""
    here = ("--ledger", new_url, *KEYS)
    assert tombo("--ledger", "sqlite:///demo/ledger.db", *KEYS, "backup", "copy").status == 0
    assert tombo(*here, "restore", "--from", "copy").status == 0
    done = tombo(*here, "period", "detach", "copy", *BEFORE, "--staff", "s-1", "--second", "s-2")
    assert done.status == 0 and "112 entries of hands and rounds have left the database now" in done.out, done
    (folder / "demo/keys/cold").rename("cold")
    return lambda *words: tombo(*here, *words)


def away(answer: Ran, language: str = "en") -> None:
    """It is told which period it is of and what to do next, in the language that was asked for; nothing else."""
    assert (answer.status, answer.out) == (3, "")
    said = {
        "en": (
            "the entries 0 to 278 of operator.example/demo were detached",
            "Name a backup or a bundle that has them",
        ),
        "pt": ("as entradas 0 a 278 de operator.example/demo foram destacadas", "Indicar um backup ou um bundle"),
    }[language]
    for words in (*said, "--cold DIR", "'tombo period list'"):
        assert words in answer.err, answer


def test_a_complaint_about_old_play_is_decided(detached: Told) -> None:
    """Each step that needs the hand says so without its copy, and leaves nothing on record; with it all is as ever, and verifies."""
    away(detached(*OPENED))
    away(detached("--lang", "pt", *OPENED), "pt")
    away(detached("--cold", "nowhere", *OPENED))
    assert detached("dispute", "list").out == ""
    opened = detached("--cold", "copy", "--json", *OPENED)
    assert opened.status == 0, opened
    name = opened.document["dispute"]
    away(detached("dispute", "replay", name, "--staff", "s-2"))
    walk = detached("--cold", "copy", "dispute", "replay", name, "--staff", "s-2")
    assert walk.status == 0
    assert "Recomputed under rules revision 1: the same as recorded, up to version 32" in walk.out
    away(detached("dispute", "resolve", name, *DECIDED))
    assert "Not resolved" in detached("dispute", "show", name).out
    paid = detached("--cold", "copy", "dispute", "resolve", name, *DECIDED)
    assert (paid.status, "Compensation: 5.00 EUR, on the account of p-sul\n" in paid.out) == (0, True), paid
    shown = detached("dispute", "show", name)  # what is on record of it stands in the database
    assert (shown.status, "Grounds: the warning came late (R806 r.45)" in shown.out) == (0, True), shown
    away(detached(*CHECKED))
    assert detached("--cold", "copy", *CHECKED).status == 0


def test_the_evidence_for_a_stranger_comes_from_the_copy(detached: Told) -> None:
    """The proof of one entry, and the receipt of the command that led to it; a stranger checks both without ledger and copy."""
    proof = ("proof", "hand", "mesa-1/4", "--version", "16", "--out", "fold.tlog-proof")
    receipt = ("receipt", "show", "demo/0026", "--out", "bet.receipt")
    away(detached(*proof))
    away(detached(*receipt))
    for words in (proof, receipt):
        assert detached("--cold", "copy", *words).status == 0
    policy = ("--policy", "demo/keys/policy")
    held = tombo("proof", "check", "fold.tlog-proof", *policy, "--checkpoint", "demo/checkpoint")
    assert (held.status, "hand:mesa-1/4, version 16: folded" in held.out) == (0, True), held
    assert tombo("receipt", "check", "bet.receipt", *policy).status == 0


def test_what_was_verified_before_is_hashed_again(detached: Told) -> None:
    """``--since`` reads what left as ``verify`` does: that nothing below is another is said of the bytes, and not of what a tree says of them."""
    since = ("--since", "demo/checkpoint")
    for words in (since, (*since, "--checkpoint", "demo/checkpoint")):
        away(detached("verify", "--jobs", "1", *words))
        found = detached("--cold", "copy", "verify", "--jobs", "1", *words)
        assert (found.status, found.out.startswith("OK: ")) == (0, True), found


def test_a_complaint_about_packed_play_is_decided(folder: Path, new_url: str) -> None:
    """Opened while the play lies packed, computed again once it was detached, and decided: what is told is what was recorded (decision 0047)."""
    here = ("--ledger", new_url, *KEYS)
    assert tombo("--ledger", "sqlite:///demo/ledger.db", *KEYS, "backup", "copy").status == 0
    assert tombo(*here, "restore", "--from", "copy").status == 0
    replayed = tombo(*here, "hand", "replay", "mesa-1/4").out
    packed = tombo(*here, "--json", "period", "pack", *BEFORE[:2]).document
    assert (packed["packed"], packed["kept"]) == (176, 0)
    assert tombo(*here, "hand", "replay", "mesa-1/4").out == replayed
    name = tombo(*here, "--json", *OPENED).document["dispute"]
    walk = ("dispute", "replay", name, "--staff", "s-2")
    same = "Recomputed under rules revision 1: the same as recorded, up to version 32"
    assert same in tombo(*here, *walk).out
    done = tombo(*here, "--json", "period", "detach", "copy", *BEFORE, "--staff", "s-1", "--second", "s-2")
    assert done.status == 0 and 0 < done.document["cut"] < 112, "what is in dispute stays, packed"
    assert same in tombo(*here, *walk).out
    assert tombo(*here, "dispute", "resolve", name, *DECIDED).status == 0
    assert tombo(*here, "period", "detach", "copy", *BEFORE, "--staff", "s-1", "--second", "s-2").status == 0
    again = tombo(*here, "hand", "replay", "mesa-1/4").out
    assert again == replayed
    assert tombo(*here, *CHECKED).status == 0
