"""What a banked round moves, in Portuguese: the fellow of what ``cli.round_text`` says of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from cli.pages.phrase import figure, priced
from ledger.games.roulette.chances import Chance
from ledger.house.moves import Move
from ledger.terms.unit import Unit

CHANCES: Final[Mapping[Chance, str]] = {
    "straight_up": "pleno",
    "split": "cavalo",
    "street": "rua",
    "corner": "quadro",
    "line": "linha",
    "dozen": "dúzia",
    "column": "coluna",
    "double_dozen": "cavalo de dúzia",
    "double_column": "cavalo de coluna",
    "even": "par",
    "odd": "ímpar",
    "low": "menor",
    "high": "maior",
    "red": "encarnado",
    "black": "preto",
}
"""The chances by their names in R804 r.7."""
BETS: Final = {
    "all bets": "todas as apostas",
    "ante": "aposta inicial (ante)",
    "ante and bet": "aposta inicial e segunda aposta",
    "bet": "segunda aposta (bet)",
    "prizes": "prémios",
}
REASONS: Final = {
    "blackjack": "blackjack",
    "bust": "mais de 21 pontos",
    "even_money": "even money",
    "folded": "desistiu",
    "higher": "o jogo dele é superior",
    "house_out": "a banca não vai a jogo",
    "insurance": "seguro",
    "lost": "a banca ganha",
    "lower": "o jogo da banca é superior",
    "original_only": "a banca com blackjack recolhe só a aposta inicial",
    "push": "empate",
    "special": "prémio especial",
    "surrender": "desistiu",
    "tie": "empate",
    "win": "ganha à banca",
}
"""Why something was paid or taken, by the reason on record; a test holds them to the events."""
FEMININE: Final = {"aposta", "coluna", "dúzia", "linha", "rua", "segunda"}
"""The first words of bets that are feminine."""
_SEAT: Final = re.compile(r"seat (\d+)(?: hand (\d+))?")
_CHANCE: Final = re.compile(r"([a-z ]*[a-z])(?: (\d[\d-]*(?:\.\.\.-\d+)?)(?: to (\d+))?)? ?(, in prison)?")


def bet(on: str) -> str:
    """A bet as moves name it, in Portuguese: ``split 17-18`` is ``cavalo 17-18``, ``seat 1 hand 2`` ``lugar 1, jogo 2``.

    Raises:
        KeyError: no bet of any game.
    """
    if on in BETS:
        return BETS[on]
    if seat := _SEAT.fullmatch(on):
        return f"lugar {seat[1]}" + (f", jogo {seat[2]}" if seat[2] else "")
    found = _CHANCE.fullmatch(on)
    if found is None:
        raise KeyError(on)
    name = _BY_WORDS[found[1]]
    numbers = f" {found[2]}" if found[2] else ""
    last = f" a {found[3]}" if found[3] else ""
    return f"{name}{numbers}{last}{', em prisão' if found[4] else ''}"


_BY_WORDS: Final = {chance.replace("_", " "): name for chance, name in CHANCES.items()}


def on(named: str) -> str:
    """Where a bet stands: ``no lugar 1``, ``na dúzia 1 a 12``."""
    said = bet(named)
    first = said.split(maxsplit=1)[0]
    return (
        f"{'em' if first == 'todas' else 'nos' if first == 'prémios' else 'na' if first in FEMININE else 'no'} {said}"
    )


def moved(unit: Unit, moves: Sequence[Move]) -> Iterator[str]:
    """What an entry paid and took, bet by bet, with the rule; a prize and its stake in one sentence, as in English."""
    left = [move for move in moves if move.what != "staked"]
    while left:
        move, *left = left
        kept = ""
        if move.what == "prize" and left and left[0].what == "returned" and left[0].why == move.why:
            stake, *left = left
            kept = f", e a aposta de {figure(stake.amount, unit)} continua a pertencer-lhe"
        why = f": {reason(move)}" if move.why else ""
        yield f"{move.player}: {_sentence(unit, move)}{kept}{why} ({move.rule})"


def reason(move: Move) -> str:
    """Why, in words."""
    return "a banca tem mais de 21 pontos" if move.rule == "R805 r.25d" else REASONS[move.why]


def _sentence(unit: Unit, move: Move) -> str:
    amount = figure(move.amount, unit)
    match move.what:
        case "staked":
            return f"aposta {amount} {on(move.on)}"
        case "prize":
            return f"recebe um prémio de {amount} {on(move.on)}"
        case "returned":
            return f"recebe de volta {amount} {on(move.on)}"
        case "lost":
            return f"perde {amount} {on(move.on)}"
        case "imprisoned":
            return f"fica com {amount} {on(move.on)} em prisão: decide o lançamento seguinte"
        case "refunded":
            return f"é reembolsado em {priced(move.amount, unit)}"
        case "taken_back":
            return f"devolve {amount} de prémios"
        case "waived":
            return f"conserva {amount} de prémios que a sua conta já não tinha"
        case "posted" | "uncalled" | "commission":
            raise ValueError(move.what)  # of a hand, which cli.pages.hand_pt tells
        case _:
            assert_never(move.what)
