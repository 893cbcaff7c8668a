"""The one encoding: a subset of RFC 8785 in which every value has exactly one text.

Strings, booleans, null, integers below 2**53 in magnitude, arrays, and objects with ASCII keys. No floats, no bytes, no
white space. What is stored is what was signed, so reading is as strict as writing: bytes that would not be written
again exactly as they stand are refused, never repaired.

The work is done by the JSON reader and writer of pydantic-core, whose escaping is that of RFC 8785 section 3.2.2.2
(``tests/unit/seal/test_canonical.py`` compares them over every character that has a say); what they tolerate and we
do not (floats, unsorted keys, duplicate keys, deep nesting) is caught by one walk and one comparison of bytes.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic_core import from_json, to_json

from tombo.ledger.core.errors import MalformedError

INTEGER_MAX: Final = 2**53 - 1
"""The largest integer of the format, in JSON and in binary fields alike (RFC 8785 section 3.2.2.3)."""
DEPTH_MAX: Final = 32
"""How deep arrays and objects may nest; no event of ours needs more than six."""

_CONSTANT: Final = frozenset({bool, type(None)})


def encode(value: Any) -> bytes:
    """The canonical bytes of ``value``.

    Raises:
        ValueError: ``value`` holds something that has no canonical form: a float, an integer beyond 2**53 - 1, a key
            that is not an ASCII string, a lone surrogate, a type other than the plain JSON ones, or too deep nesting.
    """
    return to_json(_ordered(value, 0))


def decode(data: bytes) -> Any:
    """The value whose canonical bytes are ``data``.

    Raises:
        MalformedError: ``data`` is not JSON, or is JSON that :func:`encode` would have written otherwise.
    """
    try:
        value = from_json(data, allow_inf_nan=False)
        _check(value, 0, ascii_only=data.isascii())
        again = to_json(value)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"no canonical JSON (docs/format.md, 'Canonical form'): {error}") from None
    if again != data:
        place = next((at for at, pair in enumerate(zip(again, data, strict=False)) if pair[0] != pair[1]), len(again))
        raise MalformedError(
            f"no canonical JSON (docs/format.md, 'Canonical form'): byte {place} is not as it would be written;"
            f" found ...{data[place : place + 20]!r}, expected ...{again[place : place + 20]!r}"
        )
    return value


def _check(value: Any, depth: int, *, ascii_only: bool) -> None:
    """Refuse in ``value``, as read, whatever a comparison of bytes would let pass.

    ``ascii_only`` says that the document has no byte above 127, so that no key needs looking at: in canonical form
    such a character is never escaped.
    """
    kind = type(value)
    if kind is dict:
        keys = list(value)
        if keys != sorted(keys) or not (ascii_only or "".join(keys).isascii()):
            raise ValueError("the keys of an object are not ASCII and in order")
        items = value.values()
    elif kind is list:
        items = value
    else:
        items = (value,)
    if depth >= DEPTH_MAX:
        raise ValueError(f"nested deeper than {DEPTH_MAX}")
    for item in items:
        kind = type(item)
        if kind is str or kind in _CONSTANT:
            continue
        if kind is int:
            if not -INTEGER_MAX <= item <= INTEGER_MAX:
                raise ValueError(f"the integer {item} is beyond 2**53 - 1")
        elif kind is dict or kind is list:
            _check(item, depth + 1, ascii_only=ascii_only)
        else:
            raise ValueError(f"{item!r} is a {kind.__name__}; allowed are strings, booleans, null and integers")


def _ordered(value: Any, depth: int) -> Any:
    """``value`` with the keys of every object in order, and nothing in it that has no canonical form."""
    kind = type(value)
    if kind is dict:
        if depth >= DEPTH_MAX:
            raise ValueError(f"nested deeper than {DEPTH_MAX}")
        for key in value:
            if type(key) is not str or not key.isascii():
                raise ValueError(f"the key {key!r} is not an ASCII string")
        return {key: _ordered(value[key], depth + 1) for key in sorted(value)}
    if kind is list:
        if depth >= DEPTH_MAX:
            raise ValueError(f"nested deeper than {DEPTH_MAX}")
        return [_ordered(item, depth + 1) for item in value]
    if kind is int:
        if not -INTEGER_MAX <= value <= INTEGER_MAX:
            raise ValueError(f"the integer {value} is beyond 2**53 - 1")
    elif kind is not str and kind not in _CONSTANT:
        raise ValueError(f"{value!r} is a {kind.__name__}; allowed are strings, booleans, null and integers")
    return value
