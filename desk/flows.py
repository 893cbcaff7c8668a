"""Who was sent to the OpenID provider and did not come back yet: in memory alone, each found by the digest of the secret that the browser's cookie has."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from tombo.desk.sessions import same
from tombo.ledger.core.clock import SECOND, Clock
from tombo.serve.openid.errors import NotSignedInError, Why
from tombo.serve.openid.provider import OpenIdFlow

FLOW_SECONDS: Final = 10 * 60
"""How long one may take to sign in at the provider."""
FLOWS_MAX: Final = 10_000
"""How many are on their way at once; the one that began first gives way. Whoever has enough machines can so keep others from signing in by OpenID."""


class Flows:
    """Those of one process. They are asked on the event loop alone."""

    def __init__(self, clock: Clock, secret: Callable[[], str]) -> None:
        self._clock = clock
        self._secret = secret
        self._open: OrderedDict[bytes, OpenIdFlow] = OrderedDict()

    def begin(self, back: str) -> tuple[str, OpenIdFlow]:
        """A new one, and the secret of its cookie; from the provider one comes to ``back``."""
        secret = self._secret()
        flow = OpenIdFlow(self._secret(), self._secret(), self._secret(), back, self._clock.now())
        self._open[_digest(secret)] = flow
        while len(self._open) > FLOWS_MAX:
            self._open.popitem(last=False)
        return secret, flow

    def take(self, secret: str, state: str) -> OpenIdFlow:
        """The one that this browser began and that this answer is to, once.

        Raises:
            NotSignedInError: there is none, or not any more.
        """
        flow = self._open.get(_digest(secret))
        if flow is None or not same(flow.state, state):
            raise NotSignedInError(Why.COOKIE)
        del self._open[_digest(secret)]
        if self._clock.now() - flow.began >= FLOW_SECONDS * SECOND:
            raise NotSignedInError(Why.COOKIE)
        return flow


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
