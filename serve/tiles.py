"""Checkpoint, tiles and entries as C2SP has them (tlog-tiles v0.1.0), so that other people's tools read the log and need not trust us.

What is given out is what the newest checkpoint covers that is believed here, and no more: every hash is proved against its root, every entry
against its hash. A store that does not give what was signed is an alarm, and its bytes are not sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from fastapi import APIRouter, Request
from starlette.responses import Response

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import LedgerError, StoreUnavailableError
from tombo.ledger.exchange.bundle import LEVELS_MAX
from tombo.ledger.exchange.tiles import WIDTH, tile_number
from tombo.ledger.operate.cold import NotHereError
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.seal.note import parse_note
from tombo.serve.problems import ProblemError, documented, of_error

T = TypeVar("T")

PREFIX: Final = "/c2sp"
FOR_EVER: Final = "private, max-age=31536000, immutable"
"""How long a full tile may be kept, by who asked with his credential: it never changes. A cache that many share would give it to whoever passes it."""
SHORT: Final = "private, max-age=10"
"""How long a tile that is not full may be kept: a wider one takes its place."""
A_SECOND: Final = "private, max-age=1"
"""How long a checkpoint may be kept."""
TRIES: Final = 5
"""How often a checkpoint is looked for that is believed: the publisher may sign one more each time."""
_LEVELS: Final = {str(level): level for level in range(LEVELS_MAX)}


class SignedLog:
    """What the newest checkpoint covers that ``store`` believes. Waits for the store: never in an event loop."""

    def __init__(self, store: CheckedStore) -> None:
        self._store = store

    def checkpoint(self) -> str | None:
        """The note of that checkpoint; None before the first.

        Raises:
            LedgerError: there is none that may be believed; ``StoreUnavailableError`` where none was met in time.
        """
        for _ in range(TRIES):
            note = self._store.last_checkpoint()
            self._store.refresh()  # what is given out goes on from what was given out before
            if note is None:
                return None
            point = parse_checkpoint(parse_note(note.encode()).text)
            anchor = self._store.anchor()
            if (point.size, point.root) == (anchor.size, anchor.root):
                return note
        raise StoreUnavailableError("checkpoints come faster than they are read; try again")

    def hashes(self, level: int, n: int, width: int) -> bytes | None:
        """The first ``width`` hashes of a tile; None where the checkpoint does not cover as many.

        Raises:
            LedgerError: they are not what was signed, or the store is out of reach.
        """
        if not self._covers((n * WIDTH + width) << 8 * level):
            return None
        return self._store.signed_tile(level, n)[: width * HASH_SIZE]

    def entries(self, n: int, width: int) -> bytes | None:
        """The first ``width`` entries of an entry bundle, each behind its length; None where the checkpoint does not cover as many.

        Raises:
            LedgerError: they are not what was signed, or the store is out of reach.
        """
        first = n * WIDTH
        if not self._covers(first + width):
            return None
        leaves = [leaf_data(*row[1:]) for row in self._store.rows_of(None, first, first + width)]
        return b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in leaves)

    def _covers(self, size: int) -> bool:
        if size > self._store.anchor().size:
            self._store.refresh()
        return size <= self._store.anchor().size


def tiles_router(store: CheckedStore, alarm: Callable[[Exception], None]) -> APIRouter:
    """The paths of the C2SP read API. ``alarm`` hears of a store that is not what was signed."""
    router, signed = APIRouter(prefix=PREFIX, tags=["tiles"]), SignedLog(store)

    @router.get("/checkpoint", responses=_responses("text/plain"), response_class=Response)
    def checkpoint() -> Response:
        """The newest checkpoint, signed (C2SP tlog-checkpoint)."""
        note = _sound(signed.checkpoint, alarm)
        return _answer(None if note is None else note.encode(), "text/plain; charset=utf-8", A_SECOND)

    @router.get("/tile/{name:path}", responses=_responses("application/octet-stream"), response_class=Response)
    def tile(request: Request, name: str) -> Response:
        """A tile of the tree, `<L>/<N>[.p/<W>]`, or an entry bundle, `entries/<N>[.p/<W>]` (C2SP tlog-tiles)."""
        level, *rest = name.split("/")
        n, width = tile_number(tuple(rest))
        written_otherwise = request.scope["raw_path"] != request.scope["path"].encode()  # a name has one spelling
        if n < 0 or written_otherwise or level not in {"entries", *_LEVELS}:
            raise ProblemError(404, "no tile has this name")
        made = (
            (lambda: signed.entries(n, width))
            if level == "entries"
            else (lambda: signed.hashes(_LEVELS[level], n, width))
        )
        found = _sound(made, alarm)
        return _answer(found, "application/octet-stream", FOR_EVER if width == WIDTH else SHORT)

    return router


def _responses(media_type: str) -> dict[int | str, dict[str, Any]]:
    problems = documented(
        {
            404: "The newest checkpoint does not cover it, or it has another name.",
            500: "The store is not what was signed, or cannot be read.",
            503: "The store is out of reach.",
        }
    )
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}, **problems}


def _sound(made: Callable[[], T], alarm: Callable[[Exception], None]) -> T:
    """What ``made`` gives; where the store is not what was signed, an alarm, and nothing of it."""
    try:
        return made()
    except (NotHereError, StoreUnavailableError) as error:
        raise of_error(error) from None
    except LedgerError as error:
        alarm(error)
        raise ProblemError(500, "the store is not what was signed, or cannot be read", cause=error) from None


def _answer(found: bytes | None, media_type: str, kept: str) -> Response:
    if found is None:
        raise ProblemError(404, "the newest checkpoint does not cover it")
    return Response(found, media_type=media_type, headers={"Cache-Control": kept})
