"""What stands in the signed request that led to an entry of play, of incidents, of days and of tournaments: step 10, beside ``acts``.

The platform asks for most of these too, and signs nothing. Where a person of the house did, his signature names what he asked for: an
event key that lays another hand, another incident or another sum beside it is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

from pydantic import BaseModel

Expected = Mapping[str, str | int | None]
"""Fields of a request, as far as an entry tells them."""


def digest(record: BaseModel) -> str:
    """What stands in a request for terms and structures."""
    return sha256(record.model_dump_json().encode()).hexdigest()


def of_play(name: str, event: Any) -> Expected:
    """What a signed request for ``event`` in the stream of ``name`` says; empty where none is asked for it."""
    said = _SAID.get(event.kind)
    return {} if said is None else said(name, event)


def _voided(field: str) -> Callable[[str, Any], Expected]:
    return lambda name, event: {field: name, "incident": event.incident}


def _day(_: str, event: Any) -> Expected:
    """Of a day's date, a text, a request does not tell."""
    return {"kind": "close_day"} | {field: getattr(event, field) for field in ("base", "hands", "index", "tax")}


def _opened(name: str, event: Any) -> Expected:
    return {
        "kind": "open_incident",
        "first_instant": event.first_instant,
        "incident": name,
        "origin": event.origin,
    }


def _announced(name: str, event: Any) -> Expected:
    return {"kind": "announce_tournament", "structure": digest(event.structure), "tournament": name}


_SAID: Final[Mapping[str, Callable[[str, Any], Expected]]] = {
    "blackjack.voided.v1": _voided("round"),
    "day.closed.v1": _day,
    "hand.voided.v1": _voided("hand"),
    "incident.closed.v1": lambda name, _: {"kind": "close_incident", "incident": name},
    "incident.opened.v1": _opened,
    "roulette.voided.v1": _voided("round"),
    "sem_descarte.voided.v1": _voided("round"),
    "session.ended.v2": lambda name, _: {"kind": "end_session", "cause": "operator", "session": name},
    "tournament.announced.v1": _announced,
    "tournament.cancelled.v1": lambda name, event: {
        "kind": "cancel_tournament",
        "cause": event.cause,
        "tournament": name,
    },
}
"""Kind of an entry to what the request for it says: each comes of one command alone."""
ASKED: Final = frozenset(_SAID)
"""The kinds that are held against a request, where a person of the house signed one."""
