"""What the desk's scripts compute: the vectors of the RFCs, and key files and tokens as ours make and read them; in Node and in a browser alike."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.poly1305 import Poly1305
from playwright.sync_api import Browser

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture
from tests.unit.test_tidy import ROOT
from tests.worlds.network import ORIGIN
from tests.worlds.staff import key_of
from tombo.ledger.seal.bearer import sign_in_token
from tombo.ledger.seal.keyfile import seal_secret
from tombo.ledger.seal.keys import PrivateKey

HERE: Final = Path(__file__).parent
STATIC: Final = ROOT / "desk" / "static"
SALSA: Final = (
    "7e879a214f3ec9867ca940e641718f26baee555b8c61c1b50df846116dcd3b1dee24f319df9b3d8514121e4b5ac5aa3276021d2909c74829edebc68db8b8c25e",
    "a41f859c6608cc993b81cacb020cef05044b2181a2fd337dfd7b1c6396682f29b4393168e3c9e6bcfe6bc5b7a06d96bae424cc102c91745c24ad673dc7618f81",
)
"""RFC 7914, 8."""
SCRYPT: Final = (
    (
        ("", "", 4, 1, 1),
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
    ),
    (
        ("password", "NaCl", 10, 8, 16),
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
    ),
    (
        ("pleaseletmein", "SodiumChloride", 14, 8, 1),
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
    ),
)
"""RFC 7914, 12, but for the one that needs a GiB."""
KEY: Final = bytes(range(32))
BLOCK: Final = "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
"""RFC 8439, 2.3.2."""
POLY: Final = (
    "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
    b"Cryptographic Forum Research Group".hex(),
    "a8061dc1305136c6c22b8baf0c0127a9",
)
"""RFC 8439, 2.5.2."""
LENGTHS: Final = (0, 1, 15, 16, 17, 63, 64, 65, 114, 300)
PASSPHRASE: Final = "uma frase-passe \u00e7om acentos \U0001f511"

Asked = tuple[dict[str, Any], Any]
"""A case, and its answer."""


def vectors() -> Iterator[Asked]:
    """Of the RFCs; and as the library that the ledger uses has them."""
    yield {"what": "salsa", "block": SALSA[0]}, SALSA[1]
    for (passphrase, salt, cost, size, lanes), answer in SCRYPT:
        asked = {"passphrase": passphrase, "salt": salt, "cost": cost, "size": size, "lanes": lanes}
        yield {"what": "scrypt", **asked}, answer
    yield {"what": "block", "key": KEY.hex(), "counter": 1, "nonce": "000000090000004a00000000"}, BLOCK
    yield {"what": "poly", "key": POLY[0], "data": POLY[1]}, POLY[2]
    for key in (
        b"\xff" * 32,
        bytes(16) + b"\xff" * 16,
        b"\x02" + bytes(31),
    ):  # RFC 8439, A.3: sums at the edge of the prime
        for data in (b"\xff" * 16, b"\xff" * 48, b"\x02" + bytes(15), b"\xfb" + b"\xfe" * 15 + b"\x01" * 16):
            yield {"what": "poly", "key": key.hex(), "data": data.hex()}, Poly1305.generate_tag(key, data).hex()


def sealed() -> Iterator[Asked]:
    """What is sealed by the library, opened; and not where a bit of it is another."""
    nonce = bytes(range(12))
    for length in LENGTHS:
        text, known = bytes(range(256))[:length] * 1, b"tombo"[: length % 6]
        found = ChaCha20Poly1305(KEY).encrypt(nonce, text, known)
        asked = {"what": "opened", "key": KEY.hex(), "nonce": nonce.hex(), "known": known.hex()}
        yield {**asked, "sealed": found.hex()}, text.hex()
        for at in (0, len(found) - 1):
            other = bytearray(found)
            other[at] ^= 1
            yield {**asked, "sealed": other.hex()}, None
        yield {**asked, "sealed": found.hex(), "known": (known + b"x").hex()}, None
        yield {**asked, "sealed": found[:10].hex()}, None


def key_file(key: PrivateKey, seed: bytes | None = None, log_cost: int = 4) -> str:
    """A key file of ``key``."""
    return seal_secret(key.public.vkey, seed or key.seed, PASSPHRASE.encode(), log_cost=log_cost)


def key_files() -> Iterator[Asked]:
    """Files that open, and those that do not, each with why."""
    key = key_of(ORIGIN, "rui")
    asked = {"what": "token", "passphrase": PASSPHRASE, "origin": ORIGIN, "staff": "rui", "at": 1_785_542_400}
    good = key_file(key)
    tag, label, derivation, secret, _ = good.split("\n")
    yield {**asked, "file": good}, {"id": key.key_id.hex(), "name": f"{ORIGIN}/staff/rui"}
    yield {**asked, "file": key_file(key, log_cost=17)}, {"id": key.key_id.hex(), "name": f"{ORIGIN}/staff/rui"}
    yield {**asked, "file": good, "passphrase": "another"}, "other_passphrase"
    yield {**asked, "file": good.replace("rui+", "ana+")}, "other_passphrase"  # the label is sealed with the rest
    yield {**asked, "file": key_file(key, seed=bytes(32))}, "other_key"
    for text in (
        "",
        "\n" * 4,
        good[:-1],
        f"{good}\n",
        good.replace("v1", "v2"),
        good.replace("scrypt 4", "scrypt 21"),
        good.replace("scrypt 4", "scrypt 04"),
        f"{tag}\nno label\n{derivation}\n{secret}\n",
        f"{tag}\n{label}\n{derivation} \n{secret}\n",
        f"{tag}\n{label}\n{derivation}\n{secret}=\n",
        f"{tag}\n{label}\nscrypt 4 AAAA\n{secret}\n",
    ):
        yield {**asked, "file": text}, "no_key_file"


CASES: Final = [*vectors(), *sealed(), *key_files()]


def check(answers: list[Any]) -> None:
    """See that every case was answered as it should be; a token is what ours would be, but for its number."""
    assert len(answers) == len(CASES)
    for (asked, expected), answer in zip(CASES, answers, strict=True):
        if isinstance(expected, dict):
            token = answer.pop("token")
            claims = json.loads(_decoded(token.split(".")[1]))
            once = bytes.fromhex(claims["jti"])
            assert token == sign_in_token(ORIGIN, "rui", key_of(ORIGIN, "rui"), asked["at"], partial(_same, once))
        assert answer == expected, asked


def _same(once: bytes, _: int) -> bytes:
    return once


def _decoded(part: str) -> bytes:
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


def test_they_compute_in_node_what_the_rfcs_say() -> None:
    """The vectors of scrypt and ChaCha20-Poly1305, key files and tokens."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("NOT RUN, no Node: the vectors of the desk's scripts outside a browser")
    lines = "".join(f"{json.dumps(asked)}\n" for asked, _ in CASES)
    told = subprocess.run(
        [node, str(HERE / "vectors.mjs"), str(STATIC)], input=lines, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    check([json.loads(line) for line in told.stdout.splitlines()])


@pytest.fixture
def scripts(tmp_path: Path) -> Iterator[str]:
    """The URL of the scripts, as files, beside the one that asks them."""
    shutil.copytree(STATIC, tmp_path / "static")
    shutil.copy(HERE / "answer.mjs", tmp_path)
    (tmp_path / "page.html").write_text("<!DOCTYPE html><title>vectors</title>")

    class Silent(SimpleHTTPRequestHandler):
        extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=tmp_path)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_they_compute_in_a_browser_what_the_rfcs_say(browser: Browser, scripts: str) -> None:
    """The same, in Chromium, with its own PBKDF2 and Ed25519."""
    page = browser.new_page()
    page.goto(f"{scripts}/page.html")
    answers = page.evaluate(
        """async (cases) => {
          const { answer } = await import("/answer.mjs");
          const names = ["bytes", "chacha", "keyfile", "scrypt"];
          const found = await Promise.all(names.map((name) => import(`/static/${name}.mjs`)));
          const modules = Object.fromEntries(names.map((name, at) => [name, found[at]]));
          const answers = [];
          for (const asked of cases) answers.push(await answer(modules, asked));
          return answers;
        }""",
        [asked for asked, _ in CASES],
    )
    page.close()
    check(answers)
