"""The folder of keys: nothing in it is plain, and passphrases are asked for, changed, and refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyfolder import Keyring, change_passphrase
from tombo.ledger.operate.keyring import create_ledger, open_ledger
from tombo.ledger.operate.passphrases import PassphraseFile
from tombo.ledger.seal.keyfile import read_passphrase
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.secretfile import write_secret_file

ORIGIN = "operator.example/test"
NEW = ("--ledger", "sqlite:///new.db")
KEYS = ["event-1.key", "checkpoint.key", "openings.key", "persons.key"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a new ledger and its keys."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", ORIGIN, "--manager", "s-1").status == 0
        yield tmp_path


def secret(path: str, text: str) -> str:
    """A file with a passphrase."""
    write_secret_file(Path(path), f"{text}\n")
    return path


def test_a_new_passphrase_opens_and_the_old_one_does_not(folder: Path) -> None:
    """All files but the root key's change; the ledger records under the new one, and names the old one's failure."""
    new = secret("new-passphrase", "another one, longer")
    before = (folder / "new.keys/root.key").read_bytes()
    changed = tombo(*NEW, "--json", "keys", "passphrase", "--new-file", new).document["changed"]
    assert [Path(path).name for path in changed] == KEYS
    assert (folder / "new.keys/root.key").read_bytes() == before
    refused = tombo(*NEW, "checkpoint")
    assert (refused.status, "does not open: another passphrase" in refused.err) == (2, True)
    assert tombo(*NEW, "checkpoint", "--passphrase-file", new).status == 0
    again = tombo(*NEW, "--passphrase-file", new, "--json", "keys", "passphrase", "--new-file", new)
    assert again.document["changed"] == []


def test_the_root_key_has_a_passphrase_of_its_own(folder: Path) -> None:
    """Changed alone, wherever it was brought from; rotation then asks for it and for nothing else."""
    new = secret("new-passphrase", "another one, longer")
    Path("new.keys/root.key").rename("stick.key")
    assert tombo(*NEW, "keys", "passphrase", "--root", "stick.key", "--new-file", new).status == 0
    assert tombo(*NEW, "keys", "rotate", "--root", "stick.key").status == 2
    rotated = tombo(*NEW, "keys", "rotate", "--root", "stick.key", "--root-passphrase-file", new)
    assert rotated.status == 0, rotated.err


def test_a_change_that_was_cut_off_goes_on(folder: Path) -> None:
    """Files under the new passphrase already are left alone, the others follow."""
    keys = folder / "new.keys"
    new = b"another one, longer"
    assert change_passphrase(keys / "event-1.key", lambda: Keyring(keys).passphrase, new)
    (keys / "openings.key.new").write_text("left by who was killed")
    path = secret("new-passphrase", new.decode())
    changed = tombo(*NEW, "--json", "keys", "passphrase", "--new-file", path).document["changed"]
    assert [Path(name).name for name in changed] == KEYS[1:]
    assert list(keys.glob("*.new")) == []


def test_b3_a_plain_key_is_refused_and_encrypted(folder: Path) -> None:
    """B3: a key file of before is named, with the command that encrypts it; then it signs again."""
    keyring = Keyring(folder / "new.keys")
    key: PrivateKey = keyring.load(keyring.event(1))
    keyring.event(1).unlink()
    write_secret_file(keyring.event(1), f"{key.text}\n")
    grant = ("staff", "grant", "s-2", "officer", "--staff", "s-1")
    refused = tombo(*NEW, *grant)
    assert (refused.status, "is not encrypted" in refused.err, "'tombo keys passphrase'" in refused.err) == (
        2,
        True,
        True,
    )
    passphrase = secret("again", keyring.passphrase.decode())
    changed = tombo(*NEW, "--json", "keys", "passphrase", "--new-file", passphrase).document["changed"]
    assert [Path(path).name for path in changed] == ["event-1.key"]
    assert b"PRIVATE" not in keyring.event(1).read_bytes()
    assert tombo(*NEW, *grant).status == 0


def test_without_a_passphrase_nothing_opens_and_nothing_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody is at a terminal and no file is named, the error says which variable to set; no database is left behind."""
    monkeypatch.setattr("tests.tools.cli_run.PASSPHRASE_FILE", "")
    refused = tombo(*NEW, "checkpoint")
    assert (refused.status, "TOMBO_PASSPHRASE_FILE" in refused.err) == (2, True)
    refused = tombo("--ledger", "sqlite:///other.db", "init", "--origin", ORIGIN)
    assert (refused.status, "TOMBO_PASSPHRASE_FILE" in refused.err) == (2, True)
    assert not (folder / "other.db").exists()
    assert not (folder / "other.keys").exists()


@pytest.mark.parametrize("name", [*KEYS, "passphrase"])
def test_a_file_others_may_read_is_refused(tmp_path: Path, name: str) -> None:
    """Every file that holds a secret is 0600, and is looked at before it is used."""
    url, keyring = f"sqlite:///{tmp_path / 'ledger.db'}", Keyring(tmp_path / "keys")
    keyring.keep_passphrase()
    create_ledger(url, keyring, origin=ORIGIN).store.close()
    path = keyring.directory / name
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    again = Keyring(keyring.directory)
    with pytest.raises(KeyFileError, match=f"{name} has mode 0644; expected 0600"):
        _ = again.persons_secret(ORIGIN), again.signer(), open_ledger(url, again)


def test_the_key_of_another_ledger_opens_no_card(folder: Path) -> None:
    """Whose openings a key is for stands in its file: another ledger's is a wrong key, not a forgery."""
    with pytest.raises(
        KeyFileError, match=r"holds 'operator\.example/test/openings'; expected 'other\.example/openings'"
    ):
        Keyring(Path("new.keys")).opening_key("other.example")


def test_b3_a_passphrase_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """B3: bytes outside UTF-8 would all be read as the same letter: eight letters of Latin-1 and eight others would open the same key."""
    path = tmp_path / "passphrase"
    write_secret_file(path, "")
    path.write_bytes("çãéíóúâê\n".encode("latin-1"))
    with pytest.raises(KeyFileError, match="is no UTF-8"):
        read_passphrase(path)


def test_an_init_with_a_passphrase_too_short_leaves_nothing_and_works_the_second_time(tmp_path: Path) -> None:
    """Nothing is made before the passphrases are seen to do: no key that holds up the second try, and no database."""
    with inside(tmp_path):
        refused = tombo(*NEW, "--passphrase-file", secret("p", "short"), "init", "--origin", "operator.example/n")
        assert (refused.status, "has 5 bytes" in refused.err) == (2, True)
        assert not Path("new.db").exists()
        assert tombo(*NEW, "init", "--origin", "operator.example/n").status == 0


def test_the_folder_of_keys_is_its_owners_alone(tmp_path: Path) -> None:
    """0700 also where the key of its first manager is made before it."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/n", "--manager", "s-1").status == 0
        modes = [path.stat().st_mode & 0o777 for path in (Path("new.keys"), Path("new.keys/staff"))]
        assert modes == [0o700, 0o700]


def opened(door: Ledger, name: str) -> object:
    """What a door that runs says to a new account: its log indices, or what is wrong."""
    asked = Envelope(OpenAccount(player=name), By(actor="platform", id="operator"), name, None)
    try:
        said = door.handle(asked)
        return [entry.index for entry in said.entries] if isinstance(said, Acknowledgement) else said.message
    except KeyFileError as error:
        return str(error)


@pytest.mark.parametrize("put", [True, False])
def test_a_door_takes_up_a_passphrase_that_was_changed(folder: Path, *, put: bool) -> None:
    """Red before: after the next rotation every command at it ended with a key file that does not open, whatever its file held by then."""
    given = folder / secret("given", Keyring(folder / "new.keys").passphrase.decode())
    new = secret("new-passphrase", "another one, longer")
    door = open_ledger("sqlite:///new.db", Keyring(folder / "new.keys", PassphraseFile(given)))
    with door.store:
        assert tombo(*NEW, "keys", "passphrase", "--new-file", new).status == 0
        assert tombo(*NEW, "keys", "rotate", "--passphrase-file", new).status == 0
        if not put:
            said = str(opened(door, "p-1"))
            assert "event-2.key does not open: another passphrase" in said
            assert f"put the new one into {given}, or end the process and start it again" in said
        given.write_bytes(Path(new).read_bytes())
        assert isinstance(opened(door, "p-1"), list)
        assert door.sealing.key.name.endswith("/event/2")


def test_a_passphrase_changed_twice_names_the_way_on(folder: Path) -> None:
    """Red before: the keys are under a third one, the file holds the second, and the error said neither where to put it nor to start again."""
    given = folder / secret("given", Keyring(folder / "new.keys").passphrase.decode())
    second, third = secret("second", "another one, longer"), secret("third", "a third one, as long")
    door = open_ledger("sqlite:///new.db", Keyring(folder / "new.keys", PassphraseFile(given)))
    with door.store:
        assert tombo(*NEW, "keys", "passphrase", "--new-file", second).status == 0
        given.write_bytes(Path(second).read_bytes())
        words = ("keys", "passphrase", "--passphrase-file", second, "--new-file", third)
        assert tombo(*NEW, *words).status == 0
        assert tombo(*NEW, "keys", "rotate", "--passphrase-file", third).status == 0
        said = str(opened(door, "p-1"))
        assert "event-2.key does not open: another passphrase" in said
        assert f"put the new one into {given}, or end the process and start it again" in said
        given.write_bytes(Path(third).read_bytes())
        assert isinstance(opened(door, "p-1"), list)


def test_a_door_at_which_somebody_typed_names_the_restart(folder: Path) -> None:
    """Nobody sits there any more who could be asked."""
    typed = Keyring(folder / "new.keys").passphrase
    new = secret("new-passphrase", "another one, longer")
    door = open_ledger("sqlite:///new.db", Keyring(folder / "new.keys", lambda: typed))
    with door.store:
        assert tombo(*NEW, "keys", "passphrase", "--new-file", new).status == 0
        assert isinstance(opened(door, "p-1"), list)
        assert tombo(*NEW, "keys", "rotate", "--passphrase-file", new).status == 0
        assert "Then end the process and start it again" in str(opened(door, "p-2"))


def test_who_gives_a_wrong_passphrase_is_told_of_no_change(folder: Path) -> None:
    """It opened nothing yet: nothing says that it ever was the right one."""
    keyring = Keyring(folder / "new.keys", PassphraseFile(Path(secret("wrong", "a wrong passphrase"))))
    with pytest.raises(KeyFileError, match=r"or the file was changed$"):
        keyring.load(keyring.event(1))
