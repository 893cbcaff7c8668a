"""Names of streams, commands and players. All ASCII, all minted outside the domain and passed in.

A stream is ``type:local``, for example ``hand:mesa-1/42``, ``table:mesa-1``, ``account:p-7f3a``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final

from pydantic import StringConstraints

LOCAL_PATTERN: Final = r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}"
STREAM_PATTERN: Final = rf"^[a-z_]{{1,20}}:{LOCAL_PATTERN}$"
_STREAM: Final = re.compile(rf"[a-z_]{{1,20}}:{LOCAL_PATTERN}", re.ASCII)

StreamId = Annotated[str, StringConstraints(pattern=STREAM_PATTERN)]
_LOCAL: Final = re.compile(LOCAL_PATTERN, re.ASCII)

LocalId = Annotated[str, StringConstraints(pattern=rf"^{LOCAL_PATTERN}$")]
"""A name within its type: a player, a table, a ruleset. Letters, digits and ``._/-``, 1 to 100."""
TABLE_NAME_MAX: Final = 83
"""Letters of a table's name: its hands and rounds are named after it, and a ``/`` and the largest number there is still fit."""
IMPORT_TABLE: Final = "phh"
"""The table of every hand that comes through the import door: ``hand:phh/<reference>``, or ``<identity>`` where there is none.

No table of the house has this name; that of the file is in the document."""
TOURNAMENT_NAME_MAX: Final = 92
"""Letters of a tournament's name: its tickets are named after it, and a ``/`` and the largest number of an entry still fit."""
COMMAND_ID_MAX: Final = 120
CommandId = Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9][A-Za-z0-9._:/-]{{0,{COMMAND_ID_MAX - 1}}}$")]
"""Names one command for ever within a ledger, so that a retry gets the first receipt."""
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""
Hex16 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Base64 = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]*={0,2}$", max_length=200)]
Hex8 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


@lru_cache(maxsize=1 << 13)
def is_stream(text: str) -> bool:
    """Whether ``text`` is the name of a stream."""
    return _STREAM.fullmatch(text) is not None


def type_of(stream: str) -> str:
    """The type of a stream: ``hand`` of ``hand:mesa-1/42``."""
    return stream.partition(":")[0]


def is_local(text: str) -> bool:
    """Whether ``text`` is a name within its type."""
    return _LOCAL.fullmatch(text) is not None


def command_id(*words: object) -> str:
    """The id of a command made of ``words``: ``grant/ana/officer/3``. Where names leave no room, the first word and a digest of all.

    The same words have the same id, so that a retry is known.
    """
    joined = "/".join(map(str, words))
    return joined if len(joined) <= COMMAND_ID_MAX else f"{words[0]}/{sha256(joined.encode()).hexdigest()}"


def hand_stream(table: str, number: int) -> str:
    """The stream of hand ``number`` at ``table``: ``hand:mesa-1/42``."""
    return f"hand:{table}/{number}"


def table_of(stream: str) -> str:
    """The table's local id in the stream of a hand or round: ``hand:mesa-1/42`` -> ``mesa-1``."""
    return stream.partition(":")[2].rpartition("/")[0]


def is_at_home(stream: str, kind: str) -> bool:
    """Whether ``kind`` is of the type of ``stream``: no door records another there."""
    return stream.startswith(_home(kind))


@lru_cache(maxsize=1 << 10)
def _home(kind: str) -> str:
    return f"{kind.partition('.')[0]}:"


def local(stream: str) -> str:
    """The part of a stream's name after its type."""
    return stream.partition(":")[2]


def called(stream: str) -> str:
    """A hand or round as commands name it: a hand ``mesa-1/42``, a round by its whole stream, ``roulette:roleta-1/42``."""
    return local(stream) if stream.startswith("hand:") else stream
