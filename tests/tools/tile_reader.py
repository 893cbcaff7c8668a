"""An outsider's reader of a log over HTTP, written from C2SP's pages: the standard library, and not a line of ours.

python -I -S tile_reader.py PREFIX VKEY fetches the checkpoint, every tile and every entry. Exit status 0 and what it found as JSON,
or 1 and what is wrong.
"""

import json
import sys
from base64 import b64decode
from hashlib import sha256, sha512
from urllib.request import urlopen

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
WIDTH, HASH = 256, 32


def need(truth: object, said: str) -> None:
    if not truth:
        raise ValueError(said)


Point = tuple[int, int]


def add(one: Point, two: Point) -> Point:
    (x1, y1), (x2, y2) = one, two
    product = D * x1 * x2 * y1 * y2 % P
    return (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P


def times(factor: int, point: Point) -> Point:
    found = (0, 1)
    while factor:
        if factor & 1:
            found = add(found, point)
        point, factor = add(point, point), factor >> 1
    return found


def point_of(data: bytes) -> Point:
    encoded = int.from_bytes(data, "little")
    y, sign = encoded % 2**255, encoded >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    need((x * x - square) % P == 0 and y < P, "no point of the curve")
    return (P - x if x % 2 != sign else x), y


def signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Ed25519 (RFC 8032, 5.1.7)."""
    scalar = int.from_bytes(signature[HASH:], "little")
    base = point_of((4 * pow(5, -1, P) % P).to_bytes(HASH, "little"))
    digest = int.from_bytes(sha512(signature[:HASH] + key + text).digest(), "little") % Q
    return scalar < Q and times(scalar, base) == add(point_of(signature[:HASH]), times(digest, point_of(key)))


def root(hashes: list[bytes]) -> bytes:
    """The root over hashes of leaves, or of full trees of one size (RFC 6962, 2.1)."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256().digest()
    middle = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b"\1" + root(hashes[:middle]) + root(hashes[middle:])).digest()


def get(prefix: str, name: str) -> bytes:
    with urlopen(f"{prefix}/{name}", timeout=20) as answer:
        data: bytes = answer.read()
    return data


def name_of(n: int, width: int) -> str:
    groups = [f"{n % 1000:03d}"]
    while n := n // 1000:
        groups.insert(0, f"x{n % 1000:03d}")
    return "/".join(groups) + (f".p/{width}" if width < WIDTH else "")


def tiles(count: int) -> list[tuple[int, int]]:
    """Number and width of the tiles that ``count`` hashes make."""
    full, left = divmod(count, WIDTH)
    return [(n, WIDTH) for n in range(full)] + ([(full, left)] if left else [])


def checkpoint(note: str, vkey: str) -> tuple[int, bytes]:
    name, key_id, encoded = vkey.split("+", 2)
    key = b64decode(encoded)
    need(key[0] == 1 and sha256(name.encode() + b"\n" + key).hexdigest()[:8] == key_id, "a key of another sort")
    text, _, lines = note.rpartition("\n\n")
    text += "\n"
    made = [b64decode(line.split(" ")[2]) for line in lines.splitlines() if line.startswith(f"\N{EM DASH} {name} ")]
    good = [each for each in made if each[:4].hex() == key_id and signed(key[1:], text.encode(), each[4:])]
    need(good, "the log did not sign the checkpoint")
    origin, size, encoded_root = text.splitlines()[:3]
    need(origin == name, "the checkpoint of another log")
    return int(size), b64decode(encoded_root)


def entries(prefix: str, size: int) -> list[bytes]:
    found: list[bytes] = []
    for n, width in tiles(size):
        data, at = get(prefix, f"tile/entries/{name_of(n, width)}"), 0
        for _ in range(width):
            length = int.from_bytes(data[at : at + 2], "big")
            found.append(data[at + 2 : at + 2 + length])
            at += 2 + length
        need(at == len(data), f"entry bundle {n} has another length than its entries")
    return found


def read(prefix: str, vkey: str) -> dict[str, object]:
    size, signed_root = checkpoint(get(prefix, "checkpoint").decode(), vkey)
    leaves = [sha256(b"\0" + leaf).digest() for leaf in entries(prefix, size)]
    need(root(leaves) == signed_root, "the entries do not make up the root that was signed")
    hashes, level, fetched = leaves, 0, 0
    while hashes:
        for n, width in tiles(len(hashes)):
            data = get(prefix, f"tile/{level}/{name_of(n, width)}")
            need(data == b"".join(hashes[n * WIDTH : n * WIDTH + width]), f"tile {n} of level {level} is another")
            fetched += 1
        hashes = [root(hashes[start : start + WIDTH]) for start in range(0, len(hashes) // WIDTH * WIDTH, WIDTH)]
        level += 1
    return {"size": size, "root": signed_root.hex(), "tiles": fetched, "levels": level}


if __name__ == "__main__":
    try:
        sys.stdout.write(json.dumps(read(*sys.argv[1:])) + "\n")
    except (ValueError, IndexError, OSError) as error:
        sys.stdout.write(f"{error}\n")
        sys.exit(1)
