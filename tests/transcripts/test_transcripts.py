"""The rules told in the ledger's own language: every ``.txt`` beside this file is played, line by line."""

from __future__ import annotations

from typing import Final

import pytest

from tests.transcripts.language import UnreadableLineError
from tests.transcripts.languages import FOLDER, transcript
from tests.transcripts.player import Transcript

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
