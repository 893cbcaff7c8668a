"""Members of staff, what they may give, and the keys that seal what is recorded."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.house.key import Key, KeyRegistered, KeyRetired, KeyRevoked, evolve
from tombo.ledger.house.limits.state import limits as limits_of
from tombo.ledger.house.staff.state import Staff
from tombo.reports import staff as staff_report
from tombo.reports.said.commands import keys as keys_said
from tombo.reports.said.commands import staff as said
from tombo.reports.said.common import ROLES as ROLE_WORDS
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_document, lost_one
from tombo.reports.shown.wrong import unread


def names(reader: Reader) -> list[str]:
    """The streams of every member of staff ever named, in order of name."""
    return reader.streams("staff")


def line(reader: Reader, stream: str) -> Shown:
    """One of the list: his roles now, and the key that he signs with; or that an entry of his stream cannot follow."""
    try:
        staff: Staff = reader(stream)
    except OutOfPlaceError as error:
        return lost_one({"staff": local(stream)}, local(stream), error)
    row = {
        "staff": local(stream),
        "roles": sorted(staff.roles),
        "key": None if staff.key is None else staff.key.key,
    }
    return Shown(row, lambda _: (_member(row),))


def _member(row: dict[str, Any]) -> Told:
    roles = tuple(ROLE_WORDS.get(role, role) for role in row["roles"]) or said.HAS_NO_ROLE()
    key = said.SIGNS_WITH(key=row["key"]) if row["key"] else said.HAS_NO_KEY()
    return said.LISTED_STAFF(staff=row["staff"], roles=roles, key=key)


def limits(reader: Reader) -> Shown:
    """What staff may give for a complaint, and what each member gave alone.

    Raises:
        OutOfPlaceError: an entry that cannot follow.
    """
    found = limits_of(reader)
    sums = {local(stream): reader(stream).alone for stream in names(reader)}
    return Shown({**found._asdict(), "given_alone": sums}, as_document(lambda: staff_report.limits(found, sums)))


def key_names(reader: Reader) -> list[str]:
    """The streams of keys, in order of name."""
    return reader.store.streams("key")


def key_line(reader: Reader, stream: str) -> Shown | None:
    """What is on record of the key whose stream this is, or that an entry of it cannot be read; None where it is no key's, which only who has an event key can have made."""
    try:
        return _key_line(reader, stream)
    except OutOfPlaceError as error:
        return lost_one({"key": local(stream)}, local(stream), error)


def _key_line(reader: Reader, stream: str) -> Shown | None:
    row: dict[str, Any] = {"retired": None, "revoked_after": None}
    state: Key | None = None
    for entry in reader.store.entries(stream):
        event = entry.event
        if reader.store.passes_over(state, entry):
            continue  # 'tombo verify' names it
        state = evolve(state, event)
        if isinstance(event, KeyRegistered):
            row |= {"key": event.key, "name": event.name, "purpose": event.purpose, "registered": entry.index}
        elif isinstance(event, KeyRetired):
            row["retired"] = entry.index
        elif isinstance(event, KeyRevoked):
            row["revoked_after"] = state.last_good
    return Shown(row, lambda _: (_key(row),)) if "key" in row else None


def key_cells(row: dict[str, Any]) -> tuple[Fact, Fact, Fact, Fact]:
    """A key for a table: its number, its name, what it signs, and how it stands; or that it cannot be read."""
    if "tampered" in row:
        return row["key"], "", "", unread(row["log_index"], row["tampered"])
    stands = [keys_said.KEY_REGISTERED(index=row["registered"])]
    if row["retired"] is not None:
        stands.append(keys_said.KEY_RETIRED(index=row["retired"]))
    if row["revoked_after"] is not None:
        stands.append(keys_said.KEY_REVOKED(index=row["revoked_after"]))
    return row["key"], row["name"], keys_said.PURPOSES[row["purpose"]], tuple(stands)


def _key(row: dict[str, Any]) -> Told:
    key, name, purpose, stands = key_cells(row)
    return keys_said.LISTED_KEY(key=key, name=name, purpose=purpose, stands=stands)
