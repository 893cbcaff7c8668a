"""B1: what an event key seals after the end of a hand, round or tournament changes nothing of what can be owed of it, and is named."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from tests.forgeries.test_acts import ORIGIN, Honest
from tests.forgeries.test_untied import planted
from tests.forgeries.twice import kinds
from tests.worlds.forged_ledger import Commit, commits, sealed
from tests.worlds.simulated_log import day
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.money import Money
from tombo.ledger.games.every import GAMES
from tombo.projections.compensations.judged import COMPENSATED, folded
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at

OVER = ("cancelled", "finished", "settled", "voided")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("after_the_end"))


def bet_after_the_end(found: list[Commit]) -> None:
    """A bet of 100.00 in the hand that is over, before it is paid for."""
    planted("hand:mesa-1/1", "hand.bet_placed.v1", found)


def pays(found: list[Commit], cents: int) -> None:
    """Resolve the dispute with another amount."""
    kinds(found, "dispute.resolved.v2")[0].says(compensation=Money(cents))
    kinds(found, COMPENSATED)[0].says(amount=Money(cents))


def test_b1_a_bet_after_the_end_makes_nothing_owed(honest: Honest) -> None:
    """Red before: 250.00 were given of a hand in which 200.00 lay, for a bet that was sealed after its end."""
    found = commits(honest.entries, honest.ends)
    bet_after_the_end(found)
    pays(found, 250_00)
    (named,) = honest.untied(found, "bet")
    assert "250.00 EUR is more than p-1 can be owed of hand:mesa-1/1; expected 200.00 EUR at most" in named.text


def test_b1_a_bet_after_the_end_is_named_by_the_audit(honest: Honest) -> None:
    """Red before: the audit passed over what stands after the end of a hand, because cards may be shown there."""
    found = commits(honest.entries, honest.ends)
    bet_after_the_end(found)
    with sealed(found, f"sqlite:///{honest.folder / 'audited.db'}", ORIGIN, honest.key) as store:
        told = [one for one in audit(store.rows(), partial(row_at, store)) if one.differences]
    bet = kinds(found, "hand.bet_placed.v1")[-1]
    said = f"hand:mesa-1/1: hand.bet_placed.v1 after its end, which nothing follows (log index {bet.index})"
    assert [(one.stream, one.at, one.differences) for one in told] == [("hand:mesa-1/1", bet.index, (said,))]


def _owed(stream: str, entries: Sequence[Entry], players: Sequence[str]) -> list[int | None]:
    state: Any = folded(stream, iter(entries))
    return [GAMES[stream.partition(":")[0]].most(state, player) for player in players]


@pytest.mark.parametrize("sort", sorted(GAMES))
def test_b1_nothing_after_the_end_raises_what_is_owed(sort: str) -> None:
    """Of every game: all that moved money in it, once more after its end and for other players, and nobody is owed more."""
    _, log, _ = day()
    streams: dict[str, list[Entry]] = {}
    for entry in log:
        if entry.stream.startswith(f"{sort}:"):
            streams.setdefault(entry.stream, []).append(entry)
    over = {name: found for name, found in streams.items() if any(one.kind.split(".")[1] in OVER for one in found)}
    assert over
    for name, entries in list(over.items())[:20]:
        others = [one for other in over.values() for one in other[1:] if other is not entries][:300]
        players = sorted({f"p-{number}" for number in range(40)} | _named(entries) | _named(others))
        forged = [one._replace(stream=name) for one in others]
        assert _owed(name, entries, players) == _owed(name, [*entries, *forged], players)


def _named(entries: Sequence[Entry]) -> set[str]:
    return {str(one.event.player) for one in entries if hasattr(one.event, "player")}


def test_b1_the_honest_day_has_nothing_after_an_end(honest: Honest) -> None:
    """Nothing is named where nothing was done: cards are shown, prizes awarded and stakes let go after an end."""
    assert honest.untied(commits(honest.entries, honest.ends), "honest") == []
