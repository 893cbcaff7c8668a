"""A ledger of four nights, the last of which nobody closed: one with a late spin, one that was released, one with a forged credit."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from tests.tools.cli_run import tombo
from tests.worlds.desk import Desk
from tests.worlds.floor import PLATFORM, Floor
from tests.worlds.house import MANAGER
from tests.worlds.network import AUDITOR, ORIGIN, Network
from tests.worlds.roulette import opening, wheel_terms
from tests.worlds.wheel_ledger import NAMES, Wheel
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.entry import CommandRef
from tombo.ledger.core.lisbon import HOUR, day_of, window
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Credited
from tombo.ledger.house.credential.commands import GrantCredential
from tombo.ledger.house.credential.events import AuditorHolder, TokenProof
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.events import ReleasedFile
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.bearer import token_digest
from tombo.ledger.store import CommandRow
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch

FORGED: Final = 1_234
"""Cents that nobody won."""
FILES: Final = 130
"""Of the release: more than a page shows."""


class Nights(NamedTuple):
    """The ledger, its days, and where the forged credit stands."""

    made: Network
    released: str
    forged: str
    late: str
    open: str
    credit: int
    """The log index of the forged credit."""
    spin: str
    """The stream of the spin that it names."""


def reconcile(made: Network, day: str, at: int, *words: str) -> int:
    """The exit status of ``tombo reconcile`` of a day, at an instant."""
    with patch.object(SystemClock, "now", lambda _: at):
        ran = tombo("--ledger", made.url, "--keys", str(made.keyring.directory), "reconcile", "--day", day, *words)
    assert ran.status < 2, ran.err
    return ran.status


@contextmanager
def _again(made: Network, instant: int) -> Iterator[Wheel]:
    """The ledger opened once more, when it is ``instant``."""
    clock = SteppingClock(instant, step=1)
    ledger = open_ledger(made.url, made.keyring, clock=clock)
    with ledger.store:
        yield Wheel(ledger, clock, Floor(ledger.handle, prefix=f"again-{instant}"))
        publish(ledger.store, made.keyring.signer())


def _begun(url: str, folder: Path, instant: int) -> tuple[Network, str]:
    """A new ledger with a wheel, a manager, an officer and an auditor; and a spin of it."""
    made, clock = Network(url, Keyring(folder / "keys")), SteppingClock(instant, step=1)
    ledger = create_ledger(url, made.keyring, origin=ORIGIN, clock=clock)
    with ledger.store:
        floor = Floor(ledger.handle)
        for command, by in opening(wheel_terms(), NAMES):
            floor.do(command, by)
        proof = TokenProof(sha256=token_digest(AUDITOR))
        floor.do(GrantCredential(credential="auditor", holder=AuditorHolder(id="srij"), proof=proof), MANAGER)
        spin = Wheel(ledger, clock, floor).spins("17")
        publish(ledger.store, made.keyring.signer())
    return made, spin


def _plant(found: Wheel, spin: str) -> int:
    """A credit for a spin that paid no more, sealed with the event key; its log index."""
    ledger, batch, stream = found.ledger, Batch(), "account:p-1"
    head = ledger.store.head_of(stream)
    assert head is not None
    credit = Credited(amount=Money(FORGED), cause=spin, cause_version=1, wallet="cash")
    ref = CommandRef(digest="00" * 16, id="thief/1")
    batch.drafts.append(Draft(stream, head.version + 1, credit, PLATFORM, ref, None))
    batch.heads[stream] = head.hash
    batch.commands.append(CommandRow("thief/1", bytes(16), 0, 1))
    ledger.sealing.put(batch.drafts, batch=batch)
    return ledger.store.head().size - 1


def nights(url: str, folder: Path) -> Nights:
    """A new one at ``url``, whose last day was yesterday."""
    days = [day_of(window(day_of(SystemClock().now()))[0] - back * 24 * HOUR + 12 * HOUR) for back in (4, 3, 2, 1)]
    noons, ends = [window(day)[0] + 12 * HOUR for day in days], [window(day)[1] for day in days]
    made, spin = _begun(url, folder, noons[0])
    assert reconcile(made, days[0], ends[0] + HOUR, "--close") == 0
    with _again(made, ends[0] + 2 * HOUR) as found:
        size = found.ledger.store.head().size
        files = [ReleasedFile(name=f"AJOG_{number:03}.xml", sha256="ab" * 32, size=number) for number in range(FILES)]
        told = ReleaseReport(
            country="portugal", date=days[0], files=files, layout="srij-2015", number=1, settings="cd" * 32, size=size
        )
        found.floor.do(told, MANAGER)
    with _again(made, noons[1]) as found:
        found.spins("1")
        index = _plant(found, spin)
    assert reconcile(made, days[1], ends[1] + HOUR, "--close") == 1
    with _again(made, noons[2]) as found:
        found.spins("36")
    assert reconcile(made, days[2], ends[2] + 60 * SECOND, "--close") == 0
    with _again(made, ends[2] + 300 * SECOND) as found:
        found.spins("17", occurred=ends[2] - 60 * SECOND)
    assert reconcile(made, days[2], ends[2] + HOUR) == 1
    with _again(made, noons[3]) as found:
        found.spins("2")
    assert reconcile(made, days[3], ends[3] + SECOND) == 1
    first, second, third, last = days
    return Nights(made, first, second, third, last, index, spin)


class At(NamedTuple):
    """The nights, and a desk at which somebody is signed in."""

    nights: Nights
    desk: Desk

    def page(self, path: str, **query: str) -> str:
        """What is shown there, in English."""
        found = self.desk.client.get(f"/desk/{path}", params={"lang": "en", **query})
        assert found.status_code == 200, found.text
        return found.text


def rows(page: str, table: str) -> list[list[str]]:
    """The cells of a table of ``page``, as text, row by row."""
    found = re.search(rf'<h2 id="{table}">.*?</section>', page, re.DOTALL)
    assert found is not None, table
    body = re.findall(r"<tr[^>]*>(.*?)</tr>", found[0].partition("<tbody")[2], re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body]
    return [[html.unescape(re.sub(r"<[^>]+>", "", cell)) for cell in row] for row in cells]
