"""Signing in and out: with a token or a signature, or at an OpenID provider, from which the browser comes back with a code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tombo.desk.flows import FLOW_SECONDS, Flows
from tombo.desk.frame import HEADERS, Sheet
from tombo.desk.places import FIRST
from tombo.desk.posted import posted
from tombo.desk.visit import Visit, Visits
from tombo.ledger.core.clock import SECOND, Clock
from tombo.ledger.core.said import Told
from tombo.ledger.house.credential.events import OpenIdProof
from tombo.reports.said.desk import sign_in as said
from tombo.serve.identity import SignedIn
from tombo.serve.openid.errors import NotSignedInError, ProviderError, Why
from tombo.serve.openid.provider import OpenIdProvider

SIGN_IN: Final = "/desk/sign-in"
COOKIE: Final = "openid"
"""Of the browser that began at the provider. It has to come with an answer that another site leads here with, so it is no strict one."""


class SigningIn:
    """The paths of signing in and out."""

    def __init__(self, visits: Visits, clock: Clock, provider: OpenIdProvider | None) -> None:
        self._visits = visits
        self._clock = clock
        self._provider = provider
        self._flows = Flows(clock, visits.secret)

    def add_to(self, router: APIRouter) -> None:
        """Answer at these paths."""
        router.add_api_route("/sign-in", self.shown, methods=["GET"])
        router.add_api_route("/sign-in", self.signed_in, methods=["POST"])
        router.add_api_route("/sign-out", self.signed_out, methods=["POST"])
        if self._provider is not None:
            at_provider = _AtProvider(self, self._visits, self._flows, self._provider)
            router.add_api_route("/sign-in/openid", at_provider.begun, methods=["GET"])
            router.add_api_route("/sign-in/openid/back", at_provider.back, methods=["GET"])

    async def shown(self, request: Request, back: str = FIRST) -> Response:
        """Where one signs in, and from there goes on to ``back``."""
        visit = self._visits.of(request)
        return visit.as_stranger(visit.drawn(self.sheet(visit, within(back))))

    async def signed_in(self, request: Request) -> Response:
        """Whoever brings a token that is his."""
        visit = self._visits.of(request)
        fields = await posted(request, visit.brought, secure=self._visits.secure)
        back = within(fields.get("back", FIRST))
        secret = self._visits.sign_in(request, fields.get("token", "").strip())
        if secret is None:
            return visit.as_stranger(visit.drawn(self.sheet(visit, back, 403, said.SIGN_IN_FAILED())))
        return self._visits.signed_in(RedirectResponse(back, 303), secret)

    async def signed_out(self, request: Request) -> Response:
        """His session is over; who has one at the provider too is led there."""
        visit = self._visits.of(request)
        answer: Response = RedirectResponse(SIGN_IN, 303)
        if visit.session is not None:
            await posted(request, visit.session.form, secure=self._visits.secure)
            there = self._provider.signs_out_at() if self._provider is not None else None
            if there is not None and isinstance(visit.session.signed_in.by, OpenIdProof):
                on = said.SIGNED_OUT_ON(issuer=visit.session.signed_in.by.issuer)
                answer = visit._replace(session=None).drawn(onward(said.SIGNED_OUT(), there, on))
        return self._visits.signed_out(request, answer)

    def sheet(self, visit: Visit, back: str, status: int = 200, trouble: Told | None = None) -> Sheet:
        """The page where one signs in; ``trouble``: why nobody did."""
        values = {
            "origin": self._visits.origin,
            "at": self._clock.now() // SECOND,
            "back": back,
            "trouble": trouble,
            "form": visit.stranger,
            "issuer": "" if self._provider is None else self._provider.settings.issuer,
            "away": self._provider is not None and self._provider.away,
        }
        return Sheet(said.SIGN_IN(), "sign_in.html", values, status)


class _AtProvider:
    """The two paths between which somebody is at the provider."""

    def __init__(self, signing_in: SigningIn, visits: Visits, flows: Flows, provider: OpenIdProvider) -> None:
        self._signing_in = signing_in
        self._visits = visits
        self._flows = flows
        self._provider = provider

    async def begun(self, request: Request, back: str = FIRST) -> Response:
        """The browser is sent to the provider. A page of another site begins nothing.

        It is a link and no form: what a form leads to, redirects of the provider's own included, the policy of the page would have to name.
        """
        visit = self._visits.of(request)
        if request.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return RedirectResponse(SIGN_IN, 303)
        secret, flow = self._flows.begin(within(back))
        try:
            answer = RedirectResponse(self._provider.address(flow), 303, headers=HEADERS)
        except ProviderError:
            return visit.as_stranger(visit.drawn(self._signing_in.sheet(visit, within(back), 503), once=True))
        self._visits.remember(answer, self._visits.name(COOKIE), secret, FLOW_SECONDS, when="lax")
        return answer

    async def back(self, request: Request) -> Response:
        """The browser comes back from the provider: a session, or the same answer as to a token that is nobody's."""
        visit = self._visits.of(request)
        try:
            signed_in, to = await self._signed_in(request)
        except NotSignedInError as error:
            request.state.openid = error.why  # for the log of requests
            self._visits.failed(request)
            page = self._again(visit, 403, said.SIGN_IN_FAILED())
            # an answer to something else ends nothing: who began twice, or was led here by another site, may still come back
            return page if error.why is Why.COOKIE else self._forgotten(page)
        except ProviderError:
            return self._forgotten(
                self._again(visit, 503, said.OPENID_NO_ANSWER(issuer=self._provider.settings.issuer))
            )
        secret = self._visits.opened(request, signed_in)
        page = visit._replace(session=None).drawn(onward(said.SIGNED_IN(), to, said.SIGNED_IN_ON()), once=True)
        return self._visits.signed_in(self._forgotten(page), secret)

    async def _signed_in(self, request: Request) -> tuple[SignedIn, str]:
        """Who comes back, and where he wanted to go.

        Raises:
            NotSignedInError: nobody whom we know.
            ProviderError: the provider does not say who.
        """
        answer = _read(request)
        flow = self._flows.take(request.cookies.get(self._visits.name(COOKIE), ""), answer.get("state", ""))
        subject = await self._provider.subject(flow, answer)
        found = self._visits.identity.by_openid(self._provider.settings.issuer, subject)
        if found is None:
            raise NotSignedInError(Why.RECORD)
        return found, flow.back

    def _again(self, visit: Visit, status: int, trouble: Told) -> Response:
        sheet = self._signing_in.sheet(visit, FIRST, status, trouble)
        return visit.as_stranger(visit.drawn(sheet, once=True))

    def _forgotten(self, response: Response) -> Response:
        self._visits.remember(response, self._visits.name(COOKIE), "", 0, when="lax")
        return response


def _read(request: Request) -> Mapping[str, str]:
    """What the provider sent the browser back with.

    Raises:
        NotSignedInError: something twice, so that two who read it might read two things.
    """
    told = request.query_params.multi_items()
    if any(count > 1 for count in Counter(name for name, _ in told).values()):
        raise NotSignedInError(Why.ANSWER)
    return dict(told)


def within(path: str) -> str:
    """``path`` if it is one of the desk's, else the first page: nobody is led elsewhere by what stands in a link."""
    plain = all(" " < sign <= "~" and sign != "\\" for sign in path)
    return path if plain and path.startswith("/desk/") and "//" not in path else FIRST


def onward(title: Told, to: str, on: Told) -> Sheet:
    """A page that goes on by itself, without scripts, to ``to``.

    It is a page and no redirect: to what another site's page led to by redirects a browser does not bring the session's cookie, which is a strict one.
    """
    return Sheet(title, "onward.html", {"to": to, "on": on})
