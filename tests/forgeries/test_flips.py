"""A bit flipped in every byte of a state, and every byte taken out: found, and the entry named.

``MALFORMED`` is said only where the bytes do not parse.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pytest

from tests.forgeries.acts import at
from tests.forgeries.maker import STATE, Made, Memory, sealed_of
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import HEADER_SIZE, unpack
from tombo.ledger.verify import Code, Report, verify

ENTRIES: Final = ("batch", "batch+8", "one", "pair+1")
"""The first of a long append, one in the middle of it, one alone, and one of two."""


def look_at(made: Made, index: int, state: bytes) -> Report:
    """The report on the honest ledger with another state at ``index``, against the signer's file."""
    tables = made.tables.copy()
    tables.events[index][STATE] = state
    return verify(partial(Memory, tables), made.policy, checkpoint=made.signer)


def parses(state: bytes) -> bool:
    """Whether the bytes of a state parse, body included."""
    try:
        canonical.decode(unpack(state).body)
    except MalformedError:
        return False
    return True


def check(made: Made, index: int, state: bytes, what: str) -> None:
    """The forgery is found at the entry, or for what only the signature tells, at its append; and named rightly."""
    report = look_at(made, index, state)
    first = report.problems[0]
    claim = sealed_of(made.tables.events[index])
    place = (first.first, first.last)
    assert place in {(index, index), (claim.first, claim.first + claim.count - 1)}, (what, str(first))
    assert report.verdict is (Code.TAMPERED if parses(state) else Code.MALFORMED), (what, str(first))


@pytest.mark.parametrize("place", ENTRIES)
def test_a_flipped_bit_in_any_byte_of_a_state_is_found(made: Made, place: str) -> None:
    """Every byte of the header and of the body counts."""
    index = at(made, place)
    state = made.tables.events[index][STATE]
    for byte in range(len(state)):
        forged = state[:byte] + bytes((state[byte] ^ (1 << byte % 8),)) + state[byte + 1 :]
        check(made, index, forged, f"byte {byte} of {len(state)}, header {HEADER_SIZE}")


@pytest.mark.parametrize("place", ["one"])
def test_a_byte_taken_out_of_a_state_is_found(made: Made, place: str) -> None:
    """A state that is shorter by any one of its bytes is another."""
    index = at(made, place)
    state = made.tables.events[index][STATE]
    for byte in range(HEADER_SIZE - 1, len(state)):
        check(made, index, state[:byte] + state[byte + 1 :], f"without byte {byte}")


def test_an_exact_place_needs_no_checkpoint(made: Made) -> None:
    """Fields that an entry shares with its append are located from the entries alone, without tiles or checkpoints."""
    index = at(made, "batch+8")
    for byte in (8, 48, 50, 58, 66, 130):  # the last of key, first, count, recorded, anchor, signature
        tables = made.tables.copy()
        state = tables.events[index][STATE]
        tables.events[index][STATE] = state[:byte] + bytes((state[byte] ^ 1,)) + state[byte + 1 :]
        tables.tiles.clear()
        tables.checkpoints.clear()
        first = verify(partial(Memory, tables), made.policy).problems[0]
        assert (first.code, first.first, first.last) == (Code.TAMPERED, index, index)
