"""How a batch is read: nobody waits for it, and no more of it is kept than is answered."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from contextlib import suppress

import pytest

from tests.worlds.floor import PLATFORM
from tombo.ledger.core.errors import LedgerError
from tombo.serve.commands import BATCH_SIZE_MAX, BYTES_AT_ONCE, LINES_AT_ONCE, _lines_of, _read
from tombo.serve.door import WAITING_MAX
from tombo.serve.problems import ProblemError
from tombo.serve.who import HolderSort, Who

PLATFORM_1 = Who(HolderSort.PLATFORM, PLATFORM.id)


@pytest.mark.parametrize("lines", [[b"x" * 1_000] * (4 * LINES_AT_ONCE), [b"x" * BYTES_AT_ONCE] * 4])
def test_a_batch_that_is_read_keeps_nobody_waiting(lines: list[bytes]) -> None:
    """Between two stretches of its lines, which are not long, the event loop does what else there is to do."""
    done = list[int]()

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
    "body", [b"", b"\n \n", b"a", b"a\nb", b"\r\n a \r\n\n\t\n b\n", b"a\x0bb\n\x0c\nc", b" a\xff\n"]
)
def test_lines_in_which_nothing_stands_are_none(body: bytes) -> None:
    """Every other one is a command, or is told that it is none."""
    expected = [line.strip() for line in body.split(b"\n") if line.strip()]
    assert [line.strip() for line in _lines_of(body)] == expected


@pytest.mark.parametrize("line", [b"\n", b"a\n", b"ab\n", b" \n", b" "])
def test_a_body_that_is_nothing_but_lines_is_not_taken_apart(line: bytes) -> None:
    """Eight megabytes of them were three million pieces, which took half a second in which nobody was answered."""
    body = line * (BATCH_SIZE_MAX // len(line))
    tracemalloc.start()
    try:
        with suppress(ProblemError):
            assert _lines_of(body) == []
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 * len(body)


def test_a_batch_has_so_many_commands_at_most() -> None:
    """Those, and not one more, whatever stands between them."""
    assert len(_lines_of(b"a\n\n" * WAITING_MAX)) == WAITING_MAX
    with pytest.raises(ProblemError, match="more than 1024 commands"):
        _lines_of(b"a\n\n" * WAITING_MAX + b"a")


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
