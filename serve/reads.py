"""The paths that read: one line each, with who may ask, and the words of ``tombo`` that show the same."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, Final, NamedTuple

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.serve import questions as asked
from tombo.serve.problems import MEDIA_TYPE, ProblemError, of_error
from tombo.serve.readers import Readers
from tombo.serve.who import Asks, Sort, Who

HOUSE: Final = frozenset({Sort.STAFF, Sort.AUDITOR})
"""Who sees what is the house's own."""
PLAY: Final = HOUSE | {Sort.PLATFORM}
"""Who sees what is played."""
HIS: Final = PLAY | {Sort.PLAYER}
"""And a player, of himself alone."""


class Read(NamedTuple):
    """A path that reads."""

    path: str
    reads: Callable[..., dict[str, Any]]
    whom: frozenset[Sort]
    command: str | None
    """The words of ``tombo`` that print the same with ``--json``; of a list, its items a line. None where no word does."""


READS: Final = (
    Read("/tables", asked.tables_list, PLAY, "table list"),
    Read("/tables/{table:path}", asked.table, PLAY, "table show"),
    Read("/tournaments", asked.tournaments_list, PLAY, "tournament list"),
    Read("/tournaments/{tournament:path}/prizes", asked.tournament_prizes, PLAY, "tournament prizes"),
    Read("/tournaments/{tournament:path}/refunds", asked.tournament_refunds, PLAY, "tournament refunds"),
    Read("/tournaments/{tournament:path}", asked.tournament, PLAY, "tournament show"),
    Read("/hands", asked.hands_list, PLAY, "hand list"),
    Read("/hands/{hand:path}/replay", asked.hand_replay, PLAY, "hand replay"),
    Read("/hands/{hand:path}", asked.hand, PLAY, "hand show"),
    Read("/rounds", asked.rounds_list, PLAY, "round list"),
    Read("/rounds/{name:path}/replay", asked.round_replay, PLAY, "round replay"),
    Read("/rounds/{name:path}", asked.round_, PLAY, "round show"),
    Read("/streams/{stream:path}", asked.stream, HOUSE, None),
    Read("/receipts/{command_id:path}", asked.receipt, PLAY, "receipt show"),
    Read("/players/{player:path}/account", asked.account, HIS, "account show"),
    Read("/disputes", asked.disputes_list, HOUSE, "dispute list"),
    Read("/disputes/{dispute:path}", asked.dispute, HOUSE, "dispute show"),
    Read("/rulesets", asked.rulesets_list, PLAY, "ruleset list"),
    Read("/rulesets/{ruleset:path}", asked.ruleset, PLAY, "ruleset show"),
    Read("/staff", asked.staff_list, HOUSE, "staff list"),
    Read("/limits", asked.limits, HOUSE, "staff limits"),
    Read("/keys", asked.keys_list, HOUSE, "keys list"),
    Read("/releases", asked.releases_list, HOUSE, "report list"),
    Read("/releases/{country}/{day}", asked.releases_of_day, HOUSE, "report show"),
)


def reads(readers: Readers) -> APIRouter:
    """The paths of ``READS``, each read in the pool of ``readers``."""
    router = APIRouter(prefix="/v1", tags=["reads"])
    for read in READS:
        router.add_api_route(
            read.path,
            _endpoint(read, readers),
            operation_id=f"get_{read.reads.__name__.rstrip('_')}",
            response_class=JSONResponse,
            response_model=None,
            responses=_RESPONSES,
        )
    return router


def _endpoint(read: Read, readers: Readers) -> Callable[..., Any]:
    """What answers a path: its parameters are those of the function that reads, and who asks."""

    async def endpoint(who: Who, **parameters: Any) -> JSONResponse:
        _may_ask(read, who, parameters)
        try:
            found = await readers.read(lambda opened: read.reads(opened, **parameters))
        except OutOfPlaceError as error:
            raise of_error(error, None if error.index is None else {"log_index": error.index}) from error
        return JSONResponse(found, headers={"Cache-Control": "no-store"})

    _, *own = signature(read.reads, eval_str=True).parameters.values()
    asks = Parameter("who", Parameter.KEYWORD_ONLY, annotation=Asks)
    endpoint.__signature__ = Signature([asks, *(one.replace(kind=Parameter.KEYWORD_ONLY) for one in own)])  # type: ignore[attr-defined]  # what the framework asks a function for
    endpoint.__name__, endpoint.__doc__ = read.reads.__name__.rstrip("_"), read.reads.__doc__
    return endpoint


def _may_ask(read: Read, who: Who, parameters: dict[str, Any]) -> None:
    """That ``who`` may ask this.

    Raises:
        ProblemError: 403, he may not.
    """
    if who.sort not in read.whom:
        raise ProblemError(403, f"this is for {' or '.join(sorted(read.whom))}; who asks is {who.sort} {who.id}")
    if who.sort is Sort.PLAYER and parameters.get("player") != who.id:
        raise ProblemError(403, f"a player reads of himself alone; who asks is {who.id}")


_PROBLEM: Final = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    400: {"description": "No such name, instant or number can be.", **_PROBLEM},
    403: {"description": "Not for who asks.", **_PROBLEM},
    404: {"description": "It is not in the ledger.", **_PROBLEM},
    500: {
        "description": "The store is not what was sealed: what, and at which log index. Or a fault of ours.",
        **_PROBLEM,
    },
    503: {"description": "The store cannot be reached: ask again.", **_PROBLEM},
    "default": {"description": "Any other problem.", **_PROBLEM},
}
