"""A bonus whose date has passed: it expires, and no later grant makes it usable again."""

from __future__ import annotations

from tests.unit.house.test_bonus import UNTIL, account, grant, says
from tests.worlds.house import house
from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.account.commands import ExpireBonus


def test_a_grant_revives_no_bonus_that_is_over() -> None:
    """Red before: a later date made money usable again that had lapsed."""
    world = house()
    world.does(grant(100))
    later = UNTIL + 9 * SECOND
    assert says(world, grant(50, later), occurred=UNTIL) == ("House: bonus", "bonus_lapsed")
    world.clock = UNTIL
    world.does(grant(50, later - SECOND), occurred=UNTIL - 1)
    world.clock = later
    assert says(world, grant(50, later + SECOND)) == ("House: bonus", "bonus_lapsed")
    world.does(ExpireBonus(player="p-1"), occurred=later)
    world.does(grant(50, later + SECOND), occurred=later)
    assert account(world).bonus == 50
