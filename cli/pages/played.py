"""What the pages of a hand and of a round have in common: who looks, when it was, the steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cli.pages.page import Column, Fact, Step
from cli.pages.phrase import Phrase, Text
from cli.text import timed
from ledger.core.entry import Entry
from projections.follow import Role, Viewer

GAME: Final = Phrase("Jogo", "Game")
TABLE: Final = Phrase("Mesa", "Table")
NUMBER: Final = Phrase("Número", "Number")
WHEN: Final = Phrase("Quando", "When")
RULES: Final = Phrase("Regras específicas", "Ruleset")
OUTCOME: Final = Phrase("Desfecho", "Outcome")
PLAYER: Final = Phrase("Jogador", "Player")
SEAT: Final = Phrase("Lugar", "Seat")
STAKED: Final = Phrase("Apostado", "Staked")
REFUNDED: Final = Phrase("Reembolsado", "Refunded")
RESULT: Final = Phrase("Lucro ou perda", "Profit or loss")
HAPPENED: Final = Phrase("O que aconteceu", "What happened")
RESULTS: Final = Phrase("Resultado", "Result")
REMARKS: Final = Phrase("Notas", "Remarks")
VOIDED: Final = Phrase("Jogada nula", "Void")
OPEN: Final = Phrase("Em curso", "In play")
SETTLED: Final = Phrase("Liquidada", "Settled")
OUTCOMES: Final = {"open": OPEN, "settled": SETTLED, "voided": VOIDED}
LOOKERS: Final[dict[Role, Phrase]] = {
    "outsider": Phrase("qualquer pessoa: só as cartas mostradas", "anybody: only the cards that were shown"),
    "auditor": Phrase("auditor: só as cartas mostradas", "an auditor: only the cards that were shown"),
    "officer": Phrase("responsável por litígios: todas as cartas", "a disputes officer: all cards"),
}
_DECORATED: Final = re.compile(r"^\*\*\* (.+?) \*\*\*")


def seen_by(viewer: Viewer) -> Fact:
    """For whose eyes the page is."""
    if viewer.role == "player":
        who = Phrase(f"{viewer.player}: com as suas cartas fechadas", f"{viewer.player}: with his own closed cards")
    else:
        who = LOOKERS[viewer.role]
    return Fact(Phrase("Para", "As seen by"), who)


def step(viewer: Viewer, entry: Entry, when: int | None, pt: Sequence[str], en: Sequence[str]) -> Step:
    """An entry as a step of a page; an auditor also sees where it stands, and by whom it is. ``when`` may not be known."""
    mark = f"índice/index {entry.index}, versão/version {entry.version}, {entry.by.actor} {entry.by.id}"
    return Step(
        "" if when is None else timed(when),
        tuple(pt),
        tuple(_DECORATED.sub(r"\1", line) for line in en),
        mark if viewer.role == "auditor" else "",
    )


def columns(*labels: Phrase) -> tuple[Column, ...]:
    """The columns of a table whose first names the row and whose others are amounts."""
    return tuple(Column(label, amount=number > 0) for number, label in enumerate(labels))


def entries_of(first: Entry, last: Entry) -> Fact:
    """Where it stands in the ledger, for who wants to prove it."""
    where: Text = Phrase(
        f"{first.stream}, versões 1 a {last.version}, entre os índices {first.index} e {last.index} do registo",
        f"{first.stream}, versions 1 to {last.version}, between log indices {first.index} and {last.index}",
    )
    return Fact(Phrase("No registo", "On record"), where)
