"""Who of the staff signed what an entry says: each signature held against the entry, and under the key that its signer had then.

Whoever stole an event key seals entries that name whom he likes, with signatures that nobody made: what seals an entry says nothing of who asked for it.
Whether the door had to refuse it all the same, and who is believed to hold a role, is ``tombo verify``'s.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final, NamedTuple

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import LedgerError, UnlikeItsKindError
from tombo.ledger.core.ids import local
from tombo.ledger.house.staff.authority import stands_beside
from tombo.ledger.house.staff.events import ActSigned
from tombo.ledger.house.staff.state import Staff, staff_stream
from tombo.ledger.house.staff.state import evolve as evolve_staff
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.act import Act, holds, staff_key
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store
from tombo.ledger.verify.requests import may_ask, unasked
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


class StaffThen:
    """Members of staff as they were before any log index, as far as roles and keys go: what a member signed in years is read once, and then what is new.

    Of one store, asked by one thread at a time.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _History] = {}

    def __call__(self, name: str, index: int) -> Staff:
        """The member ``name`` before a log index."""
        version, indices, states, upto = self._known.get(name, _NOTHING)
        if index <= upto:
            return states[bisect_left(indices, index)]
        rows = self._store.stream_rows(staff_stream(name), gt=version)
        self._known[name] = _History(version, indices, states, index)
        if rows:
            changes = [row for row in at_home(rows) if row.kind in _ROLES_AND_KEYS]
            for row in changes:
                indices, states = (*indices, row.index), (*states, _changed(states[-1], row))
            self._known[name] = _History(rows[-1].version, indices, states, max(index, rows[-1].index + 1))
        return states[bisect_left(indices, index)]


def _changed(before: Staff, row: Row) -> Staff:
    """A member of staff after a change of what he may or signs with; nobody, where that cannot be read: until somebody says anew what he may."""
    try:
        (line,) = lines([row], _ROLES_AND_KEYS)
    except UnlikeItsKindError:
        return Staff()
    return evolve_staff(before, line.event)


class _History(NamedTuple):
    """A member of staff as far as his stream was read: up to which version, where it changed what he may or signs with, and what he was before each change and after the last.

    ``upto``: before this log index nothing is new.
    """

    version: int
    indices: tuple[int, ...]
    states: tuple[Staff, ...]
    upto: int


_NOTHING: Final = _History(0, (), (Staff(),), 0)


def signers(store: Store, row: Row, then: StaffThen) -> Signers:
    """Who signed what the entry in ``row`` says; ``then``: the staff of this store.

    What staff did not ask for nobody has to sign, unless nobody else can ask for it: it is then wrong, whoever is said to have asked.
    """
    try:
        line, acts = _line(row), _beside(store, row)
    except UnlikeItsKindError:  # what nobody can read nobody signed
        return Signers(wrong=True)
    by = asker(line)
    there = bool(acts) and _stands_there(store, line)
    names = tuple(local(act.stream) for act in acts if there and _holds(store.origin, line, act, then))
    if by.actor != "staff":
        return Signers(wrong=bool(acts) or not may_ask(by.actor, row.kind))
    return Signers(names, wrong=names[:1] != (by.id,) or len(names) != len(acts))


def signed_in_role(store: Store, row: Row, role: str, then: StaffThen) -> bool:
    """Whether what an entry says was asked for by who held ``role`` then, and signed by him with the key that he had; ``then`` as for ``signers``."""
    try:
        line = _line(row)
        by = asker(line)
        if by.actor != "staff" or by.role != role:
            return False
        acts = _beside(store, row)
    except UnlikeItsKindError:  # what nobody can read nobody signed
        return False
    his = (act for act in acts if local(act.stream) == by.id)
    return any(_holds(store.origin, line, act, then) for act in his) and _stands_there(store, line)


def _line(row: Row) -> AnyLine:
    (line,) = lines([row], {row.kind: reader(row.kind, by=True, command=True)})
    return line


def _beside(store: Store, row: Row) -> list[Line[ActSigned]]:
    """The signatures of the command of an entry: those in its commit that are of no other command."""
    sealed, command = unpack(row.state), _line(row).command
    found = map(Row._make, store.rows_of([_SIGNED], sealed.first, sealed.first + sealed.count))
    return [act for act in map(_line, found) if act.command == command]


def _stands_there(store: Store, line: AnyLine) -> bool:
    """Whether the command of an entry was recorded at its place: a signature that is copied from there, with what it was of, signs nothing anew."""
    if line.command is None:
        return False
    try:
        found = store.command(line.command.id)
    except LedgerError:  # it names entries of another, or is said to be nowhere
        return False
    return found is not None and found.first <= line.index < found.first + found.count


def _holds(origin: str, line: Line[EventBase], act: Line[ActSigned], then: StaffThen) -> bool:
    """Whether a signature is of this entry, by who might sign it, and holds under his key."""
    event, command, by, name = act.event, line.command, asker(line), local(act.stream)
    signer = then(name, line.index)
    if command is None or signer.key is None or signer.key.key != event.key:
        return False
    kind = str(event.request.get("kind"))
    if by.role not in signer.roles and (name == by.id or not stands_beside(signer, kind, by.role)):
        return False
    asked = line.kind == _SIGNED or not unasked(event.request, line.stream, line.kind, line.event)
    if not (asked and event.digest.startswith(command.digest)):
        return False
    try:
        key = staff_key(origin, name, signer.key.public)
    except LedgerError:
        return False
    return holds(key, event.signature, Act(origin, command.id, event.digest, name, by.role, event.request).text)
