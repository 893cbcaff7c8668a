"""POJEU: one complete hand, action by action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.terms.poker import Terms
from tombo.projections.line import AnyLine
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.france.documents import moment, tag
from tombo.reports.regulators.france.hands import REVEAL, BettingRound, HandAction, HandPlayed, StackPlayed
from tombo.reports.regulators.france.people import PlayerHere
from tombo.reports.regulators.france.settings import FranceSettings
from tombo.reports.regulators.sealed import where
from tombo.reports.said.regulators import france as said

NO: Final = "false"


class GameSeat(NamedTuple):
    """Who sat where: the player as documents have him, his country, and the log index of his *inscription*."""

    here: PlayerHere
    country: str
    inscription: int


class GameTold(NamedTuple):
    """What a hand is told with, beside its own entries. ``tech``: what the table or tournament is called, ``pool``: what the table is."""

    tech: int
    pool: int
    seats: Mapping[int, GameSeat]
    closed: Mapping[int, int]
    before: int
    """What of the stakes was staked on days before that on which it ended."""


def rule_of(terms: Terms, settings: FranceSettings, at: AnyLine) -> str:
    """``Regle``.

    Raises:
        NotReportableError: no code is set for the variant and limit.
    """
    code = settings.rule(terms.variant, terms.limit.kind)
    if code is None:
        raise NotReportableError(said.NO_RULE_CODE(where=where(at), variant=terms.variant, limit=terms.limit.kind))
    return code


def inner(hand: HandPlayed, with_: GameTold, over: AnyLine, settings: FranceSettings) -> Iterator[str]:
    """What stands in POJEU behind its head.

    Raises:
        NotReportableError: no code is set for the variant and limit.
    """
    terms = hand.started.terms
    amount = euros if terms.unit.in_euro else str
    code = rule_of(terms, settings, over)
    yield tag("Tech", with_.tech)
    yield tag("Pool", with_.pool)
    yield "<Participants>"
    for seat, played in hand.stacks.items():
        yield from _participant(seat, played, with_.seats[seat], terms, settings)
    yield "</Participants>"
    yield tag("Regle", code)
    blinds = f"{amount(terms.small_blind)}-{amount(terms.big_blind)}"
    yield tag("Description", f"{VARIANTS[terms.variant].name} {terms.limit.kind.replace('_', ' ')} ({blinds})")
    yield tag("Info", " ".join(_info(hand, with_)))
    yield "<Jeu>"
    for each in hand.dealt(with_.closed):
        yield from _round(each, terms)
    yield "</Jeu>"


def _participant(seat: int, played: StackPlayed, at: GameSeat, terms: Terms, settings: FranceSettings) -> Iterator[str]:
    in_euro = terms.unit.in_euro
    amount = euros if in_euro else str
    yield f"<Joueur>{tag('IDOper', settings.operator)}{tag('Pays', at.country)}"
    yield tag("IDJoueur", at.here.number) + tag("IPJoueur", at.here.address)
    yield tag("Siege", seat) + tag("Inscription", at.inscription)
    yield f"<Finance>{tag('Net', amount(played.after - played.before))}{tag('Total', amount(played.total))}"
    yield tag("CaveAvant", amount(played.before)) + tag("CaveApres", amount(played.after))
    if not in_euro:
        yield tag("Unite", settings.chips)
    if played.rake:
        yield tag("Rake", amount(played.rake))
    yield "</Finance></Joueur>"


def _info(hand: HandPlayed, with_: GameTold) -> Iterator[str]:
    """What decides a hand and has no element: the button, the commission, and how the operator's rules are read; parted by spaces."""
    terms = hand.started.terms
    yield f"main={hand.begun.index}"
    yield f"bouton={hand.started.button}"
    yield f"blinds={terms.small_blind}/{terms.big_blind}"
    commission = terms.commission
    if commission.mode == "pot":
        cap = "" if commission.cap is None else f"/{commission.cap}"
        yield f"commission={commission.rate_bp}{cap}"
    yield f"exemption={terms.readings.flop_exemption.value.lower()}"
    yield f"couleur={terms.readings.flush_tie.value.lower()}"
    rules = terms.sintetico
    if rules is not None:
        chosen = (rules.ace_low, rules.both_cards, rules.flush_over_full_house)
        yield f"sintetico={''.join('01'[each] for each in chosen)}"
    if hand.voided:
        yield "annulee"
    lost = hand.lost(with_.closed)
    if lost:
        yield f"perdues={lost}"
    if with_.before:
        yield f"veille={euros(with_.before)}"


def _round(each: BettingRound, terms: Terms) -> Iterator[str]:
    yield f'<Tour name="{each.name.replace("_", " ")}">{tag("Timestamp", moment(each.begun))}'
    for action in each.actions:
        yield _action(action, each.name, terms)
    if each.name != REVEAL:
        yield tag("Total", (euros if terms.unit.in_euro else str)(sum(each.staked.values())))
    yield "</Tour>"


def _action(action: HandAction, at: str, terms: Terms) -> str:
    seat = "" if action.seat is None else tag("Siege", action.seat)
    match action.element:
        case "Bet":
            paid = tag("Valeur", euros(action.amount) if terms.unit.in_euro else action.amount)
            return f'<Bet name="{action.name}">{seat}{paid}</Bet>'
        case "Draw":
            opens = "Draw" if action.seat is not None else 'Draw ouverte="true" commune="true"'
            return f"<{opens}>{seat}{tag('Valeur', action.card)}</Draw>"
        case "Reveal":
            return f"<Reveal>{seat}{tag('Valeur', action.card)}</Reveal>"
        case "Fold" if at == REVEAL:
            return f"<Fold>{seat}{tag('Reveal', NO)}</Fold>"
        case _:
            return f"<{action.element}>{seat}</{action.element}>"
