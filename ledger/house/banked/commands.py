"""What may be asked of a banked table. Its rounds are asked for in the commands of each game."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.banked.events import BankedSeat


class OpenBankedTable(CommandBase):
    """The platform opens a table of a banked game under an approved ruleset."""

    kind: Literal["open_banked_table"] = "open_banked_table"
    ruleset: LocalId
    table: LocalId


class JoinTable(CommandBase):
    """A player takes a seat, or a place at the wheel (``seat`` null)."""

    kind: Literal["join_table"] = "join_table"
    player: LocalId
    seat: BankedSeat | None = None
    session: LocalId
    table: LocalId


class PartTable(CommandBase):
    """A player leaves a banked table: the seat named, or his place at the wheel."""

    kind: Literal["part_table"] = "part_table"
    player: LocalId
    seat: BankedSeat | None = None
    table: LocalId


class CloseBankedTable(CommandBase):
    """The platform closes a table where nobody plays."""

    kind: Literal["close_banked_table"] = "close_banked_table"
    table: LocalId
