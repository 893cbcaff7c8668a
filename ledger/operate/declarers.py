"""Who declares a loss, and proves it: the holder of the root key and two members of staff, with their own keys where they have any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.house.rules import following
from tombo.ledger.house.staff.state import MANAGER, Staff, evolve, staff_stream
from tombo.ledger.kinds import check_place
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.seal.checkpoint import Signer
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper


def root_key(keyring: Keyring, path: Path, signer: Signer) -> PrivateKey:
    """The root key in the file ``path``, which is that of the ledger of ``signer``.

    Raises:
        KeyFileError: missing, or another ledger's.
    """
    key = keyring.load_root(path)
    if key.public != signer.root:
        raise KeyFileError(
            f"{path} holds the key {key.name}, which is not the root key of {signer.origin}; expected {signer.root.vkey}"
        )
    return key


def check_people(store: Store, staff: str, second: str) -> None:
    """That two members of staff declare it: a manager, and somebody else with a role.

    Raises:
        OutOfPlaceError: an entry of somebody's stream cannot follow those before it.
        UsageError: it is one, or somebody without a role.
    """
    if staff == second:
        raise UsageError(f"{staff} stands for both; a loss is declared by two people")
    for who, wanted in ((staff, MANAGER), (second, None)):
        roles = _staff(store, who).roles if is_stream(staff_stream(who)) else frozenset[str]()
        if not roles or (wanted is not None and wanted not in roles):
            expected = "a manager" if wanted else "somebody with a role"
            raise UsageError(
                f"{who} is {', '.join(sorted(roles)) or 'no member of staff'} in this ledger; expected {expected}"
            )


def signers(store: Store, people: Sequence[str], key_of: Callable[[str], PrivateKey]) -> list[tuple[str, PrivateKey]]:
    """Who signs, each with the key that is enrolled for him in ``store``; nobody where one of them has none there.

    Raises:
        KeyFileError: somebody's own key is not the one that is enrolled.
    """
    enrolled = {who: _staff(store, who).key for who in people}
    if not all(enrolled.values()):
        return []
    found = [(who, key_of(who)) for who in people]
    for who, key in found:
        known = enrolled[who]
        if known is not None and key.key_id.hex() != known.key:
            raise KeyFileError(f"the key of {who} is {key.key_id.hex()}; the ledger has {known.key} enrolled for him")
    return found


def _staff(store: Store, who: str) -> Staff:
    """Who ``who`` is by what is on record of him. A stream that no door follows is refused here too, before anything is given up.

    Raises:
        OutOfPlaceError: an entry of his stream cannot follow those before it.
    """
    mapper = CanonicalMapper(store.origin)
    found: Staff | None = None
    for entry in map(mapper.to_entry, store.stream_rows(staff_stream(who))):
        with following(entry):
            check_place(entry)
            found = evolve(found, entry.event)
    return found or Staff()
