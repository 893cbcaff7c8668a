"""How an imported hand begins: seats, terms and time, as far as its file says.

The terms of an import claim nothing that the file does not: no commission, practice readings, no ruleset; and of a
fixed-limit hand its two bets, but no number of raises, which PHH cannot state and card rooms set at three or four.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time
from functools import lru_cache
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.ids import IMPORT_TABLE
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.exchange.phh.number import to_units
from tombo.ledger.exchange.phh.read import PLAYERS_MAX, PhhHand
from tombo.ledger.games.poker.events import HandStarted, SeatedPlayer
from tombo.ledger.terms.poker import Commission, Limit, LimitKind, Readings, Terms, Variant
from tombo.ledger.terms.unit import NEWEST_REVISION, Unit

_PRACTICE: Final = Readings(
    flop_exemption=Reading.PRACTICE,
    flush_tie=Reading.PRACTICE,
    heads_up_blinds=Reading.PRACTICE,
    maximum_bet=Reading.PRACTICE,
    minimum_raise=Reading.PRACTICE,
)
_DECISION_SECONDS: Final = 600
"""PHH has no deadlines; no import has any."""


def array_position(index: int, count: int) -> int:
    """The position that item ``index`` of ``antes`` or ``blinds_or_straddles`` is for: heads-up they are reversed."""
    return 1 - index if count == 2 else index  # noqa: PLR2004 - heads-up


class _Stakes(NamedTuple):
    """What the terms of imported hands differ in; amounts in the unit."""

    small_blind: int
    big_blind: int
    min_bet: int
    big_bet: int | None
    ante: int
    seats: int
    currency: str | None
    decimals: int
    limit: LimitKind
    variant: Variant


_GAMES: Final[Mapping[str, tuple[Variant, LimitKind]]] = {
    "FT": ("holdem", "fixed_bets"),
    "NT": ("holdem", "no_limit"),
    "PO": ("omaha", "pot_limit"),
}
"""The variants of phh-std that are recorded: the game and its limit."""


@lru_cache(maxsize=256)
def _terms(stakes: _Stakes) -> Terms:
    """The terms of an imported hand."""
    return Terms(
        ante=stakes.ante,
        big_blind=stakes.big_blind,
        commission=Commission(attribution="payment_when_all_in", cap=None, mode="none", rate_bp=0),
        decision_seconds=_DECISION_SECONDS,
        limit=Limit(big_bet=stakes.big_bet, kind=stakes.limit),
        min_bet=stakes.min_bet,
        odd_unit="clockwise_from_button",
        readings=_PRACTICE,
        revision=NEWEST_REVISION,
        rounding="floor",
        seats=stakes.seats,
        showdown="losers_may_muck",
        small_blind=stakes.small_blind,
        unit=Unit(currency=stakes.currency, decimals=stakes.decimals),
        variant=stakes.variant,
    )


def stated_seats(hand: PhhHand) -> list[int] | None:
    """The seat numbers of the file by position; none where it states none, or none that a table of ours can have."""
    seats = hand.fields.get("seats")
    usable = (
        isinstance(seats, list)
        and len(seats) == len(hand.stacks)
        and all(type(seat) is int and 1 <= seat <= PLAYERS_MAX for seat in seats)
        and len(set(seats)) == len(seats)
    )
    return seats if usable else None


def stated_seat_count(hand: PhhHand) -> int | None:
    """How many seats the file says that the table has; none where it does not, or where no table of ours has as many."""
    count = hand.fields.get("seat_count")
    return count if type(count) is int and len(hand.stacks) <= count <= PLAYERS_MAX else None


def hand_number(hand: PhhHand) -> int | None:
    """The number of the hand; none where the file states none that we can count."""
    number = hand.fields.get("hand")
    return number if type(number) is int and 0 <= number <= AMOUNT_MAX else None


def lone_blind(hand: PhhHand) -> int | None:
    """Where in the array the one blind stands that a file states, if it can be the big blind; none of two, or of a lesser."""
    posted = [index for index, blind in enumerate(hand.blinds) if blind > 0]
    return posted[0] if len(posted) == 1 and hand.blinds[posted[0]] >= (hand.min_bet or 0) else None


def begin(hand: PhhHand, unit: Unit, players: list[str]) -> HandStarted:
    """The start of ``hand`` in ``unit``, its source still to be added. ``players``: pseudonyms by position.

    Raises:
        AmountError: an amount that the unit cannot count.
    """
    decimals, count = unit.decimals, len(hand.stacks)
    seats = stated_seats(hand) or list(range(1, count + 1))
    min_bet = to_units(hand.min_bet, decimals)
    alone = lone_blind(hand)
    blinds = hand.blinds[:2] if alone is None else (0, hand.blinds[alone])
    small, big = (abs(to_units(amount, decimals)) for amount in blinds)
    least = min_bet or big or small or 1
    variant, limit = _GAMES[hand.fields["variant"]]
    return HandStarted(
        button=seats[-1],
        deck_root=None,
        door="import",
        number=hand_number(hand) or 0,
        ruleset=None,
        seats=[
            SeatedPlayer(player=player, seat=seat, stack=None if stack is None else to_units(stack, decimals))
            for player, seat, stack in zip(players, seats, hand.stacks, strict=True)
        ],
        source=None,
        table=IMPORT_TABLE,
        terms=_terms(
            _Stakes(
                small_blind=small or least,
                big_blind=big or least,
                min_bet=least,
                big_bet=None if hand.big_bet is None else to_units(hand.big_bet, decimals),
                ante=max(to_units(ante, decimals) for ante in hand.antes),
                seats=stated_seat_count(hand) or count,
                currency=unit.currency,
                decimals=decimals,
                limit=limit,
                variant=variant,
            )
        ),
        tournament=None,
    )


def occurred(fields: Mapping[str, Any]) -> int | None:
    """When the file says that the hand was played, in microseconds; none unless it names one instant.

    That takes date, time and a time zone. An abbreviation such as ``ET`` is no zone, and an hour that the end of
    summer time repeats is no instant.
    """
    moment, at = fields.get("time"), zone(fields.get("time_zone"), fields.get("time_zone_abbreviation"))
    date = [fields.get(name) for name in ("year", "month", "day")]
    if at is None or not isinstance(moment, time) or not all(type(part) is int for part in date):
        return None
    try:
        local = datetime(*date, tzinfo=at).replace(  # type: ignore[arg-type,misc]
            hour=moment.hour, minute=moment.minute, second=moment.second, microsecond=moment.microsecond
        )
        if local.utcoffset() != local.replace(fold=1).utcoffset():
            return None
        instant = local.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    microseconds = (instant.days * 86_400 + instant.seconds) * SECOND + instant.microseconds
    return microseconds if microseconds >= 0 else None


def zone(name: Any, abbreviation: Any) -> Any:
    """The time zone called ``name``, or UTC by its abbreviations; none otherwise."""
    if isinstance(name, str) and name:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return None
    known = isinstance(abbreviation, str) and abbreviation in {"UTC", "GMT", "Z"}
    return UTC if name is None and known else None
