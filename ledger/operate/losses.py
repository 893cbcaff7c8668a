"""The losses before a loss. An older copy lacks their declarations too, and what they gave up nothing on record would excuse any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from tombo.ledger.checked import LOST_KIND, Begun
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.operate.publish import root_of_rows
from tombo.ledger.seal.checkpoint import Signer, given_up
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.loss import Loss, check_loss, sign_loss
from tombo.ledger.seal.policy import Policy
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper

Signed = tuple[Loss, str]
"""A loss, and the root key's signature under it."""


def to_record(store: Store, begun: Begun, signer: Signer, root: PrivateKey) -> list[Signed]:
    """What is to come on record of ``begun``: it, and where need be what was given up before, which the root key signs anew.

    Anew, because it goes on from what is left now, which may be less than it went on from then, and because other people declare it.
    """
    loss = begun.loss
    again = _given_up_before(store, loss, signer)
    return [(loss, begun.signature), *([] if again is None else [(again, sign_loss(signer.origin, again, root))])]


def lost_before(lost: Path, believed: Signer | Policy) -> list[Signed]:
    """What the file ``lost`` beside the signer says was given up, and the root key signed, oldest first."""
    return _genuine(given_up(lost), believed)


def agreeing(store: Store, below: int, before: Sequence[Signed]) -> int:
    """The largest size, at most ``below``, at which ``store`` is known to have what was signed; it has as many entries.

    It was verified, so the log's key signed every checkpoint in it over these entries. And what was signed since a loss goes on from the tree
    that the loss went on from, as far as no later one left less of it. ``before``: the losses that were declared.
    """
    found = max((size for size, _ in store.checkpoints() if size < below), default=0)
    for loss, _ in reversed(before):
        if loss.size <= below and root_of_rows(store, loss.size) == loss.root:
            found = max(found, loss.size)
        below = min(below, loss.size)
    return found


def first_lost(store: Store, first: int, before: Sequence[Signed], believed: Signer | Policy) -> int:
    """The first log index that is lost, where the store by itself would say ``first``.

    What was signed since a loss (of those ``before``) whose declaration ``store`` lacks goes another way from where that loss went on.
    """
    known = {signature for _, signature in _on_record(store, believed)}
    return min([first, *(loss.size for loss, _ in takewhile(lambda one: one[1] not in known, reversed(before)))])


def _given_up_before(store: Store, loss: Loss, signer: Signer) -> Loss | None:
    """The checkpoints given up before ``loss`` that neither it nor ``store`` excuses, as one range; None where there are none."""
    known = [loss, *(one for one, _ in _on_record(store, signer))]
    size = store.head().size
    missing = [
        one
        for one, _ in _genuine(given_up(signer.lost), signer)
        if one.abandoned_size > one.first_lost
        and not any(other.covers(one.abandoned_size) for other in known)
        and (one.abandoned_size > size or root_of_rows(store, one.abandoned_size) != one.abandoned_root)
    ]
    if not missing:
        return None
    largest = max(missing, key=lambda one: one.abandoned_size)
    first = min(loss.first_lost, *(one.first_lost for one in missing))
    return largest._replace(size=loss.size, root=loss.root, first_lost=first, staff=loss.staff, second=loss.second)


def _on_record(store: Store, believed: Signer | Policy) -> list[Signed]:
    """The declarations in ``store`` that a verifier believes: the root key signed them, and they go on from the tree that is there."""
    mapper, size = CanonicalMapper(store.origin), store.head().size
    said: list[Signed] = []
    for row in store.stream_rows(LOG_STREAM):
        if row.kind == LOST_KIND:
            event = mapper.to_entry(row).event
            with suppress(ValueError):  # a root in it is no base64: no root key signed that
                said.append((Loss.of(event), event.root_signature))
    found = _genuine(said, believed)
    return [one for one in found if one[0].size <= size and root_of_rows(store, one[0].size) == one[0].root]


def _genuine(said: Iterable[Signed], believed: Signer | Policy) -> list[Signed]:
    """Those of ``said`` that the root key signed."""
    found = []
    for loss, signature in said:
        try:
            check_loss(believed.origin, loss, signature, believed.root)
        except TamperedError:
            continue
        found.append((loss, signature))
    return found
