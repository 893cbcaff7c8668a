"""The name of a complaint: the next number of the year, at the same cost however many there were, and one each for two who ask at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.cli_run import tombo
from tests.unit.cli.test_disputes import BY, CLAIM, DEMO, opened, ran
from tombo.cli.commands import dispute
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.ids import command_id
from tombo.reports.shown.house import waiting


@pytest.mark.usefixtures("folder")
def test_disputes_are_numbered_by_the_year() -> None:
    """The next number of the year, whatever other names there are; a name of one's own is taken as given."""
    year = opened().partition("-")[0]
    ran("dispute", "open", "p-sul", "--claim", CLAIM, "--id", f"{year}-0041")
    ran("dispute", "open", "p-sul", "--claim", CLAIM, "--id", "carta-900")

    assert opened() == f"{year}-0042"


@pytest.mark.usefixtures("folder")
def test_the_next_number_is_found_without_the_names_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search is followed, also behind a number that was given by hand, and one that was opened since it was followed."""
    year = opened().partition("-")[0]
    ran("views", "follow")

    def every(_: CheckedStore, kind: str) -> list[str]:
        raise AssertionError(f"the names of every {kind} were read")

    monkeypatch.setattr(CheckedStore, "streams", every)
    ran("dispute", "open", "p-sul", "--claim", CLAIM, "--id", f"{year}-0041")
    assert [opened(), opened()] == [f"{year}-0042", f"{year}-0043"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("followed", [True, False])
@pytest.mark.parametrize("who", ["command", "desk"])
def test_two_who_open_one_at_the_same_moment_have_a_number_each(
    monkeypatch: pytest.MonkeyPatch, who: str, *, followed: bool
) -> None:
    """Whoever comes second takes the next, whichever door the first one came by."""
    if followed:
        ran("views", "follow")
    found, first = list[str](), waiting.next_name

    def overtaken(*asked: Any) -> str:
        name = first(*asked)
        if not found:
            between = tombo(*DEMO, "dispute", "open", "p-leste", "--claim", CLAIM, "--staff", "s-3", "--id", name)
            assert between.status == 0, between.err
        found.append(name)
        return name

    if who == "desk":  # its commands have other ids
        monkeypatch.setattr(dispute, "command_id", lambda *named: command_id("desk" if found == [] else "cli", *named))
    monkeypatch.setattr(dispute, "next_name", overtaken)
    name = opened()
    assert (len(found), found[-1], name) == (2, name, f"{name[:5]}{int(found[0][5:]) + 1:04d}")


@pytest.mark.usefixtures("folder")
def test_a_refusal_that_is_not_of_its_name_is_told() -> None:
    """Nothing is tried again: nobody has an account by that name."""
    told = ran("dispute", "open", "p-nobody", "--claim", CLAIM, *BY)
    assert (told.status, "p-nobody" in told.err) == (1, True)
