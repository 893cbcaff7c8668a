"""A tournament that is over, as the Danish regulator counts it: what was bought and given back, who takes part, and who won what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tombo.ledger.core.clock import display_instant
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.denmark.play import BoughtAs, bought
from tombo.reports.regulators.tournaments import TournamentTold


class DanishWinner(NamedTuple):
    """What an entry won, in cents: prizes and bounties, and tickets at their value."""

    player: str
    transaction: str
    """The log index of the entry by which it was bought."""
    won: int


@dataclass(slots=True)
class _Counted:
    """``pool`` and ``times``: by what was bought, what of it went into prizes, in cents, and how often; what was given back is taken off both."""

    pool: dict[BoughtAs, int] = field(default_factory=lambda: dict.fromkeys(("addon", "buyin", "rebuy"), 0))
    times: dict[BoughtAs, int] = field(default_factory=lambda: dict.fromkeys(("addon", "buyin", "rebuy"), 0))
    fee: int = 0


def winners(told: TournamentTold) -> list[DanishWinner]:
    """Who won something, by entry and in the order of these."""
    by, won = dict[int, tuple[str, str]](), dict[int, int]()
    for line, acts in told.acts:
        found = bought(line, acts)
        if found is None:
            won[acts.seat] = won.get(acts.seat, 0) + sum(part.won for part in acts.parts)
        elif found.bought_as == "buyin" and not found.given_back:
            by[acts.seat] = acts.player, str(line.index)
    return [DanishWinner(*by[entry], amount) for entry, amount in sorted(won.items())]


def end_values(told: TournamentTold) -> Mapping[str, str]:
    """The elements of ``TurneringsSlutInfo``, but for the currency; each figure of the licensee is that of all, for nobody else sells entries."""
    counted, state = _counted(told), told.state
    figures = {
        "PokerAntalSpillere": str(len({entry.player for entry in state.counted})),
        "PokerBuyIn": euros(counted.pool["buyin"]),
        "PokerFee": euros(counted.fee),
        "PokerRebuy": euros(counted.pool["rebuy"]),
        "PokerAddon": euros(counted.pool["addon"]),
        "PokerBuyinAntal": str(counted.times["buyin"]),
        "PokerRebuyAntal": str(counted.times["rebuy"]),
        "PokerAddonAntal": str(counted.times["addon"]),
        "PokerGevinst": euros(sum(winner.won for winner in winners(told))),
    }
    return {
        "SpilProduktFaktiskSlutDatoTid": display_instant(told.over.instant),
        "PokerAntalSpillereKval": str(len({one.player for one in state.counted if one.funding == "ticket"})),
        "PokerTilføjetPrizepool": euros(state.overlay),
        **{f"{name}{whose}": value for name, value in figures.items() for whose in ("TillIndh", "Total")},
    }


def _counted(told: TournamentTold) -> _Counted:
    counted, given_back = _Counted(), set[int]()
    for line, acts in told.acts:
        found = bought(line, acts)
        if found is None:
            continue
        counted.pool[found.bought_as] += found.amount - found.fee
        counted.fee += found.fee
        if found.given_back:
            given_back.add(acts.seat)
        else:
            counted.times[found.bought_as] += 1
    counted.times["buyin"] -= len(given_back)
    return counted
