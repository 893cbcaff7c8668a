"""TOML values: written so that a TOML reader gives them back, carried through canonical JSON without loss."""

from __future__ import annotations

import tomllib
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.exchange.phh import plain
from tombo.ledger.exchange.phh.plain import plain_fields
from tombo.ledger.exchange.phh.read import HandUnreadableError, _check_size, parse_hand
from tombo.ledger.exchange.phh.toml import fields_of, pairs, toml_document, toml_text
from tombo.ledger.seal.canonical import decode, encode

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
decimals = st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**12), max_value=10**12)
scalars = st.one_of(
    texts,
    st.integers(-(2**60), 2**60),
    decimals,
    st.booleans(),
    st.times().map(lambda moment: moment.replace(fold=0)),
    st.dates(),
    st.datetimes().map(lambda moment: moment.replace(fold=0)),
    st.just(Decimal("Infinity")),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)
documents = st.dictionaries(texts, values, max_size=5)


def exact(value: Any) -> str:
    """``value`` with its types and every digit."""
    return repr(value)


@given(documents)
def test_what_is_written_reads_back(fields: dict[str, Any]) -> None:
    """Every value comes back from a TOML reader with its type and digits."""
    assert exact(tomllib.loads(toml_document(fields), parse_float=Decimal)) == exact(fields)


@given(documents)
def test_canonical_json_carries_every_field(fields: dict[str, Any]) -> None:
    """Packed into canonical bytes and read back, the fields and their order are the same."""
    assert exact(fields_of(decode(encode(pairs(fields))))) == exact(fields)


def test_a_field_that_is_not_there_is_carried_as_none() -> None:
    """The document can say that a file lacks what the events imply."""
    assert fields_of(decode(encode(pairs({"seat_count": None})))) == {"seat_count": None}


def test_what_toml_does_not_know_is_an_error() -> None:
    """A float has no place in a hand."""
    with pytest.raises(ValueError, match="float"):
        toml_text(1.5)
    with pytest.raises(ValueError, match="float"):
        pairs({"a": 1.5})


plain_values = st.one_of(
    st.integers(-(10**18), 10**18).map(str),
    decimals.map(str),
    texts.map(toml_text),
    st.lists(st.integers(0, 10**6), max_size=4).map(toml_text),
    st.lists(texts, max_size=4).map(toml_text),
    st.lists(st.one_of(decimals, st.integers(0, 99)), max_size=3).map(toml_text),
    st.times().map(lambda moment: moment.isoformat()),
    st.sampled_from(["true", "false", "True", "01", "1_0", "inf", "24:00:00", "['a','b']", "'a' # no", "[1, ]", "{}"]),
)
plain_lines = st.lists(st.tuples(st.sampled_from(["a", "b-c", "_d", "e f", "1"]), plain_values), max_size=4)


@given(plain_lines)
def test_plain_text_reads_as_a_toml_reader_reads_it(lines: list[tuple[str, str]]) -> None:
    """The quick reader gives what ``tomllib`` gives, or leaves the text to it."""
    text = "\n".join(f"{name} = {value}" for name, value in lines)
    fields = plain_fields(text)
    if fields is not None:
        assert exact(fields) == exact(tomllib.loads(text, parse_float=Decimal))


NUMBERS = ("9" * 18, "-" + "9" * 18, "0." + "0" * 16 + "1", "9" * 18 + "." + "9" * 17, "-0." + "9" * 17)
"""The longest that are plain, and the finest."""


@given(
    st.from_regex(plain._LINE, fullmatch=True)
    | st.sampled_from([f"a = [{', '.join(NUMBERS)}]", *(f"a = {n}" for n in NUMBERS)])
)
def test_what_is_plain_is_never_too_large_to_be_kept(line: str) -> None:
    """Whatever the quick reader takes has no more digits than may be kept, and nests nothing: nobody looks at that again."""
    for name, value in (plain_fields(line) or {}).items():
        _check_size(name, value, "a.phh")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("9" * 4_301, "a number of more digits"),
        ("0x" + "f" * 5_000, "a number of more digits"),
        ("0." + "0" * 61 + "1", "a number of more digits"),
        ("1e61", "a number of more digits"),
        ("[" * 11 + "]" * 11, "a deeper nesting"),
    ],
)
def test_what_is_not_plain_is_looked_at(value: str, found: str) -> None:
    """What only a whole reader of TOML takes may be too large to be kept: it is refused, among fields that are plain."""
    text = f"variant = 'NT'\n_a = {value}\nmin_bet = 2\n".encode()
    with pytest.raises(HandUnreadableError, match=f"{found}|no TOML"):
        parse_hand(text, "a.phh")


def test_the_plain_reader_takes_what_public_data_is_written_in() -> None:
    """Each plain form is read by the quick reader itself, every other form left alone."""
    text = "a = 'x, y'\nb = ['p1 f', 'p2 cc']\nc = [205, 623.75]\nd = -7\ne = 1.50\nf = true\ng = 11:57:05\n"
    assert plain_fields(text) == {
        "a": "x, y",
        "b": ["p1 f", "p2 cc"],
        "c": [205, Decimal("623.75")],
        "d": -7,
        "e": Decimal("1.50"),
        "f": True,
        "g": time(11, 57, 5),
    }
    others = ["a = 1\na = 2", "a=1", "a = [1, 2", "# x", "a = []", "a = 'tab\x00'", "a = 01", "a = 25:00:00", "[1]"]
    assert [plain_fields(other) for other in others] == [None] * len(others)


def test_times_keep_their_kind() -> None:
    """A local time, a date and a moment are three types."""
    fields = {"a": time(1, 2), "b": date(2009, 7, 6), "c": datetime.fromisoformat("2009-07-06T01:02:00")}
    assert exact(fields_of(pairs(fields))) == exact(fields)
