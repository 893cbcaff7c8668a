"""A command that is in the log, sent again while a file of the keys is in the way: nobody tells its platform not to send it (G1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.worlds.two_doors import Doors, deposit
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger


@contextmanager
def away(path: Path, *, folder: bool) -> Iterator[None]:
    """The file is not there for a moment; ``folder``: something else is."""
    aside = path.with_name(f"{path.name}.aside")
    path.rename(aside)
    if folder:
        path.mkdir()
    yield
    if folder:
        path.rmdir()
    aside.rename(path)


def alone(door: Ledger, envelope: Envelope) -> object:
    """What the door answers."""
    try:
        return door.handle(envelope)
    except LedgerError as error:
        return error


def queued(door: Ledger, envelope: Envelope) -> object:
    """What a queue answers."""
    with GroupWriter(door) as writer:
        return writer.submit(envelope).wait()


@pytest.mark.parametrize("ask", [alone, queued])
def test_g1_the_signers_file_in_the_way_of_another_door(
    doors: Doors, ask: Callable[[Ledger, Envelope], object]
) -> None:
    """Red before: asked through the other door, which had to read the account first: status 2, "do not send it again"."""
    first = doors.first.handle(deposit("a"))
    assert isinstance(first, Acknowledgement)
    with away(doors.keyring.signer_state, folder=True):
        for door in (doors.first, doors.second):
            answer = ask(door, deposit("a"))
            assert isinstance(answer, StoreUnavailableError) or answer == first._replace(repeated=True)
    assert ask(doors.second, deposit("a")) == first._replace(repeated=True)


@pytest.mark.parametrize("ask", [alone, queued])
def test_g1_the_mark_away(doors: Doors, ask: Callable[[Ledger, Envelope], object]) -> None:
    """Red before: status 2 and "nothing was recorded" of what was in the log; of a new command it is true."""
    first = doors.second.handle(deposit("a"))
    assert isinstance(first, Acknowledgement)
    with away(doors.keyring.trusted.mark, folder=False):
        doors.clock.instant += 5_000_000
        assert ask(doors.second, deposit("a")) == first._replace(repeated=True)
        assert isinstance(ask(doors.second, deposit("b")), KeyFileError)
    size = doors.second.store.head().size
    assert ask(doors.second, deposit("a")) == first._replace(repeated=True)
    assert doors.second.store.head().size == size
