"""Writers under load, backups and writers killed at random, then the database gone: nothing that was backed up is lost, and the rest is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg

from tests.tools import cli_run
from tests.worlds.backups import backed_up, copy_of, in_ledger, judged
from tests.worlds.floor import PLATFORM
from tests.worlds.operator import Operator
from tombo.ledger.core.command import Envelope
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.seal.canonical import decode
from tombo.ledger.seal.entry import unpack
from tombo.ledger.verify import Code

ROUNDS = 3


def lived(operator: Operator, folder: Path, seed: str) -> tuple[list[Any], list[Any]]:
    """What each backup was and said, and all that was acknowledged."""
    program = [sys.executable, "-m", "tests.faults.killed_backup", operator.url, str(operator.keyring.directory)]
    ran = subprocess.run(
        [*program, str(folder), seed, str(ROUNDS)],
        env=os.environ | {"TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    *backups, acknowledged = map(json.loads, ran.stdout.splitlines())
    return backups, acknowledged


def dropped(url: str) -> None:
    """The database is gone."""
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        for lost in path.parent.glob(f"{path.name}*"):
            lost.unlink()
        return
    server, _, schema = url.replace("&schema=", "?schema=").partition("?schema=")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


def test_what_was_backed_up_is_back_and_the_rest_is_named(store_url: str, tmp_path: Path) -> None:
    """Every command that was acknowledged before a backup that ended began is in it; and what is lost then is told exactly, and declared."""
    operator, folder = Operator(tmp_path, store_url), tmp_path / "backup"
    backups, acknowledged = lived(operator, folder, "1")
    ended = [one for one in backups if one["told"] is not None]
    assert all(one["killed"] or one["told"] is not None for one in backups), backups
    assert 0 < len(ended) < len(backups)
    for one in ended:
        assert all(index < one["told"]["entries"] for index, _ in acknowledged[: one["before"]])
    rows, _, sealed = in_ledger(operator.url)
    size = ended[-1]["told"]["entries"]
    assert size < max(index for index, _ in acknowledged) + 1 <= len(rows)
    assert {one.code for one in judged(operator, folder).problems} <= {Code.UNWITNESSED}
    source = copy_of(operator, folder)
    assert source.head().size >= size, "a run that was killed may have been through"
    size = source.head().size

    dropped(operator.url)
    operator.restore(source, operator.url)
    back, _, openings = in_ledger(operator.url)
    assert back == rows[:size]
    assert openings == [one for one in sealed if one[0] < size]
    named = {
        row.index: decode(unpack(row.state).body)["command"]["id"] for row in back if row.index >= acknowledged[0][0]
    }
    assert all(named[index] == name for index, name in acknowledged if index < size)

    found = operator.standing()
    assert found.first_lost == size
    assert acknowledged[-1][0] <= found.last_lost < len(rows), "the last may have been recorded, and nobody told"
    abandoned = operator.keyring.signer_state.read_bytes()
    operator.declare()
    note = operator.act([Envelope(OpenAccount(player="p-new"), PLATFORM, "new", None)])
    assert operator.report(note).verdict is Code.OK
    foretold = Code.LOSS_DECLARED if found.signed.size > size else Code.OK
    assert operator.report(abandoned).verdict is foretold
    assert backed_up(operator, folder).before == size
