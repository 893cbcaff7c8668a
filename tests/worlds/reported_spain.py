"""A day in the files of the Spanish regulator: made with secrets of the tests, opened by a reader of its own, and read as XML alone."""

from __future__ import annotations

import hmac
import re
import struct
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from cryptography.x509 import CertificateBuilder, Name, NameAttribute
from cryptography.x509.oid import NameOID

from tests.tools.cli_run import Ran, tombo
from tests.worlds.reported import GAMES, TOMBO

NAMESPACE: Final = "http://cnjuego.gob.es/sci/v3.3.xsd"
TYPE: Final = "{http://www.w3.org/2001/XMLSchema-instance}type"
PASSWORD: Final = "0123456789abcdefghij#$&!0123456789abcdefghij#$&!xy"
PASSPHRASE: Final = "correct horse battery staple"
VARIANTS: Final = {"R805": "CL", "R809": "TH"}
SETTINGS: Final = (
    'operator = "0007"\nstore = "A1"\npassword = "zip.password"\n'
    '\n[planned]\nduration = "240000"\nloss = "1000.00"\n'
    '\n[signature]\ncertificate = "operator.pem"\nkey = "operator.key"\npassphrase = "operator.pass"\n'
    + "".join(
        f'\n[games.{game}]\nname = "Juego {game}"\n' + (f'variant = "{VARIANTS[game]}"\n' if game in VARIANTS else "")
        for game in GAMES
    )
)


def secret(path: Path, data: bytes) -> None:
    """A file for its owner alone."""
    path.write_bytes(data)
    path.chmod(0o600)


def encrypted(key: RSAPrivateKey) -> bytes:
    """A key in PEM, under the passphrase of the tests."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(PASSPHRASE.encode()))


def certified(key: RSAPrivateKey, since: int = 2020, until: int = 2030) -> bytes:
    """A certificate of a key in PEM, by itself; valid from one year to another."""
    name = Name([NameAttribute(NameOID.COUNTRY_NAME, "ES"), NameAttribute(NameOID.COMMON_NAME, "Operador, S.A.")])
    built = CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(7)
    built = built.not_valid_before(datetime(since, 1, 1, tzinfo=UTC)).not_valid_after(datetime(until, 1, 1, tzinfo=UTC))
    return built.sign(key, SHA256()).public_bytes(Encoding.PEM)


def spanish_operator(folder: Path) -> None:
    """Settings and secrets of an operator, in a folder; and a schema whose ``Lote`` may hold anything."""
    key = generate_private_key(65537, 2048)
    (folder / "dgoj.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "operator.pem").write_bytes(certified(key))
    secret(folder / "operator.key", encrypted(key))
    secret(folder / "operator.pass", f"{PASSPHRASE}\n".encode())
    secret(folder / "zip.password", f"{PASSWORD}\n".encode())
    text = (
        f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="{NAMESPACE}">'
        '<xs:element name="Lote"><xs:complexType><xs:sequence>'
        '<xs:any processContents="skip" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>'
    )
    (folder / "open.xsd").write_text(text, encoding="utf-8")


def spanish(command: str, day: str, *words: str, xsd: str = "open.xsd") -> Ran:
    """``tombo report`` of Spain, with settings and schema of the folder."""
    return tombo(*TOMBO, "--json", "report", command, "spain", day, "--settings", "dgoj.toml", "--xsd", xsd, *words)


def opened(path: Path, password: str = PASSWORD) -> bytes:
    """The one file in a zip that was encrypted as WinZip does it (AE-2, AES of 256 bits), by its description alone."""
    data = path.read_bytes()
    signature, _, flags, method, _, _, crc, size, _, name, extra = struct.unpack("<IHHHHHIIIHH", data[:30])
    assert (signature, flags & 1, method, crc) == (0x04034B50, 1, 99, 0)
    assert data[30 : 30 + name] == b"enveloped.xml"
    fields = data[30 + name : 30 + name + extra]
    assert struct.unpack("<HHH2sBH", fields) == (0x9901, 7, 2, b"AE", 3, 8), "AE-2, AES of 256 bits, Deflate"
    start = 30 + name + extra
    body = data[start : start + size]
    salt, verifier, encrypted_, authenticated = body[:16], body[16:18], body[18:-10], body[-10:]
    keys = pbkdf2_hmac("sha1", password.encode(), salt, 1_000, 66)
    assert keys[64:] == verifier, "another password"
    assert hmac.digest(keys[32:64], encrypted_, "sha1")[:10] == authenticated
    blocks = range(1, len(encrypted_) // 16 + 2)
    block = Cipher(algorithms.AES(keys[:32]), modes.ECB()).encryptor()
    stream = block.update(b"".join(each.to_bytes(16, "little") for each in blocks))
    plain = bytes(one ^ other for one, other in zip(encrypted_, stream, strict=False))
    return zlib.decompress(plain, -15)


def lote(path: Path) -> ET.Element:
    """The document in a file, each element of the model by its name alone."""
    root = ET.fromstring(opened(path))
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{NAMESPACE}}}")
    assert root.tag == "Lote"
    return root


def lotes(folder: Path, kind: str) -> Iterator[ET.Element]:
    """The documents of a kind, in order of the names of their files."""
    for path in sorted(folder.glob(f"0007_A1_JU_JUC_{kind}_*.zip")):
        yield lote(path)


def registers(folder: Path, kind: str) -> list[ET.Element]:
    """The records of a kind."""
    return [each for root in lotes(folder, kind) for each in root.findall("Registro")]


def amount(element: ET.Element, name: str) -> int:
    """An amount of an element, in cents."""
    (line,) = element.findall(f"{name}/Linea")
    assert line.findtext("Unidad") == "EUR"
    written = line.findtext("Cantidad", "")
    assert re.fullmatch(r"-?\d+\.\d\d", written), written
    return int(written.replace(".", ""))


def money(element: ET.Element) -> tuple[int, int, int]:
    """What an element says was staked, below 0, given back, and won; in cents."""
    return amount(element, "Participacion"), amount(element, "ParticipacionDevolucion"), amount(element, "Premios")
