"""Hands of the corpus, each changed in one way by a seed, with what an import must say of it.

A change with one true answer names it: a rule of the findings, or words of the refusal. What another change comes to,
PokerKit is asked where it knows every card: it refuses, it waits for more, or it ends with these stacks.
``python -m tests.tools.mutated_hands 2000`` imports so many, and prints each that is not as expected; ``--sample 100`` shows some.
"""

from __future__ import annotations

import argparse
import random
import tomllib
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Final, NamedTuple

from pokerkit import HandHistory

from tests.tools.mutations import KINDS
from tests.worlds.phh import Desk, folded
from tombo.ledger.core.findings import Severity
from tombo.ledger.exchange.phh.files import holds_many, phh_files
from tombo.ledger.exchange.phh.hand import ImportedHand
from tombo.ledger.exchange.phh.read import HandUnreadableError, blocks
from tombo.ledger.exchange.phh.toml import toml_text
from tombo.ledger.games.poker.audit import differences

SEED: Final = 27


class Mutant(NamedTuple):
    """A changed hand: how, its text, and what must be said of it (a rule, or words of a refusal); empty where PokerKit is asked."""

    kind: str
    where: str
    text: str
    expected: str


class Verdict(NamedTuple):
    """What the import makes of a hand: why it is refused, or its findings; and what is not as expected of it, else empty."""

    refused: str
    found: Sequence[str]
    wrong: str


def hands(folders: Sequence[Path]) -> list[tuple[str, str]]:
    """Where each hand stands, and its text."""
    found = []
    for path, _ in phh_files(folders):
        with path.open("rb") as file:
            found += [(f"{path.name} [{one.label}]", one.text.decode()) for one in blocks(file, many=holds_many(path))]
    return found


def mutants(originals: Sequence[tuple[str, str]], count: int, seed: int = SEED) -> Iterator[Mutant]:
    """``count`` changed hands of ``originals``, every kind of change in turn."""
    rng = random.Random(seed)
    names = list(KINDS)
    made = 0
    while made < count:
        kind = names[made % len(names)]
        where, text = rng.choice(originals)
        fields = tomllib.loads(text, parse_float=Decimal)
        expected = KINDS[kind](fields, rng)
        if expected is not None:
            made += 1
            changed = "".join(f"{name} = {toml_text(value)}\n" for name, value in fields.items())
            yield Mutant(kind, where, changed, expected)


def judged(mutant: Mutant, desk: Desk) -> Verdict:
    """What the import makes of it, held against what is expected."""
    try:
        hand = desk.convert(mutant.text, mutant.where)
    except HandUnreadableError as error:
        return Verdict(error.reason, (), _wrongly_refused(mutant, error.reason))
    found = [event.rule for event in hand.findings()]
    return Verdict("", found, _wrongly_recorded(mutant, hand, found, desk))


def _wrongly_refused(mutant: Mutant, reason: str) -> str:
    if mutant.expected.startswith("refused "):
        word = mutant.expected.removeprefix("refused ")
        return "" if word in reason else f"refused, but not for {word}"
    said = _pokerkit(mutant.text)
    return "refused, and PokerKit plays it to its end" if isinstance(said, list) else ""


def _wrongly_recorded(mutant: Mutant, hand: ImportedHand, found: Sequence[str], desk: Desk) -> str:
    if wrong := differences(folded(hand)):
        return f"the audit differs: {wrong}"
    again = desk.convert(desk.exported(hand))
    if again.identity != hand.identity:
        return "the export is another hand"
    if mutant.expected:
        return "" if mutant.expected in found else f"expected {mutant.expected}, found {list(found)}"
    told = {"R806 r.34", "R806 r.59"}
    is_flagged = any(event.severity is Severity.BREACH or event.rule in told for event in hand.findings())
    said = _pokerkit(mutant.text)
    if isinstance(said, list):
        if "R806 r.59" in found:
            return ""  # of a showdown cut short PokerKit makes its own
        if is_flagged and found != ["R806 r.15"] and not any(rule.startswith("PHH") for rule in found):
            return f"flagged {list(found)}, and PokerKit plays it to its end"
        state = folded(hand)
        return (
            "" if said == [int(stack or 0) for stack in state.stacks] else f"stacks {state.stacks}, PokerKit has {said}"
        )
    return "" if is_flagged else f"recorded without a word, and PokerKit says {said}"


def _pokerkit(text: str) -> list[int] | str:
    """The stacks at the end; or why PokerKit does not come to one."""
    with warnings.catch_warnings(action="ignore"):
        try:
            history = HandHistory.loads(text)
            state, turn = history.create_state(), None
            for state, action in history.state_actions:
                if action is None and turn is not None:
                    return "no: it puts in a check or a fold that the file has not"
                words = (action or "").split()
                if words[1:2] in (["f"], ["cc"], ["cbr"]) and words[0] != f"p{1 + (-1 if turn is None else turn)}":
                    return f"no: {action} out of turn"  # of whose action it is, PokerKit does not ask
                turn = state.actor_index
        except Exception as error:  # noqa: BLE001 - whatever it objects to
            return f"no: {error}"
    return "no: it waits for more" if state.status else [int(stack) for stack in state.stacks]


def main() -> None:
    """Import so many changed hands of the corpus, and print those that are not as expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--sample", type=int, default=0)
    asked = parser.parse_args()
    desk, counts, made = Desk(), Counter[str](), list(mutants(hands(asked.folders), asked.count))
    shown = set(random.Random(SEED).sample(range(len(made)), min(asked.sample, len(made))))
    for nth, mutant in enumerate(made):
        verdict = judged(mutant, desk)
        counts["refused" if verdict.refused else "flagged" if verdict.found else "clean"] += 1
        if verdict.wrong or nth in shown:
            counts["wrong"] += bool(verdict.wrong)
            actions = next((line for line in mutant.text.splitlines() if line.startswith("actions")), "")
            told = verdict.refused or ", ".join(verdict.found) or "clean"
            print(f"{nth} {mutant.kind} {mutant.where}: {told} | {verdict.wrong or 'as expected'}\n    {actions}")  # noqa: T201
    print(dict(counts))  # noqa: T201


if __name__ == "__main__":
    main()
