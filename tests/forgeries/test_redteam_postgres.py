"""The red team against a running system on PostgreSQL: the owner of the schema, and everybody who is a member of a role.

Each deed of ``test_redteam`` is one of hundreds of rows in one of some fifty ways of use: a run draws a few, and says which. The draw
is the day's; ``TOMBO_REDTEAM=7`` draws by 7, and ``TOMBO_REDTEAM=all`` tries every deed as often as on SQLite.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Final

import psycopg
import pytest

from tests.forgeries.redteam.foretold import FORETOLD, OWNER
from tests.forgeries.redteam.plan import CASES, cases
from tests.forgeries.redteam.scene import PostgresScene
from tests.forgeries.redteam.trials import NO_ROOM, Trials, hour, scratch

DEEDS: Final = {(one.table, one.what): {*one.verdicts, NO_ROOM} for one in FORETOLD if one.who == OWNER}
DEEDS["meta", "another value"].add("FOREIGNDATABASE")  # there the version of the schema is asked for first
TABLES: Final = list(dict.fromkeys(table for table, _ in DEEDS))
DRAW: Final = os.environ.get("TOMBO_REDTEAM") or datetime.now(UTC).date().isoformat()
ALL: Final = DRAW == "all"
DRAWN: Final = 40
"""Cases of every table in a run."""


@pytest.fixture(scope="module")
def served(postgres_url: str) -> Iterator[Trials]:
    """The honest ledger on PostgreSQL."""
    schema = f"tombo_redteam_{os.getpid()}"
    url = f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema={schema}"
    try:
        with hour(), scratch() as folder:
            scene = PostgresScene(folder, url)
            try:
                yield Trials(scene)
            finally:
                scene.close()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as server:
            made = server.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ %s", (f"^{schema}(_|$)",))
            for (name,) in made.fetchall():
                server.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.mark.parametrize("table", TABLES)
def test_nothing_false_on_postgresql(served: Trials, table: str) -> None:
    """What the owner of the schema does to a table there has no verdict but those foretold, or the server has no room for it."""
    plan = [
        case
        for deed in DEEDS
        if deed[0] == table
        for case in islice(cases(deed, served.deeds[deed], served.near, CASES), CASES)
    ]
    drawn = plan if ALL else Random(f"{DRAW} {table}").sample(plan, min(DRAWN, len(plan)))
    for case in drawn:
        found = served.verdict(case)
        foretold = DEEDS[case.forgery.table, case.forgery.what]
        assert found in foretold, f"TOMBO_REDTEAM={DRAW}: {case}: {found}, and {sorted(foretold)} are foretold"
