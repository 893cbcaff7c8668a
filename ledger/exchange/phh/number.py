"""The numbers of a PHH file as whole minor units, and back.

A hand gets one ``Unit`` in which every amount that its file states is whole. An amount goes back to the file as an
integer where it is whole, else with exactly the unit's decimals (``209.80``): the convention of the public data sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import chain
from typing import Any, Final

from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.exchange.phh.read import Number, PhhHand
from tombo.ledger.terms.unit import Unit

DECIMALS_MAX: Final = 6
"""The finest unit (``Unit.decimals``)."""

_AMOUNT: Final = re.compile(r"\d{1,16}(?:\.\d{1,6})?", re.ASCII)
"""More digits are beyond any unit of ours."""
_CURRENCY: Final = re.compile(r"[A-Z]{3}", re.ASCII)
_OTHER_DECIMALS: Final = dict.fromkeys(
    ("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"), 0
) | dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
"""ISO 4217 currencies whose minor unit is not the hundredth."""


class AmountError(ValueError):
    """An amount that no unit of ours can count: too large, too fine, or no number."""


def parse_amount(text: str) -> Number:
    """The amount written in an action: ``225``, ``209.80``.

    Raises:
        AmountError: something else.
    """
    if _AMOUNT.fullmatch(text) is None:
        raise AmountError(f"found {text[:40]!r}, expected an amount such as 225 or 209.80")
    return Decimal(text) if "." in text else int(text)


def to_units(value: Number, decimals: int) -> int:
    """``value`` in units of 10 ** -``decimals``.

    Raises:
        AmountError: it is no whole number of them, or beyond 2**53 - 1.
    """
    if not value:
        return 0
    if not -AMOUNT_MAX <= value <= AMOUNT_MAX:
        raise AmountError(f"the amount {value} is beyond 2**53 - 1")
    units = value * 10**decimals
    if units != int(units) or abs(units) > AMOUNT_MAX:
        raise AmountError(f"the amount {value} is no whole number of units with {decimals} decimals below 2**53")
    return int(units)


def from_units(units: int, decimals: int) -> Number:
    """``units`` as the file writes them."""
    whole, rest = divmod(units, 10**decimals)
    return Decimal(units).scaleb(-decimals) if rest else whole


def unit_of(hand: PhhHand) -> Unit:
    """The unit of a hand: no decimals where every amount is whole, else two, or as many as stated.

    A currency code brings the decimals of its minor unit. A symbol alone names no currency, but says that the
    amounts are money: two decimals. Neither: chips.

    Raises:
        AmountError: more than six decimals.
    """
    stated = hand.fields.get("currency")
    currency = stated if isinstance(stated, str) and _CURRENCY.fullmatch(stated) else None
    needed = max((_decimals_of(amount) for amount in _amounts(hand) if type(amount) is Decimal), default=0)
    if needed > DECIMALS_MAX:
        raise AmountError(f"an amount with {needed} decimals; expected at most {DECIMALS_MAX}")
    if currency is not None:
        return Unit(currency=currency, decimals=max(needed, _OTHER_DECIMALS.get(currency, 2)))
    if needed or hand.fields.get("currency_symbol"):
        return Unit(currency=None, decimals=max(needed, 2))
    return Unit(currency=None, decimals=0)


def _amounts(hand: PhhHand) -> Iterable[Any]:
    """Every amount of the hand that may have decimals."""
    return chain(
        (hand.min_bet, hand.big_bet),
        *(hand.antes, hand.blinds, hand.stacks, hand.finishing_stacks or (), hand.winnings or ()),
        (
            parse_amount(action.partition("#")[0].split()[-1])
            for action in hand.actions
            if "." in action and " cbr " in action
        ),
    )


def _decimals_of(value: Decimal) -> int:
    if value == value.to_integral_value():
        return 0
    return -int(value.normalize().as_tuple().exponent)
