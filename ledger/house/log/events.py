"""What can happen to the log."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import Base64, LocalId
from tombo.ledger.house.fields import Index, Text


class LogOpened(EventBase):
    """The ledger begins: its origin, the public half of its root key, and whether its money is play money."""

    demo: bool
    kind: Literal["log.opened.v1"] = "log.opened.v1"
    origin: Annotated[str, Field(pattern=r"^[!-*,-~]{1,120}$")]
    root: Base64


class ClockStepped(EventBase):
    """The clock stood behind the last recorded time; ``clock`` is what it said."""

    clock: Instant
    floor: Instant
    kind: Literal["log.clock_stepped.v1"] = "log.clock_stepped.v1"


class LossDeclared(EventBase):
    """Entries once acknowledged are gone (a restored backup): the indices, and why."""

    first: Index
    kind: Literal["log.loss_declared.v1"] = "log.loss_declared.v1"
    last: Index
    reason: Text


class ClockConfirmed(EventBase):
    """A person looked at the clock and found it right: the ledger goes on by it, and its time stands until the clock is there.

    ``clock`` is what the machine said, ``floor`` the ledger's own time: the newest recorded one, or ``clock`` where that is
    later. Entries up to ``floor`` may lie ahead of the clock from here on, and the clock may have leapt.
    """

    clock: Instant
    floor: Instant
    kind: Literal["log.clock_confirmed.v1"] = "log.clock_confirmed.v1"
    reason: Text


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


class PeriodDetached(EventBase):
    """What was played up to ``size`` entries may leave the database: a copy of the log has it, which was read back.

    ``root`` is that of the tree of these entries, which the log's own key signed; ``second`` is the member of staff who asked for it with the one
    in ``by``. Which bodies left is not said: those that are there are where they were, and the others are in every copy of that root.
    """

    kind: Literal["log.period_detached.v1"] = "log.period_detached.v1"
    reason: Text
    root: Base64
    second: LocalId
    size: Index


LogEvent = LogOpened | ClockStepped | LossDeclared | ClockConfirmed | LossDeclaredV2 | PeriodDetached
