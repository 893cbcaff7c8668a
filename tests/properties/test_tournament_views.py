"""Random tournaments as people see them: what is computed again from the entries is what was recorded, to the cent."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.tournament_play import Play
from tests.worlds.tournament import CUP, cents
from tests.worlds.tournament_script import SeenCup, prizes, refunded, shown
from tombo.ledger.games.tournament.commands import CancelTournament
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.refunds import RefundTable, refund_table
from tombo.projections.tournament.view import followed, standings, tournament_view

CANCEL = CancelTournament(cause="technical", note="at random", tournament=CUP)


class SeenPlay(Play, SeenCup):
    """A random tournament, and what a projection reads of it."""

    def __init__(self, chance: random.Random) -> None:
        self.commits = []
        super().__init__(chance)


def played(seed: int, steps: int) -> SeenPlay:
    """A tournament that went so many steps of its way."""
    play = SeenPlay(random.Random(seed))
    play.begin()
    for _ in range(steps):
        if play.state.phase == "playing":
            play.step()
    return play


def computed(play: SeenPlay) -> RefundTable | None:
    """The refunds, computed again."""
    return refund_table(tournament_view(CUP, play.read))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_refunds_if_cancelled_now_are_those_of_a_cancellation(seed: int, steps: int) -> None:
    """At a random moment: the hypothetical refunds are what the cancellation gives, the record holds, and so does the result."""
    play = played(seed, steps)
    hypothetical = computed(play)
    if hypothetical is None:
        return
    if not play.cancels(CANCEL):
        return
    table = computed(play)
    assert table is not None
    assert table.allocation == hypothetical.allocation
    assert (table.differences, prize_table(followed(CUP, play.read)).differences) == ((), ())
    assert table.allocation.result == cents(play, CUP).commission - play.state.overlay


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 600))
def test_standings_and_prizes_hold_at_any_moment(seed: int, steps: int) -> None:
    """Everybody who counts stands somewhere, places follow one another, nothing differs, and all of it can be told."""
    play = played(seed, steps)
    view = tournament_view(CUP, play.read)
    lines = standings(view)
    assert sorted(line.entry.entry for line in lines) == sorted(entry.entry for entry in play.state.counted)
    assert all(line.first <= place <= line.last for place, line in enumerate(lines, start=1))
    assert prize_table(view.followed).differences == ()
    assert all([shown(play), prizes(play), refunded(play)])
