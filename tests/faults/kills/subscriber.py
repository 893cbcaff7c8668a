"""A subscriber that is killed and started again: it follows the log through ``tombo.client`` from behind the last entry that it wrote down.

``python -m tests.faults.kills.subscriber waits|loops URL TOKEN JOURNAL``.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.faults.kills.client import PATIENT
from tests.faults.kills.heard import Journal, digest_of
from tombo.client import AsyncClient, Client, LogEntry


def main(sort: str, url: str, token: str, journal: str) -> None:
    """Follow, until it is killed."""
    kept = Journal(Path(journal))
    start = kept.before[-1]["index"] + 1 if kept.before else 0

    def take(entry: LogEntry) -> None:
        kept.write(index=entry.index, digest=digest_of(entry.document))

    async def loops() -> None:
        async with AsyncClient(url, token=token, retries=PATIENT) as client:
            async for entry in client.follow(start):
                take(entry)

    if sort == "loops":
        asyncio.run(loops())
    with Client(url, token=token, retries=PATIENT) as client:
        for entry in client.follow(start):
            take(entry)


if __name__ == "__main__":
    main(*sys.argv[1:])
