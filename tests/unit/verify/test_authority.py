"""Who may sign and who may act, by the entries themselves and the root key that the auditor pins."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house, play
from tests.conftest import run_past
from tests.forgeries.maker import KIND, ORIGIN, Made, Memory, Tables, make, rebody, reseal, restate, sealed_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.house.key import KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger, revoke, rotate
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.seal.registry import sign_registration, sign_retirement, sign_revocation
from tombo.ledger.store import open_store
from tombo.ledger.verify import Code, Report, verify
from tombo.ledger.verify.authority import Authority
from tombo.ledger.verify.bodies import RelevantEntry
from tombo.ledger.verify.symptoms import SymptomList


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The small honest ledger of the forgeries."""
    return make(tmp_path_factory.mktemp("honest"))


class Operator:
    """A ledger whose keys come and go, through the application."""

    def __init__(self, folder: Path) -> None:
        self.url, self.keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
        with create_ledger(self.url, self.keyring, origin=ORIGIN, clock=SteppingClock()).store:
            pass
        self.act(lambda ledger: play(ledger, house(1)))

    def act(self, what: Callable[[Ledger], Any]) -> Any:
        """Open the ledger, do something, publish."""
        ledger = open_ledger(self.url, self.keyring, clock=SteppingClock())
        with ledger.store as store:
            result = what(ledger)
            publish(store, self.keyring.signer())
            return result

    def size(self) -> int:
        """How many entries there are."""
        with open_store(self.url) as store:
            return store.head().size

    def report(self) -> Report:
        """What the verifier says, against the signer's file."""
        policy = parse_policy(self.keyring.policy.read_text())
        factory = partial(open_opened, self.url, self.keyring.opening_secret(ORIGIN))
        return verify(factory, policy, checkpoint=self.keyring.signer_state.read_bytes())


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    """An operator with one table."""
    return Operator(tmp_path)


def test_a_key_hands_over_to_the_next(operator: Operator) -> None:
    """After a rotation both keys' entries are good, each where it may sign."""
    operator.act(lambda ledger: play(ledger, hand(0, 1)))
    operator.act(lambda ledger: rotate(ledger, operator.keyring, operator.keyring.root))
    operator.act(lambda ledger: play(ledger, hand(0, 2)))
    assert operator.report().verdict is Code.OK


def test_a_revocation_reaches_back(operator: Operator) -> None:
    """What a revoked key signed after its last good index is named as a range; what it signed before stays good."""
    good = operator.size() - 1
    operator.act(lambda ledger: play(ledger, hand(0, 1)))
    operator.act(lambda ledger: play(ledger, hand(0, 2)))
    key = operator.act(lambda ledger: ledger.sealing.key.key_id.hex())
    last = operator.size() - 1
    operator.act(lambda ledger: rotate(ledger, operator.keyring, operator.keyring.root))  # signed by the new key
    operator.act(lambda ledger: revoke(ledger, operator.keyring, operator.keyring.root, key, good, "stolen"))
    report = operator.report()
    assert report.verdict is Code.KEY_REVOKED
    assert [(found.first, found.last) for found in report.problems] == [(good + 1, last)]
    assert report.exit_status == 1


def test_the_key_in_use_is_revoked_by_its_successor(operator: Operator) -> None:
    """One append brings the new key, is signed by it, and takes the old one's last entries back."""
    good = operator.size() - 2
    key = operator.act(lambda ledger: ledger.sealing.key.key_id.hex())
    operator.act(lambda ledger: revoke(ledger, operator.keyring, operator.keyring.root, key, good, "stolen"))
    assert [(found.code, found.first, found.last) for found in operator.report().problems] == [
        (Code.KEY_REVOKED, good + 1, good + 1)
    ]


def test_a_revocation_after_the_last_use_takes_nothing_back(operator: Operator) -> None:
    """A key that signed nothing after its last good index leaves every entry believed."""
    key = operator.act(lambda ledger: ledger.sealing.key.key_id.hex())
    operator.act(lambda ledger: rotate(ledger, operator.keyring, operator.keyring.root))
    good = operator.size() - 1
    operator.act(lambda ledger: revoke(ledger, operator.keyring, operator.keyring.root, key, good, "in case"))
    assert operator.report().verdict is Code.OK


def test_a_revocation_at_the_last_use_takes_nothing_back(operator: Operator) -> None:
    """The last good index is good itself."""
    good = operator.size() - 1
    key = operator.act(lambda ledger: ledger.sealing.key.key_id.hex())
    operator.act(lambda ledger: rotate(ledger, operator.keyring, operator.keyring.root))  # signed by the new key
    operator.act(lambda ledger: revoke(ledger, operator.keyring, operator.keyring.root, key, good, "in case"))
    assert operator.report().verdict is Code.OK


def taken_back(operator: Operator, key: str, index: int, ledger: Ledger) -> None:
    """Nothing that ``key`` signed after ``index`` is to be believed."""
    revoke(ledger, operator.keyring, operator.keyring.root, key, index, "stolen")


@pytest.mark.parametrize("further_first", [True, False])
def test_of_two_revocations_the_one_that_reaches_back_further_holds(operator: Operator, *, further_first: bool) -> None:
    """Nobody makes good again what was taken back, whichever of the two comes first."""
    good = operator.size() - 1
    operator.act(lambda ledger: play(ledger, hand(0, 1)))
    key = operator.act(lambda ledger: ledger.sealing.key.key_id.hex())
    last = operator.size() - 1
    operator.act(lambda ledger: rotate(ledger, operator.keyring, operator.keyring.root))
    for index in (good, last) if further_first else (last, good):
        operator.act(partial(taken_back, operator, key, index))
    assert [(found.code, found.first, found.last) for found in operator.report().problems] == [
        (Code.KEY_REVOKED, good + 1, last)
    ]


class Folded:
    """What is said of keys and openings that a test writes by hand: an opened log with the key of its checkpoints and one for events."""

    def __init__(self, *, opens: bool = True) -> None:
        root, self.key, log = (
            PrivateKey(f"{ORIGIN}{name}", bytes([at] * 32)) for at, name in enumerate(("/root", "/event/1", ""))
        )
        self.root = root
        policy = Policy(root.public, log.public)
        self.symptoms = SymptomList()
        self.authority = Authority(policy, policy, self.symptoms)
        self.opened = LogOpened(demo=False, origin=ORIGIN, root=b64encode(root.public.raw).decode())
        if opens:
            self.fold(0, self.opened)
        self.fold(1, KeyRegistered(**sign_registration(ORIGIN, "checkpoint", log, root)._asdict()))

    def fold(self, index: int, event: Any) -> None:
        """An entry in an append of its own."""
        stream = "log:main" if isinstance(event, LogOpened) else f"key:{event.key}"
        by = By(actor="platform", id="tombo")
        self.authority.fold(RelevantEntry(index, index, index + 1, stream, event.kind, by, None, event))

    def registered(self, index: int) -> None:
        """The key for events may sign from ``index`` on."""
        self.fold(index, KeyRegistered(**sign_registration(ORIGIN, "event", self.key, self.root)._asdict()))

    def retired(self, index: int) -> None:
        """It signs no more."""
        signature = sign_retirement(ORIGIN, self.key.key_id, self.root)
        self.fold(index, KeyRetired(key=self.key.key_id.hex(), root_signature=signature))

    def revoked(self, index: int, good: int) -> None:
        """It is not to be believed after ``good``."""
        signature = sign_revocation(ORIGIN, self.key.key_id, good, self.root)
        self.fold(
            index, KeyRevoked(key=self.key.key_id.hex(), last_good=good, reason="stolen", root_signature=signature)
        )

    def used(self, first: int, count: int) -> None:
        """It signed these entries."""
        self.authority.used(self.key.key_id, first, count)

    def found(self) -> list[tuple[Code, int | None, int | None, str | None]]:
        """Code, first and last log index, and field of what is objected to, in order."""
        self.authority.finish()
        return [(one.problem.code, one.problem.first, one.problem.last, one.problem.field) for one in self.symptoms]


def test_a_last_good_index_makes_nothing_good() -> None:
    """An append that ends at a revoked key's last good index is held to the rest all the same: the key was retired before."""
    folded = Folded()
    folded.registered(2)
    folded.retired(5)
    folded.revoked(6, good=9)
    folded.used(8, 2)
    assert folded.found() == [(Code.TAMPERED, 8, 9, "key")]


def test_an_append_over_the_last_good_index_is_named_once() -> None:
    """It is not to be believed from the next index on; that its key was retired is no second problem."""
    folded = Folded()
    folded.registered(2)
    folded.retired(5)
    folded.revoked(6, good=9)
    folded.used(9, 2)
    assert folded.found() == [(Code.KEY_REVOKED, 10, 10, "key")]


def test_a_key_that_signed_nothing_is_revoked_and_nothing_is_lost() -> None:
    """It was never good, and was never used."""
    folded = Folded()
    folded.registered(2)
    folded.revoked(3, good=-1)
    assert folded.found() == []


def test_what_a_revoked_key_signed_is_named_up_to_the_last_of_it() -> None:
    """In whatever order its appends are heard of."""
    folded = Folded()
    folded.registered(2)
    folded.revoked(20, good=3)
    folded.used(10, 5)
    folded.used(6, 2)
    assert folded.found() == [(Code.KEY_REVOKED, 4, 14, "key")]


@pytest.mark.parametrize("index", [1, 2, 9])
@pytest.mark.parametrize("says", ["the same", "another origin", "another root key"])
def test_a_second_opening_is_named_and_changes_nothing(index: int, says: str) -> None:
    """Wherever it stands, from the second entry on: the policy is that of the first, and nobody doubts whose log it is."""
    changes = {"another origin": {"origin": "x.example"}, "another root key": {"root": "AAAA"}}
    folded = Folded()
    folded.fold(index, folded.opened.model_copy(update=changes.get(says, {})))
    assert folded.found() == [(Code.POLICY_FAIL, index, index, "kind")]


def test_a_log_without_an_opening_is_named_once_where_it_begins() -> None:
    """What stands before an opening, however much, is one problem; an opening that comes late is another."""
    folded = Folded(opens=False)
    folded.registered(2)
    folded.fold(3, folded.opened)
    assert folded.found() == [(Code.POLICY_FAIL, 1, 1, "kind"), (Code.POLICY_FAIL, 3, 3, "kind")]


def first_of(made: Made, tables: Tables, policy: Policy | None = None) -> tuple[Code, int | None, str | None]:
    """Code, place and field of the first problem, against no checkpoint."""
    report = verify(partial(Memory, tables), policy or made.policy)
    assert report.problems, "nothing was found"
    first = report.problems[0]
    assert report.verdict is first.code
    return first.code, first.first, first.field


def resealed(made: Made, index: int, said: Callable[[Any], None]) -> Tables:
    """The ledger with an entry that says something else, sealed again from there, without checkpoints."""
    tables = made.tables.copy()
    rebody(tables.events[index], said)
    reseal(made, tables, sealed_of(tables.events[index]).first)
    tables.checkpoints.clear()
    return tables


def test_a_role_that_was_not_granted_is_a_failure_of_policy(made: Made) -> None:
    """An authentic act of staff in a role nobody granted is named, although its signature holds."""
    index = made.places["one"]
    tables = resealed(made, index, lambda body: body.update(by={"actor": "staff", "id": "eve", "role": "officer"}))
    assert first_of(made, tables) == (Code.POLICY_FAIL, index, "by")


def test_a_role_is_held_from_its_grant_on(made: Made) -> None:
    """After the grant the same act in the same role lacks only the manager's signature; before it, the role."""
    manager = {"actor": "staff", "id": "manager-1", "role": "manager"}
    granted = next(at for at, row in enumerate(made.tables.events) if row[KIND] == "staff.granted.v1")
    after = resealed(made, granted + 5, lambda body: body.update(by=manager))
    assert [
        (found.code, found.first, found.field) for found in verify(partial(Memory, after), made.policy).problems
    ] == [(Code.POLICY_FAIL, granted + 5, "signature")]
    before = resealed(made, granted - 1, lambda body: body.update(by=manager))
    assert first_of(made, before) == (Code.POLICY_FAIL, granted - 1, "by")


def test_a_forged_registration_makes_no_key(made: Made) -> None:
    """An event key cannot vouch for another key: only the root key registers."""
    index = next(at for at, row in enumerate(made.tables.events) if row[KIND] == "key.registered.v1")
    forged = resealed(made, index, lambda body: body["event"].update(root_signature=body["event"]["possession"]))
    code, at, field = first_of(made, forged)
    assert (code, field) in {(Code.TAMPERED, "root_signature"), (Code.TAMPERED, "key")}
    assert at is not None and at <= index


def test_a_recorded_time_that_steps_back_is_named(made: Made) -> None:
    """An authentic append whose time lies before the one of an earlier entry is backdated."""
    tables = made.tables.copy()
    index = made.places["two"]
    restate(tables.events[index], recorded=1)
    reseal(made, tables, index, clock=False)
    tables.checkpoints.clear()
    assert first_of(made, tables) == (Code.BACKDATED, index, "recorded")


@pytest.mark.parametrize(("pinned", "field", "place"), [("root", "root", 0), ("log", "key", None)])
def test_another_policy_does_not_accept_the_log(made: Made, pinned: str, field: str, place: int | None) -> None:
    """A verifier that pins other keys than the log names says that, and not of every signature that it fails."""
    other = PrivateKey(getattr(made.policy, pinned).name, bytes(range(32))).public
    policy = replace(made.policy, root=other) if pinned == "root" else replace(made.policy, log=other)
    assert first_of(made, made.tables, policy) == (Code.POLICY_FAIL, place, field)


def test_the_policy_of_another_ledger_says_so(made: Made) -> None:
    """Nothing of a ledger holds under the policy of another one: what is told is the policy, not a thousand forgeries."""
    root, log = (PrivateKey(name, bytes(range(32))).public for name in ("other.example/1/root", "other.example/1"))
    report = verify(partial(Memory, made.tables), Policy(root, log), checkpoint=made.saved)
    assert [(found.code, found.first, found.field) for found in report.problems] == [
        (Code.POLICY_FAIL, 0, "origin"),
        (Code.POLICY_FAIL, None, "checkpoint"),
        (Code.POLICY_FAIL, None, "key"),
    ]


def test_a_log_that_does_not_open_itself_is_not_accepted(made: Made) -> None:
    """Without ``log.opened`` at index 0 the policy fails, however well the rest is sealed."""
    tables = resealed(made, 0, lambda body: body["event"].update(origin="operator.example/other"))
    assert first_of(made, tables) == (Code.POLICY_FAIL, 0, "origin")


def test_a_ledger_renamed_in_its_database_is_not_written_to(operator: Operator) -> None:
    """The name goes into every seal: under another one nothing that is acknowledged would ever verify."""
    run_past(operator.url, "UPDATE meta SET value = 'x.example' WHERE name = 'origin'")
    with pytest.raises(
        KeyFileError,
        match=r"the keys are those of operator\.example/ledger/1 .*; the store says it is x\.example \(table meta\): point",
    ):
        open_ledger(operator.url, operator.keyring)
