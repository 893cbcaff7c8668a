"""The page of one entry: where it stands in the log, what it says as it was signed, and whether it is proved."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Paper, Sheet
from tombo.desk.links import DeskLink, path_to, path_with, replayed
from tombo.desk.offers import OFFER
from tombo.ledger.core.errors import LedgerError, NotFoundError, UsageError
from tombo.ledger.core.ids import called, is_stream
from tombo.ledger.core.said import Fact
from tombo.ledger.seal.entry import Sealed, leaf_data
from tombo.ledger.seal.evidence import Evidence, read_leaf
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.seal.proof import verify_entry, write_proof
from tombo.ledger.store import Row
from tombo.projections.signed import Signers
from tombo.reports.evidence import by_whom, fields, happened
from tombo.reports.said.commands import evidence
from tombo.reports.said.desk import entries as said
from tombo.reports.said.desk.cases import CASE_NOT_SIGNED as NOT_SIGNED
from tombo.reports.shown.days import INDEX_DIGITS
from tombo.reports.shown.proofs import proof_of
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.wrong import in_words
from tombo.serve.readers import OpenedLedger

ABOUT_A_ROUND: Final = {"void": "round", "open_dispute": "about"}
"""Acts about a hand or round, and the field of each in which its stream stands."""
TEXT: Final = "text/plain; charset=utf-8"


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """The entry at the log index that the path names.

    Raises:
        UsageError: no log index.
        NotFoundError: the log does not reach that far.
    """
    reader = opened.reader
    row = _row(reader, asked.path["index"])
    found = read_leaf(leaf_data(row.stream, row.version, row.kind, row.state))
    newest = reader.version(row.stream)
    proven, wrong, saved = _proof(opened, row)
    signed = reader.signers(row)
    values = {
        "facts": _facts(reader, row, found, newest, signed),
        "unsigned": NOT_SIGNED() if signed.wrong else None,
        "fields": [(name, _value(value)) for name, value in fields(found)],
        "proven": proven,
        "wrong": wrong,
        "saved": saved,
        "ways": _ways(reader, row, newest),
        "offers": _offers(row.stream, asked),
    }
    return Sheet(said.ENTRY_TITLE(index=row.index), "entry.html", values)


def proof(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """The proof of the entry at the log index that the path names, as ``tombo proof`` writes it.

    Raises:
        UsageError: no log index.
        NotFoundError: the log does not reach that far, or no checkpoint does.
    """
    row = _row(opened.reader, asked.path["index"])
    return Paper(write_proof(proof_of(opened.reader, row)), f"entry-{row.index}.tlog-proof", TEXT)


def _row(reader: Reader, typed: str) -> Row:
    size = reader.store.head().size
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= INDEX_DIGITS):
        raise UsageError(said.ENTRY_NO_INDEX(typed=typed, entries=size))
    row = reader.store.row(int(typed))
    if row is None:
        raise NotFoundError(said.ENTRY_NO_INDEX(typed=typed, entries=size))
    return row


def _facts(reader: Reader, row: Row, found: Evidence, newest: int, signed: Signers) -> list[tuple[Fact, Fact]]:
    sealed, occurred = found.sealed, found.body["occurred"]
    rows: list[tuple[Fact, Fact]] = [
        (said.ENTRY_STREAM(), row.stream),
        (said.ENTRY_VERSION_LABEL(), said.ENTRY_VERSION(version=row.version, newest=newest)),
        (said.ENTRY_KIND(), happened(row.kind)),
        (said.ENTRY_RECORDED_LABEL(), said.ENTRY_INSTANT(at=sealed.recorded)),
    ]
    if occurred is not None:
        rows.append((said.ENTRY_OCCURRED_LABEL(), said.ENTRY_INSTANT(at=occurred)))
    rows.append((said.ENTRY_BY_LABEL(), by_whom(found)))
    if signed.names and not signed.wrong:
        rows.append((said.ENTRY_SIGNED_BY(), signed.names))
    if found.command_id:
        rows.append((said.ENTRY_COMMAND(), found.command_id))
    return [
        *rows,
        (said.ENTRY_COMMIT(), _commit(sealed)),
        (said.ENTRY_KEY(), sealed.key_id.hex()),
        (said.ENTRY_HASH(), b64encode(found.entry_hash(reader.store.origin)).decode()),
    ]


def _value(value: str) -> Fact | DeskLink:
    """What a field says; the stream of a hand or round leads to its replay."""
    replay = replayed(value) if is_stream(value) else None
    return value if replay is None else DeskLink(replay, value)


def _commit(sealed: Sealed) -> Fact:
    if sealed.count == 1:
        return said.ENTRY_COMMIT_ALONE()
    return said.ENTRY_COMMIT_OF(first=sealed.first, last=sealed.first + sealed.count - 1)


def _proof(opened: OpenedLedger, row: Row) -> tuple[list[Fact], Fact | None, str | None]:
    """What proves the entry, checked as a stranger would; what is wrong, if anything is; and where the proof is, where there is one that holds."""
    try:
        proof = proof_of(opened.reader, row)
    except NotFoundError as error:
        return [said.ENTRY_NOT_PROVEN(why=in_words(error))], None, None
    try:
        proven = verify_entry(proof, load_policy(opened.keyring.policy))
    except LedgerError as error:
        return [], said.ENTRY_PROOF_FAILS(why=in_words(error)), None
    point = proven.checkpoint
    cosigned = tuple(good.key.name for good in proven.witnesses) or evidence.BY_NOBODY()
    root = b64encode(point.root).decode()
    told: list[Fact] = [
        evidence.PROVEN(origin=point.origin, entries=point.size, root=root),
        evidence.COSIGNED(who=cosigned),
    ]
    return told, None, path_to("files", "entry", str(row.index))


def _ways(reader: Reader, row: Row, newest: int) -> list[DeskLink]:
    """Where one goes from here: the replay, the day, and the entries beside it in its stream and in the log."""
    ways, replay = list[DeskLink](), replayed(row.stream)
    if replay is not None:
        ways.append(DeskLink(replay, said.ENTRY_REPLAY(called=called(row.stream))))
    sort, _, name = row.stream.partition(":")
    if sort in {"day", "report"}:
        day = name.rpartition("/")[2]
        ways.append(DeskLink(path_to("nights", day), said.ENTRY_DAY(day=day)))
    for version, label in ((row.version - 1, said.ENTRY_BEFORE), (row.version + 1, said.ENTRY_BEHIND)):
        if 1 <= version <= newest:
            beside = reader.store.stream_rows(row.stream, gt=version - 1, lte=version)
            ways += [DeskLink(path_to("entries", str(one.index)), label()) for one in beside]
    for index, label in ((row.index - 1, said.ENTRY_LOG_BEFORE), (row.index + 1, said.ENTRY_LOG_BEHIND)):
        if 0 <= index < reader.store.head().size:
            ways.append(DeskLink(path_to("entries", str(index)), label()))
    return ways


def _offers(stream: str, asked: DeskAsked) -> list[DeskLink]:
    """What whoever asks may ask for about the hand or round of the entry."""
    if replayed(stream) is None:
        return []
    offers = [(OFFER[kind], field) for kind, field in ABOUT_A_ROUND.items()]
    return [
        DeskLink(path_with(offer.path, {field: stream}), offer.label())
        for offer, field in offers
        if offer.role in asked.roles
    ]
