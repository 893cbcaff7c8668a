"""The desk's paths: every page of ``places``, signing in and out, acts, and the static files; each fault is a page of the desk too."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute

from tombo.desk.acting import ActPaths
from tombo.desk.asked import DeskAsked
from tombo.desk.faults import DeskFaultError
from tombo.desk.frame import Frame, Sheet
from tombo.desk.places import FIRST, PLACES, DeskPlace
from tombo.desk.sessions import DeskSessions, Entropy
from tombo.desk.signing_in import SigningIn
from tombo.desk.visit import Visits
from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.said import Fact, Said
from tombo.ledger.operate.cold import NotHereError
from tombo.reports.said.desk import frame as said
from tombo.reports.shown.wrong import either, in_words
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.openid.provider import OpenIdProvider
from tombo.serve.problems import ProblemError, note_cause, of_error
from tombo.serve.readers import Readers

_SORTS: Final[Mapping[int, Said]] = {
    400: said.NO_FORM,
    403: said.NOT_FOR_HIM,
    404: said.NO_PAGE,
    408: said.TOO_LATE,
    413: said.SENT_TOO_LARGE,
    415: said.NO_FORM,
    429: said.TOO_BUSY,
}
"""What sort of refusal each status is, of those that other parts of the server raise in English."""


def desk(
    door: Door,
    *,
    identity: Identity,
    readers: Readers,
    clock: Clock,
    entropy: Entropy,
    secure: bool,
    provider: OpenIdProvider | None = None,
) -> APIRouter:
    """The paths under ``/desk``; ``provider``: where staff signs in by OpenID, if it does. ``secure``: whether browsers reach it by TLS, from this process or a proxy; without, cookies are for this machine alone."""
    frame, sessions = Frame(), DeskSessions(identity, clock, entropy)
    visits = Visits(frame, sessions, identity, secure=secure)
    router = APIRouter(prefix="/desk", include_in_schema=False, route_class=_shown_in(visits))
    _add_static(router, frame)
    SigningIn(visits, clock, provider).add_to(router)
    ActPaths(visits, door, readers, identity, clock, entropy).add_to(router)
    for place in PLACES:
        router.add_api_route(place.path, _endpoint(place, visits, readers), name=place.path)

    @router.get("")
    @router.get("/")
    async def first() -> Response:
        return RedirectResponse(FIRST, 303)

    router.add_api_route("/{rest:path}", _nowhere)
    return router


async def _nowhere() -> Response:
    raise DeskFaultError(404, said.NO_PAGE())


def _endpoint(place: DeskPlace, visits: Visits, readers: Readers) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def endpoint(request: Request) -> Response:
        visit = visits.of(request)
        if visit.session is None:
            return visits.to_sign_in(request)
        visit.may(place.whom)
        if place.acts:
            visit.may_act()
        asked = DeskAsked(
            visit.session.who, visit.roles, visit.language, dict(request.path_params), dict(request.query_params)
        )
        found = await readers.read(lambda opened: place.draws(opened, asked))
        return visit.drawn(found) if isinstance(found, Sheet) else found.response()

    return endpoint


def _add_static(router: APIRouter, frame: Frame) -> None:
    @router.get("/static/{digest}/{name}")
    async def static(digest: str, name: str) -> Response:
        found = frame.file(digest, name)
        if found is None:
            raise DeskFaultError(404, said.NO_FILE())
        return found


def _shown_in(visits: Visits) -> type[APIRoute]:
    """The routes of the desk: what one raises is shown in the frame."""

    class _DeskRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            answer = super().get_route_handler()

            async def shown(request: Request) -> Response:
                try:
                    return await answer(request)
                except ProblemError as error:
                    why = (
                        error.told
                        if isinstance(error, DeskFaultError)
                        else either(error.detail, _SORTS.get(error.status, said.NOT_NOW)())
                    )
                    return _trouble(visits, request, error, why)
                except LedgerError as error:
                    problem = of_error(error)
                    passes = problem.status == HTTPStatus.SERVICE_UNAVAILABLE
                    told = said.NOT_NOW() if passes else in_words(error)
                    if isinstance(error, NotHereError):
                        told = said.DETACHED_AWAY(first=error.period.first, last=error.period.size - 1)
                    return _trouble(visits, request, problem, told)

            return shown

    return _DeskRoute


def _trouble(visits: Visits, request: Request, problem: ProblemError, why: Fact) -> Response:
    """The page that says ``why`` something is not done."""
    note_cause(request, problem)
    title = said.NOT_FOUND() if problem.status == HTTPStatus.NOT_FOUND else said.NOT_DONE()
    drawn = visits.at_fault(request).drawn(Sheet(title, "trouble.html", {"why": why}, problem.status))
    drawn.headers.update(problem.headers)
    return drawn
