"""Whatever text the pattern of a kind matches is an event of that kind, written as its class writes it: the pattern never says more than the class."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal import canonical
from tombo.ledger.verify.bodies import Bodies
from tombo.ledger.verify.shapes import shape

SHAPES: Final = {kind: found for kind, cls in EVENTS.items() if (found := shape(cls)) is not None}
OFTEN: Final = frozenset(
    {
        "account.credited.v1",
        "account.debited.v1",
        "banked.round_ended.v1",
        "banked.round_started.v1",
        "hand.bet_placed.v1",
        "hand.blind_posted.v1",
        "hand.board_dealt.v1",
        "hand.cards_mucked.v1",
        "hand.cards_shown.v1",
        "hand.checked.v1",
        "hand.commission_taken.v1",
        "hand.decision_requested.v1",
        "hand.folded.v1",
        "hand.pot_awarded.v1",
        "hand.settled.v1",
        "hand.uncalled_bet_returned.v1",
        "table.hand_ended.v1",
        "table.hand_started.v1",
    }
)
"""What most entries of a ledger are of: for these there is a pattern, or verification takes longer than it must."""


def accepted(kind: str, text: bytes) -> bool:
    """Whether the class reads ``text`` and writes it again as it stands."""
    try:
        Bodies("operator.example/ledger/1").event(kind, text)
    except (MalformedError, ValueError):
        return False
    return True


def test_what_is_recorded_most_has_a_pattern() -> None:
    """Of what every hand and round is made."""
    assert SHAPES.keys() >= OFTEN


@pytest.mark.parametrize("kind", sorted(SHAPES))
def test_a_text_that_matches_is_taken_by_its_class(kind: str) -> None:
    """And canonical JSON, by the one encoding of the format."""

    @settings(max_examples=20)
    @given(st.from_regex(SHAPES[kind], fullmatch=True))
    def holds(text: bytes) -> None:
        assert accepted(kind, text), text
        assert canonical.encode(canonical.decode(text)) == text

    holds()


def _otherwise(draw: Any, text: str) -> str:
    """``text`` with something in it otherwise: as no canonical text is written, or as another event is."""
    value = json.loads(text)
    twice = '{"kind":"x",' + text[1:]
    spots = [at for at, letter in enumerate(text) if letter in ',:{}[]"0123456789'] or [0]
    at = draw(st.sampled_from(spots))
    put = draw(
        st.sampled_from(
            [" ", "\n", "0", "-", "+1", ".0", "e0", "E2", "1" * 17, "99999999999999999999", '"', "\\", "\\u0041", "\\ud800", "/", "\u00e9", "\x7f",
             "\ufeff", "null", "true", "{}", "[]", ",", ",,", '"x":1,', "NaN", "Infinity", "\u2028", "\U0001f600", "\x00"]
        )
    )  # fmt: skip
    others: list[Any] = [0, -1, 1.5, 2**53, 2**53 - 1, 10**16, True, None, "", "é", [], {}, "x" * 600, '"', "\\"]
    documents = [
        dict(reversed(list(value.items()))),
        {**value, "more": 1},
        dict(list(value.items())[1:]),
        *({**value, name: other} for name in value for other in others),
    ]
    texts = [
        text[:at] + put + text[at:],
        text[:at] + put + text[at + 1 :],
        text[:at] + text[at + 1 :],
        twice,
        text + put,
        put + text,
        json.dumps(value),
        *(json.dumps(document, separators=(",", ":")) for document in documents),
    ]
    return str(draw(st.sampled_from(texts)))


@pytest.mark.parametrize("kind", sorted(OFTEN))
@given(data=st.data())
def test_a_text_that_its_class_refuses_never_matches(kind: str, data: st.DataObject) -> None:
    """Blanks, keys out of order or twice, floats, large numbers, escapes, surrogates, fields more or fewer, values of another type."""
    text = data.draw(st.from_regex(SHAPES[kind], fullmatch=True)).decode()
    changed = _otherwise(data.draw, text).encode("utf-8", "surrogatepass")
    assert SHAPES[kind].fullmatch(changed) is None or accepted(kind, changed), changed


def test_a_pattern_ends_where_the_text_ends() -> None:
    """A line feed after it is no part of it, though the patterns of some names end in ``$``."""
    text = b'{"kind":"hand.folded.v1","seat":3}'
    assert SHAPES["hand.folded.v1"].fullmatch(text)
    assert not SHAPES["hand.folded.v1"].fullmatch(text + b"\n")
    assert not any(b"$" in re.sub(rb"\\.", b"", found.pattern) for found in SHAPES.values())
