"""All that can be said, by name: every meaning of every part of the house, and every word of its lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Final, Protocol

from tombo.ledger.core.facts import Value, plain
from tombo.ledger.core.said import Said, Told, Vocabulary, Word
from tombo.ledger.exchange.phh import said as phh
from tombo.ledger.games.every import GAMES
from tombo.ledger.house import said as house
from tombo.ledger.house.access import said as access
from tombo.ledger.house.account import said as account
from tombo.ledger.house.banked import said as banked
from tombo.ledger.house.credential import said as credential
from tombo.ledger.house.day import said as day
from tombo.ledger.house.dispute import said as dispute
from tombo.ledger.house.incident import said as incident
from tombo.ledger.house.limits import said as limits
from tombo.ledger.house.log import said as log
from tombo.ledger.house.player import said as player
from tombo.ledger.house.registration import said as registration
from tombo.ledger.house.report import said as report
from tombo.ledger.house.ruleset import said as ruleset
from tombo.ledger.house.session import said as session
from tombo.ledger.house.staff import said as staff
from tombo.ledger.house.table import said as table
from tombo.ledger.live import said as live
from tombo.ledger.operate import said as operate

MODULES: Final[tuple[ModuleType, ...]] = (
    *(module for game in GAMES.values() for module in game.said),
    *(access, account, banked, credential, day, dispute, house, incident, limits, log, player, registration, report),
    *(ruleset, session, staff, table),
    *(phh, live, operate),
)
"""Where the rows stand."""


def meanings() -> Iterator[Said]:
    """Every meaning."""
    return (row for module in MODULES for row in vars(module).values() if isinstance(row, Said))


def words() -> Iterator[Word]:
    """Every word of a closed list."""
    for module in MODULES:
        for row in vars(module).values():
            if isinstance(row, Word):
                yield row
            elif isinstance(row, dict):
                yield from (word for word in row.values() if isinstance(word, Word))


VOCABULARY: Final = Vocabulary(meanings(), words())
"""Makes sentences of what was recorded."""


class SaidByName(Protocol):
    """An event, or a command, that holds what is said by its name and facts."""

    @property
    def about(self) -> str:
        """Its name."""

    @property
    def facts(self) -> Mapping[str, Value]:
        """Its facts."""


def told(event: SaidByName) -> Told:
    """What ``event`` says, ready for any language; what this version does not know is told by its name and facts."""
    return VOCABULARY.told(event.about, plain(event.facts))
