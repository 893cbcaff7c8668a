"""Whoever can write to the folder of a backup: nothing he changes is restored unnoticed, nothing outside is read or written, and nothing takes for ever."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tombo.ledger.exchange.tiles import WIDTH
from tombo.ledger.seal import canonical

HERE: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
THERE: Final = ("--ledger", "sqlite:///restored.db", "--keys", "demo/keys")
BACKUP: Final = Path("backup")
ENTRIES, HASHES, OPENINGS = BACKUP / "tile/entries/000", BACKUP / "tile/0/000", BACKUP / "openings/000"
RECORD: Final = 63


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration's ledger, an older backup of it, and the whole of it with an end that no checkpoint covers."""
    folder = tmp_path_factory.mktemp("forged")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
        assert tombo(*HERE, "backup", "older").status == 0
        assert tombo(*HERE, "staff", "grant", "s-9", "officer", "--staff", "s-1").status == 0
        assert tombo(*HERE, "backup", "backup").status == 0
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Iterator[Path]:
    """The same, to be attacked."""
    with inside(Path(shutil.copytree(made, tmp_path / "here"))):
        yield Path.cwd()


def restored() -> Ran:
    """A restore where there is no ledger yet."""
    return tombo(*THERE, "restore", "--from", str(BACKUP))


def put(path: Path, data: bytes) -> None:
    """Bytes in place of others."""
    path.write_bytes(data)


def partial(kind: str) -> Path:
    """The one tile of a kind that is not full and reaches farthest."""
    found = (BACKUP / kind).glob("*.p/*")
    return max(found, key=lambda path: int(path.name))


def a_leaf_changed() -> None:
    put(ENTRIES, ENTRIES.read_bytes().replace(b'"paid":3000', b'"paid":2000'))


def a_hash_changed() -> None:
    put(HASHES, HASHES.read_bytes()[::-1])


def the_end_changed() -> None:
    put(partial("tile/entries"), partial("tile/entries").read_bytes().replace(b'"role":"officer"', b'"role":"manager"'))


def the_end_of_the_checkpoint_changed() -> None:
    """The shorter tile, which only other people's tools read."""
    shorter = min(partial("tile/entries").parent.iterdir())
    put(shorter, shorter.read_bytes()[::-1])


def the_end_from_elsewhere() -> None:
    """The last tile of another size, under this one's name."""
    other = Path("older") / "tile/entries" / partial("tile/entries").parent.name
    put(partial("tile/entries"), next(other.iterdir()).read_bytes())


def openings_swapped() -> None:
    """Two cards of one deal change places, each with the place of the other."""
    data = OPENINGS.read_bytes()
    one, two = data[:RECORD], data[RECORD : 2 * RECORD]
    put(OPENINGS, one[:2] + two[2:] + two[:2] + one[2:] + data[2 * RECORD :])


def openings_moved() -> None:
    """Those of one tile under the name of another."""
    shutil.copy(OPENINGS, partial("openings"))


def an_opening_twice() -> None:
    put(OPENINGS, OPENINGS.read_bytes()[:RECORD] + OPENINGS.read_bytes())


def openings_cut() -> None:
    put(OPENINGS, OPENINGS.read_bytes()[:-1])


def more_is_said_than_there_is() -> None:
    said(10**15)


def less_is_said_than_is_signed() -> None:
    said(WIDTH + 1)


def another_ledgers_checkpoint() -> None:
    """Of a ledger of the same name, made by somebody else."""
    with suppress(FileExistsError):
        Path("else").mkdir()
    words = ("--ledger", "sqlite:///else/ledger.db", "--keys", "else/keys")
    assert tombo(*words, "init", "--origin", "operator.example/demo").status == 0
    assert tombo(*words, "checkpoint", "--out", "else/checkpoint").status == 0
    shutil.copy("else/checkpoint", BACKUP / "checkpoint")


def said(entries: int) -> None:
    """How many entries the backup says that it has."""
    kept = json.loads((BACKUP / "backup").read_bytes())
    put(BACKUP / "backup", canonical.encode(kept | {"entries": entries}) + b"\n")


class Attack(NamedTuple):
    """What is done, and what is said of it before anything is restored."""

    do: Callable[[], None]
    said: str


ATTACKS: Final = (
    Attack(a_leaf_changed, "TAMPERED at 161"),
    Attack(a_hash_changed, "TAMPERED"),
    Attack(the_end_changed, "TAMPERED at 2"),
    Attack(the_end_of_the_checkpoint_changed, "tile/entries/001.p/23 is not the beginning of tile/entries/001.p/25"),
    Attack(the_end_from_elsewhere, "MALFORMED at 2"),
    Attack(openings_swapped, "the opening of 'hand:mesa-1/1' version"),
    Attack(openings_moved, "(openings): an opening that does not parse"),
    Attack(an_opening_twice, "an opening that does not parse"),
    Attack(openings_cut, "an opening that does not parse"),
    Attack(more_is_said_than_there_is, "MISSING"),
    Attack(less_is_said_than_is_signed, "TRUNCATED"),
    Attack(another_ledgers_checkpoint, "checkpoint"),
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.do.__name__)
def test_what_was_changed_is_not_restored(folder: Path, attack: Attack) -> None:
    """It is said what and where, with status 1, nothing stands at the new place, and ``tombo verify`` says it too."""
    attack.do()
    ran = restored()
    assert (ran.status, attack.said in ran.err) == (1, True), ran
    assert not list(folder.glob("restored.db*"))
    judged = tombo(*HERE, "verify", str(BACKUP), "--checkpoint", "demo/checkpoint")
    assert (judged.status, attack.said in judged.out) == (1, True), judged


def test_a_backup_that_says_less_than_is_signed_is_not_gone_on_with(folder: Path) -> None:
    """Else its end would be written again from the ledger, whatever that has there by now."""
    less_is_said_than_is_signed()
    ran = tombo(*HERE, "backup", str(BACKUP))
    assert (ran.status, "names 257 entries, and the checkpoint covers 279" in ran.err) == (1, True), ran


def test_closed_cards_that_were_taken_away_are_counted(folder: Path) -> None:
    """Every entry comes back, and it is said which cards do not."""
    shutil.rmtree(BACKUP / "openings")
    ran = restored()
    assert ran.status == 0, ran
    assert "Restored: 281 entries, 0 openings of closed cards" in ran.out
    assert "Closed cards whose openings are not all there: 8 entries deal such, the first at log index 46." in ran.out


def test_what_says_that_it_is_a_backup_is_missed(folder: Path) -> None:
    """Else it would be taken for a bundle without closed cards."""
    (BACKUP / "backup").unlink()
    for ran in (restored(), tombo(*HERE, "verify", str(BACKUP)), tombo(*HERE, "backup", str(BACKUP))):
        assert (ran.status, "backup" in ran.err) == (2, True), ran


def test_an_older_backup_in_its_place_is_told_by_what_is_missing(folder: Path) -> None:
    """What the keys know of is not there."""
    shutil.rmtree(BACKUP)
    shutil.copytree("older", BACKUP)
    ran = restored()
    assert (ran.status, "Missing: the entries 279 to 280." in ran.out) == (1, True), ran


LINKS: Final = ("tile/entries/000", "tile", "openings", "checkpoint", "backup", "policy")


@pytest.mark.parametrize("name", LINKS)
def test_no_link_leads_out(folder: Path, name: str) -> None:
    """Of a folder or a file: nothing beyond it is read, and nothing is written there."""
    outside = folder / "outside"
    path = BACKUP / name
    path.rename(outside)
    path.symlink_to(outside)
    before = {str(one): one.read_bytes() for one in [outside, *outside.rglob("*")] if one.is_file()}
    run, back = tombo(*HERE, "backup", str(BACKUP)), restored()
    if name != "policy":  # which nobody believes
        assert (back.status != 0, str(path) in back.err) == (True, True), back
        if name != "tile/entries/000":  # which no later run opens
            assert (run.status != 0, str(path) in run.err) == (True, True), run
    assert {str(one): one.read_bytes() for one in [outside, *outside.rglob("*")] if one.is_file()} == before


@pytest.mark.parametrize("name", ["backup.lock", "draft", "tile/entries/002.p"])
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_nothing_outside_is_written_to(folder: Path, name: str, link: Callable[[str, str], None]) -> None:
    """What a run writes itself, or takes away, leads to a key: the key stays as it is."""
    key = folder / "demo/keys/signer"
    before, there = key.read_bytes(), BACKUP / name
    with suppress(FileNotFoundError):
        there.unlink()
    link(str(key), str(there))
    tombo(*HERE, "staff", "grant", "s-8", "officer", "--staff", "s-1")
    ran = tombo(*HERE, "backup", str(BACKUP))
    assert key.read_bytes() == before
    assert ran.status == 0 or "backup.lock" in ran.err, ran


@pytest.mark.parametrize("name", ["backup", "checkpoint", "tile/entries/000", "openings/000", "tile/0/000"])
def test_a_huge_file_is_not_read_to_its_end(folder: Path, name: str) -> None:
    """A hundred gigabytes of nothing: no more of it is read than such a file may have."""
    os.truncate(BACKUP / name, 100 << 30)
    assert restored().status != 0
    assert tombo(*HERE, "backup", str(BACKUP)).status in {0, 1, 2}


def test_what_is_no_plain_file_is_not_waited_for(folder: Path) -> None:
    """A pipe in place of the file that is read first."""
    (BACKUP / "backup").unlink()
    os.mkfifo(BACKUP / "backup")
    for ran in (restored(), tombo(*HERE, "backup", str(BACKUP)), tombo(*HERE, "verify", str(BACKUP))):
        assert (ran.status, "is no plain file" in ran.err) == (2, True), ran
