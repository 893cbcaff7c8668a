"""Makes the vectors of docs/format.md, the same bytes every time: ``python -m tests.vectors.make`` writes them anew.

Nothing here is secret: every seed is a run of one byte.
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

from tombo.ledger.catalogue import command_digest
from tombo.ledger.core.cards import card_id
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.games.poker.commands import Call
from tombo.ledger.games.poker.events import BetPlaced, HoleCardsDealt
from tombo.ledger.house.key import KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.house.log.events import ClockStepped, LogOpened
from tombo.ledger.seal import canonical
from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.seal.entry import ZERO32, EntryHasher, body, leaf_data, pack, source
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey
from tombo.ledger.seal.merkle import EMPTY_ROOT, consistency_proof, inclusion_proof, leaf_hash, tree_hash
from tombo.ledger.seal.note import cosign, sign_note
from tombo.ledger.seal.personal import Field, open_text, seal_text
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.proof import prove, write_proof
from tombo.ledger.seal.receipt import Append, write_receipt
from tombo.ledger.seal.registry import (
    Purpose,
    Registration,
    event_key_name,
    registered_text,
    retired_text,
    revoked_text,
    root_name,
    sign_registration,
    sign_retirement,
    sign_revocation,
)

FOLDER: Final = Path(__file__).parent
ORIGIN: Final = "operator.example/ledger/1"
ROOT: Final = PrivateKey(root_name(ORIGIN), bytes([0x10] * 32))
LOG: Final = PrivateKey(ORIGIN, bytes([0x20] * 32))
EVENT_1: Final = PrivateKey(event_key_name(ORIGIN, 1), bytes([0x31] * 32))
EVENT_2: Final = PrivateKey(event_key_name(ORIGIN, 2), bytes([0x32] * 32))
WITNESS: Final = PrivateKey("regulator.example/w1", bytes([0x40] * 32))
POLICY: Final = Policy(ROOT.public, LOG.public)
START: Final = 1_763_000_000_000_000
HAND: Final = "hand:mesa-1/42"
PLATFORM: Final = By(actor="platform", id="operator")
PLAYER: Final = By(actor="player", id="p-7f3a")
SALTS: Final = tuple(bytes([0xA0 + slot] * 32) for slot in range(4))
CARDS: Final = ("As", "Kd", "Ah", "Kc")
BET: Final = BetPlaced(action="call", all_in=False, paid=600, seat=3)
ENVELOPE: Final = Envelope(Call(hand="mesa-1/42", seat=3), PLAYER, "c-1", START + 2)

Happening = tuple[str, EventBase, By, CommandRef | None, int | None]
"""Stream, event, by, command, occurred."""


class Ledger:
    """A ledger in memory, sealed as docs/format.md says, entry by entry."""

    def __init__(self) -> None:
        self.hasher = EntryHasher(ORIGIN)
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.entries: list[dict[str, Any]] = []
        self.leaves: list[bytes] = []
        self.appends: list[dict[str, Any]] = []
        self.anchor = Checkpoint(ORIGIN, 0, EMPTY_ROOT)

    def append(self, key: PrivateKey, recorded: int, happenings: list[Happening]) -> None:
        """One commit: chain, hash, sign, pack."""
        first, made = len(self.leaves), []
        for stream, event, by, command, occurred in happenings:
            version, prev = self.heads.get(stream, (0, ZERO32))
            kind: str = getattr(event, "kind")  # noqa: B009 - every event has one, the base class does not say so
            content = body(source(by, command), event, occurred, stream, version + 1)
            hashed = self.hasher(stream, version + 1, kind, key.key_id, prev, content)
            self.heads[stream] = version + 1, hashed
            made.append((stream, version + 1, kind, prev, content, hashed))
        root = append_root([hashed for *_, hashed in made])
        size = self.anchor.size
        text = append_text(ORIGIN, first, len(made), recorded, size, self.anchor.root, root)
        signature = key.sign(text)
        self.appends.append({"text": text.decode(), "root": root.hex(), "signature": signature.hex(), "key": key.name})
        for stream, version, kind, prev, content, hashed in made:
            state = pack(key.key_id, prev, first, len(made), recorded, size, signature, content)
            leaf = leaf_data(stream, version, kind, state)
            self.entries.append(
                {
                    "stream": stream,
                    "version": version,
                    "kind": kind,
                    "key_id": key.key_id.hex(),
                    "prev": prev.hex(),
                    "body": content.decode(),
                    "entry_hash": hashed.hex(),
                    "state": state.hex(),
                    "leaf": leaf.hex(),
                    "leaf_hash": leaf_hash(leaf).hex(),
                }
            )
            self.leaves.append(leaf)

    @property
    def hashes(self) -> list[bytes]:
        """The leaf hashes."""
        return [leaf_hash(leaf) for leaf in self.leaves]

    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the log as it stands."""
        return Checkpoint(ORIGIN, len(self.leaves), tree_hash(self.hashes))

    def node(self, level: int, index: int) -> bytes:
        """The root of a complete subtree."""
        return tree_hash(self.hashes[index << level : index + 1 << level])


def ledger() -> Ledger:
    """Nine entries: a beginning, a deal under an anchor, a change of keys, a clock that stepped, a revocation."""
    made = Ledger()
    opened = LogOpened(demo=False, origin=ORIGIN, root=b64encode(ROOT.public.raw).decode())
    keys: list[tuple[Purpose, PrivateKey]] = [("event", EVENT_1), ("checkpoint", LOG), ("event", EVENT_2)]
    first, log, second = (
        KeyRegistered(**sign_registration(ORIGIN, purpose, key, ROOT)._asdict()) for purpose, key in keys
    )
    start: list[Happening] = [("log:main", opened, PLATFORM, None, None)]
    start += [(f"key:{event.key}", event, PLATFORM, None, None) for event in (first, log)]
    made.append(EVENT_1, START, start)
    made.anchor = made.checkpoint()
    command = CommandRef(digest=command_digest(ENVELOPE), id=ENVELOPE.command_id)
    commitments = [card_commitment(HAND, slot, card_id(CARDS[slot]), SALTS[slot]).hex() for slot in range(4)]
    deal = HoleCardsDealt(commitments=list(commitments), seats=[3, 7, 3, 7])
    made.append(EVENT_1, START + 5, [(HAND, deal, PLATFORM, None, None)])
    made.append(EVENT_1, START + 9, [(HAND, BET, PLAYER, command, START + 2)])
    retired = KeyRetired(key=first.key, root_signature=sign_retirement(ORIGIN, EVENT_1.key_id, ROOT))
    rotation: list[Happening] = [(f"key:{event.key}", event, PLATFORM, None, None) for event in (second, retired)]
    made.append(EVENT_1, START + 9, rotation)
    step = ClockStepped(clock=START + 1, floor=START + 9)
    made.append(EVENT_2, START + 9, [("log:main", step, PLATFORM, None, None)])
    signature = sign_revocation(ORIGIN, EVENT_1.key_id, 6, ROOT)
    revoked = KeyRevoked(key=first.key, last_good=6, reason="vector", root_signature=signature)
    made.append(EVENT_2, START + 20, [(f"key:{first.key}", revoked, PLATFORM, None, None)])
    return made


def canonical_vectors() -> dict[str, Any]:
    """Values with their bytes, and bytes that are refused."""
    values: list[Any] = [
        None, True, 0, -1, 2**53 - 1, -(2**53 - 1), "", "é\U0001f0a1\u2028\x7f", '"\\/\b\f\n\r\t\0\x1f',
        [], {}, [1, [2, [3]]], {"": 0, "B": 1, "a": 2, "aa": 3}, {"cents": 600},
    ]  # fmt: skip
    refused = {
        "a float": b"1.0", "an exponent": b"1e3", "minus zero": b"-0", "a leading zero": b"01",
        "2 to the 53": b"9007199254740992", "a key twice": b'{"a":1,"a":1}', "keys out of order": b'{"b":1,"a":1}',
        "a key that is not ASCII": '{"é":1}'.encode(), "white space": b"[1, 2]", "a line feed at the end": b"1\n",
        "an escape without need": b'"\\u0041"', "upper-case hexadecimal": b'"\\u001F"', "a lone surrogate": b'"\\ud800"',
        "a raw control character": b'"\x01"', "not UTF-8": b'"\xff"', "not a number": b"NaN", "nothing": b"",
        "33 levels": b"[" * 33 + b"]" * 33,
    }  # fmt: skip
    return {
        "accepted": [{"value": value, "bytes": canonical.encode(value).hex()} for value in values],
        "refused": [{"why": why, "bytes": data.hex()} for why, data in refused.items()],
    }


def key_vectors() -> dict[str, Any]:
    """Keys, and the texts under their registration, retirement and revocation."""
    said = sign_registration(ORIGIN, "event", EVENT_1, ROOT)
    return {
        "keys": [
            {
                "name": key.name,
                "seed": seed.hex(),
                "public": key.public.raw.hex(),
                "key_id": key.key_id.hex(),
                "vkey": key.public.vkey,
                "file": key.text + "\n",
            }
            for key, seed in (
                (ROOT, b"\x10" * 32),
                (LOG, b"\x20" * 32),
                (EVENT_1, b"\x31" * 32),
                (EVENT_2, b"\x32" * 32),
            )
        ],
        "registered": {
            "text": registered_text(ORIGIN, "event", EVENT_1.name, EVENT_1.public.raw).decode(),
            "possession": said.possession,
            "root_signature": said.root_signature,
        },
        "retired": {
            "text": retired_text(ORIGIN, EVENT_1.key_id).decode(),
            "root_signature": sign_retirement(ORIGIN, EVENT_1.key_id, ROOT),
        },
        "revoked": {
            "text": revoked_text(ORIGIN, EVENT_1.key_id, 6).decode(),
            "root_signature": sign_revocation(ORIGIN, EVENT_1.key_id, 6, ROOT),
        },
    }


def small_vectors() -> dict[str, Any]:
    """Commitments, the digest of a command, a sealed name."""
    field, secret = Field(ORIGIN, HAND, 1, "source.names.0"), bytes([0x50] * 32)
    sealed = seal_text("Zoë", secret, field, lambda size: bytes([0x60] * size))
    envelope = {
        "by": PLAYER.model_dump(mode="json"),
        "command": ENVELOPE.command.model_dump(mode="json"),
        "occurred": ENVELOPE.occurred,
    }
    return {
        "commitments": [
            {
                "stream": HAND,
                "slot": slot,
                "card_text": text,
                "card": card_id(text),
                "salt": SALTS[slot].hex(),
                "commitment": card_commitment(HAND, slot, card_id(text), SALTS[slot]).hex(),
            }
            for slot, text in enumerate(CARDS)
        ],
        "command": {"canonical": canonical.encode(envelope).decode(), "digest": command_digest(ENVELOPE)},
        "personal": {
            "text": open_text(sealed, secret, field),
            "secret": secret.hex(),
            "nonce": "60" * 12,
            "associated": field.bound.hex(),
            "sealed": sealed,
        },
    }


def log_vectors(made: Ledger) -> dict[str, Any]:
    """The entries and appends of a whole ledger, its tree, proofs and checkpoints."""
    size = len(made.leaves)
    note = sign_note(made.checkpoint().text, LOG)
    return {
        "origin": ORIGIN,
        "entries": made.entries,
        "appends": made.appends,
        "roots": [tree_hash(made.hashes[:count]).hex() for count in range(size + 1)],
        "inclusion": {str(at): [hashed.hex() for hashed in inclusion_proof(at, size, made.node)] for at in range(size)},
        "consistency": {
            str(old): [hashed.hex() for hashed in consistency_proof(old, size, made.node)] for old in range(size + 1)
        },
        "checkpoint": note.decode(),
        "witness": PublicKey(WITNESS.name, WITNESS.public.raw, COSIGNATURE).vkey,
        "cosigned": cosign(note, WITNESS, 1_763_000_001).decode(),
    }


def shared_append() -> tuple[Ledger, Registration]:
    """A ledger with an append of five entries of three commands, anchored; and the registration of its key."""
    made = Ledger()
    opened = LogOpened(demo=False, origin=ORIGIN, root=b64encode(ROOT.public.raw).decode())
    said = sign_registration(ORIGIN, "event", EVENT_1, ROOT)
    first = KeyRegistered(**said._asdict())
    made.append(
        EVENT_1, START, [("log:main", opened, PLATFORM, None, None), (f"key:{first.key}", first, PLATFORM, None, None)]
    )
    made.anchor = made.checkpoint()
    commands = [CommandRef(digest=f"{number:032x}", id=f"c-{number}") for number in (1, 2, 3)]
    streams = (
        (commands[0], HAND),
        (commands[1], HAND),
        (commands[1], "hand:mesa-2/7"),
        (commands[2], HAND),
        (None, HAND),
    )
    made.append(EVENT_1, START + 9, [(stream, BET, PLAYER, command, START + 2) for command, stream in streams])
    return made, said


def evidence_vectors() -> dict[str, Any]:
    """One entry proved, and the receipt of a command that shares its append with others."""
    made, said = shared_append()
    note = cosign(sign_note(made.checkpoint().text, LOG), WITNESS, 1_763_000_001)
    proof = prove(made.leaves[4], 4, note, made.node)
    receipt = Append(ORIGIN, made.leaves[2:], made.anchor.root, said).receipt("c-2", 3, 2)
    return {
        "policy": POLICY.text,
        "proof": write_proof(proof).decode(),
        "receipt": write_receipt(receipt).decode(),
        "entry_hashes": [entry["entry_hash"] for entry in made.entries[2:]],
        "append": made.appends[-1],
    }


def bundle(made: Ledger) -> dict[str, bytes]:
    """The same ledger, exported; one card stays closed."""
    size = len(made.leaves)
    openings = [
        canonical.encode(
            {"card": card_id(CARDS[slot]), "salt": SALTS[slot].hex(), "slot": slot, "stream": HAND, "version": 1}
        )
        for slot in range(3)
    ]
    return {
        "checkpoint": sign_note(made.checkpoint().text, LOG),
        "policy": POLICY.text.encode(),
        f"tile/entries/000.p/{size}": b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in made.leaves),
        f"tile/0/000.p/{size}": b"".join(made.hashes),
        "openings.jsonl": b"".join(line + b"\n" for line in openings),
    }


def generate() -> dict[str, bytes]:
    """Every file of vectors by its path in this folder."""
    made = ledger()
    files = {
        "canonical.json": canonical_vectors(),
        "evidence.json": evidence_vectors(),
        "keys.json": key_vectors(),
        "log.json": log_vectors(made),
        "small.json": small_vectors(),
    }
    texts = {name: f"{json.dumps(value, ensure_ascii=True, indent=1)}\n".encode() for name, value in files.items()}
    return texts | {f"bundle/{name}": data for name, data in bundle(made).items()}


def main() -> None:
    """Write the files."""
    for name, data in generate().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sys.stdout.write(f"{name}: {len(data)} bytes\n")


if __name__ == "__main__":
    main()
