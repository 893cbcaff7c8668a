"""Sealed names: they open for one person's key, at one place."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest

from tombo.ledger.core.errors import MalformedError, TamperedError
from tombo.ledger.seal.personal import Field, open_text, seal_text

FIELD = Field("operator.example/ledger/1", "hand:mesa-1/42", 1, "source.names.0")
SECRET = bytes(range(32))


def fixed(size: int) -> bytes:
    """Entropy for tests."""
    return bytes(range(100, 100 + size))


def test_a_sealed_name_opens_at_its_place() -> None:
    """Under the person's key and at the place it was sealed for, the text comes back."""
    sealed = seal_text("Zoë", SECRET, FIELD, fixed)
    assert b64decode(sealed)[:12] == fixed(12)
    assert open_text(sealed, SECRET, FIELD) == "Zoë"


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(FIELD._replace(origin="operator.example/ledger/2"), id="another ledger"),
        pytest.param(FIELD._replace(stream="hand:mesa-1/43"), id="another stream"),
        pytest.param(FIELD._replace(version=2), id="another version"),
        pytest.param(FIELD._replace(name="source.names.1"), id="another field"),
    ],
)
def test_a_sealed_name_moved_elsewhere_does_not_open(place: Field) -> None:
    """A ciphertext is bound to its place: moved, it proves nothing about anybody."""
    with pytest.raises(TamperedError, match="does not open"):
        open_text(seal_text("Zoë", SECRET, FIELD, fixed), SECRET, place)


def test_other_keys_and_changed_bytes_do_not_open() -> None:
    """Neither another person's key nor any flipped bit gives a text."""
    sealed = seal_text("Zoë", SECRET, FIELD, fixed)
    with pytest.raises(TamperedError):
        open_text(sealed, bytes(32), FIELD)
    data = b64decode(sealed)
    for at in range(len(data)):
        changed = b64encode(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]).decode()
        with pytest.raises(TamperedError):
            open_text(changed, SECRET, FIELD)
    with pytest.raises(TamperedError):
        open_text("AAAA", SECRET, FIELD)
    with pytest.raises(MalformedError, match=r"source\.names\.0"):
        open_text("*", SECRET, FIELD)
