"""A face-down card as a salted commitment: fixed when dealt, opened only if the card is shown (decision 16)."""

from __future__ import annotations

import hashlib
from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.seal.entry import framed

CARD_TAG: Final = b"card/v1\0"
SALT_SIZE: Final = 32
_START: Final = b"\0" + CARD_TAG


def card_commitment(stream: str, slot: int, card: int, salt: bytes) -> bytes:
    """The commitment to ``card`` dealt ``slot``-th in ``stream``, 32 bytes.

    It is a leaf hash of RFC 6962 (leading zero byte), so that the commitments of a whole deck can be leaves of a tree.
    ``salt`` is 32 random bytes of its own for every card: with 52 possible cards, only the salt hides the card.

    Raises:
        ValueError: no slot or card from 0 to 51, or a salt of another length.
    """
    if not 0 <= slot < len(CARD_TEXTS) or not 0 <= card < len(CARD_TEXTS) or len(salt) != SALT_SIZE:
        raise ValueError(
            f"slot {slot}, card {card}, salt of {len(salt)} bytes; expected 0 to 51, 0 to 51 and {SALT_SIZE} bytes"
        )
    return hashlib.sha256(b"".join((_START, framed(stream), bytes((slot, card)), salt))).digest()
