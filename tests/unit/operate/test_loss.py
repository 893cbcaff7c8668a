"""The loss of what neither bundle nor backup has, declared by the root key and two people (A7)."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand
from tests.forgeries.maker import KIND, ORIGIN, Database, Memory, rebody, reseal
from tests.worlds.operator import MANAGER, Operator, older, size_of
from tests.worlds.staff import enrol, key_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError, LedgerError, TamperedError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.log.commands import DeclareLoss
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.events import ActSigned
from tombo.ledger.operate.keyring import OPERATOR, Keyring, open_ledger
from tombo.ledger.operate.publish import publish, sign_head
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.loss import Loss, sign_loss
from tombo.ledger.seal.note import sign_note
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import open_evidence, open_store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.verify import Code, verify


def test_a7_an_older_ledger_is_told_and_refused(operator: Operator, new_url: str) -> None:
    """It is said which entries are missing; no door opens on it, no publisher signs it, and a checkpoint shows it."""
    before, after = older(operator, new_url)
    found = operator.standing()
    assert (found.first_lost, found.signed.size, found.size) == (size_of(before), size_of(after), size_of(before))
    assert found.acknowledged > size_of(after)
    with pytest.raises(TamperedError, match=r"ROLLED BACK: the store holds \d+ entries; \d+ were signed"):
        open_ledger(operator.url, operator.keyring)
    with open_store(operator.url) as store, pytest.raises(TamperedError, match="declare the loss"):
        sign_head(store, operator.keyring.signer())
    assert [one.code for one in operator.report(after).problems] == [Code.TRUNCATED]
    assert operator.report(before).verdict is Code.OK


def test_a7_play_goes_on_after_a_declared_loss(operator: Operator, new_url: str) -> None:
    """The abandoned checkpoint is told as declared lost, with the range, the people and where it goes on; the new one holds."""
    before, after = older(operator, new_url)
    missing = operator.standing()
    operator.declare()
    index = size_of(before)
    report = operator.report(after)
    (found,) = report.problems
    assert (report.verdict, found.first, found.last) == (Code.LOSS_DECLARED, index, missing.last_lost)
    for word in ("manager-1", "s-2", "the disk died", f"log index {index}", f"size {index}"):
        assert word in found.message
    assert found.evidence == (after.decode(),)
    assert report.exit_status == 1
    newer = operator.act(hand(0, 2))
    assert size_of(newer) > size_of(after)
    assert operator.report(newer).verdict is Code.OK
    assert operator.report(before).verdict is Code.OK
    assert operator.report(after).verdict is Code.LOSS_DECLARED
    assert operator.standing().first_lost is None
    lost = operator.keyring.signer().lost.read_bytes()
    assert canonical.decode(lost.rstrip(b"\n"))["note"].encode() == after


def test_a7_what_nobody_declared_stays_truncated_or_forked(operator: Operator, new_url: str) -> None:
    """A declaration covers what it gave up, and nothing beyond: not a larger tree, and not another one below."""
    before, after = older(operator, new_url)
    operator.declare()
    key = operator.keyring.load(operator.keyring.checkpoint)

    def signed(size: int) -> bytes:
        return sign_note(Checkpoint(ORIGIN, size, bytes(32)).text, key)

    assert operator.report(signed(size_of(after) + 50)).verdict is Code.TRUNCATED
    assert operator.report(signed(size_of(before) - 3)).verdict is Code.FORKED
    assert operator.report(signed(size_of(after) - 3)).verdict is Code.LOSS_DECLARED


def test_a7_a_store_that_went_on_by_itself_is_another_history(operator: Operator, tmp_path: Path) -> None:
    """A copy with copies of the keys recorded other entries under the same indices: given up is what the signer signed after the copy was made."""
    before = operator.act(hand(0, 1))
    twin = Operator.__new__(Operator)
    twin.folder = Path(shutil.copytree(tmp_path, tmp_path.parent / f"{tmp_path.name}-twin"))
    twin.url, twin.keyring = f"sqlite:///{twin.folder / 'ledger.db'}", Keyring(twin.folder / "keys")
    after = operator.act(hand(0, 2))
    twin.act([*hand(0, 2), *hand(0, 3)])
    operator.url = twin.url
    assert operator.report(after).verdict is Code.FORKED
    found = operator.standing()
    assert (found.first_lost, found.last_lost) == (size_of(before), size_of(after) - 1)
    operator.declare("the wrong copy was started")
    newer = operator.act(hand(0, 4))
    assert operator.report(newer).verdict is Code.OK
    assert operator.report(after).verdict is Code.LOSS_DECLARED
    assert operator.report(before).verdict is Code.OK


def test_a7_entries_acknowledged_and_never_signed_are_declared_too(operator: Operator, new_url: str) -> None:
    """The mark of what was acknowledged reaches beyond the last checkpoint: the signer gives up nothing, the door goes on all the same."""
    note = operator.act(hand(0, 1))
    bundle = operator.bundle("bundle")
    operator.act(hand(0, 2)[:3], publishing=False)
    operator.restore(Bundle(bundle), new_url)
    assert operator.standing().first_lost == size_of(note)
    with pytest.raises(TamperedError, match="were acknowledged"):
        open_ledger(operator.url, operator.keyring)
    operator.declare()
    newer = operator.act(hand(0, 2))
    assert operator.report(newer).verdict is Code.OK
    assert operator.report(note).verdict is Code.OK
    lost = operator.keyring.signer().lost.read_bytes()
    assert canonical.decode(lost.rstrip(b"\n"))["note"].encode() == note


def test_a7_a_backup_of_any_moment_goes_on(operator: Operator, tmp_path: Path) -> None:
    """The files put back end with entries under no checkpoint and in no tile: play goes on from them, and all of it verifies."""
    operator.act(hand(0, 1), publishing=False)
    shutil.copy(tmp_path / "ledger.db", tmp_path / "backup")
    operator.act(hand(0, 2))
    shutil.copy(tmp_path / "backup", tmp_path / "ledger.db")
    operator.declare()
    assert operator.report(operator.act(hand(0, 2))).verdict is Code.OK


def test_a7_a_declaration_cut_off_is_taken_up_again(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signer gave up its checkpoint and the process died: run again, the same declaration comes on record."""
    _, after = older(operator, new_url)

    class DiedError(Exception):
        """The process ended here."""

    def die(*_: object, **__: object) -> None:
        raise DiedError

    monkeypatch.setattr("tombo.ledger.operate.loss.open_ledger", die)
    with pytest.raises(DiedError):
        operator.declare("first")
    monkeypatch.undo()
    assert operator.report(after).verdict is Code.TRUNCATED
    with pytest.raises(UsageError, match="expected --staff manager-1 --second s-2"):
        operator.declare("again", second="somebody")
    operator.declare("again")
    (found,) = operator.report(after).problems
    assert found.code is Code.LOSS_DECLARED
    assert found.message.endswith("Reason: first")
    assert len(operator.keyring.signer().lost.read_bytes().splitlines()) == 1


def acts_of(url: str, staff: str) -> list[dict[str, Any]]:
    """What ``staff`` signed, as it is asked for."""
    with open_evidence(url) as store:
        events = [CanonicalMapper(ORIGIN).to_entry(row).event for row in store.stream_rows(f"staff:{staff}")]
    return [event.request for event in events if isinstance(event, ActSigned)]


def test_a7_both_people_sign_the_declaration(operator: Operator, new_url: str) -> None:
    """Each with his own key, in his own stream, in the commit of what he declares."""
    before, _ = older(operator, new_url)
    operator.declare()
    for staff in ("manager-1", "s-2"):
        said = acts_of(operator.url, staff)[-1]
        assert (said["kind"], said["staff"], said["second"]) == ("declare_loss", "manager-1", "s-2")
        assert said["first_lost"] == size_of(before)
    assert operator.report().verdict is Code.OK


def test_a7_another_key_than_the_enrolled_one_declares_nothing(operator: Operator, new_url: str) -> None:
    """Found before anything is given up."""
    older(operator, new_url)
    before = operator.keyring.signer_state.read_bytes()
    with pytest.raises(KeyFileError, match="enrolled for him"):
        operator.declare(key_of=lambda staff: key_of(ORIGIN, staff, 2))
    assert operator.keyring.signer_state.read_bytes() == before
    assert not operator.keyring.signer().lost.exists()


def test_a7_of_a_ledger_older_than_their_keys_the_root_key_answers(operator: Operator, new_url: str) -> None:
    """What is left knows no key of the second person: nobody could check his signature."""
    operator.act([Envelope(GrantRole(role="officer", staff="s-3"), MANAGER, "grant-3", None)])
    bundle = operator.bundle("bundle")
    operator.act([Envelope(enrol(ORIGIN, "s-3"), MANAGER, "enrol-3", None)])
    operator.restore(Bundle(bundle), new_url)
    signed = len(acts_of(operator.url, "manager-1"))
    operator.declare(second="s-3")
    assert len(acts_of(operator.url, "manager-1")) == signed
    assert operator.report().verdict is Code.OK


def test_a7_only_the_platform_declares_for_people_without_keys(operator: Operator, new_url: str) -> None:
    """Not a player who read the root key's signature in the log; and for nobody who holds no role, nor for one who stands for both."""
    operator.act([Envelope(GrantRole(role="officer", staff="s-3"), MANAGER, "grant-3", None)])
    older(operator, new_url)
    operator.declare(second="s-3")
    with open_evidence(operator.url) as store:
        (lost,) = [row for row in store.stream_rows("log:main") if row.kind == "log.loss_declared.v2"]
        event = CanonicalMapper(ORIGIN).to_entry(lost).event
    command = DeclareLoss(**event.model_dump(exclude={"kind"}))
    once = command.model_copy(update={"staff": "s-3"})
    root = operator.keyring.load(operator.keyring.root)
    tried = (
        (command, By(actor="player", id="p-1"), "authority"),
        (command.model_copy(update={"second": "nobody"}), OPERATOR, "nobody holds no role"),
        (command.model_copy(update={"root": "A"}), OPERATOR, "is not written in base64"),
        (once, OPERATOR, "is not signed by the root key"),
        (
            once.model_copy(update={"root_signature": sign_loss(ORIGIN, Loss.of(once), root)}),
            OPERATOR,
            "s-3 declares the loss twice",
        ),
    )
    ledger = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
    with ledger.store:
        for number, (asked, by, said) in enumerate(tried):
            refused = ledger.handle(Envelope(asked, by, f"loss/{number}", None))
            assert isinstance(refused, Refused)
            assert said in f"{refused.finding.rule} {refused.message}"


def test_a7_the_platform_does_not_declare_for_people_who_have_keys(operator: Operator, new_url: str) -> None:
    """The door refuses it; sealed all the same, with the event key, it is named."""
    older(operator, new_url)
    operator.declare()
    with open_evidence(operator.url) as store:
        (lost,) = [row for row in store.stream_rows("log:main") if row.kind == "log.loss_declared.v2"]
        event = CanonicalMapper(ORIGIN).to_entry(lost).event
    command = DeclareLoss(**event.model_dump(exclude={"kind"}))
    ledger = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
    with ledger.store:
        refused = ledger.handle(Envelope(command, OPERATOR, "loss", None))
        assert isinstance(refused, Refused)
        assert "have keys" in refused.message
        ledger.record([ImportJob("loss", "0" * 32, OPERATOR, None, [("log:main", event)], {})])
        publish(ledger.store, operator.keyring.signer())
    problems = operator.report().problems
    assert [(one.code, one.field) for one in problems] == [(Code.POLICY_FAIL, "by")]


REFUSED: Final[list[tuple[dict[str, Any], type[LedgerError], str]]] = [
    ({"second": "manager-1"}, UsageError, "two people"),
    ({"second": "nobody"}, UsageError, "no member of staff"),
    ({"staff": "s-2", "second": "manager-1"}, UsageError, "expected a manager"),
    ({"root": "event"}, KeyFileError, "not the root key"),
    ({"root": "stranger"}, KeyFileError, "not the root key"),
]


@pytest.mark.parametrize(("other", "error", "said"), REFUSED)
def test_a7_a_loss_needs_the_root_key_and_two_people(
    operator: Operator, tmp_path: Path, other: dict[str, Any], error: type[LedgerError], said: str
) -> None:
    """Another key, one person twice, a stranger, or no manager: nothing is given up."""
    older(operator, f"sqlite:///{tmp_path / 'restored.db'}")
    before = operator.keyring.signer_state.read_bytes()
    stranger = tmp_path / "stranger.key"
    operator.keyring.save(stranger, PrivateKey(f"{ORIGIN}/root", bytes(32)))
    keys = {"event": operator.keyring.event(1), "stranger": stranger}
    with pytest.raises(error, match=said):
        operator.declare(**{name: keys.get(value, value) for name, value in other.items()})
    assert operator.keyring.signer_state.read_bytes() == before
    assert not operator.keyring.signer().lost.exists()


def test_a7_nothing_is_declared_lost_that_is_there(operator: Operator) -> None:
    """A whole ledger gives up nothing."""
    operator.act(hand(0, 1))
    with pytest.raises(UsageError, match="nothing is lost"):
        operator.declare()


FORGED: Final = {
    "of more": {"abandoned_size": 10_000},
    "from the beginning": {"first_lost": 0},
    "by one person": {"second": "manager-1"},
    "for another reason": {"reason": "nothing happened"},
}


@pytest.mark.parametrize("name", FORGED)
def test_a7_a_declaration_that_the_root_key_did_not_sign_is_none(operator: Operator, tmp_path: Path, name: str) -> None:
    """An event key seals a wider one: it is named, and what it would excuse is told as if it were not there."""
    _, after = older(operator, f"sqlite:///{tmp_path / 'restored.db'}")
    operator.declare()
    database = Database(operator.url)
    tables = database.read()
    database.close()
    index = next(at for at, row in enumerate(tables.events) if row[KIND] == "log.loss_declared.v2")
    rebody(tables.events[index], lambda body: body["event"].update(FORGED[name]))
    forger: Any = type("Forger", (), {"key": operator.keyring.load(operator.keyring.event(1))})
    reseal(forger, tables, index)
    tables.checkpoints.clear()
    report = verify(partial(Memory, tables), load_policy(operator.keyring.policy), checkpoint=after)
    assert (Code.POLICY_FAIL, index, "root_signature") in {(one.code, one.first, one.field) for one in report.problems}
    assert report.verdict is Code.TRUNCATED
