"""How a transcript writes the structure of a tournament: ``fee=1000+100 rebuy=5000:1000+0:5000 payouts=5000/3000/2000``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.worlds.world import CHIPS, EURO, poker_terms
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.findings import Reading
from tombo.ledger.terms.poker import Commission
from tombo.ledger.terms.tournament import Addon, Fee, Level, Payout, Rebuy, Reentry, TicketPrizes, TournamentReadings

HOUR: Final = 1000
"""Second at which the tournaments of transcripts start."""


def changes_of(words: str) -> dict[str, Any]:
    """The fields of a structure that ``words`` state."""
    told = dict(word.split("=", 1) for word in words.split())
    terms: dict[str, Any] = {
        "commission": Commission(attribution="payment_when_all_in", cap=None, mode="none", rate_bp=0),
        "seats": 6,
        "unit": CHIPS,
    }
    values: dict[str, Any] = {"starts": HOUR * SECOND}
    readings: dict[str, Any] = {"paid_prizes": Reading.LETTER, "ticket_refunds": "cash"}
    for key in _TERMS.keys() & told.keys():
        terms |= _TERMS[key](told.pop(key))
    for key in _READINGS.keys() & told.keys():
        readings |= _READINGS[key](told.pop(key))
    for key, text in told.items():
        values |= _FIELDS[key](text)
    if "levels" in values and "blinds" not in told:
        first = values["levels"][0]
        blinds = {"big_blind": first.big_blind, "min_bet": first.big_blind, "small_blind": first.small_blind}
        terms = {**blinds, **terms}
    return {"readings": TournamentReadings(**readings), "terms": poker_terms(**terms), **values}


def _blinds(text: str) -> dict[str, Any]:
    small, _, big = text.partition("/")
    return {"small_blind": int(small), "big_blind": int(big), "min_bet": int(big)}


def _levels(text: str) -> dict[str, Any]:
    """``50/100,100/200``, of ten minutes each."""
    pairs = [pair.split("/") for pair in text.split(",")]
    return {"levels": [Level(big_blind=int(big), seconds=600, small_blind=int(small)) for small, big in pairs]}


def _fee(text: str) -> dict[str, Any]:
    """``1000+100``, prizes and commission; a third part is the bounty; ``free``."""
    if text == "free":
        return {"fee": None}
    prize, commission, *bounty = [int(part) for part in text.split("+")]
    return {"fee": Fee(bounty=sum(bounty), commission=commission, prize=prize)}


def _payouts(text: str) -> dict[str, Any]:
    """``5000/3000/2000``, or by number of entries: ``2:6500/3500,10:5000/3000/2000``; ``none``."""
    if text == "none":
        return {"payouts": []}
    found = []
    for part in text.split(","):
        first, _, shares = part.rpartition(":")
        found.append(Payout(entries_from=int(first or 1), shares_bp=[int(share) for share in shares.split("/")]))
    return {"payouts": found}


def _rebuy(text: str) -> dict[str, Any]:
    """``CHIPS:PRIZE+COMMISSION:BELOW``, and how often, where that is limited."""
    chips, price, below, *most = text.split(":")
    prize, commission = map(int, price.split("+"))
    limit = int(most[0]) if most else None
    return {"rebuy": Rebuy(chips=int(chips), commission=commission, most=limit, prize=prize, stack_below=int(below))}


def _addon(text: str) -> dict[str, Any]:
    chips, price = text.split(":")
    prize, commission = map(int, price.split("+"))
    return {"addon": Addon(chips=int(chips), commission=commission, prize=prize)}


def _tickets(text: str) -> dict[str, Any]:
    """``2:taca:1100``, or ``any`` as many as the pool pays."""
    count, target, value = text.split(":")
    return {
        "payouts": [],
        "tickets": TicketPrizes(count=None if count == "any" else int(count), target=target, value=int(value)),
    }


def _players(text: str) -> dict[str, Any]:
    least, _, most = text.partition("-")
    return {"players_min": int(least), "players_max": int(most) if most else None}


def _instant(text: str) -> int | None:
    return None if text == "none" else int(text) * SECOND


_TERMS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "blinds": _blinds,
    "decision": lambda text: {"decision_seconds": int(text)},
    "ante": lambda text: {"ante": int(text)},
    "rake": lambda text: {
        "commission": Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=int(text))
    },
    "seats": lambda text: {"seats": int(text)},
    "unit": lambda _: {"unit": EURO},
}
_READINGS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "paid_prizes": lambda text: {"paid_prizes": Reading(text.upper())},
    "left_over": lambda text: {"left_over": text},
    "tied_tickets": lambda text: {"tied_tickets": text},
    "ticket_refunds": lambda text: {"ticket_refunds": text},
}
_FIELDS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "addon": _addon,
    "cancel_until": lambda text: {"cancel_until": _instant(text)},
    "credit": lambda text: {"credit": text},
    "fee": _fee,
    "replaces": lambda text: {"replaces": text},
    "guarantee": lambda text: {"guarantee": int(text)},
    "hand_by_hand": lambda text: {"hand_by_hand_at": int(text)},
    "levels": _levels,
    "payouts": _payouts,
    "players": _players,
    "rebuy": _rebuy,
    "reentry": lambda text: {"reentry": Reentry(most=None if text == "any" else int(text))},
    "sale": lambda text: {"open_until": int(text)},
    "schedule": lambda text: {"schedule": text},
    "stack": lambda text: {"starting_stack": int(text)},
    "starts": lambda text: {"starts": _instant(text)},
    "tables": lambda text: {"tables": text},
    "tickets": _tickets,
    "timed": lambda text: {"timed_seconds": int(text)},
}
