"""`tombo publish` and what `tombo status` says of it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import PLATFORM, Ran, asked, inside, tombo
from tombo.cli.commands.log import publish
from tombo.cli.terminal.output import OutputError
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.seal.lockfile import locked

NEW = ("--ledger", "sqlite:///new.db")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[PublisherFiles]:
    """A new ledger with one entry that no checkpoint covers; work goes on in its folder."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test").status == 0
        keyring = Keyring(Path("new.keys"))
        keyring.checkpoint.rename("elsewhere")
        assert record().status == 0
        Path("elsewhere").rename(keyring.checkpoint)
        yield PublisherFiles(keyring.signer_state)


def record() -> Ran:
    """One command through the live door."""
    return tombo(*NEW, "record", stdin=asked("a/1", PLATFORM, kind="open_account", player="p-1").encode())


def status() -> str:
    """What `tombo status` says of the publisher."""
    return next(line for line in tombo(*NEW, "status").out.splitlines() if line.startswith("Publisher: "))


def test_one_round_signs_what_is_there(place: PublisherFiles) -> None:
    """`--once` signs the head and ends; the status names no process that runs, and when it signed."""
    assert (status(), tombo(*NEW, "--json", "status").document["unpublished"]) == ("Publisher: none runs here", 1)
    ran = tombo(*NEW, "publish", "--once")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.rstrip("\n").endswith(": checkpoint of size 4")
    document = tombo(*NEW, "--json", "status").document
    assert (document["unpublished"], document["publisher"]["size"], document["publisher"]["holder"]) == (0, 4, None)
    assert status().startswith("Publisher: none runs here, signed last ")
    assert tombo(*NEW, "--json", "publish", "--once").document["size"] == 4
    assert place.read() is not None


def test_one_round_that_fails_is_said_once_and_not_to_be_tried_again(
    place: PublisherFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--once` tries once: a signer's memory that cannot be read now passes, and is not said to be gone."""

    def starve(*_: object) -> bytes:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("tombo.ledger.seal.checkpoint.read_plain", starve)
    ran = tombo(*NEW, "publish", "--once")
    assert (ran.status, len(ran.err.splitlines())) == (3, 1), ran.err
    assert "cannot be read now: Too many open files; nothing was signed" in ran.err


def test_a_publisher_goes_on_when_its_stdout_is_full(place: PublisherFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is lost, and said to be; the checkpoint is signed, and the status is good."""

    def full(_: str) -> None:
        raise OutputError("stdout cannot be written: No space left on device")

    monkeypatch.setattr(publish, "say", full)
    ran = tombo(*NEW, "publish", "--once")
    assert (ran.status, ran.err) == (0, "tombo: stdout cannot be written: No space left on device\n")
    found = place.read()
    assert found is not None
    assert (found.state, found.error, found.size) == ("stopped", None, 4)


def test_a_publisher_that_runs_is_named_and_left_alone(place: PublisherFiles) -> None:
    """A second one ends with status 3 and says who is the first; a checkpoint for somebody who waits is signed all the same."""
    with locked(place.lock, "the test's own"):
        ran = tombo(*NEW, "publish", "--once")
        assert (ran.status, ran.out) == (3, "")
        assert "the place of the publisher is held by process " in ran.err
        assert status().startswith("Publisher: runs (process ")
        assert tombo(*NEW, "--json", "checkpoint").document["size"] == 4


def test_a_publisher_that_failed_is_told_with_its_reason(place: PublisherFiles) -> None:
    """Without its key it ends with status 2, the reason stays in the status, and doors go on."""
    Keyring(Path("new.keys")).checkpoint.rename("elsewhere")
    assert tombo(*NEW, "publish").status == 2
    said = status()
    assert said.startswith("Publisher: failed; 1 round without success: the key file ")
    again = record()
    assert (again.status, again.out.count('"repeated": true')) == (0, 1)
    assert place.holder() is None


def test_a_door_ends_with_the_status_of_a_publisher_that_fails(place: PublisherFiles) -> None:
    """G5: what the publisher cannot do now is in the exit status of the door that leaves it alone."""
    assert tombo(*NEW, "publish", "--once").status == 0
    good = place.read()
    assert good is not None
    place.write(good.model_copy(update={"state": "running", "errors": 2, "error": "not reachable", "exit_status": 3}))
    with locked(place.lock, "the test's own"):
        assert record().status == 3
    assert record().status == 0
