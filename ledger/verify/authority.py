"""Steps 9 and 10: who may sign what, and who may do what, by the entries themselves and the root key of the policy."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable
from typing import Final, NamedTuple, assert_never

from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.house.key import KeyEvent, KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.house.log.events import ClockConfirmed, LogOpened, LossDeclaredV2, PeriodDetached
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.staff.events import RoleGranted, RoleWithdrawn
from tombo.ledger.seal.loss import Loss, check_loss
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.registry import KeyRegistry, Registration
from tombo.ledger.verify.acts import Acts
from tombo.ledger.verify.bodies import RelevantEntry
from tombo.ledger.verify.report import Code, Objection
from tombo.ledger.verify.symptoms import Directness, Symptom, SymptomList, symptom

ERASED_MAX: Final = 20
"""How many erasures are told one by one."""


class Declared(NamedTuple):
    """A loss, and the log index of the entry that declares it."""

    index: int  # type: ignore[assignment]  # hides tuple.index, as in Line
    loss: Loss


class Authority:
    """Folds the facts in log order. Only what the root key signed makes a key, and only grants make a role.

    ``policy`` is what the verifier believes; ``own`` the same, or what a log of somebody else says of itself
    (:func:`~tombo.ledger.verify.identity.identity`). Below the log index ``trusted`` only such facts are read as later entries rest on.
    """

    def __init__(self, policy: Policy, own: Policy, symptoms: SymptomList, trusted: int = 0) -> None:
        self.policy = policy
        self.registry = KeyRegistry(own.origin, own.root)
        self._symptoms = symptoms
        self._roles: defaultdict[str, set[str]] = defaultdict(set)
        self._last_good: dict[bytes, int] = {}
        self.last_used: dict[bytes, int] = {}
        """The last log index that each key signed."""
        self.confirmed: set[int] = set()
        """The first log indices of appends in which somebody confirms the clock."""
        self.losses: list[Declared] = []
        self._detached: list[tuple[int, PeriodDetached]] = []
        self._opened = False
        self._acts = Acts(own, symptoms, trusted)
        self._command: tuple[bytes, bytes] | None = None
        self._by: By | None = None
        """Of the command at hand: which it is, and who asked for it."""
        self._gone: list[tuple[str, str]] = []
        """Roles that it takes away: from whom, and which."""
        self._erased: list[Objection] = []
        self._foreign: Objection | None = None
        self._vouched = False

    def fold(self, fact: RelevantEntry) -> None:
        """Take in one fact."""
        event = fact.event
        self._expect_opened(fact)
        self._begin(fact)
        self._acts.take(fact)
        match event:
            case LogOpened():
                self._open(fact.index, event)
            case KeyRegistered() | KeyRetired() | KeyRevoked():
                try:
                    self._fold_key(fact, event)
                except LedgerError as error:
                    self._object(fact.index, str(error), "root_signature")  # authentic, and believed by nobody
            case RoleGranted():
                self._roles[_local(fact)].add(event.role)
            case RoleWithdrawn():
                self._gone.append((_local(fact), event.role))
            case LossDeclaredV2():
                self._fold_loss(fact, event)
            case PeriodDetached():
                self._detached.append((fact.index, event))
            case PlayerErased():
                self._erase(fact, event)
            case ClockConfirmed():
                self.confirmed.add(fact.first)
            case _:
                pass  # of the log, or an act of staff: judged with its command

    def _begin(self, fact: RelevantEntry) -> None:
        """(10) Whether who asks for a command holds the role he asks in, as the entries before it say; asked once a command.

        A role that the command before took away is gone from here on: who gives his own back signs that in it.
        """
        by = fact.by
        if fact.command is not None and fact.command == self._command and by == self._by:
            return
        for staff, role in self._gone:
            self._roles[staff].discard(role)
        self._gone.clear()
        self._command, self._by = fact.command, by
        if by.actor == "staff" and by.role not in self._roles[by.id]:
            self._object(fact.index, f"the role {by.role!r} was not granted to {by.id} before", "by")

    def _expect_opened(self, fact: RelevantEntry) -> None:
        if not self._opened and not isinstance(fact.event, LogOpened):
            self._opened = True  # said once
            self._object(fact.index, f"{fact.kind} before log.opened.v1, which the log begins with", "kind")

    def used(self, key: bytes, first: int, count: int) -> None:
        """(9) The key signed the log indices from ``first`` on: may it? A later revocation may still say no."""
        last = first + count - 1
        good = self._last_good.get(key)
        self.last_used[key] = max(last, self.last_used.get(key, -1))
        if good is not None and last > good:
            return
        objection = self.registry.objection(key, first)
        if objection:
            self._symptoms.note(symptom(Directness.RULE, Code.TAMPERED, objection, first, last, field="key"))

    def believed_losses(self, root_at: Callable[[int], bytes | None]) -> list[Declared]:
        """The declared losses that go on from the tree as it was; one of another tree is none."""
        self._check_detached(root_at)
        for declared in self.losses:
            if root_at(declared.loss.size) != declared.loss.root:
                said = f"it declares that the ledger goes on from another tree of {declared.loss.size} entries"
                self._symptoms.note(symptom(Directness.RULE, Code.TAMPERED, said, declared.index, field="root"))
        return [one for one in self.losses if root_at(one.loss.size) == one.loss.root]

    def _check_detached(self, root_at: Callable[[int], bytes | None]) -> None:
        """Object to a detached period that is of another tree: a copy with that root is none of this log.

        Where an entry below its end is known to be another than was sealed, nobody can tell, and it is that one that is named.
        """
        changed = self._symptoms.changed
        for index, event in self._detached:
            if changed is not None and changed < event.size <= index:
                continue
            root = root_at(event.size) if event.size <= index else None
            if root is None or b64encode(root).decode() != event.root:
                said = f"it detaches {event.size} entries of another tree"
                self._symptoms.note(symptom(Directness.RULE, Code.TAMPERED, said, index, field="root"))

    def finish(self) -> None:
        """(9) What was signed by a key after its last good index; and the root and checkpoint keys are the log's own."""
        self._acts.finish()
        if self._foreign is not None:
            self._symptoms.note(Symptom(Directness.RULE if self._vouched else Directness.FOREIGN, self._foreign))
        for key, good in self._last_good.items():
            last = self.last_used.get(key, -1)
            if last > good:
                said = f"the key {key.hex()} is revoked: not to be believed after index {good}"
                self._symptoms.note(symptom(Directness.RULE, Code.KEY_REVOKED, said, good + 1, last, field="key"))
        if self.registry.public(self.policy.log.key_id) is None:
            said = f"the checkpoint key of the policy, {self.policy.log.vkey}, is not registered in the log"
            self._symptoms.note(symptom(Directness.RULE, Code.POLICY_FAIL, said, field="key"))

    def shredded(self) -> list[Objection]:
        """What was erased, as recorded: told, and no objection."""
        more = len(self._erased) - ERASED_MAX
        if more <= 0:
            return self._erased
        said = f"and {more} persons more were erased; 'tombo person show' tells of each"
        return [*self._erased[:ERASED_MAX], Objection(code=Code.SHREDDED, message=said)]

    def _erase(self, fact: RelevantEntry, event: PlayerErased) -> None:
        person, second = _local(fact), event.second
        if second == fact.by.id or not self._roles[second]:
            self._object(
                fact.index,
                f"the second member of staff, {second}, is the first, or was granted no role before",
                "second",
            )
        said = f"{person} was erased by {fact.by.id} and {second}: what was sealed of this person can be read by nobody"
        self._erased.append(
            Objection(
                code=Code.SHREDDED, message=said, first=fact.index, last=fact.index, stream=fact.stream, field="person"
            )
        )

    def _open(self, index: int, event: LogOpened) -> None:
        root = b64encode(self.policy.root.raw).decode()
        if index != 0:
            self._object(index, "the log is opened once, by its first entry", "kind")
        elif event.origin != self.policy.origin:
            said = f"the log is {event.origin!r}; the policy pins {self.policy.origin!r}"
            self._foreign = Objection(code=Code.POLICY_FAIL, message=said, first=index, field="origin")
        elif event.root != root:
            said = f"the log names the root key {event.root}; the policy pins {root}"
            self._foreign = Objection(code=Code.POLICY_FAIL, message=said, first=index, field="root")
        self._opened = True

    def _fold_loss(self, fact: RelevantEntry, event: LossDeclaredV2) -> None:
        """Take in a declared loss, once the root key signed it for two members of staff, and it is of what stands before it."""
        try:
            loss = Loss.of(event)
            check_loss(self.registry.origin, loss, event.root_signature, self.registry.root)
        except (LedgerError, ValueError) as error:
            self._object(fact.index, str(error), "root_signature")  # authentic: no reason to refuse who declares one
            return
        for who in (loss.staff, loss.second):
            if not self._roles[who]:
                self._object(fact.index, f"{who}, who declares a loss, was granted no role before", "by")
        if loss.size > fact.index:
            self._object(fact.index, f"it declares the loss of what comes after {loss.size} entries", "size")
        self.losses.append(Declared(fact.index, loss))

    def _fold_key(self, fact: RelevantEntry, event: KeyEvent) -> None:
        match event:
            case KeyRegistered():
                registration = Registration(
                    event.key, event.name, event.possession, event.public, event.purpose, event.root_signature
                )
                self.registry.register(fact.first, registration)
                self._vouched = True
            case KeyRetired():
                self.registry.retire(fact.index, event.key, event.root_signature)
            case KeyRevoked():
                self.registry.revoke(event.key, event.last_good, event.root_signature)
                key = bytes.fromhex(event.key)
                self._last_good[key] = min(event.last_good, self._last_good.get(key, event.last_good))
            case _:
                assert_never(event)

    def _object(self, index: int, said: str, field: str) -> None:
        self._symptoms.note(symptom(Directness.RULE, Code.POLICY_FAIL, said, index, field=field))


def _local(fact: RelevantEntry) -> str:
    return fact.stream.partition(":")[2]
