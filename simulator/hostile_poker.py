"""What players and a confused platform try at a poker table, each with the rule that has to refuse it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS, card_text
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.facts import recorded
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.games.poker.commands import (
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    Fold,
    PlaceBet,
    PostStraddle,
    ReportRefused,
    SettleHand,
    ShowCards,
    StartHand,
    TimeOut,
    VoidHand,
)
from tombo.ledger.games.poker.settlement import paid_to, settled
from tombo.ledger.games.poker.state import NOBODY, Hand
from tombo.ledger.games.poker.turns import phase, pot_total, reach, to_call, turn
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.house.session.commands import WarnInactivity
from tombo.ledger.house.session.state import Session, session_stream
from tombo.ledger.house.staff.commands import ReadCards
from tombo.ledger.house.table.commands import TopUp
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.terms.citation import rules_of
from tombo.simulator.ask import OFFICER, PLATFORM, Ask, Play, Scene, player
from tombo.simulator.straddles import forbidden as forbidden_straddles

TURNS: Final = ("51", "54", "56", "58")
SINTETICO_TURNS: Final = tuple(f"R809 r.{rule}" for rule in (52, 54, 56, 57, 58, 59))
BOARDS: Final = ("53", "55", "57", "57")
SINTETICO_BOARDS: Final = tuple(f"R809 r.{rule}" for rule in (54, 55, 57, 58, 59, 59))
Holes = Mapping[int, tuple[int, ...]]


def owner(found: Hand, seat: int) -> str:
    """Who plays on ``seat``."""
    return next(seated.player for seated in found.started.seats if seated.seat == seat)


def most(found: Hand, position: int) -> int:
    """The table's maximum (r.24): the pot or half of it, by the letter as it lies, in practice with the call in it."""
    kind, owed = found.terms.limit.kind, to_call(found, position)
    if kind not in {"pot_limit", "half_pot"}:
        return 2**53
    called = owed if found.terms.readings.maximum_bet is Reading.PRACTICE else 0
    part = (pot_total(found) + called) // (2 if kind == "half_pot" else 1)
    return found.bets[position] + called + max(part, found.terms.min_bet)


STAYS: Final = (Call, Check, PlaceBet, PostStraddle)
"""What is refused to who leaves, whatever else is wrong with it."""


def tries(scene: Scene, name: str, found: Hand, holes: Holes) -> Play:
    """One thing the rules forbid at this point of the hand; of a player's try the platform may put a note on record."""
    table: Table = scene.view(table_stream(found.started.table))
    asks = [*_anytime(name, found), *_warned(scene, table, found), *forbidden_straddles(name, found)]
    match phase(found):
        case "blinds":
            asks += _before_the_cards(name, found)
        case "betting":
            asks += _in_turn(name, found)
        case "board":
            asks += _board(name, found, holes)
        case "showdown":
            asks += _showdown(name, found, holes)
        case "over":
            return
    leaving = {taken.seat for taken in table.seats if taken.leaving}
    asks = [ask for ask in asks if not (isinstance(ask.command, STAYS) and ask.command.seat in leaving)]
    ask = scene.chance.choice(asks)
    outcome = yield ask._replace(expects=_cited(found, ask.expects or ""), after=scene.thinks())
    seat = getattr(ask.command, "seat", None)
    if isinstance(outcome, Refused) and ask.by.actor == "player" and seat is not None and scene.happens(0.5):
        yield Ask(
            ReportRefused(
                about=outcome.finding.told.about,
                attempt=str(ask.command.model_dump()["kind"]),
                facts=recorded(outcome.finding.told),
                hand=name,
                rule=outcome.finding.rule,
                seat=seat,
            )
        )


def _cited(found: Hand, rule: str) -> str:
    """A rule by its number in R806, as the regulation of the hand has it; one with a name stays as it is."""
    return rules_of(found.terms.variant, rule) if rule[0].isdigit() else rule


def _turns(found: Hand) -> tuple[str, ...]:
    """The rules by which the betting of each street goes round."""
    return TURNS if found.terms.sintetico is None else SINTETICO_TURNS


def _boards(found: Hand) -> tuple[str, ...]:
    """The rules by which the next open cards are turned, by the street under way."""
    return BOARDS if found.terms.sintetico is None else SINTETICO_BOARDS


def _warned(scene: Scene, table: Table, found: Hand) -> Iterator[Ask]:
    """Somebody who plays is warned that he does not; or somebody in a tournament, where nobody is."""
    taken = table.at(found.seats[0])
    session: Session | None = None if taken is None else scene.view(session_stream(taken.session))
    if taken is not None and session is not None and not session.ended:
        where = table_stream(found.started.table)
        rule = "R810 r.27" if table.tournament else "70b"
        yield Ask(WarnInactivity(session=taken.session, where=where), expects=rule)


def _anytime(name: str, found: Hand) -> Iterator[Ask]:
    """What nobody may ask while a hand is in play."""
    seat, other = found.seats[0], found.seats[1]
    table = found.started.table
    by = player(owner(found, seat))
    if found.started.tournament is None:  # there other tables may change what it would be refused for
        yield Ask(StartHand(table=table), expects="House: table")
    yield Ask(VoidHand(hand=name, incident="no-such-incident"), OFFICER, expects="72")
    yield Ask(ShowCards(hand=name, seat=seat), by, expects="11d")
    rule = "11b" if found.started.tournament is None else "R810 r.5"
    yield Ask(TopUp(amount=100, seat=seat, table=table), by, expects=rule)
    yield Ask(Fold(hand=name, seat=seat), player(owner(found, other)), expects="House: authority")
    yield Ask(VoidHand(hand=name, incident="no-such-incident"), by, expects="House: authority")
    yield Ask(ReadCards(hand=name, reason="curiosity"), OFFICER, expects="House: cards")
    if phase(found) != "showdown":
        yield Ask(SettleHand(hand=name), expects="59")


def _before_the_cards(name: str, found: Hand) -> Iterator[Ask]:
    seat = found.seats[0]
    yield Ask(Fold(hand=name, seat=seat), player(owner(found, seat)), expects="51")
    count = VARIANTS[found.terms.variant].hole_cards * len(found.seats)
    yield Ask(DealHoleCards(cards=["As", *CARD_TEXTS[-(count - 1) :]], hand=name), expects="4b")
    if found.terms.variant == "sintetico":
        yield Ask(DealHoleCards(cards=["2c", *CARD_TEXTS[-(count - 1) :]], hand=name), expects="4b")
    yield Ask(
        DealHoleCards(cards=list(CARD_TEXTS[: count - 1]) if count > 4 else ["As"] * 5, hand=name), expects="25"
    )  # the least a command can name


def _in_turn(name: str, found: Hand) -> Iterator[Ask]:
    position = turn(found)
    if position is None:
        return
    seat = found.seats[position]
    by = player(owner(found, seat))
    for other in found.seats:
        if other != seat:
            yield Ask(Check(hand=name, seat=other), player(owner(found, other)), expects=_turns(found)[found.street])
            break
    if to_call(found, position):
        yield Ask(Check(hand=name, seat=seat), by, expects="34b")
    else:
        yield Ask(Call(hand=name, seat=seat), by, expects="34c")
    if found.pending != position:
        yield Ask(TimeOut(hand=name, seat=seat), PLATFORM, expects="45")
    yield Ask(DealBoard(cards=["As", "Ks", "Qs"], hand=name), expects=_boards(found)[found.street])
    count = VARIANTS[found.terms.variant].hole_cards * len(found.seats)
    yield Ask(DealHoleCards(cards=list(CARD_TEXTS[-count:]), hand=name), expects="49")
    for total, rule in _bets(found, position):
        bet: CommandBase = PlaceBet(hand=name, seat=seat, total=total)
        yield Ask(bet, by, expects=rule)


def _bets(found: Hand, position: int) -> Iterator[tuple[int, str]]:
    """Bets to a total that a rule forbids, with its number. Only where no rule before it forbids them too."""
    everything = reach(found, position) or 0
    terms = found.terms
    if found.highest:
        yield found.highest, "34d"
    if found.terms.sintetico is not None and not found.street:
        if found.highest < everything:
            yield found.highest + 1, "R809 r.52"
        return
    if everything + 1 > found.highest:
        yield everything + 1, "37"
    fixed = terms.limit.raises
    if fixed is not None and found.highest and found.raises >= fixed:
        if found.highest + terms.min_bet <= everything:
            yield found.highest + terms.min_bet, "38"
        return
    if found.highest and found.acted_at[position] != NOBODY:
        return  # whether he may raise at all is another question (r.37)
    short = found.highest + terms.min_bet - 1
    if short < everything:
        yield short, "23"
    above = most(found, position) + 1
    if found.highest + max(terms.min_bet, found.last_raise) <= above <= everything:
        yield above, "24a" if terms.limit.kind == "half_pot" else "24b"


def _board(name: str, found: Hand, holes: Holes) -> Iterator[Ask]:
    """A card that a player holds is turned up."""
    seen = [card_text(card) for cards in holes.values() for card in cards]
    cards = seen[:1] if found.board or found.terms.sintetico is not None else seen[:3]
    yield Ask(DealBoard(cards=cards, hand=name), expects="4b")
    if found.terms.sintetico is not None:
        below = [text for text in CARD_TEXTS if text[0] in "234567"]
        yield Ask(DealBoard(cards=below[:1], hand=name), expects="4b")
        yield Ask(DealBoard(cards=below[:2], hand=name), expects=_boards(found)[found.street])


def _showdown(name: str, found: Hand, holes: Holes) -> Iterator[Ask]:
    """The winner wants to keep his cards to himself."""
    paid = paid_to(found, settled(found, holes))
    yield Ask(SettleHand(hand=name, mucks=[min(paid)]), expects="28")
