"""Requests without a good credential, counted by address: brute force is slowed.

Of IPv6 the first 64 bits are an address here: what stands behind them is whoever's they are to choose (RFC 4291, 2.5.4).
"""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import Final

from tombo.ledger.core.clock import SECOND, Clock

TRIES: Final = 20
TRIES_SECONDS: Final = 60
"""So many requests without a good credential from one address, in so many seconds; then it is told to wait."""
ADDRESSES_MAX: Final = 10_000
"""Addresses that are kept in mind."""


class TriesByAddress:
    """Counts requests without a good credential, by address, and says how long one that made too many is to wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """By address: when its count began, and the count; who tried last stands last."""

    def another(self, address: str) -> int:
        """One more from ``address``; seconds to wait, 0 while it may try on."""
        now, address = self._clock.monotonic(), _network(address)  # a clock that is set back makes nobody wait longer
        began, count = self._seen.pop(address, (now, 0))
        if now - began >= TRIES_SECONDS * SECOND:
            began, count = now, 0
        self._seen[address] = began, count + 1
        while len(self._seen) > ADDRESSES_MAX:
            self._seen.popitem(last=False)
        return 0 if count < TRIES else max(1, TRIES_SECONDS - (now - began) // SECOND)


def _network(address: str) -> str:
    """What is counted for ``address``."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped is not None else f"{int(found) >> 64:x}/64"
