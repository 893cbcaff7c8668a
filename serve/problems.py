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
    IdUsedError,
    LedgerError,
    MalformedError,
    NotFoundError,
    TamperedError,
    UnreadableError,
    UsageError,
)

MEDIA_TYPE: Final = "application/problem+json"
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
    ) -> None:
        """``more``: further members of the document. ``retry_after``: seconds, also as the header."""
        super().__init__(detail)
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


def of_error(error: LedgerError, more: Mapping[str, Any] | None = None) -> ProblemError:
    """The problem that an error of the ledger is."""
    status = status_of(error)
    retry = RETRY_SECONDS if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    return ProblemError(status, str(error), more=more, retry_after=retry)


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


async def _problem(_request: Request, error: Exception) -> JSONResponse:
    match error:
        case ProblemError():
            return response(error)
        case LedgerError():
            return response(of_error(error))
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
    for sort in (ProblemError, LedgerError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(sort, _problem)
