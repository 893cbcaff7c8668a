"""What a fold reads of an event: a shape, which is held against the event as the reader is made."""

from __future__ import annotations

import pytest
from typing_extensions import TypedDict

from tombo.ledger.core.money import Money
from tombo.projections.line import Nothing, Wanted, fields_of, reader, wanted_by_all
from tombo.projections.registry import FOLLOWED

WON = "hand.pot_awarded.v1"


class _Won(TypedDict):
    amount: int
    seat: int | None


class _Renamed(TypedDict):
    cents: int


class _OtherType(TypedDict):
    amount: Money


class _Narrower(TypedDict):
    seat: int


class _Stack(TypedDict):
    after: int
    seat: int


class _Ended(TypedDict):
    hand: str
    stacks: list[_Stack]


class _Misread(TypedDict):
    stacks: list[_Renamed]


def test_a_shape_names_its_fields_and_those_of_its_records() -> None:
    """So the reader decodes them and nothing else."""
    assert fields_of(_Ended) == ("hand", "stacks.after", "stacks.seat")
    assert fields_of(Nothing) == ()


def test_a_field_may_be_said_to_be_wider_than_it_is() -> None:
    """A fold of several kinds reads a seat or None, where this one always has a seat."""
    body = b'{"event":{"amount":300,"kind":"hand.pot_awarded.v1","pot":0,"seat":2},"occurred":null}'
    assert reader(WON, _Won)(body)["event"] == {"amount": 300, "seat": 2}


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (WON, _Renamed),
        (WON, _OtherType),
        (WON, (_OtherType, "pot")),
        ("hand.commission_taken.v1", _Narrower),
        ("table.hand_ended.v1", _Misread),
    ],
)
def test_a_shape_that_is_not_the_events_has_no_reader(kind: str, wanted: Wanted) -> None:
    """A field that is not there, of another type, or that may be None where the fold says it is not."""
    with pytest.raises(TypeError, match=kind):
        reader(kind, wanted)


def test_whatever_is_followed_reads_what_its_events_have() -> None:
    """Every kind of every projection has a reader: no shape is found wrong by the first entry of a kind."""
    for projection in FOLLOWED:
        for kind, wanted in projection.reads.items():
            assert callable(reader(kind, wanted))


def test_what_several_want_of_a_kind_is_read_once() -> None:
    """Each field that any of them wants, and whole where one of them wants it whole; the others read of that by name, too."""
    kind = "table.hand_ended.v1"
    assert wanted_by_all(kind, (_Ended, ("outcome", "stacks.before"))) == (
        "hand",
        "outcome",
        "stacks.after",
        "stacks.before",
        "stacks.seat",
    )
    assert wanted_by_all(kind, (_Ended, ("stacks",))) == ("hand", "stacks")
    assert wanted_by_all(kind, (_Ended, None)) is None


def test_whatever_is_followed_can_be_read_together() -> None:
    """Every kind has a reader for all the projections that read it."""
    for kind in {kind for projection in FOLLOWED for kind in projection.reads}:
        each = tuple(projection.reads[kind] for projection in FOLLOWED if kind in projection.reads)
        assert callable(reader(kind, wanted_by_all(kind, each)))
