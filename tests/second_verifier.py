"""A second verifier, written from docs/format.md: the standard library and an Ed25519, and not a line of ours.

    python second_verifier.py BUNDLE [POLICY]

Says OK or FAILED and where; exit status 0 or 1, or 2 for files that cannot be read. POLICY is what the auditor pins;
without it the bundle's own is used, and the bundle only agrees with itself.
"""

import json
import re
import struct
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HEADER = struct.Struct(">B8s32sQHQQ64s")
P = 2**255 - 19
Y8 = 55188659117513257062467267217118295137698188065244968500265048394206261417927  # of two points of order 8
WEAK = {0, 1, P - 1, Y8, P - Y8}


def need(truth: object, said: str) -> None:
    if not truth:
        raise ValueError(said)


def b64(text: str) -> bytes:
    need(b64encode(data := b64decode(text, validate=True)).decode() == text, f"{text!r} is not strict base64")
    return data


def frame(data: bytes) -> bytes:
    return struct.pack(">H", len(data)) + data


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def leaf(data: bytes) -> bytes:
    return sha256(b"\0" + data).digest()


def roots(leaves: list[bytes], sizes: set[int]) -> dict[int, bytes]:
    """The RFC 6962 roots of the first n leaves, for each n of ``sizes``."""
    found, edge = {0: sha256().digest()}, []
    for size, hashed in enumerate(leaves, 1):
        edge.append(hashed)
        for _ in range((size & -size).bit_length() - 1):
            edge[-2:] = [node(*edge[-2:])]
        if size in sizes:
            found[size] = edge[-1]
            for left in edge[-2::-1]:
                found[size] = node(left, found[size])
    return found


def signed(raw: bytes, signature: bytes, text: bytes, whose: str) -> None:
    y = int.from_bytes(raw, "little") % 2**255
    need(y < P and y not in WEAK, f"{whose}: a key of low order, or in a second encoding")
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, text)
    except InvalidSignature:
        raise ValueError(f"{whose}: the signature fails") from None


def key_id(name: str, raw: bytes) -> bytes:
    return sha256(name.encode() + b"\n\1" + raw).digest()[:8]


def canonical(data: bytes) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        need(all(key.isascii() for key, _ in items), "a key is not ASCII")
        return dict(items)

    def whole(text: str) -> int:
        need(len(text) < 18 and abs(int(text)) < 2**53, f"{text[:20]} is out of range")
        return int(text)

    value = json.loads(
        data, object_pairs_hook=pairs, parse_int=whole, parse_float=lambda text: need(0, f"float {text}")
    )
    again = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    need(again == data, "JSON that is not canonical")
    return value


def read_policy(text: str) -> tuple[str, bytes, bytes]:
    keys = {
        role: (name, b64(key))
        for role, name, key in re.findall(r"^(root|log) (\S+)\+[0-9a-f]{8}\+(\S+)", text, re.MULTILINE)
    }
    (root_name, root), (origin, log) = keys["root"], keys["log"]
    need(root_name == f"{origin}/root" and root[0] == log[0] == 1, "policy: not the keys of one ledger")
    return origin, root[1:], log[1:]


def read_checkpoint(note: str, origin: str, log: bytes) -> tuple[int, bytes]:
    text, _, lines = note.rpartition("\n\n")
    mark = f"\N{EM DASH} {origin} "
    need(lines.endswith("\n"), "checkpoint: it does not end in a line feed")
    made = [b64(line.removeprefix(mark)) for line in lines.split("\n") if line.startswith(mark)]
    made = [data[4:] for data in made if data[:4] == key_id(origin, log)[:4]]
    need(made, "checkpoint: the log's key did not sign it")
    for signature in made:
        signed(log, signature, f"{text}\n".encode(), "checkpoint")
    name, size, root = text.split("\n")[:3]
    need(name == origin and str(int(size)) == size and len(b64(root)) == 32, "checkpoint: not one of this log")
    return int(size), b64(root)


def read_leaves(bundle: Path, size: int) -> Iterator[bytes]:
    """The leaves in log order, from C2SP entry bundles."""
    for number in range((size + 255) // 256):
        count, digits = min(256, size - number * 256), f"{number:03}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        name = "/x".join(["", *re.findall("...", digits)])[1:]  # 1234067 is x001/x234/067
        name = name[:-4] + name[-3:]
        data = (bundle / "tile/entries" / (name if count == 256 else f"{name}.p/{count}")).read_bytes()
        at = 0
        for _ in range(count):
            end = at + 2 + int.from_bytes(data[at : at + 2], "big")
            need(at + 2 <= end <= len(data), f"entry bundle {name} ends before its last leaf")
            yield data[at + 2 : end]
            at = end
        need(at == len(data), f"entry bundle {name} goes on after its last leaf")


class Log:
    """The log as far as it is checked."""

    def __init__(self, origin: str, root: bytes, leaves: list[bytes]) -> None:
        self.origin, self.root = origin, root
        self.heads: dict[str, tuple[int, bytes]] = {}  # stream: newest version and its hash
        self.keys: dict[bytes, list[Any]] = {}  # id: public, purpose, first index, retired at, last good index
        self.cards: dict[tuple[str, int, int], str] = {}  # stream, version, slot: commitment
        self.entries = [self.entry(index, data) for index, data in enumerate(leaves)]  # header, hash, command

    def entry(self, index: int, data: bytes) -> tuple[tuple[Any, ...], bytes, Any]:
        end = 2 + int.from_bytes(data[:2], "big")
        start = end + 10 + int.from_bytes(data[end + 8 : end + 10], "big")
        header, content = HEADER.unpack_from(data, start), data[start + HEADER.size :]
        stream, version = data[2:end].decode(), int.from_bytes(data[end : end + 8], "big")
        where, body = f"index {index}, {stream} version {version}", None
        try:
            body = canonical(content)
            need(header[0] == 1, f"format {header[0]}")
            need(set(body) == {"by", "command", "event", "occurred", "stream", "version"}, "not the fields of a body")
            said = (body["stream"], body["version"], body["event"]["kind"].encode())
            need(said == (stream, version, data[end + 10 : start]), "the body says another stream, version or kind")
            before, prev = self.heads.get(stream, (0, bytes(32)))
            need((version, header[2]) == (before + 1, prev), "it does not follow the entry before it in its stream")
            self.event(index, header[3], body["event"], stream, version)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{where}: {error}") from error
        placed = b"tombo/entry/v1\n" + frame(self.origin.encode()) + data[:start]
        self.heads[stream] = version, sha256(placed + header[1] + header[2] + content).digest()
        return header, self.heads[stream][1], body["command"] and body["command"]["id"]

    def event(self, index: int, first: int, event: dict[str, Any], stream: str, version: int) -> None:
        kind = event["kind"].removesuffix(".v1")
        need((kind == "log.opened") == (index == 0), "the log is opened once, by its first entry")
        if kind == "log.opened":
            need((event["origin"], b64(event["root"])) == (self.origin, self.root), "not the log that the policy names")
        elif kind == "hand.hole_cards_dealt":
            self.cards |= {(stream, version, slot): text for slot, text in enumerate(event["commitments"]) if text}
        elif kind.startswith("key."):
            key, text = bytes.fromhex(event["key"]), f"tombo/{kind.replace('.', '-')}/v1\n{self.origin}\n"
            if kind == "key.registered":
                public, name, purpose = b64(event["public"]), event["name"], event["purpose"]
                need(key == key_id(name, public) and key not in self.keys, "another key's id, or registered again")
                text += f"{purpose}\n{name}\n{event['public']}\n"
                signed(public, b64(event["possession"]), text.encode(), "possession")
                self.keys[key] = [public, purpose, first, 2**53, 2**53]
            elif kind == "key.retired":
                text += f"{event['key']}\n"
                self.keys[key][3] = min(self.keys[key][3], index)
            else:
                text += f"{event['key']}\n{event['last_good']}\n"
                self.keys[key][4] = min(self.keys[key][4], event["last_good"])
            signed(self.root, b64(event["root_signature"]), text.encode(), "root signature")

    def appends(self, leaves: list[bytes]) -> None:
        anchors, at, floor = roots(leaves, {header[6] for header, *_ in self.entries}), 0, 0
        commands = set[str]()
        while at < len(self.entries):
            (_, key, _, first, count, recorded, anchor, signature), where = (
                self.entries[at][0],
                f"append from index {at}",
            )
            append = self.entries[at : at + count]
            same = {(header[1], *header[3:]) for header, *_ in append}
            need(first == at and len(append) == count and len(same) == 1, f"{where}: not whole, or not in its place")
            need(recorded >= floor and anchor <= first, f"{where}: recorded or anchored out of order")
            public, purpose, since, retired, good = self.keys.get(key, [b"", "", 0, 0, 0])
            may = purpose == "event" and since <= first < retired and first + count - 1 <= good
            need(may, f"{where}: the key {key.hex()} may not sign here")
            root = roots([leaf(entry_hash) for _, entry_hash, _ in append], {count})[count]
            lines = ["tombo/append/v1", self.origin, first, count, recorded, anchor]
            lines += [b64encode(anchors[anchor]).decode(), b64encode(root).decode()]
            signed(public, signature, "".join(f"{line}\n" for line in lines).encode(), where)
            for name in [name for name, _ in groupby(name for *_, name in append) if name]:
                need(name not in commands, f"{where}: the command {name} stands elsewhere too")
                commands.add(name)
            at, floor = at + count, recorded

    def openings(self, lines: list[bytes]) -> int:
        for number, line in enumerate(lines, 1):
            said = canonical(line)
            commitment = self.cards.pop((said["stream"], said["version"], said["slot"]), None)
            need(commitment, f"openings, line {number}: no commitment, or opened already")
            data = frame(said["stream"].encode()) + bytes([said["slot"], said["card"]]) + bytes.fromhex(said["salt"])
            need(
                leaf(b"card/v1\0" + data).hex() == commitment,
                f"openings, line {number}: it does not open the commitment",
            )
        return len(lines)


def verify(bundle: Path, policy: str) -> str:
    origin, root_key, log_key = read_policy(policy)
    size, root = read_checkpoint((bundle / "checkpoint").read_bytes().decode(), origin, log_key)
    data = list(read_leaves(bundle, size))
    log, leaves = Log(origin, root_key, data), [leaf(one) for one in data]
    log.appends(leaves)
    need(roots(leaves, {size})[size] == root, "checkpoint: its root is not that of the entries")
    file = bundle / "openings.jsonl"
    opened = log.openings(file.read_bytes().splitlines() if file.exists() else [])
    counts = f"{size} entries, {len(log.heads)} streams, {opened} cards opened, {len(log.cards)} withheld"
    return f"{origin}: {counts}, root {root.hex()}"


def main(arguments: list[str]) -> int:
    bundle = Path(arguments[0]) if arguments else Path()
    try:
        policy = Path(arguments[1]) if len(arguments) > 1 else bundle / "policy"
        sys.stdout.write(f"OK {verify(bundle, policy.read_text('utf-8'))}\n")
    except OSError as error:
        sys.stdout.write(f"FAILED {error}\n")
        return 2
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error) as error:
        sys.stdout.write(f"FAILED {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
