"""Credentials: who may ask through the network, by which proof, and whether each holds."""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.core.words import OpenedWords
from tombo.ledger.house.credential.commands import GrantCredential
from tombo.ledger.house.credential.events import CredentialGranted, CredentialRevoked, Holder
from tombo.ledger.house.credential.said import HOLDERS, PROOFS
from tombo.projections.credentials import by_a_manager
from tombo.reports.said.commands import credential as said
from tombo.reports.said.dispute import WORDS_SEALED
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, lost_one
from tombo.reports.shown.wrong import unread

_HOLDER: Final = TypeAdapter[Holder](Holder)


def names(reader: Reader) -> list[str]:
    """The streams of every credential ever granted, in order of name."""
    return reader.streams("credential")


def line(reader: Reader, stream: str, now: int) -> Shown:
    """One of the list at the instant ``now``, or that an entry of it cannot follow."""
    return dated(reader, stream, now)[0]


def dated(reader: Reader, stream: str, now: int) -> tuple[Shown, int | None]:
    """The same, and when the grant was recorded; None where an entry of it cannot follow."""
    try:
        row, recorded = _row(reader, stream, now)
    except OutOfPlaceError as error:
        return lost_one({"credential": local(stream)}, local(stream), error), None
    return Shown(row, lambda _: (_told(row),)), recorded


def _row(reader: Reader, stream: str, now: int) -> tuple[dict[str, Any], int]:
    """A credential, as its stream tells it, at the instant ``now``; and when it was granted.

    Raises:
        OutOfPlaceError: an entry cannot follow those before it.
    """
    reader(stream)  # which says where one cannot
    entries = reader.told(stream)
    first, last = entries[0], entries[-1]
    said_so: CredentialGranted = first.event
    row = {
        "credential": local(first.stream),
        **granted(said_so),
        "log_index": first.index,
        "by": first.by.id,
        "stands": "live",
        "revoked": None,
    }
    found = reader.store.row(first.index)
    if isinstance(last.event, CredentialRevoked):
        reason = last.event.reason
        text = reason.text if isinstance(reason, OpenedWords) else None
        row |= {"stands": "revoked", "revoked": {"log_index": last.index, "by": last.by.id, "reason": text}}
    elif found is None or not by_a_manager(reader.store, found, reader.staff):
        row["stands"] = "unsigned"
    elif said_so.until is not None and said_so.until <= now:
        row["stands"] = "over"
    return row, first.recorded


def granted(said_so: GrantCredential | CredentialGranted) -> dict[str, Any]:
    """The fields of a grant, as JSON has them."""
    return said_so.model_dump(mode="json", include={"holder", "proof", "until"})


def cells(row: dict[str, Any]) -> tuple[Fact, Fact, Fact, Fact]:
    """A row of the list for a table: the name, whom its bearer acts as, by which proof, and how it stands; or that it cannot be read."""
    if "tampered" in row:
        return row["credential"], "", "", unread(row["log_index"], row["tampered"])
    proof = PROOFS[row["proof"]["by"]]
    return row["credential"], whose(_HOLDER.validate_python(row["holder"])), proof, _stands(row)


def _told(row: dict[str, Any]) -> Told:
    """A row in a sentence."""
    credential, holder, proof, stands = cells(row)
    return said.LISTED_CREDENTIAL(credential=credential, holder=holder, proof=proof, stands=stands)


def _stands(row: dict[str, Any]) -> Told:
    """How a credential stands."""
    match row["stands"]:
        case "revoked":
            revoked = row["revoked"]
            reason = revoked["reason"] or WORDS_SEALED()
            return said.CREDENTIAL_IS_REVOKED(index=revoked["log_index"], by=revoked["by"], reason=reason)
        case "unsigned":
            return said.CREDENTIAL_IS_UNSIGNED(index=row["log_index"])
        case "over":
            return said.CREDENTIAL_IS_OVER(until=row["until"])
        case _:
            since = said.CREDENTIAL_LIVE(index=row["log_index"], by=row["by"])
            return since if row["until"] is None else said.CREDENTIAL_UNTIL(since=since, until=row["until"])


def whose(holder: Holder) -> Told:
    """Whom a bearer acts as: ``platform games``."""
    if holder.actor == "players":
        return said.CREDENTIAL_OF_PLAYERS()
    return said.CREDENTIAL_HOLDER(actor=HOLDERS[holder.actor], who=holder.id)
