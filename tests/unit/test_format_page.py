"""F9: what ``docs/format.md`` says of signed texts and of tables is what the code signs and makes; a stranger has only the page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from tombo.ledger.seal.act import Act, enrolled_text
from tombo.ledger.store.postgres import schema as postgres
from tombo.ledger.store.sqlite import schema as sqlite
from tombo.ledger.store.types import SCHEMA_VERSION

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs/format.md").read_text("utf-8")
ACT: Final = Act("operator.example/1", "c-1", "ab" * 32, "s-1", "officer", {"hand": "mesa-1/1", "kind": "void_hand"})


def spelled(tag: str, **values: str) -> bytes:
    """The text that the page has for ``tag``, with a value for each thing that it names."""
    found = re.search(rf'^"{re.escape(tag)}\\n" .*$', PAGE, re.MULTILINE)
    assert found, tag
    parts = re.findall(r'"([^"]*)"|([a-z][a-z ()0-9]*[a-z)])', found[0])
    return "".join(text.replace("\\n", "\n") or values[name.replace(" ", "_")] for text, name in parts).encode()


def test_f9_what_staff_sign_is_spelled_out() -> None:
    """The page called the member's own name and that of his key, which is longer, both ``name``: no stranger could check an enrolment."""
    said = {"origin": ACT.origin, "member": "s-1", "base64(public_key)": "AAAA"}
    assert spelled("tombo/staff-key/v1", **said) == enrolled_text(ACT.origin, "s-1", "AAAA")
    request = '{"hand":"mesa-1/1","kind":"void_hand"}'
    named = {"origin": ACT.origin, "command_id": "c-1", "digest": ACT.digest, "signer": "s-1", "role": "officer"}
    assert spelled("tombo/act/v1", **named, request=request) == ACT.text


def columns(statements: Iterable[str], table: str) -> tuple[list[str], str]:
    """The columns of a table as they are made, and its primary key."""
    [made] = [text for text in statements if text.startswith(f"CREATE TABLE {table} ")]
    inside = made[made.index("(") + 1 : made.rindex(")")]
    lines = [line.strip() for line in re.split(r",(?![^()]*\))", inside)]
    [key] = [line for line in lines if "PRIMARY KEY" in line]
    named = re.match(r"PRIMARY KEY \((.*)\)", key)
    return [line.split()[0] for line in lines if not line.startswith(("PRIMARY", "UNIQUE"))], (
        named[1] if named else key.split()[0]
    )


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (row[0], row[1])
        for row in re.findall(r"^\| `([a-z_]+)` \| (.*) \|$", PAGE.split("## Tables")[1].split("## ")[0], re.MULTILINE)
    ],
)
def test_f9_the_page_has_the_tables_as_they_are_made(table: str, said: str) -> None:
    """Each column; and the key, which of ``commands`` is one thing on SQLite and another on PostgreSQL."""
    keys = []
    for statements in (sqlite.statements(SCHEMA_VERSION), postgres.statements()):
        names, key = columns(statements, table)
        keys.append(key)
        if table != "notification_tracking":
            assert [name for name in names if f"`{name}`" not in said] == []
    one, other = keys
    if one != other:
        assert f"The primary key is `{one}` on SQLite, `{other}` on PostgreSQL" in said
    elif table != "notification_tracking":
        assert f"`{one}` primary key" in said or f"primary key `({one})`" in said
