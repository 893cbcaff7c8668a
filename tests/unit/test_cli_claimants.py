"""Who may have a dispute: a player there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.test_cli_disputes import BY, CLAIM, ran, size


def test_f8_a_dispute_of_nobody_is_refused_by_name(folder: Path) -> None:
    """Red before: a mistyped player had a dispute, which nobody could ever be paid for."""
    before = size(folder)
    for about in (("--about", "mesa-1/4"), ("--about", "roulette:roleta-1/1"), ()):
        said = ran("dispute", "open", "p-nobody", *about, "--claim", CLAIM, *BY)
        where = f", and was not in {'hand:' if 'mesa' in about[1] else ''}{about[1]}" if about else ""
        assert (said.status, said.out) == (1, ""), said
        assert f"p-nobody has no account here{where}; expected a player, as 'tombo hand show'" in said.err
    assert size(folder) == before


@pytest.mark.usefixtures("folder")
def test_f8_who_has_an_account_may_complain_of_what_he_was_not_in() -> None:
    """That he was not there is for the dispute to say: it is opened, and nothing is owed of it."""
    said = ran("dispute", "open", "p-norte", "--about", "roulette:roleta-1/1", "--claim", CLAIM, *BY)
    assert said.status == 0, said
