"""A complaint as whoever works on it needs it: how it stands, what is on record of it, and its proof."""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.house.dispute.state import TOURNAMENT
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import leaf_hash
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.proof import Proof
from tombo.ledger.seal.receipt import verify_receipt
from tombo.ledger.store import Row
from tombo.ledger.terms.every import LAWS, regulation_of
from tombo.projections.dispute.case import DisputeCase
from tombo.reports.said.commands import evidence
from tombo.reports.shown.house import disputes
from tombo.reports.shown.house.waiting import CaseState
from tombo.reports.shown.proofs import proof_of
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.receipts import receipt_of


def state_of(case: DisputeCase) -> CaseState:
    """How it stands."""
    if case.taken_back is not None:
        return CaseState.TAKEN_BACK
    return CaseState.OPEN if case.resolution is None else CaseState(case.resolution.outcome)


def stands_so(reader: Reader, case: DisputeCase) -> bool:
    """Whether how a complaint stands is what staff signed: what resolved it, what took its compensation back, and what opened it, where staff did."""
    said = [case.opening] if case.opening.by.actor == "staff" else []
    said += [act for act in (case.resolved, case.taken_back) if act is not None]
    return not any(disputes.signed_by(reader, act).wrong for act in said)


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
        NotFoundError: its command is not on record, or was recorded elsewhere.
    """
    row = disputes.row_of(reader, act)
    command = "" if act.command is None else act.command.id
    key = verify_receipt(receipt_of(reader, policy, command), policy).key.name
    found = reader.store.command(command)
    if found is None or not found.first <= act.index < found.first + found.count:
        raise NotFoundError(evidence.RECEIPT_OF_OTHERS(command=command, index=act.index))
    return Attested(act, digest(row), key)


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
