"""The page of one complaint: what is on record of it in order, what is open, what may be done, and the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from tombo.desk.asked import DeskAsked
from tombo.desk.cases.drawn import DrawnBlock, drawn
from tombo.desk.cases.list import how_long
from tombo.desk.cases.paths import computed_path, may, offer, played_link
from tombo.desk.frame import Sheet
from tombo.desk.links import DeskLink
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import called
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Fact, Told, euros, written
from tombo.ledger.house.dispute.events import DisputeReplayed
from tombo.ledger.house.dispute.state import TOURNAMENT, dispute_stream
from tombo.ledger.house.limits.state import limits
from tombo.ledger.house.staff.state import Staff, staff_stream
from tombo.ledger.seal.proof import verify_entry
from tombo.projections.dispute.case import DisputeCase
from tombo.reports.dispute import act_blocks, heading
from tombo.reports.said.commands import dispute as asked_said
from tombo.reports.said.desk import cases as said
from tombo.reports.shown.house import cases, disputes
from tombo.reports.shown.house.dispute_walk import is_over, look, needed, recordable
from tombo.reports.shown.house.waiting import CaseState
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.wrong import in_words
from tombo.serve.readers import OpenedLedger


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """One complaint.

    Raises:
        NotFoundError: there is none of this name.
        OutOfPlaceError: an entry of it cannot follow, or says something that does not open.
    """
    reader, now = opened.reader, opened.clock.now()
    case = disputes.case(reader, asked.path["dispute"])
    believed = cases.stands_so(reader, case)
    values = {
        "name": case.dispute,
        "facts": list(_facts(reader, case, now, believed=believed)),
        "outsider": _outsider(reader, case),
        "acts": [_act(reader, case, act) for act in disputes.acts(case)],
        "alarm": None if believed else said.CASE_FALSE(),
        "open": list(_open(reader, case, asked)) if believed else [],
        "offers": list(_of_case(reader, case, asked)) if believed else [],
        "evidence": _evidence(opened, case),
        "played": _played_evidence(opened, case),
    }
    return Sheet(heading(case).title, "case.html", values)


def _facts(reader: Reader, case: DisputeCase, now: int, *, believed: bool) -> Iterator[tuple[Fact, Fact | DeskLink]]:
    opened, state = case.opened, cases.state_of(case)
    stands = said.CASE_STATES[state]
    yield said.CASES_STATE(), stands if believed else said.CASE_STATE_FALSE(state=stands)
    yield said.CASES_PLAYER(), opened.player
    yield said.CASE_ABOUT(), played_link(opened.about) or said.CASE_ABOUT_NOTHING()
    yield said.CASE_COMPLAINED(), said.CASE_COMPLAINED_AT(at=opened.complained)
    yield said.CASE_HOW_LONG(), how_long(case, now)
    if state is CaseState.OPEN:
        yield said.CASE_UNTIL(), said.CASE_NO_TIME()
    rule = cases.law_of(reader, opened.about)
    if rule is not None:
        yield said.CASE_RULE(), rule


def _outsider(reader: Reader, case: DisputeCase) -> Told | None:
    """What is told where who complains was not in what he complains of."""
    player, about = case.opened.player, case.opened.about
    if about is None or reader.was_in(about, player):
        return None
    return asked_said.COMPLAINS_OF_OTHERS(player=player, about=called(about))


class CaseAct(NamedTuple):
    """An entry of a complaint as the page shows it."""

    title: Fact
    blocks: list[DrawnBlock]
    signed: Told
    false: bool
    """Whether it is no act of the staff that it names."""
    amounts: list[tuple[Fact, Fact, Fact]]
    checked: Fact | None
    """Of a replay whether it is what is computed now, where that is not so or not known."""
    at: int
    """Its log index."""


def _act(reader: Reader, case: DisputeCase, act: Entry) -> CaseAct:
    found = disputes.signed_by(reader, act)
    signed = said.CASE_SIGNED_BY(who=found.names) if found.names else said.CASE_SIGNED_BY_NOBODY()
    if found.wrong:
        signed = said.CASE_NOT_SIGNED()
    blocks, amounts = drawn(act_blocks(case, act)), list(_amounts(reader, act))
    return CaseAct(_title(act), blocks, signed, found.wrong, amounts, _checked(reader, case, act), act.index)


def _checked(reader: Reader, case: DisputeCase, act: Entry) -> Fact | None:
    """Of a replay of a hand or round, which is its officer's word: that something else is computed now, or that it is not computed here."""
    event = act.event
    if not isinstance(event, DisputeReplayed) or event.replayed.startswith(TOURNAMENT):
        return None
    try:
        if needed(reader, event.replayed):
            return said.CASE_REPLAY_NOT_CHECKED()
        now = recordable(look(reader, event.replayed, {}).replay, case.dispute, case.opened.player)
    except LedgerError as error:
        return in_words(error)
    as_now = (event.amounts, event.same) == (now.amounts, not now.differences)
    return None if as_now else said.CASE_REPLAY_OTHERWISE()


def _title(act: Entry) -> Fact:
    return said.CASE_ACTS[act.kind.split(".")[1]]


def _amounts(reader: Reader, act: Entry) -> Iterator[tuple[Fact, Fact, Fact]]:
    """Of a replay: what came back to each player, recorded and recomputed."""
    amounts = getattr(act.event, "amounts", ())
    if amounts:
        unit = reader(act.event.replayed).terms.unit
        for one in amounts:
            yield one.player, unit.sum(one.recorded), unit.sum(one.recomputed)


def _open(reader: Reader, case: DisputeCase, asked: DeskAsked) -> Iterator[Told]:
    """What is to be done yet, by whom, and where somebody else has to sign."""
    about, found = case.opened.about, limits(reader)
    if case.resolution is not None:
        yield said.CASE_CLOSED()
        if case.resolution.compensation.cents and case.taken_back is None:
            yield said.CASE_TWO_TAKE_BACK()
            yield said.CASE_WAITING_ELSEWHERE()
        return
    if about is not None and not is_over(reader, about):
        yield said.CASE_GOES_ON(played=called(about))
    elif about is not None and not _replayed(reader, case):
        yield said.CASE_TO_REPLAY()
    yield said.CASE_TO_DECIDE()
    yield said.CASE_ALONE(alone=euros(found.alone), alone_sum=euros(found.alone_sum), most=euros(found.most))
    staff: Staff | None = reader(staff_stream(asked.who.id)) if asked.roles else None
    if staff is not None and staff.alone:
        yield said.CASE_GIVEN_ALONE(who=asked.who.id, given=euros(staff.alone))
    opener = case.opening.by
    if opener.actor == "staff":
        yield said.CASE_OPENED_BY(who=opener.id)
    yield said.CASE_WAITING_ELSEWHERE()


def _replayed(reader: Reader, case: DisputeCase) -> bool:
    return bool(reader(dispute_stream(case.dispute)).replayed)


def _of_case(reader: Reader, case: DisputeCase, asked: DeskAsked) -> Iterator[DeskLink]:
    """What who asks may do to it now, each form filled in with what is known."""
    about, resolution = case.opened.about, case.resolution
    if resolution is None:
        played = about is not None and is_over(reader, about)
        if played and may(asked, "read_disputed_cards"):
            yield DeskLink(computed_path(case.dispute), said.CASE_RECOMPUTE())
        if about is None or about.startswith(TOURNAMENT) or _replayed(reader, case):
            yield from offer(asked, "resolve_dispute", dispute=case.dispute, compensation="0.00")
    elif resolution.compensation.cents and case.taken_back is None:
        amount = written(euros(resolution.compensation.cents), Language.EN, "plain")
        known = {"dispute": case.dispute, "amount": amount, "rule": resolution.rule or ""}
        yield from offer(asked, "reverse_compensation", **known)


class CaseProof(NamedTuple):
    """An entry as evidence, as the page shows it."""

    what: Fact
    at: int
    """Its log index."""
    digest: str
    verdict: Fact
    covered: Fact
    path: str | None
    """Where its receipt or proof is."""
    file: Fact = said.CASE_RECEIPT()


def _evidence(opened: OpenedLedger, case: DisputeCase) -> list[CaseProof]:
    """Every entry of it, with the verdict of its receipt."""
    reader, covered = opened.reader, _covered(opened)
    found = list[CaseProof]()
    for act in disputes.acts(case):
        verdict: Fact
        try:
            told = cases.attested(reader, reader.store.trust.policy, act)
            digest, verdict = told.digest, said.CASE_SOUND(key=told.key)
        except LedgerError as error:
            digest, verdict = "", in_words(error)
        path = None if act.command is None else f"/desk/files/receipt/{quote(act.command.id)}"
        found.append(CaseProof(_title(act), act.index, digest, verdict, _is_covered(act.index, covered), path))
    return found


def _played_evidence(opened: OpenedLedger, case: DisputeCase) -> CaseProof | None:
    """The newest entry of what it is about, with the verdict of its proof: through its chain it stands for all of it."""
    reader, about = opened.reader, case.opened.about
    last = None if about is None else reader.store.last_row(about)
    if last is None:
        return None
    path: str | None = None
    verdict: Fact = said.CASE_NOT_PROVEN()
    covered = _is_covered(last.index, _covered(opened))
    if covered == said.CASE_IS_COVERED():
        try:
            proven = verify_entry(cases.proof_of_played(reader, last.stream), reader.store.trust.policy)
            cosigned: Fact = tuple(good.key.name for good in proven.witnesses) or said.CASE_NO_WITNESS()
            verdict = said.CASE_PROVEN(entries=proven.checkpoint.size, who=cosigned)
            path = f"/desk/files/proof/{quote(case.dispute)}"
        except LedgerError as error:
            verdict = in_words(error)
    what = said.CASE_PLAYED_TO(played=called(last.stream), version=last.version)
    return CaseProof(what, last.index, cases.digest(last), verdict, covered, path, said.CASE_PROOF())


def _covered(opened: OpenedLedger) -> int:
    """How many entries the newest checkpoint covers."""
    newest = opened.reader.newest_checkpoint()
    return 0 if newest is None else newest.size


def _is_covered(index: int, covered: int) -> Told:
    return said.CASE_IS_COVERED() if index < covered else said.CASE_NOT_COVERED()
