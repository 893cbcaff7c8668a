"""F8: what the table of facts says of the ledger is held against its entries, and a ledger without its name is judged all the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.conftest import run_past, run_raw
from tests.forgeries.maker import ORIGIN
from tests.tools.cli_run import tombo
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.verify import Code, Objection, Report, verify

SPOILT = "DROP TRIGGER IF EXISTS meta_delete; DROP TRIGGER IF EXISTS meta_update"


@pytest.fixture
def ledger(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Policy, Keyring]:
    """A new ledger in a file, its policy and keys."""
    folder = tmp_path_factory.mktemp("meta")
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
    create_ledger(url, keyring, origin=ORIGIN).store.close()
    return url, parse_policy(keyring.policy.read_text()), keyring


def _of_meta(report: Report) -> list[Objection]:
    return [one for one in report.problems if "meta" in (one.field or "") or "table meta" in one.message]


FORGED = {
    "gone": ("DELETE FROM meta WHERE name = 'origin'", f"the table meta has no origin; expected {ORIGIN!r}"),
    "renamed": ("UPDATE meta SET name = 'orign' WHERE name = 'origin'", f"has no origin; expected {ORIGIN!r}"),
    "another": ("UPDATE meta SET value = 'other.example/x' WHERE name = 'origin'", "calls the log 'other.example/x'"),
    "schema": ("UPDATE meta SET value = '99' WHERE name = 'schema'", "the table meta has the schema '99'; expected"),
    "no schema": ("DELETE FROM meta WHERE name = 'schema'", "the table meta has no schema; expected"),
}


@pytest.mark.parametrize("name", list(FORGED))
def test_f8_a_forged_table_of_facts_is_named_once(ledger: tuple[str, Policy, Keyring], name: str) -> None:
    """Red before: the verifier gave up with the advice to run itself, and said nothing of another schema number."""
    url, policy, _ = ledger
    statement, says = FORGED[name]
    run_raw(url, f"{SPOILT}; {statement}")
    report = verify(partial(open_opened, url, None, policy.origin), policy)
    (problem,) = _of_meta(report)
    assert (report.verdict, problem.code, problem.first) == (Code.TAMPERED, Code.TAMPERED, None)
    assert says in problem.message
    assert "restore the table from a backup" in problem.message


def test_f8_a_ledger_without_its_name_is_judged(ledger: tuple[str, Policy, Keyring]) -> None:
    """On the command line: status 1 and the place, where it was 2 and the advice to run what had just been run."""
    url, _, keyring = ledger
    run_raw(url, f"{SPOILT}; {FORGED['gone'][0]}")
    ran = tombo("--ledger", url, "--keys", str(keyring.directory), "verify", "--jobs", "1")
    assert (ran.status, ran.err) == (1, ""), ran
    assert ran.out.startswith("TAMPERED: ")
    assert "TAMPERED (meta): the table meta has no origin" in ran.out
    assert "run 'tombo verify'" not in ran.out


ON_A_SERVER = [name for name in FORGED if name != "schema"]
"""Where another number of the schema is that of another version of the program, which is refused by that name."""


@pytest.mark.parametrize("name", ON_A_SERVER)
def test_f8_so_is_that_of_a_ledger_on_postgresql(postgres_schema_url: str, tmp_path: Path, name: str) -> None:
    """Red before: without its name it was no ledger at all, status 2."""
    keyring = Keyring(tmp_path / "keys")
    create_ledger(postgres_schema_url, keyring, origin=ORIGIN).store.close()
    statement, says = FORGED[name]
    run_past(postgres_schema_url, statement)
    policy = parse_policy(keyring.policy.read_text())
    report = verify(partial(open_opened, postgres_schema_url, None, policy.origin), policy)
    (problem,) = _of_meta(report)
    assert (report.verdict, problem.code, problem.first) == (Code.TAMPERED, Code.TAMPERED, None)
    assert says in problem.message


def test_f8_the_honest_table_of_facts_says_nothing(ledger: tuple[str, Policy, Keyring]) -> None:
    """Nothing is named where nothing was done."""
    url, policy, _ = ledger
    assert _of_meta(verify(partial(open_opened, url, None, policy.origin), policy)) == []
