"""A commit whose answer never comes: the outcome is unknown, is called so, and can be looked up afterwards."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from urllib.parse import quote

import pytest

from tests.conftest import ORIGIN, run_raw
from tests.faults.plain import LoosePostgres, PlainSealing, command, run_of
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.store import OutcomeUnknownError, Store, Tile, create_store, open_store
from tombo.ledger.store.postgres.database import parse


class Proxy:
    """Stands between client and server, and cuts the line around a message it was told to watch for.

    ``cut = "before"``: the message never reaches the server. ``cut = "after"``: the server answers, nobody hears it.
    """

    def __init__(self, params: dict[str, str]) -> None:
        self.watched = b"COMMIT\0"
        self.cut: str | None = None
        self._params = params
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _connect(self) -> socket.socket:
        host, port = self._params["host"], self._params.get("port", "5432")
        if not host.startswith("/"):
            return socket.create_connection((host, int(port)))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.{port}")
        return server

    def _serve(self, client: socket.socket) -> None:
        server = self._connect()
        deaf = threading.Event()
        threading.Thread(target=self._answer, args=(server, client, deaf), daemon=True).start()
        with client, server:
            with suppress(OSError):
                while (data := client.recv(65_536)) and not self._cuts(data, server, deaf):
                    server.sendall(data)
            for end in (client, server):  # closing alone would not wake who still reads from it
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _cuts(self, data: bytes, server: socket.socket, deaf: threading.Event) -> bool:
        if not self.cut or self.watched not in data:
            return False
        if self.cut == "after":
            deaf.set()
            server.sendall(data)
            self._await_answer(server, deaf)
        self.cut = None
        return True

    def _answer(self, server: socket.socket, client: socket.socket, deaf: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(65_536):
                if deaf.is_set():
                    deaf.clear()  # the server has answered: the commit is durable
                else:
                    client.sendall(data)

    def _await_answer(self, server: socket.socket, deaf: threading.Event) -> None:
        for _ in range(2_000):
            if not deaf.is_set():
                return
            threading.Event().wait(0.005)
        raise AssertionError(f"the server at {server.getpeername()} never answered the commit")


@pytest.fixture
def proxy(postgres_schema_url: str) -> Iterator[Proxy]:
    """A proxy before the server of the tests."""
    params, _ = parse(postgres_schema_url)
    made = Proxy({"host": "localhost", **params})
    yield made
    made.close()


@pytest.fixture
def cut_store(postgres_schema_url: str, proxy: Proxy) -> Iterator[Store]:
    """A store that talks through the proxy; the ledger was made without it."""
    create_store(postgres_schema_url, ORIGIN).close()
    params, schema = parse(postgres_schema_url)
    params = {**params, "host": "127.0.0.1", "port": str(proxy.port), "sslmode": "disable", "gssencmode": "disable"}
    url = "postgresql:///?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in params.items())
    with open_store(f"{url}&schema={schema}") as store:
        yield store


@pytest.mark.parametrize(("cut", "durable"), [("before", False), ("after", True)])
def test_the_outcome_of_a_cut_commit_is_unknown_until_looked_up(
    cut_store: Store,
    proxy: Proxy,
    cut: str,
    durable: bool,  # noqa: FBT001
) -> None:
    """Whether the commit arrived or not, the caller gets the same error, and the command id tells which it was."""
    cut_store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing(), commands=[command("one", 0, 2)])
    proxy.cut = cut
    with pytest.raises(OutcomeUnknownError, match="look before sending again"):
        cut_store.recorder.insert_events(run_of("hand:a/2", 3), sealing=PlainSealing(), commands=[command("two", 0, 3)])
    assert proxy.cut is None, "the proxy did cut the commit"
    found = cut_store.command("two")
    assert (found == command("two", 2, 3)) is durable
    assert (found is None) is not durable
    assert cut_store.head().size == (5 if durable else 2)
    ids = cut_store.recorder.insert_events(run_of("hand:a/3", 1), sealing=PlainSealing())
    assert list(ids) == [cut_store.head().size]


def test_a_line_cut_before_the_lock_is_no_unknown_outcome(cut_store: Store, proxy: Proxy) -> None:
    """Lost before anything was sent to be recorded, the append is simply begun again."""
    cut_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    proxy.watched, proxy.cut = b"EXECUTE tombo_head", "after"
    cut_store.recorder.insert_events(run_of("hand:a/2", 1), sealing=PlainSealing())
    assert proxy.cut is None, "the proxy did cut the line"
    assert cut_store.head().size == 2
    cut_store.recorder.insert_events(run_of("hand:a/3", 1), sealing=PlainSealing())


def test_the_outcome_of_a_cut_publication_is_unknown_too(cut_store: Store, proxy: Proxy) -> None:
    """The tree's transaction is told apart in the same way; after it, the tracked size says what was written."""
    cut_store.put_published([Tile(0, 0, bytes(32))], None, 1)
    proxy.watched, proxy.cut = b"COMMIT", "after"
    with pytest.raises(OutcomeUnknownError):
        cut_store.put_published([Tile(0, 0, bytes(64))], "size 2", 2)
    assert (cut_store.published(), cut_store.read_tile(0, 0), cut_store.last_checkpoint()) == (2, bytes(64), "size 2")


def test_a_refusal_at_the_commit_is_no_unknown_outcome(postgres_store: Store) -> None:
    """A server that answers the commit with an error has aborted, and says what aborted it."""
    run_raw(
        postgres_store.url,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not today'; END $$;"
        "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON stored_events DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION refuse()",
    )
    with (
        closing(LoosePostgres(postgres_store)) as loose,
        pytest.raises(StoreUnavailableError, match="not today") as raised,
    ):
        loose.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    assert not isinstance(raised.value, OutcomeUnknownError)
    run_raw(postgres_store.url, "DROP FUNCTION refuse CASCADE")
    assert list(postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]
