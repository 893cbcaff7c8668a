"""The red team as members of the four roles on PostgreSQL: the server refuses what is not theirs, and what is theirs forges nothing.

A writer may add rows that nobody signed, a publisher may change tiles and positions: what comes of it is what comes of it from the owner's hand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

import psycopg
import pytest

from tests.forgeries.redteam.foretold import FORETOLD, OWNER
from tests.forgeries.redteam.hands import Forgery
from tests.forgeries.redteam.member import MemberHand
from tests.forgeries.redteam.plan import CASES, cases
from tests.forgeries.redteam.scene import PostgresScene
from tests.forgeries.redteam.trials import NO_ROOM, Trials, hour, scratch
from tests.forgeries.test_redteam_postgres import ALL, DRAW
from tests.worlds.roles import forget
from tombo.ledger.store.postgres.database import parse
from tombo.ledger.store.postgres.roles import grant
from tombo.ledger.store.roles import ROLES, Role

OWNERS: Final = {(one.table, one.what): {*one.verdicts, NO_ROOM} for one in FORETOLD if one.who == OWNER}
MEMBERS: Final = {
    (one.who, one.table, one.what): set(one.verdicts) for one in FORETOLD if one.who.startswith("a member")
}
TRIED: Final = 3
"""Forgeries of every deed that a role tries where it may not."""
DRAWN: Final = 25
"""Cases of a role that may, in a run."""


@pytest.fixture(scope="module")
def served(postgres_url: str) -> Iterator[tuple[Trials, dict[Role, MemberHand]]]:
    """The honest ledger with its roles."""
    schema = f"tombo_members_{os.getpid()}"
    url = f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema={schema}"
    with hour(), scratch() as folder:
        scene = PostgresScene(folder, url)
        names = grant(*parse(url))
        hands = {role: MemberHand(url, role, name) for role, name in names.items()}
        try:
            yield Trials(scene), hands
        finally:
            scene.close()
            for hand in hands.values():
                hand.close()
            forget(postgres_url, schema, list(names.values()))


def test_what_members_may_do_is_foretold(served: tuple[Trials, dict[Role, MemberHand]]) -> None:
    """The table has a line for every deed that a role's rights allow, with the verdicts of the owner's; and no other line."""
    trials, hands = served
    may = {
        (f"a member of the {role}'s role", *deed)
        for role, hand in hands.items()
        for deed, known in trials.deeds.items()
        if any(map(hand.may, known))
    }
    assert may == set(MEMBERS)
    assert all(verdicts <= OWNERS[table, what] for (_, table, what), verdicts in MEMBERS.items())


@pytest.mark.parametrize("role", ROLES)
def test_the_server_refuses_a_member_what_is_not_his(served: tuple[Trials, dict[Role, MemberHand]], role: Role) -> None:
    """Every deed that the rights of his role do not allow is refused for lack of rights; nothing is changed."""
    trials, hands = served
    trials.scene.again()
    hand, chance = hands[role], Random(role)
    refused = 0
    for known in trials.deeds.values():
        for forgery in _some([each for each in known if not hand.may(each)], chance):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                hand.forge(forgery)
            refused += 1
    assert refused > 100
    assert trials.scene.hand.read() == trials.scene.tables


@pytest.mark.parametrize("role", ["writer", "publisher"])
def test_what_a_member_may_do_forges_nothing(served: tuple[Trials, dict[Role, MemberHand]], role: Role) -> None:
    """What comes of a member's deed is as if nothing were, or refused as foretold of the owner's."""
    trials, hands = served
    owner, hand = trials.scene.hand, hands[role]
    plan = [
        case
        for deed, known in trials.deeds.items()
        if (mine := [each for each in known if hand.may(each)])
        for case in islice(cases(deed, mine, trials.near, CASES), CASES)
    ]
    drawn = plan if ALL else Random(f"{DRAW} {role}").sample(plan, min(DRAWN, len(plan)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, "forge", hand.forge)
        for case in drawn:
            found, forgery = NO_ROOM, case.forgery
            with suppress(psycopg.errors.RaiseException):  # the table only grows, also for him
                found = trials.verdict(case)
            foretold = MEMBERS[f"a member of the {role}'s role", forgery.table, forgery.what]
            assert found in {*foretold, NO_ROOM}, f"TOMBO_REDTEAM={DRAW}: {role}: {case}: {found}"


def _some(known: list[Forgery], chance: Random) -> list[Forgery]:
    return chance.sample(known, min(TRIED, len(known)))
