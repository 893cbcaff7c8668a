"""A command as it is sent: one JSON document (``docs/platform.md``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from uuid import uuid4

BATCH: Final = 256
"""Commands that are sent at once: as many as the server commits together."""
BATCH_BYTES: Final = 4 << 20
"""Bytes that are sent at once; the server takes twice as many."""


class Model(Protocol):
    """A command as a model of pydantic: those of ``tombo.ledger`` are, where they are at hand."""

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        """What it holds, as JSON has it where ``mode`` is ``json``."""
        ...


def new_id() -> str:
    """A command id that nobody else makes."""
    return str(uuid4())


@dataclass(frozen=True, slots=True)
class Command:
    """A command, and the id under which it is sent, however often: keep it until its outcome is known.

    ``command``: its kind and fields. ``by``: left out, the platform that asks. ``occurred``: microseconds since 1970 UTC, as the
    sender's clock has it. ``expected_version``: that of the command's stream before it. ``signatures``: of staff (``tombo staff sign``).
    """

    command: Mapping[str, Any] | Model
    by: Mapping[str, str] | None = None
    occurred: int | None = None
    expected_version: int | None = None
    signatures: Sequence[Mapping[str, str]] = ()
    command_id: str = field(default_factory=new_id)

    def line(self) -> bytes:
        """It as JSON, without a line feed."""
        command = self.command if isinstance(self.command, Mapping) else self.command.model_dump(mode="json")
        said = {
            "by": self.by,
            "command": dict(command),
            "command_id": self.command_id,
            "expected_version": self.expected_version,
            "occurred": self.occurred,
            "signatures": [dict(one) for one in self.signatures] or None,
        }
        return json.dumps({name: value for name, value in said.items() if value is not None}).encode()


def batches(commands: Iterable[Command]) -> Iterator[list[Command]]:
    """``commands`` in their order, as many together as are sent at once."""
    batch, size = list[Command](), 0
    for command in commands:
        length = len(command.line())
        if batch and (len(batch) == BATCH or size + length > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(command)
        size += length
    if batch:
        yield batch
