"""Poker Hand History files (phh-std), read one hand at a time.

A ``.phh`` file is one hand, a ``.phhs`` file many, as numbered tables ``[1]``, ``[2]``, ... Numbers are integers or
``Decimal``, never floats. Strict about the fields a hand is computed from, lenient about the rest: unknown fields and
those of users (``_name``) are kept as they stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple, Protocol

from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.exchange.phh.plain import plain_fields
from tombo.ledger.terms.citation import rules_of

Number = int | Decimal

HAND_SIZE_MAX: Final = 1 << 20
"""Bytes of one hand's text; the longest of the corpus has about 4,000."""
PLAYERS_MIN: Final = 2
PLAYERS_MAX: Final = 10
"""R806 r.4a; ``Seat`` ends there too."""
ACTIONS_MAX: Final = 1_000
"""Actions of one hand; the longest of the corpus has 54."""

NESTING_MAX: Final = 10
"""Arrays and tables within one another; those of the corpus have two."""
DIGITS_MAX: Final = 60
"""Digits of a decimal, its zeros counted: what has more would take all of memory to write down."""
INTEGER_DIGITS_MAX: Final = 4_300
"""Digits of an integer, which may be written in another base: Python writes no longer ones in decimals."""

RECORDED: Final = "NT, FT or PO, no-limit or fixed-limit Texas hold'em or pot-limit Omaha"
"""The variants of phh-std that are recorded."""
VARIANTS: Final = {
    "NS": "no-limit short-deck hold'em",
    "FO/8": "fixed-limit Omaha hold'em high-low split eight or better",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud high-low split eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven lowball single draw",
    "F2L3D": "fixed-limit deuce-to-seven lowball triple draw",
    "FB": "fixed-limit badugi",
}
"""The variants of phh-std that are refused by name."""

_HEADER: Final = re.compile(rb"\s*\[\s*(\d+)\s*\]\s*(?:#.*)?")
_NAME: Final = r"(?:[A-Za-z0-9_-]++|\"(?:[^\"\\\n]|\\[^\n])*+\"|'[^'\n]*+')[ \t]*+"
_KEY_PARTS_MAX: Final = NESTING_MAX + 1
_TOKEN: Final = re.compile(
    r"\"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\\?\Z)|'''.*?(?:'''|\Z)"
    rf"|(?P<deep>(?:{_NAME}\.[ \t]*+){{{_KEY_PARTS_MAX}}})|{_NAME}|[\"'#][^\n]*+",
    re.DOTALL,
)
"""A text of several lines, a key of more parts than there may be, another name or text, what is left of a line that is none: no key begins within one."""
_INTEGER_MAX: Final = 10**INTEGER_DIGITS_MAX
_NUMBERS: Final = frozenset({int, Decimal})


class HandUnreadableError(UnreadableError):
    """A hand that cannot be recorded: what was found, what was expected, and where (``item``).

    The reason goes on record in ``import.closed``: it never holds a player's name or a closed card.
    """

    def __init__(self, item: str, reason: str) -> None:
        super().__init__(f"{item}: {reason}")
        self.item = item
        self.reason = reason


class PhhHand(NamedTuple):
    """One hand as its file states it. Players stand in order of position: the first is left of the button.

    ``fields`` holds every field of the file, those below included. A stack of none is stated as unknown (``inf``).
    ``min_bet`` is the ``small_bet`` of a fixed-limit hand (FT), which alone has a ``big_bet``.
    """

    where: str
    fields: Mapping[str, Any]
    antes: tuple[Number, ...]
    blinds: tuple[Number, ...]
    min_bet: Number
    big_bet: Number | None
    stacks: tuple[Number | None, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...] | None
    finishing_stacks: tuple[Number, ...] | None
    winnings: tuple[Number, ...] | None
    antes_trimmed: bool


class Block(NamedTuple):
    """The text of one hand, not parsed yet; ``label`` is its number in a ``.phhs`` file, empty in a ``.phh``."""

    label: str
    text: bytes


class HandLines(Protocol):
    """Where hands come from, a file for example."""

    def readline(self, size: int, /) -> bytes:
        """The next line, at most ``size`` bytes of it; nothing at the end."""
        ...


def blocks(file: HandLines, *, many: bool) -> Iterator[Block]:
    """The hands of a file one by one, never holding more than one.

    Text before the first header of a ``.phhs`` file is a hand of its own, unless it is blank or a comment. A hand
    longer than :data:`HAND_SIZE_MAX` is cut there, which :func:`parse_hand` refuses.
    """
    label, lines, size, stated = "", list[bytes](), 0, not many
    while line := file.readline(HAND_SIZE_MAX):
        header = _HEADER.fullmatch(line.rstrip(b"\r\n")) if many and line.lstrip().startswith(b"[") else None
        if header is not None:
            if stated:
                yield Block(label, b"".join(lines))
            label, lines, size, stated = header[1].decode(), [], 0, True
            continue
        stated = stated or not (line.isspace() or line.lstrip().startswith(b"#"))
        if size <= HAND_SIZE_MAX:
            lines.append(line)
            size += len(line)
    if stated:
        yield Block(label, b"".join(lines))


def parse_hand(text: bytes, where: str) -> PhhHand:
    """The hand written in ``text``, a TOML document.

    Raises:
        HandUnreadableError: no TOML, a variant that is not recorded, or a field that is missing or of another type.
    """
    if len(text) > HAND_SIZE_MAX:
        raise HandUnreadableError(where, f"longer than {HAND_SIZE_MAX} bytes; expected one hand")
    try:
        document = text.decode("utf-8-sig").replace("\r\n", "\n")
        fields = plain = plain_fields(document)
        if fields is None:
            _check_keys(document, where)
            fields = tomllib.loads(document, parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise HandUnreadableError(
            where, f"no UTF-8 at byte {error.start}; expected a PHH file, which is TOML"
        ) from None
    except (tomllib.TOMLDecodeError, ArithmeticError, ValueError, RecursionError) as error:
        raise HandUnreadableError(where, f"no TOML: {error}") from None
    if plain is None:  # what is plain has no more digits than its pattern says, and nests nothing
        for name, value in fields.items():
            _check_size(name, value, where)
    return _hand(fields, where)


def _check_keys(document: str, where: str) -> None:
    """That no key names more tables within one another than may be kept: ``tomllib`` takes time and memory as the square of how many it names."""
    if any(found.lastgroup == "deep" for found in _TOKEN.finditer(document)):
        raise HandUnreadableError(where, f"a key of more parts than {_KEY_PARTS_MAX}; expected at most as many")


def _check_size(name: str, value: Any, where: str, depth: int = 1) -> None:
    """That a field holds nothing which could not be kept as it stands, whatever it means."""
    if isinstance(value, Decimal) and value.is_finite() and max(value.adjusted(), -_exponent(value)) >= DIGITS_MAX:
        raise _wrong(where, name, "a number of more digits", f"at most {DIGITS_MAX}")
    if type(value) is int and abs(value) >= _INTEGER_MAX:
        raise _wrong(where, name, "a number of more digits", f"at most {INTEGER_DIGITS_MAX}")
    if not isinstance(value, list | dict):
        return
    if depth > NESTING_MAX:
        raise _wrong(where, name, "a deeper nesting", f"at most {NESTING_MAX} arrays or tables within one another")
    for item in value.values() if isinstance(value, dict) else value:
        _check_size(name, item, where, depth + 1)


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _hand(fields: dict[str, Any], where: str) -> PhhHand:
    _check_variant(fields.get("variant"), where)
    fixed = fields["variant"] == "FT"
    stacks = _stacks(fields, where)
    count = len(stacks)
    if not PLAYERS_MIN <= count <= PLAYERS_MAX:
        rule = rules_of("omaha" if fields["variant"] == "PO" else "holdem", "4a")
        raise _wrong(where, "starting_stacks", f"{count} players", f"{PLAYERS_MIN} to {PLAYERS_MAX} ({rule})")
    antes = _amounts(fields, "antes", count, where)
    min_bet = _bet_size(fields, "small_bet", where) if fixed else _amount(fields, "min_bet", where)
    actions = fields.get("actions")
    if type(actions) is not list or len(actions) > ACTIONS_MAX or not all(type(a) is str for a in actions):
        raise _wrong(where, "actions", kind_of(actions), f"an array of at most {ACTIONS_MAX} strings")
    players = fields.get("players")
    if players is not None and (
        type(players) is not list or len(players) != count or not all(type(name) is str for name in players)
    ):
        raise _wrong(where, "players", kind_of(players), f"an array of {count} strings")
    trimmed = fields.get("ante_trimming_status", False)
    if type(trimmed) is not bool:
        raise _wrong(where, "ante_trimming_status", repr(trimmed), "true or false")
    return PhhHand(
        where=where,
        fields=fields,
        antes=antes,
        blinds=_amounts(fields, "blinds_or_straddles", count, where, negative=True),
        min_bet=min_bet,
        big_bet=_bet_size(fields, "big_bet", where) if fixed else None,
        stacks=stacks,
        actions=tuple(actions),
        players=None if players is None else tuple(players),
        finishing_stacks=_optional_amounts(fields, "finishing_stacks", count, where),
        winnings=_optional_amounts(fields, "winnings", count, where),
        antes_trimmed=trimmed,
    )


def _check_variant(variant: Any, where: str) -> None:
    if type(variant) is str and variant in VARIANTS:
        raise HandUnreadableError(where, f"variant {variant} is {VARIANTS[variant]}; recorded is {RECORDED}")
    if variant not in ("NT", "FT", "PO"):
        raise _wrong(where, "variant", "nothing" if variant is None else repr(variant), RECORDED)


def _amount(fields: Mapping[str, Any], name: str, where: str) -> Number:
    value: Any = fields.get(name)
    if type(value) not in _NUMBERS or not _is_amount(value):
        raise _wrong(where, name, _shown(value), "an amount")
    amount: Number = value
    return amount


def _bet_size(fields: Mapping[str, Any], name: str, where: str) -> Number:
    """A bet size of a fixed-limit hand: without one, nobody could say what a bet is."""
    value = _amount(fields, name, where)
    if not value:
        raise _wrong(where, name, str(value), "an amount above 0")
    return value


def _stacks(fields: Mapping[str, Any], where: str) -> tuple[Number | None, ...]:
    values = fields.get("starting_stacks")
    if type(values) is not list or not _NUMBERS.issuperset(map(type, values)):
        raise _wrong(where, "starting_stacks", repr(values), "an array of amounts, or inf where unknown")
    stacks = tuple(None if type(value) is Decimal and value == Decimal("inf") else value for value in values)
    if not all(value is None or _is_amount(value) for value in stacks):
        raise _wrong(where, "starting_stacks", _shown(values), "amounts of at least 0, or inf where unknown")
    return stacks


def _optional_amounts(fields: Mapping[str, Any], name: str, count: int, where: str) -> tuple[Number, ...] | None:
    return _amounts(fields, name, count, where) if name in fields else None


def _amounts(
    fields: Mapping[str, Any], name: str, count: int, where: str, *, negative: bool = False
) -> tuple[Number, ...]:
    values = fields.get(name)
    if type(values) is not list or len(values) != count or not _NUMBERS.issuperset(map(type, values)):
        raise _wrong(where, name, _shown(values), f"an array of {count} amounts, one for each player")
    if not all(map(_is_finite if negative else _is_amount, values)):
        raise _wrong(where, name, _shown(values), "finite amounts" if negative else "amounts of at least 0")
    return tuple(values)


def _is_finite(value: Number) -> bool:
    return type(value) is int or Decimal(value).is_finite()


def _is_amount(value: Number) -> bool:
    return _is_finite(value) and value >= 0


def _shown(values: Any) -> str:
    """``values`` for a message: numbers as the file writes them."""
    if isinstance(values, list):
        return "[" + ", ".join(map(_shown, values)) + "]"
    if isinstance(values, Decimal) and not values.is_finite():
        return "nan" if values.is_nan() else "-inf" if values < 0 else "inf"
    return "nothing" if values is None else str(values) if isinstance(values, Decimal) else repr(values)


def kind_of(value: Any) -> str:
    """``value`` for a message, which goes on record: names and closed cards do not."""
    if isinstance(value, list):
        kinds = ", ".join(sorted({type(item).__name__ for item in value}))
        return f"an array of {len(value)} ({kinds})" if value else "an empty array"
    return "nothing" if value is None else f"a value of type {type(value).__name__}"


def shorten(text: str, most: int = 200) -> str:
    """``text`` for a message, cut where it is long."""
    return text if len(text) <= most else f"{text[:most]}..."


def _wrong(where: str, field: str, found: str, expected: str) -> HandUnreadableError:
    return HandUnreadableError(where, f"field {field}: found {shorten(found)}, expected {expected}")
