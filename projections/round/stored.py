"""Hands and rounds read from stored rows: of a body the event alone, which halves the cost of decoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any, Final, Generic, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import UnlikeItsKindError, UsageError
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.games.game import AskedBy
from tombo.ledger.seal.entry import BODY, HEADER_SIZE, RECORDED
from tombo.ledger.store import Row as StoredRow
from tombo.ledger.store import Store
from tombo.projections.line import AnyLine

E = TypeVar("E")
Row = tuple[int, str, int, str, bytes]
"""Log index, stream, version, kind, state."""
Read = Callable[[bytes], Mapping[str, Any]]
Ask = Callable[[str, int], Row | None]
"""A row of the ledger by its stream and version; None where it has none."""


@with_config(ConfigDict(strict=True, extra="ignore"))
class _Said(TypedDict, Generic[E]):
    """What a replay needs of a body. Who asked, and when, it passes over."""

    event: E


@with_config(ConfigDict(strict=True, extra="ignore"))
class _Asking(TypedDict):
    """Who asked, and when it happened by the source's word."""

    by: By
    occurred: int | None


def _reads(union: Any) -> Read:
    """The reader of bodies whose events are of ``union``."""
    read: Read = TypeAdapter(_Said[Annotated[union, Field(discriminator="kind")]]).validator.validate_json
    return read


READS: Final[Mapping[str, Read]] = {name: _reads(GAMES[name].kinds.events) for name in TABLE_GAMES}
"""By type of stream, which is also how its kinds begin."""


def in_log(since: int, size: int) -> None:
    """That a log of ``size`` entries reaches as far as the index ``since``, at which an audit is to begin.

    Raises:
        UsageError: it does not.
    """
    if since > size:
        raise UsageError(
            f"the log has {size:,} {'entry' if size == 1 else 'entries'}; expected --since at most that, not {since}"
        )


def event_of(game: str, state: bytes, place: str) -> Any:
    """The event in a row of a hand or round of ``game``, which stands at ``place``.

    Raises:
        UnlikeItsKindError: bytes that do not parse.
    """
    try:
        return READS[game](state[HEADER_SIZE:])["event"]
    except ValidationError as error:
        why = error.errors(include_input=False, include_url=False)[0]["msg"]
        raise UnlikeItsKindError(f"{place}: {why}; run 'tombo verify'") from error


_ASKED: Final[Read] = TypeAdapter(_Asking).validator.validate_json


def asked_in(state: bytes) -> AskedBy:
    """Who asked for the entry of a row, and when. Whoever read its event knows that it parses."""
    found = _ASKED(state[BODY])
    return AskedBy(found["by"], found["occurred"], int.from_bytes(state[RECORDED], "big"))


def asked_by(state: bytes, line: AnyLine | None) -> Callable[[], AskedBy]:
    """As ``asked_in``, for who may ask; ``line``: where that was read already."""
    by = None if line is None else line.by
    return (
        partial(asked_in, state) if line is None or by is None else partial(AskedBy, by, line.occurred, line.recorded)
    )


def row_of(rows: Iterable[Row]) -> Ask:
    """Asks ``rows``, all held in memory."""
    found = {(row[1], row[2]): row for row in rows}
    return lambda stream, version: found.get((stream, version))


def row_at(store: Store, stream: str, version: int) -> StoredRow | None:
    """The row of ``stream`` at ``version``; None where it has none."""
    found = store.stream_rows(stream, gt=version - 1, lte=version)
    return found[0] if found else None
