"""A transcript of póquer sem descarte (R803): rounds at a table of the house, as its dealer would tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tests.transcripts import banked
from tests.transcripts.banked import BankedTranscript, Flow
from tests.transcripts.language import Words
from tests.worlds.sem_descarte import sd_terms
from tests.worlds.world import OFFICER
from tombo.ledger.core.cards import CARD_TEXTS, card_text
from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.sem_descarte.commands import (
    CloseAntes,
    Continue,
    DealCards,
    ExtendSemDescarteTime,
    FoldSemDescarte,
    OpenRound,
    PlaceAnte,
    ReportAnteRefused,
    ReportDisconnected,
    ReportReconnected,
    RequestSemDescarteDecision,
    SettleRound,
    TimeOutSemDescarte,
    VoidRound,
    WarnDecision,
)
from tombo.ledger.games.sem_descarte.events import (
    AntePlaced,
    CardsShown,
    Collected,
    Continued,
    Folded,
    Paid,
    SemDescarteEvent,
    Voided,
)
from tombo.ledger.games.sem_descarte.state import SemDescarteRound

WORDS: Final = Words(banked.WORDS)
CHECKS: Final = Words(banked.CHECKS)
says, checks = WORDS.says, CHECKS.says
SECOND: Final = 1_000_000


class SemDescarteTranscript(BankedTranscript):
    """The state of a transcript of póquer sem descarte being played."""

    words = WORDS
    checks = CHECKS
    game = "sem_descarte"
    regulation = "R803"

    def __init__(self, text: str) -> None:
        super().__init__(text, sd_terms())

    @property
    def round(self) -> SemDescarteRound:
        """The newest round."""
        found = self.world(f"sem_descarte:{self.local}")
        assert isinstance(found, SemDescarteRound)
        return found

    def flows(self, events: Iterable[SemDescarteEvent]) -> Iterator[Flow]:
        """What becomes of the money of a round, event by event."""
        names: dict[int, str] = {}
        for event in events:
            match event:
                case AntePlaced():
                    names[event.seat] = event.player
                    yield event.player, "staked", event.amount
                case Continued():
                    yield names[event.seat], "staked", event.bet2
                case Paid():
                    yield names[event.seat], "returned", event.returned
                    yield names[event.seat], "prize", event.ante_prize + event.bet2_prize
                case Collected():
                    yield names[event.seat], "collected", event.amount
                case Voided():
                    for refund in event.refunds:
                        yield names[refund.seat], "refunded", refund.amount
                case _:
                    continue


@says(r"round(?: until (\d+)s)?")
def opens(t: SemDescarteTranscript, until: str | None) -> Decision | Refused:
    """The next round of the table opens for antes, until a time that is announced or not."""
    return t.ask(OpenRound(deadline=int(until) * SECOND if until else None, table=t.table))


@says(r"seat (\d+) antes (\d+)")
def antes(t: SemDescarteTranscript, seat: str, amount: str) -> Decision | Refused:
    """The player on a seat places his ante."""
    name = t.line.by.partition("/")[2] if t.line.by else t.sits(seat)
    return t.as_player(seat, PlaceAnte(amount=int(amount), player=name, round=t.local, seat=int(seat)))


@says(r"turned down (p-\d+) (\d+) on seat (\d+) by (.+)")
def turned_down(t: SemDescarteTranscript, name: str, amount: str, seat: str, rule: str) -> Decision | Refused:
    """The platform says that it turned down an ante of a player, and by which rule he was told."""
    return t.ask(ReportAnteRefused(amount=int(amount), player=name, round=t.local, rule=rule, seat=int(seat)))


@says(r"no more bets")
def no_more_bets(t: SemDescarteTranscript) -> Decision | Refused:
    """The bets are closed: *jogo feito, nada mais*."""
    return t.ask(CloseAntes(round=t.local))


@says(r"deal((?: \d+:\w{10})*) house:(\w{10})(?: discard:(\w\w))?")
def deals(t: SemDescarteTranscript, hands: str, house: str, discard: str | None) -> Decision | Refused:
    """Five cards to each seat and to the house, whose last one lies open; the first card of all is discarded.

    One round after the other, the seats in the order they are said, the house last in each.
    """
    given = [_cards(word.partition(":")[2]) for word in hands.split()] + [_cards(house)]
    cards = [hand[turn] for turn in range(5) for hand in given]
    first = discard or next(card for card in CARD_TEXTS if card not in cards)
    return t.ask(DealCards(cards=cards[:-1], discard=first, house_card=cards[-1], round=t.local))


def _cards(text: str) -> list[str]:
    return re.findall("..", text)


@says(r"seat (\d+) (continues|folds)")
def decides(t: SemDescarteTranscript, seat: str, verb: str) -> Decision | Refused:
    """The player on a seat stays with his second bet, or gives his ante up."""
    command = Continue if verb == "continues" else FoldSemDescarte
    return t.as_player(seat, command(round=t.local, seat=int(seat)))


@says(r"(ask|extend) seat (\d+) until (\d+)s")
def asks(t: SemDescarteTranscript, what: str, seat: str, until: str) -> Decision | Refused:
    """The platform asks a seat to decide, or gives it the extra time."""
    command = RequestSemDescarteDecision if what == "ask" else ExtendSemDescarteTime
    return t.ask(command(deadline=int(until) * SECOND, round=t.local, seat=int(seat)))


@says(r"(warn|time out|lost|back) seat (\d+)")
def befalls(t: SemDescarteTranscript, what: str, seat: str) -> Decision | Refused:
    """The platform warns a seat, says that its extra time is over, or that its player is cut off or back."""
    command = {
        "back": ReportReconnected,
        "lost": ReportDisconnected,
        "time out": TimeOutSemDescarte,
        "warn": WarnDecision,
    }[what]
    return t.ask(command(round=t.local, seat=int(seat)))


@says(r"settle")
def settles(t: SemDescarteTranscript) -> Decision | Refused:
    """The house shows, and every bet is paid or collected."""
    return t.ask(SettleRound(round=t.local))


@says(r"void (\S+)")
def voids(t: SemDescarteTranscript, name: str) -> Decision | Refused:
    """An officer voids the round under an incident."""
    return t.ask(VoidRound(incident=name, round=t.local), OFFICER)


@checks(r"seat (\d+) shows (\w+)")
def shows(t: SemDescarteTranscript, seat: str, expected: str) -> tuple[list[str], list[str]]:
    """The combination of the cards a seat has turned, or ``nothing``."""
    turned = [event for event in t.events if isinstance(event, CardsShown) and event.seat == int(seat)]
    return [str(event.combination) for event in turned], [] if expected == "nothing" else [expected]


@checks(r"house (plays|is out|is closed)")
def plays(t: SemDescarteTranscript, expected: str) -> tuple[bool | None, bool | None]:
    """Whether the house plays, once it has shown its cards."""
    return t.round.qualifies, {"is closed": None, "is out": False, "plays": True}[expected]


@checks(r"house shows((?: \w\w)+)")
def house_shows(t: SemDescarteTranscript, expected: str) -> tuple[list[str], list[str]]:
    """The cards of the house that lie open."""
    return [card_text(card) for card in t.round.house], expected.split()


@checks(r"seat (\d+) is folded by (\w+)")
def folded_by(t: SemDescarteTranscript, seat: str, expected: str) -> tuple[list[str], list[str]]:
    """What made a seat fold: its player, time, or that he was cut off."""
    return [event.cause for event in t.events if isinstance(event, Folded) and event.seat == int(seat)], [expected]


@checks(r"dealt((?: (?:\d|house))+)")
def dealt(t: SemDescarteTranscript, expected: str) -> tuple[list[str], list[str]]:
    """Who got the closed cards of the first round of dealing, in order; the others follow it."""
    first = expected.split()
    found = ["house" if seat is None else str(seat) for seat in t.round.dealt]
    return found, (first * 5)[:-1]
