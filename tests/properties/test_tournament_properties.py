"""Random tournaments, ended or cancelled anywhere: every cent and every chip is somewhere, and the bytes tell the same again."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.tournament_play import Play
from tests.worlds.tournament import CUP, Cents, cents, chips_bought, chips_in_play
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament.commands import CancelTournament, CloseRegistration, FinishTournament
from tombo.ledger.games.tournament.prizes import awards, commission, fixed_prizes, places
from tombo.ledger.games.tournament.state import Tournament

STEPS = 60


def held(play: Play) -> None:
    """No chip comes or goes."""
    if play.state.phase == "playing":
        assert chips_in_play(play, CUP) == chips_bought(play.state)


def played(seed: int, steps: int, *, nonsense: bool) -> Play:
    """A tournament that went so many steps of its way."""
    play = Play(random.Random(seed))
    play.begin()
    for _ in range(steps):
        if play.state.phase != "playing":
            break
        play.step()
        if nonsense:
            play.nonsense()
        held(play)
    return play


def operators_result(state: Tournament) -> int:
    """What a cancellation leaves the operator, in cents: commissions of who was out and of what was bought, and overlays.

    Of prizes that were credited already, all are his loss by the letter; netted, only what the common sum cannot bear.
    """
    fee, structure = state.structure.fee, state.structure
    out = sum(entry.status == "eliminated" for entry in state.entries)
    rebuys = sum(entry.rebuys for entry in state.counted)
    addons = sum(entry.added_on for entry in state.counted)
    common = out * (fee.prize + fee.bounty if fee else 0)
    kept = out * (fee.commission if fee else 0)
    if structure.rebuy:
        common, kept = common + rebuys * structure.rebuy.prize, kept + rebuys * structure.rebuy.commission
    if structure.addon:
        common, kept = common + addons * structure.addon.prize, kept + addons * structure.addon.commission
    won = sum(entry.won for entry in state.entries)
    lost = won if structure.readings.paid_prizes is Reading.LETTER else max(0, won - common)
    return kept - lost + state.overlay


def balanced(play: Play) -> Cents:
    """The money of the tournament, what went in being what came out."""
    told = cents(play, CUP)
    assert told.paid_in + told.overlay == told.given_out
    assert play.replayed(f"tournament:{CUP}") == play.state
    return told


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, STEPS // 2), nonsense=st.booleans())
def test_a_cancellation_at_any_moment_gives_every_cent_its_place(seed: int, steps: int, nonsense: bool) -> None:  # noqa: FBT001
    """Cancelled anywhere: money in and overlay = prizes + bounties + refunds + what r.36-38 leave the operator."""
    play = played(seed, steps, nonsense=nonsense)
    if play.state.phase not in {"announced", "playing"}:
        return
    entries_in_play = {entry.entry for entry in play.state.active}
    if not play.cancels(CancelTournament(cause="technical", note="at random", tournament=CUP)):
        return
    told = balanced(play)
    assert told.commission == operators_result(play.state)
    assert set(play.state.refunded) == entries_in_play
    assert chips_in_play(play, CUP) == 0


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), nonsense=st.booleans())
def test_a_tournament_played_out_pays_its_pool(seed: int, nonsense: bool) -> None:  # noqa: FBT001
    """At the end: prizes = pool, a bounty for every entry, the commission as announced, every entry its place."""
    play = played(seed, 10 * STEPS, nonsense=nonsense)
    if play.state.phase != "finished":
        return
    told, state = balanced(play), play.state
    structure, entries = state.structure, len(state.counted)
    assert told.prizes == state.pool
    assert told.bounties == (structure.fee.bounty if structure.fee else 0) * entries
    assert told.refunds == 0
    assert told.commission == commission(state)
    ranked = places(state)
    assert [place for first, last, _ in ranked for place in range(first, last + 1)] == list(range(1, entries + 1))
    assert sorted(entry for _, _, tied in ranked for entry in tied) == sorted(entry.entry for entry in state.counted)
    assert all(last - first + 1 == len(tied) for first, last, tied in ranked)
    again: Tournament = play.replayed(f"tournament:{CUP}")
    assert tuple(fixed_prizes(structure, entries, state.pool or 0)) == again.prizes
    assert sum(award.amount for award in awards(structure, again.prizes or (), places(again))) == state.pool
    assert chips_in_play(play, CUP) == 0


def test_most_random_tournaments_come_to_an_end() -> None:
    """What is looked at above is not nothing: of a hundred, most are played out to the last prize."""
    phases = [played(seed, 10 * STEPS, nonsense=False).state.phase for seed in range(40)]
    assert phases.count("finished") > 25


def test_a_tournament_that_is_over_takes_no_request() -> None:
    """R810 r.52: no second end, and no second close of the sale."""
    play = next(p for seed in range(40) if (p := played(seed, 10 * STEPS, nonsense=False)).state.phase == "finished")
    assert play.objection(FinishTournament(tournament=CUP)) == "R810 r.52"
    assert play.objection(CloseRegistration(tournament=CUP)) == "R810 r.10"
