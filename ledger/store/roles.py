"""The roles of a ledger on a server: their names, and what each is for. Known without the server's driver; their rights stand in ``postgres.roles``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

Role = Literal["writer", "publisher", "views", "auditor"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
WORK: Final[Mapping[Role, str]] = MappingProxyType(
    {
        "writer": "the doors (record, import), acts of staff, readings of closed cards",
        "publisher": "the tree and its checkpoints",
        "views": "the tables of projections, reports, the night job",
        "auditor": "verification and audit, without closed cards",
    }
)
"""What each role is for."""
