"""A player's wallet as two parties tell it: the operator's wallet system in its statement, this ledger in its account streams.

A *line* is the wallet's, a *movement* the ledger's; the tie-out holds one against the other. Amounts are euro cents, unsigned:
the operation says whether the wallet grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol

from tombo.ledger.core.clock import happened
from tombo.ledger.core.ids import local

Operation = Literal[
    "deposit",
    "withdrawal",
    "debit",
    "credit",
    "compensation",
    "conversion",
    "reversal",
    "adjustment_up",
    "adjustment_down",
    "bonus_grant",
    "bonus_debit",
    "bonus_credit",
    "bonus_conversion",
    "bonus_expiry",
]

Effect = Literal[-1, 0, 1]
EFFECTS: Final[dict[Operation, Effect]] = {
    "deposit": 1,
    "withdrawal": -1,
    "debit": -1,
    "credit": 1,
    "compensation": 1,
    "reversal": -1,
    "conversion": 1,
    "adjustment_up": 1,
    "adjustment_down": -1,
    "bonus_grant": 0,
    "bonus_debit": 0,
    "bonus_credit": 0,
    "bonus_conversion": 1,
    "bonus_expiry": 0,
}
"""Every operation, and what it does to the player's cash: more, less, or nothing, where it moves his bonus alone."""

OPERATIONS: Final[dict[str, Operation]] = {
    "account.deposited.v1": "deposit",
    "account.withdrawn.v1": "withdrawal",
    "account.debited.v1": "debit",
    "account.credited.v1": "credit",
    "account.compensated.v1": "compensation",
    "account.compensation_reversed.v1": "reversal",
    "account.ticket_converted.v1": "conversion",
    "account.adjusted_up.v1": "adjustment_up",
    "account.adjusted_down.v1": "adjustment_down",
    "account.bonus_granted.v1": "bonus_grant",
    "account.bonus_converted.v1": "bonus_conversion",
    "account.bonus_expired.v1": "bonus_expiry",
}
"""The kinds of entry that move money on an account."""
_OF_BONUS: Final[dict[Operation, Operation]] = {"debit": "bonus_debit", "credit": "bonus_credit"}
"""What a movement between the account and play is called where it is the bonus that moves."""


class WalletLine(NamedTuple):
    """A line of the wallet statement. ``number`` is that of the file's line; ``balance`` None where there is no such column."""

    number: int
    transaction: str
    player: str
    operation: Operation
    amount: int
    instant: int
    """Microseconds since 1970, UTC."""
    balance: int | None = None
    """Cents of cash; below 0 where the wallet says so."""

    @property
    def change(self) -> int:
        """By how many cents the line changes the player's cash."""
        return EFFECTS[self.operation] * self.amount


class Movement(NamedTuple):
    """A movement on an account, as the entry at ``log_index`` says it."""

    log_index: int
    stream: str
    version: int
    transaction: str
    """What the platform calls it: the reference of a deposit or withdrawal, else the id of the command that caused it."""
    player: str
    operation: Operation
    amount: int
    instant: int
    """When it occurred; when it was recorded, where the source said nothing."""

    @property
    def change(self) -> int:
        """By how many cents it changes the player's cash."""
        return EFFECTS[self.operation] * self.amount


class AccountEntry(Protocol):
    """What a movement is made of; an entry has it, whole or as a projection reads it."""

    @property
    def index(self) -> int: ...  # noqa: D102  # as in Entry, and so the others
    @property
    def stream(self) -> str: ...  # noqa: D102
    @property
    def version(self) -> int: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def occurred(self) -> int | None: ...  # noqa: D102
    @property
    def recorded(self) -> int: ...  # noqa: D102
    @property
    def event(self) -> Any: ...  # noqa: D102


def movement_of(entry: AccountEntry, command_id: str) -> Movement | None:
    """The movement that ``entry``, which came from the command ``command_id``, says; None where it moves no money.

    The event may be whole, or a mapping of some of its fields: ``amount``, of deposits and withdrawals ``reference``, of debits and
    credits ``wallet``.
    """
    operation = OPERATIONS.get(entry.kind)
    if operation is None:
        return None
    if operation in _OF_BONUS and _field(entry.event, "wallet") == "bonus":
        operation = _OF_BONUS[operation]
    outside = operation in {"deposit", "withdrawal"}
    return Movement(
        log_index=entry.index,
        stream=entry.stream,
        version=entry.version,
        transaction=_field(entry.event, "reference") if outside else command_id,
        player=local(entry.stream),
        operation=operation,
        amount=_field(entry.event, "amount").cents,
        instant=happened(entry.occurred, entry.recorded, entry.stream),
    )


def _field(event: Any, name: str) -> Any:
    return event[name] if isinstance(event, Mapping) else getattr(event, name)


DifferenceKind = Literal[
    "missing_here",
    "missing_there",
    "amount_differs",
    "player_differs",
    "duplicated_here",
    "duplicated_there",
    "out_of_window",
    "balance_breaks",
    "balance_differs",
    "reference_again",
]
"""What may not tie: *here* is the ledger, *there* the wallet. The order is that in which differences are told."""


class WalletTotal(NamedTuple):
    """How many, and what they come to in cents."""

    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which nobody asks of it
    cents: int = 0


class WalletDifference(NamedTuple):
    """One thing that does not tie, with the movements and lines it is about; ``cents`` is how much is in question."""

    kind: DifferenceKind
    cents: int
    movements: tuple[Movement, ...]
    lines: tuple[WalletLine, ...]
