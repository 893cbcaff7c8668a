"""The loss of entries that were acknowledged: as it is asked for, and as it is put on record."""

from __future__ import annotations

from typing import Literal

from ledger.core.command import CommandBase
from ledger.core.entry import EventBase
from ledger.core.ids import Base64, LocalId
from ledger.house.events import Index, Text


class LossDeclaredV2(EventBase):
    """Entries that were signed or acknowledged are gone, and the ledger goes on without them.

    It goes on from the ``size`` entries it has, whose root is ``root``. Given up is the checkpoint ``abandoned_size``,
    ``abandoned_root``, which the log's own key signed last, and what was acknowledged up to ``acknowledged`` entries. Of those the entries
    from ``first_lost`` on are lost, or are not those that stand there now. The root key signed it (``docs/format.md``,
    'Loss'); ``staff`` and ``second`` are the two people who declared it, with their own signatures where both had keys in what was left.
    """

    abandoned_root: Base64
    abandoned_size: Index
    acknowledged: Index
    first_lost: Index
    kind: Literal["log.loss_declared.v2"] = "log.loss_declared.v2"
    reason: Text
    root: Base64
    root_signature: Base64
    second: LocalId
    size: Index
    staff: LocalId


class DeclareLoss(CommandBase):
    """A manager declares a loss, with ``second`` beside him: the fields of the event. He does not ask for it alone, nor without the root key."""

    abandoned_root: Base64
    abandoned_size: Index
    acknowledged: Index
    first_lost: Index
    kind: Literal["declare_loss"] = "declare_loss"
    reason: Text
    root: Base64
    root_signature: Base64
    second: LocalId
    size: Index
    staff: LocalId
