"""What serves a ledger, put together: the writer, who asks, every path, and the process that answers."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from importlib import metadata
from socket import socket

from tombo.ledger.core.errors import LedgerError
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Ledger
from tombo.serve.app import application
from tombo.serve.commands import commands
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.readers import Readers
from tombo.serve.reads import reads
from tombo.serve.server import run


def serve(
    ledger: Ledger,
    *,
    identity: Identity,
    readers: Readers,
    check: Callable[[], None],
    listener: socket,
    tls: ssl.SSLContext | None,
    began: Callable[[], None],
) -> None:
    """Serve ``ledger`` at ``listener`` until a signal; whatever was taken by then is answered.

    ``readers`` read it, and are closed at the end. ``check`` is asked before every commit; what it raises keeps commands out. ``began`` is called once requests are answered.

    Raises:
        LedgerError: who may ask cannot be read.
    """
    with identity, readers, GroupWriter(ledger, check) as writer:
        door = Door(writer)

        def ready() -> str | None:
            try:
                check()
            except LedgerError:
                return "no commands are taken: the reason is in this process's log"  # who asks need not be known
            if door.closing:
                return "no commands are taken: this process is ending"
            return None if identity.fault is None else "who may ask cannot be read again: the store is not reached"

        routers = [commands(door), reads(readers)]
        app = application(identify=identity, ready=ready, routers=routers, version=metadata.version("tombo"))
        began()
        run(app, listener, tls, door.close)
