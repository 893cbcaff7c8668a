"""What a PHH file says that no event does: kept beside the hand, so that the export gives the file back.

Everything descriptive that names nobody is plain text in ``Source.document``. Names of players, and free text (the
author, commentary, users' own fields), which may name people or cards, are sealed (decisions 16 and 17). Hole cards
never stand in the document: a deviating ``actions`` array holds ``*`` for each card, filled in from the openings.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.exchange.phh.fields import UNKNOWN, HandFields
from tombo.ledger.exchange.phh.read import PhhHand
from tombo.ledger.exchange.phh.toml import toml_text

OURS: Final = "_tombo_"
"""How our own user-defined fields begin; on import they say nothing about the hand."""

FIELD_ORDER: Final = tuple(
    """
    variant ante_trimming_status antes blinds_or_straddles small_bet big_bet min_bet starting_stacks actions author event
    url venue address city region postal_code country time time_zone time_zone_abbreviation day month year hand level
    seats seat_count table players finishing_stacks winnings currency currency_symbol time_limit time_banks
    """.split()  # noqa: SIM905 - forty quotation marks tell nothing
)
"""The fields of phh-std, in its order."""
PLAIN_FIELDS: Final = frozenset(FIELD_ORDER) - {"author", "players"}
"""The fields that name nobody."""


_DEAL: Final = re.compile(r"\s*d\s+dh\s+p(?P<player>\d+)\s+(?P<cards>[^\s#]+)")
_CARD_OR_STAR: Final = re.compile(r"\*|..")
_EXACT: Final = frozenset({int, str})
IDENTITY_TAG: Final = "tombo/phh/v1\n"
REFERENCE_TAG: Final = "tombo/phh/reference/v1\n"


class Leftover(NamedTuple):
    """The fields of a file that its events do not give back: to keep in plain text, and to seal."""

    plain: dict[str, Any]
    sealed: dict[str, Any]


def identity(hand: PhhHand) -> str:
    """SHA-256, in hexadecimal, of what the hand says: the same for the same hand however its file is written.

    The text is TOML, one line a field in order of name, the actions last. Left out: users' fields, commentary and the
    author. Numbers count by value (205 is 205.00). Venue, table and number are among the fields, so that hands of
    different tables differ even where nothing else does.
    """
    lines = [
        f"{name} = {toml_text(_by_value(value))}"
        for name, value in sorted(hand.fields.items())
        if not name.startswith("_") and name not in {"actions", "author"}
    ]
    for action in hand.actions:
        said = action.partition("#")[0] if "#" in action else action
        if words := said.split():
            lines.append(" ".join(words))
    return hashlib.sha256((IDENTITY_TAG + "\n".join(lines)).encode()).hexdigest()


def reference(hand: PhhHand) -> str | None:
    """By what its source calls the hand: a digest of venue, table and number; none where one of them is not stated.

    Two hands of one reference and different identities contradict each other: one of the files is not as it was.
    """
    stated = [hand.fields.get(name) for name in ("venue", "table", "hand")]
    if not all(type(value) is int or (type(value) is str and value) for value in stated):
        return None
    text = "\n".join(toml_text(value) for value in stated)
    return hashlib.sha256((REFERENCE_TAG + text).encode()).hexdigest()[:32]


def _by_value(value: Any) -> Any:
    if type(value) is list:
        return value if _EXACT.issuperset(map(type, value)) else [_by_value(item) for item in value]
    if type(value) is Decimal and value.is_finite():
        whole = abs(value) <= AMOUNT_MAX and value == int(value)
        return int(value) if whole else value.normalize()
    return value


def derived_fields(hand: HandFields, stated: Sequence[str]) -> dict[str, Any]:
    """What the export would write of the hand's events alone; ``stated``: the results that its file states."""
    fields = hand.required() | hand.seating()
    if "finishing_stacks" in stated:
        fields["finishing_stacks"] = hand.finishing_stacks()
    if "winnings" in stated:
        fields["winnings"] = hand.winnings()
    return fields


def leftover(hand: PhhHand, derived: Mapping[str, Any]) -> Leftover:
    """The fields of ``hand`` that differ from ``derived``, digit for digit; none for one that the file lacks."""
    plain: dict[str, Any] = {}
    sealed: dict[str, Any] = {}
    for name, value in hand.fields.items():
        if name.startswith(OURS) or name == "players" or (name in derived and _is_same(derived[name], value)):
            continue
        if name == "actions":
            masked = [_masked(action) for action in hand.actions]
            where = sealed if any(map(_says_more, hand.actions)) else plain
            where[name] = masked
        elif name in PLAIN_FIELDS:
            plain[name] = value
        else:
            sealed[name] = value
    plain.update((name, None) for name, value in derived.items() if name not in hand.fields and value is not None)
    if hand.players is not None and not any(hand.players):
        plain["players"] = list(hand.players)
    return Leftover(plain, sealed)


def _is_same(derived: Any, stated: Any) -> bool:
    """Whether the two are written alike: the same numbers, digit for digit. A whole amount derived is an integer."""
    if derived != stated:
        return False
    return (type(stated) is list and _EXACT.issuperset(map(type, stated))) or repr(derived) == repr(stated)


def _masked(action: str) -> str:
    """``action`` with ``*`` for each hole card dealt; one that is known in part only stays as it is."""
    deal = _DEAL.match(action)
    if deal is None:
        return action
    cards = ("*" if card == UNKNOWN or "?" not in card else card for card in _CARD_OR_STAR.findall(deal["cards"]))
    return action[: deal.start("cards")] + "".join(cards) + action[deal.end("cards") :]


def _says_more(action: str) -> bool:
    """Whether ``action`` holds commentary, or a hole card known in part."""
    deal = _DEAL.match(action)
    cards = _CARD_OR_STAR.findall(deal["cards"]) if deal is not None else []
    return "#" in action or any(card != UNKNOWN and "?" in card for card in cards)


def unmasked(actions: Sequence[str], hole_cards: Mapping[int, Sequence[str]]) -> list[str]:
    """``actions`` with the cards of ``hole_cards`` (by position) for each ``*``, in the order of dealing."""
    rest = {position: iter(cards) for position, cards in hole_cards.items()}
    filled = []
    for action in actions:
        deal = _DEAL.match(action)
        if deal is None:
            filled.append(action)
            continue
        hand = rest.get(int(deal["player"]) - 1, iter(()))
        dealt = [(part, next(hand, UNKNOWN)) for part in _CARD_OR_STAR.findall(deal["cards"])]
        cards = "".join(card if part == "*" else part for part, card in dealt)
        filled.append(action[: deal.start("cards")] + cards + action[deal.end("cards") :])
    return filled
