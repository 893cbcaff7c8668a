"""One request of a browser: whose session it is, in which language, and how it is answered; and the cookies that say so."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from tombo.desk.faults import DeskFaultError
from tombo.desk.frame import Around, Frame, Sheet
from tombo.desk.places import PLACES
from tombo.desk.sessions import DeskSession, DeskSessions
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Fact, Told
from tombo.reports.said.desk import frame as said
from tombo.serve.identity import Identity
from tombo.serve.problems import RETRY_SECONDS
from tombo.serve.who import HolderSort

LANGUAGE: Final = "lang"
LANGUAGE_SECONDS: Final = 365 * 24 * 3600
STRANGER_SECONDS: Final = 3600
"""How long the form to sign in with may be open."""


class Visit(NamedTuple):
    """A request: the session, None of whoever is not signed in, and how its answer is drawn."""

    visits: Visits
    request: Request
    session: DeskSession | None
    language: Language
    brought: str
    """What the form to sign in with bore, by the cookie that went with it."""
    stranger: str
    """What it bears if it is shown now."""

    @property
    def roles(self) -> frozenset[str]:
        """The roles of who is signed in."""
        return frozenset() if self.session is None else self.visits.identity.roles(self.session.who)

    def may(self, whom: Collection[HolderSort]) -> None:
        """That who is signed in is one of ``whom``.

        Raises:
            DeskFaultError: 403, he is not, or nobody is.
        """
        if self.session is None:
            raise DeskFaultError(403, said.NOBODY_IN())
        if self.session.who.sort not in whom:
            raise DeskFaultError(403, said.NOT_FOR_HIM())

    def drawn(self, sheet: Sheet) -> Response:
        """The page of ``sheet``, in the frame of who asks; it is remembered in which language."""
        request, session = self.request, self.session
        form = ""
        here = ""
        if request.method == "GET":
            rest = {name: value for name, value in request.query_params.items() if name != "lang"}
            here = f"{quote(request.url.path)}?{urlencode(rest)}{'&' if rest else ''}"
        places: tuple[tuple[str, Told, bool], ...] = ()
        who: Fact = ""
        if session is not None:
            places = tuple(
                (f"/desk{one.path}", one.label(), request.url.path == f"/desk{one.path}")
                for one in PLACES
                if one.label is not None and session.who.sort in one.whom
            )
            who, form = said.SIGNED_IN_AS(sort=said.SORTS[session.who.sort], who=session.who.id), session.form
        response = self.visits.frame.drawn(sheet, Around(self.language, here, who, places, form))
        if "lang" in request.query_params:
            self.visits.remember(response, self.visits.name(LANGUAGE), self.language.value, LANGUAGE_SECONDS)
        return response

    def as_stranger(self, response: Response) -> Response:
        """``response``, which has the form to sign in with; the cookie goes with it that shows that the form was ours."""
        self.visits.remember(response, self.visits.name("form"), self.stranger, STRANGER_SECONDS)
        return response


class Visits:
    """What every request of a browser needs. ``secure``: browsers come by TLS."""

    def __init__(self, frame: Frame, sessions: DeskSessions, identity: Identity, *, secure: bool) -> None:
        self.frame = frame
        self.identity = identity
        self.secure = secure
        self._sessions = sessions

    @property
    def origin(self) -> str:
        """The name of the ledger."""
        return self.identity.origin

    def name(self, of: str = "") -> str:
        """The name of a cookie. With TLS one that only this very host can set, for all of its paths (``__Host-``)."""
        return f"{'__Host-' if self.secure else ''}tombo{f'-{of}' if of else ''}"

    def of(self, request: Request) -> Visit:
        """The visit that ``request`` is; its session is used once more.

        Raises:
            DeskFaultError: 503, what is known of who may ask is too old.
        """
        if self.identity.stale:
            raise DeskFaultError(503, said.NOT_KNOWN_NOW(), retry_after=RETRY_SECONDS)
        session = self._sessions.of(request.cookies.get(self.name()))
        request.state.who = None if session is None else session.who  # for the log of requests
        return self._visit(request, session)

    def at_fault(self, request: Request) -> Visit:
        """The visit in whose frame a fault is shown: nobody's, where nobody can be known."""
        return self._visit(request, None) if self.identity.stale else self.of(request)

    def _visit(self, request: Request, session: DeskSession | None) -> Visit:
        brought = request.cookies.get(self.name("form"), "")
        return Visit(self, request, session, _language(request, self.name(LANGUAGE)), brought, self._sessions.secret())

    def sign_in(self, request: Request, token: str) -> str | None:
        """The secret of a new session of whoever signs in with ``token``; the one that the request came with is over. None where nobody does.

        Raises:
            DeskFaultError: 429, too many tries from there.
        """
        found = self._sessions.sign_in(token)
        if found is None:
            wait = self.identity.failed(request.client.host if request.client else "")
            if wait:
                raise DeskFaultError(429, said.TOO_MANY_TRIES(), retry_after=wait)
            return None
        self._sessions.sign_out(request.cookies.get(self.name()))
        return found[0]

    def signed_in(self, response: Response, secret: str) -> Response:
        """``response`` with the cookie of a session; that of the form is over."""
        self._set(response, self.name(), secret, None)
        self._set(response, self.name("form"), "", 0)
        return response

    def signed_out(self, request: Request, response: Response) -> Response:
        """``response`` with which the session ends that the request came with."""
        self._sessions.sign_out(request.cookies.get(self.name()))
        self._set(response, self.name(), "", 0)
        return response

    def to_sign_in(self, request: Request) -> Response:
        """Where one signs in, and from there back to what was asked for."""
        back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/desk/sign-in?back={quote(back, safe='/')}", 303)

    def remember(self, response: Response, name: str, value: str, seconds: int) -> None:
        """Give the browser a cookie for so long, which no script reads and no other site sends."""
        self._set(response, name, value, seconds)

    def _set(self, response: Response, name: str, value: str, seconds: int | None) -> None:
        response.set_cookie(
            name, value, max_age=seconds, secure=self.secure, httponly=True, samesite="strict", path="/"
        )


def _language(request: Request, cookie: str) -> Language:
    """As the query says, else as it was remembered, else as the browser prefers: Portuguese or English."""
    for told in (request.query_params.get("lang"), request.cookies.get(cookie)):
        if told in set(Language):
            return Language(told)
    return Language.PT if request.headers.get("accept-language", "pt").lower().startswith("pt") else Language.EN
