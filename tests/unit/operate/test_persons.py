"""Persons: found again by name, their secrets outside the database, and destroyed for good."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.phh import CountedEntropy
from tombo.ledger.core.errors import KeyFileError, StoreUnavailableError, TamperedError
from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.seal.personal import PersonsKey
from tombo.ledger.store.persons_file import PersonsFile

ORIGIN = "operator.example/ledger/1"
KEY = PersonsKey(bytes(32), ORIGIN)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the secrets lie."""
    return tmp_path / "persons.db"


@pytest.fixture
def persons(path: Path) -> Iterator[StoredPersons]:
    """The persons of a ledger, none yet."""
    with StoredPersons(PersonsFile(path), KEY, CountedEntropy()) as made:
        yield made


def test_the_same_name_is_the_same_person(persons: StoredPersons, path: Path) -> None:
    """Venue and name find a person again, in another process too; another venue or name is another person."""
    ana = persons.person("lisboa", "Ana")
    assert persons.person("lisboa", "Ana") == ana
    assert not persons.keep()
    with StoredPersons(PersonsFile(path), KEY, CountedEntropy()) as other:
        assert other.person("lisboa", "Ana") == ana
    assert len({ana.id, persons.person("porto", "Ana").id, persons.person("lisboa", "Rui").id}) == 3
    assert persons.secret(ana.id) == ana.secret


def test_new_persons_are_kept_together(persons: StoredPersons, path: Path) -> None:
    """Nothing is in the file before ``keep``, all of it after; a second ``keep`` has nothing to do."""
    named = [persons.person("lisboa", f"player {number}") for number in range(50)]
    assert kept(path) == set()
    assert persons.keep() == frozenset()
    assert kept(path) == {person.id for person in named}
    assert persons.keep() == frozenset()


def test_of_two_that_meet_a_name_at_once_the_first_to_keep_it_has_made_the_person(
    persons: StoredPersons, path: Path
) -> None:
    """The other hears which of its pseudonyms are nobody's, and says from then on whom the first made."""
    with StoredPersons(PersonsFile(path), KEY, os.urandom) as other:
        ours, theirs = persons.person("lisboa", "Ana"), other.person("lisboa", "Ana")
        rui = other.person("lisboa", "Rui")
        assert ours.id != theirs.id
        assert persons.keep() == frozenset()
        assert other.keep() == {theirs.id}
        assert other.keep() == frozenset()
        assert other.person("lisboa", "Ana") == ours
        assert kept(path) == {ours.id, rui.id}


def test_a_secret_that_is_asked_for_is_durable(persons: StoredPersons, path: Path) -> None:
    """Who seals words under the secret of a new person finds it in the file, not in memory alone; erasure finds it there too."""
    ana, rui = persons.person("lisboa", "Ana"), persons.person("lisboa", "Rui")
    assert persons.secret_for(ana.id) == ana.secret
    assert kept(path) == {ana.id, rui.id}
    eva = persons.person("lisboa", "Eva")
    assert persons.erase(eva.id)
    assert kept(path) == {ana.id, rui.id}


def test_a_keep_that_failed_is_made_up_for(persons: StoredPersons, path: Path) -> None:
    """Another process holds the file: nobody is kept, and all are once it lets go."""
    named = {persons.person("lisboa", name).id for name in ("Ana", "Rui")}
    persons._file._connection.execute("PRAGMA busy_timeout = 20")  # else the test waits as long as an operator would
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailableError, match="nothing was kept or destroyed; try again"):
        persons.keep()
    holder.execute("ROLLBACK")
    holder.close()
    assert kept(path) == set()
    assert persons.keep() == frozenset()
    assert kept(path) == named


def kept(path: Path) -> set[str]:
    """The pseudonyms in the file."""
    with sqlite3.connect(path) as connection:
        found = {person for (person,) in connection.execute("SELECT person FROM persons")}
    connection.close()
    return found


def test_names_do_not_run_into_one_another(persons: StoredPersons) -> None:
    """The bounds between venue and name count."""
    assert persons.person("a", "bc").id != persons.person("ab", "c").id


def test_a_secret_is_made_when_first_asked_for(persons: StoredPersons) -> None:
    """A player who is known by his pseudonym alone gets a secret as soon as something of him is sealed, and keeps it."""
    assert persons.secret("p-sul") is None
    made = persons.secret_for("p-sul")
    assert len(made) == 32
    assert persons.secret("p-sul") == persons.secret_for("p-sul") == made


def test_b3_a_stolen_file_names_nobody(persons: StoredPersons, path: Path) -> None:
    """B3: neither name nor secret stands in the file, and a secret opens only for its person, under its key."""
    ana, rui = persons.person("lisboa", "Ana"), persons.person("lisboa", "Rui")
    persons.keep()
    contents = path.read_bytes()
    assert ana.id.encode() in contents
    assert not any(said in contents for said in (b"lisboa", b"Ana", ana.secret, rui.secret))
    with sqlite3.connect(path) as connection:
        ((wrapped,),) = connection.execute("SELECT wrapped FROM persons WHERE person = ?", (ana.id,)).fetchall()
    connection.close()
    for key, person in (
        (KEY, rui.id),
        (PersonsKey(b"\1" * 32, ORIGIN), ana.id),
        (PersonsKey(bytes(32), "other"), ana.id),
    ):
        with pytest.raises(TamperedError, match="does not open"):
            key.unwrap(person, wrapped)


def test_what_is_destroyed_is_not_left_in_the_file(persons: StoredPersons, path: Path) -> None:
    """After erasure the wrapped secret stands in no page of the file; others' are there, and the name is a new person's."""
    ana, rui = persons.person("lisboa", "Ana"), persons.person("lisboa", "Rui")
    persons.keep()
    with sqlite3.connect(path) as connection:
        ((wrapped,),) = connection.execute("SELECT wrapped FROM persons WHERE person = ?", (ana.id,)).fetchall()
    connection.close()
    assert wrapped in path.read_bytes()
    assert persons.erase(ana.id)
    assert wrapped not in path.read_bytes()
    assert [found.name for found in path.parent.iterdir()] == [path.name]
    assert (persons.secret(ana.id), persons.secret(rui.id)) == (None, rui.secret)
    assert not persons.erase(ana.id)
    assert persons.person("lisboa", "Ana").id != ana.id


def test_a_file_for_other_eyes_is_refused(path: Path) -> None:
    """Mode, kind and place are looked at before anything is read."""
    PersonsFile(path).close()
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="mode 0640; expected 0600"):
        PersonsFile(path)
    path.unlink()
    path.symlink_to(path.with_name("elsewhere"))
    with pytest.raises(StoreUnavailableError, match="nothing of persons can be kept there"):
        PersonsFile(path)
    path.unlink()
    path.touch(mode=0o600)
    path.write_bytes(b"no database at all, and long enough to be told from one" * 20)
    with pytest.raises(KeyFileError, match="damaged"):
        PersonsFile(path)


def test_what_is_no_file_is_refused(path: Path) -> None:
    """A pipe in the place of the secrets is named, and nobody waits for it."""
    os.mkfifo(path, 0o600)
    with pytest.raises(KeyFileError, match="is no regular file"):
        PersonsFile(path)


def test_a_key_of_another_length_is_refused() -> None:
    """The key has 32 bytes, and its text says nothing of it."""
    with pytest.raises(KeyFileError, match="31 bytes"):
        PersonsKey(bytes(31), ORIGIN)
    assert repr(KEY) == "PersonsKey(hidden)"
