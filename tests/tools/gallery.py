"""The error gallery: every error with the command that provokes it and its exact text.

``python -m tests.tools.gallery`` writes ``docs/errors.md``; ``tests/faults/test_bad_input.py`` runs every case and compares.
Each runs in a folder with the ledger of ``tombo demo``, in which a hand between p-oeste and p-leste is being played.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from tests.tools.cli_run import PLATFORM, asked, inside, officer, player, tombo
from tests.tools.gallery_night import FILES, NIGHT, SHOWN

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/errors.md"
LEDGER: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
HAND: Final = "mesa-1/8"
INTRODUCTION: Final = f"""# Errors

Every error, the command that provokes it, and its exact text. `tests/faults/test_bad_input.py` runs all of it and compares;
`python -m tests.tools.gallery` writes this page again. Of a list of more than twenty names the first is shown, and `...`.

The ledger is that of `tombo demo`, named by `TOMBO_LEDGER` and `TOMBO_KEYS`. A hand is being played in it, {HAND}: p-oeste
(seat 4) is to act, against p-leste (seat 2).
"""
OTHER: Final = "tombo demo --seed 2 --out other"
"""Another ledger, which even has the same origin; its keys are not this one's."""
_LONG: Final = re.compile(r"('?)([\w.]+)\1(?:, \1[\w.]+\1){20,}")
"""All kinds, or all commands: one more is no other error."""
SIGN: Final = "TOMBO_STAFF_PASSPHRASE_FILE=demo/keys/staff/passphrase tombo staff sign --staff s-2"
"""Prints the commands of a file as the officer signs them."""


class Case(NamedTuple):
    """An error: what went wrong, and the lines that provoke it; the last one is ``tombo``'s."""

    title: str
    lines: tuple[str, ...]


def _record(title: str, line: str, *before: str) -> Case:
    return Case(title, (*before, f"printf '%s\\n' {shlex.quote(line)} > commands.jsonl", "tombo record commands.jsonl"))


def _signed(title: str, line: str, *before: str) -> Case:
    written = f"printf '%s\\n' {shlex.quote(line)} > asked.jsonl"
    return Case(title, (*before, written, f"{SIGN} asked.jsonl > signed.jsonl", "tombo record signed.jsonl"))


def _sql(statement: str, file: str = "demo/ledger.db") -> str:
    program = f"import sqlite3; d = sqlite3.connect('{file}'); d.executescript('{statement}')"
    return f'python -c "{program}"'


_FOLD: Final = asked("g/1", player("p-oeste"), kind="fold", hand=HAND, seat=4)

USAGE: Final = (
    Case("A command that does not exist", ("tombo shwo",)),
    Case("An argument left out", ("tombo hand show",)),
    Case("A ledger that was there is gone", ("tombo --ledger sqlite:///nowhere.db status",)),
    Case("A URL of something else", ("tombo --ledger mysql://here/ledger status",)),
    Case("Init where a ledger is", ("tombo init --origin operator.example/again",)),
    Case("Init under a name that cannot be one", ("tombo --ledger sqlite:///new.db init --origin 'two words'",)),
    Case(
        "A database of something else",
        (_sql("create table t (a)", "foreign.db"), "tombo --ledger sqlite:///foreign.db status"),
    ),
    Case(
        "A file that is no database",
        ("printf 'not a database, whatever it is called' > text.db", "tombo --ledger sqlite:///text.db status"),
    ),
    Case("A ledger of a newer schema", (_sql("pragma user_version = 99"), "tombo status")),
    Case("An instant that is none", ("tombo table show mesa-1 --at yesterday",)),
    Case("A viewer who does not exist", ("tombo hand show mesa-1/1 --viewer dealer",)),
    Case("A hand that does not exist", ("tombo hand show mesa-1/99",)),
    Case("A ruleset that does not exist", ("tombo ruleset show nl-9",)),
    Case("A round that does not exist", ("tombo round show roulette:roleta-1/9",)),
    Case("A tournament that does not exist", ("tombo tournament show domingo-50",)),
    Case("The refunds of a tournament before it was announced", ("tombo tournament refunds domingo-50 --at 3",)),
    Case("A table without rounds", ("tombo round list --table mesa-9",)),
    Case("A version the hand does not have", ("tombo hand show mesa-1/1 --at 99",)),
    Case("A table that does not exist", ("tombo table show mesa-9",)),
    Case("A player without a hand", ("tombo player last-hand p-nobody",)),
    Case("A projection that does not exist", ("tombo views rebuild weather",)),
    Case(
        "A file of something else where projections belong",
        (_sql("create table t (a)", "demo/ledger-views.db"), "tombo views list"),
    ),
    Case("A schema of nothing", ("tombo schema events hand.exploded.v1",)),
)

CARDS: Final = (
    Case(
        "Closed cards of a spin, which has none",
        ("tombo round show roleta-1/1 --viewer officer --staff s-2 --reason complaint",),
    ),
    Case("Closed cards without a reason", ("tombo hand show mesa-1/1 --viewer officer",)),
    Case("Closed cards, and no officer", ("tombo hand show mesa-1/1 --viewer officer --staff s-1 --reason curiosity",)),
    Case(
        "Closed cards of a hand in play", (f"tombo hand show {HAND} --viewer officer --staff s-2 --reason complaint",)
    ),
)

KEYS: Final = (
    Case("The keys of another ledger", (OTHER, "tombo --keys other/keys checkpoint")),
    Case("No keys there", ("tombo --keys nowhere checkpoint",)),
    Case("A key file that is damaged", ("printf 'tombo/keyfile/v1' > demo/keys/checkpoint.key", "tombo checkpoint")),
    Case("A root key that is not this ledger's", (OTHER, "tombo keys rotate --root other/keys/root.key")),
    Case("The signer lost its memory", ("rm demo/keys/signer", "tombo checkpoint")),
    Case("A key that was never registered", ("tombo keys revoke 0123456789abcdef --last-good 5 --reason stolen",)),
)

LINES: Final = (
    _record("A line that is not JSON", '{"by": '),
    _record("A request that does not exist", asked("g/1", PLATFORM, kind="burn_card", hand=HAND)),
    _record("A key that stands twice", _FOLD.replace('"command_id"', '"command_id": "g/0", "command_id"')),
    _record(
        "A field that does not exist", asked("g/1", player("p-oeste"), kind="fold", hand=HAND, seat=4, why="tired")
    ),
    _record("A float", asked("g/1", player("p-oeste"), kind="place_bet", hand=HAND, seat=4, total=4.5)),
    _record("A negative amount", asked("g/1", player("p-oeste"), kind="place_bet", hand=HAND, seat=4, total=-400)),
    _record("An absurd amount", asked("g/1", player("p-oeste"), kind="place_bet", hand=HAND, seat=4, total=10**18)),
    _record("A command id used for something else", asked("demo/0005", PLATFORM, kind="start_hand", table="mesa-1")),
)

RULES: Final = (
    _record("Acting out of turn", asked("g/1", player("p-leste"), kind="check", hand=HAND, seat=2)),
    _record("Acting for somebody else", asked("g/1", player("p-leste"), kind="fold", hand=HAND, seat=4)),
    _record(
        "A raise that is too small", asked("g/1", player("p-oeste"), kind="place_bet", hand=HAND, seat=4, total=300)
    ),
    _record(
        "A bet beyond the stack", asked("g/1", player("p-oeste"), kind="place_bet", hand=HAND, seat=4, total=90000)
    ),
    _record(
        "A card dealt twice",
        asked("g/1", PLATFORM, kind="deal_board", hand=HAND, cards=["As", "2c", "3c"]),
        *(
            f"printf '%s\\n' {shlex.quote(line)} | tombo record > answers.jsonl"
            for line in (
                asked("g/a", player("p-oeste"), kind="call", hand=HAND, seat=4),
                asked("g/b", player("p-leste"), kind="check", hand=HAND, seat=2),
            )
        ),
    ),
    _record("The next hand before this one is over", asked("g/1", PLATFORM, kind="start_hand", table="mesa-1")),
    _record(
        "A hand that does not exist, at the live door",
        asked("g/1", player("p-oeste"), kind="fold", hand="mesa-1/77", seat=4),
    ),
    _record("A void hand that nobody signed", asked("g/1", officer(), kind="void_hand", hand=HAND, incident="none")),
    _signed("A void hand without an incident", asked("g/1", officer(), kind="void_hand", hand=HAND, incident="none")),
    _signed(
        "A void hand for a player's broken phone",
        asked("g/1", officer(), kind="void_hand", hand=HAND, incident="phone"),
        "tombo incident open phone --origin player-equipment --reported-by support",
    ),
    _signed(
        "A void hand that was settled",
        asked("g/1", officer(), kind="void_hand", hand="mesa-1/1", incident="2026-07-14-server"),
    ),
    _record(
        "A withdrawal beyond the balance",
        asked("g/1", player("p-sul"), kind="withdraw", player="p-sul", amount={"cents": 99999900}, reference="bank"),
    ),
    _record(
        "A top-up during a hand", asked("g/1", player("p-oeste"), kind="top_up", table="mesa-1", seat=4, amount=1000)
    ),
    Case("A role that is not yours to give", ("tombo staff grant s-9 manager --staff s-2",)),
    Case("The last manager", ("tombo staff withdraw s-1 manager --staff s-1",)),
    Case("A credential of nobody", ("tombo credential grant token a --holder games --staff s-1",)),
    Case("A credential, and no manager", ("tombo credential grant token a --holder platform:games --staff s-2",)),
    Case(
        "An incident under a name used before",
        ("tombo incident open 2026-07-14-server --origin operator-system --reported-by monitor",),
    ),
)

_OPENED: Final = "tombo dispute open p-sul --id d-1 --about mesa-1/4 --claim 'my call came in time' --staff s-2"
_REPLAYED: Final = "tombo dispute replay d-1 --staff s-2"

DISPUTES: Final = (
    Case("A dispute that does not exist", ("tombo dispute show 2026-0009",)),
    Case("A dispute about a hand nobody played", ("tombo dispute open p-sul --about mesa-1/99 --claim 'not fair'",)),
    Case(
        "A dispute about a hand in play, replayed",
        (
            f"tombo dispute open p-leste --id d-2 --about {HAND} --claim 'not fair'",
            "tombo dispute replay d-2 --staff s-2",
        ),
    ),
    Case("A claim of nothing", ("tombo dispute open p-sul --claim ''",)),
    Case("A replay by the platform", (_OPENED, "tombo dispute replay d-1")),
    Case(
        "A resolution before the replay",
        (_OPENED, "tombo dispute resolve d-1 --outcome accepted --grounds 'he is right' --staff s-2"),
    ),
    Case(
        "A compensation for a claim that is rejected",
        (
            _OPENED,
            _REPLAYED,
            "tombo dispute resolve d-1 --outcome rejected --grounds 'time ran out' --compensation 5.00 --staff s-2",
        ),
    ),
    Case(
        "An amount that is none",
        ("tombo dispute resolve d-1 --outcome accepted --grounds 'he is right' --compensation 5,00 --staff s-2",),
    ),
    Case(
        "A second resolution",
        (
            _OPENED,
            _REPLAYED,
            "tombo dispute resolve d-1 --outcome rejected --grounds 'time ran out' --rule 'R806 r.45' --staff s-2",
            "tombo dispute resolve d-1 --outcome accepted --grounds 'he is right' --staff s-2",
        ),
    ),
)

PROOFS: Final = (
    Case("No checkpoint from outside", ("tombo verify --jobs 1",)),
    Case(
        "An entry deleted",
        (
            _sql("drop trigger stored_events_delete; delete from stored_events where notification_id = 60"),
            "tombo verify --jobs 1 --checkpoint demo/checkpoint",
        ),
    ),
    Case(
        "The newest entries cut off",
        (
            _sql("drop trigger stored_events_delete; delete from stored_events where notification_id > 237"),
            "tombo verify --jobs 1 --checkpoint demo/checkpoint",
        ),
    ),
    Case(
        "A refund changed in the last entry of a hand",
        (
            """LC_ALL=C sed -i 's/"refunds":\\[{"amount":100,/"refunds":[{"amount":900,/' demo/ledger.db""",
            "tombo audit",
        ),
    ),
    Case(
        "An entry of a hand changed",
        ("""LC_ALL=C sed -i 's/"amount":18525,/"amount":18500,/' demo/ledger.db""", "tombo hand audit"),
    ),
    Case(
        "A card changed in the table of openings",
        (
            _sql(
                "drop trigger openings_update; update openings set sealed = zeroblob(61) where version = 4 and slot = 0"
            ),
            "tombo verify --jobs 1 --checkpoint demo/checkpoint",
        ),
    ),
    Case("A checkpoint of another ledger", (OTHER, "tombo verify --jobs 1 --checkpoint other/checkpoint")),
)

GALLERY: Final = {
    "Wrong usage, and what is not there": USAGE,
    "Closed cards": CARDS,
    "Keys": KEYS,
    "Lines of `tombo record`": LINES,
    "What the rules refuse": RULES,
    "Disputes": DISPUTES,
    "The night job, and the book": tuple(Case(*case) for case in NIGHT),
    "Files": tuple(Case(*case) for case in FILES),
    "Claims that do not hold": (*PROOFS, *(Case(*case) for case in SHOWN)),
}


def prepare(folder: Path) -> None:
    """The ledger of the demonstration in ``folder``, with a hand in play."""
    with inside(folder):
        made = tombo("--json", "demo")
        opening = [
            asked("g/start", PLATFORM, kind="start_hand", table="mesa-1"),
            asked("g/deal", PLATFORM, kind="deal_hole_cards", hand=HAND, cards=["As", "Kd", "Ah", "Kc"]),
        ]
        started = tombo(*LEDGER, "record", stdin="\n".join(opening).encode())
    if made.status or started.status:
        raise RuntimeError(f"the gallery's ledger could not be made: {made.err}{started.out}{started.err}")


def run(case: Case, folder: Path) -> str:
    """The case as it looks on a terminal, in a ``folder`` made by ``prepare`` that it may spoil."""
    shown = []
    with inside(folder):
        for line in case.lines:
            shown.append(f"$ {line}")
            if line.startswith("tombo "):
                quiet = ["--json"] if line == OTHER else []  # not shown: it need not play simulated hours
                ran = tombo(*LEDGER, *shlex.split(line)[1:], *quiet)
            else:
                _shell(line, folder)
        shown += [text.rstrip("\n") for text in (ran.out, ran.err) if text]
    text = "\n".join([*shown, f"(exit status {ran.status})"]).replace(f"{folder.resolve()}/", "")
    text = _LONG.sub(r"\1\2\1, ...", text)
    return re.sub(r"root [A-Za-z0-9+/]{43}=", "root ...", text)  # the hand in play has salts and times of its own


def _shell(line: str, folder: Path) -> None:
    """A line that is not ours, with ``python`` and ``tombo`` where the test runs."""
    stub = folder / "bin/tombo"
    stub.parent.mkdir(exist_ok=True)
    program = "import sys; from tombo.cli.main import main; sys.exit(main())"
    stub.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{program}' {' '.join(LEDGER)} \"$@\"\n")
    stub.chmod(0o755)
    (folder / "bin/python").unlink(missing_ok=True)
    (folder / "bin/python").symlink_to(sys.executable)
    path = f"{stub.parent}:{os.environ['PATH']}"
    subprocess.run(line, shell=True, check=True, env={**os.environ, "PATH": path, "PYTHONPATH": str(PAGE.parents[1])})


def page(texts: dict[str, str]) -> str:
    """The page, of the cases' texts by title."""
    parts = [INTRODUCTION]
    for chapter, cases in GALLERY.items():
        parts.append(f"## {chapter}\n")
        parts += [f"### {case.title}\n\n```\n{texts[case.title]}\n```\n" for case in cases]
    return "\n".join(parts)


def main() -> None:
    """Run every case and write the page."""
    with tempfile.TemporaryDirectory() as name:
        origin = Path(name) / "origin"
        origin.mkdir()
        prepare(origin)
        texts = {}
        for cases in GALLERY.values():
            for number, case in enumerate(cases):
                spoilt = Path(name) / f"{number}"
                shutil.copytree(origin, spoilt)
                texts[case.title] = run(case, spoilt)
                shutil.rmtree(spoilt)
    PAGE.write_text(page(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
