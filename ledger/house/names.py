"""Names that others are made of: a table's is in those of its hands and rounds, a tournament's in those of its tickets.

What is opened has a name with room for all of them. What was opened before anybody looked goes on as long as its name has room.
"""

from __future__ import annotations

from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import IMPORT_TABLE, TABLE_NAME_MAX, is_local
from tombo.ledger.house import said
from tombo.ledger.house.rules import HouseRule, house


def name_refusal(rule: HouseRule, name: str, most: int) -> Refused | None:
    """The objection to a ``name`` of more letters than leave room for what is named after it."""
    return house(rule, said.NAME_TOO_LONG(letters=len(name), most=most, name=name)) if len(name) > most else None


def table_name_refusal(table: str) -> Refused | None:
    """The objection to opening a table of this name."""
    if table == IMPORT_TABLE:
        return house("table", said.TABLE_OF_FILES(table=table))
    return name_refusal("table", table, TABLE_NAME_MAX)


def number_refusal(table: str, number: int) -> Refused | None:
    """The objection to the hand or round ``number`` of a table, opened with a longer name than one may have now."""
    if is_local(f"{table}/{number}"):
        return None
    return house("table", said.NAME_HAS_NO_ROOM(most=TABLE_NAME_MAX, number=number, table=table))
