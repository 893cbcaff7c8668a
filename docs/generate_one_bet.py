"""The page of one bet and of one payout: which files and functions a command goes through, from the door to the receipt.

Nothing on it is written by hand. A hand and a round are played on SQLite until everything is warm, then the interpreter is watched.
"""

from __future__ import annotations

import ast
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bench.common import demo_keys
from bench.play import hand, house, play
from tests.tools.traced import ROOT, Entered, shipped_calls
from tests.worlds.floor import PLATFORM, Floor
from tests.worlds.house import player
from tests.worlds.sem_descarte import SD_TABLE, deal, sd_terms, setup_commands
from tests.worlds.staff import signed
from tombo.ledger.checked.memory import command_key
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.games.poker.commands import PlaceBet, SettleHand
from tombo.ledger.games.poker.playing import bet_placed
from tombo.ledger.games.poker.strength.ranking import of_one_suit, of_ranks
from tombo.ledger.games.sem_descarte.commands import CloseAntes, Continue, OpenRound, PlaceAnte, SettleRound
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import create_ledger

DEADLINE: Final = 30_000_000
"""Of the antes: nobody says when he placed his."""
ORIGIN: Final = "docs.example/one-bet"
WARM: Final = 2
"""Hands and rounds that are played before the one that is watched."""
NEW_EACH_TIME: Final = (command_key, bet_placed, of_ranks, of_one_suit)
"""What is remembered of command ids, bets and cards: nobody has met those of the next command, but a page that is made twice."""

BEGINNING: Final = """# One bet, one payout

Generated: commands are sent to a live door on SQLite, warm, and the interpreter is watched (`docs/generate_one_bet.py`); `make docs`
writes it again. The clock is one that steps, in place of the machine's: nothing depends on how long it takes. How the parts hang together
is on the page [architecture](architecture.md).

## How much is in the way

A *function* is one of this project that is entered between `Ledger.handle` and its answer, however often: lambdas and comprehensions are
part of the function they stand in. A call goes *up* where it leads into a layer above the caller's (`pyproject.toml`): that is
somebody below who was handed something to call.

"""


class Traced(NamedTuple):
    """A command that was watched."""

    what: str
    calls: Sequence[Entered]

    @property
    def files(self) -> list[str]:
        """In the order in which they are first entered."""
        return list(dict.fromkeys(call.file for call in self.calls))

    @property
    def functions(self) -> list[tuple[str, str]]:
        """File and name, in the order in which they are first entered."""
        return list(dict.fromkeys((call.file, call.function) for call in self.calls))

    @property
    def upward(self) -> list[tuple[Entered, Entered]]:
        """The calls into a higher layer: who calls, and what."""
        pairs = [(self.calls[call.by], call) for call in self.calls if call.by >= 0]
        return [pair for pair in pairs if layer(pair[1].file) > layer(pair[0].file)]


@cache
def _layers() -> Mapping[str, int]:
    """How high each package, and each part of the ledger, stands: from the contracts that are checked."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    found: dict[str, int] = {}
    for contract in contracts:
        if contract["type"] == "layers":
            (container,) = contract.get("containers", [""])
            prefix = f"{container.removeprefix('tombo.')}/" if container else ""
            height = 0 if container else 100  # the packages stand above every part of the ledger
            for line in reversed(contract["layers"]):
                height += 1
                found.update({f"{prefix}{name.strip().removeprefix('tombo.')}": height for name in line.split("|")})
    return found


def layer(file: str) -> int:
    """How high the file stands."""
    package, part, *_ = file.removesuffix(".py").split("/")
    return _layers()[f"{package}/{part}" if package == "ledger" else package]


def traced() -> list[Traced]:
    """A bet and its settling in hold'em for cash, and in póquer sem descarte, each in a ledger that has played before."""
    return [*_of_a_hand(), *_of_a_round()]


def _watched(what: str, ledger: Ledger, envelope: Envelope) -> Traced:
    for remembered in NEW_EACH_TIME:
        remembered.cache_clear()
    with shipped_calls() as calls:
        ledger.handle(envelope)
    return Traced(what, calls)


def _of_a_hand() -> Iterator[Traced]:
    with _ledger() as ledger:
        play(ledger, house(1))
        for number in range(1, WARM + 1):
            for envelope in hand(0, number):
                ledger.handle(signed(envelope, ORIGIN))
        told: set[type[CommandBase]] = set()
        for envelope in hand(0, WARM + 1):
            sent = signed(envelope, ORIGIN)
            kind = type(sent.command)
            if kind in {PlaceBet, SettleHand} and kind not in told:
                told.add(kind)
                yield _watched(f"`{kind.__name__}`, hold'em for cash", ledger, sent)
            else:
                ledger.handle(sent)


def _of_a_round() -> Iterator[Traced]:
    with _ledger() as ledger:
        floor = Floor(ledger.handle)
        for command, by in setup_commands(["p-1", "p-2"], sd_terms()):
            floor.do(command, by)
        for number in range(1, WARM + 1):
            for command, by in _round(number, ledger):
                floor.do(command, by)
        for command, by in _round(WARM + 1, ledger):
            kind = type(command)
            if kind is SettleRound or (kind is PlaceAnte and by.id == "p-2"):
                yield _watched(f"`{kind.__name__}`, póquer sem descarte", ledger, floor.envelope(command, by))
            else:
                floor.do(command, by)


def _round(number: int, ledger: Ledger) -> Iterator[tuple[CommandBase, By]]:
    """A round of two: one goes on and wins of a house that plays, as does the other."""
    name = f"{SD_TABLE}/{number}"
    yield OpenRound(deadline=DEADLINE, table=SD_TABLE), PLATFORM
    for seat in (1, 2):
        yield PlaceAnte(amount=1_000, player=f"p-{seat}", round=name, seat=seat), player(f"p-{seat}")
    yield CloseAntes(round=name), PLATFORM
    cards = {1: "As Ah 2c 5d 9s", 2: "Kd Qd 3c 6h 8h"}
    yield deal(ledger.view()(f"sem_descarte:{name}"), cards, "Ac Ks 4d 7c Th"), PLATFORM
    for seat in (1, 2):
        yield Continue(round=name, seat=seat), player(f"p-{seat}")
    yield SettleRound(round=name), PLATFORM


def page() -> str:
    """The whole page."""
    found = traced()
    bet, *others = found
    known = set(bet.functions)
    parts = [BEGINNING, _figures(found), _upward(found)]
    parts.append(f"\n## The files of a bet\n\n{bet.what}, in the order in which they are entered.\n\n{_files(bet)}")
    parts.append(
        f"\n## The way of a bet\n\n{bet.what}: every function where it is first entered, under its file, further in where another file called it."
        f" What is private is named alone.\n\n{_tree(bet, set())}"
    )
    parts += [
        f"\n## The way of {one.what}\n\nWhat the bet above went through is left out.\n\n{_tree(one, known)}"
        for one in others
    ]
    return "".join(parts)


def _figures(found: Sequence[Traced]) -> str:
    rows = [
        f"| {one.what} | {len(one.files)} | {len(one.functions)} | {len(one.calls)} | {len(one.upward)} |\n"
        for one in found
    ]
    return "| | files | functions | calls | calls up |\n|---|---|---|---|---|\n" + "".join(rows)


def _upward(found: Sequence[Traced]) -> str:
    told = dict.fromkeys((by.function, by.file, to.function, to.file) for one in found for by, to in one.upward)
    rows = [f"| `{by}` in `{by_file}` | `{to}` in `{to_file}` |\n" for by, by_file, to, to_file in told]
    return "\nThe calls up:\n\n| who calls | what |\n|---|---|\n" + "".join(rows)


def _files(one: Traced) -> str:
    rows = [
        f"| `{file}` | {sum(name == file for name, _ in one.functions)} | {_sentence(_docstrings(file)[''])} |\n"
        for file in one.files
    ]
    return "| file | functions | |\n|---|---|---|\n" + "".join(rows)


def _tree(one: Traced, known: set[tuple[str, str]]) -> str:
    """Every function of ``one`` that is not ``known``, under its file, the file as far in as files called one another to get there."""
    depths: list[int] = []
    lines: list[str] = []
    seen, at = set(known), ("", -1)
    for call in one.calls:
        by = one.calls[call.by] if call.by >= 0 else None
        depth = 0 if by is None else depths[call.by] + (by.file != call.file)
        depths.append(depth)
        if (call.file, call.function) in seen:
            continue
        seen.add((call.file, call.function))
        if at != (call.file, depth):
            at = call.file, depth
            lines.append(f"{'  ' * depth}{call.file}")
        lines.append(f"{'  ' * depth}    {_told(call)}")
    return "```\n" + "\n".join(lines) + "\n```\n"


def _told(call: Entered) -> str:
    """A function, and if it is public what it says of itself; a constructor says what its class is."""
    owner, _, name = call.function.rpartition(".")
    docstrings = _docstrings(call.file)
    said = docstrings.get(call.function) or (docstrings.get(owner, "") if name.startswith("__") else "")
    private = name.startswith("_") and not name.startswith("__")
    return call.function if private or not said else f"{call.function}: {_sentence(said)}"


def _sentence(docstring: str) -> str:
    """The first sentence, on one line."""
    first = " ".join(docstring.partition("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".").replace("|", "\\|")


@cache
def _docstrings(file: str) -> Mapping[str, str]:
    """What the module, its classes and its functions say of themselves, by their names as the interpreter has them; the module's is empty."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found = {"": ast.get_docstring(tree) or ""}

    def look(node: ast.AST, within: str) -> None:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.ClassDef | ast.FunctionDef):
                found[within + inner.name] = ast.get_docstring(inner) or ""
                inside = ".<locals>." if isinstance(inner, ast.FunctionDef) else "."
                look(inner, f"{within}{inner.name}{inside}")
            else:
                look(inner, within)

    look(tree, "")
    return found


@contextmanager
def _ledger() -> Iterator[Ledger]:
    """A new ledger on SQLite, gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        keys, clock = demo_keys(Path(folder) / "keys"), SteppingClock()
        ledger = create_ledger(f"sqlite:///{folder}/ledger.db", keys, origin=ORIGIN, clock=clock)
        with ledger.store:
            yield ledger
