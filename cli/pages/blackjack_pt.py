"""What happened in a round of blackjack, in Portuguese: the fellow of ``cli.blackjack_words``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cli.pages.moves_pt import bet
from cli.pages.phrase import counted, figure, objection
from cli.text import HIDDEN, cards, timed
from ledger.core.cards import card_text
from ledger.core.language import Language
from ledger.games.blackjack import events as e
from ledger.games.blackjack import otherwise
from ledger.games.blackjack.audit import hand_of
from ledger.games.blackjack.state import Hand, Round
from ledger.said import told
from projections.round.banked import BankedAct, BankedView

CHOICES: Final[dict[e.Choice, str]] = {
    "hit": "pede carta",
    "stand": "fica, não pede carta",
    "double": "dobra a aposta com {} (R805 r.15b)",
    "split": "desdobra o par com {} (R805 r.21)",
    "surrender": "desiste (R805 r.15e)",
    "insure": "faz um seguro de {} (R805 r.15f)",
    "even_money": "opta por receber o valor da sua aposta, even money (R805 r.20b)",
}


def title(view: BankedView) -> str:
    """Which game it is, by its terms."""
    terms, unit = view.opened.terms, view.unit
    return f"Blackjack/21, {terms.decks} baralhos, apostas de {figure(terms.bet_min, unit)} a {figure(terms.bet_max, unit)}"


def say(view: BankedView, act: BankedAct) -> Iterator[str]:  # noqa: C901, PLR0912  # one case an event
    """The lines for ``act``; none where its moves say it all."""
    event: e.BlackjackEvent = act.entry.event
    after: Round = act.after
    match event:
        case e.RoundOpened():
            if event.shoe is not None:
                yield f"Sabot {event.shoe}: {counted(event.shoe_dealt, 'carta já distribuída', 'cartas já distribuídas')}"
        case e.ShoeShuffled():
            committed = "" if event.order_root is None else f", ordem comprometida por {event.order_root}"
            yield f"Sabot {event.shoe}: {view.opened.terms.decks} baralhos baralhados{committed} (R805 r.4b)"
        case e.BetPlaced():
            yield f"{event.player}: aposta {figure(event.amount, view.unit)} no lugar {event.seat}"
        case e.BetsClosed():
            yield "Jogo feito, nada mais (R805 r.12)"
        case e.CardDealt():
            if event.seat is None or event.hand is None:
                yield f"Banca: recebe {cards([event.card])}; tem {_house(view, after)}"
            else:
                held = _total(after.hand(event.seat, event.hand))
                yield f"{_who(after, event.seat, event.hand)}: recebe {cards([event.card])}; tem {held}"
        case e.HoleCardDealt():
            yield f"Banca: recebe uma carta tapada {_house(view, after)}; o seu compromisso está registado"
        case e.DecisionRequested():
            yield f"{_who(after, event.seat, event.hand)}: tem de decidir até às {timed(event.deadline)}"
        case e.DecisionMade():
            said = CHOICES[event.decision].format(figure(event.paid, view.unit))
            ace = ", contando um ás como 1 (R805 r.8a)" if event.ace_as_one else ""
            late = ", porque o seu tempo terminou" if event.cause == "time_out" else ""
            yield f"{_who(act.before, event.seat, event.hand)}: {said}{ace}{late}"
        case e.HouseRevealed():
            yield f"A banca mostra {_house(view, after)}"
        case e.FindingRecorded():
            yield objection(event.rule, event.player, event.reading)
        case e.FindingRecordedV2():
            text = otherwise.told(view.unit, event, told(event)).text(Language.PT)
            yield objection(event.rule, event.player, event.reading, text)
        case e.Paid() | e.Collected():
            return  # their moves say it
        case e.Settled() | e.Voided():
            return  # said for every game alike
        case _:
            assert_never(event)


def _who(round_: Round, seat: int, number: int) -> str:
    hand = round_.hand(seat, number)
    return f"{hand.player if hand else 'ninguém'} ({bet(hand_of(round_, seat, number))})"


def _total(hand: Hand | None) -> str:
    if hand is None:
        return ""
    called = ", blackjack" if hand.blackjack and len(hand.cards) > 1 else ""
    return f"{cards(map(card_text, hand.cards))} {_points(hand.total)}{called}"


def _points(total: int) -> str:
    return counted(total, "ponto", "pontos")


def _house(view: BankedView, round_: Round) -> str:
    texts = [card_text(card) for card in round_.house]
    if round_.hole:
        return cards([*texts, *(view.own(None) or [HIDDEN])])
    return f"{cards(texts)} {_points(round_.house_total)}"


def result(view: BankedView) -> Iterator[str]:
    """What the summary says of the cards."""
    round_: Round = view.state
    if round_.house:
        yield f"Banca {_house(view, round_)}"
    for hand in round_.hands:
        if hand.cards:
            yield f"{_who(round_, hand.seat, hand.number)} {_total(hand)}, aposta {figure(hand.stake, view.unit)}"
