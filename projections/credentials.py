"""Who the bearer of a proof is: of every credential what its stream tells, as far as managers signed it.

A grant that no manager signed makes nobody a bearer, whatever key sealed it. Who is a manager the log says, as at every door: whether all of that
could be asked for, ``tombo verify`` says. A revocation holds without a signature too, as does whatever else stands behind a grant, for it only takes
away. Whether a member of staff who is a bearer still holds a role, and which, is asked of his own stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.ids import local
from tombo.ledger.house.credential.events import Holder, Proof
from tombo.ledger.house.credential.state import Credential, evolve
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.store import Row, Store
from tombo.projections.line import Read, lines, reader
from tombo.projections.signed import StaffThen, signed_in_role

GRANTED: Final = "credential.granted.v1"
_READS: Final[Mapping[str, Read]] = {GRANTED: reader(GRANTED)}


class Bearer(NamedTuple):
    """Who shows a proof: as whom he acts, by which credential, and up to which instant."""

    credential: str
    """Its name."""
    holder: Holder
    until: int | None
    """None where it does not end by itself."""


class _Told(NamedTuple):
    """A credential as far as its stream was read: where it was granted, and up to which version; None of one that no manager granted."""

    credential: Credential | None
    at: int
    version: int


class Credentials(NamedTuple):
    """All that is known of credentials at some size of the log: a value, which any number of threads may ask."""

    told: Mapping[str, _Told] = {}
    """By stream."""
    bearers: Mapping[Proof, Bearer] = {}
    """Of those that are not revoked."""

    def bearer(self, proof: Proof, at: int) -> Bearer | None:
        """Who shows ``proof`` at the instant ``at``; None where nobody is known by it, or he was revoked, or is over."""
        found = self.bearers.get(proof)
        return None if found is None or (found.until is not None and found.until <= at) else found


def refreshed(known: Credentials, store: CheckedStore) -> Credentials:
    """``known`` with what was recorded of credentials since, by whichever process; ``known`` itself where nothing was.

    What others recorded is checked first. Of the log nothing else is read: a credential of which nothing new is known costs a look-up in memory.

    Raises:
        TamperedError: the store is not what was sealed.
    """
    store.catch_up()
    new = dict[str, _Told]()
    for stream in store.streams("credential"):
        before, head = known.told.get(stream, _NOTHING), store.head_of(stream)
        if head is not None and head.version > before.version:
            new[stream] = _after(before, store, store.stream_rows(stream, gt=before.version))
    return Credentials(told := {**known.told, **new}, _bearers(told)) if new else known


_NOTHING: Final = _Told(None, -1, 0)


def _after(told: _Told, store: Store, rows: list[Row]) -> _Told:
    """What is known of a credential after more rows of its stream."""
    credential, at, version = told
    then = StaffThen(store)
    for row in rows:
        version = row.version
        if credential is not None:
            credential = credential._replace(revoked=True)  # as ``evolve`` has it, whatever stands there
        elif row.kind == GRANTED and row.version == 1 and by_a_manager(store, row, then):
            (line,) = lines([row], _READS)
            credential, at = evolve(None, line.event), row.index
    return _Told(credential, at, version)


def _bearers(told: Mapping[str, _Told]) -> dict[Proof, Bearer]:
    """By proof, who shows it. Should a proof stand in two credentials, which no door grants, the one that was granted first has it."""
    found = dict[Proof, Bearer]()
    for stream, one in sorted(told.items(), key=lambda each: each[1].at, reverse=True):
        if one.credential is not None and not one.credential.revoked:
            holder, proof, until, _ = one.credential
            found[proof] = Bearer(local(stream), holder, until)
    return found


def by_a_manager(store: Store, row: Row, then: StaffThen) -> bool:
    """Whether what an entry of a credential says was asked for by who was a manager then, and signed by him with the key that he had.

    Whether a second manager had to sign, and whether the door should have refused it, ``tombo verify`` says.
    """
    return signed_in_role(store, row, MANAGER, then)
