"""Steps 9 and 10: who may sign what, and who may do what, by the entries themselves and the root key of the policy."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from typing import assert_never

from ledger.core.errors import LedgerError
from ledger.house.events import (
    ClockStepped,
    KeyEvent,
    KeyRegistered,
    KeyRetired,
    KeyRevoked,
    LogOpened,
    LossDeclared,
    RoleGranted,
    RoleWithdrawn,
)
from ledger.seal.policy import Policy
from ledger.seal.registry import KeyRegistry, Registration
from ledger.verify.chunk import Fact
from ledger.verify.report import Code, Problem
from ledger.verify.symptoms import Evidence, Symptom, SymptomList, symptom


class Authority:
    """Folds the facts in log order. Only what the root key signed makes a key, and only grants make a role."""

    def __init__(self, policy: Policy, symptoms: SymptomList) -> None:
        self.policy = policy
        self.registry = KeyRegistry(policy.origin, policy.root)
        self._symptoms = symptoms
        self._roles: defaultdict[str, set[str]] = defaultdict(set)
        self._last_good: dict[bytes, int] = {}
        self._last_used: dict[bytes, int] = {}
        self._opened = False
        self._foreign: Problem | None = None
        self._vouched = False

    def fold(self, fact: Fact) -> None:
        """Take in one fact."""
        event, by = fact.event, fact.by
        if not self._opened and not isinstance(event, LogOpened):
            self._opened = True  # said once
            self._object(fact.index, f"{fact.kind} before log.opened.v1, which the log begins with", "kind")
        if by.actor == "staff" and by.role not in self._roles[by.id]:  # (10)
            self._object(fact.index, f"the role {by.role!r} was not granted to {by.id} before", "by")
        match event:
            case LogOpened():
                self._open(fact.index, event)
            case KeyRegistered() | KeyRetired() | KeyRevoked():
                try:
                    self._fold_key(fact, event)
                except LedgerError as error:
                    self._symptoms.note(
                        symptom(Evidence.RULE, Code.TAMPERED, str(error), fact.index, field="root_signature")
                    )
            case RoleGranted():
                self._roles[_staff(fact)].add(event.role)
            case RoleWithdrawn():
                self._roles[_staff(fact)].discard(event.role)
            case ClockStepped() | LossDeclared() | None:
                pass

    def used(self, key: bytes, first: int, count: int) -> None:
        """(9) The key signed the log indices from ``first`` on: may it? A later revocation may still say no."""
        last = first + count - 1
        good = self._last_good.get(key)
        self._last_used[key] = max(last, self._last_used.get(key, -1))
        if good is not None and last > good:
            return
        objection = self.registry.objection(key, first)
        if objection:
            self._symptoms.note(symptom(Evidence.RULE, Code.TAMPERED, objection, first, last, field="key"))

    def finish(self) -> None:
        """(9) What was signed by a key after its last good index; and the root and checkpoint keys are the log's own."""
        if self._foreign is not None:
            self._symptoms.note(Symptom(Evidence.RULE if self._vouched else Evidence.FOREIGN, self._foreign))
        for key, good in self._last_good.items():
            last = self._last_used.get(key, -1)
            if last > good:
                said = f"the key {key.hex()} is revoked: not to be believed after index {good}"
                self._symptoms.note(symptom(Evidence.RULE, Code.KEY_REVOKED, said, good + 1, last, field="key"))
        if self.registry.public(self.policy.log.key_id) is None:
            said = f"the checkpoint key of the policy, {self.policy.log.vkey}, is not registered in the log"
            self._symptoms.note(symptom(Evidence.RULE, Code.POLICY_FAIL, said, field="key"))

    def _open(self, index: int, event: LogOpened) -> None:
        root = b64encode(self.policy.root.raw).decode()
        if index != 0 or self._opened:
            self._object(index, "the log is opened once, by its first entry", "kind")
        elif event.origin != self.policy.origin:
            said = f"the log is {event.origin!r}; the policy pins {self.policy.origin!r}"
            self._foreign = Problem(code=Code.POLICY_FAIL, message=said, first=index, field="origin")
        elif event.root != root:
            said = f"the log names the root key {event.root}; the policy pins {root}"
            self._foreign = Problem(code=Code.POLICY_FAIL, message=said, first=index, field="root")
        self._opened = True

    def _fold_key(self, fact: Fact, event: KeyEvent) -> None:
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
        self._symptoms.note(symptom(Evidence.RULE, Code.POLICY_FAIL, said, index, field=field))


def _staff(fact: Fact) -> str:
    return fact.stream.partition(":")[2]
