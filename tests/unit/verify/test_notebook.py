"""What a notebook says of the log, made up by whoever likes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import pytest

from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.seal import canonical
from tombo.ledger.verify.notebook import Agreed, KnownLog, decode, encode, root_before, root_of
from tombo.ledger.verify.tree import NO_EDGE

EMPTY: Final = KnownLog("operator.example/ledger/1", "", root_of(NO_EDGE), NO_EDGE, 0, 0, 0, (), "", None)
COUNTED: Final = [("size", -1), ("floor", "1"), ("published", None), ("withheld", [1]), ("keys", {"00" * 8: "1"})]
NAMED: Final = [
    ("keys", {"no key": 1}),
    ("root_key", 1),
    ("told", None),
    ("agreed", {"note": 1, "root": "", "size": 1}),
]


def test_what_is_kept_is_read() -> None:
    """All of it."""
    assert decode(encode(EMPTY)) == EMPTY


@pytest.mark.parametrize(("field", "value"), [*COUNTED, *NAMED])
def test_what_has_another_shape_is_said_to_be_damaged(field: str, value: Any) -> None:
    """Under a digest that is right: it ends in that sentence and in no other way, and it ends."""
    said: Any = canonical.decode(encode(EMPTY))
    del said["digest"]
    said[field] = value
    digest = sha256(canonical.encode(said)).hexdigest()
    with pytest.raises(UnreadableError, match="the notebook is damaged"):
        decode(canonical.encode({**said, "digest": digest}))


def test_the_root_that_agreed_needs_no_tiles() -> None:
    """Nobody may have published since: what is recorded names it as its anchor all the same."""
    known = EMPTY._replace(agreed=Agreed(244, bytes(range(32)), "a note"))
    assert root_before(known, 244, lambda _level, _n: None) == bytes(range(32))
