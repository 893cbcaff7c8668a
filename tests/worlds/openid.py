"""An OpenID provider that answers as a test has it, on TLS, with real keys; and a desk whose staff signs in at it."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from httpx2 import Response
from joserfc import jws
from joserfc.jwk import ECKey, OKPKey, RSAKey

from tests.tools.certificates import authority, issued
from tests.tools.scripted_http import Asked, Scripted, said, scripted
from tests.worlds.desk import OFFICER_NAME, Desk, HandClock, desk_network, served_desk
from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.credential.events import OpenIdProof, StaffHolder
from tombo.serve.openid.provider import OpenIdProvider
from tombo.serve.openid.settings import OpenIdSettings

CLIENT: Final = "tombo-desk"
SECRET: Final = "a secret: of the tests"
DESK: Final = "https://desk.example"
SUBJECT: Final = "7f3a"
CREDENTIAL: Final = "rui-openid"
BACK: Final = "/desk/sign-in/openid/back"
OTHER: Final = "https://id.elsewhere.example"
"""Another issuer."""
ACCESS_TOKEN: Final = "an access token"
SignsBy = RSAKey | ECKey | OKPKey


@cache
def key(sort: str, name: str, size: int = 2_048) -> SignsBy:
    """A private key of the provider, made once: ``sort`` is what JWK calls its kind (RFC 7517)."""
    parameters: Any = {"kid": name}
    match sort:
        case "RSA":
            made = rsa.generate_private_key(65_537, size)
            pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            return RSAKey.import_key(pem, parameters)
        case "EC":
            return ECKey.generate_key("P-256", parameters)
        case _:
            return OKPKey.generate_key("Ed25519", parameters)


def signed(header: Mapping[str, Any], claims: Mapping[str, Any], by: SignsBy) -> str:
    """A JWS of ``claims``, by whatever algorithm the header names."""
    if header["alg"] != "EdDSA":  # of which the library warns that it has another name now
        return jws.serialize_compact(dict(header), json.dumps(claims).encode(), by, registry=_Anything(header["alg"]))
    text = f"{url64(json.dumps(header).encode())}.{url64(json.dumps(claims).encode())}"
    made: Any = by.get_op_key("sign")
    return f"{text}.{url64(made.sign(text.encode()))}"


def url64(raw: bytes) -> str:
    """``raw`` as JOSE writes it."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


class _Anything(jws.JWSRegistry):
    """Lets anything stand in a head."""

    def __init__(self, alg: str) -> None:
        super().__init__(algorithms=[alg], strict_check_header=False)

    def check_header(self, header: Any) -> None:
        """Whatever it is."""


class ToldProvider:
    """A provider that answers as it is told. Unless it is told otherwise it is an honest one, and gives the officer's ID token."""

    def __init__(self, clock: HandClock) -> None:
        self.issuer = ""
        self.clock = clock
        self.asked: list[Asked] = []
        self.honest()

    def honest(self) -> None:
        """Answer as one does."""
        self.signs_by, self.alg = key("RSA", "first"), "RS256"
        self.keys: list[Mapping[str, Any]] = [self.signs_by.as_dict(private=False)]
        self.header: dict[str, Any] = {}
        self.claims: dict[str, Any] = {}
        self.discovery: dict[str, Any] = {}
        """Put into what it says; None takes something out of it."""
        self.nonce = ""
        self.token: str | None = None
        """The ID token, whole, in place of the one that it would make."""
        self.answers: dict[str, Callable[[], Scripted]] = {}
        """By path, what it answers there in place of what it would."""

    def id_token(self) -> str:
        """The ID token that it gives."""
        now = self.clock.now() // SECOND
        claims = {"iss": self.issuer, "sub": SUBJECT, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": self.nonce}
        header = {"alg": self.alg, "kid": self.signs_by.kid}
        return signed(_with(header, self.header), _with(claims, self.claims), self.signs_by)

    def document(self) -> dict[str, Any]:
        """Its discovery document."""
        return _with(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize?tenant=1",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "end_session_endpoint": f"{self.issuer}/leave",
                "response_types_supported": ["code", "id_token"],
                "id_token_signing_alg_values_supported": ["none", "HS256", "RS256", "ES256", "EdDSA"],
                "authorization_response_iss_parameter_supported": True,
                "subject_types_supported": ["public"],
            },
            self.discovery,
        )

    def answer(self, asked: Asked) -> Scripted:
        """What it answers."""
        self.asked.append(asked)
        if asked.path in self.answers:
            return self.answers[asked.path]()
        match asked.path:
            case "/.well-known/openid-configuration":
                return said(200, self.document())
            case "/keys":
                return said(200, {"keys": self.keys})
            case "/token":
                token = self.id_token() if self.token is None else self.token
                return said(200, {"id_token": token, "access_token": ACCESS_TOKEN, "token_type": "Bearer"})
            case _:
                return said(404, {})

    def times(self, path: str) -> int:
        """How often ``path`` was asked for."""
        return sum(one.path == path for one in self.asked)


def _with(told: dict[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in {**told, **other}.items() if value is not None}


class OpenIdDesk:
    """A desk, its provider, and a browser that goes from one to the other."""

    def __init__(
        self, desk: Desk, provider: ToldProvider, relying: OpenIdProvider, told: list[str], authority: Path
    ) -> None:
        self.desk = desk
        self.provider = provider
        self.relying = relying
        self.authority = authority
        """Who signed the provider's certificate, as a file."""
        self.told = told
        """What whoever runs the desk was told of the provider."""

    def begin(self, back: str = "/desk/trust", **headers: str) -> dict[str, str]:
        """What the browser is sent to the provider with, who takes its nonce."""
        answer = self.desk.client.get(
            "/desk/sign-in/openid", params={"back": back}, headers=headers, follow_redirects=False
        )
        assert answer.status_code == 303, answer.text
        asked = dict(parse_qsl(urlsplit(answer.headers["location"]).query))
        self.provider.nonce = asked["nonce"]
        return asked

    def back(self, state: str, **other: str | None) -> Response:
        """What is answered to a browser that comes back with ``state``, a code and the issuer's name; None takes something out of it."""
        told = _with({"code": "a-code", "state": state, "iss": self.provider.issuer}, other)
        return self.desk.client.get(BACK, params=told, headers={"sec-fetch-site": "cross-site"})

    def sign_in(self, **other: str | None) -> Response:
        """Both."""
        return self.back(self.begin()["state"], **other)

    def passes(self, seconds: int) -> None:
        """So much time passes, in which the desk goes on reading who may ask."""
        self.desk.clock.leap(seconds * SECOND)
        self.desk.known()

    def refresh(self) -> None:
        """Have the desk read what the provider publishes."""
        asyncio.run(self.relying.refresh())

    @property
    def inside(self) -> bool:
        """Whether somebody is signed in."""
        answer = self.desk.client.get("/desk/now", follow_redirects=False)
        return answer.status_code == 200


def is_in(answer: Response) -> bool:
    """Whether ``answer`` is the page that goes on into the desk, by itself."""
    return answer.status_code == 200 and '<meta http-equiv="refresh" content="0;url=/desk/' in answer.text


@contextmanager
def openid_desk(url: str, folder: Path, trusted: Callable[[str], None]) -> Iterator[OpenIdDesk]:
    """A desk whose officer is on record at a provider; ``trusted`` is told the file of who signed its certificate, before anybody asks it."""
    by, clock = authority(folder), HandClock()
    trusted(str(by.certificate))
    provider, told = ToldProvider(clock), list[str]()
    with scripted(provider.answer, issued(folder, by, "localhost").context()) as server:
        provider.issuer = server.url
        made = desk_network(url, folder)
        made.grant(CREDENTIAL, StaffHolder(id=OFFICER_NAME), OpenIdProof(issuer=server.url, subject=SUBJECT))
        relying = OpenIdProvider(OpenIdSettings(server.url, CLIENT, SECRET, DESK), clock, told.append)
        asyncio.run(relying.refresh())
        with served_desk(made, secure=True, provider=relying, clock=clock) as desk:
            yield OpenIdDesk(desk, provider, relying, told, by.certificate)


def wait_until(so: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it never was"
        time.sleep(0.02)
