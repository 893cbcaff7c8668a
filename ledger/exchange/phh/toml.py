"""TOML values of a PHH file: written as TOML, and carried through canonical JSON without loss.

A PHH file is TOML; numbers are integers or decimals, never floats. Canonical JSON knows neither decimals nor times
nor keys outside ASCII, so those travel tagged: ``{"decimal": "2067.40"}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

from tombo.ledger.core.money import AMOUNT_MAX

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_NOT_LITERAL: Final = re.compile(r"['\x00-\x08\x0a-\x1f\x7f]")
_TIMES: Final = frozenset({datetime, date, time})
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_text(value: Any) -> str:
    """``value`` as TOML writes it: strings literal where they can be, decimals digit for digit.

    Raises:
        ValueError: a type that no TOML reader returns.
    """
    kind = type(value)
    if kind is str:
        return f"'{value}'" if _NOT_LITERAL.search(value) is None else _basic_string(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is Decimal:
        return _decimal_text(value)
    if kind is list:
        return _array(value)
    if kind is dict:
        return "{" + ", ".join(f"{_key(key)} = {toml_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (date, time)):
        return value.isoformat()
    raise ValueError(f"{value!r} is a {kind.__name__}, which TOML does not know")


def _array(items: list[Any]) -> str:
    """An array, the usual ones (all integers, all plain strings) at once."""
    kinds = set(map(type, items))
    if kinds == {int}:
        return str(items)
    if kinds == {str} and _NOT_LITERAL.search("".join(items)) is None:
        return "['" + "', '".join(items) + "']"
    return "[" + ", ".join(map(toml_text, items)) + "]"


def toml_document(fields: Mapping[str, Any]) -> str:
    """``fields`` as TOML text, one line a field."""
    return "".join(f"{_key(name)} = {toml_text(value)}\n" for name, value in fields.items())


def pairs(fields: Mapping[str, Any]) -> list[list[Any]]:
    """``fields`` in the types of canonical JSON, in the order given; none stands for a field that is not there."""
    return [[name, _tagged(value)] for name, value in fields.items()]


def fields_of(pairs_read: Any) -> dict[str, Any]:
    """The fields that :func:`pairs` wrote."""
    return {name: _untagged(value) for name, value in pairs_read}


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _basic_string(name)


def _basic_string(text: str) -> str:
    escaped = (_ESCAPES.get(c) or (f"\\u{ord(c):04x}" if c < " " or c == "\x7f" else c) for c in text)
    return f'"{"".join(escaped)}"'


def _decimal_text(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    if value.is_infinite():
        return "inf" if value > 0 else "-inf"
    text = str(value)
    return text if "." in text or "E" in text else f"{text}.0"


def _tagged(value: Any) -> Any:
    """``value`` in the types of canonical JSON; those that it lacks become an object of one key, their name."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if kind is int:
        return value if -AMOUNT_MAX <= value <= AMOUNT_MAX else {"integer": str(value)}
    if kind is list:
        return [_tagged(item) for item in value]
    if kind is dict:
        return {"table": pairs(value)}
    if kind is Decimal:
        return {"decimal": str(value)}
    if kind in _TIMES:
        return {kind.__name__: value.isoformat()}
    raise ValueError(f"{value!r} is a {kind.__name__}, which TOML does not know")


def _untagged(value: Any) -> Any:
    match value:
        case {"integer": str(text)}:
            return int(text)
        case {"decimal": str(text)}:
            return Decimal(text)
        case {"datetime": str(text)}:
            return datetime.fromisoformat(text)
        case {"date": str(text)}:
            return date.fromisoformat(text)
        case {"time": str(text)}:
            return time.fromisoformat(text)
        case {"table": list(items)}:
            return fields_of(items)
        case list(items):
            return [_untagged(item) for item in items]
        case _:
            return value
