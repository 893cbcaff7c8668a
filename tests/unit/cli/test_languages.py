"""``--lang`` and ``TOMBO_LANG``: every word that people read, not reports alone; what programs read is the same in both languages."""

from __future__ import annotations

import csv
import io
import json
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, tombo
from tombo.cli.main import language_of
from tombo.cli.terminal import misuse
from tombo.cli.terminal.output import say, say_json
from tombo.ledger.core.language import Language
from tombo.ledger.store.roles import WORK
from tombo.reports.said.commands.init import ROLE_USES

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""How a sheet begins that a spreadsheet of Portugal takes for UTF-8."""


def ran(*words: str, lang: str = "pt") -> Ran:
    """A call about the demonstration's ledger."""
    return tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", "--lang", lang, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hand", "list", "--nothing"], "a opção --nothing não existe; ver 'tombo hand list --help'"),
        (["hand", "list", "--tabel", "x"], "a opção --tabel não existe (opções possíveis: --help, --table)"),
        (["nothing-alike"], "o comando 'nothing-alike' não existe; ver 'tombo --help'"),
        (["veryfi"], "o comando 'veryfi' não existe; seria 'verify'?"),
        (["hand"], "falta o comando; ver 'tombo hand --help'"),
        (["hand", "show"], "falta o argumento 'HAND'"),
        (["player", "statement"], "falta o argumento"),
        (["staff", "grant", "s-9"], "falta o argumento 'ROLE'"),
        (["dispute", "open", "p-sul", "--staff", "s-2"], "falta a opção '--claim'"),
        (["status", "more"], "argumentos a mais (more)"),
        (["hand", "show", "mesa-1/1", "--at"], "a opção '--at' precisa de um valor"),
        (["status", "--json=1"], "a opção '--json' não leva valor"),
        (["hand", "replay", "mesa-1/1", "--step", "x"], "valor inválido para '--step': esperava-se um número inteiro"),
        (["hand", "replay", "mesa-1/1", "--step", "0"], "valor inválido para '--step': esperava-se no mínimo 1"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
@pytest.mark.usefixtures("folder")
def test_what_is_typed_wrongly_is_answered_in_portuguese(words: list[str], said: str) -> None:
    """The language is known before the parser objects; the exit status and the English are what they were."""
    portuguese, english = ran(*words), ran(*words, lang="en")
    assert (portuguese.status, portuguese.out) == (english.status, english.out) == (2, "")
    assert portuguese.err.startswith(f"tombo: {said}"), portuguese.err
    assert "; see 'tombo" in english.err


def test_a_sentence_of_the_parser_that_nobody_foresaw_stays_as_it_is() -> None:
    """A newer parser may say something new: better its English than nothing."""
    assert misuse._known("Something quite new") == "Something quite new"


@pytest.mark.usefixtures("folder")
def test_a_command_is_acknowledged_in_portuguese() -> None:
    """What was done, at which entry, and what to do next."""
    opened = ran(
        "dispute", "open", "p-sul", "--about", "mesa-1/4", "--claim", "a carta não era minha", "--staff", "s-2"
    )
    assert (opened.status, opened.err) == (0, "")
    assert opened.out.startswith("A reclamação ")
    assert "sobre mesa-1/4 está aberta (entrada " in opened.out
    incident = ran("incident", "open", "i-9", "--origin", "player-network", "--reported-by", "monitor")
    assert incident.out == "O incidente i-9 está aberto. Jogadas em curso: nenhuma.\n"
    assert ran("incident", "close", "i-9", "--note", "reposto").out == "O incidente i-9 está encerrado.\n"


@pytest.mark.usefixtures("folder")
def test_a_refusal_and_a_remark_are_in_portuguese() -> None:
    """On stderr, with the status that programs know."""
    nowhere = ran("hand", "show", "mesa-1/99")
    assert (nowhere.status, nowhere.out) == (2, "")
    assert nowhere.err.startswith("tombo: não há nenhuma jogada mesa-1/99 em operator.example/demo")
    verified = ran("verify")
    assert (verified.status, "UNWITNESSED: não foi dado nenhum checkpoint de fora" in verified.err) == (0, True)


@pytest.mark.parametrize(
    "words",
    [
        ["status"],
        ["verify"],
        ["keys", "list"],
        ["staff", "list"],
        ["hand", "list"],
        ["hand", "show", "mesa-1/2"],
        ["player", "statement", "p-sul"],
        ["reconcile", "--day", "2026-07-14"],
        ["dispute", "open", "p-sul", "--claim", "it was mine", "--staff", "nobody"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
@pytest.mark.usefixtures("folder")
def test_programs_read_the_same_in_either_language(words: list[str]) -> None:
    """JSON and the exit status are no words of anybody's."""
    portuguese, english = ran("--json", *words), ran("--json", *words, lang="en")
    assert (portuguese.status, portuguese.out) == (english.status, english.out)


@pytest.mark.usefixtures("folder")
def test_a_spreadsheet_of_portugal_opens_the_sheet() -> None:
    """F6: semicolons, a comma in amounts, a mark for UTF-8; read back, it has the figures that JSON has, and those of the other form."""
    document = ran("--json", "player", "statement", "p-leste", "--csv", "pt.csv").document
    assert ran("player", "statement", "p-leste", "--csv", "en.csv", lang="en").err == "Wrote en.csv\n"
    sheet, other = Path("pt.csv").read_bytes().decode(), Path("en.csv").read_bytes().decode()
    assert (sheet.startswith(MARK), other.startswith(MARK)) == (True, False)
    rows = list(csv.DictReader(sheet.removeprefix(MARK).splitlines(), delimiter=";"))
    others = list(csv.DictReader(other.splitlines()))
    assert len(rows) == len(others) == len(document["lines"]) > 0
    for row, same, line in zip(rows, others, document["lines"], strict=True):
        assert row["stream"] == same["stream"] == line["stream"]
        for amount in ("staked", "won", "result", "running"):
            assert "." not in row[amount]
            assert row[amount].replace(",", ".") == same[amount]
            assert Decimal(same[amount]) * 100 == line[amount]
    assert (
        ran("player", "statement", "p-leste", "--csv", "en.csv").err == "Escrito: en.csv\n"
    )  # the same sheet, in its other form


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, Language.EN),
        ([], {"TOMBO_LANG": "pt"}, Language.PT),
        (["--lang", "en"], {"TOMBO_LANG": "pt"}, Language.EN),
        (["--lang=pt", "status"], {}, Language.PT),
        (["--lang", "xx"], {}, Language.EN),
        (["--lang"], {}, Language.EN),
        (["hand", "show", "--", "--lang", "pt"], {}, Language.EN),
    ],
)
def test_the_language_is_the_one_that_is_asked_for(
    arguments: list[str], environment: dict[str, str], language: Language
) -> None:
    """By the call, else by the environment; English where there is no such language, which the parser then says."""
    assert language_of(arguments, environment) is language


def test_the_roles_of_a_server_are_said_as_the_store_has_them() -> None:
    """One list of what each is for, in English; the rows add the Portuguese."""
    assert {role: word.en for role, word in ROLE_USES.items()} == WORK


def test_a_stdout_of_ascii_takes_every_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job without a language has one. Red before: UnicodeEncodeError, a fault of tombo itself, behind work that was done."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    say("não foi")
    say_json({"said": "não foi"})
    out.seek(0)
    told, document = out.read().splitlines()
    assert told == r"n\xe3o foi"
    assert json.loads(document) == {"said": "não foi"}
