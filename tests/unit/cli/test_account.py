"""``tombo account adjust``: two managers, once under one number, told in both languages and in the player's own account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import PLATFORM, asked, inside, tombo

NEW = ("--ledger", "sqlite:///new.db")
BY = ("--staff", "s-1", "--second", "s-2")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[None]:
    """A ledger with two managers, an officer, and a player with 100.00."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        for name, role in (("s-3", "officer"), ("s-2", "manager")):
            assert tombo(*NEW, "staff", "grant", name, role, "--staff", "s-1").status == 0
            assert tombo(*NEW, "staff", "enrol", name, "--staff", "s-1").status == 0
        lines = (
            asked("c/1", PLATFORM, kind="open_account", player="p-1"),
            asked("c/2", PLATFORM, kind="deposit", player="p-1", amount={"cents": 10_000}, reference="bank 1"),
        )
        ran = tombo(*NEW, "record", stdin="\n".join(lines).encode())
        assert [answer["status"] for answer in ran.lines] == ["recorded"] * 2, ran.out
        yield


def adjust(*words: str, number: str = "2026-1") -> tuple[str, ...]:
    """``tombo account adjust`` of the player."""
    return (*NEW, "account", "adjust", "p-1", "--number", number, "--reason", "the bank sent it twice", *words)


def test_two_managers_set_an_account_right_once() -> None:
    """The same under the same number is the first answer again; the book ties, the reason is nowhere in the open."""
    done = tombo(*adjust("--down", "7.50", *BY))
    assert (done.status, done.out) == (
        0,
        "7.50 EUR taken from the account of p-1, which holds 92.50 EUR (log index 16)\n",
    ), done.err
    again = tombo("--json", *adjust("--down", "7.50", *BY)).document
    assert again == {"player": "p-1", "amount": 750, "up": False, "log_index": 16, "balance": 9250}
    told = tombo("--lang", "pt", *adjust("--up", "0.01", *BY, number="2026-2")).out
    assert told.startswith("0,01 EUR acrescentados à conta de p-1, que tem 92,51 EUR (entrada ")
    read = tombo(*adjust("--up", "0.01", "--reason", "-", *BY, number="2026-3"), stdin=b"from stdin\n")
    assert (read.status, "from stdin" in tombo(*NEW, "account", "show", "p-1").out) == (0, True), read.err
    assert "adjustment" in tombo(*NEW, "book", "balance").out
    assert "adjustment has 7.48 EUR" in tombo(*NEW, "book", "show", "adjustment").out
    assert b"sent it twice" not in Path("new.db").read_bytes()
    assert tombo(*NEW, "checkpoint").status == 0
    assert tombo(*NEW, "verify", "--checkpoint", "new.keys/signer").status == 0
    assert tombo(*NEW, "audit").status == 0


def test_the_book_shows_what_set_accounts_right() -> None:
    """Red before: what an honest ledger had there was told as tampered with."""
    for words, number in ((("--down", "7.50"), "2026-1"), (("--up", "2.50"), "2026-2")):
        assert tombo(*adjust(*words, *BY, number=number)).status == 0
    ran = tombo(*NEW, "--json", "book", "show", "adjustment")
    assert ran.status == 0, ran.err
    told = [(one["other"], one["what"], one["movement"], one["after"]) for one in ran.lines]
    assert told == [("wallet:p-1", "adjustment", 750, 750), ("wallet:p-1", "adjustment", -250, 500)]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("--down", "100.01", *BY), 1, "the account of p-1 holds 100.00 EUR"),
        (("--up", "0.00", *BY), 1, "House: movement"),
        (("--up", "1.00", "--staff", "s-1"), 1, "an account is adjusted by two managers"),
        (("--up", "1.00", "--staff", "s-3", "--second", "s-1"), 1, "House: authority"),
        (("--up", "1.00"), 1, "House: authority"),
        (("--up", "1.00", "--down", "1.00", *BY), 2, "expected either --up or --down"),
        (BY, 2, "expected either --up or --down"),
        (("--up", "one", *BY), 2, "no amount"),
        (("--up", "1.00", "--reason", " ", *BY), 2, "--reason says nothing"),
        (("--up", "1.00", "--number", "a b", *BY), 2, "--number 'a b' cannot be one"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], status: int, says: str) -> None:
    """By the door or before it, and nothing moves."""
    ran = tombo(*adjust(*words))
    assert (ran.status, says in ran.err) == (status, True), ran.err
    assert "adjustment" not in tombo(*NEW, "book", "balance").out


@pytest.mark.parametrize("stdin", [b"\xff\xfe\n", b"", b"\n", b"x" * 501, "\u00e9".encode("latin-1")])
def test_a_reason_that_stdin_does_not_say_is_refused(stdin: bytes) -> None:
    """What is no UTF-8 among it: red before, that was a fault of tombo itself."""
    ran = tombo(*adjust("--up", "1.00", "--reason", "-", *BY), stdin=stdin)
    assert (ran.status, ran.err) == (
        2,
        "tombo: --reason says nothing, has more than 500 letters, or is no UTF-8; expected why\n",
    )


def test_a_name_that_is_no_players_is_said_to_be_none() -> None:
    """And not the reason, which is one."""
    ran = tombo(*NEW, "account", "adjust", "p 1", "--number", "7", "--reason", "why", "--up", "1.00", *BY)
    assert (ran.status, "'p 1' is no name of a player" in ran.err) == (2, True), ran.err


def test_an_account_is_shown_with_what_set_it_right() -> None:
    """For people in both languages and for programs; the reason for who has the key."""
    assert tombo(*adjust("--down", "7.50", *BY)).status == 0
    shown = tombo(*NEW, "account", "show", "p-1")
    assert shown.out.startswith("The account of p-1 holds 92.50 EUR.\n  7.50 EUR taken at "), shown.err
    assert shown.out.endswith("(log index 16), asked for by s-1: the bank sent it twice\n")
    assert (
        "A conta de p-1 tem 92,50 EUR.\n  7,50 EUR retirados em "
        in tombo("--lang", "pt", *NEW, "account", "show", "p-1").out
    )
    (one,) = tombo("--json", *NEW, "account", "show", "p-1").document["adjustments"]
    assert (one["amount"], one["up"], one["by"], one["reason"]) == (750, False, "s-1", "the bank sent it twice")
    Path("new.keys/persons.key").rename("elsewhere")
    assert tombo("--json", *NEW, "account", "show", "p-1").document["adjustments"][0]["reason"] is None
    for name, says in (("p-9", "p-9 has no account here"), ("p 9", "no name of a player")):
        ran = tombo(*NEW, "account", "show", name)
        assert (ran.status, says in ran.err) == (2, True), ran.err
