"""The rules told in the ledger's own language: every ``.txt`` beside this file is played, line by line."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Final

import pytest

from tests.transcripts.blackjack import BlackjackTranscript
from tests.transcripts.language import UnreadableLineError
from tests.transcripts.languages import FOLDER, transcript
from tests.transcripts.player import Transcript
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack.events import BetPlaced
from tombo.ledger.house.account.events import Credited, Deposited

FILES: Final = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("name", FILES)
def test_transcript(name: str) -> None:
    """Each line of a transcript meets the objections and the results it announces, and no other."""
    transcript(name).play()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("# a comment and no more", id="only a comment"),
        pytest.param("seat 1 whistles", id="a verb that is none"),
        pytest.param("table 1:100 2:100 button 1\nhand !! the rules", id="an objection without a rule"),
        pytest.param("table 1:1000 2:1000 3:1000 button 1\nhand -> the pot 150", id="a check that is none"),
    ],
)
def test_unreadable_line_is_an_error(text: str) -> None:
    """A transcript that says what nobody understands fails instead of passing over it."""
    with pytest.raises(UnreadableLineError):
        Transcript(text).play()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("table 1:1000 2:1000 3:1000 button 1\nhand -> pot 151", id="a wrong amount"),
        pytest.param("table 1:1000 2:1000 3:1000 button 1\nhand !! R806 r.7", id="an objection that does not come"),
        pytest.param("table 1:1000 button 1\nhand", id="an objection nobody announced"),
        pytest.param("table 1:1000 button 1\nhand !! R806 r.8", id="another objection"),
    ],
)
def test_wrong_claim_fails(text: str) -> None:
    """A transcript that claims what does not happen fails."""
    with pytest.raises(AssertionError):
        Transcript(text).play()


CREDIT: Final = Credited(amount=Money(1), cause="blackjack:mesa-1/1", cause_version=1, wallet="cash")
STAKE: Final = BetPlaced(amount=1, player="p-1", seat=1)
BET: Final = "table 1:p-1\nround\nseat 1 bets 1000\nno more bets\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{BET}deal As 9h Kd hole 5c -> seat 1 nets +1499", id="a cent less"),
        pytest.param(f"{BET}deal As 9h Kd hole 5c -> account p-1 is 101000", id="another balance"),
        pytest.param(f"{BET}deal As 9h Kd 2c hole 5c", id="an objection nobody announced"),
        pytest.param(f"{BET}seat 1 bets 1000 !! House: seat", id="another objection"),
    ],
)
def test_wrong_claim_about_a_banked_round_fails(text: str) -> None:
    """A transcript of a banked game that claims what does not happen fails."""
    with pytest.raises(AssertionError):
        BlackjackTranscript(text).play()


@pytest.mark.parametrize(
    ("stream", "event"),
    [
        pytest.param("account:p-1", Deposited(amount=Money(1), reference="x"), id="a deposit is from outside"),
        pytest.param("account:p-1", CREDIT, id="a credit of no round"),
        pytest.param("blackjack:mesa-1/1", STAKE, id="a bet off no account"),
    ],
)
def test_money_of_a_banked_round_adds_up(stream: str, event: EventBase) -> None:
    """Whatever a transcript claims, a cent that comes from nowhere is found; one brought in from outside is none."""
    played = BlackjackTranscript(BET.partition("seat")[0])
    played.play()
    played.world.record([(stream, event)])
    with nullcontext() if isinstance(event, Deposited) else pytest.raises(AssertionError):
        played.hold()
