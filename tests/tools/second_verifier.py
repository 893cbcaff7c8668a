"""A second verifier, written from docs/format.md: the standard library and an Ed25519, and not a line of ours.

python second_verifier.py BUNDLE POLICY: OK (exit status 0), FAILED and where (1), or a file that cannot be read (2).
"""

import json
import re
import struct
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HEADER = struct.Struct(">B8s32sQHQQ64s")  # format, key id, prev, first, count, recorded, anchor size, signature
SIGNED = {"key.registered": ["purpose", "name", "public"], "key.retired": ["key"], "key.revoked": ["key", "last_good"]}
CLOSED = {"blackjack.hole_card_dealt", "hand.hole_cards_dealt", "sem_descarte.cards_dealt"}
P, FAR = 2**255 - 19, 2**53
Y8 = 55188659117513257062467267217118295137698188065244968500265048394206261417927  # of two points of order 8


def need(truth: object, said: str) -> None:
    if not truth:
        raise ValueError(said)


def b64(text: str) -> bytes:
    need(b64encode(data := b64decode(text, validate=True)).decode() == text, f"{text!r} is not strict base64")
    return data


def unframe(data: bytes, start: int) -> tuple[bytes, int]:
    end = start + 2 + int.from_bytes(data[start : start + 2], "big")
    need(end <= len(data), "it ends too early")
    return data[start + 2 : end], end


def plain(value: Any, levels: int) -> bool:
    if isinstance(value, dict):
        return "".join(value).isascii() and plain([*value.values()], levels)
    if isinstance(value, list):
        return levels > 0 and all(plain(inner, levels - 1) for inner in value)
    return value is None or isinstance(value, str) or (isinstance(value, int) and abs(value) < FAR)


def canonical(data: bytes) -> Any:
    value = json.loads(data)
    again = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    need(again == data and plain(value, 32), "JSON that is not canonical")
    return value


def tree(leaves: list[bytes]) -> Callable[[int, int], bytes]:
    @cache
    def root(start: int, end: int) -> bytes:  # RFC 6962, of the leaves from one index to another
        if end - start < 2:
            return sha256(b"\0" + leaves[start] if end > start else b"").digest()
        middle = start + (1 << (end - start - 1).bit_length() - 1)
        return sha256(b"\1" + root(start, middle) + root(middle, end)).digest()

    return root


def signed(key: bytes, signature: bytes, *lines: object) -> None:
    y = int.from_bytes(key, "little") % 2**255
    need(y < P and y not in {0, 1, P - 1, Y8, P - Y8}, "a key of low order, or in a second encoding")
    Ed25519PublicKey.from_public_bytes(key).verify(signature, "".join(f"{line}\n" for line in lines).encode())


def read_checkpoint(note: str, origin: str, key_id: str, key: bytes) -> tuple[int, bytes]:
    (text, _, below), mark = note.rpartition("\n\n"), f"\N{EM DASH} {origin} "
    made = [b64(line.removeprefix(mark)) for line in below.split("\n") if line.startswith(mark)]
    ours = [data[4:] for data in made if data[:4].hex() == key_id]
    need(ours and note.endswith("\n"), "the log's key did not sign it")
    for signature in ours:
        signed(key, signature, text)
    name, size, root = text.split("\n")[:3]
    need(name == origin and str(abs(int(size))) == size and len(b64(root)) == 32, "not one of this log")
    return int(size), b64(root)


def read_leaves(bundle: Path, size: int) -> Iterator[bytes]:
    for number in range((size + 255) // 256):
        count, name, above = min(256, size - number * 256), f"{number % 1000:03}", number // 1000
        while above:  # 1234067 is x001/x234/067
            name, above = f"x{above % 1000:03}/{name}", above // 1000
        data, end = (bundle / "tile/entries" / (name if count == 256 else f"{name}.p/{count}")).read_bytes(), 0
        for _ in range(count):
            leaf, end = unframe(data, end)
            yield leaf
        need(end == len(data), f"entry bundle {name} goes on after its last leaf")


class Log:
    """The log as far as it is checked."""

    def __init__(self, origin: str, root: bytes, leaves: list[bytes]) -> None:
        self.origin, self.root, self.leaves, self.tree = origin, root, leaves, tree(leaves)
        self.heads: dict[str, tuple[int, bytes]] = {}  # stream: newest version and its hash
        self.made: list[tuple[tuple[Any, ...], bytes, Any]] = []  # header, hash and command id of each entry
        self.cards: dict[tuple[str, int, int], str] = {}  # stream, version, slot: commitment
        self.keys: dict[str, list[Any]] = {}  # id: public, purpose, first index, retired at, last good index

    def entries(self) -> Iterator[str]:
        for index, leaf in enumerate(self.leaves):
            yield f"index {index}"
            name, end = unframe(leaf, 0)
            kind, start = unframe(leaf, end + 8)
            stream, version = name.decode(), int.from_bytes(leaf[end : end + 8], "big")
            yield f"index {index}, {stream} version {version}"
            header, content = HEADER.unpack_from(leaf, start), leaf[start + HEADER.size :]
            body = canonical(content)
            need(header[0] == 1, f"format {header[0]}")
            need(set(body) == {"by", "command", "event", "occurred", "stream", "version"}, "not the fields of a body")
            said = body["stream"], body["version"], body["event"]["kind"].encode()
            need(said == (stream, version, kind), "the body says another stream, version or kind")
            need(kind.startswith(stream.encode().split(b":")[0] + b"."), "a kind of another type of stream")
            before = self.heads.get(stream, (0, bytes(32)))
            need((version - 1, header[2]) == before, "it does not follow the entry before it in its stream")
            placed = b"tombo/entry/v1\n" + struct.pack(">H", len(self.origin)) + self.origin.encode() + leaf[:start]
            self.heads[stream] = version, sha256(placed + header[1] + header[2] + content).digest()
            self.made.append((header, self.heads[stream][1], body["command"] and body["command"]["id"]))
            self.event(index, header[3], body["event"], stream, version)

    def event(self, index: int, first: int, event: dict[str, Any], stream: str, version: int) -> None:
        kind = event["kind"].removesuffix(".v1")
        need((kind == "log.opened") == (index == 0), "the log is opened once, by its first entry")
        if kind == "log.opened":
            need((event["origin"], b64(event["root"])) == (self.origin, self.root), "not the log that the policy names")
        elif kind in CLOSED:
            self.cards |= {(stream, version, slot): text for slot, text in enumerate(event["commitments"]) if text}
        elif kind.startswith("key."):
            key, lines = event["key"], [f"tombo/{kind.replace('.', '-')}/v1", self.origin]
            need(stream == f"key:{key}", "of another key than its stream")
            lines += [event[field] for field in SIGNED[kind]]
            signed(self.root, b64(event["root_signature"]), *lines)
            if kind == "key.registered":
                public = b64(event["public"])
                right = sha256(event["name"].encode() + b"\n\1" + public).hexdigest()[:16]
                need(key == right and key not in self.keys, "another key's id, or registered again")
                signed(public, b64(event["possession"]), *lines)
                self.keys[key] = [public, event["purpose"], first, FAR, FAR]
            else:
                at, until = (3, index) if kind == "key.retired" else (4, event["last_good"])
                self.keys[key][at] = min(self.keys[key][at], until)

    def appends(self) -> Iterator[str]:
        (at, floor), commands = (0, 0), set[str]()
        while at < len(self.made):
            yield f"append from index {at}"
            _, key, _, first, count, recorded, anchor, signature = self.made[at][0]
            append = self.made[at : at + count]
            same = {(header[1], *header[3:]) for header, *_ in append}
            need(first == at and len(append) == count and len(same) == 1, "not whole, or not in its place")
            need(recorded >= floor and anchor <= first, "recorded or anchored out of order")
            public, purpose, since, retired, good = self.keys.get(key.hex(), [b"", "", 0, 0, 0])
            may = purpose == "event" and since <= first < retired and first + count - 1 <= good
            need(may, f"the key {key.hex()} may not sign here")
            roots = self.tree(0, anchor), tree([entry_hash for _, entry_hash, _ in append])(0, count)
            said = first, count, recorded, anchor, *(b64encode(root).decode() for root in roots)
            signed(public, signature, "tombo/append/v1", self.origin, *said)
            for name in [name for name, _ in groupby(name for *_, name in append) if name]:
                need(name not in commands, f"the command {name} stands elsewhere too")
                commands.add(name)
            at, floor = at + count, recorded

    def openings(self, lines: list[bytes]) -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            yield f"openings, line {number}"
            said = canonical(line)
            commitment = self.cards.pop((said["stream"], said["version"], said["slot"]), None)
            data = b"\0card/v1\0" + struct.pack(">H", len(said["stream"])) + said["stream"].encode()
            data += bytes([said["slot"], said["card"]]) + bytes.fromhex(said["salt"])
            need(sha256(data).hexdigest() == commitment, "it opens no commitment, or one that is open already")


def checks(bundle: Path, policy: str) -> Iterator[str]:
    yield "policy"
    lines = re.findall(r"^(root|log)[ \t]+(\S+)\+([0-9a-f]{8})\+(\S+)", policy, re.MULTILINE)
    keys = {role: (name, key_id, b64(key)) for role, name, key_id, key in lines}
    (root_name, _, root_key), (origin, log_id, log_key) = keys["root"], keys["log"]
    need(root_name == f"{origin}/root" and root_key[0] == log_key[0] == 1, "not the keys of one ledger")
    yield "checkpoint"
    size, root = read_checkpoint((bundle / "checkpoint").read_bytes().decode(), origin, log_id, log_key[1:])
    log = Log(origin, root_key[1:], list(read_leaves(bundle, size)))
    yield from log.entries()
    yield from log.appends()
    yield "checkpoint"
    need(log.tree(0, size) == root, "its root is not that of the entries")
    file, all_cards = bundle / "openings.jsonl", len(log.cards)
    yield from log.openings(file.read_bytes().splitlines() if file.exists() else [])
    cards = f"{all_cards - len(log.cards)} cards opened, {len(log.cards)} withheld"
    yield f"{origin}: {size} entries, {len(log.heads)} streams, {cards}, root {root.hex()}"


def verify(bundle: Path, policy: Path) -> tuple[int, str]:
    said = ""
    try:
        for where in checks(bundle, policy.read_text("utf-8")):
            said = where
    except OSError as error:
        return 2, f"FAILED {error}"
    except Exception as error:  # noqa: BLE001  # whatever is wrong with it, it does not verify
        return 1, f"FAILED {said}: {str(error) or 'the signature fails'}"
    return 0, f"OK {said}"


if __name__ == "__main__":
    status, verdict = verify(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{verdict}\n")
    sys.exit(status)
