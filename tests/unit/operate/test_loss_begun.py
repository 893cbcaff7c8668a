"""A loss that was begun is visible to every door, publisher and reader until it is on record; one is declared at a time (findings 3, 8 and 9)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.play import hand
from tests.tools.cli_run import tombo
from tests.worlds.operator import Operator, older, size_of
from tombo.ledger.checked import LOST_KIND, last_begun, rebuild
from tombo.ledger.core.errors import ConflictError, StoreUnavailableError, TamperedError, UsageError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate import loss as declaring
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.operate.loss import UnfinishedError
from tombo.ledger.store import open_evidence, open_store
from tombo.ledger.verify import Code

BEGUN = r"was begun and is not on record.* Run 'tombo loss declare --root FILE --staff manager-1 --second s-2"


def acknowledged(operator: Operator, url: str) -> tuple[bytes, bytes]:
    """The ledger of before a hand that was acknowledged, and that no checkpoint covers."""
    note = operator.act(hand(0, 1))
    bundle = operator.bundle("bundle")
    operator.act(hand(0, 2)[:3], publishing=False)
    operator.restore(Bundle(bundle), url)
    return note, note


def full(*_: object, **__: object) -> None:
    """The disk of the database has no room."""
    raise StoreUnavailableError("ledger.db: database or disk is full")


def declarations(operator: Operator) -> list[int]:
    """Where declarations are on record."""
    with open_evidence(operator.url) as store:
        return [row.index for row in store.stream_rows("log:main") if row.kind == LOST_KIND]


@pytest.mark.parametrize("lost", [older, acknowledged], ids=["signed", "acknowledged"])
@pytest.mark.parametrize("at", ["sign_head", "_forget", "_record"])
def test_c3_a_loss_once_begun_is_seen_until_it_is_on_record(
    operator: Operator,
    new_url: str,
    monkeypatch: pytest.MonkeyPatch,
    lost: Callable[[Operator, str], tuple[bytes, bytes]],
    at: str,
) -> None:
    """Red before: cut off at its record, every door opened, and gave indices out again that were acknowledged."""
    _, after = lost(operator, new_url)
    with monkeypatch.context() as patch:
        patch.setattr(f"tombo.ledger.operate.loss.{at}", full)
        with pytest.raises(UnfinishedError, match=f"(?s)disk is full.*Begun: the loss of the entries .*{BEGUN}") as cut:
            operator.declare()
    assert cut.value.exit_status == 3
    assert declarations(operator) == []
    for opens in (open_ledger, open_checked):
        with pytest.raises(ConflictError, match=BEGUN):
            opens(operator.url, operator.keyring)
    words = ("--ledger", operator.url, "--keys", str(operator.folder / "keys"))
    for command in ("status", "checkpoint"):
        ran = tombo(*words, command)
        assert (ran.status, "'tombo loss declare" in ran.err) == (3, True), ran
    with open_store(operator.url, read_only=True) as store, pytest.raises(ConflictError, match=BEGUN):
        rebuild(store, operator.policy, operator.keyring.trusted)
    operator.declare("whatever is said the second time")
    assert len(declarations(operator)) == 1
    newer = operator.act(hand(0, 2))
    assert operator.report(newer).verdict is Code.OK
    assert operator.report(after).verdict is (Code.LOSS_DECLARED if lost is older else Code.OK)


def test_c3_one_cut_off_before_the_signer_went_on_is_finished(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line was written, the new checkpoint not. Red before: the same command ended with '63 published and 89 signed' for ever."""
    _, after = older(operator, new_url)
    with monkeypatch.context() as patch:
        patch.setattr("tombo.ledger.seal.checkpoint.Signer.remember", full)
        with pytest.raises(UnfinishedError, match=BEGUN):
            operator.declare()
    lost = operator.keyring.signer().lost
    before = lost.read_bytes()
    operator.declare()
    assert lost.read_bytes() == before  # what is given up is kept once
    assert len(declarations(operator)) == 1
    assert operator.report(operator.act(hand(0, 2))).verdict is Code.OK
    assert operator.report(after).verdict is Code.LOSS_DECLARED


@pytest.mark.parametrize("lost", [older, acknowledged], ids=["signed", "acknowledged"])
def test_c3_what_was_on_record_and_is_lost_again_is_declared_again(
    operator: Operator, new_url: str, lost: Callable[[Operator, str], tuple[bytes, bytes]]
) -> None:
    """The same backup is restored a second time. Red before: every command said to finish the first loss, which nobody could."""
    lost(operator, new_url)
    bundle = operator.folder / ("older" if lost is older else "bundle")
    operator.declare()
    second = operator.act(hand(0, 2))
    operator.restore(Bundle(bundle), f"sqlite:///{operator.folder / 'again.db'}")
    with pytest.raises(TamperedError, match="ROLLED BACK"):
        open_ledger(operator.url, operator.keyring)
    operator.declare("restored a second time")
    assert len(declarations(operator)) == 1
    assert operator.report(operator.act(hand(0, 2))).verdict is Code.OK
    assert operator.report(second).verdict is Code.LOSS_DECLARED


def test_c3_a_line_that_was_torn_begins_nothing(operator: Operator, new_url: str) -> None:
    """The disk of the keys was full in the middle of it: nothing was given up, and the next declaration writes a line of its own."""
    older(operator, new_url)
    lost = operator.keyring.signer().lost
    lost.write_bytes(b'{"loss":{"abandoned_root":"Xx')
    with open_evidence(operator.url) as store:
        assert last_begun(store, lost) is None
    operator.declare()
    with open_evidence(operator.url) as store:
        begun = last_begun(store, lost)
    assert begun is not None
    assert [begun.log_index] == declarations(operator)


def test_c3_what_was_acknowledged_and_is_found_is_not_declared_lost(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off after the door forgot what it had acknowledged; the whole database is found: the two do not declare lost what is there."""
    whole = operator.url
    acknowledged(operator, new_url)
    with monkeypatch.context() as patch:
        patch.setattr("tombo.ledger.operate.loss._record", full)
        with pytest.raises(UnfinishedError):
            operator.declare()
    operator.url = whole
    with pytest.raises(UsageError, match="are in this store; nothing was recorded"):
        operator.declare()
    assert declarations(operator) == []


def test_c9_what_is_declared_is_answered_for_until_it_is_published(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: 'nothing is lost; nothing was declared', of a loss that is on record."""
    before, after = older(operator, new_url)
    with monkeypatch.context() as patch:
        patch.setattr("tombo.ledger.operate.loss.publish", full)
        with pytest.raises(UnfinishedError, match=f"declared, at log index {size_of(before)}, .* Run the same command"):
            operator.declare()
    operator.declare("again")
    assert declarations(operator) == [size_of(before)]
    assert operator.report(operator.keyring.signer_state.read_bytes()).verdict is Code.OK
    assert operator.report(after).verdict is Code.LOSS_DECLARED
    with pytest.raises(UsageError, match=f"nothing is lost.* is declared already, at log index {size_of(before)}"):
        operator.declare("a third time")


def test_c8_of_two_at_once_one_waits_for_the_other(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before: the second was told of an older signer's file, or that the mark was taken away; now and then both came on record."""
    older(operator, new_url)
    said: list[BaseException] = []
    real = declaring._record

    def declare() -> None:
        try:
            operator.declare("B")
        except UsageError as error:
            said.append(error)

    second = threading.Thread(target=declare)

    def record(*args: object) -> int:
        monkeypatch.setattr(declaring, "_record", real)
        second.start()
        second.join(0.5)
        assert second.is_alive()
        return real(*args)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(declaring, "_record", record)
    operator.declare("A")
    second.join(20)
    assert "is declared already, at log index" in str(said)
    assert len(declarations(operator)) == 1


def test_c8_who_declares_all_the_while_is_named(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for ever."""
    older(operator, new_url)
    monkeypatch.setattr("tombo.ledger.seal.lockfile.PATIENCE", 0.1)
    signer = operator.keyring.signer()
    with declaring._in_turn(signer), pytest.raises(ConflictError, match="the declaration of a loss is held by process"):
        operator.declare()
    assert not Path(signer.lost).exists()
