"""Which language a transcript is in: that of the folder it lies in, one a regulation, and ``examples`` for poker's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.transcripts import checks, elsewhere, live, roulette_checks, setting, tournament_checks  # noqa: F401  # they fill one
from tests.transcripts.blackjack import BlackjackTranscript
from tests.transcripts.omaha import as_omaha
from tests.transcripts.played import Played
from tests.transcripts.player import Transcript
from tests.transcripts.roulette import RouletteTranscript
from tests.transcripts.sem_descarte import SemDescarteTranscript
from tests.transcripts.tournament import TournamentTranscript

FOLDER: Final = Path(__file__).parent
LANGUAGES: Final[Mapping[str, Callable[[str], Played]]] = {
    "examples": Transcript,
    "r803": SemDescarteTranscript,
    "r804": RouletteTranscript,
    "r805": BlackjackTranscript,
    "r806": Transcript,
    "r807": RouletteTranscript,
    "r809": Transcript,
    "r810": TournamentTranscript,
    "r811": Transcript,
}
PLAYED_AS: Final[Mapping[str, Callable[[str], str]]] = {"R811": as_omaha}
"""By regulation whose table is ``like`` another: how a transcript of the other is played under it."""


def transcript(name: str, *, under: str | None = None) -> Played:
    """The transcript ``r806/r18_flop_exemption.txt``, ready to be played; one of hold'em may be played ``under`` R811."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return LANGUAGES[name.partition("/")[0]](text if under is None else PLAYED_AS[under](text))
