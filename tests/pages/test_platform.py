"""``docs/platform.md`` is what a platform's engineer has: its commands are played as they stand, and its answers are those that come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bench.play import house, play
from tests.tools.cli_run import tombo
from tombo.ledger.catalogue import wire
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


def test_who_plays_is_recorded_as_the_page_has_it(tmp_path: Path) -> None:
    """Every command of its second part, by itself."""
    url, keys = f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys"
    create_ledger(url, Keyring(keys), origin="operator.example/platform/1").store.close()
    block = PAGE.read_text(encoding="utf-8").split("```jsonl\n")[2].partition("```")[0]
    ran = tombo("--ledger", url, "--keys", str(keys), "record", stdin=block.encode())
    assert [answer["status"] for answer in ran.lines] == ["recorded"] * len(block.splitlines()), ran.out


def test_a_bonus_is_granted_and_converted_as_the_page_has_it(tmp_path: Path) -> None:
    """Every command of its third part but the last, which is refused as it says."""
    url, keys = f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys"
    create_ledger(url, Keyring(keys), origin="operator.example/platform/1").store.close()
    block = PAGE.read_text(encoding="utf-8").split("```jsonl\n")[3].partition("```")[0]
    ran = tombo("--ledger", url, "--keys", str(keys), "record", stdin=block.encode())
    assert [answer["status"] for answer in ran.lines] == ["recorded"] * 3 + ["refused"], ran.out
    assert ran.lines[-1]["about"] == "bonus_holds"
    shown = tombo("--ledger", url, "--keys", str(keys), "--lang", "pt", "account", "show", "rui").out
    assert (
        shown
        == "A conta de rui tem 5,00 EUR.\n  15,00 EUR de bónus à parte, que vale até 2200-01-01 00:00:00 em Lisboa (00:00:00 UTC)\n"
    ), shown
    told = tombo("--ledger", url, "--keys", str(keys), "--json", "account", "show", "rui").document
    assert (told["balance"], told["bonus"], told["bonus_until"]) == (500, 1_500, 7_258_118_400_000_000)
    lines = tombo("--ledger", url, "--keys", str(keys), "--json", "player", "statement", "rui").document
    assert [(one["what"], one["amount"], one["after"]) for one in lines["bonus"]] == [
        ("bonus", 2_000, 2_000),
        ("bonus converted", -500, 1_500),
    ]
    assert [(one["what"], one["after"]) for one in lines["wallet"]] == [("bonus converted", 500)]
    book = tombo("--ledger", url, "--keys", str(keys), "book", "show", "bonus:rui")
    assert book.out.endswith("2 operations; bonus:rui has 15.00 EUR after the first 6 entries\n"), book


def test_a_line_that_is_no_command_is_answered_under_its_id(tmp_path: Path) -> None:
    """F7: whose id can be read is told it, also of a line that was cut off; one without, or with two, is told its number alone."""
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
        '{"command": {"kind": "call", "kind": "call"}, "command_id": "c/6"}',
    ]
    ran = tombo("--ledger", url, "--keys", str(keys), "record", stdin="\n".join(lines).encode())
    assert ran.status == 2
    assert [(answer["command_id"], answer["line"]) for answer in ran.lines] == [
        ("c/1", 1),
        (None, 2),
        (None, 3),
        ("c/4", 4),
        (None, 5),
        ("c/6", 6),
    ]


def _page() -> list[dict[str, Any]]:
    """The commands of the page."""
    block = PAGE.read_text(encoding="utf-8").partition("```jsonl\n")[2].partition("```")[0]
    return [json.loads(line) for line in block.splitlines()]


def _door(folder: Path, commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is answered to ``commands``, piped into a new ledger in ``folder``."""
    url, keys = f"sqlite:///{folder / 'ledger.db'}", folder / "keys"
    folder.mkdir()
    ledger = create_ledger(url, Keyring(keys), origin="operator.example/platform/1")
    with ledger.store:
        play(ledger, house(1)[:3])
    ran = tombo("--ledger", url, "--keys", str(keys), "record", stdin="\n".join(map(json.dumps, commands)).encode())
    return list(ran.lines)


def _expecting(commands: list[dict[str, Any]], answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """``commands``, those of the hand with the version at which it stood before each of them."""
    stands, told = 0, []
    for command, answer in zip(commands, answers, strict=True):
        told.append({**command, "expected_version": stands} if "hand" in command["command"] else command)
        for place in (answer, *answer.get("also", ())):
            if place["stream"] == "hand:t-1/1":
                stands = max(place["versions"])
    return told


def test_f7_after_a_refusal_nothing_more_of_its_hand_is_decided(tmp_path: Path) -> None:
    """F7, G10: piped without waiting; the fourth command of the hand is refused, and each behind it is told where the hand stands."""
    honest = _page()
    expecting = _expecting(honest, _door(tmp_path / "honest", honest))
    assert {one["status"] for one in _door(tmp_path / "expecting", expecting)} == {"recorded"}
    at = next(place for place, one in enumerate(expecting) if one["command"]["kind"] == "call")
    expecting[at] = {**expecting[at], "command": {"kind": "check", "hand": "t-1/1", "seat": 1}}
    answers = _door(tmp_path / "refused", expecting)
    assert [one["command_id"] for one in answers] == [one["command_id"] for one in expecting]
    assert (answers[at]["status"], answers[at]["rule"]) == ("refused", "R806 r.34b")
    stands = expecting[at]["expected_version"]
    behind = expecting[at + 1 :]
    assert len(behind) == 4
    for one, answer in zip(behind, answers[at + 1 :], strict=True):
        facts = {"expected": one["expected_version"], "found": stands, "stream": "hand:t-1/1"}
        assert (answer["status"], answer["about"], answer["facts"]) == ("refused", "stream_elsewhere", facts)


def test_f7_sent_again_what_is_recorded_is_answered_with_its_receipt(tmp_path: Path) -> None:
    """F7: a version that is long past refuses no retry; one of a command without a stream is told so."""
    honest = _page()
    expecting = _expecting(honest, _door(tmp_path / "honest", honest))
    answers = _door(tmp_path / "twice", [*expecting, *expecting])[len(expecting) :]
    assert {(one["status"], one.get("repeated")) for one in answers} == {("recorded", True)}
    incident = {"kind": "open_incident", "incident": "i-1", "origin": "operator_system", "reported_by": "x"}
    asks = {**honest[0], "command": {**incident, "first_instant": 0}, "command_id": "i/1", "expected_version": 0}
    (answer,) = _door(tmp_path / "nothing", [asks])
    assert (answer["command_id"], answer["about"]) == ("i/1", "no_stream_of_its_own")
