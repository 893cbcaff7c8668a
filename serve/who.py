"""Who asks: what a request proves by its credential, and what that lets it do. What the body says of it proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import Annotated, Any, Final, NamedTuple

from fastapi import Depends, Request

from tombo.ledger.core.entry import By
from tombo.serve.problems import ProblemError


class HolderSort(StrEnum):
    """Which sort of holder a credential has."""

    PLATFORM = "platform"
    STAFF = "staff"
    AUDITOR = "auditor"
    PLAYER = "player"


EVERYBODY: Final = frozenset(HolderSort)


class Who(NamedTuple):
    """Who authenticated. ``id``: of a platform its id, of staff and of a player theirs, of an auditor the name of the grant."""

    sort: HolderSort
    id: str

    @property
    def by(self) -> By | None:
        """Who a command of this holder is by, where it does not say so: only a platform speaks for itself alone."""
        return By(actor="platform", id=self.id) if self.sort is HolderSort.PLATFORM else None

    def may_ask(self, by: By) -> bool:
        """Whether a command ``by`` somebody may come from this holder.

        A platform speaks for itself and for its players, who play through it; staff for themselves, and sign; an auditor and a player record nothing.
        """
        match self.sort:
            case HolderSort.PLATFORM:
                return by.actor == "player" or (by.actor == "platform" and by.id == self.id)
            case HolderSort.STAFF:
                return by.actor == "staff" and by.id == self.id
            case HolderSort.AUDITOR | HolderSort.PLAYER:
                return False


Identify = Callable[[Request], "Who | Denied"]
"""Who a request comes from, as its credential proves it."""


class Denied(NamedTuple):
    """Nobody we know. ``wait``: seconds before it is looked at again, where too many came from the same place; else 0."""

    wait: int = 0


CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="tombo"'}


async def authenticated(request: Request) -> Who:
    """Who asks, for any path that is not for everybody.

    Raises:
        ProblemError: 401, nobody we know; 429, too many tries.
    """
    identify: Identify = request.app.state.identify
    found = identify(request)
    if isinstance(found, Denied):
        if found.wait:
            raise ProblemError(
                429, "too many requests without a good credential came from this address", retry_after=found.wait
            )
        raise ProblemError(401, "no credential that is on record and in force came with the request", headers=CHALLENGE)
    request.state.who = found
    return found


Asks = Annotated[Who, Depends(authenticated)]


def only(*sorts: HolderSort) -> Callable[..., Coroutine[Any, Any, Who]]:
    """A dependency: who asks, if he is one of ``sorts``; else 403."""

    async def allowed(who: Asks) -> Who:
        if who.sort not in sorts:
            names = " or ".join(sorted(sorts))
            raise ProblemError(403, f"this is for {names}; who asks is {who.sort} {who.id}")
        return who

    return allowed
