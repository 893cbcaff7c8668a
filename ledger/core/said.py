"""What is said to people: a meaning has a name and typed facts; each language has one sentence for it.

A rule says ``said.RAISE_BELOW_MINIMUM(seat=2, to=..., least=...)``: a ``Told``. Its name (``about``) and facts travel and are recorded; the
sentence is made last, in whichever language is asked for. The rows stand in a module ``said`` beside who uses them, one a
meaning, a column a language; ``tombo.ledger.said`` finds each by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from string import Formatter
from typing import Any, Final, NamedTuple, cast

from tombo.ledger.core.clock import SECOND, display_instant
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import day_of, in_lisbon
from tombo.ledger.core.money import display
from tombo.ledger.core.visible import visible


class Sum(NamedTuple):
    """An amount as a fact: ``minor`` units of ``currency`` with ``decimals``; without a currency, chips."""

    minor: int
    currency: str | None
    decimals: int


def euros(cents: int) -> Sum:
    """An amount of euro."""
    return Sum(cents, "EUR", 2)


class Word(NamedTuple):
    """One of a closed list of words, ``flop``: ``key`` is recorded, each language has its own."""

    key: str
    en: str
    pt: str


class Told(NamedTuple):
    """One case of a meaning: its name and its facts, words last."""

    said: Said
    facts: Mapping[str, Fact]

    @property
    def about(self) -> str:
        """The name of the meaning."""
        return self.said.about

    def text(self, language: Language = Language.EN) -> str:
        """The sentence."""
        return _FORMATS[language].vformat(getattr(self.said, language.value), (), self.facts)


Fact = int | str | Sum | Word | Told | tuple["Fact", ...]
"""What a sentence is about: a number, a name, an amount, a word of a list, a part that is said in its own way, or several."""


class Said(NamedTuple):
    """A meaning: its name, which never changes and no other has, and a sentence in each language, facts in braces.

    ``{seat}`` is a number or a name as it is, an amount with its currency, several parted by commas. More is said after a colon.
    Times, microseconds since 1970: ``{at:instant}`` in UTC to the microsecond; ``dated`` in Lisbon and in UTC; ``moment``, ``timed`` and ``day`` in
    Lisbon. Numbers: ``{left:duration}`` microseconds; ``{rate:percent}`` basis points; ``{n:card|cards}`` a count with its noun; ``grouped`` in
    thousands. Amounts: ``{won:figure}`` without the currency, ``signed`` with its sign, ``gain`` with both, ``grouped`` in thousands, ``plain`` a figure for
    programs. In Portuguese thousands stand apart in every other. Several: ``{held:cards}`` in
    brackets, ``{who:listed}`` with an "and", ``{rules:parted}`` by semicolons, ``{asked:run}`` one after the other. ``{street:word}`` is a ``Word``, ``{why:told}`` a ``Told``. Every sentence has the same facts.
    """

    about: str
    en: str
    pt: str

    def __call__(self, **facts: Fact) -> Told:
        """The case of these facts.

        Raises:
            TypeError: not the facts of the sentence.
        """
        if facts.keys() != facts_of(self).keys():
            raise TypeError(f"{self.about} is said of {sorted(facts_of(self))}, not of {sorted(facts)}")
        return Told(self, facts)


def facts_of(said: Said) -> dict[str, str]:
    """The facts of a meaning by name, each with what stands after its colon, in the order of the English sentence."""
    return {name: spec or "" for _, name, spec, _ in Formatter().parse(said.en) if name}


class _Words(NamedTuple):
    """What a language needs for writing facts."""

    language: Language
    chips: str
    point: str
    group: str
    every: bool
    """Whether thousands are set apart in every amount, and not only where they are asked for."""
    and_: str
    in_lisbon: str
    units: tuple[tuple[int, str, str], ...]


class _Format(Formatter):
    """How facts are written in one language."""

    def __init__(self, words: _Words) -> None:
        self._words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        """``value`` as it is written where ``format_spec`` stands."""
        match value:
            case Sum():
                return self._sum(value, format_spec)
            case Word():
                word: str = getattr(value, self._words.language.value)
                return word
            case Told():
                return value.text(self._words.language)
            case tuple():
                return self._several([self.format_field(each, format_spec) for each in value], format_spec)
            case int() if format_spec:
                return self._number(value, format_spec)
            case _:
                return visible(str(value))

    def _several(self, written: list[str], spec: str) -> str:
        if spec == "cards":
            return f"[{' '.join(written)}]"
        if spec == "listed" and len(written) > 1:
            return f"{', '.join(written[:-1])} {self._words.and_} {written[-1]}"
        return {"run": " ", "parted": "; "}.get(spec, ", ").join(written)

    def _sum(self, value: Sum, spec: str) -> str:
        said = display(abs(value.minor), value.currency or self._words.chips, value.decimals)
        figure, _, unit = said.rpartition(" ")
        if spec == "grouped" or (self._words.every and spec != "plain"):
            whole, point, rest = figure.partition(".")
            figure = f"{int(whole):,}{point}{rest}"
        figure = figure.translate({ord("."): self._words.point, ord(","): self._words.group})
        sign = "-" if value.minor < 0 else "+" if spec in {"gain", "signed"} and value.minor > 0 else ""
        return f"{sign}{figure}" if spec in {"figure", "grouped", "plain", "signed"} else f"{sign}{figure} {unit}"

    def _number(self, value: int, spec: str) -> str:
        match spec:
            case "instant":
                return display_instant(value)
            case "dated":
                return self._dated(value)
            case "timed":
                return f"{in_lisbon(value) or _utc(value):%H:%M:%S}"
            case "moment":
                return f"{in_lisbon(value) or _utc(value):%Y-%m-%d %H:%M:%S}"
            case "day":
                return day_of(value)
            case "duration":
                return self._duration(value)
            case "percent":
                return f"{value / 100:g} %".replace(".", self._words.point)
            case "grouped":
                return f"{value:,}".replace(",", self._words.group)
            case _:
                one, _, several = spec.partition("|")
                return f"{value:,} {one if value == 1 else several}".replace(",", self._words.group)

    def _dated(self, instant: int) -> str:
        utc, lisbon = _utc(instant), in_lisbon(instant)
        if lisbon is None:
            return f"{utc:%Y-%m-%d %H:%M:%S} UTC"
        there = f"{utc:%H:%M:%S}" if lisbon.date() == utc.date() else f"{utc:%Y-%m-%d %H:%M:%S}"
        return f"{lisbon:%Y-%m-%d %H:%M:%S} {self._words.in_lisbon} ({there} UTC)"

    def _duration(self, value: int) -> str:
        units = self._words.units
        unit, one, several = next((each for each in units if abs(value) >= each[0]), units[0])
        whole, rest = divmod(abs(value), unit)
        part = f"{rest:0{len(str(unit)) - 1}d}".rstrip("0") if rest else ""
        number = f"{'-' if value < 0 else ''}{whole}{self._words.point if part else ''}{part}"
        return f"{number} {one if number == '1' else several}"


def _utc(instant: int) -> datetime:
    return datetime.fromtimestamp(instant // SECOND, tz=UTC)


_UNITS: Final = (SECOND, SECOND // 1_000, 1)
_FORMATS: Final[Mapping[Language, _Format]] = {
    words.language: _Format(words)
    for words in (
        _Words(
            *(Language.EN, "chips", ".", ",", False, "and", "in Lisbon"),
            (
                (_UNITS[0], "second", "seconds"),
                (_UNITS[1], "millisecond", "milliseconds"),
                (_UNITS[2], "microsecond", "microseconds"),
            ),
        ),
        _Words(
            *(Language.PT, "fichas", ",", "\N{NO-BREAK SPACE}", True, "e", "em Lisboa"),
            (
                (_UNITS[0], "segundo", "segundos"),
                (_UNITS[1], "milissegundo", "milissegundos"),
                (_UNITS[2], "microssegundo", "microssegundos"),
            ),
        ),
    )
}


def written(fact: Fact, language: Language, spec: str = "") -> str:
    """``fact`` alone, as ``language`` writes it: for a cell of a table."""
    return _FORMATS[language].format_field(fact, spec)


def fact_of(error: LedgerError) -> Fact:
    """What ``error`` says, for another sentence that gives it as the reason."""
    return error.words if isinstance(error.words, str | Told) else str(error)


def as_json(fact: Fact) -> Any:
    """``fact`` as it travels and is recorded: amounts and parts as objects, a word as its key, several as a list."""
    match fact:
        case int() | str():
            return fact
        case Sum():
            return fact._asdict()
        case Word():
            return fact.key
        case Told():
            return {"about": fact.about, "facts": facts_as_json(fact)}
        case tuple():
            return [as_json(each) for each in cast("tuple[Fact, ...]", fact)]


def facts_as_json(told: Told) -> dict[str, Any]:
    """The facts of ``told`` by name, as they travel and are recorded."""
    return {name: as_json(told.facts[name]) for name in sorted(told.facts)}


UNSAID: Final = Said("unsaid", "{about} ({facts})", "{about} ({facts})")
"""What somebody else, or a newer tombo, has a sentence for, and we have not."""


def _can_be_said(told: Told) -> bool:
    """Whether the facts are of the sorts that the sentence is said of: a platform may send any, and who forges an entry too."""
    try:
        for language in Language:
            told.text(language)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return False
    return True


class Vocabulary:
    """All that can be said, by name: makes sentences of what was recorded."""

    def __init__(self, meanings: Iterable[Said], words: Iterable[Word]) -> None:
        self.meanings: Final[Mapping[str, Said]] = {said.about: said for said in meanings}
        self.words: Final[Mapping[str, Word]] = {word.key: word for word in words}

    def told(self, about: str, facts: Mapping[str, Any]) -> Told:
        """What was recorded as ``about`` and ``facts``; what this version does not know is told by its name and facts."""
        said = self.meanings.get(about)
        if said is not None and facts.keys() == facts_of(said).keys():
            told = Told(said, {name: self._fact(facts[name], spec) for name, spec in facts_of(said).items()})
            if _can_be_said(told):
                return told
        plain = {name: self._fact(value, "") for name, value in facts.items()}
        return UNSAID(about=about, facts=tuple(f"{name} {written(fact, Language.EN)}" for name, fact in plain.items()))

    def _fact(self, value: Any, spec: str) -> Fact:
        if isinstance(value, list):
            return tuple(self._fact(each, spec) for each in value)
        if isinstance(value, dict):
            return self.told(value["about"], value["facts"]) if "about" in value else Sum(**value)
        if spec == "word" and isinstance(value, str):
            return self.words.get(value) or Word(value, *(visible(value) for _ in Language))
        fact: int | str = value
        return fact
