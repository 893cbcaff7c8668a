"""The operations of AJOG: a part of a slip in the words of the Portuguese regulator, element by element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tombo.ledger.core.language import Language
from tombo.ledger.house.slips import Decided, Slip, SlipActs, SlipHead, SlipPart
from tombo.projections.line import AnyLine
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.known import Known, Place
from tombo.reports.regulators.plays import Playing
from tombo.reports.regulators.portugal.hours import moment, stamp

Values = Mapping[str, str]
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHORT: Final = 36
_RESULTS: Final[Mapping[Decided, str]] = {"": "", "all_in": "2", "lost": "0", "tied": "3", "won": "1"}
"""``resultado``: 2 is of poker, and 3 of blackjack."""
_COLOURS: Final = {"red": "V", "black": "P", "": ""}
"""``ro_result_cor``; for zero no code is printed, and none is told."""
_YES: Final = {True: "S", False: "N"}


class Event(Playing):
    """What the regulator calls a game event: a slip, and the codes of who takes part in it."""

    def __init__(self, begun: AnyLine, slip: Slip, known: Known) -> None:
        super().__init__(begun, slip)
        code = short(begun.index)
        table = known.tables.get(slip.head.table, begun)
        self._always = {"cod_ficha": code, **_of_slip(code, slip.head, short(table.index))}

    def told(self, line: AnyLine, acts: SlipActs, place: Place | None) -> Values:
        """What holds of all parts of one player in one entry."""
        number, colour = acts.drawn or ("", "")
        return {
            **self._always,
            "cod_fichajog": short(self.entered[acts.player]),
            "timestp": stamp(line.instant),
            "id_inscricao": "" if place is None else short(place.index),
            "comp_oper": euros(acts.overlay) if acts.overlay else "",
            "nr_creditos": _credits(self.slip.head, acts),
            "marca_jog": "" if acts.button is None else _YES[acts.button],
            "cartas_m": cards(acts.cards.table),
            "cartas_j": cards(acts.cards.player),
            "posicao_mesa": "" if self.slip.head.fee is not None else str(acts.seat),
            "ro_result_nr": number,
            "ro_result_cor": _COLOURS[colour],
        }


def part(of: Event, line: AnyLine, told: SlipPart, place: int) -> Values:
    """What is said of one part of an entry: which it is of its event, when that began and ended, and what became of it."""
    ended = line.instant if told.ends else None
    return {
        "cod_opejog": operation(line.version, place),
        "timestp_ini": stamp(of.begun.instant),
        "timestp_fim": "" if ended is None else stamp(ended),
        "dathr_ini_evento": moment(of.begun.instant),
        "dathr_fim_evento": "" if ended is None else moment(ended),
        "buyin": _buyin(of.slip.head, told),
        "descr_ap": "" if told.on is None else told.on.text(Language.PT),
        "resultado": _RESULTS[told.decided],
    }


def amounts(told: SlipPart, before: int, after: int, cash: int | None = None) -> Values:
    """The triplets of a bet, a win and a refund, of which a part has one; and the commission.

    ``before`` and ``after``: of what moved. Where that is the bonus, ``cash`` is what the account holds besides, which stands still.
    """
    found, (first, last) = dict[str, str](), (before, after) if cash is None else (cash, cash)
    for letter, name, amount in (
        ("a", "a_valor", told.bet),
        ("g", "g_ganho", told.won),
        ("r", "r_valor", told.back),
    ):
        if amount:
            found |= {f"{letter}_saldo_ini": euros(first), name: euros(amount), f"{letter}_saldo_fim": euros(last)}
    if told.bet and cash is not None:
        found |= {"a_bonus_ini": euros(before), "a_bonus": euros(told.bet), "a_bonus_fim": euros(after)}
    if told.fee:
        found["a_comissao"] = euros(told.fee)
    return found


def _of_slip(code: str, head: SlipHead, table: str) -> Values:
    """What holds of every operation of an event."""
    return {
        "cod_aptr_jog": head.regulation,
        "ap_cruz": _YES[head.between_players],
        "id_partida": code,
        "descr": head.rules,
        "torneio": _YES[head.fee is not None],
        "id_mesa": table,
        "njog_min": "" if head.least_players is None else str(head.least_players),
        "njog_max": "" if head.most_players is None else str(head.most_players),
        "buyin_pool": "" if head.fee is None else euros(head.fee[1]),
        "a_lim_min": "" if head.least_bet is None else euros(head.least_bet),
        "a_lim_max": "" if head.most_bet is None else euros(head.most_bet),
    }


def _credits(head: SlipHead, acts: SlipActs) -> str:
    """``nr_creditos``: the stack as a hand began, chips bought or taken away; of a tournament the starting stack, in chips."""
    if head.chips is not None:
        return str(head.chips)
    return "" if acts.stack is None else euros(acts.stack)


def _buyin(head: SlipHead, told: SlipPart) -> str:
    """``buyin``: what chips cost, or an entry."""
    if head.fee is not None:
        return euros(head.fee[0])
    return euros(-told.aside) if told.aside < 0 else ""


def short(number: int) -> str:
    """A log index in ten letters and digits or less: in base 36."""
    found = ""
    while number >= _SHORT:
        number, digit = divmod(number, _SHORT)
        found = _DIGITS[digit] + found
    return _DIGITS[number] + found


def operation(version: int, place: int) -> str:
    """``cod_opejog``, six letters and digits: the version of its entry, and in the last two which part of that it is."""
    return short(version) + short(place).rjust(2, "0")


def cards(shown: Sequence[str]) -> str:
    """Cards as a field has them, with hyphens between: ``AS-KD``."""
    return "-".join(shown).upper()
