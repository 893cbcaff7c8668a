"""A database whose schema somebody changed, at the command line: nothing is shown as true, and ``verify`` says what differs."""

from __future__ import annotations

import pytest

from tests.conftest import run_raw
from tests.tools.cli_run import tombo

URL = "sqlite:///demo/ledger.db"
DEMO = ("--ledger", URL, "--keys", "demo/keys")
CHANGE = "CREATE INDEX cover ON stored_events (originator_id, originator_version, topic, state)"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [("hand", "list"), ("status",), ("views", "follow", "accounts"), ("checkpoint",)])
def test_a4_nothing_is_shown_or_signed_over_a_changed_schema(command: tuple[str, ...]) -> None:
    """A covering index may lead to other rows than the table's: exit 1, the object by name, and the next command."""
    assert tombo(*DEMO, *command).status == 0
    run_raw(URL, CHANGE)
    ran = tombo(*DEMO, *command)
    assert (ran.status, ran.out) == (1, "")
    assert "index cover on stored_events is not of a ledger" in ran.err
    assert "tombo verify" in ran.err


@pytest.mark.usefixtures("folder")
def test_a4_verify_names_what_of_the_schema_differs() -> None:
    """The entries are read and judged all the same; the database that shows them is ``TAMPERED``."""
    assert tombo(*DEMO, "verify").status == 0
    run_raw(URL, CHANGE)
    ran = tombo(*DEMO, "verify")
    assert ran.status == 1
    assert "TAMPERED" in ran.out
    assert "index cover on stored_events is not of a ledger" in ran.out
