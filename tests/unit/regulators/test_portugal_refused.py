"""What does not fit a file of the Portuguese regulator: refused by its place before anything is written, or written as the page says."""

from __future__ import annotations

import builtins
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import MANAGER, PLATFORM, Floor
from tests.worlds.registered import ORIGIN as HOME
from tests.worlds.registered import details
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import CommandRef
from tombo.ledger.core.lisbon import HOUR as LISBON_HOUR
from tombo.ledger.core.money import Money
from tombo.ledger.core.words import Words
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.events import AccessClosed
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.account.events import Deposited, Withdrawn
from tombo.ledger.house.registration import decide
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.registration.details import PersonalDetails, TaxAnswer
from tombo.ledger.house.registration.events import RegistrationChanged
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.store import CommandRow
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch
from tombo.reports.regulators import validated

NOON: Final = 1_784_030_400 * SECOND
"""2026-07-14 12:00 UTC, 13:00 in Lisbon."""
HOUR: Final = "2026071413"
SETTINGS: Final = 'operator = 7\nsafe = "1AA"\n\n[payments]\ntransfer = "1"\n'
TOMBO: Final = ("--ledger", "sqlite:///ledger.db", "--keys", "keys")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where a ledger is made, and its settings."""
    (tmp_path / "srij.toml").write_text(SETTINGS, encoding="utf-8")
    with inside(tmp_path):
        yield tmp_path


def recorded(*commands: CommandBase) -> None:
    """A ledger in which the platform asked for this at noon."""
    clock = SteppingClock(NOON, step=0)
    ledger = create_ledger("sqlite:///ledger.db", Keyring(Path("keys")), origin="operator.example/1", clock=clock)
    floor = Floor(ledger.handle)
    floor.do(GrantRole(role="manager", staff=MANAGER.id))
    for command in commands:
        floor.do(command)
    ledger.store.close()


def exported(*words: str) -> Ran:
    """``tombo export srij`` of that hour."""
    return tombo(*TOMBO, "export", "srij", "--settings", "srij.toml", "--out", "files", *(words or ("--hour", HOUR)))


def closed(day: str) -> None:
    """The night closes a day."""
    ran = tombo(*TOMBO, "reconcile", "--day", day, "--close")
    assert ran.status == 0, ran.err


def registered(said: PersonalDetails) -> tuple[CommandBase, ...]:
    """A player with an account, by his papers."""
    return OpenAccount(player="p-1"), RegisterPerson(details=said, player="p-1")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("commands", "says"),
    [
        (registered(details(payment="shells")), "no code is set for a payment called shells"),
        (registered(details(postcode="0000-00000")), "cod_postal has 8 characters and the value 10"),
        (registered(details(phone="+3510000000000000000000")), "telefone has 20 characters and the value 23"),
        (registered(details(alias="a\ufffeb")), "alias_jog holds a character that no XML document can hold"),
        ((RegisterPerson(details=details(), player="p-1"),), "p-1 has no account; expected 'open_account'"),
        (
            (OpenAccount(player="p-1"), Deposit(amount=Money(5), player="p-1", reference="bank")),
            "account.deposited.v1: p-1 is not registered",
        ),
        (
            (*registered(details()), Deposit(amount=Money(10**9), player="p-1", reference="bank")),
            "saldo_mov has 10 characters and the value 11",
        ),
    ],
    ids=["payment", "postcode", "phone", "no XML", "no account", "not registered", "too much money"],
)
def test_an_entry_that_does_not_fit_is_named_and_nothing_is_written(
    commands: tuple[CommandBase, ...], says: str
) -> None:
    """Exit status 1, its place in the log, and not half a folder."""
    recorded(*commands)
    ran = exported()
    assert (ran.status, says in ran.err, "log index" in ran.err) == (1, True, True), ran.err
    assert {path.name for path in Path().iterdir()} - {"ledger.db-shm", "ledger.db-wal"} == {
        "keys",
        "ledger.db",
        "srij.toml",
    }
    assert not any(value in ran.err for value in ("Nome de Exemplo", "1985-02-28", "jogador@example.org"))


@pytest.mark.usefixtures("folder")
def test_whoever_was_erased_or_has_no_key_is_named() -> None:
    """What is sealed is not guessed, and no field is left empty for it."""
    recorded(*registered(details()))
    Path("keys/persons.key").rename("elsewhere")
    ran = exported()
    assert (ran.status, "what it says of p-1 cannot be read" in ran.err) == (1, True), ran.err


CHANGED: Final = RegistrationChanged(details=Words(person="p-9", sealed="AAAA"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("stream", "version", "events", "kind"),
    [
        ("session:p-1", 1, [Deposited(amount=Money(5), reference="x")], "account.deposited.v1"),
        ("access:a-9", 1, [AccessClosed(cause="operator")], "access.closed.v1"),
        ("access:a-1", 2, [AccessClosed(cause="operator")] * 2, "access.closed.v1"),
        ("account:p-1", 2, [Withdrawn(amount=Money(450), reference="x")], "account.withdrawn.v1"),
        ("registration:p-9", 1, [CHANGED], "registration.changed.v1"),
    ],
    ids=["in a session", "never logged on", "logged off twice", "more than there is", "never registered"],
)
def test_an_entry_that_no_door_wrote_there_is_named_and_not_reported(
    stream: str, version: int, events: list[Any], kind: str
) -> None:
    """A stolen event key seals it: red before, it was somebody's money of that hour, or a fault of tombo."""
    recorded(*registered(details()), LogOn(access="a-1", device="computer", origin=HOME, player="p-1"))
    ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(NOON, step=0))
    batch, ref = Batch(), CommandRef(digest="00" * 16, id="thief/1")
    for place, event in enumerate(events):
        batch.drafts.append(Draft(stream, version + place, event, PLATFORM, ref, None))
    known = ledger.store.head_of(stream)
    batch.heads[stream] = bytes(32) if known is None else known.hash
    batch.commands.append(CommandRow("thief/1", bytes(16), 0, len(events)))
    ledger.sealing.put(batch.drafts, batch=batch)
    ledger.store.close()
    ran = exported()
    assert (ran.status, kind in ran.err, stream in ran.err) == (1, True, True), ran.err
    assert "cannot follow what is on record" in ran.err
    assert not Path("files").exists()


@pytest.mark.usefixtures("folder")
def test_of_the_day_on_which_the_ledger_began_there_are_the_hours_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: no file of that day was made by its day, for the hours before have no number. Of a day before there are none."""
    monkeypatch.setattr(SystemClock, "now", lambda _: NOON + 24 * LISBON_HOUR)
    recorded(*registered(details()))
    closed("2026-07-14")
    ran = exported("--day", "2026-07-14")
    assert ran.status == 0, ran.err
    names = sorted(path.name for path in Path("files").glob("JGDR_*"))
    assert names == [f"JGDR_20260714{hour}_1AA.xml" for hour in range(13, 24)]
    assert "<id_ficheiro>1<" in Path("files", names[0]).read_text()
    shutil.rmtree("files")
    ran = exported("--day", "2026-07-13")
    assert (ran.status, "2026-07-13 is not closed" in ran.err, Path("files").exists()) == (1, True, False), ran.err
    ran = exported("--hour", "2026071300")
    assert (ran.status, "would be file -36" in ran.err, Path("files").exists()) == (1, True, False), ran.err


@pytest.mark.usefixtures("folder")
def test_what_is_sealed_and_says_nobody_is_named_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stolen event key with the key of persons seals it: red before, that was a fault of tombo itself."""
    monkeypatch.setattr(decide, "text_of", lambda _: '{"name":"Eva de Exemplo"}')
    recorded(*registered(details()))
    for ran in (exported(), tombo(*TOMBO, "person", "show", "p-1", "--details")):
        assert (ran.status, "registration.made.v1 at log index 6 cannot follow" in ran.err) == (1, True), ran.err
        assert "what it seals are no details of a person" in ran.err
        assert "Eva" not in ran.out + ran.err


@pytest.mark.usefixtures("folder")
def test_every_field_of_a_registration_stands_where_it_belongs() -> None:
    """What XML would take for its own is escaped, and what nobody said is empty."""
    said = details(name='A & B <c> "d"', alias=None, tax_number=None, tax_answer=TaxAnswer(answer="OK", id="77"))
    recorded(*registered(said), LogOn(access="a-1", device="television", origin=HOME, player="p-1"))
    assert exported().status == 0
    text = Path("files", f"JGDR_{HOUR}_1AA.xml").read_text(encoding="utf-8")
    record = text[text.index("<jogador>") : text.index("</registos_jogador>")].strip()
    index = next(iter(tombo(*TOMBO, "--json", "person", "show", "p-1").lines))["registered"]["log_index"]
    assert record == (
        f"<jogador><codjogador>{index}</codjogador><conta_jog>{index - 1}</conta_jog><tip_pag>1</tip_pag><logon>exemplo-1</logon>"
        "<id_cidadao>00000000 0 AA0</id_cidadao><id_tipocid>1</id_tipocid><timestp_reg>20260714130000.000000 +01:00</timestp_reg>"
        '<alias_jog></alias_jog><nome>A &amp; B &lt;c&gt; "d"</nome><data_nascimento>19850228</data_nascimento><nif></nif>'
        "<morada>Rua do Exemplo 1</morada><cod_postal>0000-000</cod_postal><id_nacao>PT</id_nacao><telefone>+351000000000</telefone>"
        "<email>jogador@example.org</email><resp_at>OK</resp_at><id_resp_at>77</id_resp_at></jogador>"
    )
    assert text.startswith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro>\n<cod_entexpl>7</cod_entexpl>\n<datahr>2026071413</datahr>\n'
        "<id_ficheiro>1</id_ficheiro>\n<cod_cofre>1AA</cod_cofre>\n<registos_jogador>\n"
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ('operator = 128\nsafe = "1AA"', "operator: Input should be less than or equal to 127"),
        ('operator = 7\nsafe = "AA1"', "safe: String should match pattern"),
        ('operator = 7\nsafe = "1AA"\nmode = 1', "mode: Extra inputs are not permitted"),
        ("operator = 7", "safe: Field required"),
        ("operator =", "TOML: Invalid value"),
        ('operator = 7\nsafe = "1AA"\nlayout = "2019"', "layout: Input should be '2015' or '2018'"),
    ],
)
def test_settings_that_cannot_be_are_named(settings: str, says: str) -> None:
    """By their field, before the ledger is read."""
    recorded()
    Path("srij.toml").write_text(settings, encoding="utf-8")
    ran = exported()
    assert (ran.status, says in ran.err) == (2, True), ran.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (SETTINGS.encode() + b"# " + b"x" * (1 << 16) + b'\nfirst_hour = "2020010100"\n', "has more than 65,536 bytes"),
        (SETTINGS.encode() + "'transfer\u00eancia' = \"2\"\n".encode("latin-1"), "is no UTF-8 from byte 62 on"),
    ],
)
def test_settings_are_read_whole_or_not_at_all(settings: bytes, says: str) -> None:
    """Red before: what stood behind the limit was left out, and what was no UTF-8 was guessed."""
    recorded()
    Path("srij.toml").write_bytes(settings)
    ran = exported()
    assert (ran.status, says in ran.err, Path("files").exists()) == (2, True, False), ran.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "expected either --hour or --day"),
        (("--hour", HOUR, "--day", "2026-07-14"), "expected either --hour or --day"),
        (("--hour", "2026032901"), "an hour that the clocks leave out"),
        (("--day", "2026-02-30"), "is no day"),
        (("--hour", "2126071413"), "may still be added to until"),
    ],
    ids=["neither", "both", "left out", "no day", "not over"],
)
def test_hours_that_cannot_be_are_named(words: tuple[str, ...], says: str) -> None:
    """Exit status 2, and no folder."""
    recorded()
    ran = tombo(*TOMBO, "export", "srij", "--settings", "srij.toml", "--out", "files", *words)
    assert (ran.status, says in ran.err) == (2, True), ran.err
    assert not Path("files").exists()


@pytest.mark.usefixtures("folder")
def test_file_numbers_begin_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed type of ``id_ficheiro`` has 32,767 numbers, 3.7 years of hours: then, and before the first, another hour has to be the first."""
    recorded()
    monkeypatch.setattr("tombo.ledger.core.clock.SystemClock.now", lambda _: NOON + 40_000 * 3_600 * SECOND)
    for hour in ("2030050112", "2026071412"):
        ran = exported("--hour", hour)
        assert (ran.status, "expected another first_hour in the settings" in ran.err) == (1, True), ran.err
    Path("srij.toml").write_text(f'first_hour = "2030050111"\n{SETTINGS}', encoding="utf-8")
    assert exported("--hour", "2030050112").status == 0
    assert "<id_ficheiro>2</id_ficheiro>" in Path("files/SESS_2030050112_1AA.xml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("folder")
def test_without_lxml_nothing_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named."""
    recorded()
    imports = builtins.__import__

    def without(name: str, *words: Any, **more: Any) -> Any:
        if name == "lxml":
            raise ImportError(name)
        return imports(name, *words, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    validated._parsed.cache_clear()  # as in a process that never had it
    ran = exported()
    assert (ran.status, "pip install 'tombo[regulators]'" in ran.err) == (2, True), ran.err
    assert not Path("files").exists()
