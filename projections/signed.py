"""Who of the staff signed what an entry says: each signature held against the entry, and under the key that its signer had then.

Whoever stole an event key seals entries that name whom he likes, with signatures that nobody made: what seals an entry says nothing of who asked for it.
Whether the door had to refuse it all the same, and who is believed to hold a role, is ``tombo verify``'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import local
from tombo.ledger.house.staff.authority import stands_beside
from tombo.ledger.house.staff.events import ActSigned
from tombo.ledger.house.staff.state import Staff, staff_stream
from tombo.ledger.house.staff.state import evolve as evolve_staff
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.act import Act, holds, staff_key
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store
from tombo.ledger.verify.requests import unasked
from tombo.projections.line import AnyLine, Line, Read, asker, lines, reader
from tombo.projections.strangers import at_home

_SIGNED: Final = "staff.act_signed.v1"
_ROLES_AND_KEYS: Final[Mapping[str, Read]] = {
    kind: reader(kind)
    for kind in EVENTS
    if kind.startswith("staff.") and not kind.startswith(("staff.act_", "staff.cards_"))
}
"""What makes somebody who he is; what he signed and read, which is most of his stream, is passed over."""


class Signers(NamedTuple):
    """Who signed what an entry says. ``wrong``: it is no act of the staff that it names, for a signature is missing, or one of those on record does not hold."""

    names: tuple[str, ...] = ()
    """Those whose signatures hold, who asked first."""
    wrong: bool = False


def signers(store: Store, row: Row) -> Signers:
    """Who signed what the entry in ``row`` says. What staff did not ask for nobody has to sign."""
    line, acts = _line(row), _beside(store, row)
    by = asker(line)
    names = tuple(local(act.stream) for act in acts if _holds(store, line, act))
    if by.actor != "staff":
        return Signers(wrong=bool(acts))
    return Signers(names, wrong=names[:1] != (by.id,) or len(names) != len(acts))


def signed_in_role(store: Store, row: Row, role: str) -> bool:
    """Whether what an entry says was asked for by who held ``role`` then, and signed by him with the key that he had."""
    line = _line(row)
    by = asker(line)
    if by.actor != "staff" or by.role != role:
        return False
    return any(local(act.stream) == by.id and _holds(store, line, act) for act in _beside(store, row))


def _line(row: Row) -> AnyLine:
    (line,) = lines([row], {row.kind: reader(row.kind, by=True, command=True)})
    return line


def _beside(store: Store, row: Row) -> list[Line[ActSigned]]:
    """The signatures of the command of an entry: those in its commit that are of no other command."""
    sealed, command = unpack(row.state), _line(row).command
    found = map(Row._make, store.rows_of([_SIGNED], sealed.first, sealed.first + sealed.count))
    return [act for act in map(_line, found) if act.command == command]


def _holds(store: Store, line: Line[EventBase], act: Line[ActSigned]) -> bool:
    """Whether a signature is of this entry, by who might sign it, and holds under his key."""
    event, command, by, name = act.event, line.command, asker(line), local(act.stream)
    signer = _staff(store, name, line.index)
    if command is None or signer.key is None or signer.key.key != event.key:
        return False
    kind = str(event.request.get("kind"))
    if by.role not in signer.roles and (name == by.id or not stands_beside(signer, kind, by.role)):
        return False
    asked = line.kind == _SIGNED or not unasked(event.request, line.stream, line.kind, line.event)
    if not (asked and event.digest.startswith(command.digest)):
        return False
    try:
        key = staff_key(store.origin, name, signer.key.public)
    except LedgerError:
        return False
    return holds(key, event.signature, Act(store.origin, command.id, event.digest, name, by.role, event.request).text)


def _staff(store: Store, name: str, index: int) -> Staff:
    """A member of staff as he was before a log index, as far as roles and keys go."""
    found = Staff()
    for line in _before(store, name, index):
        found = evolve_staff(found, line.event)
    return found


def _before(store: Store, name: str, index: int) -> Iterator[AnyLine]:
    rows = at_home(store.stream_rows(staff_stream(name)))
    return lines((row for row in rows if row.index < index and row.kind in _ROLES_AND_KEYS), _ROLES_AND_KEYS)
