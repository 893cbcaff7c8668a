"""Proofs and receipts on the command line: made from the ledger, checked without it, and never made of what was changed."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import PLATFORM, Ran, asked, tombo
from tests.vectors import make
from tests.worlds.spoil import row_state, spoil
from tests.worlds.tournament import START
from tests.worlds.tournament_script import in_the_money
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.evidence import read_leaf
from tombo.reports.evidence import entry_lines

DEMO: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
NOWHERE: Final = ("--ledger", "sqlite:///nowhere.db", "--keys", "nowhere")
PINNED: Final = ("--policy", "demo/keys/policy")
VECTORS: Final = Path(make.__file__).parent
KEPT: Final = ("--checkpoint", "demo/checkpoint")


def kept_size() -> int:
    """The size of the checkpoint that was kept outside."""
    return int(Path("demo/checkpoint").read_text(encoding="utf-8").split("\n")[1])


def offline(*words: str) -> Ran:
    """``tombo`` for somebody who has no ledger and no keys."""
    return tombo(*NOWHERE, *words)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "stream", "said"),
    [
        (("hand", "mesa-1/3"), "hand:mesa-1/3", "settled (hand.settled.v1)"),
        (("hand", "hand:mesa-1/3", "--version", "5"), "hand:mesa-1/3", "version 5"),
        (("round", "roleta-1/1"), "roulette:roleta-1/1", "settled (roulette.settled.v1)"),
        (("round", "blackjack:bj-1/1"), "blackjack:bj-1/1", "settled (blackjack.settled.v1)"),
        (("account", "p-sul"), "account:p-sul", "credited (account.credited.v1)"),
        (("account", "p-sul", "--version", "2"), "account:p-sul", "deposited (account.deposited.v1)"),
    ],
)
def test_f7_a_proof_is_checked_by_a_stranger(words: tuple[str, ...], stream: str, said: str) -> None:
    """F7: of a hand, a round and an account, newest entry or any; the file and the policy suffice, and it is told in words."""
    wrote = tombo(*DEMO, "proof", *words, "--out", "p.tlog-proof")
    told = offline("proof", "check", "p.tlog-proof", *PINNED, *KEPT)
    document = offline("--json", "proof", "check", "p.tlog-proof", *PINNED).document
    assert (wrote.status, wrote.out.startswith(f"Wrote p.tlog-proof: {stream}, version ")) == (0, True)
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith(f"OK: in the log operator.example/demo, {kept_size()} entries, root ")
    assert said in told.out
    assert (document["verdict"], document["size"], document["entry"]["body"]["stream"]) == ("OK", kept_size(), stream)
    assert tombo(*DEMO, "proof", *words).out == Path("p.tlog-proof").read_text(encoding="utf-8")
    assert tombo(*DEMO, "--json", "proof", *words).document["proof"] == Path("p.tlog-proof").read_text(encoding="utf-8")


def test_a_tournament_is_proved_too(tmp_path: Path, store_url: str) -> None:
    """A tournament's newest entry has its proof, on both stores."""
    keyring, script = Keyring(tmp_path / "keys"), in_the_money()
    made = create_ledger(store_url, keyring, origin="operator.example/night", clock=SteppingClock(START, step=SECOND))
    for number, events in enumerate(script.commits):
        inscribe(made, f"{script.stream}/{number}", events)
    publish(made.store, keyring.signer())
    made.store.close()
    ledger, out = ("--ledger", store_url, "--keys", str(keyring.directory)), str(tmp_path / "p.tlog-proof")
    assert tombo(*ledger, "proof", "tournament", "taca", "--out", out).status == 0
    told = offline("proof", "check", out, "--policy", str(keyring.policy))
    assert (told.status, ": tournament:taca, version " in told.out) == (0, True)


@pytest.mark.usefixtures("folder")
def test_a_proof_names_what_is_not_there() -> None:
    """A name nobody knows, a version that is not there and an entry beyond the checkpoint are each said, with status 2."""
    for words, said in (
        (("hand", "mesa-1/99"), "there is no hand mesa-1/99"),
        (("round", "roleta-1/99"), "there is no round roleta-1/99"),
        (("tournament", "domingo"), "there is no tournament domingo"),
        (("account", "two words"), "there is no account two words"),
        (("hand", "mesa-1/3", "--version", "99"), "expected a version up to that"),
    ):
        ran = tombo(*DEMO, "proof", *words)
        assert (ran.status, ran.out, said in ran.err) == (2, "", True), ran
    assert tombo(*DEMO, "record", stdin=asked("t/1", PLATFORM, kind="open_account", player="p-9").encode()).status == 0
    late = tombo(*DEMO, "proof", "account", "p-9", *KEPT)
    assert (late.status, f"the checkpoint covers {kept_size()} entries" in late.err) == (2, True)
    assert tombo(*DEMO, "proof", "account", "p-9").status == 0


@pytest.mark.usefixtures("folder")
def test_a_proof_is_for_the_checkpoint_that_was_kept() -> None:
    """Made for an older checkpoint it shows the entry under that; held against another size it is wrong usage."""
    assert tombo(*DEMO, "record", stdin=asked("t/1", PLATFORM, kind="open_account", player="p-9").encode()).status == 0
    tombo(*DEMO, "proof", "hand", "mesa-1/3", "--out", "new.tlog-proof")
    tombo(*DEMO, "proof", "hand", "mesa-1/3", "--out", "old.tlog-proof", *KEPT)
    old = offline("proof", "check", "old.tlog-proof", *PINNED, *KEPT)
    new = offline("proof", "check", "new.tlog-proof", *PINNED, *KEPT)
    assert (old.status, "the same as was kept outside" in old.out) == (0, True)
    assert (new.status, "is for another checkpoint than demo/checkpoint" in new.err) == (2, True)
    alone = offline("proof", "check", "new.tlog-proof", *PINNED)
    assert (alone.status, "--checkpoint FILE" in alone.err) == (0, True)


@pytest.mark.usefixtures("folder")
def test_a_proof_that_does_not_hold_is_status_1_and_what_is_none_is_status_2() -> None:
    """A changed entry, index or path does not hold; a file that is no proof, policy or checkpoint cannot be read."""
    tombo(*DEMO, "proof", "hand", "mesa-1/3", "--out", "p")
    good = Path("p").read_text(encoding="utf-8")
    tombo(*DEMO, "proof", "hand", "mesa-1/4", "--out", "q")
    other = Path("q").read_text(encoding="utf-8").splitlines()
    lines = good.splitlines()
    for number in (1, 2, 3):
        Path("wrong").write_text(
            "\n".join([*lines[:number], other[number], *lines[number + 1 :], ""]), encoding="utf-8"
        )
        ran = offline("proof", "check", "wrong", *PINNED)
        assert (ran.status, ran.out, "TAMPERED at " in ran.err) == (1, "", True), (number, ran)
    assert tombo("--json", "demo", "--seed", "2", "--out", "other").status == 0
    assert offline("proof", "check", "p", "--policy", "other/keys/policy").status == 1
    assert offline("proof", "check", "p", *PINNED, "--checkpoint", "other/checkpoint").status == 1
    for words in (
        ("check", "nothing", *PINNED),
        ("check", "demo/checkpoint", *PINNED),
        ("check", "demo/ledger.db", *PINNED),
        ("check", "p", "--policy", "p"),
        ("check", "p", "--policy", "nothing"),
        ("check", "p", *PINNED, "--checkpoint", "demo/keys/policy"),
        ("check", "p", *PINNED, "--checkpoint", "nothing"),
        ("check", "p"),
    ):
        ran = offline("proof", *words)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), (words, ran)


BATCH: Final = [
    asked("c/1", PLATFORM, kind="open_account", player="p-1"),
    asked("c/2", PLATFORM, kind="open_account", player="p-2"),
    asked(
        "c/3",
        PLATFORM,
        kind="deposit",
        player="p-1",
        amount={"cents": 25_000},
        reference="bank-1",
    ),
]


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> tuple[str, ...]:
    """A ledger with two accounts and a deposit, on each database in turn: the options that name it."""
    keys = tmp_path / "keys"
    named = ("--ledger", store_url, "--keys", str(keys))
    assert tombo(*named, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
    return named


def recorded(ledger: tuple[str, ...], *words: str) -> list[dict[str, Any]]:
    """The answers to the batch."""
    ran = tombo(*ledger, "record", *words, stdin="\n".join(BATCH).encode())
    assert ran.status == 0, ran
    return ran.lines


def test_a_receipt_comes_with_every_answer(ledger: tuple[str, ...], tmp_path: Path) -> None:
    """With --receipts each recorded answer has its own, a repeated one the first; each is checked without the ledger."""
    first, again = recorded(ledger, "--receipts"), recorded(ledger, "--receipts")
    assert [answer["status"] for answer in first] == ["recorded"] * 3
    assert [answer["receipt"] for answer in again] == [answer["receipt"] for answer in first]
    policy = tmp_path / "keys/policy"
    for answer in first:
        (tmp_path / "kept.json").write_text(json.dumps(answer["receipt"], indent=2), encoding="utf-8")
        told = offline("receipt", "check", str(tmp_path / "kept.json"), "--policy", str(policy))
        assert (told.status, told.err) == (0, "")
        assert told.out.startswith(f"OK: the command {answer['command_id']} was recorded in operator.example/test, ")
        assert ("had an entry beside these" in told.out) == bool(
            answer["receipt"]["path"]
        )  # else it is the whole append
        shown = tombo(*ledger, "--json", "receipt", "show", answer["command_id"])
        assert (shown.status, shown.document) == (0, answer["receipt"])
    assert 'amount: {"cents": 25000}' in told.out
    assert all("receipt" not in answer for answer in recorded(ledger))


def test_what_was_not_recorded_has_no_receipt(ledger: tuple[str, ...]) -> None:
    """A refusal and an unreadable line have none, and a command that nobody sent is not found."""
    recorded(ledger)
    lines = [
        asked(
            "c/9",
            PLATFORM,
            kind="withdraw",
            player="p-1",
            amount={"cents": 99_999},
            reference="out-1",
        ),
        "{}",
    ]
    ran = tombo(*ledger, "record", "--receipts", stdin="\n".join(lines).encode())
    assert [answer["status"] for answer in ran.lines] == ["refused", "error"]
    assert all("receipt" not in answer for answer in ran.lines)
    nothing = tombo(*ledger, "receipt", "show", "c/9")
    assert (nothing.status, "nothing was recorded for the command c/9" in nothing.err) == (2, True)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(("state = ?", b""), id="its body"),
        pytest.param(("originator_version = ?", 7), id="its version"),
        pytest.param(("topic = ?", "account.withdrawn.v1"), id="its kind"),
    ],
)
def test_f7_nothing_is_proved_of_a_changed_row(
    ledger: tuple[str, ...], tmp_path: Path, change: tuple[str, Any]
) -> None:
    """F7: for a changed row 'tombo proof' and 'tombo receipt' say TAMPERED, status 1; no file is written."""
    recorded(ledger)
    assert tombo(*ledger, "checkpoint").status == 0
    index = tombo(*ledger, "--json", "proof", "account", "p-1").document["index"]
    column, value = change
    value = value or row_state(ledger[1], index).replace(b"25000", b"9925000")
    spoil(ledger[1], f"UPDATE stored_events SET {column} WHERE notification_id = ?", value, index + 1)
    out = tmp_path / "out"
    for words in (("proof", "account", "p-1"), ("receipt", "show", "c/3")):
        ran = tombo(*ledger, *words, "--out", str(out))
        assert (ran.status, ran.out) == (1, ""), ran
        assert ran.err.startswith("tombo: TAMPERED"), ran
        assert "tombo verify" in ran.err
        assert not out.exists()


def test_a3_a_planted_command_has_no_receipt(ledger: tuple[str, ...]) -> None:
    """A3: a row of commands that names entries of another command, or none, gives no receipt: TAMPERED, status 1."""
    recorded(ledger)
    for sql in (
        "UPDATE commands SET count = 2 WHERE command_id = 'c/1'",
        "UPDATE commands SET command_id = 'planted' WHERE command_id = 'c/2'",
        "UPDATE commands SET first = 10000 WHERE command_id = 'c/3'",
    ):
        spoil(ledger[1], sql)
    for name in ("c/1", "planted", "c/3"):
        ran = tombo(*ledger, "receipt", "show", name)
        assert (ran.status, ran.out, "tombo: TAMPERED" in ran.err) == (1, "", True), ran


@pytest.mark.usefixtures("folder")
def test_a_receipt_that_does_not_hold_is_status_1_and_what_is_none_is_status_2() -> None:
    """Of another ledger or changed it does not hold; a file that is no receipt cannot be read."""
    assert tombo(*DEMO, "receipt", "show", "demo/0023", "--out", "r.json").status == 0
    assert offline("receipt", "check", "r.json", *PINNED).status == 0
    document = json.loads(Path("r.json").read_text(encoding="utf-8"))
    Path("wrong.json").write_text(json.dumps(document | {"index": document["index"] + 1}), encoding="utf-8")
    assert offline("receipt", "check", "wrong.json", *PINNED).status == 1
    assert tombo("--json", "demo", "--seed", "2", "--out", "other").status == 0
    assert offline("receipt", "check", "r.json", "--policy", "other/keys/policy").status == 1
    for words in (("nothing", *PINNED), ("demo/checkpoint", *PINNED), ("demo/ledger.db", *PINNED), ("r.json",)):
        ran = offline("receipt", "check", *words)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), (words, ran)


@pytest.mark.usefixtures("folder")
def test_no_proof_and_no_receipt_shows_a_closed_card() -> None:
    """A deal is proved and receipted with its commitments, never with a card or a salt."""
    proved = tombo(*DEMO, "--json", "proof", "hand", "mesa-1/1", "--version", "4").document
    body = proved["entry"]["body"]
    assert body["event"]["kind"] == "hand.hole_cards_dealt.v1"
    assert body["event"].keys() == {"kind", "commitments", "seats"}
    receipt = tombo(*DEMO, "receipt", "show", body["command"]["id"], "--out", "r.json")
    assert receipt.status == 0
    said = offline("--json", "receipt", "check", "r.json", *PINNED).document
    events = [entry["body"]["event"] for entry in said["entries"]]
    assert body["event"] in events
    assert all("salt" not in event and "cards" not in event for event in events)


def test_f5_words_of_others_have_no_effect_on_a_terminal() -> None:
    """F5: what somebody wrote into a field is told on one line, its line feeds, controls and turns visible."""
    hostile = "x\u001b[2J\n*** SUMMARY ***\u202e\x9b"
    leaf = b64decode(json.loads((VECTORS / "evidence.json").read_text(encoding="utf-8"))["proof"].split()[2])
    found = read_leaf(leaf)
    event = {"kind": found.kind, "note": hostile, "list": [hostile], hostile: 1}
    told = [line.text() for line in entry_lines(found._replace(body=found.body | {"event": event}), 4)]
    assert len(told) == 6
    assert all(character.isprintable() for line in told for character in line)
    assert told[3] == r"  note: x\u001b[2J\u000a*** SUMMARY ***\u202e\u009b"
