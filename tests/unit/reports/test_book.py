"""The double-entry book in Portuguese: the trial balance, and a holder line by line, with the figures that programs get."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import chip
from tombo.ledger.core.language import Language
from tombo.projections.accounts.holders import CLASSES, What
from tombo.projections.reconciliation.closing import Compared
from tombo.reports import book
from tombo.reports.said.book import HOLDERS, MOVED
from tombo.reports.text import block_lines, text_lines

NEVER: Final = "Segundo o livro guardado, nunca comparado com as entradas: 'tombo reconcile --day DATE --close' compara-o e regista-o"

COMPARED: Final = (
    "Segundo o livro guardado; comparado com as primeiras 1 200 entradas na noite de 2026-07-14, o que consta da entrada 1 204"
    " do registo. 'tombo reconcile' volta a compará-lo"
)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[None]:
    """One spin: a full number won, a colour lost."""
    with casino(tmp_path) as evening:
        evening.spins({"p-1": (chip(100, "straight_up", "17"),), "p-2": (chip(1_000, "red"),)}, "17")
    with inside(tmp_path):
        yield


def said(*words: str) -> Ran:
    """``tombo book`` in Portuguese; separators of thousands as spaces, to be read."""
    ran = tombo(*LEDGER, "--lang", "pt", "book", *words)
    return ran._replace(out=ran.out.replace("\N{NO-BREAK SPACE}", " "))


@pytest.mark.usefixtures("played")
def test_the_trial_balance_is_told_in_portuguese() -> None:
    """Each class by its name, amounts with a comma, and what programs get."""
    assert said("balance").out.splitlines() == [
        "Balancete depois de 57 entradas, EUR",
        NEVER,
        "  entidade exploradora          -25,00",
        "  exterior                  -42 000,00",
        "  contas de jogadores        42 025,00",
        "  ao todo                         0,00",
    ]
    document = said("balance", "--json").document
    assert document["classes"] == {"house": -2_500, "outside": -4_200_000, "wallet": 4_202_500}
    assert said("balance", "--holders").out.splitlines() == [
        "house:R804          -25,00",
        "outside         -42 000,00",
        "wallet:p-1       21 035,00",
        "wallet:p-2       20 990,00",
    ]


@pytest.mark.usefixtures("played")
def test_a_holder_is_told_in_portuguese_line_by_line() -> None:
    """However wide a word of the list is, the next line stands under it."""
    ran = said("show", "house:R804")
    assert ran.out.splitlines() == [
        f"em Lisboa             entrada  {'o quê':<23}  {'contraparte':<30}         antes     movimento        depois",
        f"2026-07-14 20:02:13        52  {'aposta perdida':<23}  {'stake:roulette:roleta-1/1':<30}          0,00        +10,00         10,00",
        f"2026-07-14 20:02:13        53  {'prémio':<23}  {'wallet:p-1':<30}         10,00        -35,00        -25,00",
        "2 operações; house:R804 tem -25,00 EUR depois de 57 entradas",
    ]
    assert ran.err == f"{NEVER}\n"
    assert [line["movement"] for line in said("show", "house:R804", "--json").lines] == [1_000, -3_500]


def test_what_is_empty_and_what_is_between_is_told_in_portuguese() -> None:
    """A book of nothing is nothing in all; operations of other days are counted; a night that compared is named."""
    night = Compared("2026-07-14", 1_204, 1_200)
    assert [
        line.replace("\N{NO-BREAK SPACE}", " ") for line in text_lines(book.document({}, 0, night), Language.PT)
    ] == [
        "Balancete depois de 0 entradas, EUR",
        COMPARED,
        "  ao todo                   0,00",
    ]
    assert list(block_lines(book.between(1), Language.PT)) == ["  (entre elas, 1 operação de outros dias)"]
    assert book.NOBODY.text(Language.PT) == "ninguém tem nada"


def test_every_holder_and_every_movement_has_its_word() -> None:
    """And none is left over; in English it is the name that programs get."""
    assert set(HOLDERS) == {*CLASSES, "transit"}
    assert set(MOVED) == set(get_args(What))
    assert all(word.en == name for words in (HOLDERS, MOVED) for name, word in words.items())
