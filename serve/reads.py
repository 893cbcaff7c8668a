"""The paths that read: one line each, with who may ask, and the words of ``tombo`` that show the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, Final, NamedTuple

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.serve import kept, played, shapes
from tombo.serve.problems import ProblemError, documented, of_error, status_of
from tombo.serve.readers import Readers
from tombo.serve.shapes import Schema
from tombo.serve.who import Asks, HolderSort, Who

HOUSE: Final = frozenset({HolderSort.STAFF, HolderSort.AUDITOR})
"""Who sees what is the house's own."""
PLAY: Final = HOUSE | {HolderSort.PLATFORM}
"""Who sees what is played."""
HIS: Final = PLAY | {HolderSort.PLAYER}
"""And a player, of himself alone."""


class Read(NamedTuple):
    """A path that reads."""

    path: str
    reads: Callable[..., dict[str, Any]]
    gives: Schema
    """The schema of what it is answered with."""
    whom: frozenset[HolderSort]
    command: str | None
    """The words of ``tombo`` that print the same with ``--json``; of a list, its items a line. None where no word does."""


READS: Final = (
    Read("/status", played.status, shapes.STATUS, PLAY, "status"),
    Read("/find", played.found, shapes.FOUND, PLAY, "find"),
    Read("/tables", played.tables_list, shapes.TABLES, PLAY, "table list"),
    Read("/tables/{table:path}/turn", played.table_turn, shapes.TURN, PLAY, "table turn"),
    Read("/tables/{table:path}", played.table, shapes.TABLE, PLAY, "table show"),
    Read("/tournaments", played.tournaments_list, shapes.TOURNAMENTS, PLAY, "tournament list"),
    Read("/tournaments/{tournament:path}/prizes", played.tournament_prizes, shapes.PRIZES, PLAY, "tournament prizes"),
    Read(
        "/tournaments/{tournament:path}/refunds",
        played.tournament_refunds,
        shapes.CUP_REFUNDS,
        PLAY,
        "tournament refunds",
    ),
    Read("/tournaments/{tournament:path}", played.tournament, shapes.TOURNAMENT, PLAY, "tournament show"),
    Read("/hands", played.hands_list, shapes.HANDS, PLAY, "hand list"),
    Read("/hands/{hand:path}/replay", played.hand_replay, shapes.REPLAY, PLAY, "hand replay"),
    Read("/hands/{hand:path}", played.hand, shapes.HAND, PLAY, "hand show"),
    Read("/rounds", played.rounds_list, shapes.ROUNDS, PLAY, "round list"),
    Read("/rounds/{name:path}/replay", played.round_replay, shapes.REPLAY, PLAY, "round replay"),
    Read("/rounds/{name:path}", played.round_, shapes.ROUND, PLAY, "round show"),
    Read("/streams/{stream:path}", played.stream, shapes.STREAM, HOUSE, None),
    Read("/receipts/{command_id:path}", played.receipt, shapes.SIGNED_RECEIPT, PLAY, "receipt show"),
    Read("/players/{player:path}/account", kept.account, shapes.ACCOUNT, HIS, "account show"),
    Read("/players/{player:path}/statement", kept.statement, shapes.STATEMENT, HIS, "player statement"),
    Read("/players/{player:path}/last-hands", kept.last_hand, shapes.LAST, HIS, "player last-hand"),
    Read("/book", kept.balance, shapes.BALANCE, HOUSE, "book balance"),
    Read("/book/holders", kept.holders_list, shapes.HOLDERS, HOUSE, "book balance --holders"),
    Read("/book/holders/{holder:path}", kept.holder, shapes.HOLDER, HOUSE, "book show"),
    Read("/refunds", kept.refunds_list, shapes.REFUNDS, HOUSE, "refunds"),
    Read("/days", kept.days_list, shapes.DAYS, HOUSE, None),
    Read("/days/{day}", kept.day, shapes.DAY, HOUSE, None),
    Read("/incidents", played.incidents_list, shapes.INCIDENTS, PLAY, None),
    Read("/incidents/{incident:path}", played.incident, shapes.INCIDENT, PLAY, None),
    Read("/disputes", kept.disputes_list, shapes.DISPUTES, HOUSE, "dispute list"),
    Read("/disputes/{dispute:path}", kept.dispute, shapes.DISPUTE, HOUSE, "dispute show"),
    Read("/rulesets", kept.rulesets_list, shapes.RULESETS, PLAY, "ruleset list"),
    Read("/rulesets/{ruleset:path}", kept.ruleset, shapes.RULESET, PLAY, "ruleset show"),
    Read("/staff", kept.staff_list, shapes.STAFF, HOUSE, "staff list"),
    Read("/credentials", kept.credentials_list, shapes.CREDENTIALS, HOUSE, "credential list"),
    Read("/limits", kept.limits, shapes.LIMITS, HOUSE, "staff limits"),
    Read("/keys", kept.keys_list, shapes.KEYS, HOUSE, "keys list"),
    Read("/views", kept.views, shapes.VIEWS, HOUSE, "views list"),
    Read("/releases", kept.releases_list, shapes.RELEASES, HOUSE, "report list"),
    Read("/releases/{country}/{day}", kept.releases_of_day, shapes.RELEASES, HOUSE, "report show"),
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
            responses={200: {"content": {"application/json": {"schema": read.gives}}}, **PROBLEMS},
        )
    return router


def over_http(text: str) -> str:
    """``text`` with the path that is asked in the place of the words of ``tombo`` that show the same: who asks here has no command line."""
    for read in READS:
        if read.command is not None:
            path = re.sub(r"\{(\w+):path\}", r"{\1}", read.path)
            text = text.replace(f"'tombo {read.command}'", f"'GET /v1{path}'")
    return text


def _endpoint(read: Read, readers: Readers) -> Callable[..., Any]:
    """What answers a path: its parameters are those of the function that reads, which may ask who asks, and who that is."""
    _, *own = signature(read.reads, eval_str=True).parameters.values()
    by_whom = any(one.name == "who" for one in own)

    async def endpoint(who: Who, **parameters: Any) -> JSONResponse:
        _may_ask(read, who, parameters)
        if by_whom:
            parameters["who"] = who
        try:
            found = await readers.read(lambda opened: read.reads(opened, **parameters))
        except OutOfPlaceError as error:
            raise of_error(error, None if error.index is None else {"log_index": error.index}) from error
        except (NotFoundError, UsageError) as error:
            raise ProblemError(status_of(error), over_http(str(error)), cause=error) from error
        return JSONResponse(found, headers={"Cache-Control": "no-store"})

    asks = Parameter("who", Parameter.KEYWORD_ONLY, annotation=Asks)
    asked = [asks, *(one.replace(kind=Parameter.KEYWORD_ONLY) for one in own if one.name != "who")]
    endpoint.__signature__ = Signature(asked)  # type: ignore[attr-defined]  # what the framework asks a function for
    endpoint.__name__, endpoint.__doc__ = read.reads.__name__.rstrip("_"), read.reads.__doc__
    return endpoint


def _may_ask(read: Read, who: Who, parameters: dict[str, Any]) -> None:
    """That ``who`` may ask this.

    Raises:
        ProblemError: 403, he may not.
    """
    if who.sort not in read.whom:
        raise ProblemError(403, f"this is for {' or '.join(sorted(read.whom))}; who asks is {who.sort} {who.id}")
    if who.sort is HolderSort.PLAYER and parameters.get("player") != who.id:
        raise ProblemError(403, f"a player reads of himself alone; who asks is {who.id}")


PROBLEMS: Final = documented(
    {
        400: "No such name, instant or number can be.",
        403: "Not for who asks.",
        404: "It is not in the ledger.",
        500: "The store is not what was sealed: what, and at which log index. Or a fault of ours.",
        503: "The store cannot be reached: ask again.",
        "default": "Any other problem.",
    }
)
