"""Poker: hold'em, Omaha, and whatever else the variants say. One hand at a time, by what the state of the hand allows."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.games.poker.commands import (
    ActForAbsent,
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    ExtendTime,
    Fold,
    PlaceBet,
    ReportConnection,
    RequestDecision,
    SettleHand,
    ShowCards,
    StartHand,
    TimeOut,
)
from tombo.ledger.games.poker.rules.r806_dealing import dealing_order
from tombo.ledger.games.poker.settlement import paid_to, settled
from tombo.ledger.games.poker.state import NOBODY, Hand
from tombo.ledger.games.poker.streets import BOARD_SIZES
from tombo.ledger.games.poker.turns import phase, pot_total, to_call, turn
from tombo.ledger.house.table.commands import LeaveTable, ReturnToSeat
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.terms.citation import rules_of
from tombo.simulator.ask import Ask, Play, Scene, player
from tombo.simulator.hostile_poker import most, owner, tries
from tombo.simulator.house import is_lazy
from tombo.simulator.straddles import cards_of, restraddle, straddle

Odds = tuple[tuple[str, int], ...]
ODDS: Final[Odds] = (("fold", 2), ("passive", 9), ("raise", 5), ("all_in", 1), ("late", 1))
SHOWS: Final = 0.1
STRADDLES: Final = 0.3
COMES_BACK: Final = 0.2
"""How often who is absent from a tournament is back as it is his turn."""
LAZY: Final = 0.05
"""How often who is lazy plays on all the same."""


def hand(scene: Scene, odds: Odds = ODDS) -> Play:
    """The next hand of the table, from the blinds to the end. ``odds``: how often who is to act does what."""
    told = yield Ask(StartHand(table=scene.table), after=scene.thinks(), unless="R810 r.49")
    if isinstance(told, Refused):  # at another table somebody went out meanwhile, and now it is hand by hand
        return
    table: Table = scene.view(table_stream(scene.table))
    deck = cards_of(table.terms)
    scene.chance.shuffle(deck)
    name = f"{scene.table}/{table.number}"
    holes: dict[int, tuple[int, ...]] = {}
    while (waits := phase(found := _hand(scene, name))) != "over":
        if scene.happens(scene.malice):
            yield from tries(scene, name, found, holes)
        match waits:
            case "blinds":
                order = dealing_order(found)
                cards = [deck.pop() for _ in order]
                for position, card in zip(order, cards, strict=True):
                    holes[position] = (*holes.get(position, ()), CARD_IDS[card])
                yield Ask(DealHoleCards(cards=cards, hand=name))
            case "betting":
                yield from _decides(scene, name, found, odds)
            case "board":
                posted = straddle(name, found)
                if (
                    posted is not None
                    and not _is_leaving(scene, getattr(posted.command, "seat", 0))
                    and scene.happens(STRADDLES)
                ):
                    yield posted._replace(after=scene.thinks())
                    continue
                yield Ask(DealBoard(cards=[deck.pop() for _ in range(_more(found))], hand=name))
            case "showdown":
                yield Ask(SettleHand(hand=name, mucks=_mucks(scene, found, holes)), after=2 * SECOND)
    yield from _afterwards(scene, name)


def _more(found: Hand) -> int:
    """How many cards are turned next."""
    if found.terms.sintetico is not None:
        return 1
    return BOARD_SIZES[BOARD_SIZES.index(len(found.board)) + 1] - len(found.board)


def _hand(scene: Scene, name: str) -> Hand:
    found: Hand = scene.view(f"hand:{name}")
    return found


def _decides(scene: Scene, name: str, found: Hand, odds: Odds) -> Play:
    """Whoever is to act acts: in time, late, or not at all."""
    position = turn(found)
    if position is None:
        return
    seat = found.seats[position]
    by = player(owner(found, seat))
    table: Table = scene.view(table_stream(scene.table))
    taken = table.at(seat)
    if scene.happens(0.01):
        yield from _leaves(scene, table, found)
    if _is_leaving(scene, seat):
        yield from _gives_up(scene, name, found, seat)
        return
    if table.tournament and scene.happens(scene.malice):
        absent = taken is not None and taken.sitting_out
        yield Ask(ActForAbsent(hand=name, seat=seat), expects=None if absent else "R810 r.26")
        if absent:
            return
    if table.tournament and taken is not None and taken.sitting_out:
        if not scene.happens(COMES_BACK):
            yield Ask(ActForAbsent(hand=name, seat=seat))
            return
        yield Ask(ReturnToSeat(seat=seat, table=scene.table), by)
    kinds, weights = zip(*odds, strict=True)
    kind = scene.chance.choices(kinds, weights)[0]
    if is_lazy(by.id) and not scene.happens(LAZY):
        kind = "fold"
    if kind == "late":
        yield from _asked(scene, name, found, seat)
    else:
        yield Ask(_act(scene, name, found, position, kind), by, after=scene.thinks())


def _leaves(scene: Scene, table: Table, found: Hand) -> Play:
    """Somebody in the hand, whose turn it is or not, asks to leave: he gives it up, and goes as it ends (r.10)."""
    seat = scene.chance.choice([seat for seat, lives in zip(found.seats, found.live, strict=True) if lives])
    if not _is_leaving(scene, seat):
        stays = "R810 r.27" if table.tournament else None
        yield Ask(LeaveTable(seat=seat, table=scene.table), player(owner(found, seat)), expects=stays)


def _is_leaving(scene: Scene, seat: int) -> bool:
    """Whether who sits there has asked to leave."""
    table: Table = scene.view(table_stream(scene.table))
    taken = table.at(seat)
    return taken is not None and taken.leaving


def _gives_up(scene: Scene, name: str, found: Hand, seat: int) -> Play:
    """It is the turn of who leaves: he folds, or the platform does it for him, at once or as his time is up."""
    by = player(owner(found, seat))
    how = scene.chance.choice(("himself", "at once", "at once", "late"))
    if scene.happens(scene.malice):
        owed = to_call(found, found.seats.index(seat))
        stays = Call(hand=name, seat=seat) if owed else Check(hand=name, seat=seat)
        yield Ask(stays, by, after=scene.thinks(), expects=rules_of(found.terms.variant, 10))
    if how == "himself":
        yield Ask(Fold(hand=name, seat=seat), by, after=scene.thinks())
    elif how == "at once":
        yield Ask(ActForAbsent(hand=name, seat=seat))
    else:
        given, after = found.terms.decision_seconds * SECOND, scene.thinks()
        yield Ask(RequestDecision(deadline=scene.now() + after + given, hand=name, seat=seat), after=after)
        yield Ask(TimeOut(hand=name, seat=seat), after=given + SECOND)


def _act(scene: Scene, name: str, found: Hand, position: int, kind: str) -> CommandBase:
    """A lawful act, as near to ``kind`` as the hand allows."""
    seat = found.seats[position]
    owed = to_call(found, position)
    if kind == "raise" and (posted := restraddle(name, found, position)) is not None:
        return posted
    if kind in {"raise", "all_in"}:
        total = _total(scene, found, position, all_in=kind == "all_in")
        if total is not None:
            return PlaceBet(hand=name, seat=seat, total=total)
    if not owed:
        return Check(hand=name, seat=seat)
    return Fold(hand=name, seat=seat) if kind == "fold" else Call(hand=name, seat=seat)


def _total(scene: Scene, found: Hand, position: int, *, all_in: bool) -> int | None:
    """A lawful bet or raise to, counted here on its own from r.23, r.24, r.37 and r.38; None where there is none."""
    terms, stack = found.terms, found.stacks[position] or 0
    everything = found.bets[position] + stack
    practice = terms.readings.minimum_raise is Reading.PRACTICE
    acted = found.acted_at[position]
    if terms.limit.raises is not None and found.highest and found.raises >= terms.limit.raises:
        return None
    if practice and found.highest and acted != NOBODY and found.highest - acted < found.last_raise:
        return None
    added = found.last_raise if practice and found.highest else terms.min_bet
    least = found.highest + added
    top = min(everything, most(found, position))
    if terms.sintetico is not None and not found.street:
        return None  # a straddle is matched, or doubled
    others = [p for p, lives in enumerate(found.live) if p != position and lives and not found.all_in[p]]
    if not others or top <= found.highest or (top < least and top < everything):
        return None
    if all_in or top <= least:
        return top
    return min(top, least + scene.chance.choice((0, 0, 50, 100, 250, 333, pot_total(found))))


def _asked(scene: Scene, name: str, found: Hand, seat: int) -> Play:
    """A player is asked, perhaps loses his connection, gets extra time, and mostly lets it run out (r.43-45, r.73)."""
    by, given = player(owner(found, seat)), found.terms.decision_seconds * SECOND
    after = scene.thinks()
    deadline = scene.now() + after + given
    yield Ask(RequestDecision(deadline=deadline, hand=name, seat=seat), after=after)
    lost = scene.happens(0.4)
    if lost:
        yield Ask(ReportConnection(hand=name, seat=seat, up=False), after=scene.thinks())
    if scene.happens(0.5):
        deadline += 10 * SECOND
        yield Ask(ExtendTime(deadline=deadline, hand=name, seat=seat))
    if not lost and scene.happens(0.3):
        position = found.seats.index(seat)
        last_moment = max(deadline - scene.now(), 0)
        yield Ask(_act(scene, name, found, position, "passive"), by, after=last_moment)
        return
    if scene.happens(0.2):
        rule = rules_of(found.terms.variant, 45)
        yield Ask(Fold(hand=name, seat=seat), by, after=deadline - scene.now() + 1, expects=rule)
    yield Ask(TimeOut(hand=name, seat=seat), after=max(deadline - scene.now(), 0) + SECOND)
    if lost and phase(_hand(scene, name)) != "over":
        yield Ask(ReportConnection(hand=name, seat=seat, up=True))


def _mucks(scene: Scene, found: Hand, holes: dict[int, tuple[int, ...]]) -> list[int]:
    """Losers who do not show, where the rules let them."""
    if found.terms.showdown != "losers_may_muck":
        return []
    paid = paid_to(found, settled(found, holes))
    losers = [seat for position, seat in enumerate(found.seats) if found.live[position] and seat not in paid]
    return [seat for seat in losers if scene.happens(0.5)]


def _afterwards(scene: Scene, name: str) -> Play:
    """Somebody shows after the end what he need not have shown (r.11d)."""
    found = _hand(scene, name)
    hidden = [position for position, shown in enumerate(found.shown) if not shown]
    if found.outcome == "settled" and hidden and scene.happens(SHOWS):
        seat = found.seats[scene.chance.choice(hidden)]
        yield Ask(ShowCards(hand=name, seat=seat), player(owner(found, seat)))
