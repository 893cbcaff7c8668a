"""How a batch is read: nobody waits for it, and no more of it is kept than is answered."""

from __future__ import annotations

import asyncio
import json
import tracemalloc

import pytest

from tests.worlds.floor import PLATFORM
from tombo.ledger.core.errors import LedgerError
from tombo.serve.commands import LINES_AT_ONCE, _read
from tombo.serve.who import HolderSort, Who

PLATFORM_1 = Who(HolderSort.PLATFORM, PLATFORM.id)


def test_a_batch_that_is_read_keeps_nobody_waiting() -> None:
    """Between two stretches of its lines the event loop does what else there is to do."""
    lines, done = [b"x" * 1_000] * (4 * LINES_AT_ONCE), list[int]()

    async def something_else() -> None:
        while True:
            done.append(len(done))
            await asyncio.sleep(0)

    async def read() -> int:
        other = asyncio.create_task(something_else())
        found = await _read(lines, PLATFORM_1)
        other.cancel()
        return len(found)

    assert asyncio.run(read()) == len(lines)
    assert len(done) >= 4


@pytest.mark.parametrize(
    "line",
    [
        json.dumps(
            {"command": {"kind": "open_account", **{f"f-{n}": 1 for n in range(800)}}, "command_id": "x"}
        ).encode(),
        json.dumps({"command": {"kind": "nothing"}, "command_id": "x"}).encode(),
        b"[" * 200 + b"]" * 200,
        b"x" * 300,
    ],
)
def test_a_batch_that_is_no_command_is_not_kept(line: bytes) -> None:
    """Who sends one and takes no answers keeps the answers from being sent: what waits is a small part of what was read."""
    asyncio.run(_read([line], PLATFORM_1))  # what is made once, at the first, is no part of it
    tracemalloc.start()
    try:
        found = asyncio.run(_read([bytes(bytearray(line)) for _ in range(100)], PLATFORM_1))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert all(isinstance(one.asked, LedgerError) and one.asked.__traceback__ is None for one in found)
    assert held / len(found) < 2_000
