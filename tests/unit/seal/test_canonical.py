"""The canonical form: one value, one text, and nothing else is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal.canonical import DEPTH_MAX, INTEGER_MAX, decode, encode

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-INTEGER_MAX, INTEGER_MAX) | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner, max_size=4)
    ),
    max_leaves=20,
)


def reference_encode(value: Any) -> bytes:
    """The canonical form as the standard library writes it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def reference_decode(data: bytes) -> Any:
    """The canonical form as the standard library reads it: no key twice, no float, and the same bytes written again."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items) or not "".join(found).isascii():
            raise ValueError("keys")
        return found

    def refuse(_text: str) -> Any:
        raise ValueError("number")

    def whole(text: str) -> int:
        if len(text) > 17 or abs(int(text)) > INTEGER_MAX:
            raise ValueError("number")
        return int(text)

    value = json.loads(
        data.decode(), object_pairs_hook=pairs, parse_float=refuse, parse_constant=refuse, parse_int=whole
    )
    if reference_encode(value) != data:
        raise ValueError("bytes")
    return value


@given(VALUES)
def test_bytes_are_those_of_the_reference_and_give_the_value_back(value: Any) -> None:
    """Whatever has a canonical form is written as the standard library would, and read again as it was."""
    data = encode(value)
    assert data == reference_encode(value)
    assert decode(data) == value


@given(
    st.binary(max_size=40) | VALUES.map(lambda value: json.dumps(value).encode()) | VALUES.map(reference_encode),
    st.data(),
)
def test_reading_agrees_with_the_reference(data: bytes, more: st.DataObject) -> None:
    """Any bytes, also near misses, are read or refused exactly as the standard library's strict reading does."""
    if data and more.draw(st.booleans()):
        at = more.draw(st.integers(0, len(data) - 1))
        data = (
            data[:at]
            + more.draw(st.sampled_from([b"", b" ", b"0", b"-", b".", b"\\", b'"', b"\x00", b"1e1"]))
            + data[at + 1 :]
        )
    try:
        expected = reference_decode(data)
    except (ValueError, RecursionError):
        with pytest.raises(MalformedError):
            decode(data)
    else:
        assert decode(data) == expected


def test_every_character_that_matters_is_escaped_as_the_rfc_says() -> None:
    """RFC 8785 section 3.2.2.2: two-letter escapes, lower-case hexadecimal for other controls, all else as it is."""
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    points = [
        *range(0x3000),
        *range(0xD7F0, 0xD800),
        *range(0xE000, 0xE010),
        0xFEFF,
        0xFFFE,
        0xFFFF,
        0x10000,
        0x1F0A1,
        0x10FFFF,
    ]
    for point in points:
        written = short.get(point) or (f"\\u{point:04x}" if point < 0x20 else chr(point))
        assert encode(chr(point)) == f'"{written}"'.encode(), f"U+{point:04X}"
        assert decode(f'"{written}"'.encode()) == chr(point), f"U+{point:04X}"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"1.0", id="a float"),
        pytest.param(b"[1e2]", id="an exponent"),
        pytest.param(b"-0", id="minus zero"),
        pytest.param(b"01", id="a leading zero"),
        pytest.param(b"+1", id="a plus"),
        pytest.param(b"NaN", id="not a number"),
        pytest.param(b"-Infinity", id="infinity"),
        pytest.param(b"9007199254740992", id="2 to the 53"),
        pytest.param(b"-9007199254740992", id="minus 2 to the 53"),
        pytest.param(b"[" + b"9" * 5000 + b"]", id="an integer of 5000 digits"),
        pytest.param(b'{"a":1,"a":1}', id="a key twice"),
        pytest.param(b'{"a":1,"b":2,"a":1}', id="a key twice, apart"),
        pytest.param(b'{"b":1,"a":2}', id="keys out of order"),
        pytest.param('{"é":1}'.encode(), id="a key that is not ASCII"),
        pytest.param(b'{"\\u00e9":1}', id="an escaped key that is not ASCII"),
        pytest.param(b" 1", id="space before"),
        pytest.param(b"1\n", id="line feed after"),
        pytest.param(b'{"a": 1}', id="space inside"),
        pytest.param(b"1 2", id="two values"),
        pytest.param(b"[1,]", id="a trailing comma"),
        pytest.param(b'"\\u0041"', id="an escape without need"),
        pytest.param(b'"\\/"', id="an escaped slash"),
        pytest.param(b'"\\u001F"', id="upper-case hexadecimal"),
        pytest.param(b'"\\ud800"', id="a lone surrogate"),
        pytest.param(b'"\xed\xa0\x80"', id="a surrogate in UTF-8"),
        pytest.param(b'"\xff"', id="not UTF-8"),
        pytest.param(b'"\x01"', id="a raw control character"),
        pytest.param(b"\xef\xbb\xbf1", id="a byte order mark"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"[" * 33 + b"]" * 33, id="too deep"),
        pytest.param(b"[" * 100_000, id="far too deep"),
    ],
)
def test_bytes_not_as_they_would_be_written_are_refused(data: bytes) -> None:
    """Reading is as strict as writing."""
    with pytest.raises(MalformedError):
        decode(data)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(1.0, id="a float"),
        pytest.param(float("nan"), id="not a number"),
        pytest.param(2**53, id="2 to the 53"),
        pytest.param(-(2**53), id="minus 2 to the 53"),
        pytest.param(b"bytes", id="bytes"),
        pytest.param((1, 2), id="a tuple"),
        pytest.param({1: 2}, id="a key that is no string"),
        pytest.param({"é": 1}, id="a key that is not ASCII"),
        pytest.param("\ud800", id="a lone surrogate"),
        pytest.param({"a": [{"b": 0.5}]}, id="a float inside"),
    ],
)
def test_values_without_canonical_form_are_refused(value: Any) -> None:
    """What could be written in two ways, or lose something, is not written."""
    with pytest.raises(ValueError):  # noqa: PT011 - the message is the library's in one case
        encode(value)


def test_nesting_ends_at_the_same_depth_for_reading_and_writing() -> None:
    """The deepest value that is written is read again, and one level more is refused by both."""
    value: Any = 0
    for _ in range(DEPTH_MAX):
        value = [value]
    assert decode(encode(value)) == value
    deeper = b"[" + encode(value) + b"]"
    with pytest.raises(ValueError, match="nested deeper"):
        encode([value])
    with pytest.raises(MalformedError, match="nested deeper"):
        decode(deeper)


def test_the_place_of_a_difference_is_named() -> None:
    """Whoever wrote the bytes wrongly is told where."""
    with pytest.raises(MalformedError, match="byte 5 is not as it would be written"):
        decode(b'{"a":"\\u0041"}'.replace(b'"\\u', b' "\\u'))
