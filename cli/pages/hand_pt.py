"""What happened at a poker table, in Portuguese: the fellow of ``cli.hand_words``, kind by kind, in the regulation's own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cli.hand_words import HandWords, by_time, is_absent
from cli.pages import phrase as pt
from cli.text import HIDDEN, cards, timed
from ledger.core.cards import card_text
from ledger.core.findings import Severity
from ledger.core.language import Language
from ledger.games.poker import events as e
from ledger.games.poker.notes import odd_seats
from ledger.games.poker.turns import to_call
from ledger.said import told
from projections.round.hand import HandAct

POSTS: Final = {
    "small": "faz a pequena aposta de",
    "big": "faz a grande aposta de",
    "ante": "faz o ante de",
    "straddle": "faz o estardilho de",
    "restraddle": "faz o restardilho de",
    "extra": "faz uma grande aposta adicional de",
    "dead": "entrega ao pote, sem contar como aposta sua,",
}
STREETS: Final[dict[e.Street, str]] = {
    "preflop": "Antes do flop",
    "flop": "Flop",
    "turn": "Turn",
    "river": "River",
    "straddle": "Estardilho",
    "first_street": "Primeiro turno",
    "second_street": "Segundo turno",
    "third_street": "Terceiro turno",
    "fourth_street": "Quarto turno",
    "fifth_street": "Quinto turno",
}


class Palavras(HandWords):
    """The Portuguese words for one hand; citations and names are those of the English."""

    def amount(self, amount: int) -> str:
        """An amount without its currency, with a decimal comma."""
        return pt.figure(amount, self.unit)

    def pot(self, number: int) -> str:
        """A pot's name: only a hand with side pots has a main one."""
        return "pote" if self.pots == 1 else "pote principal" if number == 0 else f"pote lateral {number}"

    def all_in(self, act: HandAct, seat: int) -> str:
        """What to add where a post took the whole stack."""
        return " e fica em all in" if act.after.all_in[act.after.seats.index(seat)] else ""

    def owes(self, earlier: HandAct | None, seat: int) -> str:
        """Why time makes a seat fold."""
        owed = to_call(earlier.after, earlier.after.seats.index(seat)) if earlier is not None else 0
        return f"há uma aposta de {self.amount(owed)} por acompanhar" if owed else "não decidiu"

    def say(self, act: HandAct, earlier: HandAct | None = None) -> list[str]:
        """The lines for ``act``, as ``HandWords`` has them."""
        return list(_said(self, act, earlier))


def _said(words: Palavras, act: HandAct, earlier: HandAct | None) -> Iterator[str]:  # noqa: C901, PLR0912, PLR0915  # one case a kind
    event: e.HandEvent = act.entry.event
    match event:
        case e.HandStarted():
            yield f"a jogada começa: {len(event.seats)} jogadores, o botão no lugar {event.button}"
        case e.BlindPosted():
            posted = f"{POSTS[event.post]} {words.amount(event.paid)}{words.all_in(act, event.seat)}"
            yield f"{words.who(event.seat)}: {posted}"
        case e.HoleCardsDealt():
            yield from _dealt(words, event)
        case e.BoardDealt():
            before = [card_text(card) for card in act.before.board]
            yield f"{STREETS[event.street]} {cards(before) + ' ' if before else ''}{cards(event.cards)}"
        case e.DecisionRequested():
            yield f"{words.who(event.seat)}: tem de decidir até às {timed(event.deadline)}"
        case e.TimeExtended():
            until = f"até às {timed(event.deadline)} ({words.rule(44)})"
            yield f"{words.who(event.seat)}: recebe um período suplementar de decisão, {until}"
        case e.Folded():
            late = f", porque {words.owes(earlier, event.seat)} ({words.rule(45)})"
            yield f"{words.who(event.seat)}: desiste{late if by_time(earlier, event.seat) else _absent(act)}"
        case e.Checked():
            late = f", porque não há aposta por acompanhar ({words.rule(45)})"
            yield f"{words.who(event.seat)}: passa{late if by_time(earlier, event.seat) else _absent(act)}"
        case e.BetPlaced():
            yield _bet(words, act, event)
        case e.ActionRefused() | e.ActionRefusedV2():
            yield f"{words.who(event.seat)}: tenta «{event.attempt}», recusado segundo {event.rule}: {_why(event)}"
        case e.DecisionTimedOut():
            pending = act.before.pending >= 0 and act.before.deadline
            ended = f" às {timed(pending)}" if pending else ""
            yield f"{words.who(event.seat)}: o tempo para decidir terminou{ended} ({words.rule(43, 45)})"
        case e.ConnectionLost():
            yield _lost(words, act, event)
        case e.ConnectionRestored():
            yield f"{words.who(event.seat)}: está de volta às {timed(act.entry.recorded)}"
        case e.UncalledBetReturned():
            back = f"{words.amount(event.amount)} que ninguém acompanhou são devolvidos a {words.who(event.seat)}"
            yield f"Da aposta, {back} ({words.rule(40)})"
        case e.CardsShown():
            yield _shown(words, act, event)
        case e.CardsMucked():
            why = f", como as regras específicas permitem ({words.rule(59)})" if _is_live(act) else ""
            yield f"{words.who(event.seat)}: não mostra as cartas{why}"
        case e.CommissionTaken():
            yield _fee(words, act, event)
        case e.PotAwarded():
            yield f"{words.who(event.seat)}: recebe {words.amount(event.amount)} do {words.pot(event.pot)}"
        case e.Settled():
            yield from _settled(words, act)
        case e.Voided():
            yield f"Jogada nula ({words.rule(72)}): incidente {event.incident}"
            yield "Todas as apostas são devolvidas a quem as fez, tenha ou não desistido; não é cobrada comissão"
            for refund in event.refunds:
                yield f"{words.who(refund.seat)}: é reembolsado em {pt.priced(refund.amount, words.unit)}"
        case e.FindingRecorded() | e.FindingRecordedV2():
            yield _finding(words, event)
        case _:
            assert_never(event)


def _dealt(words: Palavras, event: e.HoleCardsDealt) -> Iterator[str]:
    each = len(event.seats) // max(len(set(event.seats)), 1)
    known = [text for text in event.commitments if text is not None]
    said = f"{len(known)} compromissos registados" if known else "desconhecidas da fonte"
    yield "Cartas fechadas"
    yield f"{pt.counted(each, 'carta', 'cartas')} a cada jogador, com a face para baixo; {said}"
    for seat in dict.fromkeys(event.seats):
        if seat in words.view.holes and words.view.viewer.sees(words.who(seat)):
            yield f"Distribuídas a {words.who(seat)} {cards(words.view.holes[seat])}"


def _bet(words: Palavras, act: HandAct, event: e.BetPlaced) -> str:
    total = act.after.bets[act.after.seats.index(event.seat)]
    more = words.amount(max(total - act.before.highest, 0))
    what = {
        "bet": f"aposta {words.amount(event.paid)}",
        "call": f"acompanha com {words.amount(event.paid)}",
        "raise": f"sobe a aposta em {more}, para {words.amount(total)}",
    }[event.action]
    return f"{words.who(event.seat)}: {what}{' e fica em all in' if event.all_in else ''}"


def _lost(words: Palavras, act: HandAct, event: e.ConnectionLost) -> str:
    lost = f"{words.who(event.seat)}: ligação perdida às {timed(act.entry.recorded)}"
    if words.view.hand.outcome == "voided":
        return f"{lost}, segundo a plataforma; a jogada foi nula mais tarde, pela falha abaixo"
    return f"{lost}. A falha é do lado do jogador: a jogada não é nula e prossegue ({words.rule(73)})"


def _shown(words: Palavras, act: HandAct, event: e.CardsShown) -> str:
    shown = [card.card or HIDDEN for card in event.cards]
    best = words.view.best.get(event.seat) if len(act.after.board) == len(words.view.hand.board) else None
    made = f": {best.name_pt}, {cards(best.cards)}" if best else ""
    return f"{words.who(event.seat)}: mostra {cards(shown)}{made}"


def _fee(words: Palavras, act: HandAct, event: e.CommissionTaken) -> str:
    terms = act.after.terms.commission
    rule = words.rule("17a" if event.seat is None else 19)
    base = f"do {words.pot(event.pot)}"
    if event.seat is not None:
        base = f"do pagamento a {words.who(event.seat)} {base}"
    full = terms.cap is not None and sum(amount for _, _, amount in act.after.fees) >= terms.cap
    cap = f", atingido o máximo de {words.amount(terms.cap or 0)} por jogada" if full else ""
    return f"Comissão {words.amount(event.amount)}, {pt.percentage(terms.rate_bp)} {base}{cap} ({rule})"


def _settled(words: Palavras, act: HandAct) -> Iterator[str]:
    for pot in sorted({pot for pot, _, _ in act.after.awards}):
        count, rule = len(odd_seats(act.after, pot)), words.rule(62)
        if count == 1:
            yield f"A unidade indivisível do {words.pot(pot)} cabe ao primeiro vencedor à esquerda do botão ({rule})"
        elif count:
            who = f"uma a cada um dos primeiros {count} vencedores à esquerda do botão"
            yield f"As {count} unidades indivisíveis do {words.pot(pot)} cabem {who} ({rule})"
    yield "A jogada está liquidada"


def _why(event: e.ActionRefused | e.ActionRefusedV2 | e.FindingRecorded | e.FindingRecordedV2) -> str:
    """What the rule objects to; of what was recorded before each finding had a name, that it is on record in English."""
    if isinstance(event, e.ActionRefusedV2 | e.FindingRecordedV2):
        return told(event).text(Language.PT)
    return "o texto registado está em inglês"


def _finding(words: Palavras, event: e.FindingRecorded | e.FindingRecordedV2) -> str:
    reading = pt.READINGS_PT[event.reading]
    if event.severity is Severity.BREACH:
        return f"Violação de {event.rule} segundo {reading}, registada ainda assim: {_why(event)}"
    if event.rule.startswith(words.regulation):
        return f"Nota sobre {event.rule}, sem violação aqui; segundo {reading}: {_why(event)}"
    return f"Nota sobre {event.rule}: {_why(event)}"


def _absent(act: HandAct) -> str:
    return ", porque não está ninguém no lugar (R810 r.26-27)" if is_absent(act) else ""


def _is_live(act: HandAct) -> bool:
    return act.after.started.door == "live"
