"""A night released to the Spanish regulator, checked, changed by a hand, and released again: each record names the one that it replaces."""

from __future__ import annotations

import io
import random
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.x509 import load_pem_x509_certificate
from signxml.exceptions import InvalidDigest
from signxml.xades.xades import XAdESSignatureConfiguration, XAdESVerifier

from tests.tools.cli_run import inside, tombo
from tests.worlds.mutated import WAYS, Papers
from tests.worlds.releases import (
    CLOSED,
    Releases,
    any_bit_is_found,
    changed_is_found,
    newest_is_checked,
    released,
    spoilt_is_found,
)
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.reported_spain import (
    PASSWORD,
    SETTINGS,
    certified,
    encrypted,
    opened,
    registers,
    secret,
    spanish,
    spanish_operator,
    verified,
)
from tombo.reports.regulators.spain import daily, lotes
from tombo.reports.regulators.spain.lotes import ENDS
from tombo.reports.regulators.spain.sealing import LoteSealer, secrets_of
from tombo.reports.regulators.spain.settings import spanish_settings
from tombo.simulator.run import HOUR

BEFORE = "2026-10-24"
"""A day of which there is nothing to tell."""
FEW = 2
"""Subrecords of a file here, so that a release has many."""


@pytest.fixture(scope="module")
def releases(night: Night) -> Iterator[Releases]:
    """Three releases of the night to Spain, in ``sent``, ``again`` and ``last``; in the second a game is called otherwise. Beside them a day before."""
    spanish_operator(night.folder)
    with inside(night.folder):
        assert tombo(*TOMBO, "reconcile", "--day", BEFORE, "--close").status == 0
        assert spanish("make", BEFORE, "--out", BEFORE).status == 0
    renamed = SETTINGS.replace("Juego R804", "Ruleta")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lotes, "SUBRECORDS", FEW)
        said = ((out, "dgoj.toml", renamed if out == "again" else SETTINGS) for out in ("sent", "again", "last"))
        yield released(night, "spain", "3.3", spanish, said)


@pytest.fixture
def place(releases: Releases) -> Path:
    """Where they are."""
    return releases.folder


def heads(folder: Path, kind: str) -> list[dict[str, str]]:
    """The heads of the records of a kind; those of what is replaced with an R before their names."""
    found = list[dict[str, str]]()
    for record in registers(folder, kind):
        (head,) = record.findall("Cabecera")
        replaced = {f"R{each.tag}": each.text or "" for each in head.findall("Rectificacion/*")}
        found.append({each.tag: each.text or "" for each in head if not len(each)} | replaced)
    return found


def test_a_record_released_again_names_the_one_that_it_replaces(place: Path) -> None:
    """Its id and its date; those of the third release name the second's. It is dated by the release before it, and the first by the closing."""
    for kind in ("POT", "SES"):
        first, second, third = (heads(place / out, kind) for out in ("sent", "again", "last"))
        assert len(first) == len(second) == len(third) > 0
        for one, two, three in zip(first, second, third, strict=True):
            assert "RRegistroId" not in one
            assert (two["RRegistroId"], two["RRegistroFecha"]) == (one["RegistroId"], one["Fecha"])
            assert (three["RRegistroId"], three["RRegistroFecha"]) == (two["RegistroId"], two["Fecha"])
            assert two["RegistroId"] == f"{one['RegistroId']}-R2"
            assert three["RegistroId"] == f"{one['RegistroId']}-R3"
            assert (one["Fecha"], two["Fecha"], three["Fecha"]) == (
                "20261026020000",
                "20261026020000",
                "20261026030000",
            )
    names = [{path.name for path in (place / out).iterdir()} for out in ("sent", "again", "last")]
    assert not names[0] & names[1] | names[1] & names[2]
    assert all(verified(opened(path))[1] == "2026-10-26T03:00:00+01:00" for path in (place / "last").iterdir())


def without_new(folder: Path) -> list[ET.Element]:
    """The records of sessions, without what says whether one is new."""
    found = registers(folder, "SES")
    for record in found:
        (session,) = record.findall("Jugador/Sesion")
        (new,) = session.findall("SesionNueva")
        session.remove(new)
    return found


def test_what_a_record_says_is_that_of_the_settings_it_was_made_with(place: Path) -> None:
    """The game that was called otherwise in between; beside their heads, and that no session is new, the first and the last say the same."""
    named = [{one.findtext("Juego/JuegoDesc") for one in registers(place / out, "SES")} for out in ("sent", "again")]
    assert named[0] ^ named[1] == {"Juego R804", "Ruleta"}
    new = [
        [one.findtext(".//SesionNueva") for one in registers(place / out, "SES")] for out in ("sent", "again", "last")
    ]
    assert set(new[0]) == {"S"}, "none had begun the day before"
    assert set(new[1] + new[2]) == {"N"}
    first, last = (
        [[ET.tostring(each) for each in record if each.tag != "Cabecera"] for record in without_new(place / out)]
        for out in ("sent", "last")
    )
    assert first == last


def test_the_newest_release_is_checked_against_files_and_ledger(releases: Releases) -> None:
    """And an older one's files are none of it any more."""
    newest_is_checked(releases)


def test_another_certificate_gives_other_files(place: Path) -> None:
    """The same settings with files renewed under their names: the check says so. With the old ones it gives the released files again."""
    with inside(place):
        old = {name: Path(name).read_bytes() for name in ("operator.pem", "operator.key")}
        key = generate_private_key(65537, 2048)
        Path("operator.pem").write_bytes(certified(key))
        secret(Path("operator.key"), encrypted(key))
        ran = spanish("check", DAY, "--files", "last")
        assert (ran.status, ran.document["other_settings"], ran.document["at_hand"]) == (1, False, [])
        assert {one["wrong"] for one in ran.document["made_again"]} == {"other"}
        for name, data in old.items():
            Path(name).write_bytes(data)
        assert spanish("check", DAY, "--files", "last").status == 0


def test_a_changed_file_is_found_by_the_check(releases: Releases) -> None:
    """Another kind's or an older release's bytes, a document that nobody encrypted, a byte less or more; none at all, one too many."""
    name, other, older = (
        min((releases.folder / out).glob(f"*_{kind}_*"))
        for out, kind in (("last", "SES"), ("last", "POT"), ("sent", "SES"))
    )
    whole = name.read_bytes()
    spoilt = (other.read_bytes(), older.read_bytes(), opened(name), whole[:-1], whole + b"\0")
    changed_is_found(releases, name.name, spoilt)


def test_any_bit_that_is_another_is_found(releases: Releases, tmp_path: Path) -> None:
    """In whichever file."""
    any_bit_is_found(releases, tmp_path / "files", random.Random(37))


def test_every_file_with_one_thing_wrong_is_found_by_the_check(releases: Releases) -> None:
    """500 of them. What is changed in a document is signed and encrypted again with the operator's own keys, as somebody in his house could."""
    with inside(releases.folder):
        sealer = LoteSealer(secrets_of(spanish_settings(Path("dgoj.toml").read_bytes(), "dgoj.toml")), CLOSED + HOUR)
        papers = Papers(rb"^<Registro .*</Registro>\n", reads=unsigned, writes=partial(signed_again, sealer))
        for path in Path("last").iterdir():
            whole = path.read_bytes()
            papers.writes(path, papers.reads(path))
            assert path.read_bytes() == whole, "who changes nothing leaves the file as it was"
    strange = [path.read_bytes() for out in (BEFORE, "sent") for path in sorted((releases.folder / out).iterdir())]
    ways = spoilt_is_found(releases, papers, strange, random.Random(500), 500)
    assert set(ways) == WAYS
    assert min(ways.values()) > 10


def unsigned(path: Path) -> bytes:
    """The document in a file, without its signature."""
    document = opened(path)
    return document[: document.index(b"<ds:Signature")] + ENDS.encode()


def signed_again(sealer: LoteSealer, path: Path, document: bytes) -> None:
    """The same file with another document, under a signature of its own."""
    path.unlink()
    sealer.write(path, sealer.signed(document.decode()))


def test_a_day_is_set_right_in_its_own_store_alone(place: Path) -> None:
    """Red before: records named those of another *almacén*, which the model takes for an error (4.5.3)."""
    with inside(place):
        for was, becomes in (('store = "A1"', 'store = "A2"'), ('operator = "0007"', 'operator = "0008"')):
            Path("other.toml").write_text(SETTINGS.replace(was, becomes), encoding="utf-8")
            words = ("--settings", "other.toml", "--xsd", "open.xsd", "--out", "elsewhere")
            ran = tombo(*TOMBO, "report", "release", "spain", DAY, *words)
            assert (ran.status, "2026-10-25 was released as 0007_A1_JU_JUC_" in ran.err) == (1, True), ran.err
            assert not Path("elsewhere").exists()
        assert len(tombo(*TOMBO, "--json", "report", "list").document["releases"]) == 3


@pytest.mark.parametrize("most", [None, 5_000])
def test_the_files_of_a_release_are_packed_together(
    place: Path, monkeypatch: pytest.MonkeyPatch, most: int | None
) -> None:
    """In one zip that compresses nothing, each by its path in the *almacén*; a long one in parts, which one behind the other are that zip."""
    if most is not None:
        monkeypatch.setattr(daily, "PART_MOST", most)
    out, name = f"packed-{most}", "0007_A1_JU_DIARIO_20261026.zip"
    words = ("report", "pack", "spain", DAY, "--settings", "dgoj.toml", "--out", out, "--files")
    with inside(place):
        assert tombo(*TOMBO, *words, "sent").status == 2, "an older release"
        assert not Path(out).exists()
        ran = tombo(*TOMBO, "--json", *words, "last")
        assert ran.status == 0, ran.err
    parts = [place / out / each for each in ran.document["files"]]
    sizes = [path.stat().st_size for path in parts]
    if most is None:
        assert [path.name for path in parts] == [name]
    else:
        assert [path.name for path in parts] == [f"{name}.{number:03d}" for number in range(1, len(parts) + 1)]
        assert len(parts) > 1
        assert set(sizes[:-1]) == {most}
        assert 0 < sizes[-1] <= most
    with ZipFile(io.BytesIO(b"".join(path.read_bytes() for path in parts))) as package:
        assert package.testzip() is None
        assert {one.compress_type for one in package.infolist()} == {ZIP_STORED}
        found = {one: package.read(one) for one in package.namelist()}
    assert found == {
        f"20261026/{path.name.split('_')[4]}/{path.name}": path.read_bytes() for path in (place / "last").iterdir()
    }


def test_7z_opens_a_file_and_its_package(place: Path, tmp_path: Path) -> None:
    """Another's reader of both formats; where it is not installed, this is not known."""
    reader = shutil.which("7z")
    if reader is None:
        pytest.skip("7z is not installed")
    path = max((place / "last").iterdir())
    for password, status in ((PASSWORD, 0), (f"{PASSWORD[:-1]}z", 2)):
        out = tmp_path / str(status)
        ran = subprocess.run([reader, "x", f"-p{password}", f"-o{out}", str(path)], capture_output=True, check=False)
        assert ran.returncode == status, ran.stdout
    assert (tmp_path / "0" / "enveloped.xml").read_bytes() == opened(path)
    with inside(place):
        words = ("--settings", "dgoj.toml", "--files", "last", "--out", str(tmp_path / "packed"))
        assert tombo(*TOMBO, "report", "pack", "spain", DAY, *words).status == 0
    (package,) = (tmp_path / "packed").iterdir()
    ran = subprocess.run([reader, "t", str(package)], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_the_library_that_signs_verifies_what_it_signed(place: Path) -> None:
    """By its reader of XAdES, from the bytes in the file; not where a cent is another."""
    own = load_pem_x509_certificate((place / "operator.pem").read_bytes())
    expected = XAdESSignatureConfiguration(expect_references=3)
    for path in (place / "last").iterdir():
        document = opened(path)
        found = XAdESVerifier().verify(document, x509_cert=own, expect_config=expected)
        assert len(found) == 3
        spoilt = document.replace(b"<LoteId>", b"<LoteId>9", 1)
        assert spoilt != document
        with pytest.raises(InvalidDigest):
            XAdESVerifier().verify(spoilt, x509_cert=own, expect_config=expected)
