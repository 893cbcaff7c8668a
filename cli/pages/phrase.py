"""What a page says, in both languages; and how amounts and times are written in Portuguese, as ``cli.text`` does in English."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cli import text
from ledger.core.findings import Reading
from ledger.core.language import Language
from ledger.core.said import Told
from ledger.terms.unit import Unit


class Phrase(NamedTuple):
    """One meaning in both languages. The Portuguese prevails."""

    pt: str
    en: str


Text = str | Phrase
"""A plain string reads the same in both languages: a name, a figure, a citation."""
NOTHING: Final = "–"  # noqa: RUF001  # the dash that stands for an empty cell
"""Where there is no figure."""
READINGS_PT: Final = {Reading.LETTER: "a letra", Reading.PRACTICE: "a prática das salas de jogo"}


def both(told: Told) -> Phrase:
    """What a report says, in both languages."""
    return Phrase(told.text(Language.PT), told.text(Language.EN))


def figure(amount: int, unit: Unit) -> str:
    """``amount`` in ``unit`` without the name of the currency: ``12,50``; of a negative one the sign stands first."""
    return ("-" if amount < 0 else "") + text.figure(abs(amount), unit).replace(".", ",")


def priced(amount: int, unit: Unit) -> str:
    """``amount`` in ``unit`` with its currency: ``12,50 EUR``, ``225 fichas``."""
    return f"{figure(amount, unit)} {unit.currency or 'fichas'}"


def signed(amount: int, unit: Unit) -> str:
    """A gain or loss: ``+12,50``, ``-3,00``, ``0,00``."""
    return ("+" if amount > 0 else "") + figure(amount, unit)


def percentage(basis_points: int) -> str:
    """Basis points as people say them: ``5 %``, ``2,5 %``."""
    return text.percentage(basis_points).replace(".", ",")


def listed(words: Iterable[str]) -> str:
    """``a, b e c``."""
    *first, last = words
    return f"{', '.join(first)} e {last}" if first else last


def counted(count: int, one: str, several: str) -> str:
    """``1 carta``, ``2 cartas``."""
    return f"{count} {one if count == 1 else several}"


def dated(instant: int) -> Phrase:
    """Date and time in Lisbon, and in UTC."""
    english = text.dated(instant)
    return Phrase(english.replace("in Lisbon", "em Lisboa"), english)


def objection(rule: str, who: str, reading: Reading, text: str = "o texto registado está em inglês") -> str:
    """What another reading of a rule objects to (rules.md section 11): ``text``, or that it was recorded in English, which stands beside."""
    return f"Nota sobre {rule}, {who}, segundo {READINGS_PT[reading]}: {text}"
