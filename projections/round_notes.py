"""The rule behind every step of a banked round. What moved money has its rule with the move (``ledger.house.moves``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ledger.games.blackjack import events as blackjack
from ledger.games.roulette import events as roulette
from ledger.games.sem_descarte import events as sem_descarte
from ledger.terms.roulette import cited
from projections.notes import Note

ROULETTE: Final[dict[type, tuple[int, str]]] = {
    roulette.RoundOpened: (14, "betting_time"),
    roulette.BetPlaced: (10, "within_limits"),
    roulette.BetsClosed: (14, "bets_closed"),
    roulette.BallLanded: (16, "number_marked"),
    roulette.Collected: (17, "losers_first"),
    roulette.Paid: (17, "winners_then"),
    roulette.PrisonerLost: (19, "prison_decided"),
    roulette.BetReleased: (19, "prison_decided"),
    roulette.BetImprisoned: (19, "imprisoned"),
    roulette.Settled: (17, "round_settled"),
    roulette.Voided: (20, "round_void"),
}
"""By R804's number, which the terms' regulation may count otherwise."""
BLACKJACK: Final[dict[type, tuple[str, str]]] = {
    blackjack.RoundOpened: ("12", "betting_time"),
    blackjack.ShoeShuffled: ("4b", "shuffled"),
    blackjack.BetPlaced: ("9", "within_limits"),
    blackjack.BetsClosed: ("12-13", "bets_closed"),
    blackjack.HoleCardDealt: ("14", "hole_card"),
    blackjack.DecisionRequested: ("24", "asked_in_round"),
    blackjack.HouseRevealed: ("17", "house_shows"),
    blackjack.Paid: ("25", "bet_decided"),
    blackjack.Collected: ("25", "bet_decided"),
    blackjack.Settled: ("25", "round_settled"),
    blackjack.Voided: ("27-28", "round_void"),
}
CHOSEN: Final[dict[str, tuple[str, str]]] = {
    "double": ("15b", "doubles"),
    "even_money": ("20b", "even_money"),
    "hit": ("15a", "hits"),
    "insure": ("15f", "insures"),
    "split": ("21", "splits"),
    "stand": ("15c", "stands"),
    "surrender": ("15e", "surrenders"),
}
"""A decision of blackjack to its rule."""
SEM_DESCARTE: Final[dict[type, tuple[str, str]]] = {
    sem_descarte.RoundOpened: ("14", "betting_time"),
    sem_descarte.AntePlaced: ("16", "within_limits"),
    sem_descarte.BetsClosed: ("14-15", "bets_closed"),
    sem_descarte.CardsDealt: ("19", "five_each"),
    sem_descarte.DecisionRequested: ("20-21", "asked_in_round"),
    sem_descarte.DecisionWarned: ("31", "warned"),
    sem_descarte.TimeExtended: ("31", "extra_time"),
    sem_descarte.PlayerDisconnected: ("34", "players_side_of_round"),
    sem_descarte.CardsShown: ("27", "cards_compared"),
    sem_descarte.Paid: ("28", "bet_decided"),
    sem_descarte.Settled: ("2e", "round_settled"),
    sem_descarte.Voided: ("33", "round_void"),
}
GIVEN_UP: Final = {
    "player": ("22", "ante_given_up"),
    "time": ("32", "time_folds"),
    "disconnected": ("35", "cut_off_folds"),
}
"""A fold of póquer sem descarte to its rule, by its cause."""


def notes(game: str, before: Any, event: Any) -> tuple[Note, ...]:
    """The rules at work in ``event`` of a round of ``game``, whose state before it was ``before``."""
    if event.kind.endswith(".finding_recorded.v1"):
        return (Note(event.rule, "finding"),)
    return tuple(_GAMES[game](before, event))


def _roulette(spin: Any, event: Any) -> Iterator[Note]:
    number, about = ROULETTE[type(event)]
    yield Note(cited(spin.terms, number), about)


def _blackjack(round_: Any, event: Any) -> Iterator[Note]:
    match event:
        case blackjack.CardDealt():
            yield _card(round_, event)
        case blackjack.DecisionMade():
            rule, about = CHOSEN[event.decision]
            yield Note(f"R805 r.{rule}", about, {"paid": event.paid} if event.paid else {})
            if event.cause == "time_out":
                yield Note("R805 r.24", "time_decides")
        case _:
            rule, about = BLACKJACK[type(event)]
            yield Note(f"R805 r.{rule}", about)


def _card(round_: Any, event: blackjack.CardDealt) -> Note:
    """Why a card came: among the first two, asked for, or drawn by the house."""
    if not round_.dealt:
        return Note("R805 r.14", "first_cards")
    return Note("R805 r.17a", "house_draws") if event.seat is None else Note("R805 r.15", "card_due")


def _sem_descarte(_: Any, event: Any) -> Iterator[Note]:
    match event:
        case sem_descarte.Folded():
            rule, about = GIVEN_UP[event.cause]
            yield Note(f"R803 r.{rule}", about)
        case sem_descarte.Continued():
            yield Note("R803 r.23", "twice_the_ante", {"paid": event.bet2})
        case sem_descarte.HouseShown():
            yield Note("R803 r.24", "house_shows")
            yield Note(
                "R803 r.25" if event.qualifies else "R803 r.26", "house_plays" if event.qualifies else "house_out"
            )
        case sem_descarte.Collected():
            yield Note("R803 r.22" if event.reason == "folded" else "R803 r.29", "bet_decided")
        case _:
            rule, about = SEM_DESCARTE[type(event)]
            yield Note(f"R803 r.{rule}", about)


_GAMES: Final[Mapping[str, Callable[[Any, Any], Iterator[Note]]]] = {
    "blackjack": _blackjack,
    "roulette": _roulette,
    "sem_descarte": _sem_descarte,
}
