"""Roulette, R804 and R807: chips on every chance, call bets, partage and prison; and what the rules forbid at a wheel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, cast

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By
from tombo.ledger.games.roulette.chances import SIMPLE, Chance, Chip, layout
from tombo.ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceCallBet,
    PlaceChips,
    ReleaseStakes,
    ReportSpinConnection,
    SettleSpin,
    VoidSpin,
)
from tombo.ledger.games.roulette.r804 import chance_limits
from tombo.ledger.games.roulette.state import Spin, with_chips
from tombo.ledger.games.roulette.wheel import CallBet, FinalsBet, NeighboursBet, SeriesBet, chips_of
from tombo.ledger.terms.roulette import WHEELS, RouletteTerms, cited
from tombo.simulator import bonuses, turned_down
from tombo.simulator.ask import OFFICER, PLATFORM, Ask, Play, Scene, player
from tombo.simulator.banked import host, table_of
from tombo.simulator.connections import back, cut_off
from tombo.simulator.house import bets

AMOUNTS: Final = (50, 50, 100, 100, 150, 200, 333, 500)
TO_BET: Final = 40 * SECOND
"""From the opening of a spin to its last bet: a crowd at the wheel bets one after the other in it."""
ZERO: Final = 0.1
"""How often the ball falls on a zero: oftener than on a wheel, for what zero does to simple chances is worth playing."""


def spin(scene: Scene) -> Play:
    """The next spin, from its bets to their payment."""
    by, after = host(scene), scene.thinks()
    deadline = None if by != PLATFORM and scene.happens(0.5) else scene.now() + after + TO_BET
    if by == PLATFORM and scene.happens(scene.malice):
        unannounced = OpenSpin(table=scene.table)
        yield Ask(unannounced, expects=cited(_terms(scene), 14), after=0)
    yield Ask(OpenSpin(deadline=deadline, table=scene.table), by, after=after)
    found = table_of(scene)
    name = f"{scene.table}/{found.number}"
    for place in found.places:
        for _ in range(scene.chance.choice((1, 1, 1, 2, 3)) if bets(scene, place.player) else 0):
            yield from _bets(scene, name, place.player)
        if scene.happens(scene.malice):
            yield from tries(scene, name, place.player)
    yield from _closes(scene, name, by)
    if scene.happens(scene.malice):
        yield from tries(scene, name, found.places[0].player)
    bettors, rule = _spin(scene, name).bettors, cited(_terms(scene), 22)
    yield from cut_off(name, bettors, ReportSpinConnection, rule)
    yield Ask(LandBall(number=_number(scene, _spin(scene, name).terms), round=name), after=20 * SECOND)
    yield from back(name, bettors, ReportSpinConnection)
    if scene.happens(scene.malice):
        yield from tries(scene, name, found.places[0].player)
    yield Ask(SettleSpin(round=name))
    if scene.happens(scene.malice):
        yield from tries(scene, name, found.places[0].player)


def _terms(scene: Scene) -> RouletteTerms:
    return cast(RouletteTerms, table_of(scene).terms)


def _closes(scene: Scene, name: str, by: By) -> Play:
    """The time for bets is over; who is alone launches the ball himself, once he has bet (r.15)."""
    spin_ = _spin(scene, name)
    if by == PLATFORM:
        yield from _in_time(scene, name, spin_)
        return
    if spin_.staked(by.id):
        yield Ask(CloseBets(round=name), by, after=scene.thinks())
        return
    if scene.happens(0.3):
        yield Ask(CloseBets(round=name), by, after=scene.thinks(), expects=cited(spin_.terms, 15))
    yield from _in_time(scene, name, spin_)


def _in_time(scene: Scene, name: str, spin_: Spin) -> Play:
    """The platform closes the bets when the time it announced is over; now and then somebody bets after it."""
    left = 30 * SECOND if spin_.deadline is None else max(spin_.deadline - scene.now(), 0)
    if spin_.deadline is not None and scene.happens(scene.malice):
        who = table_of(scene).places[0].player
        late = PlaceChips(chips=[Chip(amount=100, chance="black")], player=who, round=name)
        yield from turned_down.tries(Ask(late, player(who), after=left + 1, expects=cited(spin_.terms, 14)))
        left = 0
    yield Ask(CloseBets(round=name), after=left)


def _spin(scene: Scene, name: str) -> Spin:
    found: Spin = scene.view(f"roulette:{name}")
    return found


def _number(scene: Scene, terms: RouletteTerms) -> str:
    return "0" if scene.happens(ZERO) else scene.chance.choice(WHEELS[terms.wheel])


def _bets(scene: Scene, name: str, who: str) -> Play:
    """Chips on the layout, or a call bet, as far as limits and account allow."""
    found = _spin(scene, name)
    purse = bonuses.purse(scene, who)
    if found.terms.call_bets and scene.happens(0.3):
        bet = _call(scene, found.terms)
        if _allowed(found, who, chips_of(bet, found.terms.wheel), purse):
            yield Ask(PlaceCallBet(bet=bet, player=who, round=name), player(who), after=scene.thinks(1))
        return
    chips = [_chip(scene, found.terms) for _ in range(scene.chance.randint(1, 4))]
    if _allowed(found, who, chips, purse):
        yield Ask(PlaceChips(chips=chips, player=who, round=name), player(who), after=scene.thinks(1))


def _chip(scene: Scene, terms: RouletteTerms) -> Chip:
    there = {chance: where for chance, where in layout(terms).items() if chance_limits(terms, chance) is not None}
    simple = scene.happens(0.5)
    chance = scene.chance.choice([name for name in there if (name in SIMPLE) is simple])
    return Chip(amount=scene.chance.choice(AMOUNTS), chance=chance, numbers=list(scene.chance.choice(there[chance])))


def _call(scene: Scene, terms: RouletteTerms) -> CallBet:
    worth = scene.chance.choice(AMOUNTS[:4])
    kind = scene.chance.choice(("series", "neighbours", "finals"))
    if kind == "series":
        calls: tuple[Literal["series_0_2_3", "series_5_8", "orphans"], ...] = ("series_0_2_3", "series_5_8", "orphans")
        return SeriesBet(call=scene.chance.choice(calls), chip=worth)
    if kind == "finals":
        return FinalsBet(call="finals", chip=worth, digit=scene.chance.randint(0, 9))
    number, around = scene.chance.choice(WHEELS[terms.wheel]), scene.chance.choice((2, 4, 6))
    return NeighboursBet(call="neighbours", chip=worth, neighbours=cast(Literal[2, 4, 6], around), number=number)


def _allowed(found: Spin, who: str, chips: list[Chip], purse: int) -> bool:
    """Whether every limit and the account bear ``chips`` beside what ``who`` has staked; counted here on its own."""
    held = [stake for stake in with_chips(found.stakes, who, chips) if stake.player == who]
    total = sum(stake.amount for stake in held)
    within = all(
        (limits := chance_limits(found.terms, stake.chance)) is not None and limits.least <= stake.amount <= limits.most
        for stake in held
    )
    capped = found.terms.total_max is None or total <= found.terms.total_max
    return within and capped and sum(chip.amount for chip in chips) <= purse


def tries(scene: Scene, name: str, who: str) -> Play:
    """One thing the rules forbid at this point of the spin."""
    found = _spin(scene, name)
    asks = [*_forbidden(scene, name, who, found)]
    yield from turned_down.tries(scene.chance.choice(asks)._replace(after=scene.thinks(1)))


def _forbidden(scene: Scene, name: str, who: str, found: Spin) -> Iterator[Ask]:
    terms, by = found.terms, player(who)
    one = Chip(amount=100, chance="black")
    if found.outcome != "open":
        yield Ask(SettleSpin(round=name), expects=f"{terms.regulation} r.3")
        yield Ask(PlaceChips(chips=[one], player=who, round=name), by, expects=f"{terms.regulation} r.3")
        if table_of(scene).place_of(who, None) is not None:
            yield Ask(ReleaseStakes(player=who, round=name), expects="House: seat")
        return
    yield Ask(OpenSpin(table=scene.table), expects="House: table")
    yield Ask(PlaceChips(chips=[one], player=who, round=name), player("p-nobody"), expects="House: authority")
    yield Ask(VoidSpin(incident="no-such-incident", round=name), OFFICER, expects=cited(terms, 20))
    yield Ask(VoidSpin(incident="no-such-incident", round=name), by, expects="House: authority")
    if terms.table_kind == "multi":
        yield Ask(CloseBets(round=name), by, expects="House: authority")
    if found.bets_closed:
        yield Ask(PlaceChips(chips=[one], player=who, round=name), by, expects=cited(terms, 14))
        yield Ask(CloseBets(round=name), expects=cited(terms, 14))
        if found.ball is None:
            yield Ask(SettleSpin(round=name), expects=cited(terms, 17))
            if terms.wheel != "american_38":
                yield Ask(LandBall(number="00", round=name), expects=f"{terms.regulation} r.6")
        else:
            yield Ask(LandBall(number="17", round=name), expects=cited(terms, 16))
        return
    yield Ask(LandBall(number="17", round=name), expects=cited(terms, 14))
    if found.deadline is not None and found.deadline > scene.now() + SECOND:
        yield Ask(CloseBets(round=name), expects=cited(terms, 14))
    yield from _forbidden_bets(scene, name, who, found)


def _forbidden_bets(scene: Scene, name: str, who: str, found: Spin) -> Iterator[Ask]:
    terms, by = found.terms, player(who)
    wrong: list[tuple[int, Chance, str, str]] = [(100, "split", "1 36", cited(terms, 9))]
    if not found.staked(who):
        wrong += [(49, "straight_up", "17", cited(terms, 10)), (1_501, "straight_up", "17", cited(terms, 11))]
        beyond = bonuses.beyond(scene, who)
        if beyond is not None and beyond <= 540 * 50 and terms.total_max is None:
            wrong.append((beyond, "red", "", "House: overdraft"))  # what was spent elsewhere already
    if terms.limits.double_dozen is None:
        wrong.append((100, "double_dozen", " ".join(map(str, range(1, 25))), cited(terms, 12)))
        wrong.append((5_001, "red", "", cited(terms, 12)))
    for amount, chance, numbers, rule in wrong:
        chip = Chip(amount=amount, chance=chance, numbers=numbers.split())
        yield Ask(PlaceChips(chips=[chip], player=who, round=name), by, expects=rule)
    if not terms.call_bets:
        bet = FinalsBet(call="finals", chip=100, digit=7)
        yield Ask(PlaceCallBet(bet=bet, player=who, round=name), by, expects=f"{terms.regulation} r.7")
    elif terms.wheel == "french_37":
        around = NeighboursBet(call="neighbours", chip=100, neighbours=2, number="00")
        yield Ask(PlaceCallBet(bet=around, player=who, round=name), by, expects="R807 r.8")
