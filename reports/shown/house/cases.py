"""Complaints as whoever works on them needs them: what waits longest first, by state and player; what is on record of one, and its proof."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError
from tombo.ledger.house.dispute.events import AnyOpened, DisputeResolved, DisputeResolvedV2, ResolutionReversed
from tombo.ledger.house.dispute.state import TOURNAMENT
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import leaf_hash
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.proof import Proof
from tombo.ledger.seal.receipt import verify_receipt
from tombo.ledger.store import Row
from tombo.ledger.terms.every import LAWS, regulation_of
from tombo.projections.dispute.case import DisputeCase
from tombo.projections.signed import Signers, signers
from tombo.reports.said.commands import evidence
from tombo.reports.shown.house import disputes
from tombo.reports.shown.proofs import proof_of
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.receipts import receipt_of


class CaseState(StrEnum):
    """How a complaint stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    PARTLY = "partly"
    REJECTED = "rejected"
    TAKEN_BACK = "taken_back"
    """It was resolved, and its compensation was taken back."""


_RESOLVED: Final = frozenset(kind.model_fields["kind"].default for kind in (DisputeResolved, DisputeResolvedV2))
_REVERSED: Final = ResolutionReversed.model_fields["kind"].default
_FIRST: Final = -1
"""Before every instant: of a complaint whose beginning cannot be read."""


class StandingCase(NamedTuple):
    """A complaint, how it stands, and its place among those that stand alike."""

    stream: str
    state: CaseState
    place: int
    """Of an open one the instant of the complaint; of another the log index of its newest entry."""


def waiting(reader: Reader, states: frozenset[CaseState]) -> list[StandingCase]:
    """The complaints in one of ``states``: the open ones first, of which what waits longest, and what cannot be read before all; then the others, the newest first.

    Of every complaint the newest entry is read, and of an open one the first.
    """
    found = [one for stream in disputes.names(reader) if (one := _standing(reader, stream)).state in states]
    opened = sorted((one for one in found if one.state is CaseState.OPEN), key=lambda one: (one.place, one.stream))
    closed = sorted((one for one in found if one.state is not CaseState.OPEN), key=lambda one: -one.place)
    return opened + closed


def of_player(reader: Reader, stream: str, player: str) -> bool:
    """Whether ``player`` complains there; so it is told where that cannot be read."""
    opening = _opening(reader, stream)
    return opening is None or opening.player == player


def _standing(reader: Reader, stream: str) -> StandingCase:
    last = reader.store.last_row(stream)
    try:
        if last is not None and last.kind == _REVERSED:
            return StandingCase(stream, CaseState.TAKEN_BACK, last.index)
        if last is not None and last.kind in _RESOLVED:
            return StandingCase(stream, CaseState(reader.entry(last).event.outcome), last.index)
    except OutOfPlaceError:
        return StandingCase(stream, CaseState.OPEN, _FIRST)
    opening = _opening(reader, stream)
    return StandingCase(stream, CaseState.OPEN, _FIRST if opening is None else opening.complained)


def _opening(reader: Reader, stream: str) -> AnyOpened | None:
    """The entry with which a complaint begins; None where that is another."""
    try:
        opening: Any = reader.entries(stream, lte=1)[0].event
    except OutOfPlaceError:
        return None
    return opening if isinstance(opening, AnyOpened) else None


def state_of(case: DisputeCase) -> CaseState:
    """How it stands."""
    if case.taken_back is not None:
        return CaseState.TAKEN_BACK
    return CaseState.OPEN if case.resolution is None else CaseState(case.resolution.outcome)


def acts(case: DisputeCase) -> list[Entry]:
    """Every entry of it, in the order of the record."""
    ends = [act for act in (case.resolved, case.taken_back) if act is not None]
    return sorted([case.opening, *case.readings, *case.replays, *ends], key=lambda act: act.version)


def signed_by(reader: Reader, act: Entry) -> Signers:
    """Who of the staff signed the command that an entry came from, each signature checked; nobody where nobody of staff asked for it."""
    return signers(reader.store, _row(reader, act))


def ended_so(reader: Reader, case: DisputeCase) -> bool:
    """Whether what resolved a complaint, and what took its compensation back, is what the staff that it names signed; so is one that is open."""
    ends = [act for act in (case.resolved, case.taken_back) if act is not None]
    return not any(signed_by(reader, act).wrong for act in ends)


def _row(reader: Reader, act: Entry) -> Row:
    (row,) = reader.store.stream_rows(act.stream, gt=act.version - 1, lte=act.version)
    return row


class Attested(NamedTuple):
    """An entry as evidence: its place, its digest in the tree of the log, and the key that sealed it by the receipt of its command."""

    act: Entry
    digest: str
    """The hash of its leaf, in hexadecimal."""
    key: str


def attested(reader: Reader, policy: Policy, act: Entry) -> Attested:
    """``act`` with the verdict of its receipt, checked as whoever is given it would.

    Raises:
        TamperedError: the rows there are not what was signed.
        NotFoundError: its command is not on record.
    """
    row = _row(reader, act)
    command = "" if act.command is None else act.command.id
    return Attested(act, digest(row), verify_receipt(receipt_of(reader, policy, command), policy).key.name)


def digest(row: Row) -> str:
    """The hash of the leaf of a row, in hexadecimal: as the log's tree has it."""
    return leaf_hash(leaf_data(row.stream, row.version, row.kind, row.state)).hex()


def proof_of_played(reader: Reader, about: str) -> Proof:
    """The proof that the newest entry of ``about`` is in the tree of the last checkpoint, as ``tombo proof`` makes it; not checked yet.

    Raises:
        NotFoundError: there is no such stream, or the checkpoint does not reach that far.
    """
    row = reader.store.last_row(about)
    if row is None:
        raise NotFoundError(evidence.NO_SUCH_STREAM(stream=about, origin=reader.store.origin))
    return proof_of(reader, row)


def law_of(reader: Reader, about: str | None) -> str | None:
    """The rule of complaints of the game that is complained of, ``R806 r.66``; None of nothing that was played."""
    if about is None:
        return None
    if about.startswith(TOURNAMENT):
        return LAWS["R810"].complaints
    played: Any = reader(about)
    return LAWS[regulation_of(played.terms)].complaints
