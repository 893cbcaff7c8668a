"""A hand as a page: what R806 r.65 owes the player of his last one, and whoever else may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tombo.ledger.core.cards import card_text
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.turns import pot_total
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.every import regulation_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.round.hand import HandView, net
from tombo.reports.document import Cell
from tombo.reports.pages import played as p
from tombo.reports.pages.complaint import TOURNAMENTS, how_to_complain
from tombo.reports.pages.page import NOTHING, Block, Column, Fact, Notes, Page, PageTable, Step, Steps
from tombo.reports.pages.void import reasons
from tombo.reports.play import hand
from tombo.reports.play.hand_words import HandWords
from tombo.reports.said.common import POKER_LIMITS
from tombo.reports.said.play import hand as history_said
from tombo.reports.said.play import hand_page as said

SEATS: Final = (
    Column(p.SEAT),
    Column(p.PLAYER),
    Column(said.CHIPS_AT_START(), amount=True, spec="figure"),
    Column(said.CARDS_HELD_LABEL()),
    Column(said.HAND_MADE()),
)
RESULTS: Final = (
    Column(p.PLAYER),
    Column(p.STAKED, amount=True, spec="figure"),
    Column(said.HAND_WON(), amount=True, spec="figure"),
    Column(p.REFUNDED, amount=True, spec="figure"),
    Column(p.RESULT, amount=True, spec="signed"),
)
POTS: Final = (
    Column(said.HAND_POT()),
    Column(said.HAND_POT_AMOUNT(), amount=True, spec="figure"),
    Column(said.HAND_COMMISSION_LABEL(), amount=True, spec="figure"),
    Column(said.HAND_PAID_OUT(), amount=True, spec="figure"),
)


def hand_page(view: HandView, incident: Sequence[Entry] = ()) -> Page:
    """The hand for its viewer. ``incident`` are the entries of the outage that made it void."""
    basis = said.HAND_ESSENTIAL(rule=rules_of(view.started.terms.variant, 65))
    return Page(said.HAND_PAGE(hand=local(view.stream)), basis, tuple(_facts(view)), tuple(_blocks(view, incident)))


def _blocks(view: HandView, incident: Sequence[Entry]) -> Iterator[Block]:
    last = view.acts[-1].entry
    if isinstance(last.event, e.Voided):
        yield reasons(incident, last, rules_of(view.started.terms.variant, 72))
    yield _results(view)
    yield _seats(view)
    if view.hand.outcome == "settled":
        yield _pots(view)
        remarks = (*hand.exempt_told(view.hand), *hand.not_void_told(view))
        if remarks:
            yield Notes(p.REMARKS, remarks)
    yield Steps(p.HAPPENED, tuple(_steps(view)))
    if p.is_for_players(view.viewer) and view.started.door == "live":
        yield how_to_complain(frozenset(_regulations(view)))


def _regulations(view: HandView) -> Iterator[str]:
    """Of the game, and of tournaments where it is played in one."""
    yield regulation_of(view.started.terms)
    if view.started.tournament is not None:
        yield TOURNAMENTS


def _facts(view: HandView) -> Iterator[Fact]:
    started, first, terms = view.started, view.acts[0].entry, view.started.terms
    game = VARIANTS[terms.variant].name.removeprefix("póquer ")
    yield Fact(p.GAME, said.HAND_GAME(game=game, limit=POKER_LIMITS[terms.limit.kind]))
    yield Fact(said.HAND_STAKES(), tuple(_stakes(terms)))
    yield Fact(p.TABLE, started.table)
    yield Fact(p.NUMBER, started.number)
    played = _played(view, first)
    yield Fact(p.WHEN, said.HAND_PLAYED_ONCE() if played is None else said.HAND_PLAYED_AT(at=played))
    if started.door == "import":
        yield Fact(said.HAND_ORIGIN(), history_said.HAND_IMPORTED(recorded=first.recorded))
    yield Fact(said.HAND_COMMISSION_LABEL(), hand.commission_told(terms))
    yield Fact(p.RULES, hand.rules_told(view))
    if view.hand.outcome == "open":
        yield Fact(p.OUTCOME, said.HAND_OPEN_UNTIL(waits=hand.waits_told(view)))
    else:
        yield Fact(p.OUTCOME, p.OUTCOMES[view.hand.outcome])
    if view.hand.board:
        board = tuple(map(card_text, view.hand.board))
        yield Fact(said.HAND_BOARD_LABEL(), history_said.HAND_CARDS(held=board))
    yield Fact(said.HAND_TOTAL_LABEL(), view.unit.sum(pot_total(view.hand)))
    yield p.seen_by(view.viewer)
    yield p.entries_of(first, view.acts[-1].entry)


def _played(view: HandView, entry: Entry) -> int | None:
    """When it happened at the table, as far as that is known."""
    return entry.recorded if view.started.door == "live" else entry.occurred


def _stakes(terms: Terms) -> Iterator[Told]:
    unit, big = terms.unit, terms.limit.big_bet
    yield said.STAKES_SMALL(amount=unit.sum(terms.small_blind))
    yield said.STAKES_BIG(amount=unit.sum(terms.big_blind))
    if terms.ante:
        yield history_said.HAND_ANTE(ante=unit.sum(terms.ante))
    if big is not None:
        yield said.STAKES_BETS(amount=unit.sum(terms.min_bet))
        yield said.STAKES_AND_BETS(amount=unit.sum(big))


def _seats(view: HandView) -> PageTable:
    rows = tuple(_seat(view, position) for position in _clockwise(view))
    return PageTable(said.HAND_SEATS(), SEATS, rows)


def _seat(view: HandView, position: int) -> tuple[Cell, ...]:
    """A seat: who sits there, with what, which cards, and what became of them."""
    played, player = view.hand, view.started.seats[position]
    best = view.best.get(player.seat)
    made: Cell = best.name if best and len(played.board) == hand.WHOLE_BOARD else NOTHING
    if not played.live[position]:
        made = history_said.HAND_FOLDED()
    elif played.mucked[position]:
        made = history_said.HAND_MUCKED()
    button = player.seat == view.started.button
    seat: Cell = said.HAND_SEAT_WITH_BUTTON(seat=player.seat) if button else player.seat
    stack = NOTHING if player.stack is None else view.unit.sum(player.stack)
    return seat, player.player, stack, hand.held_told(view, player.seat) or NOTHING, made


def _results(view: HandView) -> PageTable:
    played, unit = view.hand, view.unit
    rows: list[tuple[Cell, ...]] = []
    sums = [0, 0, 0, 0]
    for position in _clockwise(view):
        staked = played.staked[position] + played.antes[position] + played.deads[position]
        won = sum(amount for _, owner, amount in played.awards if owner == position)
        figures = (staked, won, played.refunds[position], net(played, position))
        sums = [before + amount for before, amount in zip(sums, figures, strict=True)]
        rows.append((view.started.seats[position].player, *_amounts(view, figures)))
    currency = unit.currency
    heading = said.HAND_RESULT(currency=currency) if currency else said.HAND_RESULT_IN_CHIPS()
    return PageTable(heading, RESULTS, tuple(rows), (said.HAND_ALL_PLAYERS(), *_amounts(view, sums)))


def _amounts(view: HandView, figures: Sequence[int]) -> Iterator[Cell]:
    """Amounts, and last the result, which an open hand has not."""
    yield from map(view.unit.sum, figures[:-1])
    yield NOTHING if view.hand.outcome == "open" else view.unit.sum(figures[-1])


def _pots(view: HandView) -> PageTable:
    played, unit = view.hand, view.unit
    several = HandWords(view).pots > 1
    rows: list[tuple[Cell, ...]] = []
    for pot in sorted({pot for pot, _, _ in (*played.awards, *played.fees)}):
        paid = sum(amount for number, _, amount in played.awards if number == pot)
        fee = sum(amount for number, _, amount in played.fees if number == pot)
        side = said.HAND_MAIN_POT() if pot == 0 else said.HAND_SIDE_POT(number=pot)
        rows.append((side if several else said.HAND_POT(), unit.sum(paid + fee), unit.sum(fee), unit.sum(paid)))
    return PageTable(said.HAND_POTS(), POTS, tuple(rows))


def _steps(view: HandView) -> Iterator[Step]:
    words = HandWords(view)
    for earlier, act in zip((None, *view.acts), view.acts, strict=False):
        event, told = act.entry.event, words.say(act, earlier)
        if isinstance(event, hand.QUIET) and view.viewer.role != "auditor":
            told = told[:-1] if isinstance(event, e.Settled) else []
        if told:
            yield p.step(view.viewer, act.entry, _played(view, act.entry), told)


def _clockwise(view: HandView) -> list[int]:
    """The positions by the numbers of their seats."""
    return sorted(range(len(view.hand.seats)), key=view.hand.seats.__getitem__)
