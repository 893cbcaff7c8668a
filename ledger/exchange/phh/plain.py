"""The plain TOML that public PHH data is written in, read several times faster than by a whole TOML reader.

One field a line, ``name = value``: a literal string, an integer, a decimal, a local time, ``true`` or ``false``, or
an array of integers and decimals, or of literal strings, on the same line. Anything else is left to ``tomllib``, which
reads what is plain in the same way (``tests/unit/exchange/test_toml.py`` compares them).
"""

from __future__ import annotations

import re
from datetime import time
from decimal import Decimal
from typing import Any, Final

_STRING: Final = r"'[^'\x00-\x08\x0a-\x1f\x7f]*'"
_NUMBER: Final = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?"
_LINE: Final = re.compile(
    r"([A-Za-z0-9_-]+) = (?:"
    rf"({_NUMBER})"
    rf"|({_STRING})"
    rf"|\[({_NUMBER}(?:, {_NUMBER})*)\]"
    rf"|\[({_STRING}(?:, {_STRING})*)\]"
    r"|(true|false)"
    r"|([0-9]{2}:[0-9]{2}:[0-9]{2})"
    r")"
)


def plain_fields(text: str) -> dict[str, Any] | None:
    """The fields of a plain document as ``tomllib`` reads them with decimals for floats; none where it is not plain."""
    fields: dict[str, Any] = {}
    for line in text.split("\n"):
        if not line:
            continue
        match = _LINE.fullmatch(line)
        if match is None or match[1] in fields:
            return None
        try:
            fields[match[1]] = _value(match)
        except ValueError:
            return None
    return fields


def _value(match: re.Match[str]) -> Any:
    """The value of a line: the one group that took part says its kind."""
    _, number, string, numbers, strings, truth, moment = match.groups()
    if strings is not None:
        return strings[1:-1].split("', '")
    if numbers is not None:
        if "." in numbers:
            return [_number(item) for item in numbers.split(", ")]
        return list(map(int, numbers.split(", ")))
    if number is not None:
        return _number(number)
    if string is not None:
        return string[1:-1]
    return truth == "true" if truth is not None else time.fromisoformat(moment)


def _number(text: str) -> int | Decimal:
    return Decimal(text) if "." in text else int(text)
