"""Writes what is generated: ``schemas/``, ``docs/cli.md``, ``docs/rules.md``, ``docs/refusals.md``, ``docs/one-bet.md``, ``docs/paths.md``, ``docs/postgres-roles.md``, ``docs/where.md``, a table of ``docs/threat-model.md``, the columns in ``docs/tables.md``.

Schemas come from the catalogue, the command line's page from its own help, the rules from the tables
``docs/r8*.toml``, the functions they name and the transcripts that show them object and accept.

``python -m docs.generate`` writes, ``--check`` writes nothing and fails where a file differs from what it would write.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from typer.main import get_command

from docs import (
    generate_one_bet,
    generate_paths,
    generate_refusals,
    generate_roles,
    generate_rules,
    generate_tables,
    generate_threats,
    generate_where,
)
from tombo.cli.main import app
from tombo.cli.main import main as tombo
from tombo.ledger.catalogue import Wire
from tombo.ledger.house.rules import HOUSE_RULES
from tombo.ledger.kinds import EVENTS, Body
from tombo.ledger.seal.receipt import SignedReceipt
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.portugal.kinds import EVERY
from tombo.reports.regulators.portugal.kinds import schema as xsd
from tombo.reports.regulators.portugal.settings import Settings
from tombo.reports.tables.registry import TABLES

PORTUGAL: Final = get_args(Settings.model_fields["layout"].annotation)
"""The versions of the Portuguese layout."""
ROOT: Final = Path(__file__).resolve().parents[1]
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """The schema of the signed body of every kind of entry, of a command in its envelope, of a receipt, of regulators' files and of a row of every table, by path."""
    pages = {"schemas/command.json": _schema(Wire.model_json_schema(mode="validation"), "A command, as it is sent")}
    for kind, cls in EVENTS.items():
        body = Body[cls].model_json_schema(mode="serialization")  # type: ignore[valid-type]  # built from the list
        pages[f"schemas/events/{kind}.json"] = _schema(body, f"The signed body of an entry of kind {kind}")
    receipt = SignedReceipt.model_json_schema(mode="serialization")
    pages["schemas/receipt.json"] = _schema(receipt, "A signed receipt (docs/format.md, 'Receipt')")
    for version in PORTUGAL:
        for file in EVERY:
            pages[f"schemas/portugal/{version}/{file.prefix}.xsd"] = xsd(file, layout("portugal", version))
    for table in TABLES.values():
        title = f"A row of the table {table.name} (docs/tables.md)"
        pages[f"schemas/tables/{table.full_name}.json"] = _schema(generate_tables.schema(table), title)
    return pages


def _schema(schema: Mapping[str, Any], title: str) -> str:
    return json.dumps({"$schema": DIALECT, **schema, "title": title}, indent=2, sort_keys=True) + "\n"


def command_line() -> str:
    """The page of every command's ``--help``, as it prints it on a terminal of 100 columns."""
    os.environ["COLUMNS"] = "100"
    commands = [(), *_commands(get_command(app), ())]
    parts = [f"## tombo {' '.join(words)}".rstrip() + f"\n\n```\n{_help(words)}\n```\n" for words in commands]
    return "# The command line\n\nGenerated from the commands themselves; `make docs` writes it again.\n\n" + "\n".join(
        parts
    )


def _commands(group: Any, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words that name each command of ``group``, groups before what is in them."""
    for word, command in group.commands.items():
        yield (*before, word)
        if hasattr(command, "commands"):
            yield from _commands(command, (*before, word))


def _help(words: tuple[str, ...]) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        tombo([*words, "--help"])
    return "\n".join(line.rstrip() for line in said.getvalue().strip().splitlines())


def table_of(regulation: str) -> str:
    """The table of a regulation's rules, as it is written."""
    return (ROOT / "docs" / f"{regulation.lower()}.toml").read_text(encoding="utf-8")


def rules() -> str:
    """The page of the rules of the regulations and of the house.

    Raises:
        MissingError: a table names something that is not there.
    """
    commands = {" ".join(words) for words in _commands(get_command(app), ())}
    sources = generate_rules.Sources(ROOT / "tests" / "transcripts", EVENTS.keys(), commands)
    tables = {regulation: generate_rules.load(regulation, table_of, sources) for regulation in generate_rules.TABLES}
    return generate_rules.page(tables, HOUSE_RULES, sources, ROOT)


def functions() -> set[str]:
    """The functions that decide rules of the regulations."""
    rules = (rule for regulation in generate_rules.TABLES for rule in generate_rules.rules_of(regulation, table_of))
    return {case["function"] for rule in rules for case in generate_rules.judged(rule)}


def threats() -> str:
    """The threat model, its table of attacks written from what the red team saw."""
    text, data = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("threat-model.md", "redteam.toml"))
    return generate_threats.page(text, data)


def tables() -> str:
    """The page of the tables for data teams, with the columns of each."""
    return generate_tables.page((ROOT / "docs" / "tables.md").read_text(encoding="utf-8"), TABLES.values())


def pages() -> dict[str, str]:
    """Every generated file of the project: path to text."""
    return {
        **schemas(),
        "docs/cli.md": command_line(),
        "docs/rules.md": rules(),
        "docs/refusals.md": generate_refusals.page(),
        "docs/one-bet.md": generate_one_bet.page(),
        "docs/paths.md": generate_paths.page(),
        "docs/postgres-roles.md": generate_roles.page(),
        "docs/tables.md": tables(),
        "docs/threat-model.md": threats(),
        "docs/where.md": generate_where.page(functions()),
    }


def differing(wanted: Mapping[str, str], root: Path = ROOT) -> list[str]:
    """The generated paths under ``root`` that are missing, differ, or should not be there."""
    wrong = {path for path, text in wanted.items() if not (root / path).is_file() or (root / path).read_text() != text}
    left = {path.relative_to(root).as_posix() for path in (root / "schemas").rglob("*.*")} - wanted.keys()
    return sorted(wrong | left)


def main() -> int:
    """Write the generated files, or with ``--check`` say which are not what they should be (status 1)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something differs")
    check = parser.parse_args().check
    try:
        wanted = pages()
    except generate_rules.MissingError as error:
        print(f"a table of rules in docs/ says what is not so:\n{error}", file=sys.stderr)
        return 1
    print("\n".join(line for line in wanted["docs/rules.md"].splitlines() if " rules: " in line))
    wrong = differing(wanted)
    for path in wrong:
        if check:
            print(f"{path}: not what the code says; run 'make docs' and look at the difference", file=sys.stderr)
        elif path in wanted:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(wanted[path])
            print(f"wrote {path}")
        else:
            (ROOT / path).unlink()
            print(f"removed {path}: nothing generates it any more")
    return 1 if check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
