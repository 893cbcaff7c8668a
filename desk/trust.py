"""The page of what is proved, up to where, and who is let in: checkpoint, witnesses, the last night, keys and credentials."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.desk.links import DeskLink, path_to, path_with
from tombo.desk.nights import verdict_of
from tombo.desk.offers import OFFER
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.said import Fact
from tombo.ledger.operate.publisher import PublisherFiles, Status
from tombo.ledger.seal.checkpoint import Checkpoint, parse_checkpoint
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.note import open_note
from tombo.ledger.seal.policy import NO_QUORUM, load_policy
from tombo.reports.dispute import lasted
from tombo.reports.said.desk import frame
from tombo.reports.said.desk import nights as nights_said
from tombo.reports.said.desk import trust as said
from tombo.reports.shown.days import reached
from tombo.reports.shown.house import credentials, staff
from tombo.reports.shown.house.days_standing import newest_closed
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.wrong import in_words
from tombo.serve.readers import OpenedLedger

SHOWN_APART: Final = frozenset({"over", "revoked"})
"""How a credential stands that lets nobody in, as it should."""
REVOKE: Final = OFFER["revoke_credential"]


class Proved(NamedTuple):
    """The newest checkpoint as the policy's keys sign it, and each witness that the policy names; or what is wrong with it."""

    checkpoint: Checkpoint | None = None
    witnesses: tuple[tuple[str, int | None], ...] = ()
    """Each by name, and the second at which it cosigned; None where it did not."""
    enough: bool = False
    asked: bool = False
    """Whether the policy asks for witnesses."""
    wrong: Fact | None = None

    @property
    def covered(self) -> int:
        """How many entries it covers."""
        return 0 if self.checkpoint is None else self.checkpoint.size


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """What is proved of the log, by whom it is witnessed, what the last night found, and who is let in."""
    reader, now = opened.reader, opened.clock.now()
    proved = _proved(opened)
    values = {
        "wrong": proved.wrong,
        "facts": list(_facts(opened, proved)),
        "reach": list(_reach(opened, proved, now)),
        "witnesses": [(name, *_cosigned(at, now)) for name, at in proved.witnesses],
        "enough": proved.enough,
        "keys": list(_keys(reader)),
        **_credentials(opened, now, may_revoke=REVOKE.role in asked.roles),
    }
    return Sheet(frame.TRUST(), "trust.html", values)


def _proved(opened: OpenedLedger) -> Proved:
    note = opened.reader.store.last_checkpoint()
    try:
        policy = load_policy(opened.keyring.policy)
        if note is None:
            return Proved(asked=policy.quorum != NO_QUORUM)
        text, signed = open_note(note.encode(), [policy.log, *policy.witnesses.values()])
    except LedgerError as error:
        return Proved(wrong=in_words(error))
    times = {one.key: one.time for one in signed}
    cosigned = [key for key in times if key != policy.log]
    witnesses = tuple((name, times.get(key)) for name, key in policy.witnesses.items())
    return Proved(
        parse_checkpoint(text), witnesses, enough=policy.satisfied(cosigned), asked=policy.quorum != NO_QUORUM
    )


def _facts(opened: OpenedLedger, proved: Proved) -> Iterator[tuple[Fact, Fact | DeskLink]]:
    """The ledger, the root of its tree, and the last day that was closed with what its night found."""
    reader = opened.reader
    yield said.TRUST_LEDGER(), reader.store.origin
    if proved.checkpoint is not None:
        yield said.TRUST_ROOT(), b64encode(proved.checkpoint.root).decode()
    day = newest_closed(reader, opened.keyring.nights, reached(opened.clock, reader.store))
    if day is None:
        yield said.TRUST_DAY(), said.TRUST_NO_DAY()
        return
    yield said.TRUST_DAY(), DeskLink(path_to("nights", day.day), day.day)
    yield said.TRUST_NIGHT(), nights_said.DAY_STANDS["lost"]() if day.stands == "lost" else verdict_of(day)


def _reach(opened: OpenedLedger, proved: Proved, now: int) -> Iterator[tuple[Fact, Fact, Fact]]:
    """How far the log has come, and how far each proof of it: which, up to where, and since when."""
    reader = opened.reader
    head, status = reader.store.head(), PublisherFiles(opened.keyring.signer_state).read()
    last = None if not head.size else reader.store.row(head.size - 1)
    yield said.TRUST_RECORDED(), _entries(head.size), _ago(head.recorded, now) if head.size else ""
    yield said.TRUST_SIGNED(), *_signed(status, now)
    covered = said.TRUST_NO_CHECKPOINT() if proved.checkpoint is None else _entries(proved.covered)
    yield said.TRUST_COVERED(), covered, said.TRUST_TAIL_OF(tail=head.size - proved.covered)
    yield said.TRUST_WITNESSED(), *_witnessed(proved, now)
    yield (
        said.TRUST_ANCHORED(),
        _entries(0 if last is None else unpack(last.state).anchor_size),
        said.TRUST_ANCHORED_HOW(),
    )


def _entries(size: int) -> Fact:
    return said.TRUST_COVERED_TO(size=size)


def _signed(status: Status | None, now: int) -> tuple[Fact, Fact]:
    """What the publisher of this machine signed last, and when."""
    if status is None or status.signed_at is None or status.size is None:
        return said.TRUST_NOT_SIGNED(), ""
    return _entries(status.size), _ago(status.signed_at, now)


def _witnessed(proved: Proved, now: int) -> tuple[Fact, Fact]:
    """Up to where as many cosigned as the policy asks for, and when the last of them did."""
    times = [at for _, at in proved.witnesses if at is not None]
    if not proved.asked:
        return said.TRUST_NONE_ASKED(), ""
    if not proved.enough or not times:
        return said.TRUST_NOT_WITNESSED(), ""
    return _entries(proved.covered), _ago(max(times) * SECOND, now)


def _ago(instant: int, now: int) -> Fact:
    return said.TRUST_AGO(at=instant, age=lasted(max(0, now - instant) // SECOND))


def _cosigned(seconds: int | None, now: int) -> tuple[Fact, Fact]:
    """When a witness cosigned the newest checkpoint, and how long that is ago."""
    if seconds is None:
        return said.NO_COSIGNATURE(), ""
    return said.COSIGNED_AT(at=seconds * SECOND), lasted(max(0, now // SECOND - seconds))


def _keys(reader: Reader) -> Iterator[tuple[Fact, ...]]:
    """Every key that seals what is recorded, and how it stands."""
    for stream in staff.key_names(reader):
        found = staff.key_line(reader, stream)
        if found is not None:
            yield staff.key_cells(found.json)


def _credentials(opened: OpenedLedger, now: int, *, may_revoke: bool) -> dict[str, Any]:
    """Every credential that lets somebody in, or that nobody signed; and how many are revoked or over."""
    found = [credentials.dated(opened.reader, stream, now) for stream in credentials.names(opened.reader)]
    shown = [(one.json, at) for one, at in found if one.json.get("stands") not in SHOWN_APART]
    rows = list[tuple[Fact | DeskLink, ...]]()
    for one, at in shown:
        age: Fact = "" if at is None else lasted(max(0, now - at) // SECOND)
        revoke = DeskLink(path_with(REVOKE.path, {"credential": one["credential"]}), REVOKE.label())
        rows.append((*credentials.cells(one), age, *([revoke] if may_revoke else [])))
    return {"credentials": rows, "past": len(found) - len(shown), "may_revoke": may_revoke}
