"""The red team as the views role: what is kept beside the ledger is changed row by row, and what readers of it then say is foretold.

``shown otherwise`` marks what is left: rows that are shown as they stand. docs/redteam.toml says of each why, and who names it when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from tests.forgeries.redteam.foretold import FORETOLD
from tests.forgeries.redteam.trials import hour, scratch
from tests.forgeries.redteam.views_role import VIEWS_ROLE, ViewsScene, cases

DEEDS: Final = {(one.table, one.what): set(one.verdicts) for one in FORETOLD if one.who == VIEWS_ROLE}


@pytest.fixture(scope="module")
def followed() -> Iterator[ViewsScene]:
    """The honest ledger, followed."""
    with hour(), scratch() as folder:
        scene = ViewsScene(folder)
        try:
            yield scene
        finally:
            scene.close()


def test_every_column_of_every_table_is_tried(followed: ViewsScene) -> None:
    """Whatever is kept is foretold."""
    assert {change.deed for change in followed.changes} == set(DEEDS)


@pytest.mark.parametrize("table", sorted({table for table, _ in DEEDS}))
def test_what_readers_say_of_changed_views_is_foretold(followed: ViewsScene, table: str) -> None:
    """Refused, named, as if nothing were; or shown otherwise, where that is said to be open."""
    found = {}
    for deed in (deed for deed in DEEDS if deed[0] == table):
        known = [change for change in followed.changes if change.deed == deed]
        found[deed] = {followed.verdict(*case) for case in cases(deed, known)} - {None}
    assert found == {deed: DEEDS[deed] for deed in found}, "what is no longer open, docs/redteam.toml no longer says"
