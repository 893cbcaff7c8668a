"""``tombo serve``: the ledger's doors on the network, one process a ledger."""

from __future__ import annotations

import ipaddress
import os
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from socket import socket
from typing import Annotated, Final

import typer

from tombo.cli.fence_watch import FenceWatch
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.publication import Publication
from tombo.cli.terminal.output import flush, say, say_json, warn
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import LedgerError, TamperedError, UsageError
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.store import Fence, fence
from tombo.reports.said.commands import network as said

PORT: Final = 8443
FORGED: Final = 1
NEEDED: Final = ("fastapi", "httpx2", "joserfc", "uvicorn")
"""The libraries of ``tombo[serve]`` that it cannot begin without."""

OfCertificate = Annotated[
    Path | None,
    typer.Option("--tls-certificate", metavar="FILE", help="This server's certificate and its chain, PEM."),
]
OfKey = Annotated[
    Path | None, typer.Option("--tls-key", metavar="FILE", help="Its private key, without a passphrase, PEM.")
]
OfClients = Annotated[
    Path | None, typer.Option("--tls-clients", metavar="FILE", help="Whose client certificates are believed, PEM.")
]
BehindProxy = Annotated[
    bool, typer.Option("--behind-proxy", help="Listen without TLS beyond this machine: a proxy in front has it.")
]
AtIssuer = Annotated[
    str | None,
    typer.Option("--openid-issuer", metavar="URL", help="The OpenID provider where staff may sign in to the desk."),
]
AsClient = Annotated[
    str | None, typer.Option("--openid-client", metavar="ID", help="The client ID that this server has there.")
]
BySecret = Annotated[
    Path | None, typer.Option("--openid-secret", metavar="FILE", help="The client secret, in a file of mode 0600.")
]
DeskUrl = Annotated[
    str | None,
    typer.Option("--desk-url", metavar="URL", help="Where browsers find the desk: the provider leads back there."),
]


def serve(
    ctx: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="The address to listen at; 0.0.0.0 is every one.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="0: any that is free.")] = PORT,
    certificate: OfCertificate = None,
    key: OfKey = None,
    clients: OfClients = None,
    proxied: BehindProxy = False,
    issuer: AtIssuer = None,
    client: AsClient = None,
    secret: BySecret = None,
    desk_url: DeskUrl = None,
) -> None:
    """The doors on the network: HTTP for platforms, auditors and officers, one process a ledger.

    Programs ask under /v1, staff and auditors use a browser at /desk. Nobody is let in without a credential on record ('tombo credential grant'); staff signs in
    at the desk with an enrolled key too. Needs tombo[serve]. A second one on the same ledger is refused; 'tombo record' and all others go on beside it. Where no
    publisher runs and the checkpoint key is in the folder of keys, it starts one. Without TLS it listens on this machine alone. SIGTERM: no more commands, what
    waits is answered, a checkpoint, status 0.
    For example: tombo serve --host 0.0.0.0 --tls-certificate chain.pem --tls-key key.pem.
    """
    call = invocation(ctx)
    _may_start(host, certificate, key, clients, proxied=proxied)
    from tombo.desk.router import desk  # noqa: PLC0415  # the whole of a web server, for this command alone
    from tombo.serve import identity, process, readers, server  # noqa: PLC0415  # and so are these
    from tombo.serve.openid import provider, settings  # noqa: PLC0415  # and these

    secure = certificate is not None or proxied
    openid = settings.openid_settings(issuer, client, secret, desk_url, secure=secure)
    at = openid and provider.OpenIdProvider(openid, call.clock, lambda why: warn(said.OPENID_NOT_NOW(why=why)))
    tls = None if certificate is None or key is None else server.Tls(certificate, key, clients).context()
    with (
        fence(call.url) as held,
        server.listening(host, port) as listener,
        call.writing() as ledger,
        open_checked(call.url, call.keyring, read_only=True) as store,
    ):
        guard = _Guard(Publication(call, ledger.store), held)

        readings = readers.Readers(call.url, call.keyring, call.clock, guard.alarm)

        def shared() -> AbstractContextManager[CheckedStore]:
            return nullcontext(store)  # each entry is checked once, for the log's readers and for who may ask

        who = identity.Identity(shared, call.clock, guard.alarm)
        shown = partial(desk, identity=who, readers=readings, clock=call.clock, entropy=os.urandom)
        pages = partial(shown, secure=secure, provider=at)
        served = partial(process.Serving, ledger, store, readings, who, call.clock, guard.check, guard.alarm)
        with guard.publication, FenceWatch(held.check):
            began = partial(_say_serving, call, ledger.store.origin, _url(listener, secure=tls is not None))
            process.serve(served(pages, at), listener, tls, began)
        status = guard.finish()
    if status:
        raise typer.Exit(status)


def _say_serving(call: Invocation, origin: str, url: str) -> None:
    """Where what is served, as that begins."""
    if call.json:
        say_json({"status": "serving", "origin": origin, "url": url})
    else:
        say(said.SERVING(origin=origin, url=url))
    flush()


class _Guard:
    """What stands between a command and its commit: the fence is held, and nobody found that the ledger is not what was sealed."""

    def __init__(self, publication: Publication, held: Fence) -> None:
        self.publication = publication
        self._held = held
        self._found: str | None = None

    def check(self) -> None:
        """See that commands may be recorded.

        Raises:
            LedgerError: they may not.
        """
        if self._found is not None:
            raise TamperedError(self._found)
        self.publication.check()
        self._held.check()

    def alarm(self, error: Exception) -> None:
        """Something read of the ledger is not what was sealed: from now on nothing is recorded. It is said once, however often it is read."""
        if self._found is None:
            self._found = str(error) if isinstance(error, LedgerError) else type(error).__name__
            warn(said.NOT_SERVED_ON(why=self._found))

    def finish(self) -> int:
        """The exit status, once everything is answered.

        Raises:
            LedgerError: the last checkpoint was not signed.
        """
        return FORGED if self._found is not None else self.publication.finish()


def _may_start(host: str, certificate: Path | None, key: Path | None, clients: Path | None, *, proxied: bool) -> None:
    """See that what serves is installed, and that no token travels in the open.

    Raises:
        UsageError: one of the two is not so.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise UsageError(said.NO_SERVER())
    if (certificate is None) != (key is None) or (clients is not None and certificate is None):
        raise UsageError(said.TLS_IN_PART())
    if certificate is None and not proxied and not _on_this_machine(host):
        raise UsageError(said.NO_TLS(host=host))


def _on_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _url(listener: socket, *, secure: bool) -> str:
    host, port = listener.getsockname()[:2]
    return f"http{'s' if secure else ''}://{f'[{host}]' if ':' in host else host}:{port}"
