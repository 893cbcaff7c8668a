"""TOML values of a PHH file: written as TOML, and carried through canonical JSON without loss.

A PHH file is TOML; numbers are integers or decimals, never floats. Canonical JSON knows neither decimals nor times
nor keys outside ASCII, so those travel tagged: ``{"decimal": "2067.40"}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

from ledger.core.money import AMOUNT_MAX
from ledger.seal.canonical import decode, encode

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_NOT_LITERAL: Final = re.compile(r"['\x00-\x08\x0a-\x1f\x7f]")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_text(value: Any) -> str:
    """``value`` as TOML writes it: strings literal where they can be, decimals digit for digit.

    Raises:
        ValueError: a type that no TOML reader returns.
    """
    match value:
        case str():
            return f"'{value}'" if _NOT_LITERAL.search(value) is None else _basic_string(value)
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return _decimal_text(value)
        case time() | date():
            return value.isoformat()
        case Mapping():
            return "{" + ", ".join(f"{_key(key)} = {toml_text(item)}" for key, item in value.items()) + "}"
        case Sequence():
            return "[" + ", ".join(map(toml_text, value)) + "]"
        case _:
            raise ValueError(f"{value!r} is a {type(value).__name__}, which TOML does not know")


def toml_document(fields: Mapping[str, Any]) -> str:
    """``fields`` as TOML text, one line a field."""
    return "".join(f"{_key(name)} = {toml_text(value)}\n" for name, value in fields.items())


def pack(fields: Mapping[str, Any]) -> str:
    """``fields`` as canonical JSON text, every number digit for digit, in the order given; none stands for no field."""
    return encode([[name, tagged(value)] for name, value in fields.items()]).decode()


def unpack(text: str) -> dict[str, Any]:
    """What :func:`pack` wrote.

    Raises:
        MalformedError: not canonical JSON.
    """
    return {name: _untagged(value) for name, value in decode(text.encode())}


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


def tagged(value: Any) -> Any:
    """``value`` in the types of canonical JSON; those that it lacks travel as an object of one key, their name."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if abs(value) <= AMOUNT_MAX else {"integer": str(value)}
        case Decimal():
            return {"decimal": str(value)}
        case datetime():
            return {"datetime": value.isoformat()}
        case date():
            return {"date": value.isoformat()}
        case time():
            return {"time": value.isoformat()}
        case Mapping():
            return {"table": [[name, tagged(item)] for name, item in value.items()]}
        case Sequence():
            return [tagged(item) for item in value]
        case _:
            raise ValueError(f"{value!r} is a {type(value).__name__}, which TOML does not know")


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
            return {name: _untagged(item) for name, item in items}
        case list(items):
            return [_untagged(item) for item in items]
        case _:
            return value
