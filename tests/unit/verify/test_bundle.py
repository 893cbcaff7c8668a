"""Bundles: what is written verifies without a database; what is hostile is refused or named, and never followed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.forgeries.maker import Made, Memory, make
from tombo.ledger.core.errors import NotFoundError, TamperedError, UnreadableError, UsageError
from tombo.ledger.exchange.bundle import Bundle, write_bundle
from tombo.ledger.exchange.tiles import tile_name
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.note import sign_note
from tombo.ledger.verify import Code, Report, verify

VECTORS = Path(__file__).parents[2] / "vectors/bundle"
SIZE = 165
"""How many entries the honest ledger's newest checkpoint has."""
ENTRIES = f"tile/entries/000.p/{SIZE}"
HASHES = f"tile/0/000.p/{SIZE}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The small honest ledger of the forgeries."""
    return make(tmp_path_factory.mktemp("honest"))


def written(made: Made, folder: Path, *, openings: bool = True) -> Path:
    """A bundle of the ledger as its newest checkpoint has it."""
    note, policy = made.signer.decode(), made.policy.text
    assert (
        write_bundle(folder, Memory(made.tables), note=note, policy=policy, openings=openings) == made.places["signed"]
    )
    return folder


@pytest.fixture
def bundle(made: Made, tmp_path: Path) -> Path:
    """A bundle to do with as one likes."""
    return written(made, tmp_path / "bundle")


def look(made: Made, folder: Path, checkpoint: bytes | None = None) -> Report:
    """The report on a bundle."""
    return verify(partial(Bundle, folder), made.policy, checkpoint=checkpoint)


@pytest.mark.parametrize(
    ("n", "width", "name"),
    [
        (0, 256, "000"),
        (5, 256, "005"),
        (999, 3, "999.p/3"),
        (1_000, 256, "x001/000"),
        (1_234_067, 256, "x001/x234/067"),
        (1_234_067, 255, "x001/x234/067.p/255"),
    ],
)
def test_tiles_have_the_names_of_c2sp(n: int, width: int, name: str) -> None:
    """Groups of three digits, all but the last with an x; the width of a partial tile behind ``.p/``."""
    assert tile_name(n, width) == name


def test_a_bundle_verifies_with_no_database(made: Made, bundle: Path) -> None:
    """Alone it is ``UNWITNESSED``: its checkpoint came with it. With a checkpoint kept outside it is ``OK``."""
    alone = look(made, bundle)
    assert (alone.verdict, alone.entries, alone.problems) == (Code.UNWITNESSED, made.places["signed"], [])
    outside = look(made, bundle, made.saved)
    assert (outside.verdict, outside.size) == (Code.OK, made.places["saved"])
    assert Bundle(bundle).policy == made.policy.text


def test_a_bundle_without_openings_says_what_is_withheld(made: Made, tmp_path: Path) -> None:
    """Nothing is wrong with it; the cards that cannot be looked at are counted."""
    report = look(made, written(made, tmp_path / "bundle", openings=False), made.signer)
    assert (report.verdict, report.exit_status) == (Code.OK, 0)
    assert [found.code for found in report.problems] == [Code.WITHHELD]
    assert "32 face-down cards" in report.problems[0].message


def test_the_published_vectors_are_a_bundle() -> None:
    """The bundle of the format's vectors is read; its closed card is withheld, and nothing else objected to."""
    found = Bundle(VECTORS)
    assert found.head().size == 9
    assert [index for index, *_ in found.rows()] == list(range(9))
    assert len(list(found.openings_between(0, 9) or ())) == 3


@pytest.mark.parametrize("name", ["checkpoint", "policy", "openings.jsonl", ENTRIES, HASHES])
def test_a_flipped_bit_in_any_file_is_found(made: Made, bundle: Path, name: str) -> None:
    """Whatever the file; the policy is the operator's convenience and believed by nobody."""
    path = bundle / name
    data = bytearray(path.read_bytes())
    for byte in range(40, len(data), len(data) // 20):
        changed = bytearray(data)
        changed[byte] ^= 1
        path.write_bytes(changed)
        try:
            status = look(made, bundle, made.saved).exit_status
        except UnreadableError:
            status = 2
        assert status == 0 if name == "policy" else status > 0, byte


def test_framing_that_breaks_is_malformed(made: Made, bundle: Path) -> None:
    """A file cut within an entry does not parse from there on; nothing crashes."""
    path = bundle / ENTRIES
    path.write_bytes(path.read_bytes()[:5_000])
    report = look(made, bundle, made.signer)
    assert report.verdict is Code.MALFORMED


def test_a_missing_file_is_missing_entries(made: Made, bundle: Path) -> None:
    """Without its entries a bundle is a checkpoint of more than there is."""
    shutil.rmtree(bundle / "tile/entries")
    report = look(made, bundle, made.signer)
    assert (report.verdict, report.entries) == (Code.TRUNCATED, 0)


def test_nothing_is_followed_out_of_the_folder(bundle: Path, tmp_path: Path) -> None:
    """A link to elsewhere is refused, not read."""
    outside = tmp_path / "secret"
    outside.write_bytes((bundle / ENTRIES).read_bytes())
    (bundle / ENTRIES).unlink()
    (bundle / ENTRIES).symlink_to(outside)
    with pytest.raises(UnreadableError, match="leads out of the bundle"):
        list(Bundle(bundle).rows())


def test_files_of_odd_names_are_no_tiles(bundle: Path) -> None:
    """Only the names that C2SP gives are looked at."""
    for name in ("12", "x001", "x1/000", "0000", "-01", "000.p/0", "000.p/256", "000.p/a", "\u0660" * 3):
        path = bundle / "tile/entries" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_bytes(b"")
    assert Bundle(bundle).head().size == SIZE


def test_a_bundle_is_written_to_a_new_folder(made: Made, bundle: Path) -> None:
    """A folder that holds something is left alone."""
    with pytest.raises(UsageError, match="not empty"):
        written(made, bundle)


def test_entries_that_are_not_the_checkpoints_are_not_written_as_such(made: Made, tmp_path: Path) -> None:
    """The root of what is exported is compared before the checkpoint is written: without one nothing was finished."""
    other = sign_note(Checkpoint(made.policy.origin, 100, bytes(32)).text, PrivateKey(made.policy.origin, bytes(32)))
    with pytest.raises(TamperedError, match="run 'tombo verify'"):
        write_bundle(tmp_path / "b", Memory(made.tables), note=other.decode(), policy="", openings=False)
    assert not (tmp_path / "b/checkpoint").exists()
    with pytest.raises(UnreadableError):
        Bundle(tmp_path / "b")


def test_what_is_no_folder_is_no_bundle(tmp_path: Path) -> None:
    """A missing folder is named."""
    with pytest.raises(NotFoundError, match="expected a bundle"):
        Bundle(tmp_path / "nowhere")


def pipe(path: Path) -> None:
    """Put a pipe, to which nobody writes, in the place of a file."""
    path.unlink()
    os.mkfifo(path)


def loop(path: Path) -> None:
    """Put a link to itself in the place of a file."""
    path.unlink()
    path.symlink_to(path)


@pytest.mark.parametrize("name", ["checkpoint", "openings.jsonl", ENTRIES, HASHES])
@pytest.mark.parametrize("spoil", [pipe, loop])
def test_what_is_no_plain_file_is_not_read(made: Made, bundle: Path, name: str, spoil: Callable[[Path], None]) -> None:
    """A pipe would be waited for, a link would lead round and round: both are wrong input, at once."""
    spoil(bundle / name)
    with pytest.raises(UnreadableError, match=r"no plain file|levels of symbolic links"):
        look(made, bundle)


@pytest.mark.parametrize("name", ["x999/x999/x999/x999/999", "x999/x999/x999/x999/x999/x999/999", "999999"])
def test_a_tile_beyond_any_log_is_none(made: Made, bundle: Path, name: str) -> None:
    """A number of which no log could have so many entries is passed over as every other odd name."""
    path = bundle / "tile/entries" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    assert look(made, bundle).verdict is Code.UNWITNESSED


def test_a_tile_far_away_costs_nothing(made: Made, bundle: Path) -> None:
    """Between it and the others there is nothing to look at, and it is reported."""
    path = bundle / "tile/entries/x999/x999/999"
    path.parent.mkdir(parents=True)
    path.write_bytes((bundle / ENTRIES).read_bytes())
    first = look(made, bundle).problems[0]
    assert (first.code, first.first) == (Code.MALFORMED, 256 * 999_999_999 + SIZE)


def test_bytes_behind_the_last_entry_are_malformed(made: Made, bundle: Path) -> None:
    """A file holds exactly its entries."""
    path = bundle / ENTRIES
    path.write_bytes(path.read_bytes() + b"\0")
    first = look(made, bundle).problems[0]
    assert (first.code, first.first) == (Code.MALFORMED, SIZE - 1)


def test_openings_that_do_not_parse_are_malformed_and_counted(made: Made, bundle: Path) -> None:
    """One line of nonsense is named; more lines than there can be cards are not read."""
    path = bundle / "openings.jsonl"
    good = path.read_bytes()
    path.write_bytes(good + b"nonsense\n")
    first = look(made, bundle).problems[0]
    assert (first.code, first.field) == (Code.MALFORMED, "openings")
    path.write_bytes(good + b"\n" * 200_000)
    with pytest.raises(UnreadableError, match="more lines than there can be cards"):
        look(made, bundle)


@pytest.mark.parametrize("name", ["card", "salt", "slot", "stream", "version"])
def test_an_opening_of_other_types_does_not_parse(made: Made, bundle: Path, name: str) -> None:
    """Red before: a list or an object for a slot ended verification without a verdict, and true passed for 1."""
    path = bundle / "openings.jsonl"
    first, *others = path.read_text().splitlines(keepends=True)
    for odd in ([], [1], {}, {"a": 1}, True, None, 7 if name in {"salt", "stream"} else "1"):
        path.write_text("".join([canonical.encode({**json.loads(first), name: odd}).decode() + "\n", *others]))
        found = look(made, bundle).problems
        assert (found[0].code, found[0].field) == (Code.MALFORMED, "openings"), odd
        assert Code.WITHHELD in {problem.code for problem in found}, odd


def test_a_signed_size_beyond_all_measure_is_only_a_number(made: Made, bundle: Path) -> None:
    """Whoever has the checkpoint key cannot make a verifier count the tiles of a tree that is not there."""
    (bundle / "checkpoint").write_bytes(sign_note(Checkpoint(made.policy.origin, 2**53 - 1, bytes(32)).text, made.log))
    first = look(made, bundle).problems[0]
    assert (first.code, first.first, first.last) == (Code.TRUNCATED, SIZE, 2**53 - 2)


def told(made: Made, folder: Path) -> list[str]:
    """Every problem of a bundle up to its message."""
    return [str(problem).partition(":")[0] for problem in look(made, folder, made.saved).problems]


def sparse(path: Path) -> None:
    """Put nothing but zeros in the place of a file's bytes."""
    size = path.stat().st_size
    path.write_bytes(b"")
    os.truncate(path, size)


def test_f8_a_tile_of_zeros_is_one_problem(made: Made, bundle: Path) -> None:
    """Red before: a line for each of its entries, all the same, and one for each opening of those."""
    sparse(bundle / ENTRIES)
    assert told(made, bundle) == [f"MALFORMED at 0-{SIZE - 1} (state)", "POLICY_FAIL (key)"]  # no key is registered


def test_f8_hashes_of_zeros_are_one_problem(made: Made, bundle: Path) -> None:
    """Red before: a line for each hash, all the same."""
    sparse(bundle / HASHES)
    assert told(made, bundle) == [f"TAMPERED at 0-{SIZE - 1} (tiles)"]


def test_f8_openings_that_are_there_twice_are_told_by_entry(made: Made, bundle: Path) -> None:
    """Red before: a line for each card."""
    path = bundle / "openings.jsonl"
    path.write_bytes(path.read_bytes() * 3)
    dealt = sorted({problem.first for problem in look(made, bundle).problems if problem.first is not None})
    assert told(made, bundle) == [f"TAMPERED at {index} (openings)" for index in dealt]
    said = look(made, bundle).problems[0].message
    assert said.endswith("version 4 slot 0, 1, 2, 3, 4, 5, 6, 7: there more than once")
