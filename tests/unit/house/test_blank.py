"""What goes on record for ever because somebody says it says something: spaces alone are no reason, at any door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from pydantic import ValidationError

from tombo.ledger.catalogue import COMMANDS

BLANK: Final = ("", " ", "\u00a0 \u2003")
COPIED: Final = {"attempt", "facts", "rule"}
"""What the platform copies of a refusal; the door asks by itself what forbids the attempt."""
WALLETS: Final = {("deposit", "reference"), ("withdraw", "reference")}
"""What the wallet's statement can say: never nothing, but spaces (``tests/unit/exchange/test_wallet_statement.py``)."""


def wrong(kind: str, document: Mapping[str, Any]) -> dict[Any, str]:
    """The fields of a command that cannot be so, and why."""
    with pytest.raises(ValidationError) as raised:
        COMMANDS[kind].model_validate(document)
    return {error["loc"][0]: error["type"] for error in raised.value.errors()}


def says(kind: str, name: str) -> bool:
    """Whether a field takes a sentence."""
    return name != "kind" and name not in wrong(kind, {name: "because of this, and that", "nothing": 0})


ASKED: Final = sorted(
    {(kind, name) for kind, command in COMMANDS.items() for name in command.model_fields if says(kind, name)}
)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, name in ASKED if name not in COPIED])
@pytest.mark.parametrize("text", BLANK)
def test_f7_a_text_of_nothing_is_no_command(kind: str, name: str, text: str) -> None:
    """An officer read closed cards for the reason of three spaces, and a clock was confirmed for none: only some were refused, and only where typed."""
    if text and (kind, name) in WALLETS:
        return
    assert wrong(kind, {name: text, "nothing": 0})[name] == "string_pattern_mismatch"


def test_the_texts_of_commands_are_these() -> None:
    """A text more is asked the same."""
    names = {name for _, name in ASKED if name not in COPIED}
    assert names == {"basis", "claim", "grounds", "note", "reason", "reference", "reported_by"}
