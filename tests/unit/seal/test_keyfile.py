"""Key files under a passphrase: what is on disk is of no use to a thief, and says so when it was changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.seal.keyfile import (
    encrypted_public_key,
    is_encrypted,
    load_encrypted_key,
    load_encrypted_secret,
    read_passphrase,
    save_encrypted_key,
    save_encrypted_secret,
)
from tombo.ledger.seal.keys import PrivateKey

KEY = PrivateKey("operator.example/staff/s-1", bytes(range(32)))
PASSPHRASE = b"correct horse battery"
CHEAP = 4


def entropy(count: int) -> bytes:
    """Always the same bytes."""
    return bytes(range(100, 100 + count))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A key file."""
    file = tmp_path / "s-1.key"
    save_encrypted_key(file, KEY, PASSPHRASE, entropy=entropy, log_cost=CHEAP)
    return file


def test_a_key_comes_back_under_its_passphrase(path: Path) -> None:
    """What was saved is loaded; the file is its owner's alone, and names its key without the passphrase."""
    assert load_encrypted_key(path, PASSPHRASE).seed == KEY.seed
    assert path.stat().st_mode & 0o777 == 0o600
    assert encrypted_public_key(path) == KEY.public
    assert is_encrypted(path)


def test_b3_the_file_holds_no_secret_in_the_clear(path: Path) -> None:
    """B3: neither the seed nor its base64 nor the text of the plain key file is in the bytes on disk."""
    data = path.read_bytes()
    assert KEY.seed not in data
    assert KEY.text.rpartition("+")[2].encode() not in data
    assert b"PRIVATE" not in data


def test_the_bytes_are_those_of_the_format(path: Path) -> None:
    """The file of a known key, salt and nonce, as docs/format.md has it: another program can read it."""
    assert path.read_text() == (
        "tombo/keyfile/v1\n"
        "operator.example/staff/s-1+a0ed7dd0+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4\n"
        "scrypt 4 ZGVmZ2hpamtsbW5vcHFycw==\n"
        "ZGVmZ2hpamtsbW5vJfmp4PKBvQFuCPrR61wfl2LHRLQsCldP/p9VOftUVAWbGQz+g09pGFZNlgfh1vSM\n"
    )


@pytest.mark.parametrize("line", range(4))
def test_another_passphrase_or_a_changed_line_opens_nothing(path: Path, line: int) -> None:
    """A wrong passphrase, another label, cost or salt, or a sealed byte changed: refused, with the file's name."""
    with pytest.raises(KeyFileError, match=r"s-1\.key does not open"):
        load_encrypted_key(path, b"another passphrase")
    lines = path.read_text().split("\n")
    other = PrivateKey(KEY.name, bytes(32)).public.vkey
    changed = ["tombo/keyfile/v2", other, lines[2].replace("scrypt 4 ", "scrypt 5 "), "A" + lines[3][1:]]
    if changed[3] == lines[3]:
        changed[3] = "B" + lines[3][1:]
    lines[line] = changed[line]
    path.write_text("\n".join(lines))
    with pytest.raises(KeyFileError, match=r"s-1\.key"):
        load_encrypted_key(path, PASSPHRASE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tombo/keyfile/v1\n",
        "tombo/keyfile/v1\nname\nscrypt 40 ZGVmZ2hpamtsbW5vcHFycw==\nAAAA\n",
        "tombo/keyfile/v1\nname\nscrypt 04 ZGVmZ2hpamtsbW5vcHFycw==\nAAAA\n",
        "tombo/keyfile/v1\nname\nscrypt 4 ZGVm\nAAAA\n",
        "tombo/keyfile/v1\nname\nargon2 4 ZGVmZ2hpamtsbW5vcHFycw==\nAAAA\n",
        "tombo/keyfile/v1\nname\nscrypt 4 ZGVmZ2hpamtsbW5vcHFycw==\n????\n",
        "tombo/keyfile/v1\nname\nscrypt 4 ZGVmZ2hpamtsbW5vcHFycw==\nAAAA\nmore\n",
        "x" * 5000,
        KEY.text + "\n",
    ],
)
def test_what_is_no_key_file_is_refused(path: Path, text: str) -> None:
    """Too short, too long, a cost that would eat the reader's memory, an unknown derivation, a plain key."""
    path.write_text(text)
    with pytest.raises(KeyFileError, match=r"s-1\.key"):
        load_encrypted_key(path, PASSPHRASE)


def test_others_may_not_read_it_and_nothing_overwrites_it(path: Path) -> None:
    """A file that the group may read is refused; a second key does not take the place of the first."""
    with pytest.raises(KeyFileError, match="exists"):
        save_encrypted_key(path, KEY, PASSPHRASE, log_cost=CHEAP)
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="expected 0600"):
        load_encrypted_key(path, PASSPHRASE)


def test_a_pipe_is_no_key_file(tmp_path: Path) -> None:
    """A named pipe in the place of a key file does not hold the reader up."""
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(KeyFileError):
        load_encrypted_key(tmp_path / "pipe", PASSPHRASE)


def test_any_secret_has_a_label(tmp_path: Path) -> None:
    """A secret that is no key is kept likewise, and found only under its own label."""
    file = tmp_path / "openings.key"
    save_encrypted_secret(file, "openings", b"\x01" * 32, PASSPHRASE, log_cost=CHEAP)
    assert load_encrypted_secret(file, "openings", PASSPHRASE) == b"\x01" * 32
    with pytest.raises(KeyFileError, match="holds 'openings'; expected 'persons'"):
        load_encrypted_secret(file, "persons", PASSPHRASE)
    with pytest.raises(KeyFileError, match="holds no private key"):
        load_encrypted_key(file, PASSPHRASE)


def test_a_passphrase_is_one_line_of_its_owners(tmp_path: Path) -> None:
    """The passphrase file: one line, 0600; a short passphrase makes no key file."""
    file = tmp_path / "passphrase"
    file.touch(0o600)
    for text in ("", "\n", "one\ntwo\n"):
        file.write_text(text)
        with pytest.raises(KeyFileError, match="expected one line"):
            read_passphrase(file)
    file.write_text("correct horse battery\n")
    assert read_passphrase(file) == PASSPHRASE
    file.chmod(0o644)
    with pytest.raises(KeyFileError, match=r"the passphrase file .* has mode 0644; expected 0600"):
        read_passphrase(file)
    with pytest.raises(KeyFileError, match=r"the passphrase file .* cannot be read"):
        read_passphrase(tmp_path / "nowhere")
    with pytest.raises(KeyFileError, match="8 or more"):
        save_encrypted_key(tmp_path / "new.key", KEY, b"short", log_cost=CHEAP)
