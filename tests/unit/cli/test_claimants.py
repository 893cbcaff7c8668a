"""Who may have a dispute: a player there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.test_disputes import BY, CLAIM, ran, size
from tombo.ledger.claims import of_somebody
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.every import GAMES
from tombo.ledger.house.dispute.commands import OpenDispute
from tombo.ledger.house.log.state import LOG_STREAM, Log


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


@pytest.mark.parametrize(
    ("about", "player", "opened"), [("hand:t/1", "p-1", True), ("hand:t/1", "p-9", False), (None, "p-9", True)]
)
def test_f8_of_demo_play_he_may_complain_of_what_he_was_in(
    monkeypatch: pytest.MonkeyPatch, about: str | None, player: str, *, opened: bool
) -> None:
    """Red before: nobody has an account where there is no money, so that anybody at all could complain of any hand."""
    hand = GAMES["hand"]._replace(most=lambda _, who: 5 if who == "p-1" else None)
    monkeypatch.setattr("tombo.ledger.claims.GAMES", {**GAMES, "hand": hand})
    view: Any = {LOG_STREAM: Log("o", "r", demo=True), "hand:t/1": object()}.get
    command = OpenDispute(about=about, claim="mine", complained=7, dispute="d-1", player=player)
    asked = Envelope(command, By(actor="platform", id="games"), "c-1", None)
    outcome = of_somebody(lambda _, __: Decision(()))(asked, view)
    assert isinstance(outcome, Refused) is not opened
    assert not isinstance(outcome, Refused) or outcome.message.startswith(
        "p-9 has no account here, and was not in hand:t/1; expected a player"
    )
