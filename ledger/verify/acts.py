"""Step 10: acts of staff. Whoever acted signed it, with a key that was his then; and what two people must do, two did.

What a manager or officer may ask for is judged again by the very rules of the live door, over the states that the entries before give:
a grant, a key, a limit, a compensation that the door would have refused is named, whatever key sealed it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, ValidationError

from tombo.ledger.core.command import Decision, Envelope, Signature, View
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament.events import Announced
from tombo.ledger.house.account.events import AdjustedDown, AdjustedUp, Compensated, CompensationReversed
from tombo.ledger.house.credential.authority import grant_refusal, revoke_refusal
from tombo.ledger.house.credential.events import CredentialGranted, CredentialRevoked
from tombo.ledger.house.day import said as day_said
from tombo.ledger.house.day.events import DayClosed, DayClosedV2
from tombo.ledger.house.limits import decide as limits
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.limits.events import LimitsSet
from tombo.ledger.house.log.decide import detach_refusal, loss_refusal
from tombo.ledger.house.log.events import ClockConfirmed, LossDeclaredV2, PeriodDetached
from tombo.ledger.house.player import said as player_said
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.report import said as report_said
from tombo.ledger.house.report.events import ReportReleased, ReportReleasedV2
from tombo.ledger.house.report.state import report_stream
from tombo.ledger.house.rules import OUT_OF_PLACE, house, why_not
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved, RulesetWithdrawn
from tombo.ledger.house.staff import said as staff_said
from tombo.ledger.house.staff.authority import may, stands_beside
from tombo.ledger.house.staff.commands import EnrolKey, GrantRole, WithdrawKey, WithdrawRole
from tombo.ledger.house.staff.decide import grant_role, withdraw_role
from tombo.ledger.house.staff.enrolment import enrol_key, withdraw_key
from tombo.ledger.house.staff.events import (
    ActSigned,
    CardsRead,
    CardsReadV2,
    RoleGranted,
    RoleWithdrawn,
    StaffKeyEnrolled,
    StaffKeyWithdrawn,
)
from tombo.ledger.house.staff.state import MANAGER, OFFICER, Staff
from tombo.ledger.seal.act import Act, Request, holds, staff_key
from tombo.ledger.seal.policy import Policy
from tombo.ledger.verify.bodies import RelevantEntry
from tombo.ledger.verify.disputes import Judged, of_disputes, of_role, unmatched
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.requests import ROLES, may_ask, unanswered, unasked
from tombo.ledger.verify.states import FOLDS, FoldedStates
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom


class Acts:
    """Takes the facts in log order, a command at a time."""

    def __init__(self, own: Policy, symptoms: SymptomList, trusted: int = 0) -> None:
        """Below the log index ``trusted`` not everything that staff did is read."""
        self._trusted = trusted
        self._origin = own.origin
        self._symptoms = symptoms
        self._states = FoldedStates(own)
        self._facts: list[RelevantEntry] = []

    def take(self, fact: RelevantEntry) -> None:
        """Take in one fact; what came before it of another command is judged."""
        if self._facts and (fact.command is None or fact.command != self._facts[0].command):
            self.finish()
        self._facts.append(fact)

    def finish(self) -> None:
        """Judge the command that was taken in last: its signatures, then its entries, each on what those before leave."""
        facts, self._facts = self._facts, []
        if not facts:
            return
        acts = [fact for fact in facts if isinstance(fact.event, ActSigned)]
        signed = True
        if acts or all(
            fact.by.actor == "staff" for fact in facts
        ):  # of a command of several askers it is said already (6)
            signed = self._judge_signatures(facts[0], acts)
        signatures = tuple(Signature(key=a.event.key, signature=a.event.signature, staff=local(a.stream)) for a in acts)
        named = self._judge_pairs(facts)
        if acts:
            self._judge_order(acts, facts)
            self._judge_answers(acts, facts, named)
        for fact in facts:
            try:
                if fact.index not in named:
                    self._judge(fact, signatures)
                if signed or not isinstance(fact.event, ActSigned):  # what nobody signed is no act of his
                    self._fold(fact)
            except LedgerError as error:
                self._object(fact, str(error), "kind")
            except OUT_OF_PLACE as error:
                self._object(fact, f"it cannot follow what is on record ({why_not(error)})", "kind")

    def _judge_pairs(self, facts: Sequence[RelevantEntry]) -> set[int]:
        """Money and the disputes that move it, each beside the other; the movements that nothing gives, by log index.

        That nobody could ask for one of those follows, and is not said again.
        """
        unpaired = list(unmatched(facts))
        for fact, said in unpaired:
            self._object(fact, said, "event")
        return {fact.index for fact, _ in unpaired if isinstance(fact.event, Compensated | CompensationReversed)}

    def _fold(self, fact: RelevantEntry) -> None:
        if fact.stream.partition(":")[0] in FOLDS and fact.event is not None:
            self._states.fold(fact.stream, fact.event)

    def _judge_signatures(self, first: RelevantEntry, acts: Sequence[RelevantEntry]) -> bool:
        """Whether who acts signed first, everybody once, each in the role and with the key that was his then, over this very command."""
        by = first.by
        signers = [local(act.stream) for act in acts]
        if by.actor != "staff":
            self._object(acts[0], f"an act of staff in a command of the {by.actor} {by.id}", "by")
            return False
        if not signers or signers[0] != by.id:
            self._object(first, f"{by.id} acts as {by.role} and has not signed it", "signature", cause=first.end)
            return False
        wrong: list[tuple[RelevantEntry, str]] = []
        one = acts[0].event
        if any((act.event.request, act.event.digest) != (one.request, one.digest) for act in acts):
            wrong.append((acts[0], f"signed by {', '.join(signers)}, and not the same command by each"))
        if len(set(signers)) < len(signers) or any(act.event.signers != len(acts) for act in acts):
            wrong.append((acts[0], f"signed by {', '.join(signers)}; expected different people, as many as are told"))
        wrong += [(act, said) for act in acts if (said := self._untrue(act, by))]
        for act, said in wrong:
            self._object(act, said, "signature")
        return not wrong

    def _untrue(self, act: RelevantEntry, by: By) -> str | None:
        """Why one signature is none."""
        event: ActSigned = act.event
        name = local(act.stream)
        found: Staff | None = self._states(act.stream)
        if found is None or found.key is None or found.key.key != event.key:
            return f"{name} signed with the key {event.key}, which was not enrolled for him then"
        kind = str(event.request.get("kind"))
        if by.role not in found.roles and (name == by.id or not stands_beside(found, kind, by.role)):
            return f"{name} signed in the role {by.role!r}, which he did not hold then"
        command_id, digest = act.command or (b"", b"")
        if event.digest[: len(digest)] != digest.decode() or not digest:
            return f"{name} signed the command {event.digest}; the entry came from {digest.decode()}"
        said = Act(self._origin, command_id.decode(), event.digest, name, by.role, event.request)
        try:
            key = staff_key(self._origin, name, found.key.public)
        except LedgerError as error:
            return str(error)
        return None if holds(key, event.signature, said.text) else f"the signature of {name} does not hold"

    def _judge_order(self, acts: Sequence[RelevantEntry], facts: Sequence[RelevantEntry]) -> None:
        """Signatures stand behind what they led to: it is judged by what was signed before, and so as if they were not there yet."""
        behind = {act.index for act in facts[-len(acts) :]}
        for act in acts:
            if act.index not in behind:
                said = f"the signature of {local(act.stream)} stands before what it led to; expected it behind"
                self._object(act, said, "signature")
                return

    def _judge_answers(self, acts: Sequence[RelevantEntry], facts: Sequence[RelevantEntry], named: set[int]) -> None:
        """What was signed came of it, and nothing else; of the entries in ``named`` something was said already."""
        request: Request = acts[0].event.request
        others = [fact for fact in facts if not isinstance(fact.event, ActSigned)]
        said = unanswered(request, [fact.kind for fact in others])
        if said and acts[0].first >= self._trusted:
            self._object(acts[0], said, "command", cause=acts[0].first)
        for fact in others:
            told = None if fact.index in named else unasked(request, fact.stream, fact.kind, fact.event)
            if told:
                self._object(fact, told, "signature")

    def _judge(self, fact: RelevantEntry, signatures: tuple[Signature, ...]) -> None:
        """One entry: whether its command could be asked for by who asked."""
        event, by = fact.event, fact.by
        roles = ROLES.get(fact.kind)
        if by.actor == "staff" and roles and by.role not in roles:
            self._object(fact, f"{by.id} asked for it as {by.role}; expected {' or '.join(roles)}", "by")
        if roles and not may_ask(by.actor, fact.kind):
            said = f"the {by.actor} {by.id} asked for it; expected the platform, or staff as {' or '.join(roles)}"
            self._object(fact, said, "by")
        begins = fact.first == 0 and by.actor == "platform" and isinstance(event, LimitsSet)
        if event is None or begins:
            return
        try:
            asked = _asked(local(fact.stream), event)
        except ValidationError as error:
            self._object(fact, f"nobody can have asked for it: {error.errors()[0]['msg']}", "event")
            return
        if asked is not None:
            command_id = (fact.command or (b"", b""))[0].decode()
            outcome = asked(Envelope(None, by, command_id, None, signatures), self._states)
            if isinstance(outcome, Refused):
                self._object(fact, f"{outcome.finding.rule}: {outcome.message}", "by")

    def _object(self, fact: RelevantEntry, said: str, field: str, cause: int | None = None) -> None:
        self._symptoms.note(symptom(Directness.RULE, Code.POLICY_FAIL, said, fact.index, field=field, cause=cause))


def _as(decide: Callable[[Envelope, View], Decision | Refused], command: BaseModel) -> Judged:
    """Decided as the live door decides ``command``."""
    return lambda envelope, view: decide(envelope._replace(command=command), view)


def _asked(name: str, event: Any) -> Judged | None:
    """How it is judged who may have asked for ``event`` in the stream of ``name``; None where that is not judged here.

    Raises:
        ValidationError: no command leads to it.
    """
    match event:
        case RoleGranted(role=role):
            return _as(grant_role, GrantRole(role=role, staff=name))
        case RoleWithdrawn(role=role):
            return _as(withdraw_role, WithdrawRole(role=role, staff=name))
        case StaffKeyEnrolled():
            return _as(enrol_key, EnrolKey(staff=name, **event.model_dump(exclude={"kind"})))
        case StaffKeyWithdrawn(key=key):
            return _as(withdraw_key, WithdrawKey(key=key, staff=name))
        case LimitsSet():
            fields = {field: getattr(event, field) for field in LimitsSet.model_fields if field != "kind"}
            return _as(limits.set_limits, SetLimits(**fields))
        case _:
            return _asked_of_house(name, event)


def _asked_of_house(name: str, event: Any) -> Judged | None:
    """As ``_asked``, of what is about neither staff nor limits."""
    match event:
        case LossDeclaredV2() | PeriodDetached():
            return _of_the_log(event)
        case AdjustedUp(amount=amount) | AdjustedDown(amount=amount):
            return lambda envelope, view: limits.adjustment_refusal(envelope, view, amount)
        case PlayerErased(second=second):
            return partial(_erased, second)
        case CardsRead() | CardsReadV2():
            return partial(_read, name)
        case CredentialGranted():
            return partial(_granted, name, event)
        case CredentialRevoked():
            return lambda envelope, view: revoke_refusal(envelope, view, name)
        case DayClosed(date=date) | DayClosedV2(date=date):
            return partial(_of_its_day, name, date)
        case ReportReleased(country=country, date=date) | ReportReleasedV2(country=country, date=date):
            return partial(_of_its_report, name, report_stream(country, date))
        case Announced() | BankedRulesetApproved() | ClockConfirmed() | RulesetApproved() | RulesetWithdrawn():
            return of_role(MANAGER)
        case _:
            return of_disputes(name, event)


def _of_the_log(event: LossDeclaredV2 | PeriodDetached) -> Judged:
    """By the two whom the entry names."""
    if isinstance(event, PeriodDetached):
        return partial(detach_refusal, event.second)
    return partial(loss_refusal, event.staff, event.second)


def _granted(name: str, event: CredentialGranted, envelope: Envelope, view: FoldedStates) -> Refused | None:
    """By managers, once, of a proof that no other credential has. Whether it was over before it began no clock of the verifier's says."""
    return grant_refusal(envelope, view, name, event, view.sharing(event.proof))


def _read(name: str, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, in whose own stream it stands."""
    objection = may(view, envelope.by, roles=(OFFICER,))
    if objection is None and envelope.by.id != name:
        return house("cards", staff_said.CARDS_READ_BY_OTHER(reader=envelope.by.id, staff=name))
    return objection


def _of_its_day(name: str, date: str, *_: Any) -> Refused | None:
    """In the stream of the day that it closes."""
    return None if name == date else house("day", day_said.DAY_CLOSED_ELSEWHERE(date=date, other=name))


def _of_its_report(name: str, stream: str, *_: Any) -> Refused | None:
    """In the stream of the report that it releases."""
    told = report_said.RELEASED_ELSEWHERE(stream=stream, other=name)
    return None if local(stream) == name else house("report", told)


def _erased(second: str, envelope: Envelope, view: View) -> Refused | None:
    """By a manager, and whom the entry names as the second person."""
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection is None and second not in {
        signature.staff for signature in envelope.signatures if signature.staff != envelope.by.id
    }:
        return house("second", player_said.ERASURE_UNSIGNED(who=second))
    return objection
