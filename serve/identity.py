"""What proves who asks: a token, a client certificate, or a signed token; each of them as the ledger has it on record.

A token of 256 bits and the key of a certificate are looked up by their SHA-256. A signed token is a JWT (RFC 7519) signed with Ed25519 (RFC 8037): of a
player by the operator's own server, whose key is on record; of staff by the key that they are enrolled with, which is their account here too. It names
the ledger as its audience, and is good for a few minutes.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from http import HTTPStatus
from threading import Event, Thread
from typing import Any, Final, NamedTuple, Self, TypeVar

from fastapi import Request
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from pydantic import TypeAdapter, ValidationError

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SECOND, Clock
from tombo.ledger.core.entry import Record
from tombo.ledger.core.errors import LedgerError, OutOfPlaceError
from tombo.ledger.core.ids import Hex16, LocalId
from tombo.ledger.house.credential.events import CertificateProof, Holder, OpenIdProof, Proof, SignerProof, TokenProof
from tombo.ledger.house.staff.state import Staff, StaffKey
from tombo.ledger.seal.bearer import SIGN_IN_SECONDS, token_digest
from tombo.projections.credentials import Credentials, refreshed
from tombo.projections.strangers import at_home
from tombo.serve.problems import RETRY_SECONDS, ProblemError, status_of
from tombo.serve.tries import TriesByAddress
from tombo.serve.who import Denied, HolderSort, Who

REFRESH_SECONDS: Final = 1.0
"""How soon a grant or a revocation is known here, whichever process recorded it."""
STALE_SECONDS: Final = 15
"""Seconds after which what is known of credentials is not believed any more, where it cannot be read again."""
LIFETIME_MAX: Final = 15 * 60
"""Seconds a signed token may be good for, from when it was signed."""
LEEWAY: Final = 30
"""Seconds by which two clocks may differ."""
TOKEN_MAX: Final = 4_096
"""Letters of a credential that are looked at."""


class Claims(Record):
    """What a signed token says. Times are in seconds since 1970 (RFC 7519, 2); ``aud`` is the origin of the ledger, ``sub`` the player or the member of staff."""

    aud: str
    exp: int
    iat: int
    sub: LocalId


class SignInClaims(Record):
    """What a token says with which staff signs in in a browser: as ``Claims``, and ``jti``, by which it is good once. No request is let in by one."""

    aud: str
    exp: int
    iat: int
    jti: Hex16
    sub: LocalId


_CLAIMS: Final = TypeAdapter(Claims)
_SIGN_IN: Final = TypeAdapter(SignInClaims)


class SignedIn(NamedTuple):
    """Who signed in, and by what: the id of a staff key, or the proof of a credential. As long as that is in force he is who he is."""

    who: Who
    by: str | TokenProof | OpenIdProof


class SignIn(NamedTuple):
    """A token with which somebody signs in: ``once`` is what it is good once by, and ``until`` the second at which it is over; None of one on record."""

    signed_in: SignedIn
    once: str | None = None
    until: int = 0


C = TypeVar("C")


class KnownHolders(NamedTuple):
    """What the ledger says of credentials and of staff, at some size of it."""

    credentials: Credentials = Credentials()
    staff: Mapping[str, tuple[int, Staff]] = {}
    """By name: the version of the stream, and what it tells."""


class Identity:
    """Who a request comes from. What it knows is read again every second by a thread of its own (a context manager)."""

    def __init__(
        self,
        open_store: Callable[[], AbstractContextManager[CheckedStore]],
        clock: Clock,
        alarm: Callable[[Exception], None],
        every: float = REFRESH_SECONDS,
    ) -> None:
        """``alarm`` hears why it is not read again where that does not pass: the store is not what was sealed, or something nobody planned happened."""
        self._open = open_store
        self._clock = clock
        self._alarm = alarm
        self._every = every
        self._known = KnownHolders()
        self._origin = ""
        self._tries = TriesByAddress(clock)
        self._closing = Event()
        self._thread = Thread(target=self._follow, name="tombo-identity", daemon=True)
        self._read = clock.monotonic()
        """When what is known was read last."""

    def __enter__(self) -> Self:
        with self._open() as store:
            self._origin = store.origin
            self._learn(store)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join()

    @property
    def stale(self) -> bool:
        """Whether what is known was not read again for so long that somebody may be let in who was revoked since: then nobody is."""
        return self._clock.monotonic() - self._read > STALE_SECONDS * SECOND

    def _follow(self) -> None:
        while not self._closing.wait(self._every):
            try:
                with self._open() as store:
                    self._learn(store)
                    while not self._closing.wait(self._every):
                        self._learn(store)
            except Exception as error:  # noqa: BLE001  # whatever it is: a thread that ended unseen would let in whom nobody knows any more
                if not _passes(error):
                    self._alarm(error)
                    return

    def _learn(self, store: CheckedStore) -> None:
        self._known = read_again(self._known, store)
        self._read = self._clock.monotonic()

    def __call__(self, request: Request) -> Who | Denied:
        """Who ``request`` comes from.

        Raises:
            ProblemError: 503, what is known is too old.
        """
        if self.stale:
            told = "who may ask could not be read again for some seconds: nobody is let in until it is"
            raise ProblemError(503, told, retry_after=RETRY_SECONDS)
        found = self._of(request)
        if found is not None:
            return found
        return Denied(self._tries.another(request.client.host if request.client else ""))

    @property
    def origin(self) -> str:
        """The name of the ledger."""
        return self._origin

    def failed(self, address: str) -> int:
        """One more try without a good credential from ``address``; the seconds it has to wait, 0 while it may try on."""
        return self._tries.another(address)

    def sign_in(self, token: str) -> SignIn | None:
        """Who signs in in a browser with ``token``: staff, by one that their key signed for this; or an auditor, by his own. None where nobody does."""
        if len(token) > TOKEN_MAX:
            return None
        if token.count(".") != 2:  # noqa: PLR2004  # header, claims, signature
            proof = TokenProof(sha256=token_digest(token))
            who = self._holder(proof)
            return SignIn(SignedIn(who, proof)) if who is not None and who.sort is HolderSort.AUDITOR else None
        found = self._verified(token, _SIGN_IN)
        if found is None:
            return None
        claims, sort, kid = found
        who = self._claimed(claims, sort, kid, SIGN_IN_SECONDS)
        if who is None or who.sort is not HolderSort.STAFF:
            return None
        return SignIn(SignedIn(who, kid), f"{kid}/{claims.jti}", claims.exp + LEEWAY)

    def by_openid(self, issuer: str, subject: str) -> SignedIn | None:
        """Who signs in as ``subject`` of ``issuer``, which an ID token proved: staff, by a credential that is in force. None where nobody does."""
        try:
            proof = OpenIdProof(issuer=issuer, subject=subject)
        except ValidationError:
            return None  # what no manager can have granted
        who = self._holder(proof)
        return None if who is None else SignedIn(who, proof)

    def in_force(self, signed_in: SignedIn) -> bool:
        """Whether by that he is still who he is: of staff, that he has a role and the key; of a credential, that it is in force."""
        who, by = signed_in
        if not isinstance(by, str):
            return self._holder(by) == who
        _, staff = self._known.staff.get(who.id, (0, Staff()))
        return bool(staff.roles) and staff.key is not None and staff.key.key == by

    def roles(self, who: Who) -> frozenset[str]:
        """The roles that ``who`` holds: none, unless he is of staff."""
        _, staff = self._known.staff.get(who.id, (0, Staff())) if who.sort is HolderSort.STAFF else (0, Staff())
        return staff.roles

    def signs(self, who: Who) -> bool:
        """Whether ``who`` has an enrolled key, without which nobody acts."""
        return who.sort is HolderSort.STAFF and self.key_of(who.id) is not None

    def key_of(self, staff: str) -> StaffKey | None:
        """The key that a member of staff signs with now."""
        _, known = self._known.staff.get(staff, (0, Staff()))
        return known.key

    def _of(self, request: Request) -> Who | None:
        said = request.headers.getlist("authorization")
        scheme, _, token = said[0].partition(" ") if said else ("", "", "")
        if len(said) > 1:
            return None  # a proxy before us may have looked at the other one
        if scheme:
            return self._bearer(token.strip()) if scheme.lower() == "bearer" and len(token) <= TOKEN_MAX else None
        certificate = getattr(request.state, "certificate", None)
        return None if certificate is None else self._holder(CertificateProof(sha256=certificate))

    def _bearer(self, token: str) -> Who | None:
        if token.count(".") == 2:  # noqa: PLR2004  # header, claims, signature
            return self._signed(token)
        return self._holder(TokenProof(sha256=token_digest(token)))

    def _holder(self, proof: Proof) -> Who | None:
        found = self._known.credentials.bearer(proof, self._clock.now())
        return None if found is None else _who(found.holder, self._known)

    def _signed(self, token: str) -> Who | None:
        found = self._verified(token, _CLAIMS)
        return None if found is None else self._claimed(*found, LIFETIME_MAX)

    def _verified(self, token: str, claimed: TypeAdapter[C]) -> tuple[C, HolderSort, str] | None:
        """What a signed token claims, by which sort of signer, and by which key: it says which, and that key alone is asked."""
        try:
            header = jws.extract_compact(token.encode()).headers()
            kid = header.get("kid")
            for sort, public in self._keys(str(kid)):
                key = OKPKey.import_key({"kty": "OKP", "crv": "Ed25519", "x": _url64(public)})
                signed = jws.deserialize_compact(token, key, algorithms=["Ed25519", "EdDSA"])
                return claimed.validate_json(signed.payload), sort, str(kid)
        except (JoseError, ValidationError, ValueError):
            return None
        return None

    def _keys(self, kid: str) -> list[tuple[HolderSort, str]]:
        """The public key, in base64, that is called ``kid``: a member of staff's by its id, a signer's by the name of its credential."""
        now = self._clock.now()
        for _, staff in self._known.staff.values():
            if staff.key is not None and staff.key.key == kid:
                return [(HolderSort.STAFF, staff.key.public)]
        told = self._known.credentials.told.get(f"credential:{kid}")
        if told is None or told.credential is None or not isinstance(told.credential.proof, SignerProof):
            return []
        found = self._known.credentials.bearer(told.credential.proof, now)
        return (
            [(HolderSort.PLAYER, told.credential.proof.public)] if found is not None and found.credential == kid else []
        )

    def _claimed(self, claims: Claims | SignInClaims, sort: HolderSort, kid: str, most: int) -> Who | None:
        """Who claims it, if the token is good now, for at most so many seconds, and for this ledger."""
        now = self._clock.now() // SECOND
        timely = claims.iat - LEEWAY <= now < claims.exp + LEEWAY and claims.exp - claims.iat <= most
        if not timely or claims.aud != self._origin:
            return None
        if sort is HolderSort.PLAYER:
            return Who(HolderSort.PLAYER, claims.sub)
        _, staff = self._known.staff.get(claims.sub, (0, Staff()))
        return (
            Who(HolderSort.STAFF, claims.sub)
            if staff.roles and staff.key is not None and staff.key.key == kid
            else None
        )


def _passes(error: Exception) -> bool:
    """Whether what keeps the store from being read may be over by itself."""
    return isinstance(error, LedgerError) and status_of(error) == HTTPStatus.SERVICE_UNAVAILABLE


def _who(holder: Holder, known: KnownHolders) -> Who | None:
    """Whom a bearer acts as. Staff who hold no role any more are nobody; who signs for players is no actor himself."""
    match holder.actor:
        case "platform":
            return Who(HolderSort.PLATFORM, holder.id)
        case "auditor":
            return Who(HolderSort.AUDITOR, holder.id)
        case "staff":
            _, staff = known.staff.get(holder.id, (0, Staff()))
            return Who(HolderSort.STAFF, holder.id) if staff.roles else None
        case "players":
            return None


def _url64(public: str) -> str:
    return base64.urlsafe_b64encode(base64.b64decode(public)).decode().rstrip("=")


def read_again(known: KnownHolders, store: CheckedStore) -> KnownHolders:
    """``known`` with what was recorded since.

    Raises:
        LedgerError: the store is not what was sealed, or cannot be reached.
    """
    credentials, staff = refreshed(known.credentials, store), dict[str, Any](known.staff)
    for stream in store.streams("staff"):
        name, last = stream.partition(":")[2], store.last_row(stream)
        version, state = staff.get(name, (0, None))
        if last is not None and last.version > version:
            try:
                for entry in at_home(store.entries(stream, gt=version)):
                    state = EVOLVE["staff"](state, entry.event)
            except (
                OutOfPlaceError
            ):  # who has an event key sealed what nobody can read: it keeps him out, and nobody else
                state = Staff()
            staff[name] = last.version, state
    return KnownHolders(credentials, staff)
