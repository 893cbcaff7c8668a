"""The provider that staff signs in at: what it published last, where a browser is sent, and whom the code is of that it comes back with.

The flow is that with a code (OpenID Connect Core 1.0, 3.1), PKCE by S256 (RFC 7636), ``state`` and ``nonce``. Nothing that a browser brings is believed: of an
answer only the code is used, and whom it is of says an ID token that this process fetched itself, by TLS, and verified.
"""

from __future__ import annotations

import asyncio
import ssl
from base64 import b64encode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from pydantic import BaseModel, ConfigDict, ValidationError

from tombo.ledger.core.clock import SECOND, Clock
from tombo.serve.openid.documents import BASIC, Discovery, Key, SigningKey, discovery, key_for, signing_keys
from tombo.serve.openid.errors import NotSignedInError, ProviderError, Why
from tombo.serve.openid.fetching import Fetched, fetched
from tombo.serve.openid.id_token import Expected, IdTokenSigner, signer_of, subject_of
from tombo.serve.openid.settings import OpenIdSettings

REFRESH_SECONDS: Final = 60.0
"""How often the discovery document is read again."""
RETRY_SECONDS: Final = 5.0
"""How soon, where it could not be."""
KEYS_SECONDS: Final = 600
"""How long the provider's keys are believed without reading them again."""
KEYS_RETRY_SECONDS: Final = 10
"""How soon they may be read again for a token that names a key that is not among them."""
CODES_MAX: Final = 32
"""How many codes are exchanged at once; who comes beyond them tries again."""
CODE_MAX: Final = 4_096
"""Letters of a code."""


class OpenIdFlow(NamedTuple):
    """Somebody who was sent to the provider: what the answer has to bear, what nobody else knows of it, where he wants to go, and when he began."""

    state: str
    nonce: str
    verifier: str
    back: str
    began: int


class _Tokens(BaseModel):
    """The answer for a code."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id_token: str
    access_token: str | None = None


class OpenIdProvider:
    """The provider of ``settings``. It is asked on one event loop alone, while it is ``running``."""

    def __init__(self, settings: OpenIdSettings, clock: Clock, tell: Callable[[str], None]) -> None:
        """``tell`` hears why nobody can sign in, or somebody could not, each time that this changes."""
        self.settings: Final = settings
        self._clock = clock
        self._tell = tell
        self._tls = ssl.create_default_context()
        self._known: Discovery | None = None
        self._away = "it was not asked yet"
        self._told = ""
        self._keys: tuple[SigningKey, ...] = ()
        self._keys_read: int | None = None
        """When the keys were asked for last, by the clock that nobody sets."""
        self._reading = asyncio.Lock()
        self._codes = 0

    @property
    def away(self) -> bool:
        """Whether nobody can sign in there now."""
        return bool(self._away)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep what the provider publishes fresh until this ends; for the lifespan of the application."""
        task = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def refresh(self) -> None:
        """Read the discovery document again. Where that cannot be, nobody begins; who is on his way comes in by what was known."""
        try:
            found = discovery(await self._read(self.settings.discovery), self.settings.issuer)
        except ProviderError as error:
            self._away = str(error)
            self._say(error)
            return
        if self._known is None or self._known.jwks_uri != found.jwks_uri:
            self._keys, self._keys_read = (), None
        self._known, self._away = found, ""

    def address(self, flow: OpenIdFlow) -> str:
        """Where the browser is sent that begins ``flow``.

        Raises:
            ProviderError: nobody can sign in there now.
        """
        if self.away:
            raise ProviderError(self._away)
        challenge = urlsafe_b64encode(sha256(flow.verifier.encode()).digest()).decode().rstrip("=")
        return _with(
            self._discovery.authorization_endpoint,
            response_type="code",
            scope="openid",
            client_id=self.settings.client,
            redirect_uri=self.settings.comes_back_to,
            state=flow.state,
            nonce=flow.nonce,
            code_challenge=challenge,
            code_challenge_method="S256",
        )

    def signs_out_at(self) -> str | None:
        """Where a browser is sent to sign out at the provider too, None where it says no such place. No ID token is kept for it: it knows its own session."""
        if self._known is None or self._known.end_session_endpoint is None:
            return None
        settings = self.settings
        return _with(
            self._known.end_session_endpoint,
            client_id=settings.client,
            post_logout_redirect_uri=settings.signed_out_at,
        )

    async def subject(self, flow: OpenIdFlow, answer: Mapping[str, str]) -> str:
        """Whom ``answer`` is of, with which the browser came back that began ``flow``: the subject, as the issuer has it.

        Raises:
            NotSignedInError: nobody is signed in by it.
            ProviderError: the provider does not say.
        """
        named = answer.get("iss")
        if named != self.settings.issuer and (
            named is not None or self._discovery.authorization_response_iss_parameter_supported
        ):
            raise NotSignedInError(Why.OTHER_ISSUER)
        code = answer.get("code", "")
        if "error" in answer or not 0 < len(code) <= CODE_MAX:
            raise NotSignedInError(Why.ANSWER)
        if self._codes >= CODES_MAX:
            raise ProviderError(f"{CODES_MAX} codes are being exchanged, and no more may be at once")
        self._codes += 1
        try:
            found = await self._subject(flow, code)
        except ProviderError as error:
            self._say(error)
            raise
        finally:
            self._codes -= 1
        self._told = ""
        return found

    def _say(self, error: ProviderError) -> None:
        if str(error) != self._told:
            self._told = str(error)
            self._tell(self._told)

    @property
    def _discovery(self) -> Discovery:
        if self._known is None:
            raise ProviderError(self._away)
        return self._known

    async def _subject(self, flow: OpenIdFlow, code: str) -> str:
        tokens = await self._exchanged(flow, code)
        signer = signer_of(tokens.id_token, self._discovery.algorithms)
        key = await self._key(signer)
        began, now = flow.began // SECOND, self._clock.now() // SECOND
        settings = self.settings
        expected = Expected(settings.issuer, settings.client, flow.nonce, tokens.access_token, began, now)
        return subject_of(tokens.id_token, signer, key, expected)

    async def _exchanged(self, flow: OpenIdFlow, code: str) -> _Tokens:
        """What the provider gives for a code. Our secret goes where it alone reads it, and in its head where it takes it there."""
        settings, headers = self.settings, dict[str, str]()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": settings.comes_back_to,
            "code_verifier": flow.verifier,
        }
        if BASIC in self._discovery.token_endpoint_auth_methods_supported:
            # RFC 6749, 2.3.1; a space is "%20", which is read as one by those too who do not take "+" for it
            pair = f"{quote(settings.client, safe='')}:{quote(settings.secret, safe='')}"
            headers["authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        else:
            form |= {"client_id": settings.client, "client_secret": settings.secret}
        answer = await fetched(self._tls, self._discovery.token_endpoint, form, headers)
        if answer.status != HTTPStatus.OK:
            _only_refused(answer, self._discovery.token_endpoint)
            raise NotSignedInError(Why.CODE)
        try:
            return _Tokens.model_validate_json(answer.body)
        except ValidationError as error:
            raise NotSignedInError(Why.CODE) from error

    async def _key(self, signer: IdTokenSigner) -> Key:
        """The key that ``signer`` names. One that is not known is looked for at the provider, but not at every token's word."""
        async with self._reading:
            found = key_for(self._keys, *signer)
            waits = KEYS_SECONDS if found is not None else KEYS_RETRY_SECONDS
            now = self._clock.monotonic()
            if self._keys_read is None or now - self._keys_read >= waits * SECOND:
                self._keys_read = now
                self._keys = ()  # a key that was withdrawn is not believed for want of an answer
                self._keys = signing_keys(await self._read(self._discovery.jwks_uri))
                found = key_for(self._keys, *signer)
        if not self._keys:
            raise ProviderError(f"{self._discovery.jwks_uri} gives no key that signs")
        if found is None:
            raise NotSignedInError(Why.KEY)
        return found

    async def _read(self, url: str) -> bytes:
        answer = await fetched(self._tls, url)
        if answer.status != HTTPStatus.OK:
            raise ProviderError(f"{url} answers {answer.status}")
        return answer.body

    async def _follow(self) -> None:
        while True:
            await self.refresh()
            await asyncio.sleep(RETRY_SECONDS if self.away else REFRESH_SECONDS)


def _only_refused(answer: Fetched, url: str) -> None:
    """That a token endpoint refused what it was asked, as it refuses a code: with 400 (RFC 6749, 5.2).

    Raises:
        ProviderError: it is something else that is wrong: our secret (401), or the provider.
    """
    if answer.status != HTTPStatus.BAD_REQUEST:
        raise ProviderError(f"{url} answers {answer.status}")


def _with(endpoint: str, **parameters: str) -> str:
    """``endpoint`` with ``parameters`` behind those that it has (RFC 6749, 3.1)."""
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(parameters)}"
