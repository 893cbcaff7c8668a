"""Problem details (RFC 9457): what a request is answered with that is not done, with the rule where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tombo.ledger.core.errors import (
    AlteredViewError,
    IdUsedError,
    LedgerError,
    MalformedError,
    NotFoundError,
    OutOfPlaceError,
    TamperedError,
    UnlikeItsKindError,
    UnreadableError,
    UsageError,
)
from tombo.ledger.operate.cold import NotHereError

MEDIA_TYPE: Final = "application/problem+json"
NOT_NOW: Final = (
    "this cannot be done now, and whether it was done is not known: ask again, under the same id where it has one"
)
"""All that is told with 503 of what the ledger raised: its own words may name the machine, the user and the files behind it, and are for who runs it."""

DETACHED: Final = (
    "this is of the entries {first} to {last}, which were detached, and no copy that has them is here now: nothing is wrong with them, and nothing was"
    " done; ask again once who runs the ledger has brought a copy back"
)
"""All that is told with 503 of play that left the database: not where copies are."""
AWAY_SECONDS: Final = 60
"""When a request is worth sending again that needs a copy which is not here: somebody has to bring it."""
RETRY_SECONDS: Final = 1
"""When a request is worth sending again that the store, or a full queue, could not take."""


class ProblemError(Exception):
    """A request that is not done: its status, and why."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        retry_after: int | None = None,
        cause: LedgerError | None = None,
    ) -> None:
        """``more``: further members of the document. ``retry_after``: seconds, also as the header. ``cause``: what the ledger raised."""
        super().__init__(detail)
        self.cause = cause
        self.status = status
        self.detail = detail
        self.more = dict(more or {})
        self.headers = dict(headers or {})
        if retry_after is not None:
            self.headers["Retry-After"] = str(retry_after)


def status_of(error: LedgerError) -> int:
    """The HTTP status of what the ledger raised.

    409 an id that stands for another command; 404 no such thing; 400 wrong usage or input that does not parse; 500 the store is not what was
    sealed; 503 what passes: a store not reachable, a writer before us, a place that waits, keys not to be read.
    """
    match error:
        case IdUsedError():
            return HTTPStatus.CONFLICT
        case NotFoundError():
            return HTTPStatus.NOT_FOUND
        case UsageError() | UnreadableError():
            return HTTPStatus.BAD_REQUEST
        case TamperedError() | MalformedError():
            return HTTPStatus.INTERNAL_SERVER_ERROR
        case _:
            return HTTPStatus.SERVICE_UNAVAILABLE


def is_not_what_was_sealed(error: LedgerError) -> bool:
    """Whether ``error`` says that the store does not hold what was sealed, so that nothing more may be recorded in it.

    An entry out of place, or one that is not what its kind looks like, was sealed as it is, by who has an event key: what comes of it is refused by
    name, and the rest goes on. Rows that a projection keeps are sealed by nobody, and computed again.
    """
    passed_over = isinstance(error, OutOfPlaceError | UnlikeItsKindError | AlteredViewError)
    return isinstance(error, TamperedError | MalformedError) and not passed_over


def of_error(error: LedgerError, more: Mapping[str, Any] | None = None) -> ProblemError:
    """The problem that an error of the ledger is."""
    status = status_of(error)
    if isinstance(error, NotHereError):
        said = DETACHED.format(first=error.period.first, last=error.period.size - 1)
        return ProblemError(status, said, more=more, retry_after=AWAY_SECONDS, cause=error)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        return ProblemError(status, NOT_NOW, more=more, retry_after=RETRY_SECONDS, cause=error)
    return ProblemError(status, str(error), more=more, cause=error)


def note_cause(request: Request, problem: ProblemError) -> None:
    """Have the log of requests name the class of what the ledger raised, where ``problem`` is ours and not of who asks."""
    if problem.cause is not None and problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # The trace is kept apart: the framework lets go of it before the line is written.
        request.state.cause = problem.cause, problem.cause.__traceback__


def response(problem: ProblemError) -> JSONResponse:
    """The answer that says it."""
    document = {"title": HTTPStatus(problem.status).phrase, "status": problem.status, "detail": problem.detail}
    return JSONResponse(
        {**document, **problem.more},
        problem.status,
        headers={"Cache-Control": "no-store", **problem.headers},
        media_type=MEDIA_TYPE,
    )


def documented(said: Mapping[int | str, str]) -> dict[int | str, dict[str, Any]]:
    """The answers of a path that are problems, as its OpenAPI has them: what each status says."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": text, "content": content} for status, text in said.items()}


_ANSWERS: Final = (ProblemError, LedgerError, RequestValidationError, HTTPException)


def is_answer(error: Exception) -> bool:
    """Whether ``error`` says what is the matter with a request; anything else that is raised is a fault of ours."""
    return isinstance(error, _ANSWERS)


async def problem_of(request: Request, error: Exception) -> JSONResponse:
    """What a request is answered with whose path raised ``error``."""
    match error:
        case ProblemError():
            note_cause(request, error)
            return response(error)
        case LedgerError():
            return await problem_of(request, of_error(error))
        case RequestValidationError():
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            return response(ProblemError(HTTPStatus.BAD_REQUEST, f"{place}: {first['msg']}"))
        case HTTPException():
            return response(ProblemError(error.status_code, str(error.detail), headers=error.headers))
        case _:
            # What it says may hold what the request said, closed cards included.
            told = f"a fault of ours ({type(error).__name__}): what was asked may be done or not; ask again, under the same id"
            return response(ProblemError(HTTPStatus.INTERNAL_SERVER_ERROR, told))


def answer_with_problems(app: FastAPI) -> None:
    """Whatever a path of ``app`` raises is answered as a problem."""
    for sort in (*_ANSWERS, Exception):
        app.add_exception_handler(sort, problem_of)
