"""``docs/platform.md`` is what a platform's engineer has: its commands are played as they stand, and its answers are those that come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from bench.play import house, play
from tests.tools.cli_run import tombo
from tombo.cli.commands.staff import wire
from tombo.ledger.operate.keyring import Keyring, create_ledger

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/platform.md"


def test_the_first_hand_of_the_page_is_played(tmp_path: Path) -> None:
    """Behind an approved ruleset every command of the page is recorded, and sent again gets its first receipt."""
    url, keys = f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys"
    ledger = create_ledger(url, Keyring(keys), origin="operator.example/platform/1")
    with ledger.store:
        play(ledger, house(1)[:3])
    block = PAGE.read_text(encoding="utf-8").partition("```jsonl\n")[2].partition("```")[0]
    for repeated in (False, True):
        ran = tombo("--ledger", url, "--keys", str(keys), "record", stdin=block.encode())
        assert ran.status == 0, ran
        assert [answer["status"] for answer in ran.lines] == ["recorded"] * len(block.splitlines())
        assert {answer.get("repeated", False) for answer in ran.lines} == {repeated}


def test_a_line_that_is_no_command_is_answered_under_its_id(tmp_path: Path) -> None:
    """F7: whose id can be read is told it; a line without one, with two, or that is no JSON, is told its number alone."""
    url, keys = f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys"
    create_ledger(url, Keyring(keys), origin="operator.example/platform/1").store.close()
    (known, *_) = house(1)
    told = json.loads(wire(known))
    lines = [
        json.dumps({**told, "command": {"kind": "burn_card"}, "command_id": "c/1"}),
        json.dumps({**told, "command_id": "no id"}),
        '{"command_id": "c/2", "command_id": "c/3"}',
        '{"command_id": "c/4"',
        '"c/5"',
    ]
    ran = tombo("--ledger", url, "--keys", str(keys), "record", stdin="\n".join(lines).encode())
    assert ran.status == 2
    assert [(answer["command_id"], answer["line"]) for answer in ran.lines] == [
        ("c/1", 1),
        (None, 2),
        (None, 3),
        (None, 4),
        (None, 5),
    ]
