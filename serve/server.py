"""The process: uvicorn, held to our times and signals, and TLS."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import socket
import ssl
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from weakref import WeakSet

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.seal.bearer import certificate_digest
from tombo.serve.logs import CROWDED, LATE

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take, from its first byte; of a connection the first one, from its beginning, and before it TLS; and what is left of a
body whose request is answered."""
KEEP_ALIVE_SECONDS: Final = 75
"""How long a connection may stay open with nothing asked: longer than what common clients and proxies keep theirs."""
TLS_END_SECONDS: Final = 10.0
"""How long the other side of a connection that ends may take to take what is left, and to say by TLS that it ends too. A client with a pool reads nothing on
one that it does not use, so it says nothing; and whoever ends this process waits for every connection."""
END_SECONDS: Final = 30
"""How long connections may take to end when the process is told to."""
LATE_SECONDS: Final = 25.0
"""How long requests may take then that are being answered: who still waits is told that nobody knows."""
CONNECTIONS_MAX: Final = 1_000
"""Connections whose requests are answered; those that come beyond them are told 503, and end."""
HELD_MAX: Final = 2 * CONNECTIONS_MAX
"""Connections that are held open at all, also while nothing was said on them: one more is closed at once."""
FILES_BESIDE: Final = 256
"""Files that this process may have open beside its connections: the store and the keys are to be reached whoever comes."""
CIPHERS: Final = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""Of TLS 1.2: authenticated encryption, under a key of each connection's own (RFC 9325). Those of TLS 1.3 are all so."""
HEAD_SIZE_MAX: Final = 16_384
"""Bytes of the head of a request."""
TOGETHER_MAX: Final = 65_536
"""Bytes that are kept to go out together; more go at once, so that who reads slowly is noticed."""
READ_MAX: Final = 16_384
"""Bytes of a connection that are read, and understood, before another has its turn: of a body in chunks of a byte, those take a tenth of a second."""
HEAD_PIECE: Final = 1_024
"""So many bytes of what came are looked at together as long as a head is read: of one that comes whole, h11 does not ask how long it is."""

_READ_ON: Final = frozenset({h11.IDLE, h11.SEND_BODY})
"""Of a connection: a head may come, or a body. In any other state what comes is of a later request, or of none."""
_NOT_ANSWERED: Final = frozenset({h11.IDLE, h11.SEND_RESPONSE})
"""Of us: nothing of an answer was sent yet."""
_SILENT: Final = logging.getLogger("tombo.serve.silent")
_SILENT.disabled = True


class Tls(NamedTuple):
    """The files of TLS: the server's certificate chain and key, and the authority of clients' certificates, if platforms come with one."""

    certificate: Path
    key: Path
    clients: Path | None = None

    def context(self) -> ssl.SSLContext:
        """TLS 1.2 or newer, with these files.

        Raises:
            KeyFileError: one of them cannot be read, or they do not belong together.
        """
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(CIPHERS)
        try:
            context.load_cert_chain(self.certificate, self.key)
            if self.clients is not None:
                context.load_verify_locations(self.clients)
                context.verify_mode = ssl.CERT_OPTIONAL
        except OSError as error:  # ssl.SSLError is one
            raise KeyFileError(
                f"TLS cannot begin with {self.certificate} and {self.key}"
                + (f" and {self.clients}" if self.clients else "")
                + f": {error.strerror or error}; expected PEM files, the key without a passphrase"
            ) from error
        return context


class _Config(uvicorn.Config):
    """uvicorn's, and who hears that something came that is no request."""

    unreadable: Callable[[], None] | None = None


class Together:
    """A transport on which what is written one after the other goes out together: head and body of an answer would be a call of the system and a packet each."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._kept = bytearray()

    def write(self, data: bytes) -> None:
        """Send ``data`` when the event loop goes on at the latest."""
        if not self._kept:
            self._loop.call_soon(self.flush)
        self._kept += data
        if len(self._kept) >= TOGETHER_MAX:
            self.flush()

    def flush(self) -> None:
        """Send what was kept."""
        kept, self._kept = self._kept, bytearray()
        if kept and not self._transport.is_closing():
            self._transport.write(kept)

    def close(self) -> None:
        """Send what was kept, and end."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        """Anything else is as the transport has it."""
        return getattr(self._transport, name)


class _Protocol(H11Protocol):
    """uvicorn's, that also tells the key of the client's certificate, and waits only so long for the head of a request, and for a body that nobody reads.

    What it would write to stderr itself is in the log of requests, or may say what a request says: it writes nothing.
    """

    _late: asyncio.TimerHandle | None = None
    """Closes the connection, unless what is waited for comes before."""
    _ahead = b""
    """What came while a request is answered that was whole: h11 would take as one head whatever of it is there by then, however long."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        self._together = Together(transport, self.loop)
        super().connection_made(cast("asyncio.Transport", self._together))
        self.logger = _SILENT
        tls = transport.get_extra_info("ssl_object")
        certificate = tls.getpeercert(binary_form=True) if tls is not None else None
        if certificate:
            self.app_state = {**self.app_state, "certificate": certificate_digest(certificate)}
        self._late = self.loop.call_later(HEAD_SECONDS, transport.close)
        if len(self.connections) > CONNECTIONS_MAX:
            self.app_state = {**self.app_state, CROWDED: True}

    def data_received(self, data: bytes) -> None:
        self._ahead += data
        self._take()

    def on_response_complete(self) -> None:
        self._together.flush()
        super().on_response_complete()
        self._take()

    def send_400_response(self, msg: str) -> None:
        if isinstance(self.config, _Config) and self.config.unreadable is not None:
            self.config.unreadable()
        if self.conn.our_state in _NOT_ANSWERED:
            super().send_400_response(msg)
        else:
            self.transport.close()  # what was to be answered is, or is being: a second answer would be none
        if self.cycle is not None:  # whatever answers the request hears that nobody listens any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _take(self) -> None:
        """Read what came, as far as it may be read before there is an answer."""
        while self._ahead and self.conn.their_state in _READ_ON and not self.transport.is_closing():
            taken = HEAD_PIECE if self.conn.their_state is h11.IDLE else READ_MAX
            data, self._ahead = self._ahead[:taken], self._ahead[taken:]
            super().data_received(data)
        if self._ahead:
            self.flow.pause_reading()
        self._wait_for_the_rest()

    def _wait_for_the_rest(self) -> None:
        """Of a head that began, or of a body that nobody reads any more: only so long, however it drips."""
        in_head = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        unread = self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete
        if not (in_head or unread) and self._late is not None:
            self._late.cancel()
            self._late = None
        elif (in_head or unread) and self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)


class TakingTurns(socket.socket):
    """A connection that is read a piece at a time, however much has come: asyncio asks for sixteen times as much, and whoever else waits, waits for all of it."""

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """The next bytes, ``READ_MAX`` at most."""
        return super().recv(min(size, READ_MAX), flags)

    def recv_into(self, buffer: Any, size: int = 0, flags: int = 0) -> int:
        """How many bytes came into ``buffer``, ``READ_MAX`` at most."""
        return super().recv_into(buffer, min(size or len(buffer), READ_MAX), flags)


class Listener(socket.socket):
    """A socket that listens, and holds only so many connections open, for files are to be left for the store and the keys. What comes beyond them is closed unread."""

    def __init__(self, listening_at: socket.socket, most: int) -> None:
        """Take over ``listening_at``; hold ``most`` connections."""
        super().__init__(fileno=listening_at.detach())
        self.most = most
        self._taken = WeakSet[socket.socket]()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection.

        Raises:
            ConnectionAbortedError: there was no room for it, and it is closed; asyncio goes on to what else there is to do.
            BlockingIOError: none has come.
        """
        accepted, address = super().accept()
        connection = TakingTurns(self.family, self.type, self.proto, accepted.detach())
        if len(self._taken) >= self.most:
            self._taken = WeakSet(one for one in self._taken if one.fileno() >= 0)
        if len(self._taken) >= self.most:
            connection.close()
            raise ConnectionAbortedError(f"{self.most} connections are open")
        self._taken.add(connection)
        return connection, address

    def cut(self) -> None:
        """Cut every connection that is open: one where TLS did not begin, or does not end, nothing else ends at once."""
        for connection in self._taken:
            with suppress(OSError):  # it ended
                connection.shutdown(socket.SHUT_RDWR)


def _connections_to_hold() -> int:
    """As many as there are files for."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return HELD_MAX if files == resource.RLIM_INFINITY else min(HELD_MAX, max(files - FILES_BESIDE, files // 2))


class Loop(asyncio.SelectorEventLoop):
    """asyncio's, which waits for the beginning of TLS as long as for a head, and not for a minute; and for its end not for half of one."""

    async def create_server(self, *given: Any, **named: Any) -> asyncio.Server:
        """As asyncio has it."""
        if named.get("ssl") is not None:
            named["ssl_handshake_timeout"] = HEAD_SECONDS
            named["ssl_shutdown_timeout"] = TLS_END_SECONDS
        made: asyncio.Server = await super().create_server(*given, **named)
        return made


def listening(host: str, port: int) -> Listener:
    """A socket that listens at ``host`` and ``port``; at any free one where it is 0.

    Raises:
        UsageError: it cannot be had.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = found[0]
        listener = socket.create_server(address[:2], family=family, backlog=2_048)
    except OSError as error:
        raise UsageError(f"{host} port {port} cannot be listened at: {error.strerror or error}") from error
    # What it accepts has this too. asyncio sets it only where a socket names its protocol, and without it an answer of two writes waits 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Listener(listener, _connections_to_hold())


def run(
    app: ASGIApp,
    listener: Listener,
    tls: ssl.SSLContext | None,
    began: Callable[[], None],
    closing: Callable[[], None],
    *,
    unreadable: Callable[[], None],
) -> int | None:
    """Answer requests until SIGTERM, SIGINT or SIGHUP; which of them it was, None where something else ended it.

    ``began`` is called once a signal ends it so, before the first request is answered.
    ``closing`` is called at the first: no more commands are to be taken. What is being answered is answered; a second signal ends that too.
    ``unreadable`` hears of what came and was no request of HTTP: nothing of it is written anywhere.
    """
    config = _Config(
        app,
        http=_Protocol,
        ws="none",
        lifespan="on",
        loop="asyncio",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=END_SECONDS,
        h11_max_incomplete_event_size=HEAD_SIZE_MAX,
        ssl_context_factory=None if tls is None else lambda *_: tls,
    )
    config.unreadable = unreadable
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # type: ignore[method-assign, assignment]  # signals are ours
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(_until_told(server, listener, began, closing))


async def _until_told(
    server: uvicorn.Server, listener: Listener, began: Callable[[], None], closing: Callable[[], None]
) -> int | None:
    loop, told = asyncio.get_running_loop(), list[int]()

    def cancel(*why: str) -> None:
        for task in server.server_state.tasks:
            task.cancel(*why)

    def end(number: int) -> None:
        if told:
            server.lifespan.logger = _SILENT  # it is cut off, and would tell of that in a traceback
            server.force_exit = True
            cancel()
            for connection in server.server_state.connections:
                connection.transport.abort()  # from CPython 3.12 on, who closes a server waits for each of them
            listener.cut()
        else:
            told.append(number)
            closing()
            server.should_exit = True
            loop.call_later(LATE_SECONDS, cancel, LATE)

    known: list[Any] = [number for number in SIGNALS if signal.getsignal(number) not in {signal.SIG_IGN, None}]
    for number in known:
        loop.add_signal_handler(number, end, number)
    try:
        began()
        await server.serve(sockets=[listener])
    finally:
        for number in known:
            loop.remove_signal_handler(number)
    return told[0] if told else None
