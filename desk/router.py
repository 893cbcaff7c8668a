"""The desk's paths: every page of ``places``, signing in and out, acts, and the static files; each fault is a page of the desk too."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
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
from tombo.desk.posted import posted
from tombo.desk.sessions import DeskSessions, Entropy
from tombo.desk.visit import Visit, Visits
from tombo.ledger.core.clock import SECOND, Clock
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.said import Fact, fact_of
from tombo.reports.said.desk import frame as said
from tombo.reports.said.desk import sign_in as signing
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.problems import ProblemError, note_cause, of_error
from tombo.serve.readers import Readers

STAFF_SIGN_IN: Final = "sign_in.html"


def desk(
    door: Door, *, identity: Identity, readers: Readers, clock: Clock, entropy: Entropy, secure: bool
) -> APIRouter:
    """The paths under ``/desk``. ``secure``: whether browsers reach it by TLS, from this process or a proxy; without, cookies are for this machine alone."""
    frame, sessions = Frame(), DeskSessions(identity, clock, entropy)
    visits = Visits(frame, sessions, identity, secure=secure)
    router = APIRouter(prefix="/desk", include_in_schema=False, route_class=_shown_in(visits))
    _add_static(router, frame)
    _add_sign_in(router, visits, clock)
    ActPaths(visits, door, identity, clock, entropy).add_to(router)
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
        asked = DeskAsked(
            visit.session.who, visit.roles, visit.language, dict(request.path_params), dict(request.query_params)
        )
        return visit.drawn(await readers.read(lambda opened: place.draws(opened, asked)))

    return endpoint


def _add_static(router: APIRouter, frame: Frame) -> None:
    @router.get("/static/{digest}/{name}")
    async def static(digest: str, name: str) -> Response:
        found = frame.file(digest, name)
        if found is None:
            raise DeskFaultError(404, said.NO_FILE())
        return found


def _add_sign_in(router: APIRouter, visits: Visits, clock: Clock) -> None:
    def sheet(visit: Visit, *, back: str, failed: bool = False) -> Sheet:
        values = {"origin": visits.origin, "at": clock.now() // SECOND, "back": back, "failed": failed}
        return Sheet(signing.SIGN_IN(), STAFF_SIGN_IN, {**values, "form": visit.stranger}, 403 if failed else 200)

    @router.get("/sign-in")
    async def show_sign_in(request: Request, back: str = FIRST) -> Response:
        visit = visits.of(request)
        return visit.as_stranger(visit.drawn(sheet(visit, back=_within(back))))

    @router.post("/sign-in")
    async def sign_in(request: Request) -> Response:
        visit = visits.of(request)
        fields = await posted(request, visit.brought, secure=visits.secure)
        back = _within(fields.get("back", FIRST))
        secret = visits.sign_in(request, fields.get("token", "").strip())
        if secret is None:
            return visit.as_stranger(visit.drawn(sheet(visit, back=back, failed=True)))
        return visits.signed_in(RedirectResponse(back, 303), secret)

    @router.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        visit = visits.of(request)
        if visit.session is not None:
            await posted(request, visit.session.form, secure=visits.secure)
        return visits.signed_out(request, RedirectResponse("/desk/sign-in", 303))


def _within(path: str) -> str:
    """``path`` if it is one of the desk's, else the first page: nobody is led elsewhere by what stands in a link."""
    plain = all(" " < sign <= "~" and sign != "\\" for sign in path)
    return path if plain and path.startswith("/desk/") and "//" not in path else FIRST


def _shown_in(visits: Visits) -> type[APIRoute]:
    """The routes of the desk: what one raises is shown in the frame."""

    class _DeskRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            answer = super().get_route_handler()

            async def shown(request: Request) -> Response:
                try:
                    return await answer(request)
                except ProblemError as error:
                    why = error.told if isinstance(error, DeskFaultError) else error.detail
                    return _trouble(visits, request, error, why)
                except LedgerError as error:
                    problem = of_error(error)
                    passes = problem.status == HTTPStatus.SERVICE_UNAVAILABLE
                    return _trouble(visits, request, problem, said.NOT_NOW() if passes else fact_of(error))

            return shown

    return _DeskRoute


def _trouble(visits: Visits, request: Request, problem: ProblemError, why: Fact) -> Response:
    """The page that says ``why`` something is not done."""
    note_cause(request, problem)
    drawn = visits.at_fault(request).drawn(Sheet(said.NOT_DONE(), "trouble.html", {"why": why}, problem.status))
    drawn.headers.update(problem.headers)
    return drawn
