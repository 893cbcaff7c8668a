"""A day in the files of the Spanish regulator: made with secrets of the tests, opened by a reader of its own, and read as XML alone."""

from __future__ import annotations

import hmac
import re
import struct
import zlib
from base64 import b64decode
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from hashlib import pbkdf2_hmac, sha256
from pathlib import Path
from typing import Final, Literal
from xml.etree import ElementTree as ET

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey, generate_private_key
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from cryptography.x509 import Certificate, CertificateBuilder, Name, NameAttribute, load_der_x509_certificate
from cryptography.x509.oid import NameOID
from lxml import etree

from tests.tools.cli_run import Ran, tombo
from tests.worlds.floor import MANAGER, PLATFORM, Floor
from tests.worlds.house import player
from tests.worlds.registered import details
from tests.worlds.reported import GAMES, TOMBO
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tests.worlds.tournament import CUP, structure
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette import commands as wheel
from tombo.ledger.games.tournament.commands import AnnounceTournament, CancelEntry, CancelTournament, RegisterEntry
from tombo.ledger.house.access.commands import ContinueSession, LogOn
from tombo.ledger.house.access.events import Device
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.events import EndCause
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger

NAMESPACE: Final = "http://cnjuego.gob.es/sci/v3.3.xsd"
MINUTE: Final = 60 * SECOND
DS: Final = "{http://www.w3.org/2000/09/xmldsig#}"
XADES: Final = "{http://uri.etsi.org/01903/v1.3.2#}"
EXCLUSIVE: Final = "http://www.w3.org/2001/10/xml-exc-c14n#"
ENVELOPED: Final = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
TYPE: Final = "{http://www.w3.org/2001/XMLSchema-instance}type"
PASSWORD: Final = "0123456789abcdefghij#$&!0123456789abcdefghij#$&!xy"
PASSPHRASE: Final = "correct horse battery staple"
SECRETS: Final = ("dgoj.toml", "open.xsd", "operator.key", "operator.pass", "operator.pem", "zip.password")
"""What lies beside a ledger whose days are told to Spain."""
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


def verified(document: bytes) -> tuple[Certificate, str]:
    """Who signed a document, and when: every digest and the signature are found again here, by the standard and from the XML alone."""
    root = etree.fromstring(document)
    (signature,) = root.findall(f"{DS}Signature")
    assert root[-1] is signature
    assert signature.tail is None
    (info,) = signature.findall(f"{DS}SignedInfo")
    (written,) = signature.findall(f"{DS}KeyInfo/{DS}X509Data/{DS}X509Certificate")
    certificate = load_der_x509_certificate(b64decode(written.text or ""))
    method = info.find(f"{DS}CanonicalizationMethod")
    assert method is not None
    assert method.get("Algorithm") == EXCLUSIVE
    key, value = certificate.public_key(), b64decode(signature.findtext(f"{DS}SignatureValue", ""))
    assert isinstance(key, RSAPublicKey)
    key.verify(value, canonical(info), PKCS1v15(), SHA256())
    ids = {element.get("Id"): element for element in signature.iter(etree.Element) if element.get("Id")}
    pieces = dict[str, bytes]()
    for reference in info.findall(f"{DS}Reference"):
        uri = reference.get("URI", "")
        forms = [each.get("Algorithm") for each in reference.findall(f"{DS}Transforms/{DS}Transform")]
        assert forms == ([ENVELOPED, EXCLUSIVE] if uri == "" else [EXCLUSIVE])
        pieces[uri] = canonical(without(root) if uri == "" else ids[uri[1:]])
        assert b64decode(reference.findtext(f"{DS}DigestValue", "")) == sha256(pieces[uri]).digest(), uri
    properties = f"{DS}Object/{XADES}QualifyingProperties/{XADES}SignedProperties"
    (signed,) = signature.findall(properties)
    assert "" in pieces
    assert f"#{signed.get('Id')}" in pieces
    said = f"{XADES}SignedSignatureProperties/{XADES}SigningCertificate/{XADES}Cert/"
    digest = signed.findtext(f"{said}{XADES}CertDigest/{DS}DigestValue", "")
    assert b64decode(digest) == sha256(certificate.public_bytes(Encoding.DER)).digest()
    serial = signed.findtext(f"{said}{XADES}IssuerSerial/{DS}X509SerialNumber", "")
    assert int(serial) == certificate.serial_number
    return certificate, signed.findtext(f"{XADES}SignedSignatureProperties/{XADES}SigningTime", "")


def canonical(element: etree._Element) -> bytes:
    """An element in its exclusive canonical form."""
    return etree.tostring(element, method="c14n", exclusive=True)


def without(root: etree._Element) -> etree._Element:
    """A document without its signature, and with what stands behind that."""
    copied = deepcopy(root)
    copied.remove(copied[-1])
    return copied


def spun(
    folder: Path,
    *at: int,
    ends: EndCause | None = None,
    address: str = "192.0.2.7",
    registers: Literal["before", "later", "never"] = "before",
    late: int = 0,
    rests: int = 0,
) -> None:
    """A session at a wheel, from a minute before the first instant: at each a bet of 1.00 on 17, won; then he ``rests``, and it ``ends``.

    Where he registers ``later``, when it has begun, or never, nobody knows from where it did. The first bet is recorded so ``late``, in
    microseconds, as he rests, and all that follows behind it.
    """
    clock, terms = SteppingClock(at[0] - MINUTE, step=0), wheel_terms()
    ledger = create_ledger(
        f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin="operator.example/1", clock=clock
    )
    floor = Floor(ledger.handle)
    for command, by in opening(terms, ()):
        floor.do(command, by)
    floor.do(OpenAccount(player="p-1"))
    floor.do(Deposit(amount=Money(10_000), player="p-1", reference="card"))
    start = StartSession(player="p-1", regulation=terms.regulation, session="s-1")
    if registers != "before":
        floor.do(start, player("p-1"))
    if registers != "never":
        floor.do(RegisterPerson(details=details(), player="p-1"))
    origin = AccessOrigin(address=address, region="PT-11")
    if registers == "before":
        floor.do(LogOn(access="a-1", device="mobile_app", origin=origin, player="p-1"))
        floor.do(start.model_copy(update={"access": "a-1"}), player("p-1"))
    floor.do(JoinTable(player="p-1", session="s-1", table=WHEEL), player("p-1"))
    for number, instant in enumerate(at, 1):
        told_late = number == 1 and late > 0
        clock.instant = instant + late if told_late else instant
        begins, closes = (instant, instant + MINUTE // 2) if told_late else (None, None)
        name, bets = f"{WHEEL}/{number}", [chip(100, "straight_up", "17")]
        floor.do(wheel.OpenSpin(deadline=instant + MINUTE // 2, table=WHEEL), occurred=begins)
        floor.do(wheel.PlaceChips(chips=bets, player="p-1", round=name), player("p-1"), occurred=begins)
        floor.do(wheel.CloseBets(round=name), occurred=closes)
        floor.do(wheel.LandBall(number="17", round=name), occurred=closes)
        floor.do(wheel.SettleSpin(round=name), occurred=closes)
        if number == 1 and registers == "before" and len(at) > 1:
            again = AccessOrigin(address="192.0.2.8", region="PT-11")
            floor.do(LogOn(access="a-2", device="computer", origin=again, player="p-1"))
            floor.do(ContinueSession(access="a-2", session="s-1"), player("p-1"))
    clock.instant += rests
    if ends is not None:
        by = player("p-1") if ends == "player" else PLATFORM
        why = "he asked for it by telephone" if ends == "operator" else None
        floor.do(PartTable(player="p-1", table=WHEEL), player("p-1"))
        floor.do(EndSession(cause=ends, reason=why, session="s-1"), by)
    ledger.store.close()


def entered(folder: Path, at: int) -> None:
    """A tournament that is cancelled, for too few players took part. Two entered it, and took their entries back; the first entered again.

    Each entered from another device than his session began on, and the first again in another session.
    """
    clock = SteppingClock(at, step=0)
    ledger = create_ledger(
        f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin="operator.example/1", clock=clock
    )
    floor = Floor(ledger.handle)
    floor.do(GrantRole(role="manager", staff="manager-1"))
    cup = structure(starts=at + 60 * MINUTE)
    floor.do(AnnounceTournament(reference="SRIJ/2026/9", structure=cup, tournament=CUP), MANAGER)
    for name in ("p-1", "p-2"):
        floor.do(OpenAccount(player=name))
        floor.do(Deposit(amount=Money(10_000), player=name, reference=f"card-{name}"))
        floor.do(RegisterPerson(details=details(), player=name))
        logs_on(floor, name, 1, "mobile_app")
        logs_on(floor, name, 2, "computer")
        floor.do(StartSession(access=f"a-{name}-1", player=name, session=f"s-{name}"), player(name))
        floor.do(ContinueSession(access=f"a-{name}-2", session=f"s-{name}"), player(name))
        floor.do(RegisterEntry(player=name, session=f"s-{name}", tournament=CUP), player(name))
        floor.do(CancelEntry(player=name, tournament=CUP), player(name))
    logs_on(floor, "p-1", 3, "television")
    floor.do(StartSession(access="a-p-1-3", player="p-1", session="s-again"), player("p-1"))
    floor.do(RegisterEntry(player="p-1", session="s-again", tournament=CUP), player("p-1"))
    floor.do(CancelTournament(cause="too_few_players", note="one came", tournament=CUP), MANAGER)
    ledger.store.close()


def logs_on(floor: Floor, name: str, number: int, device: Device) -> None:
    """A player logs on for the ``number``-th time: 192.0.2.11 is where the first did so, 192.0.2.22 where the second did for the second time."""
    origin = AccessOrigin(address=f"192.0.2.{name[-1]}{number}", region="PT-11")
    floor.do(LogOn(access=f"a-{name}-{number}", device=device, origin=origin, player=name))
