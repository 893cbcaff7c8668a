"""What is looked up in a ledger of 100,000 entries and in one of 3,000,000: it must cost the same. And the desk's pages at a million.

One ledger on SQLite that grows: hands at tables that play on, tables at which nobody has played since the first hours, complaints, and incidents that
come and go. Every entry comes through the live door. The search is followed. Each thing is asked many times of a ``tombo serve`` of its own, and of the function behind the path.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from bench.common import Line, demo_keys, report, scaled, scratch
from bench.play import SEATS, hand, house, play, table_name
from tests.worlds.floor import MANAGER, PLATFORM
from tests.worlds.staff import key_of, signed
from tombo.desk import acts, entries, find, nights, now, replay, trust
from tombo.desk.asked import DeskAsked, Draw
from tombo.desk.cases import list as list_
from tombo.desk.cases import one as case
from tombo.desk.links import path_to, path_with
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.language import Language
from tombo.ledger.house.credential.commands import GrantCredential
from tombo.ledger.house.credential.events import PlatformHolder, TokenProof
from tombo.ledger.house.dispute.commands import OpenDispute
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.staff.state import ROLES
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.bearer import sign_in_token, token_digest
from tombo.projections.search.fold import Search
from tombo.reports.shown.followed import followed
from tombo.reports.shown.reading import Reader
from tombo.serve import kept, played
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

ORIGIN: Final = "bench.example/ledger"
SMALL, DESK, LARGE = scaled(100_000), scaled(1_000_000), scaled(3_000_000)
TABLES: Final = 40
"""At which is played all the time."""
LEFT: Final = 4
"""At which nobody has played since the beginning."""
LEFT_AFTER: Final = 5
"""Hands of each table by then."""
OUTAGES: Final = 10
"""Rounds of the tables between two incidents: some 10,000 entries."""
SIGNED: Final = 100
"""Rounds between two checkpoints, and between two complaints: some 100,000 entries."""
PAGES_FULL: Final = 60
"""So many rounds bring an incident and a complaint each, so that the pages that tell of them are as full in the small ledger as in the large one."""
TIMES: Final = scaled(50)
"""How often each thing is asked."""
RATIO_MAX: Final = 1.2
PAGE_MAX: Final = 50
"""Milliseconds that a page of the desk takes at most."""
TOKEN: Final = "tombo_bench"  # of a ledger of the benchmark
FIRST_HAND, COMPLAINT = f"{table_name(0)}/1", "complaint-1"
PLAYS_ON, HAS_LEFT = "p-1", f"p-{SEATS * TABLES + 1}"
"""Players: of the first table, and of the first of those that were left."""
QUESTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "the newest": {},
    "a player who plays on": {"player": PLAYS_ON},
    "a player who has left": {"player": HAS_LEFT},
    "a table": {"table": table_name(1)},
    "a number at a table": {"table": table_name(1), "number": "3"},
    "a game": {"game": "R806"},
    "a card": {"card": ["Ah"]},
    "a card and a player": {"card": ["Ah"], "player": PLAYS_ON, "limit": 10},
    "an amount": {"least": 1_000, "most": 4_000},
    "an instant": {"begun_to": "2100-01-01T00:00:00Z"},
    "an incident": {"incident": "power-1"},
    "a finding": {"finding": "R806 r.23"},
    "a complaint": {"disputed": True},
}
"""What is asked of the search, a thing at a time, by the parameters of its function: each fills its page in the small ledger, or finds as much in both."""
_QUERY: Final = {"begun_to": "to"}
"""Parameters that have another name in a path."""
_ASKED: Final = DeskAsked(Who(HolderSort.STAFF, MANAGER.id), frozenset(ROLES), Language.EN, {}, {})


class Lookup(NamedTuple):
    """Something that is looked up: the function, and the path that shows the same."""

    function: Callable[[OpenedLedger], object]
    path: str


def _find(question: Mapping[str, Any]) -> Lookup:
    query = {_QUERY.get(name, name): str(value).lower() if value is True else value for name, value in question.items()}
    return Lookup(lambda opened: played.found(opened, **question), f"/v1/find?{urlencode(query, doseq=True)}")


def _last(player: str, last: int) -> Lookup:
    path = f"/v1/players/{quote(player)}/last-hands?last={last}"
    return Lookup(lambda opened: kept.last_hand(opened, player, last), path)


def _page(draw: Draw, *place: str, query: Mapping[str, str] | None = None, **path: str) -> Lookup:
    """A page of the desk: ``place``, and behind it what the parameters of its path are."""
    asked_of = _ASKED._replace(path=path, query=query or {})
    return Lookup(lambda opened: draw(opened, asked_of), path_with(path_to(*place, *path.values()), asked_of.query))


LOOKUPS: Final = {
    "status": Lookup(played.status, "/v1/status"),
    "hands, the first page": Lookup(played.hands_list, "/v1/hands"),
    "hands of a table": Lookup(
        lambda opened: played.hands_list(opened, table_name(1)), f"/v1/hands?table={table_name(1)}"
    ),
    "rounds, the first page": Lookup(played.rounds_list, "/v1/rounds"),
    "last hand of who plays on": _last(PLAYS_ON, 1),
    "last 10 hands of who plays on": _last(PLAYS_ON, 10),
    "last 10 hands of who has left": _last(HAS_LEFT, 10),
    **{f"find: {name}": _find(question) for name, question in QUESTIONS.items()},
}
PAGES: Final = {
    "desk: now": _page(now.draw, "now"),
    "desk: find, a player": _page(find.draw, "find", query={"player": PLAYS_ON}),
    "desk: find, a card": _page(find.draw, "find", query={"card": "Ah"}),
    "desk: replay of a hand": _page(replay.hand, "hands", hand=FIRST_HAND),
    "desk: cases": _page(list_.draw, "cases"),
    "desk: a case": _page(case.draw, "cases", dispute=COMPLAINT),
    "desk: nights": _page(nights.draw, "nights"),
    "desk: an entry": _page(entries.draw, "entries", index="1000"),
    "desk: trust": _page(trust.draw, "trust"),
    "desk: acts": _page(acts.draw, "acts"),
}


class Growing:
    """A ledger that grows by as much play as is asked for."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder, self.rounds = folder, 0
        self._ledger: Ledger = create_ledger(self.url, demo_keys(folder / "keys"), origin=ORIGIN)
        play(self._ledger, house(TABLES + LEFT))
        grant = GrantCredential(
            credential="games", holder=PlatformHolder(id=PLATFORM.id), proof=TokenProof(sha256=token_digest(TOKEN))
        )
        play(self._ledger, [signed(Envelope(grant, MANAGER, "grant", None), ORIGIN)])

    @property
    def url(self) -> str:
        """Where it is."""
        return f"sqlite:///{self.folder / 'ledger.db'}"

    @property
    def keyring(self) -> Keyring:
        """Its keys."""
        return Keyring(self.folder / "keys")

    def copied(self, folder: Path) -> Growing:
        """The ledger as it is now, in another folder, where it grows no more.

        Another process copies it: one that opens the file and closes it again loses SQLite's locks of it.
        """
        subprocess.run(["cp", "-R", str(self.folder), str(folder)], check=True)
        made = copy(self)
        made.folder = folder
        return made

    def grow(self, size: int) -> None:
        """Play until there are ``size`` entries, under a checkpoint, and followed by the search; at the least until some tables are left."""
        store = self._ledger.store
        while self.rounds < LEFT_AFTER or store.head().size < size:
            self.rounds += 1
            tables = TABLES + (LEFT if self.rounds <= LEFT_AFTER else 0)
            play(self._ledger, [one for table in range(tables) for one in hand(table, self.rounds)])
            if self.rounds <= PAGES_FULL or self.rounds % OUTAGES == 0:
                self._outage(self.rounds)
            if self.rounds <= PAGES_FULL or self.rounds % SIGNED == 0:
                self._complaint(self.rounds)
            if self.rounds % SIGNED == 0:
                publish(store, self.keyring.signer())
        publish(store, self.keyring.signer())
        with self.opened() as opened, followed(opened.reader, self.url, Search):
            pass

    def _complaint(self, number: int) -> None:
        """A player of the first table complains of its newest hand."""
        complains = OpenDispute(
            about=f"hand:{table_name(0)}/{self.rounds}",
            claim="the pot was not mine",
            complained=SystemClock().now(),
            dispute=f"complaint-{number}",
            player=PLAYS_ON,
        )
        play(self._ledger, [Envelope(complains, PLATFORM, complains.dispute, None)])

    def _outage(self, number: int) -> None:
        """An incident of a table that was left; all but the first are over at once."""
        name = f"power-{number}"
        opens = OpenIncident(
            first_instant=SystemClock().now(),
            incident=name,
            origin="operator_system",
            reported_by="monitor",
            scope=[table_name(TABLES)],
        )
        asked: list[CommandBase] = [opens, *([CloseIncident(incident=name, note="over")] if number > 1 else [])]
        play(self._ledger, [Envelope(one, PLATFORM, f"{name}/{place}", None) for place, one in enumerate(asked)])

    @contextmanager
    def opened(self) -> Iterator[OpenedLedger]:
        """The ledger as a read has it."""
        with open_checked(self.url, self.keyring, read_only=True) as store:
            yield OpenedLedger(Reader(store, self.keyring), SystemClock(), self.url, self.keyring)

    def close(self) -> None:
        """Close it."""
        self._ledger.store.close()


@contextmanager
def served(ledger: Growing) -> Iterator[HTTPConnection]:
    """A connection to a process of its own that serves ``ledger``."""
    words = ["--ledger", ledger.url, "--keys", str(ledger.keyring.directory), "--json", "serve", "--port", "0"]
    with (
        (ledger.keyring.directory / "log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "tombo", *words], stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        if process.stdout is None:
            raise RuntimeError("a pipe was asked for")
        host, _, port = json.loads(process.stdout.readline())["url"].rpartition("//")[2].partition(":")
        connection = HTTPConnection(host, int(port), timeout=120)
        try:
            yield connection
        finally:
            connection.close()
            process.terminate()


def asked(connection: HTTPConnection, path: str, headers: Mapping[str, str]) -> bytes:
    """The body of what a path is answered with.

    Raises:
        RuntimeError: it is no answer: what is measured would be nothing.
    """
    connection.request("GET", path, headers=dict(headers))
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {body[:300]!r}")
    return body


def signed_in(connection: HTTPConnection) -> dict[str, str]:
    """The headers of a browser in which the manager is signed in."""
    connection.request("GET", "/desk/sign-in")
    page = connection.getresponse()
    form = re.search(r'name="form" value="([0-9a-f]+)"', page.read().decode())
    if form is None:
        raise RuntimeError("no form to sign in with")
    token = sign_in_token(ORIGIN, MANAGER.id, key_of(ORIGIN, MANAGER.id), SystemClock().now() // SECOND, os.urandom)
    headers = {
        "Cookie": _cookies(page.headers.get_all("Set-Cookie", [])),
        "Origin": f"http://{connection.host}:{connection.port}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = urlencode({"form": form[1], "token": token, "back": "/desk/now"})
    connection.request("POST", "/desk/sign-in", body, headers)
    answer = connection.getresponse()
    answer.read()
    return {"Cookie": _cookies(answer.headers.get_all("Set-Cookie", []))}


def _cookies(given: list[str]) -> str:
    return "; ".join(one.partition(";")[0] for one in given)


def medians_ms(acts: Sequence[Callable[[], object]]) -> list[float]:
    """The medians of so many calls of each, in milliseconds; they take turns, so that a slow minute of the machine falls on all, and the first two are to warm up."""
    taken = [list[float]() for _ in acts]
    for _ in range(TIMES + 2):
        for act, waits in zip(acts, taken, strict=True):
            began = time.perf_counter()
            act()
            waits.append(time.perf_counter() - began)
    return [statistics.median(waits[2:]) * 1_000 for waits in taken]


def looked_up(
    ledgers: Sequence[Growing],
    lookups: Mapping[str, Lookup],
    headers: Callable[[HTTPConnection], Mapping[str, str]] = lambda _: {"Authorization": f"Bearer {TOKEN}"},
) -> dict[str, list[float]]:
    """How long each thing takes that is looked up, by what it is: through the doors, and the function alone; in each of ``ledgers``."""
    found = dict[str, list[float]]()
    with ExitStack() as stack:
        doors = [(each, headers(each)) for each in (stack.enter_context(served(ledger)) for ledger in ledgers)]
        opened = [stack.enter_context(ledger.opened()) for ledger in ledgers]
        for name, one in lookups.items():
            found[name] = medians_ms([partial(asked, connection, one.path, borne) for connection, borne in doors])
            found[f"{name}, alone"] = medians_ms([partial(one.function, each) for each in opened])
    return found


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        ledger = Growing(folder / "large")
        ledger.grow(SMALL)
        small = ledger.copied(folder / "small")
        ledger.grow(DESK)
        desk = looked_up([ledger], PAGES, signed_in)
        ledger.grow(LARGE)
        both = [small, ledger]
        taken = {**looked_up(both, LOOKUPS), **looked_up(both, PAGES, signed_in)}
        ledger.close()
    must = f"must stay below x{RATIO_MAX}"
    report(
        f"Looked up at {LARGE:,} entries, beside {SMALL:,}, SQLite",
        [Line(name, large, "ms", before, note=must) for name, (before, large) in taken.items()],
        1,
    )
    report(
        f"The desk at {DESK:,} entries, SQLite",
        [Line(name, desk[name][0], "ms", note=f"must stay below {PAGE_MAX}") for name in PAGES],
        1,
    )


if __name__ == "__main__":
    main()
