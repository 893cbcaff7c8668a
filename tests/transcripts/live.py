"""Words of the live door: everything that players and the platform ask of a hand."""

from __future__ import annotations

from itertools import chain
from typing import Any

from tests.transcripts.played import found_in
from tests.transcripts.player import WORDS, Transcript
from tests.worlds.world import OFFICER, TABLE
from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.games.poker.commands import (
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    ExtendTime,
    Fold,
    PlaceBet,
    PostStraddle,
    ReportConnection,
    ReportRefused,
    RequestDecision,
    SettleHand,
    ShowCards,
    StartHand,
    TimeOut,
    VoidHand,
)
from tombo.ledger.games.poker.rules.r806_dealing import dealing_order
from tombo.ledger.games.poker.turns import to_call, turn
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident

says = WORDS.says


@says(r"hand")
def hand(t: Transcript) -> Decision | Refused:
    """The next hand starts."""
    outcome = t.ask(StartHand(table=TABLE))
    if isinstance(outcome, Decision):
        t.table = TABLE
        t.number += 1
        t.spare = list(t.unnamed)
    return outcome


@says(r"deal((?: \d+:\w{4,8})*)")
def deal(t: Transcript, hands: str) -> Decision | Refused:
    """The closed cards by seat; who is not named gets cards the transcript never names."""
    named = {
        int(seat): [cards[at : at + 2] for at in range(0, len(cards), 2)]
        for seat, cards in (word.split(":") for word in hands.split())
    }
    each = VARIANTS[t.terms.variant].hole_cards
    spare = t.unused()
    held = {seat: iter(named.get(seat) or [next(spare) for _ in range(each)]) for seat in t.hand.seats}
    cards = [next(held[t.hand.seats[position]]) for position in dealing_order(t.hand)]
    return t.ask(DealHoleCards(cards=cards, hand=t.name))


@says(r"deal cards((?: \w{2})+)")
def deal_cards(t: Transcript, cards: str) -> Decision | Refused:
    """The closed cards one by one in the order of dealing, right or wrong."""
    return t.ask(DealHoleCards(cards=cards.split(), hand=t.name))


@says(r"seat (\d+) (folds|checks|calls)")
def acts(t: Transcript, seat: str, verb: str) -> Decision | Refused:
    """A player folds, checks or calls."""
    kind = {"folds": Fold, "checks": Check, "calls": Call}[verb]
    return t.as_player(seat, kind(hand=t.name, seat=int(seat)))


@says(r"seats((?: \d+)+) (fold|check|call)")
def act_in_turn(t: Transcript, seats: str, verb: str) -> list[Finding]:
    """Several players do the same, in this order."""
    return list(chain(*(found_in(acts(t, seat, f"{verb}s")) for seat in seats.split())))


@says(r"seat (\d+) (?:bets|raises to) (\d+)")
def bets(t: Transcript, seat: str, total: str) -> Decision | Refused:
    """A player bets, or raises *to* a total on this street."""
    return t.as_player(seat, PlaceBet(hand=t.name, seat=int(seat), total=int(total)))


@says(r"seat (\d+) (straddle|restraddle)s")
def straddles(t: Transcript, seat: str, post: Any) -> Decision | Refused:
    """A player posts a straddle, or doubles one."""
    return t.as_player(seat, PostStraddle(hand=t.name, post=post, seat=int(seat)))


@says(r"(?:flop|turn|river|board|card)((?: \w{2})*)")
def board(t: Transcript, cards: str) -> Decision | Refused:
    """The next open cards; unnamed ones are cards the transcript never names."""
    spare = t.unused()
    turned = cards.split() or [next(spare) for _ in range(1 if t.hand.board or t.terms.sintetico else 3)]
    return t.ask(DealBoard(cards=turned, hand=t.name))


@says(r"checked down((?: \w{2}){5})")
def checked_down(t: Transcript, cards: str) -> list[Finding]:
    """Nobody raises: all call and check over this board, in their turns, and the hand is settled."""
    found: list[Finding] = []
    five = cards.split()
    streets = [[card] for card in five] if t.terms.sintetico else [five[:3], five[3:4], five[4:]]
    for street in ([], *streets):
        if street:
            found += found_in(t.ask(DealBoard(cards=list(street), hand=t.name)))
        while (position := turn(t.hand)) is not None:
            verb = "calls" if to_call(t.hand, position) else "checks"
            found += found_in(acts(t, str(t.hand.seats[position]), verb))
    return [*found, *found_in(t.ask(SettleHand(hand=t.name)))]


@says(r"ask seat (\d+) until (\d+)s")
def asks(t: Transcript, seat: str, deadline: str) -> Decision | Refused:
    """The platform asks for a decision."""
    return t.ask(RequestDecision(deadline=int(deadline) * 1_000_000, hand=t.name, seat=int(seat)))


@says(r"extend seat (\d+) until (\d+)s")
def extends(t: Transcript, seat: str, deadline: str) -> Decision | Refused:
    """The platform gives extra time."""
    return t.ask(ExtendTime(deadline=int(deadline) * 1_000_000, hand=t.name, seat=int(seat)))


@says(r"time out seat (\d+)")
def times_out(t: Transcript, seat: str) -> Decision | Refused:
    """A seat's time is up."""
    return t.ask(TimeOut(hand=t.name, seat=int(seat)))


@says(r"(lost|back) seat (\d+)")
def connection(t: Transcript, what: str, seat: str) -> Decision | Refused:
    """The connection of a player is lost, or back."""
    return t.ask(ReportConnection(hand=t.name, seat=int(seat), up=what == "back"))


@says(r"report seat (\d+): (.+)")
def reports(t: Transcript, seat: str, attempt: str) -> Decision | Refused:
    """The platform puts a refused try on record."""
    return t.ask(
        ReportRefused(about="too_late", attempt=attempt, facts={}, hand=t.name, rule="R806 r.45", seat=int(seat))
    )


@says(r"settle(?: mucks((?: \d+)+))?")
def settles(t: Transcript, mucks: str | None) -> Decision | Refused:
    """The showdown; ``mucks`` do not show."""
    return t.ask(SettleHand(hand=t.name, mucks=[int(seat) for seat in (mucks or "").split()]))


@says(r"seat (\d+) shows")
def shows(t: Transcript, seat: str) -> Decision | Refused:
    """A player shows his cards."""
    return t.as_player(seat, ShowCards(hand=t.name, seat=int(seat)))


@says(r"incident (\S+) (operator_system|player_equipment|player_network)(?: at (\S+))?")
def incident(t: Transcript, name: str, origin: Any, scope: str | None) -> Decision | Refused:
    """Something failed."""
    tables = [scope] if scope else None
    return t.ask(OpenIncident(first_instant=0, incident=name, origin=origin, reported_by="monitor", scope=tables))


@says(r"incident (\S+) over")
def incident_over(t: Transcript, name: str) -> Decision | Refused:
    """The failure is over."""
    return t.ask(CloseIncident(incident=name, note="repaired"))


@says(r"slot (\d+) is lost")
def loses(t: Transcript, slot: str) -> list[Finding]:
    """The opening of a closed card of the hand is gone, and no backup has it."""
    del t.world.kept[f"hand:{t.name}"][int(slot)]
    return []


@says(r"void (\S+)")
def voids(t: Transcript, name: str) -> Decision | Refused:
    """An officer voids the hand under an incident."""
    return t.ask(VoidHand(hand=t.name, incident=name), OFFICER)
