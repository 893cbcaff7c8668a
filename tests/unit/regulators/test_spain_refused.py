"""What cannot be told to the Spanish regulator: refused by name and before anything is written, or told as the page says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as of_a_curve
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.registered import ORIGIN as HOME
from tests.worlds.registered import details
from tests.worlds.reported import TOMBO
from tests.worlds.reported_spain import (
    MINUTE,
    NAMESPACE,
    PASSPHRASE,
    PASSWORD,
    SETTINGS,
    certified,
    encrypted,
    lotes,
    opened,
    registers,
    secret,
    spanish,
    spanish_operator,
    spun,
    verified,
)
from tests.worlds.stolen_key import planted
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SteppingClock, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.events import AccessPlayed
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.reading import SETTLED
from tombo.reports.regulators.spain import files
from tombo.reports.regulators.totals import closed

DAY, NEXT = "2026-07-14", "2026-07-15"
NOON = window(DAY)[0] + 12 * 60 * MINUTE
OVER = window(DAY)[1] + SETTLED


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a ledger is, with a bet at a wheel on a day that is closed; it is the first moment at which that may be told."""
    spanish_operator(tmp_path)
    spun(tmp_path, NOON)
    monkeypatch.setattr(SystemClock, "now", lambda _: OVER)
    with inside(tmp_path):
        close(DAY)
        yield tmp_path


def close(day: str) -> None:
    """The night closes a day."""
    ran = tombo(*TOMBO, "reconcile", "--day", day, "--close")
    assert ran.status == 0, ran.err


def refused(ran: Ran, status: int, *says: str) -> None:
    """Nothing is written or on record, and why is said."""
    assert ran.status == status, ran.err
    for each in says:
        assert each in ran.err
    assert not Path("out").exists()
    assert tombo(*TOMBO, "--json", "report", "list").document == {"releases": []}


def release() -> Ran:
    """A release of the day."""
    return spanish("release", DAY, "--out", "out")


def settings(was: str, becomes: str) -> None:
    """Settings in which something else stands."""
    assert was in SETTINGS
    Path("dgoj.toml").write_text(SETTINGS.replace(was, becomes, 1), encoding="utf-8")


def test_a_day_is_told_at_its_first_moment(folder: Path) -> None:
    """With what is refused below as it should be: one file, of one record."""
    assert release().status == 0
    assert len(registers(folder / "out", "SES")) == 1


def test_a_day_without_play_has_one_file_that_says_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signed like any other."""
    monkeypatch.setattr(SystemClock, "now", lambda _: window(NEXT)[1] + SETTLED)
    close(NEXT)
    assert spanish("release", NEXT, "--out", "out").status == 0
    (path,) = (folder / "out").iterdir()
    (root,) = lotes(folder / "out", "SES")
    assert verified(opened(path))
    assert [each.tag for each in root][:-1] == ["Cabecera"]


def test_who_is_not_registered_cannot_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the entry that began his session."""
    spanish_operator(tmp_path)
    spun(tmp_path, NOON, registers="never")
    monkeypatch.setattr(SystemClock, "now", lambda _: OVER)
    with inside(tmp_path):
        close(DAY)
        refused(release(), 1, "session.started.v1: p-1 is not registered")


def test_without_the_published_schema_nothing_is_made(folder: Path) -> None:
    """None given, one of another thing, or one that the documents are not as."""
    words = ("report", "release", "spain", DAY, "--settings", "dgoj.toml", "--out", "out")
    refused(tombo(*TOMBO, *words), 2, "no schema was given; expected --xsd")
    refused(tombo(*TOMBO, *words, "--xsd", "dgoj.toml"), 2, "dgoj.toml")
    schema = (folder / "open.xsd").read_text(encoding="utf-8")
    for was, becomes in (('name="Lote"', 'name="Other"'), (NAMESPACE, "http://cnjuego.gob.es/sci/v2.0.xsd")):
        (folder / "other.xsd").write_text(schema.replace(was, becomes), encoding="utf-8")
        refused(spanish("release", DAY, "--out", "out", xsd="other.xsd"), 2, "it declares no such element", NAMESPACE)
    strict = schema.replace('maxOccurs="unbounded"', "")
    (folder / "other.xsd").write_text(strict, encoding="utf-8")
    refused(spanish("release", DAY, "--out", "out", xsd="other.xsd"), 1, ".zip is not what its schema asks")


def test_a_day_that_is_not_closed_or_may_be_added_to_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """16 minutes after its end at the earliest."""
    monkeypatch.setattr(SystemClock, "now", lambda _: OVER - 1)
    refused(release(), 2, f"{DAY} may still be added to until 2026-07-15")
    monkeypatch.setattr(SystemClock, "now", lambda _: window(NEXT)[1] + SETTLED)
    refused(spanish("release", NEXT, "--out", "out"), 1, f"{NEXT} is not closed")


def test_a_day_that_comes_to_a_cent_more_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told and what the night closed have to meet; here the day is said to have paid a cent more."""

    def other(store: CheckedStore, day: str) -> object:
        event = closed(store, day)
        (total,) = event.totals
        return event.model_copy(update={"totals": [total.model_copy(update={"paid": total.paid + 1})]})

    monkeypatch.setattr(files, "closed", other)
    refused(release(), 1, "R804", "36.00", "36.01")


@pytest.mark.parametrize(
    "password",
    [
        PASSWORD[:-1],
        f"{PASSWORD}x",
        PASSWORD.translate(str.maketrans("0123456789", "abcdefghij")),
        "".join(each if each.isdigit() else "#" for each in PASSWORD),
        "".join(each if each.isalnum() else "x" for each in PASSWORD),
        f"{PASSWORD[:-1]}ñ",
    ],
)
def test_a_password_that_is_not_as_the_model_asks_is_refused(folder: Path, password: str) -> None:
    """A letter too few or too many; without digits, letters or others; not of ASCII."""
    secret(folder / "zip.password", f"{password}\n".encode())
    refused(release(), 2, "zip.password holds no password as the model asks; expected 50 characters")


def test_a_secret_that_others_can_read_or_that_is_not_there_is_refused(folder: Path) -> None:
    """Password, key and passphrase alike."""
    for name in ("zip.password", "operator.key", "operator.pass"):
        path = folder / name
        path.chmod(0o640)
        refused(release(), 2, f"{name} has mode 0640; expected 0600")
        data = path.read_bytes()
        path.unlink()
        refused(release(), 2, f"{name} cannot be read")
        secret(path, data)
    assert release().status == 0


def test_a_key_that_is_not_the_certificate_s_is_refused(folder: Path) -> None:
    """Of another pair, under another passphrase, under none, of another sort, or no key."""
    key, curve = generate_private_key(65537, 2048), of_a_curve(SECP256R1())
    secret(folder / "operator.key", encrypted(key))
    refused(release(), 2, "the key in operator.key is not that of the certificate in operator.pem")
    locked = BestAvailableEncryption(PASSPHRASE.encode())
    for data in (
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"another")),
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        curve.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked),
        b"no key\n",
    ):
        secret(folder / "operator.key", data)
        refused(release(), 2, "operator.key holds no RSA key that its passphrase opens")


def test_a_certificate_that_is_none_or_not_valid_then_is_refused(folder: Path) -> None:
    """By the time of the files, which is when the day was closed."""
    path = folder / "operator.pem"
    path.write_bytes(b"no certificate\n")
    refused(release(), 2, "operator.pem holds no certificate that can be read")
    path.unlink()
    refused(release(), 2, "operator.pem holds no certificate that can be read: No such file")
    key = generate_private_key(65537, 2048)
    secret(folder / "operator.key", encrypted(key))
    for since, until in ((2020, 2026), (2027, 2030)):
        path.write_bytes(certified(key, since, until))
        refused(release(), 1, "the files are of 2026-07-15", f"the certificate is valid from {since}-01-01")


def test_a_game_or_a_variant_that_is_not_set_is_refused(folder: Path) -> None:
    """What a game is called is the operator's word."""
    settings('[games.R804]\nname = "Juego R804"\n', "")
    refused(release(), 1, "nothing is set for the games of R804")


def test_a_game_without_a_code_in_the_layout_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: a KeyError."""
    of = layout("spain", "3.3")
    codes = {name: code for name, code in of.games.items() if name != "R804"}
    monkeypatch.setattr(files, "layout", lambda *_: of._replace(games=codes))
    refused(release(), 1, "the layout 3.3 has no code for the games of R804")


def test_a_variant_for_which_no_name_is_known_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of the blackjack and the sintético, of which the operator says which of the list they are."""
    monkeypatch.setattr("tombo.reports.regulators.spain.records.VARIANTS", {})
    refused(release(), 1, "no variant is set for the games of R804")


def test_an_id_that_is_too_long_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here by a field that has less room than it has: the place of the entry is told."""
    of = layout("spain", "3.3")
    (held,) = of.records["Jugador"]
    monkeypatch.setattr(
        files, "layout", lambda *_: of._replace(records={**of.records, "Jugador": (held._replace(width=1),)})
    )
    refused(release(), 1, "session.started.v1: JugadorId has 1 character and the value 2")


def test_more_files_than_a_release_lists_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release lists 1,000."""
    monkeypatch.setattr(files, "FILES_MAX", 0)
    refused(release(), 1, f"{DAY} has more than 0 files")


def test_without_what_signs_nothing_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes with tombo[regulators]."""
    monkeypatch.setitem(__import__("sys").modules, "tombo.reports.regulators.spain.xades", None)
    monkeypatch.delattr("tombo.reports.regulators.spain.xades", raising=False)
    refused(release(), 2, "the libraries that sign and encrypt are not installed", "tombo[regulators]")


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ('operator = "0007"\n', "", "operator: Field required"),
        ('operator = "0007"', 'operator = "00007"', "operator: String should match"),
        ('store = "A1"', 'store = "A_1"', "store: String should match"),
        ('password = "zip.password"\n', "", "password: Field required"),
        ('duration = "240000"', 'duration = "2400"', "planned.duration: String should match"),
        ('loss = "1000.00"', "loss = 1000.00", "planned.loss: Input should be a valid string"),
        ('passphrase = "operator.pass"\n', "", "signature.passphrase: Field required"),
        ('name = "Juego R804"', f'name = "{"x" * 201}"', "games.R804.name: String should have at most 200"),
        ('variant = "CL"', 'variant = "XX"', "games.R805.variant"),
        ("[games.R804]", "[games.R999]", "games.R999"),
        ('store = "A1"', 'store = "A1"\nlayout = "3.2"', "layout"),
    ],
)
def test_settings_that_cannot_be_are_refused(folder: Path, was: str, becomes: str, says: str) -> None:
    """By the name of what is wrong, with the page that has them."""
    settings(was, becomes)
    refused(release(), 2, says, "docs/regulators/spain.md")


def test_whoever_was_erased_or_has_no_key_is_named(folder: Path) -> None:
    """What is sealed is not guessed, and no field is left empty for it."""
    Path("keys/persons.key").rename("elsewhere")
    refused(release(), 1, "access.opened.v1: what it says of p-1 cannot be read")


def test_files_are_looked_for_from_the_folder_of_the_settings(folder: Path) -> None:
    """Wherever the command is run."""
    Path("operator").mkdir()
    for name in ("dgoj.toml", "operator.key", "operator.pass", "operator.pem", "zip.password"):
        Path(name).rename(Path("operator", name))
    words = ("report", "release", "spain", DAY, "--settings", "operator/dgoj.toml", "--xsd", "open.xsd", "--out", "out")
    ran = tombo(*TOMBO, *words)
    assert ran.status == 0, ran.err


def test_a_session_through_the_access_of_another_is_named_and_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sealed with a stolen key when the night had closed the day. Red before: p-1 was told from the address of p-2."""
    spanish_operator(tmp_path)
    spun(tmp_path, NOON, registers="later")
    late = OVER - MINUTE
    monkeypatch.setattr(SystemClock, "now", lambda _: late)
    with inside(tmp_path):
        close(DAY)
        ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(late, step=0))
        floor = Floor(ledger.handle, "d")
        floor.do(OpenAccount(player="p-2"))
        floor.do(RegisterPerson(details=details(), player="p-2"))
        floor.do(LogOn(access="a-2", device="computer", origin=HOME, player="p-2"))
        ledger.store.close()
        planted([[("access:a-2", 2, AccessPlayed(session="s-1"))]], late)
        monkeypatch.setattr(SystemClock, "now", lambda _: OVER)
        refused(release(), 1, "access.opened.v1 at log index", "another player's session is played through it")


def test_who_registers_behind_the_day_is_told_when_he_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So what the refusal names can be set right. Red before: the day could never be told."""
    spanish_operator(tmp_path)
    spun(tmp_path, NOON, registers="never")
    monkeypatch.setattr(SystemClock, "now", lambda _: OVER)
    with inside(tmp_path):
        close(DAY)
        refused(release(), 1, "session.started.v1: p-1 is not registered")
        ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(OVER, step=0))
        Floor(ledger.handle, "d").do(RegisterPerson(details=details(), player="p-1"))
        (row,) = ledger.store.stream_rows("registration:p-1")
        ledger.store.close()
        assert release().status == 0
    (record,) = registers(tmp_path / "out", "SES")
    assert record.findtext("Jugador/JugadorId") == str(row.index)
