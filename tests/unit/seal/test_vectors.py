"""The vectors of docs/format.md: they have not drifted, and reading them gives what is written beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.vectors import make
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import open_checkpoint
from tombo.ledger.seal.entry import EntryHasher, parse_leaf, unpack
from tombo.ledger.seal.keys import PrivateKey, PublicKey
from tombo.ledger.seal.merkle import verify_consistency, verify_inclusion
from tombo.ledger.seal.personal import Field, open_text
from tombo.ledger.seal.policy import Policy, parse_policy

FOLDER: Final = Path(make.__file__).parent


def vectors(name: str) -> Any:
    """A file of vectors."""
    return json.loads((FOLDER / name).read_text())


def test_the_vectors_have_not_drifted() -> None:
    """Making them again gives the same files, byte for byte: format version 1 is what it was."""
    made = make.generate()
    assert {name: (FOLDER / name).read_bytes() for name in made} == made
    kept = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert {name for name in kept if not name.endswith((".py", ".pyc"))} == set(made)


def test_the_page_shows_the_vectors() -> None:
    """The worked entry and the checkpoint in docs/format.md are those of the vectors."""
    page, log = (FOLDER.parents[1] / "docs/format.md").read_text(), vectors("log.json")
    entry, append = log["entries"][4], log["appends"][2]
    shown = [entry[name] for name in ("body", "key_id", "prev", "entry_hash", "leaf_hash")]
    shown += [append["root"], append["signature"], append["text"].split("\n")[6], log["checkpoint"]]
    shown.append(f"{len(entry['body'])} bytes")
    assert [text for text in shown if text not in page] == []


def test_canonical_vectors_are_read_and_refused() -> None:
    """What is accepted comes back as its value, and what is refused is refused for good."""
    found = vectors("canonical.json")
    for case in found["accepted"]:
        assert canonical.decode(bytes.fromhex(case["bytes"])) == case["value"]
    for case in found["refused"]:
        with pytest.raises(MalformedError):
            canonical.decode(bytes.fromhex(case["bytes"]))


def test_entry_vectors_are_read() -> None:
    """Leaf, state, body and hash of every entry fit one another."""
    log = vectors("log.json")
    hasher = EntryHasher(log["origin"])
    for entry in log["entries"]:
        stream, version, kind, state = parse_leaf(bytes.fromhex(entry["leaf"]))
        sealed = unpack(state)
        assert (stream, version, kind, state.hex()) == (
            entry["stream"],
            entry["version"],
            entry["kind"],
            entry["state"],
        )
        assert (sealed.body.decode(), sealed.prev.hex()) == (entry["body"], entry["prev"])
        made = hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
        assert made.hex() == entry["entry_hash"]


def test_append_vectors_verify() -> None:
    """Every append's signature holds over its text, under the key that is named."""
    keys = {case["name"]: PublicKey.parse(case["vkey"]) for case in vectors("keys.json")["keys"]}
    for append in vectors("log.json")["appends"]:
        assert keys[append["key"]].verify(bytes.fromhex(append["signature"]), append["text"].encode())


def test_tree_vectors_verify() -> None:
    """Every leaf is proved in the whole, and every beginning consistent with it."""
    log = vectors("log.json")
    roots = [bytes.fromhex(text) for text in log["roots"]]
    size = len(log["entries"])
    for at, entry in enumerate(log["entries"]):
        proof = [bytes.fromhex(text) for text in log["inclusion"][str(at)]]
        assert verify_inclusion(bytes.fromhex(entry["leaf_hash"]), at, size, proof, roots[size])
    for old, root in enumerate(roots):
        proof = [bytes.fromhex(text) for text in log["consistency"][str(old)]]
        assert verify_consistency(old, root, size, roots[size], proof)


def test_checkpoint_vectors_open() -> None:
    """The checkpoint and its cosignature open under the keys beside them, with the root of the entries."""
    log = vectors("log.json")
    policy = parse_policy((FOLDER / "bundle/policy").read_text())
    witness = PublicKey.parse(log["witness"])
    cosigned = Policy(policy.root, policy.log, {"w1": witness})
    checkpoint, witnesses = open_checkpoint(log["cosigned"].encode(), cosigned)
    assert (checkpoint.size, checkpoint.root.hex()) == (9, log["roots"][9])
    assert [(good.key, good.time) for good in witnesses] == [(witness, 1_763_000_001)]
    assert open_checkpoint((FOLDER / "bundle/checkpoint").read_bytes(), policy)[0] == checkpoint


def test_key_and_personal_vectors_are_read() -> None:
    """Key files give their keys, and the sealed name opens at its place."""
    for case in vectors("keys.json")["keys"]:
        key = PrivateKey.parse(case["file"].removesuffix("\n"))
        assert (key.public.vkey, key.key_id.hex(), key.name) == (case["vkey"], case["key_id"], case["name"])
        assert (key.public.raw.hex(), PrivateKey(key.name, bytes.fromhex(case["seed"])).text) == (
            case["public"],
            key.text,
        )
    sealed = vectors("small.json")["personal"]
    field = Field(make.ORIGIN, make.HAND, 1, "source.names.0")
    assert field.bound.hex() == sealed["associated"]
    assert open_text(sealed["sealed"], bytes.fromhex(sealed["secret"]), field) == sealed["text"]
