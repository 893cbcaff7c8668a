"""Who is signed in in a browser: sessions in memory alone, each found by the digest of the secret that its cookie has."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND, Clock
from tombo.serve.identity import Identity, SignedIn
from tombo.serve.who import Who

IDLE_SECONDS: Final = 15 * 60
"""How long a session lasts in which nothing is asked."""
LONGEST_SECONDS: Final = 8 * 3600
"""How long a session lasts at most."""
SESSIONS_MAX: Final = 1_000
"""Sessions that are open at once; the one that was used least lately gives way."""
OF_ONE_MAX: Final = 8
"""And of one person: so nobody pushes the others out."""
USED_MAX: Final = 10_000
"""Tokens that were used and are not over; as many more are refused until some are."""
SECRET_BYTES: Final = 32

Entropy = Callable[[int], bytes]


class DeskSession(NamedTuple):
    """Somebody who is signed in. ``form``: what each form that he is shown bears, so that no page of somebody else's posts in his name."""

    signed_in: SignedIn
    form: str
    began: int
    used: int

    @property
    def who(self) -> Who:
        """Who he is."""
        return self.signed_in.who


class DeskSessions:
    """The sessions of one process. They are asked on the event loop alone."""

    def __init__(self, identity: Identity, clock: Clock, entropy: Entropy) -> None:
        self._identity = identity
        self._clock = clock
        self._entropy = entropy
        self._open: OrderedDict[bytes, DeskSession] = OrderedDict()
        """By the digest of the secret; the one that was used last stands last."""
        self._used: dict[str, int] = {}
        """Tokens that signed somebody in, and the second at which each is over."""
        self._swept = 0
        """The second at which those that are over were last let go."""

    def sign_in(self, token: str) -> tuple[str, DeskSession] | None:
        """A new session of whoever signs in with ``token``, and the secret of its cookie; None where nobody does, or it was used."""
        found = self._identity.sign_in(token)
        if found is None or (found.once is not None and not self._first_use(found.once, found.until)):
            return None
        return self.open(found.signed_in)

    def open(self, signed_in: SignedIn) -> tuple[str, DeskSession]:
        """A new session of who signed in, and the secret of its cookie. His oldest gives way where he has too many, then whoever's was used least lately."""
        secret, now = self.secret(), self._clock.now()
        session = DeskSession(signed_in, self.secret(), now, now)
        his = [digest for digest, one in self._open.items() if one.who == session.who]
        for digest in his[: max(0, len(his) + 1 - OF_ONE_MAX)]:
            del self._open[digest]
        self._open[_digest(secret)] = session
        while len(self._open) > SESSIONS_MAX:
            self._open.popitem(last=False)
        return secret, session

    def of(self, secret: str | None) -> DeskSession | None:
        """The session whose cookie has ``secret``, used once more; None where there is none, it is over, or he is nobody any more."""
        if not secret:
            return None
        session = self._open.pop(_digest(secret), None)
        now = self._clock.now()
        if session is None or not self._lasts(session, now):
            return None
        session = session._replace(used=now)
        self._open[_digest(secret)] = session
        return session

    def sign_out(self, secret: str | None) -> None:
        """End the session whose cookie has ``secret``."""
        self._open.pop(_digest(secret or ""), None)

    def secret(self) -> str:
        """A new secret of 256 bits, in hexadecimal."""
        return self._entropy(SECRET_BYTES).hex()

    def _lasts(self, session: DeskSession, now: int) -> bool:
        timely = now - session.used < IDLE_SECONDS * SECOND and now - session.began < LONGEST_SECONDS * SECOND
        return timely and self._identity.in_force(session.signed_in)

    def _first_use(self, once: str, until: int) -> bool:
        """Whether a token was not used before; from now on it was."""
        now = self._clock.now() // SECOND
        if now != self._swept:
            self._swept, self._used = now, {name: end for name, end in self._used.items() if end > now}
        if once in self._used or len(self._used) >= USED_MAX:
            return False
        self._used[once] = until
        return True


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, told in a time that says nothing of them."""
    return secrets.compare_digest(one.encode(), other.encode())


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
