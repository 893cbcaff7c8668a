"""``tombo staff token``: it prints what signs in at the desk once, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import PASSPHRASE, tombo
from tests.worlds.desk import OFFICER_NAME, desk_network, served_desk
from tests.worlds.network import ORIGIN, Network
from tests.worlds.staff import key_of
from tombo.ledger.seal.keyfile import save_encrypted_key


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Network:
    """A ledger; the officer's key file lies beside its keys."""
    found = desk_network(sqlite_url, tmp_path)
    file = found.keyring.staff(OFFICER_NAME)
    file.parent.mkdir(mode=0o700)
    save_encrypted_key(file, key_of(ORIGIN, OFFICER_NAME), PASSPHRASE.encode(), log_cost=2)
    return found


def words(made: Network) -> tuple[str, ...]:
    """How it is called."""
    return "--ledger", made.url, "--keys", str(made.keyring.directory), "staff", "token"


def test_what_it_prints_signs_in_once(made: Network) -> None:
    """One line, and another each time."""
    told, again = (tombo(*words(made), "--staff", OFFICER_NAME) for _ in range(2))
    assert (told.status, told.err, told.out.count("\n"), told.out == again.out) == (0, "", 1, False)
    with served_desk(made) as at_desk:
        assert [at_desk.sign_in(told.out).status_code for _ in range(2)] == [303, 403]
        assert at_desk.sign_in(again.out).status_code == 303


def test_without_a_name_it_asks_for_one(made: Network) -> None:
    """Nobody signs for nobody."""
    told = tombo(*words(made))
    assert (told.status, "name him with --staff" in told.err) == (2, True)
