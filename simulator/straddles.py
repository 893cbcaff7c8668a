"""Póquer sintético, R809: its deck, and straddles and restraddles as people post them, in time and out of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.games.poker.commands import PostStraddle
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import phase, turn
from tombo.ledger.terms.poker import Terms
from tombo.simulator.ask import Ask, player

LOW: Final = "234567"
Post = Literal["straddle", "restraddle"]


def cards_of(terms: Terms) -> list[str]:
    """The deck in its order: 52 cards, or the 28 from eight to ace (R809 r.4b)."""
    return [text for text in CARD_TEXTS if terms.sintetico is None or text[0] not in LOW]


def straddle(name: str, found: Hand) -> Ask | None:
    """The straddle of this hand, where it is time for one; refused to who has less than it takes. Counted here from r.50-54."""
    if found.terms.sintetico is None or not found.dealt or found.street or _straddled(found):
        return None
    position = _left_of_big_blind(found)
    return _posted(name, found, "straddle", position, None if _pays(found, position, 1) else "R809 r.51")


def restraddle(name: str, found: Hand, position: int) -> PostStraddle | None:
    """The restraddle of ``position``, whose turn it is to match a straddle; None where he may not, or cannot."""
    if found.terms.sintetico is None or found.street or found.highest != _due(found, 1):
        return None
    return PostStraddle(hand=name, post="restraddle", seat=found.seats[position]) if _pays(found, position, 2) else None


def _posted(name: str, found: Hand, post: Post, position: int, rule: str | None) -> Ask:
    seat = found.seats[position]
    owner = next(seated.player for seated in found.started.seats if seated.seat == seat)
    return Ask(PostStraddle(hand=name, post=post, seat=seat), player(owner), expects=rule)


def _straddled(found: Hand) -> bool:
    return found.highest > found.terms.big_blind


def _left_of_big_blind(found: Hand) -> int:
    return (found.small_blind + 2) % len(found.seats)


def _due(found: Hand, times: int) -> int:
    """What a straddle comes to in all, or ``times`` 2 a restraddle (r.51)."""
    rules = found.terms.sintetico
    return 0 if rules is None else times * rules.straddle * found.terms.big_blind


def _pays(found: Hand, position: int, times: int) -> bool:
    return found.bets[position] + (found.stacks[position] or 0) >= _due(found, times)


def forbidden(name: str, found: Hand) -> Iterator[Ask]:
    """Straddles that the rules forbid at this point of the hand."""

    def post(kind: Post, position: int, rule: str) -> Ask:
        return _posted(name, found, kind, position, rule)

    first = _left_of_big_blind(found)
    if found.terms.sintetico is None:
        yield post("straddle", first, "21")
        return
    if not found.dealt or found.street:
        if found.pending < 0:  # who was asked may be late as well
            yield post("straddle", first, "R809 r.54")
            yield post("restraddle", first, "R809 r.54")
        return
    yield post("straddle", (first + 1) % len(found.seats), "R809 r.50")
    if _straddled(found):
        yield post("straddle", first, "R809 r.50")
    position = turn(found)
    if phase(found) == "board" or position is None:
        yield post("restraddle", first, "R809 r.51")
        return
    others = [other for other in range(len(found.seats)) if other != position]
    yield post("restraddle", others[0], "R809 r.51")
    if found.highest > _due(found, 1) or not _pays(found, position, 2):
        yield post("restraddle", position, "R809 r.51")
