"""The tables of refunds, and what their fold keeps of play between entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import TypedDict

from tombo.ledger.store import ViewTable

REFUNDS: Final = ViewTable(
    "given",
    (
        ("log_index", "bigint"),
        ("part", "bigint"),
        ("at", "bigint"),
        ("recorded", "bigint"),
        ("regulation", "text"),
        ("what", "text"),
        ("stream", "text"),
        ("number", "bigint"),
        ("player", "text"),
        ("seat", "bigint"),
        ("session", "text"),
        ("tournament", "text"),
        ("cents", "bigint"),
        ("share", "bigint"),
        ("taken_back", "bigint"),
        ("waived", "bigint"),
        ("ticket", "text"),
        ("currency", "text"),
        ("decimals", "bigint"),
        ("occasion", "text"),
        ("rule", "text"),
    ),
    ("log_index", "part"),
    (
        ("at",),
        ("player", "log_index"),
        ("occasion", "log_index"),
        ("tournament", "log_index"),
        ("regulation", "log_index"),
    ),
)
"""A row for each player of an entry that gives something back, ``part`` counting them; the columns are those of ``Refund``."""
OCCASIONS: Final = ViewTable(
    "occasions",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("first", "bigint"),
        ("recorded", "bigint"),
        ("cause", "text"),
        ("case_of", "text"),
        ("said", "text"),
    ),
    ("log_index",),
    (("stream", "log_index"),),
)
"""Why: an incident as it was opened, or a tournament as it was cancelled; the columns are those of ``Occasion``."""


class KeptTable(TypedDict):
    """What is kept of a table that is open: its game, the tournament it is of, its unit."""

    regulation: str
    tournament: str
    unit: Sequence[str | int]
    """Its currency, empty for chips, and its decimals."""


class KeptPoker(KeptTable):
    """Of a table of poker."""

    seats: dict[str, Sequence[str]]
    """By seat the player, and his session."""


class KeptBanked(KeptTable):
    """Of a table against the house."""

    seats: dict[str, str]
    """By seat who took it last, where a round's entries name seats."""
    sessions: dict[str, tuple[str, int]]
    """By player his session, and on how many places he plays."""


class KeptEntries(TypedDict):
    """What is kept of a tournament that goes on."""

    case: str
    """Of R810 r.36, once it is cancelled; else empty."""
    entries: dict[str, tuple[str, str, bool]]
    """By entry the player, his session, and whether he had won it."""
