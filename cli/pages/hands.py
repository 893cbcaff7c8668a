"""A hand as a page: what R806 r.65 owes the player of his last one, and whoever else may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cli.hand_text import QUIET, commission_told, exempt_told, not_void_told, rules_told, waits_told
from cli.hand_words import HandWords
from cli.pages import phrase as pt
from cli.pages import played as p
from cli.pages.hand_pt import Palavras
from cli.pages.page import Block, Column, Fact, Notes, Page, PageTable, Step, Steps
from cli.pages.phrase import NOTHING, Phrase, Text
from cli.pages.void import reasons
from cli.text import HIDDEN, cards, figure, priced, timed
from ledger.core.cards import card_text
from ledger.core.entry import Entry
from ledger.games.poker import events as e
from ledger.games.poker.turns import phase, pot_total, turn
from ledger.games.poker.variants import VARIANTS
from ledger.terms.citation import rules_of
from ledger.terms.poker import Terms
from projections.round.hand import HandView, net
from reports.said.common import POKER_LIMITS

SEATS: Final = (
    Column(p.SEAT),
    Column(p.PLAYER),
    Column(Phrase("Cave no início", "Chips at the start"), amount=True),
    Column(Phrase("Cartas fechadas", "Hole cards")),
    Column(Phrase("Combinação", "Hand made")),
)
WON: Final = Phrase("Recebido dos potes", "Collected")
POTS: Final = p.columns(
    Phrase("Pote", "Pot"), Phrase("Valor", "Amount"), Phrase("Comissão", "Commission"), Phrase("Entregue", "Paid out")
)
WHOLE_BOARD: Final = 5


def hand_page(view: HandView, incident: Sequence[Entry] = ()) -> Page:
    """The hand for its viewer. ``incident`` are the entries of the outage that made it void."""
    name = view.stream.partition(":")[2]
    variant = view.started.terms.variant
    basis = Phrase(
        f"Elementos essenciais da jogada: resultado e valores apostados ({rules_of(variant, 65)}).",
        f"Everything essential of the hand: its result and what was staked ({rules_of(variant, 65)}).",
    )
    return Page(Phrase(f"Jogada {name}", f"Hand {name}"), basis, tuple(_facts(view)), tuple(_blocks(view, incident)))


def _blocks(view: HandView, incident: Sequence[Entry]) -> Iterator[Block]:
    last = view.acts[-1].entry
    if isinstance(last.event, e.Voided):
        yield reasons(incident, last, rules_of(view.started.terms.variant, 72))
    yield _results(view)
    yield _seats(view)
    if view.hand.outcome == "settled":
        yield _pots(view)
    remarks = tuple(_remarks(view))
    if remarks:
        yield Notes(p.REMARKS, remarks)
    yield Steps(p.HAPPENED, tuple(_steps(view)))


def _facts(view: HandView) -> Iterator[Fact]:
    started, first, terms, hand = view.started, view.acts[0].entry, view.started.terms, view.hand
    game = VARIANTS[terms.variant].name.removeprefix("póquer ")
    portuguese = f"Póquer não bancado, {game}, {POKER_LIMITS[terms.limit.kind].pt}"
    yield Fact(p.GAME, Phrase(portuguese, f"Non-banked poker, {game}, {POKER_LIMITS[terms.limit.kind].en}"))
    yield Fact(Phrase("Apostas", "Stakes"), _stakes(terms))
    yield Fact(p.TABLE, started.table)
    yield Fact(p.NUMBER, str(started.number))
    played = _played(view, first)
    yield Fact(p.WHEN, Phrase("não se sabe", "not known") if played is None else pt.dated(played))
    if started.door == "import":
        recorded = pt.dated(first.recorded)
        told = f"Importada, não jogada através deste registo; registada {recorded.pt}"
        yield Fact(Phrase("Origem", "Origin"), Phrase(told, f"Imported, not played here; recorded {recorded.en}"))
    yield Fact(Phrase("Comissão", "Commission"), Phrase(_commission(terms), commission_told(terms)))
    yield Fact(p.RULES, Phrase(_rules(view), rules_told(view)))
    yield Fact(p.OUTCOME, _waits(view) if hand.outcome == "open" else p.OUTCOMES[hand.outcome])
    if hand.board:
        yield Fact(Phrase("Cartas viradas", "Board"), cards(card_text(card) for card in hand.board))
    staked = pot_total(hand)
    total = Phrase(pt.priced(staked, terms.unit), priced(staked, terms.unit))
    yield Fact(Phrase("Total do pote", "Total pot"), total)
    yield p.seen_by(view.viewer)
    yield p.entries_of(first, view.acts[-1].entry)


def _played(view: HandView, entry: Entry) -> int | None:
    """When it happened at the table, as far as that is known."""
    return entry.recorded if view.started.door == "live" else entry.occurred


def _stakes(terms: Terms) -> Phrase:
    unit = terms.unit
    said = [Phrase("pequena aposta", "small blind"), Phrase("grande aposta", "big blind")]
    amounts = [terms.small_blind, terms.big_blind]
    if terms.ante:
        said.append(Phrase("ante", "ante"))
        amounts.append(terms.ante)
    if terms.limit.big_bet is not None:
        said += [Phrase("apostas de", "bets of"), Phrase("e de", "and of")]
        amounts += [terms.min_bet, terms.limit.big_bet]
    told = list(zip(said, amounts, strict=True))
    return Phrase(
        ", ".join(f"{name.pt} {pt.figure(amount, unit)}" for name, amount in told),
        ", ".join(f"{name.en} {figure(amount, unit)}" for name, amount in told),
    )


def _commission(terms: Terms) -> str:
    taken = terms.commission
    if taken.mode == "none":
        return "Sem comissão"
    rate = pt.percentage(taken.rate_bp)
    if taken.mode == "stack":
        rule = rules_of(terms.variant, "17b")
        return f"Comissão de {rate} da cave inicial e das reposições, nenhuma do pote ({rule})"
    cap = "" if taken.cap is None else f", no máximo {pt.figure(taken.cap, terms.unit)} por jogada"
    return f"Comissão de {rate} do pote{cap} ({rules_of(terms.variant, '17a')})"


def _rules(view: HandView) -> str:
    ruleset, revision = view.started.ruleset, f"revisão {view.started.terms.revision} das regras"
    if view.started.tournament is not None:
        return f"do torneio {view.started.tournament}, como foi anunciado, {revision}"
    if ruleset is None:
        return f"sem regras específicas aprovadas, {revision}"
    return f"{ruleset.id}, aprovadas no índice do registo {ruleset.index}, {revision}"


def _waits(view: HandView) -> Phrase:
    """What an open hand waits for."""
    hand = view.hand
    position, waits = turn(hand), phase(hand)
    said = {"blinds": "seguem-se as cartas fechadas", "board": "segue-se a próxima carta virada"}.get(
        waits, "todas as cartas estão dadas: falta liquidar"
    )
    if waits == "betting" and position is not None:
        until = f" até às {timed(hand.deadline)}" if hand.pending == position and hand.deadline else ""
        said = f"{view.player(hand.seats[position])} tem de decidir{until}"
    return Phrase(f"Em curso: {said}", f"In play: {waits_told(view)}")


def _seats(view: HandView) -> PageTable:
    hand, unit = view.hand, view.started.terms.unit
    rows: list[tuple[Text, ...]] = []
    for position in _clockwise(view):
        player = view.started.seats[position]
        hole, best = view.holes.get(player.seat), view.best.get(player.seat)
        hidden = cards([HIDDEN] * VARIANTS[hand.terms.variant].hole_cards) if hand.dealt else NOTHING
        made: Text = Phrase(best.name_pt, best.name) if best and len(hand.board) == WHOLE_BOARD else NOTHING
        if not hand.live[position]:
            made = Phrase("desistiu", "folded")
        elif hand.mucked[position]:
            made = Phrase("não mostrou", "did not show")
        seat = f"{player.seat}"
        button = player.seat == view.started.button
        stack = NOTHING if player.stack is None else pt.figure(player.stack, unit)
        named: Text = Phrase(f"{seat} (botão)", f"{seat} (button)") if button else seat
        rows.append((named, player.player, stack, cards(hole) if hole else hidden, made))
    return PageTable(Phrase("Lugares e cartas", "Seats and cards"), SEATS, tuple(rows))


def _results(view: HandView) -> PageTable:
    hand, unit = view.hand, view.started.terms.unit
    rows: list[tuple[Text, ...]] = []
    sums = [0, 0, 0, 0]
    for position in _clockwise(view):
        staked = hand.staked[position] + hand.antes[position] + hand.deads[position]
        won = sum(amount for _, owner, amount in hand.awards if owner == position)
        figures = (staked, won, hand.refunds[position], net(hand, position))
        sums = [before + amount for before, amount in zip(sums, figures, strict=True)]
        rows.append((view.started.seats[position].player, *_written(view, figures)))
    columns = p.columns(p.PLAYER, p.STAKED, WON, p.REFUNDED, p.RESULT)
    heading = Phrase(f"Resultado, em {unit.currency or 'fichas'}", f"Result, in {unit.currency or 'chips'}")
    return PageTable(heading, columns, tuple(rows), (Phrase("Todos", "All"), *_written(view, sums)))


def _written(view: HandView, figures: Sequence[int]) -> Iterator[str]:
    """Amounts, and last the result, which an open hand has not."""
    unit = view.started.terms.unit
    yield from (pt.figure(amount, unit) for amount in figures[:-1])
    yield NOTHING if view.hand.outcome == "open" else pt.signed(figures[-1], unit)


def _pots(view: HandView) -> PageTable:
    hand, unit = view.hand, view.started.terms.unit
    english, portuguese = HandWords(view), Palavras(view)
    rows: list[tuple[Text, ...]] = []
    for pot in sorted({pot for pot, _, _ in (*hand.awards, *hand.fees)}):
        paid = sum(amount for number, _, amount in hand.awards if number == pot)
        fee = sum(amount for number, _, amount in hand.fees if number == pot)
        named = Phrase(portuguese.pot(pot).capitalize(), english.pot(pot).removeprefix("the ").capitalize())
        rows.append((named, pt.figure(paid + fee, unit), pt.figure(fee, unit), pt.figure(paid, unit)))
    return PageTable(Phrase("Potes e comissão", "Pots and commission"), POTS, tuple(rows))


def _remarks(view: HandView) -> Iterator[Phrase]:
    """Why a pot gave no commission, or some; and why a hand with a lost connection was played out all the same."""
    variant = view.started.terms.variant
    if view.hand.outcome != "settled":
        return
    for english in exempt_told(view.hand):
        rule = rules_of(variant, 18)
        where = "no turno do flop" if view.hand.street else "antes do flop"
        exempt = f"Sem comissão: a jogada terminou {where} sem ação voluntária de apostas ({rule})"
        due = (
            f"É devida comissão embora não tenha havido flop: {rule} isenta o que termina no turno do flop sem apostas"
        )
        yield Phrase(due if view.hand.fees else exempt, english)
    lost = dict.fromkeys(
        view.player(act.entry.event.seat) for act in view.acts if isinstance(act.entry.event, e.ConnectionLost)
    )
    for english in not_void_told(view):
        said = f"a ligação de {pt.listed(lost)} perdeu-se, e isso é do lado do jogador ({rules_of(variant, 73)})"
        only = f"só uma falha do sistema da própria entidade exploradora anula uma jogada ({rules_of(variant, 72)})"
        yield Phrase(f"Não é nula: {said}; {only}", english)


def _steps(view: HandView) -> Iterator[Step]:
    english, portuguese = HandWords(view), Palavras(view)
    for earlier, act in zip((None, *view.acts), view.acts, strict=False):
        event, told = act.entry.event, (portuguese.say(act, earlier), english.say(act, earlier))
        if isinstance(event, QUIET) and view.viewer.role != "auditor":
            told = (told[0][:-1], told[1][:-1]) if isinstance(event, e.Settled) else ([], [])
        if any(told):
            yield p.step(view.viewer, act.entry, _played(view, act.entry), *told)


def _clockwise(view: HandView) -> list[int]:
    """The positions by the numbers of their seats."""
    return sorted(range(len(view.hand.seats)), key=view.hand.seats.__getitem__)
