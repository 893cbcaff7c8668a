"""The desk of a ledger, in this process: a manager, an officer, an auditor, and a browser without scripts that shows what it was given back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from io import StringIO
from itertools import count
from typing import Any, Final

from httpx2 import Response
from starlette.testclient import TestClient

from tests.worlds.network import MANAGER, ORIGIN, Network, network
from tests.worlds.staff import enrol, key_of
from tombo.desk.router import desk
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.bearer import sign_in_token
from tombo.serve.app import application
from tombo.serve.commands import commands
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.logs import RequestLog, request_log
from tombo.serve.openid.provider import OpenIdProvider
from tombo.serve.readers import Readers
from tombo.serve.reads import reads
from tombo.serve.who import HolderSort

MANAGER_NAME: Final = MANAGER.id
OFFICER_NAME: Final = "rui"
_TOKENS: Final = count()


class HandClock:
    """The machine's, which a test sets forward."""

    def __init__(self) -> None:
        self.ahead = 0
        self._leapt = 0
        self._stands_at: int | None = None

    def now(self) -> int:
        """The machine's time, and so much more."""
        return (SystemClock().now() if self._stands_at is None else self._stands_at) + self.ahead

    @contextmanager
    def standing(self) -> Iterator[None]:
        """The time of day goes on only as it is set: what is told of a limit to the second holds however slow the machine is."""
        self._stands_at = SystemClock().now()
        try:
            yield
        finally:
            self._stands_at = None

    def monotonic(self) -> int:
        """The machine's, which nobody sets, and as much as passed at once."""
        return SystemClock().monotonic() + self._leapt

    def leap(self, microseconds: int) -> None:
        """So much passes at once, by either clock."""
        self.ahead += microseconds
        self._leapt += microseconds


class Desk:
    """A desk that is served, its clock, and whoever asks it: ``client`` keeps its cookies."""

    def __init__(
        self,
        made: Network,
        client: TestClient,
        clock: HandClock,
        identity: Identity,
        *,
        alarms: list[Exception],
        log: StringIO,
    ) -> None:
        self.made = made
        self.alarms = alarms
        """What a read raised the alarm for."""
        self.client = client
        self.clock = clock
        self.origin = str(client.base_url).rstrip("/")
        self._identity = identity
        self._log = log

    @property
    def logged(self) -> dict[str, Any]:
        """The last line of the log of requests."""
        found: dict[str, Any] = json.loads(self._log.getvalue().splitlines()[-1])
        return found

    def token(self, staff: str = OFFICER_NAME, number: int = 1, **more: Any) -> str:
        """A token with which ``staff`` signs in, by his ``number``-th key; each is another."""
        once = next(_TOKENS).to_bytes(16, "big")
        at = self.clock.now() // SECOND
        origin = self._identity.origin
        return sign_in_token(origin, staff, key_of(origin, staff, number), at, lambda _: once, **more)

    def sign_in(self, token: str | None = None, back: str = "/desk/now") -> Response:
        """What is answered to who signs in with ``token``, as the officer unless another is given."""
        page = self.client.get("/desk/sign-in")
        return self.post("/desk/sign-in", {"token": token or self.token(), "back": back}, page)

    def post(self, path: str, fields: dict[str, str], page: Response | None = None, **headers: str) -> Response:
        """What is answered to a form of ``page``, or of the page of what goes on now, posted as a browser does."""
        shown = page if page is not None else self.client.get("/desk/now")
        return self.client.post(
            path,
            data={"form": form_of(shown), **fields},
            headers={"origin": self.origin, **headers},
            follow_redirects=False,
        )

    def cookie(self, secret: str) -> None:
        """Have the browser bring the session of ``secret``, and no other."""
        self.client.cookies.clear()
        self.client.cookies.set("tombo", secret, domain="desk.example")

    def known(self) -> None:
        """See that the desk knows what was recorded by now, without the second that it takes."""
        with open_checked(self.made.url, self.made.keyring, read_only=True) as store:
            self._identity._learn(store)


def form_of(page: Response) -> str:
    """What the forms of ``page`` bear, empty where it has none."""
    found = re.search(r'name="form" value="([0-9a-f]+)"', page.text)
    return found[1] if found else ""


def desk_network(url: str, folder: Any) -> Network:
    """A ledger with credentials, as ``network``, whose officer has a key."""
    made = network(url, folder)
    made.act(GrantRole(role=OFFICER, staff=OFFICER_NAME), "grant/rui")
    made.act(enrol(ORIGIN, OFFICER_NAME), "enrol/rui")
    return made


@contextmanager
def served_desk(
    made: Network, *, secure: bool = False, provider: OpenIdProvider | None = None, clock: HandClock | None = None
) -> Iterator[Desk]:
    """The desk of ``made``, for a browser that follows redirects."""
    clock, ledger, alarms = clock or HandClock(), open_ledger(made.url, made.keyring), list[Exception]()
    log = StringIO()
    opened = partial(open_checked, made.url, made.keyring, read_only=True)
    with (
        ledger.store,
        Identity(opened, clock, list[Exception]().append) as identity,
        closing(Readers(made.url, made.keyring, clock, alarms.append)) as readers,
        GroupWriter(ledger, lambda: None) as writer,
    ):
        door = Door(writer)
        pages = partial(desk, door, identity=identity, readers=readers, clock=clock, entropy=os.urandom, secure=secure)
        app = application(
            identify=identity,
            ready=lambda: None,
            routers=[(commands(door), frozenset(HolderSort)), (reads(readers), frozenset(HolderSort))],
            pages=[pages(provider=provider)],
            version="1",
        )
        logged = RequestLog(app, request_log(log), clock, os.urandom)
        base = f"http{'s' if secure else ''}://desk.example"
        with TestClient(logged, base_url=base, raise_server_exceptions=False) as client:
            client.headers["accept-language"] = "en"
            yield Desk(made, client, clock, identity, alarms=alarms, log=log)
