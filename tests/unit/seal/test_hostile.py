"""Whatever bytes arrive, reading them ends in a value or in one of the ledger's own errors, never in a surprise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vectors import make
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import open_checkpoint
from tombo.ledger.seal.entry import parse_leaf, unpack
from tombo.ledger.seal.keys import PrivateKey, PublicKey
from tombo.ledger.seal.note import open_note, parse_note
from tombo.ledger.seal.policy import parse_policy

LEAF: Final = make.ledger().leaves[4]
NOTE: Final = (Path(make.__file__).parent / "bundle/checkpoint").read_bytes()
POLICY: Final = (Path(make.__file__).parent / "bundle/policy").read_bytes()

READERS: Final[dict[str, tuple[Callable[[bytes], Any], bytes]]] = {
    "canonical": (canonical.decode, LEAF[-273:]),
    "leaf": (parse_leaf, LEAF),
    "state": (unpack, LEAF[-273 - 131 :]),
    "note": (parse_note, NOTE),
    "signed note": (lambda data: open_note(data, [make.LOG.public]), NOTE),
    "checkpoint": (lambda data: open_checkpoint(data, make.POLICY), NOTE),
    "policy": (lambda data: parse_policy(data.decode("utf-8", "replace")), POLICY),
    "verifier key": (lambda data: PublicKey.parse(data.decode("utf-8", "replace")), make.LOG.public.vkey.encode()),
    "private key": (lambda data: PrivateKey.parse(data.decode("utf-8", "replace")), make.LOG.text.encode()),
}
PIECES: Final = st.binary(max_size=3) | st.sampled_from(
    [b"\n", b"\n\n", b"+", b" ", b"\0", b"\xff", b'"', b"{", "— ".encode()]
)


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_no_bytes_surprise_a_reader(name: str, data: st.DataObject) -> None:
    """Good input with pieces cut out, put in or exchanged, and arbitrary input, is read or refused."""
    read, good = READERS[name]
    read(good)
    spoiled = good
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(spoiled)))
        end = data.draw(st.integers(start, min(len(spoiled), start + 8)))
        spoiled = spoiled[:start] + data.draw(PIECES) + spoiled[end:]
    for arbitrary in (spoiled, data.draw(st.binary(max_size=200))):
        with suppress(LedgerError):
            read(arbitrary)
