"""Checkpoints, and the signer that remembers what it signed."""

from __future__ import annotations

import errno
import multiprocessing
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.vectors.shared import shared
from tombo.ledger.core.errors import KeyFileError, MalformedError, StoreUnavailableError, TamperedError
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint, Signer, open_checkpoint, parse_checkpoint
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey
from tombo.ledger.seal.loss import Loss
from tombo.ledger.seal.merkle import EMPTY_ROOT, consistency_proof, leaf_hash, tree_hash
from tombo.ledger.seal.note import cosign, parse_note, sign_note
from tombo.ledger.seal.policy import Policy

ORIGIN = "operator.example/ledger/1"
ROOT = PrivateKey(f"{ORIGIN}/root", bytes(32))
LOG = PrivateKey(ORIGIN, bytes(range(32)))
WITNESS = PrivateKey("regulator.example/w1", bytes(range(32, 64)))
POLICY = Policy(ROOT.public, LOG.public, {"w1": PublicKey(WITNESS.name, WITNESS.public.raw, COSIGNATURE)})
LEAVES = [leaf_hash(bytes([number])) for number in range(9)]


def checkpoint(size: int, leaves: Sequence[bytes] = LEAVES) -> Checkpoint:
    """The checkpoint of the first ``size`` leaves."""
    return Checkpoint(ORIGIN, size, tree_hash(leaves[:size]))


def proof(old: int, size: int, leaves: Sequence[bytes] = LEAVES) -> list[bytes]:
    """That the first ``old`` leaves are a beginning of the first ``size``."""
    return consistency_proof(old, size, lambda level, index: tree_hash(leaves[index << level : index + 1 << level]))


def test_a_checkpoint_is_three_lines() -> None:
    """Origin, size in decimal, root in base64; reading gives it back."""
    empty = Checkpoint(ORIGIN, 0, EMPTY_ROOT)
    assert empty.text == f"{ORIGIN}\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
    assert parse_checkpoint(empty.text) == empty
    assert parse_checkpoint(checkpoint(5).text + "an extension\n") == checkpoint(5)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("\n5\n", "\n05\n", id="a leading zero"),
        pytest.param("\n5\n", "\n-5\n", id="a negative size"),
        pytest.param("\n5\n", "\n+5\n", id="a plus"),
        pytest.param("\n5\n", "\n\u0665\n", id="a digit that is not ASCII"),
        pytest.param("\n5\n", "\n5 \n", id="a space"),
        pytest.param("\n5\n", "\n\n", id="no size"),
        pytest.param("\n5\n", "\n9007199254740992\n", id="2 to the 53"),
        pytest.param("\n5\n", f"\n{'9' * 5000}\n", id="a size of 5000 digits"),
        pytest.param("\n5\n", "\n0\n", id="size 0 with a root"),
        pytest.param("=\n", "\n", id="no padding"),
        pytest.param("=\n", "=\n\n", id="an empty extension line"),
        pytest.param("=\n", "=", id="no line feed"),
        pytest.param(ORIGIN, "", id="no origin"),
        pytest.param(ORIGIN, "a b", id="an origin with a space"),
    ],
)
def test_what_is_no_checkpoint_is_refused(old: str, new: str) -> None:
    """Reading is strict: one checkpoint, one text."""
    text = checkpoint(5).text
    assert old in text
    with pytest.raises(MalformedError):
        parse_checkpoint(text.replace(old, new))


def test_a_root_of_another_length_is_refused() -> None:
    """A root has 32 bytes."""
    with pytest.raises(MalformedError, match="32 bytes"):
        parse_checkpoint(Checkpoint(ORIGIN, 5, bytes(31)).text)


def test_a_checkpoint_opens_under_the_policy() -> None:
    """The log must have signed; witnesses of the policy are listed with their time."""
    note = cosign(sign_note(checkpoint(5).text, LOG), WITNESS, 1_700_000_000)
    found, witnesses = open_checkpoint(note, POLICY)
    assert found == checkpoint(5)
    assert [(good.key.name, good.time) for good in witnesses] == [("regulator.example/w1", 1_700_000_000)]
    assert open_checkpoint(sign_note(checkpoint(5).text, LOG), POLICY)[1] == ()


def test_a_checkpoint_without_the_log_or_of_another_log_is_refused() -> None:
    """A witness alone does not make a checkpoint, nor does the right key under another log's name."""
    log_line = sign_note(checkpoint(5).text, LOG).decode().split("\n\n")[1]
    alone = cosign(sign_note(checkpoint(5).text, LOG), WITNESS, 1).decode().replace(log_line, "").encode()
    with pytest.raises(TamperedError, match="not signed by the log's key"):
        open_checkpoint(alone, POLICY)
    with pytest.raises(TamperedError, match="expected one of"):
        open_checkpoint(sign_note(checkpoint(5)._replace(origin="another").text, LOG), POLICY)


@pytest.mark.corpus
def test_the_checkpoints_of_another_log_open() -> None:
    """All sixteen checkpoints of the Tessera test log are read, and their roots are those of its entries."""
    folder = shared("vectors/tessera-log")
    log = PublicKey.parse("example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx")
    policy = Policy(ROOT.public, log)
    bundle = (folder / "tile/entries/000.p/15").read_bytes()
    leaves = []
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        leaves.append(leaf_hash(bundle[2 : 2 + length]))
        bundle = bundle[2 + length :]
    assert b"".join(leaves) == (folder / "tile/0/000.p/15").read_bytes()
    for size in range(16):
        found, _ = open_checkpoint((folder / f"checkpoint.{size}").read_bytes(), policy)
        assert (found.size, found.root) == (size, tree_hash(leaves[:size]))


def test_the_signer_signs_a_growing_tree(tmp_path: Path) -> None:
    """Each checkpoint shown to continue the last is signed, remembered before it is given out, and given again."""
    signer = Signer.create(tmp_path / "signer", LOG, ROOT.public)
    assert signer.last() == checkpoint(0)
    for old, size in ((0, 3), (3, 4), (4, 9)):
        note = signer.sign(checkpoint(size), proof(old, size))
        assert open_checkpoint(note, POLICY)[0] == checkpoint(size) == signer.last()
        assert (tmp_path / "signer").read_bytes() == note
        assert Signer(tmp_path / "signer", LOG, ROOT.public).sign(checkpoint(size), []) == note
    assert not (tmp_path / "signer.new").exists()


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        pytest.param(checkpoint(4), proof(4, 6), id="a smaller tree"),
        pytest.param(checkpoint(0), [], id="the empty tree"),
        pytest.param(checkpoint(6, LEAVES[1:]), [], id="another root of the same size"),
        pytest.param(checkpoint(8), proof(5, 8), id="a proof from another size"),
        pytest.param(checkpoint(8), [], id="no proof"),
        pytest.param(checkpoint(8, LEAVES[1:]), proof(6, 8, [*LEAVES[1:], b""]), id="a rewritten past"),
        pytest.param(checkpoint(8)._replace(origin="another"), proof(6, 8), id="another log"),
    ],
)
def test_the_signer_refuses_a_second_history(tmp_path: Path, asked: Checkpoint, shown: list[bytes]) -> None:
    """What is not shown to continue the last checkpoint is not signed, and the memory stays as it was."""
    signer = Signer.create(tmp_path / "signer", LOG, ROOT.public)
    signer.sign(checkpoint(6), [])
    before = (tmp_path / "signer").read_bytes()
    with pytest.raises(TamperedError):
        signer.sign(asked, shown)
    assert (tmp_path / "signer").read_bytes() == before


def test_a_signer_without_its_memory_does_not_sign(tmp_path: Path) -> None:
    """A memory that is missing, damaged, another key's or another log's stops the signer; none is made anew."""
    path = tmp_path / "signer"
    with pytest.raises(KeyFileError, match="without it the signer could sign a second history"):
        Signer(path, LOG, ROOT.public).sign(checkpoint(3), [])
    signer = Signer.create(path, LOG, ROOT.public)
    with pytest.raises(KeyFileError, match="has a history already"):
        Signer.create(path, LOG, ROOT.public)
    good = path.read_bytes()
    for bad in (b"", good[:-2], good.replace(b"0\n", b"1\n", 1), sign_note(checkpoint(0).text, WITNESS)):
        path.write_bytes(bad)
        with pytest.raises(KeyFileError, match="damaged or another key's"):
            signer.sign(checkpoint(3), [])
    path.write_bytes(sign_note(checkpoint(0)._replace(origin="another").text, LOG))
    with pytest.raises(KeyFileError, match="is of another; expected"):
        signer.last()
    with pytest.raises(KeyFileError, match="cannot be written"):
        Signer.create(tmp_path / "no" / "signer", LOG, ROOT.public)


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
def test_a_note_that_cannot_be_remembered_is_not_given_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A full disk stops the signer before it answers; afterwards it goes on from what it remembers."""
    signer = Signer.create(tmp_path / "signer", LOG, ROOT.public)
    signer.sign(checkpoint(3), [])

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr(call, fail)
        with pytest.raises(StoreUnavailableError, match="No space left on device; nothing was signed"):
            signer.sign(checkpoint(6), proof(3, 6))
    assert signer.last() == checkpoint(3)
    assert parse_note(signer.sign(checkpoint(5), proof(3, 5))).text == checkpoint(5).text


def sign_in_turn(path: Path, leaves: list[bytes], results: multiprocessing.SimpleQueue[str]) -> None:
    """Another process that asks for a signature under its own version of the past."""
    try:
        results.put(Signer(path, LOG, ROOT.public).sign(checkpoint(len(leaves), leaves), []).decode())
    except TamperedError as error:
        results.put(str(error))


def test_of_two_processes_with_different_pasts_one_is_refused(tmp_path: Path) -> None:
    """The look at the memory and its replacement are one step, also between processes."""
    path = tmp_path / "signer"
    Signer.create(path, LOG, ROOT.public)
    context = multiprocessing.get_context("fork")
    results: multiprocessing.SimpleQueue[str] = context.SimpleQueue()
    workers = [
        context.Process(target=sign_in_turn, args=(path, [leaf_hash(bytes([first, at])) for at in range(5)], results))
        for first in range(4)
    ]
    for worker in workers:
        worker.start()
    outcomes = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    assert sorted(outcome.startswith("the signer refuses") for outcome in outcomes) == [False, True, True, True]


def synced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, bytes]]]:
    """At every sync from now on: which file of ``folder`` is synced, or the folder itself, and what the files hold then."""
    told: list[tuple[str, dict[str, bytes]]] = []
    sync = os.fsync

    def recorded(descriptor: int) -> None:
        files = {path.name: path for path in folder.iterdir()} | {".": folder}
        (name,) = (name for name, path in files.items() if os.path.samestat(path.stat(), os.fstat(descriptor)))
        told.append((name, {name: path.read_bytes() for name, path in files.items() if path.is_file()}))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", recorded)
    return told


def test_a_note_is_remembered_by_its_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new file is synced whole before it takes its place, and the folder after that: a power cut leaves one of the two."""
    signer = Signer.create(tmp_path / "signer", LOG, ROOT.public)
    before = signer.path.read_bytes()
    told = synced(tmp_path, monkeypatch)
    note = signer.sign(checkpoint(5), proof(0, 5))
    (first, then), (second, at_last) = told
    assert (first, then["signer.new"], then["signer"]) == ("signer.new", note, before)
    assert (second, at_last["signer"], "signer.new" in at_last) == (".", note, False)


def test_what_is_given_up_is_kept_by_its_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is synced whole, and the folder with the name of a file that was not there; a torn line stays one of its own."""
    signer = Signer.create(tmp_path / "signer", LOG, ROOT.public)
    loss = Loss(3, checkpoint(3).root, 5, checkpoint(5).root, 4, 3, "the disk died", "s-1", "s-2")
    told = synced(tmp_path, monkeypatch)
    signer.put_lost(b"a note", loss, "a signature")
    line = canonical.encode({"loss": loss.to_json(), "note": "a note", "root_signature": "a signature"}) + b"\n"
    assert [(name, files["signer.lost"]) for name, files in told] == [("signer.lost", line), (".", line)]
    signer.lost.write_bytes(line + b"torn")
    signer.put_lost(b"a note", loss, "a signature")
    assert [(name, files["signer.lost"]) for name, files in told[2:]] == [
        ("signer.lost", line + b"torn\n" + line),
        (".", line + b"torn\n" + line),
    ]
