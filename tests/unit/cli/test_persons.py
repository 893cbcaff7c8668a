"""``tombo person``: erased by two, on record, for good; and what can still be read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import PLATFORM, asked, inside, tombo
from tests.unit.cli.test_exchange import AUTHORED
from tests.worlds.registered import details
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.persons import open_persons
from tombo.ledger.store import open_store

NEW = ("--ledger", "sqlite:///new.db")
BY = ("--basis", "GDPR 17(1)(b), request 7", "--staff", "s-1", "--second", "s-2")


@pytest.fixture
def person(tmp_path: Path) -> Iterator[str]:
    """The pseudonym of a player in an imported hand, in a ledger with a manager and an officer."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        assert tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1").status == 0
        assert tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1").status == 0
        Path("hand.phh").write_text(AUTHORED, encoding="utf-8")
        assert tombo(*NEW, "import", "phh", "hand.phh").status == 0
        (hand,) = tombo(*NEW, "--json", "hand", "list").lines
        yield str(tombo(*NEW, "--json", "hand", "show", hand["hand"]).document["seats"][0]["player"])


def test_b3_a_person_is_erased_by_two_and_on_record(person: str) -> None:
    """B3: erasure is a command; it is recorded with basis and people, destroys the secret, and the ledger verifies as before."""
    before = tombo(*NEW, "person", "show", person)
    assert f"{person} is not erased; his secret is kept" in before.out
    done = tombo(*NEW, "person", "erase", person, *BY)
    assert (done.status, "his secret is destroyed" in done.out) == (0, True), done.err
    shown = tombo(*NEW, "--json", "person", "show", person).document
    erased = shown["erased"]
    assert (erased["basis"], erased["by"], erased["second"]) == ("GDPR 17(1)(b), request 7", "s-1", "s-2")
    assert shown["names"] == "none"
    report = tombo(*NEW, "--json", "verify", "--checkpoint", "new.keys/signer").document
    assert report["verdict"] == "OK"
    (told,) = (problem for problem in report["problems"] if problem["code"] == "SHREDDED")
    assert (told["index"], told["stream"]) == (erased["log_index"], f"player:{person}")


def test_b3_a_backup_of_the_database_brings_nobody_back(person: str) -> None:
    """B3: with the database as it was before the erasure and every key there is now, the name opens under nothing."""
    with open_store(NEW[1]) as store, open_persons(Keyring(Path("new.keys")), store.origin) as persons:
        secret = persons.secret(person)
    assert secret is not None
    shutil.copy("new.db", "backup.db")
    assert tombo(*NEW, "person", "erase", person, *BY).status == 0
    with open_store("sqlite:///backup.db") as store, open_persons(Keyring(Path("new.keys")), store.origin) as persons:
        assert persons.secret(person) is None
    assert all(secret not in path.read_bytes() for path in Path().rglob("*") if path.is_file())


def test_b3_the_secret_of_a_person_is_not_in_the_database(person: str) -> None:
    """B3: the database has no table for it, and no bytes of it."""
    with open_store(NEW[1], read_only=True) as store:
        tables = store.recorder.fetch("SELECT name FROM sqlite_schema WHERE name LIKE 'person%'")
    assert tables == []
    assert person.encode() in Path("new.keys/persons.db").read_bytes()
    assert Keyring(Path("new.keys")).persons_file.stat().st_mode & 0o777 == 0o600


def test_an_erasure_that_was_cut_off_is_finished_by_running_it_again(person: str) -> None:
    """On record and the secret still there: the same command destroys it, and records nothing more."""
    kept = Path("new.keys/persons.db").read_bytes()
    first = tombo(*NEW, "--json", "person", "erase", person, *BY).document
    Path("new.keys/persons.db").write_bytes(kept)  # as if the process had been killed after the commit
    assert "His secret is still there" in tombo(*NEW, "person", "show", person).out
    again = tombo(*NEW, "--json", "person", "erase", person, *BY).document
    assert again == first
    assert tombo(*NEW, "--json", "person", "show", person).document["names"] == "none"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (("--second", "s-1"), "asks twice; expected a second member of staff"),
        (("--second", "nobody"), "there is no key of nobody"),
        (("--staff", "s-2", "--second", "s-1"), "may not ask for this; expected staff in the granted role 'manager'"),
        (("--basis", "two\nlines"), "basis"),
    ],
)
def test_one_person_alone_erases_nobody(person: str, changed: tuple[str, ...], says: str) -> None:
    """The same person twice, somebody without a key, an officer as the first, a basis that is none: nothing is recorded or destroyed."""
    refused = tombo(*NEW, "person", "erase", person, *BY, *changed)
    assert refused.status != 0
    assert says in refused.err
    shown = tombo(*NEW, "--json", "person", "show", person).document
    assert (shown["erased"], shown["names"]) == (None, "kept")


@pytest.mark.usefixtures("person")
def test_somebody_unknown_is_not_erased() -> None:
    """A mistyped pseudonym is an error and no entry."""
    missing = tombo(*NEW, "person", "erase", "p-nobody", *BY)
    assert (missing.status, "nothing is known of p-nobody" in missing.err) == (2, True)
    assert tombo(*NEW, "person", "show", "no body").status == 2
    shown = tombo(*NEW, "person", "show", "p-nobody")
    assert (shown.status, "nothing is known of p-nobody" in shown.err) == (2, True), (
        "F7: it was said that he is not erased"
    )


@pytest.fixture
def complaint(tmp_path: Path) -> Iterator[str]:
    """A player with an account who complained, and whose complaint was resolved."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        assert tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1").status == 0
        assert tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1").status == 0
        opened = asked("a/1", PLATFORM, kind="open_account", player="p-rui")
        assert tombo(*NEW, "record", stdin=opened.encode()).status == 0
        claim = ("--claim", "I am Rui Costa, and the hand is mine", "--staff", "s-2")
        assert tombo(*NEW, "dispute", "open", "p-rui", "--id", "d-1", *claim).status == 0
        yield "d-1"


RESOLVED = ("--outcome", "rejected", "--grounds", "Rui Costa was told so by Ana Silva", "--staff", "s-2")
NAMED = (b"Rui Costa", b"Ana Silva")


def test_b3_words_of_people_lie_sealed(complaint: str) -> None:
    """B3: a claim and its grounds are in no file in the open; who has the keys reads them, who has not sees that they are there."""
    assert tombo(*NEW, "dispute", "resolve", complaint, *RESOLVED).status == 0
    files = [path for path in Path().rglob("*") if path.is_file()]
    assert not [path for path in files for name in NAMED if name in path.read_bytes()]
    shown = tombo(*NEW, "dispute", "show", complaint).out
    assert "Claim: I am Rui Costa, and the hand is mine\n" in shown
    assert "Grounds: Rui Costa was told so by Ana Silva\n" in shown
    Path("new.keys/persons.key").rename("elsewhere.key")
    withheld = tombo(*NEW, "dispute", "show", complaint)
    assert (withheld.status, withheld.out.count("[sealed]")) == (0, 2)
    assert tombo(*NEW, "--json", "dispute", "list").document["claim"] == "[sealed]"


def test_b3_words_of_an_erased_person_are_erased(complaint: str) -> None:
    """B3: erased once the dispute is resolved, not before; then nobody reads the words, the ledger verifies, and no new ones are taken."""
    early = tombo(*NEW, "person", "erase", "p-rui", *BY)
    assert (early.status, "dispute:d-1 of p-rui goes on; expected it resolved before" in early.err) == (1, True)
    assert tombo(*NEW, "dispute", "resolve", complaint, *RESOLVED).status == 0
    assert tombo(*NEW, "person", "erase", "p-rui", *BY).status == 0
    assert tombo(*NEW, "dispute", "show", complaint).out.count("[erased]") == 2
    assert tombo(*NEW, "--lang", "pt", "dispute", "show", complaint).out.count("[apagado]") == 2
    assert (
        tombo(*NEW, "--json", "dispute", "show", complaint).document["events"][0]["event"]["claim"]["text"]
        == "[erased]"
    )
    assert tombo(*NEW, "verify", "--checkpoint", "new.keys/signer").out.startswith("OK: ")
    again = tombo(*NEW, "dispute", "open", "p-rui", "--claim", "me again", "--staff", "s-2")
    assert (again.status, "p-rui is erased" in again.err) == (1, True)


def test_words_are_not_recorded_where_they_cannot_be_sealed(complaint: str) -> None:
    """A host without persons.key records no words at all, rather than in the open."""
    Path("new.keys/persons.key").unlink()
    refused = tombo(*NEW, "dispute", "resolve", complaint, *RESOLVED)
    assert (refused.status, "persons.key cannot be read" in refused.err) == (2, True)


def registered(**changes: object) -> str:
    """Lines for ``tombo record``: a player by his papers, what changes, and that he logs on."""
    said = details(name="Nome do Exemplo").model_dump(mode="json")
    return "\n".join(
        (
            asked("r/1", PLATFORM, kind="register_person", player="p-9", details=said),
            asked("r/2", PLATFORM, kind="change_details", player="p-9", details={**said, **changes}),
            asked("r/3", PLATFORM, kind="log_on", access="a-1", player="p-9", device="computer", origin=HOME),
        )
    )


HOME = {"address": "192.0.2.77", "region": "PT-11"}


@pytest.mark.usefixtures("person")
def test_a_registration_is_read_by_who_has_the_key_until_he_is_erased() -> None:
    """In words and as JSON, in both languages; never in the database or in an answer, and by nobody once he is erased."""
    ran = tombo(*NEW, "record", stdin=registered(phone="+351999999999").encode())
    assert [answer["status"] for answer in ran.lines] == ["recorded"] * 3, ran.err
    secret = ("Nome do Exemplo", "1985-02-28", "+351999999999", "192.0.2.77", "jogador@example.org")
    assert not any(value in ran.out + ran.err for value in secret)
    assert not any(value.encode() in Path("new.db").read_bytes() for value in secret)

    short = tombo(*NEW, "person", "show", "p-9")
    assert "changed since 1 time." in short.out
    assert not any(value in short.out for value in secret)
    told = tombo(*NEW, "person", "show", "p-9", "--details").out
    assert "  name: Nome do Exemplo\n  born: 1985-02-28\n" in told
    assert "  paper: citizen card\n" in told
    assert "  answer of the tax authority: OK (1)\n" in told
    assert "  telefone: +351999999999\n" in tombo(*NEW, "--lang", "pt", "person", "show", "p-9", "--details").out
    document = tombo(*NEW, "--json", "person", "show", "p-9", "--details").document
    assert document["registered"]["details"] == details(name="Nome do Exemplo", phone="+351999999999").model_dump()

    Path("new.keys/persons.key").rename("elsewhere")
    assert "What it says is not to be read here" in tombo(*NEW, "person", "show", "p-9", "--details").out
    Path("elsewhere").rename("new.keys/persons.key")
    assert tombo(*NEW, "person", "erase", "p-9", *BY).status == 0
    gone = tombo(*NEW, "--json", "person", "show", "p-9", "--details").document
    assert gone["registered"]["details"] is None
    assert tombo(*NEW, "verify", "--checkpoint", "new.keys/signer").status == 0
    again = tombo(
        *NEW,
        "record",
        stdin=asked(
            "r/4", PLATFORM, kind="log_on", access="a-2", player="p-9", device="computer", origin=HOME
        ).encode(),
    )
    assert (again.lines[0]["status"], again.lines[0]["rule"]) == ("refused", "House: erasure")


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize("field", ["born", "email"])
def test_a_line_that_is_no_command_does_not_repeat_what_is_personal(field: str) -> None:
    """What is written wrongly is named by its field; answers and messages go to logs."""
    ran = tombo(*NEW, "record", stdin=registered(**{field: "zz\n7"}).encode())
    assert "zz" not in ran.out + ran.err
    assert field in ran.out + ran.err


@pytest.mark.parametrize(
    ("command", "place"),
    [
        (
            {"kind": "register_person", "player": "p-9", "details": {**details().model_dump(), "Eva de Exemplo": 1}},
            "details",
        ),
        (
            {
                "kind": "register_person",
                "player": "p-9",
                "details": {**details().model_dump(), "tax_answer": {"answer": "OK", "id": "1", "Eva de Exemplo": 1}},
            },
            "details.tax_answer",
        ),
        (
            {
                "kind": "log_on",
                "access": "a-1",
                "player": "p-9",
                "device": "computer",
                "origin": {**HOME, "Eva de Exemplo": 1},
            },
            "origin",
        ),
    ],
)
@pytest.mark.usefixtures("person")
def test_a_key_that_is_none_of_ours_is_not_repeated_either(command: dict[str, Any], place: str) -> None:
    """A sender that puts a name where a key belongs hears where, and not what."""
    ran = tombo(*NEW, "record", stdin=asked("r/9", PLATFORM, **command).encode())
    assert "Eva" not in ran.out + ran.err
    assert f"command.{command['kind']}.{place}: Extra inputs are not permitted" in ran.lines[0]["message"]
