"""A hand or round that somebody else followed from its first entry to its end and found nothing wrong with, told in short to whoever does not follow it."""

from __future__ import annotations

from typing import NamedTuple


class BriefHand(NamedTuple):
    """A hand or round that is told in short. ``ends``: the log index of its end; ``told``: what it came to, as its game tells that.

    ``heard``: the log indices of its entries of which more is asked than of their kind.
    """

    stream: str
    ends: int
    told: tuple[object, ...]
    heard: tuple[int, ...] = ()
