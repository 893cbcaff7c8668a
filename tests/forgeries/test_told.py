"""What must be told although something else is wrong: the forged entry of a foreign log, and the evidence of a signed forgery."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from tests.forgeries.acts import restate_at
from tests.forgeries.maker import ORIGIN, STATE, Made, Memory, Tables, rebody, restate, retile, sealed_of
from tests.forgeries.thefts import add
from tombo.ledger.core.clock_watch import STANDSTILL_MAX
from tombo.ledger.house.log.events import ClockConfirmed
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.merkle import leaf_hash, tree_hash
from tombo.ledger.seal.note import sign_note
from tombo.ledger.seal.policy import Policy
from tombo.ledger.verify import Code, Report, verify

SEED: Final = bytes(range(32))


def look(tables: Tables, policy: Policy, checkpoint: bytes | None = None) -> Report:
    """The report on ``tables``."""
    return verify(partial(Memory, tables), policy, checkpoint=checkpoint)


def places(report: Report) -> list[tuple[str, int | None, str | None]]:
    """Code, place and field of every problem."""
    return [(found.code.value, found.first, found.field) for found in report.problems]


def raised(tables: Tables, index: int) -> None:
    """Make the bet at ``index`` one cent larger."""
    rebody(tables.events[index], lambda body: body["event"].update(paid=body["event"]["paid"] + 1))


# F8: under a genesis that is not the policy's.


def strangers(name: str) -> Policy:
    """The policy of a ledger called ``name``, of keys that are in no log here."""
    return Policy(PrivateKey(f"{name}/root", SEED).public, PrivateKey(name, SEED[::-1]).public)


@pytest.mark.parametrize("name", ["other.example/1", ORIGIN])
def test_f8_a_forged_raise_is_named_under_the_policy_of_another_ledger(made: Made, name: str) -> None:
    """The log is not the one pinned, and yet the one entry in it that was changed is told, once, at its place."""
    tables, index = made.tables.copy(), made.places["batch"] + 8
    raised(tables, index)
    report = look(tables, strangers(name))
    assert report.verdict is Code.TAMPERED
    field = "root" if name == ORIGIN else "origin"
    assert places(report) == [("TAMPERED", index, "body"), ("POLICY_FAIL", 0, field), ("POLICY_FAIL", None, "key")]


def replaced_genesis(made: Made, *, whole: bool) -> Tables:
    """The ledger under another first entry; with ``whole`` the keys that it registers are vouched for by nobody either."""
    tables = made.tables.copy()
    rebody(tables.events[0], lambda body: body["event"].update(origin="other.example/1"))
    for row in tables.events[1:3] if whole else ():
        rebody(row, lambda body: body["event"].update(root_signature=body["event"]["possession"]))
    return tables


@pytest.mark.parametrize("tiled", [False, True])
def test_f8_a_forged_raise_is_named_although_the_genesis_was_replaced(made: Made, tiled: bool) -> None:  # noqa: FBT001
    """Who replaces the first entry to make everything look foreign hides nothing: both are told."""
    tables, index = replaced_genesis(made, whole=False), made.places["batch"] + 8
    raised(tables, index)
    if tiled:
        retile(tables)
    found = places(look(tables, made.policy, made.saved))
    assert ("TAMPERED", index, "body") in found
    assert ("POLICY_FAIL", 0, "origin") in found
    assert {place for _, place, _ in found} <= {0, index}


def test_f8_a_forged_raise_is_named_although_no_key_is_left(made: Made) -> None:
    """With the registrations gone as well no signature can be asked; the published tree and the chains still tell."""
    tables, index = replaced_genesis(made, whole=True), made.places["batch"] + 8
    raised(tables, index)
    found = places(look(tables, made.policy, made.saved))
    assert ("TAMPERED", index, "body") in found
    assert len(found) < 10
    retile(tables)
    found = places(look(tables, made.policy, made.saved))
    assert ("TAMPERED", index, "body") in found


def test_f8_another_ledger_is_never_accepted_for_the_one_pinned(made: Made) -> None:
    """In order by itself, and of somebody else: one failure of policy for each thing that is not as pinned, no ``OK``."""
    for policy in (strangers("other.example/1"), replace(made.policy, root=PrivateKey(f"{ORIGIN}/root", SEED).public)):
        report = look(made.tables, policy, made.saved)
        assert report.verdict is Code.POLICY_FAIL
        assert {code for code, *_ in places(report)} == {"POLICY_FAIL"}
        assert report.exit_status == 1


# A8: the signer signed a row that no event key signed.


def signed_forgery(made: Made, index: int) -> tuple[Tables, str]:
    """The ledger with an unsigned row of its tail changed, published and signed by the log's own key; and that note."""
    tables = made.tables.copy()
    raised(tables, index)
    leaves = [leaf_hash(leaf_data(*row[1:])) for row in tables.events]
    tables.tiles[:] = [[0, 0, b"".join(leaves)]]
    note = sign_note(Checkpoint(ORIGIN, len(leaves), tree_hash(leaves)).text, made.log).decode()
    tables.checkpoints.append([len(leaves), note])
    return tables, note


def tail_bet(made: Made) -> int:
    """A bet or blind after the newest honest checkpoint."""
    events = made.tables.events
    said = [canonical.decode(sealed_of(row).body)["event"] for row in events]
    return next(at for at in range(made.places["signed"], len(events)) if "paid" in said[at])


@pytest.mark.parametrize("brought", ["forged", "saved", None])
def test_a8_the_truth_restored_is_a_fork_with_both_notes(made: Made, brought: str | None) -> None:
    """The row is put back as it was: what the log's key signed over is told as evidence, at the very entry, and not the truth."""
    index = tail_bet(made)
    tables, note = signed_forgery(made, index)
    tables.events[index][STATE] = made.tables.events[index][STATE]
    checkpoint = {"forged": note.encode(), "saved": made.saved, None: None}[brought]
    report = look(tables, made.policy, checkpoint)
    assert report.verdict is Code.FORKED
    assert {found[:2] for found in places(report)} == {("FORKED", index)}
    assert report.size == (made.places["saved"] if brought == "saved" else 0)
    first = report.problems[-1]
    assert first.evidence == (note, made.signer.decode())
    assert note in first.to_json()["evidence"]
    assert any("the checkpoint given" in found.message for found in report.problems) == (brought == "forged")


def test_a8_a_checkpoint_brought_is_told_beside_a_stored_one(made: Made) -> None:
    """A fork that the store's own checkpoint shows first does not silence the auditor's, of a larger tree."""
    index = tail_bet(made)
    tables, note = signed_forgery(made, index)
    tables.events[index][STATE] = made.tables.events[index][STATE]
    add()(made, tables)
    mine = sign_note(Checkpoint(ORIGIN, len(tables.events), bytes(32)).text, made.log)
    report = look(tables, made.policy, mine)
    assert {found.evidence[0] for found in report.problems if found.code is Code.FORKED} == {note, mine.decode()}


def test_a8_the_forgery_itself_is_named_under_the_checkpoint_that_covers_it(made: Made) -> None:
    """Left in place it is what tree, tiles and checkpoint say, and its signature gives it away all the same."""
    index = tail_bet(made)
    tables, note = signed_forgery(made, index)
    assert places(look(tables, made.policy, note.encode()))[0][:2] == ("TAMPERED", index)


def test_a8_an_older_checkpoint_that_contradicts_is_told_beside_a_later_change(made: Made) -> None:
    """A changed entry explains only checkpoints that cover it: one below it that does not fit is a fork of its own."""
    tables, index = made.tables.copy(), tail_bet(made)
    raised(tables, index)
    old = sign_note(Checkpoint(ORIGIN, made.places["single"], bytes(32)).text, made.log)
    assert {code for code, *_ in places(look(tables, made.policy, old))} == {"TAMPERED", "FORKED"}


# A6: times and indices that no honest ledger has.


def test_a6_a_time_beyond_the_format_is_malformed_at_its_entry(made: Made) -> None:
    """A recorded time of 2**53 or more is no number of the format, wherever it stands."""
    for index in (made.places["one"], len(made.tables.events) - 1):
        tables = made.tables.copy()
        state = tables.events[index][STATE]
        tables.events[index][STATE] = state[:51] + (2**53).to_bytes(8, "big") + state[59:]
        assert places(look(tables, made.policy, made.saved))[0] == ("MALFORMED", index, "state")


def test_a6_a_time_far_ahead_is_told_once_at_the_entry_that_leapt(made: Made) -> None:
    """An entry of centuries ahead, and all after it that had to bear that time: the first is named, in no other words."""
    tables, end = made.tables.copy(), len(made.tables.events)
    poisoned = sealed_of(tables.events[-1]).recorded + 200 * STANDSTILL_MAX
    add(recorded=poisoned)(made, tables)
    add(recorded=poisoned)(made, tables)
    report = look(tables, made.policy, made.saved)
    assert places(report) == [("POSTDATED", end, "recorded")]
    assert report.exit_status == 1
    tables = made.tables.copy()
    add(recorded=sealed_of(tables.events[-1]).recorded + STANDSTILL_MAX)(made, tables)
    assert look(tables, made.policy, made.saved).verdict is Code.OK
    tables = made.tables.copy()
    confirmed = ClockConfirmed(clock=poisoned, floor=poisoned, reason="out of store for years")
    add(confirmed, recorded=poisoned)(made, tables)
    report = look(tables, made.policy, made.saved)
    assert places(report) == [("POLICY_FAIL", end, "by")], (
        "a leap that was confirmed is none; that no manager asked is told"
    )


def test_a6_a_hole_up_to_an_index_far_away_is_one_problem(made: Made) -> None:
    """A log index 1,000,001 written once leaves what is missing before it, as one range."""
    tables, end = made.tables.copy(), len(made.tables.events)
    add(first=1_000_001)(made, tables)
    report = look(tables, made.policy, made.saved)
    assert [(found.code, found.first, found.last) for found in report.problems] == [(Code.MISSING, end, 1_000_000)]


def test_a6_the_time_of_a_head_that_was_changed_for_a_moment_is_told(made: Made) -> None:
    """The row itself says the true time again; the first that was written after it leaps."""
    tables: Any = made.tables.copy()
    index = made.places["one"]
    restate_at("one", recorded=sealed_of(tables.events[index]).recorded + 2 * STANDSTILL_MAX)(made, tables)
    assert places(look(tables, made.policy, made.saved)) == [("TAMPERED", index, "signature")]
    restate(tables.events[index], recorded=sealed_of(made.tables.events[index]).recorded)
    assert look(tables, made.policy, made.saved).verdict is Code.OK
