"""The opening of a face-down card at rest: card and salt, sealed under a key that is not in the database (decision 0023).

ChaCha20-Poly1305 (RFC 8439). Ledger, stream, version and slot are authenticated with it, so that a row moved elsewhere does not
open. It hides the card and nothing else: that the card is the one dealt is what its commitment says, and :func:`opened` asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tombo.ledger.core.command import Opening
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import KeyFileError, TamperedError
from tombo.ledger.seal.commitment import SALT_SIZE, card_commitment
from tombo.ledger.seal.entry import frame, framed

OPENING_TAG: Final = b"tombo/opening/v1\n"
KEY_SIZE: Final = 32
NONCE_SIZE: Final = 12
SEALED_SIZE: Final = NONCE_SIZE + 1 + SALT_SIZE + 16
"""61 bytes: nonce, then under the cipher the card in one byte and its salt, then the tag."""

_NO_SEAL: Final = (AttributeError, IndexError, InvalidTag, OverflowError, TypeError, ValueError)
"""What is raised of a row that does not open: it may hold anything, and what was sealed under the very key may be nothing."""
_BYTES: Final = tuple(bytes((number,)) for number in range(256))

SealedRow = tuple[str, int, int, bytes]
"""Stream, version and slot of the card, and what :meth:`OpeningKey.seal` gave for it."""


class OpeningKey:
    """Seals and opens the openings of one ledger. ``secret`` is 32 bytes.

    Raises:
        KeyFileError: a secret of another length.
    """

    __slots__ = ("_cipher", "_place")

    def __init__(self, secret: bytes, origin: str) -> None:
        if len(secret) != KEY_SIZE:
            raise KeyFileError(f"the key of the openings has {len(secret)} bytes; expected {KEY_SIZE}")
        self._cipher = ChaCha20Poly1305(secret)
        self._place = OPENING_TAG + frame(origin.encode())

    def __repr__(self) -> str:
        return "OpeningKey(hidden)"

    def seal(self, stream: str, version: int, opening: Opening, nonce: bytes) -> bytes:
        """``opening`` of the entry ``version`` of ``stream``, sealed; ``nonce`` is 12 random bytes, never used again."""
        ((*_, sealed),) = self.seal_all(((stream, version, opening),), lambda _count: nonce)
        return sealed

    def seal_all(
        self, openings: Iterable[tuple[str, int, Opening]], draw: Callable[[int], bytes]
    ) -> list[tuple[str, int, int, bytes]]:
        """Stream, version, slot and what :meth:`seal` gives, of each; ``draw`` gives random bytes. The cards of one deal follow one another."""
        given = list(openings)
        drawn = draw(NONCE_SIZE * len(given))
        encrypt, made = self._cipher.encrypt, list[tuple[str, int, int, bytes]]()
        of, bound = ("", 0), b""
        for at, (stream, version, (slot, card, salt)) in enumerate(given):
            if of != (stream, version):
                of, bound = (stream, version), self._bound(stream, version)
            nonce = drawn[NONCE_SIZE * at : NONCE_SIZE * (at + 1)]
            made.append((stream, version, slot, nonce + encrypt(nonce, _BYTES[card] + salt, bound + _BYTES[slot])))
        return made

    def open(self, row: SealedRow) -> Opening:
        """What :meth:`seal` sealed.

        Raises:
            TamperedError: another key, another place, or changed bytes.
        """
        stream, version, slot, sealed = row
        try:
            data = self._cipher.decrypt(
                sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], self._bound(stream, version) + bytes((slot,))
            )
            card = data[0]
        except _NO_SEAL:
            raise TamperedError(
                f"TAMPERED: the opening of {stream} version {version} slot {slot} does not open; expected one sealed for this place"
                " under openings.key; its card is not used; run 'tombo verify', and restore the table of openings from a backup"
            ) from None
        return Opening(slot, card, data[1:])

    def open_each(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """What :func:`as_opened` says of each of ``rows``, which have an index before what it takes; the cards of one deal follow one another."""
        decrypt, bound, of_stream = self._cipher.decrypt, b"", ""
        of_version: object = self  # that no row has
        for index, stream, version, slot, sealed in rows:
            try:
                if version is not of_version or stream != of_stream:
                    bound, of_stream, of_version = self._bound(stream, version), stream, version
                data = decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], bound + bytes((slot,)))
                card = data[0]
            except _NO_SEAL:
                yield index, (stream, version, slot, None, None)
            else:
                yield index, (stream, version, slot, card, data[1:])

    def _bound(self, stream: str, version: int) -> bytes:
        """What is authenticated beside the card, but for its slot, which comes last."""
        return b"".join((self._place, framed(stream), version.to_bytes(8, "big")))


def as_opened(row: SealedRow, key: OpeningKey) -> tuple[Any, ...]:
    """Stream, version, slot, card and salt of an opening; of one that does not open under ``key``, card and salt are None."""
    try:
        return (*row[:2], *key.open(row))
    except TamperedError:
        return (*row[:3], None, None)


def committed_slots(entry: Entry) -> list[int]:
    """The slots of the cards that ``entry`` dealt closed and committed to."""
    return [slot for slot, said in enumerate(getattr(entry.event, "commitments", ())) if said is not None]


def opened(entries: Iterable[Entry], rows: Sequence[SealedRow], key: OpeningKey) -> dict[int, Opening]:
    """The closed cards of one stream, by slot: each opened, and held against the commitment of the entry that dealt it.

    ``entries`` are the stream's, which the caller has checked; ``rows`` what the table of openings has for it. A card whose row is
    not there is left out: it is withheld. So no card that was not committed to is ever decided on, shown or paid.

    Raises:
        TamperedError: a row does not open, opens no commitment, or stands there twice.
    """
    if not rows:
        return {}
    dealt = {entry.version: getattr(entry.event, "commitments", ()) for entry in entries}
    found = dict[int, Opening]()
    for row in rows:
        stream, version, slot, _ = row
        opening = key.open(row)
        commitments = dealt.get(version, ())
        said = commitments[slot] if slot < len(commitments) else None
        try:
            holds = said is not None and slot not in found and card_commitment(stream, *opening).hex() == said
        except ValueError:
            holds = False
        if not holds:
            raise TamperedError(
                f"TAMPERED: the opening of {stream} version {version} slot {slot} is not what was committed to there; expected the"
                " card and salt of its commitment, once; its card is not used; run 'tombo verify', and restore the table of openings"
                " from a backup"
            )
        found[slot] = opening
    return found
