"""docs/wallet.md says of each movement what the code does: what it is called, whether the wallet grows, and from which entry it comes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tombo.ledger.house.wallet import EFFECTS, OPERATIONS

PAGE: Final = (Path(__file__).parents[2] / "docs" / "wallet.md").read_text(encoding="utf-8")


def words(pattern: str) -> list[str]:
    """The words in code type in the one place of the page that is like ``pattern``."""
    (place,) = re.findall(pattern, PAGE, re.DOTALL)
    return re.findall(r"`([a-z_.]+)`", place)


def test_the_page_says_which_movements_make_a_wallet_smaller() -> None:
    """Red before: of four it named two."""
    assert sorted(words(r"It does by all but ([^|;]+);")) == sorted(
        word for word, effect in EFFECTS.items() if effect < 0
    )


def test_the_page_has_every_operation_and_every_entry_it_comes_from() -> None:
    """None more, and none less."""
    assert sorted(words(r"\| `operation` \|(.+?)\| one of these words")) == sorted(EFFECTS)
    named = {word.removeprefix("account.") for word in words(r"every entry of an account that moves money \(([^)]+)\)")}
    assert named == {kind.split(".")[1] for kind in OPERATIONS}
