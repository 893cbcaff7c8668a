"""The hands of somebody who is a member of one of the four roles on PostgreSQL: he changes what his rights allow, and nothing else."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from tests.forgeries.redteam.hands import COLUMNS, Forgery, PostgresHand, Row
from tombo.ledger.store.postgres.roles import RIGHTS
from tombo.ledger.store.roles import Role


class MemberHand(PostgresHand):
    """Forges as a member of ``name``, undoes as the owner."""

    def __init__(self, url: str, role: Role, name: str) -> None:
        super().__init__(url)
        self.role = role
        self._name = name

    def may(self, forgery: Forgery) -> bool:
        """Whether the rights of the role are enough."""
        return verbs(forgery) <= {*RIGHTS[forgery.table].get(self.role, ())}

    def forge(self, forgery: Forgery) -> None:
        """Do it, all or nothing.

        Raises:
            psycopg.errors.InsufficientPrivilege: the role may not.
        """
        columns = COLUMNS[forgery.table]
        same = " AND ".join(f"{column} = %s" for column in columns)
        set_to = ", ".join(f"{column} = %s" for column in columns)
        names, marks = ", ".join(columns), ", ".join(["%s"] * len(columns))
        with self._connection.transaction():
            run = self._connection.execute
            run(f'SET LOCAL ROLE "{self._name}"')
            for old, new in _paired(forgery):
                if old is None:
                    run(f"INSERT INTO {forgery.table} ({names}) VALUES ({marks})", new)
                elif new is None:
                    run(f"DELETE FROM {forgery.table} WHERE {same}", old)
                else:
                    run(f"UPDATE {forgery.table} SET {set_to} WHERE {same}", (*new, *old))


def verbs(forgery: Forgery) -> AbstractSet[str]:
    """What has to be allowed."""
    return {"INSERT" if old is None else "DELETE" if new is None else "UPDATE" for old, new in _paired(forgery)}


def _paired(forgery: Forgery) -> list[tuple[Row | None, Row | None]]:
    if len(forgery.gone) == len(forgery.new):
        return list(zip(forgery.gone, forgery.new, strict=True))
    return [*((row, None) for row in forgery.gone), *((None, row) for row in forgery.new)]
