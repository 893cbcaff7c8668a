"""Hands of the corpus, each changed in one way: recorded as they are, flagged for what they are, or refused for what is wrong."""

from __future__ import annotations

import pytest

from tests.tools.mutated_hands import hands, judged, mutants
from tests.tools.mutations import KINDS
from tests.vectors.shared import shared
from tests.worlds.phh import Desk

pytestmark = pytest.mark.corpus

COUNT = 10 * len(KINDS)


def test_every_change_is_right_told_or_refused_for_what_it_is() -> None:
    """Ten of each kind; PokerKit says what comes of those that have no one answer. The seed is fixed."""
    desk = Desk()
    verdicts = [(mutant, judged(mutant, desk)) for mutant in mutants(hands([shared("corpus/phh/pluribus")]), COUNT)]
    assert [(mutant.kind, mutant.where, verdict.wrong) for mutant, verdict in verdicts if verdict.wrong] == []
    assert len(verdicts) == COUNT
    assert {mutant.kind for mutant, _ in verdicts} == set(KINDS)
    outcomes = ["refused" if verdict.refused else "flagged" if verdict.found else "clean" for _, verdict in verdicts]
    assert set(outcomes) == {"refused", "flagged", "clean"}
