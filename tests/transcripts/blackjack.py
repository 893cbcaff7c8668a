"""A transcript of blackjack (R805): rounds at a table of the house, as its dealer would tell them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tests.transcripts import banked
from tests.transcripts.banked import BankedTranscript, Flow
from tests.transcripts.language import Words
from tests.transcripts.played import found_in
from tests.worlds.blackjack import blackjack_terms
from tests.worlds.house import player
from tests.worlds.world import OFFICER
from tombo.ledger.core.cards import card_text
from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.games.blackjack.commands import (
    CloseBlackjackBets,
    DealBlackjackCard,
    DealBlackjackHands,
    DecideBlackjackHand,
    OpenBlackjackRound,
    PlaceBlackjackBet,
    ReportBlackjackBetRefused,
    ReportBlackjackConnection,
    RequestBlackjackDecision,
    RevealBlackjackHouse,
    ShuffleBlackjackShoe,
    TimeOutBlackjackHand,
    VoidBlackjackRound,
)
from tombo.ledger.games.blackjack.events import BetPlaced, BlackjackEvent, Choice, Collected, DecisionMade, Paid, Voided
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.state import BlackjackRound

WORDS: Final = Words(banked.WORDS)
CHECKS: Final = Words(banked.CHECKS)
says, checks = WORDS.says, CHECKS.says


class BlackjackTranscript(BankedTranscript):
    """The state of a transcript of blackjack being played."""

    words = WORDS
    checks = CHECKS
    game = "blackjack"
    regulation = "R805"

    def __init__(self, text: str) -> None:
        super().__init__(text, blackjack_terms())
        self.shoes = 0

    @property
    def round(self) -> BlackjackRound:
        """The newest round."""
        found = self.world(f"blackjack:{self.local}")
        assert isinstance(found, BlackjackRound)
        return found

    def hand(self, seat: str, number: str | None) -> BlackjackHand:
        """A hand of the newest round."""
        found = self.round.hand(int(seat), int(number or 1))
        assert found is not None
        return found

    def flows(self, events: Iterable[BlackjackEvent]) -> Iterator[Flow]:
        """What becomes of the money of a round, event by event."""
        for event in events:
            match event:
                case BetPlaced():
                    yield event.player, "staked", event.amount
                case DecisionMade():
                    yield event.player, "staked", event.paid
                case Paid():
                    yield event.player, "returned", event.returned
                    yield event.player, "prize", event.prize
                case Collected():
                    yield event.player, "collected", event.amount
                case Voided():
                    for refund in event.refunds:
                        yield refund.player, "refunded", refund.refunded
                        yield refund.player, "taken", refund.taken_back
                        yield refund.player, "waived", refund.waived
                case _:
                    continue


@says(r"round( unannounced| until \d+s)?( on the same shoe)?")
def opens(t: BlackjackTranscript, until: str | None, same: str | None) -> list[Finding]:
    """The next round of the table, with a new shoe or what is left of the last one; its bets end when it is announced."""
    outcome = t.ask(OpenBlackjackRound(deadline=t.announced(t.terms, until), table=t.table))
    if same or isinstance(outcome, Refused):
        return found_in(outcome)
    t.shoes += 1
    return found_in(shuffles(t, f"shoe-{t.shoes}"))


@says(r"shuffle (\S+)")
def shuffles(t: BlackjackTranscript, shoe: str) -> Decision | Refused:
    """The decks are shuffled, and are a shoe of this name."""
    return t.ask(ShuffleBlackjackShoe(round=t.local, shoe=shoe))


@says(r"seat (\d+) bets (\d+)")
def bets(t: BlackjackTranscript, seat: str, amount: str) -> Decision | Refused:
    """A player places the bet of his seat."""
    return t.as_player(seat, PlaceBlackjackBet(amount=int(amount), round=t.local, seat=int(seat)))


@says(r"turned down (p-\d+) (\d+) on seat (\d+) by (.+)")
def turned_down(t: BlackjackTranscript, name: str, amount: str, seat: str, rule: str) -> Decision | Refused:
    """The platform says that it turned down a bet of a player, and by which rule he was told."""
    report = ReportBlackjackBetRefused(amount=int(amount), player=name, round=t.local, rule=rule, seat=int(seat))
    return t.ask(report)


@says(r"no more bets")
def no_more_bets(t: BlackjackTranscript) -> Decision | Refused:
    """The bets are closed: *jogo feito, nada mais*."""
    return t.ask(CloseBlackjackBets(round=t.local))


@says(r"deal((?: \w\w)+) hole (\w\w)")
def deals(t: BlackjackTranscript, cards: str, hole: str) -> Decision | Refused:
    """The first cards in the order they are dealt: each seat, the house, each seat again; and the hole card."""
    return t.ask(DealBlackjackHands(cards=cards.split(), hole_card=hole, round=t.local))


@says(r"cards?((?: \w\w)+)")
def cards(t: BlackjackTranscript, texts: str) -> list[Finding]:
    """The next cards of the shoe, to whoever waits for them."""
    asked = [t.ask(DealBlackjackCard(card=text, round=t.local)) for text in texts.split()]
    return [finding for outcome in asked for finding in found_in(outcome)]


DECISIONS: Final[dict[str, Choice]] = {
    "doubles": "double",
    "hits": "hit",
    "insures": "insure",
    "splits": "split",
    "stands": "stand",
    "surrenders": "surrender",
    "takes even money": "even_money",
}


@says(rf"seat (\d+)(?: hand (\d+))? ({'|'.join(DECISIONS)})(?: (\d+))?")
def decides(t: BlackjackTranscript, seat: str, hand: str | None, verb: str, amount: str | None) -> Decision | Refused:
    """The player on a seat decides for a hand of it; an amount goes with insurance."""
    said = DecideBlackjackHand(
        amount=int(amount) if amount else None,
        decision=DECISIONS[verb],
        hand=int(hand or 1),
        round=t.local,
        seat=int(seat),
    )
    owner = t.round.hand(int(seat), 1)
    return t.ask(said, player(t.sits(seat) if owner is None else owner.player))


@says(r"house turns")
def house_turns(t: BlackjackTranscript) -> Decision | Refused:
    """The house turns its hole card up."""
    return t.ask(RevealBlackjackHouse(round=t.local))


@says(r"ask seat (\d+)(?: hand (\d+))? until (\d+)s")
def asks(t: BlackjackTranscript, seat: str, hand: str | None, until: str) -> Decision | Refused:
    """The platform asks a hand to decide."""
    deadline = int(until) * 1_000_000
    return t.ask(RequestBlackjackDecision(deadline=deadline, hand=int(hand or 1), round=t.local, seat=int(seat)))


@says(r"time out seat (\d+)(?: hand (\d+))?")
def times_out(t: BlackjackTranscript, seat: str, hand: str | None) -> Decision | Refused:
    """The time of a hand is up."""
    return t.ask(TimeOutBlackjackHand(hand=int(hand or 1), round=t.local, seat=int(seat)))


@says(r"lost (p-\d+)")
def lost(t: BlackjackTranscript, name: str) -> Decision | Refused:
    """The platform says that a player is cut off."""
    return t.ask(ReportBlackjackConnection(player=name, round=t.local))


@says(r"back (p-\d+)")
def back(t: BlackjackTranscript, name: str) -> Decision | Refused:
    """The platform says that a player who was cut off is back."""
    return t.ask(ReportBlackjackConnection(player=name, round=t.local, up=True))


@says(r"void (\S+)")
def voids(t: BlackjackTranscript, name: str) -> Decision | Refused:
    """An officer voids the round under an incident."""
    return t.ask(VoidBlackjackRound(incident=name, round=t.local), OFFICER)


@checks(r"seat (\d+)(?: hand (\d+))? has (\d+)")
def total(t: BlackjackTranscript, seat: str, hand: str | None, expected: str) -> tuple[int, int]:
    """The total of a hand."""
    return t.hand(seat, hand).total, int(expected)


@checks(r"seat (\d+) holds (\d+) hands?")
def holds(t: BlackjackTranscript, seat: str, expected: str) -> tuple[int, int]:
    """How many hands a seat has, its splits among them."""
    return sum(hand.seat == int(seat) for hand in t.round.hands), int(expected)


@checks(r"seat (\d+)(?: hand (\d+))? decides (\w+)")
def decided(t: BlackjackTranscript, seat: str, hand: str | None, expected: str) -> tuple[str | None, str]:
    """The last decision of a hand, by its player or for him."""
    return t.hand(seat, hand).last, expected


@checks(r"house has (\d+)")
def house_has(t: BlackjackTranscript, expected: str) -> tuple[int, int]:
    """The total of the cards of the house that lie open."""
    return t.round.house_total, int(expected)


@checks(r"house shows((?: \w\w)+)")
def house_shows(t: BlackjackTranscript, expected: str) -> tuple[list[str], list[str]]:
    """The cards of the house that lie open."""
    return [card_text(card) for card in t.round.house], expected.split()


@checks(r"(\d+) cards dealt of (\S+)")
def dealt_of(t: BlackjackTranscript, count: str, shoe: str) -> tuple[tuple[int, str | None], tuple[int, str]]:
    """How far the shoe is dealt, in this round and before."""
    return (t.round.shoe_dealt, t.round.shoe), (int(count), shoe)
