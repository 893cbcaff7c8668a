"""The actions of a PHH hand as events of ours, one after the other on the poker engine's own state.

What the rules object to is recorded beside the event (the import door hides no fact). What contradicts itself, so that
no event could say it, refuses the hand by name: a bet of more than the stack, a card that does not exist, an end that
comes before the hand's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.cards import ClosedCards, split_cards
from tombo.ledger.exchange.phh.number import parse_amount, to_units
from tombo.ledger.exchange.phh.read import HandUnreadableError, PhhHand
from tombo.ledger.exchange.phh.shows import objection
from tombo.ledger.exchange.phh.stated import unusable
from tombo.ledger.exchange.phh.terms import array_position, lone_blind
from tombo.ledger.games.poker.case import recorded
from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
    HandStarted,
)
from tombo.ledger.games.poker.rules.r806 import findings
from tombo.ledger.games.poker.rules.r806_dealing import dealing_order, no_card_twice
from tombo.ledger.games.poker.state import evolve, start
from tombo.ledger.games.poker.streets import BOARD_SIZES, STREETS
from tombo.ledger.games.poker.turns import reach, to_call
from tombo.ledger.terms.citation import cited, rules_of

Post = Literal["small", "big", "ante", "straddle", "extra"]

_POSTS: Final[tuple[Post, ...]] = ("small", "big", "straddle")
_FLOP_SIZE: Final = 3

_folded = lru_cache(maxsize=16)(lambda seat: Folded(seat=seat))
_checked = lru_cache(maxsize=16)(lambda seat: Checked(seat=seat))


def _told(words: list[str]) -> str:
    """An action for a message, which goes on record: commentary and closed cards do not."""
    return f"d dh {words[2]} ..." if words[:2] == ["d", "dh"] and len(words) > 2 else " ".join(words)[:60]  # noqa: PLR2004


class Walk:
    """One hand being turned into events. ``state`` is the engine's, ``fields`` what the events say in terms of PHH."""

    def __init__(self, hand: PhhHand, started: HandStarted, stream: str, entropy: Callable[[int], bytes]) -> None:
        self.hand = hand
        self.state = start(started)
        self.cards = ClosedCards(started, stream, entropy)
        self.events: list[HandEvent] = []
        self.dealt_at = -1
        """Where ``hand.hole_cards_dealt`` stands among ``events``."""
        self.found = 0
        """How many findings are among ``events``."""
        self._decimals = started.terms.unit.decimals
        self._players = {f"p{position + 1}": position for position in range(len(started.seats))}

    def run(self) -> None:
        """Post, deal and act, to the end of the file's actions.

        Raises:
            HandUnreadableError: an action that no event can say; the message names it.
        """
        for finding in (*findings(None, self.state.started), *unusable(self.hand, self.state.terms)):
            self.object(finding)
        self._post()
        for nth, action in enumerate(self.hand.actions, 1):
            words = (action.partition("#")[0] if "#" in action else action).split()
            if not words:
                continue
            try:
                if words[0] == "d":
                    self._deal(words)
                else:
                    self._act(words)
            except ValueError as error:
                raise HandUnreadableError(self.hand.where, f"action {nth}, {_told(words)!r}: {error}") from None
        self._deal_hole_cards()

    def emit(self, event: HandEvent) -> None:
        """The next event of the hand, followed by what R806 objects to in it."""
        objections = findings(self.state, event)
        self.events.append(event)
        self.state = evolve(self.state, event)
        for finding in objections:
            self.object(finding)

    def object(self, finding: Finding) -> None:
        """Put an objection on record, under the regulation of the hand."""
        self.found += 1
        self.events.append(recorded(cited(finding, self.state.terms.variant)))

    def _post(self) -> None:
        """Antes first, then blinds and straddles, each with what the stack allows; a negative one is a post-bet."""
        hand, count = self.hand, len(self.hand.stacks)
        for index, ante in enumerate(hand.antes):
            if ante:
                self._post_one(array_position(index, count), to_units(ante, self._decimals), "ante")
        alone = lone_blind(hand)
        for index, blind in enumerate(hand.blinds):
            if index == alone:
                self._post_alone(array_position(index, count), to_units(blind, self._decimals))
            elif blind:
                post: Post = "extra" if blind < 0 else _POSTS[min(index, 2)]
                self._post_one(array_position(index, count), abs(to_units(blind, self._decimals)), post)

    def _post_one(self, position: int, amount: int, post: Post) -> None:
        stack = self.state.stacks[position]
        paid = amount if stack is None else min(amount, stack)
        if paid:
            self.emit(BlindPosted(paid=paid, post=post, seat=self.state.seats[position]))

    def _post_alone(self, position: int, amount: int) -> None:
        """The only blind there is: whoever posts it, where it stands says nothing against him."""
        stack, seat = self.state.stacks[position], self.state.seats[position]
        paid = amount if stack is None else min(amount, stack)
        if paid:
            event = BlindPosted(paid=paid, post="big", seat=seat)
            self.events.append(event)
            self.state = evolve(self.state, event)
            told = said.ONE_BLIND_ALONE(seat=seat, paid=self.state.terms.unit.sum(paid))
            self.object(Finding("R806 r.48", told, Reading.PRACTICE, Severity.NOTICE))

    def _rules(self, first: int, last: int | None = None) -> str:
        """Rules of R806 as the regulation of the hand's variant has them."""
        return rules_of(self.state.terms.variant, first, last)

    def _deal(self, words: list[str]) -> None:
        match words:
            case ["d", "dh", player, cards]:
                if self.dealt_at >= 0:
                    raise ValueError(f"hole cards are dealt before the betting ({self._rules(49, 52)})")
                self.cards.add(self._position(player), cards)
            case ["d", "db", cards]:
                self._deal_hole_cards()
                self._deal_board(cards)
            case _:
                raise ValueError("expected 'd dh pN CARDS' or 'd db CARDS'")

    def _deal_hole_cards(self) -> None:
        if self.dealt_at < 0:
            self.dealt_at = len(self.events)
            self.emit(self.cards.deal(dealing_order(self.state)))
            if no_card_twice(self.cards.known()) is not None:
                self.object(Finding("R806 r.4b", said.IMPORTED_CARD_DEALT_TWICE(deck=len(CARD_IDS))))

    def _deal_board(self, text: str) -> None:
        """Open cards: the flop as one, then the turn and the river, however many the file turns at once."""
        cards = split_cards(text)
        if not all(card in CARD_IDS for card in cards):
            raise ValueError("an open card is unknown; expected the cards of the board")
        while cards:
            size = len(self.state.board)
            if size >= BOARD_SIZES[-1]:
                found = "a board of more than five cards; a hand run more than once is not recorded"
                raise ValueError(f"{found} ({self._rules(1)})")
            take = _FLOP_SIZE if size == 0 else 1
            if len(cards) < take:
                raise ValueError(f"a flop of {len(cards)} cards, expected {_FLOP_SIZE} ({self._rules(53)})")
            street = STREETS[BOARD_SIZES.index(size + take)]
            self.emit(BoardDealt(cards=cards[:take], street=street))
            cards = cards[take:]

    def _act(self, words: list[str]) -> None:
        self._deal_hole_cards()
        position = self._position(words[0])
        match words[1:]:
            case ["f"]:
                self._betting(position, _folded(self.state.seats[position]))
            case ["cc"]:
                self._check_or_call(position)
            case ["cbr", amount]:
                self._bet_or_raise(position, to_units(parse_amount(amount), self._decimals))
            case ["sm"]:
                self._turned(position, CardsMucked(seat=self.state.seats[position]), None)
            case ["sm", cards]:
                self._turned(position, *self.cards.show(position, cards))
            case _:
                raise ValueError("expected 'pN f', 'pN cc', 'pN cbr AMOUNT' or 'pN sm [CARDS]'")

    def _turned(self, position: int, event: CardsShown | CardsMucked, not_his: Finding | None) -> None:
        """Cards are shown or given up, with what is objected to that."""
        too = objection(self.state, position, mucks=isinstance(event, CardsMucked))
        self.emit(event)
        for finding in (too, not_his):
            if finding is not None:
                self.object(finding)

    def _position(self, player: str) -> int:
        position = self._players.get(player)
        if position is None:
            raise ValueError(f"found player {player[:20]!r}, expected p1 to p{len(self._players)}")
        return position

    def _check_or_call(self, position: int) -> None:
        state, owed = self.state, to_call(self.state, position)
        seat, stack = state.seats[position], state.stacks[position]
        if not owed:
            self._betting(position, _checked(seat))
            return
        paid = owed if stack is None else min(owed, stack)
        if not paid:
            raise ValueError(f"p{position + 1} has no chips left to call with")
        self._betting(position, BetPlaced(action="call", all_in=paid == stack, paid=paid, seat=seat))

    def _bet_or_raise(self, position: int, total: int) -> None:
        state = self.state
        seat, paid, most = state.seats[position], total - state.bets[position], reach(state, position)
        if paid <= 0:
            raise ValueError(f"p{position + 1} has {state.bets[position]} units in already; expected a bet of more")
        if most is not None and total > most:
            raise ValueError(f"p{position + 1} can bet up to {most} units of {self._decimals} decimals, all it has")
        action: Literal["bet", "call", "raise"] = "raise" if state.highest else "bet"
        if total <= state.highest:
            action = "call"
        matches = state.highest > 0 and total == state.highest
        self._betting(position, BetPlaced(action=action, all_in=total == most, paid=paid, seat=seat))
        if matches:
            told = said.RAISE_IS_A_CALL(player=position + 1, total=state.terms.unit.sum(total))
            self.object(Finding("R806 r.34", told, Reading.PRACTICE, Severity.NOTICE))

    def _betting(self, position: int, event: Folded | Checked | BetPlaced) -> None:
        if not self.state.live[position]:
            raise ValueError(f"p{position + 1} has folded")
        self.emit(event)
