"""What the platform asks: a hand begins, cards are dealt, it is settled or void (R806 r.46-50, r.53-64, r.72)."""

from __future__ import annotations

from collections.abc import Mapping

from tombo.ledger.core.cards import card_id, card_text
from tombo.ledger.core.command import Decision, Envelope, Opening, View
from tombo.ledger.core.findings import Refused, refused
from tombo.ledger.core.ids import hand_stream, table_of
from tombo.ledger.games.poker.case import (
    HandCase,
    after,
    by_platform,
    decision,
    judged_event,
    noted,
    seated,
    settling,
)
from tombo.ledger.games.poker.commands import DealBoard, DealHoleCards, SettleHand, ShowCards, StartHand, VoidHand
from tombo.ledger.games.poker.events import (
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    HandEvent,
    HandStarted,
    HoleCardsDealt,
    Refund,
    SeatedPlayer,
    ShownCard,
    Voided,
)
from tombo.ledger.games.poker.rules.r806 import findings
from tombo.ledger.games.poker.rules.r806_dealing import (
    DEALS,
    blind_positions,
    board_follows_betting,
    closed_cards_each,
    dealing_order,
    no_card_twice,
)
from tombo.ledger.games.poker.rules.r806_showdown import (
    cards_are_lost,
    cards_are_shown_after_the_end,
    hand_can_still_be_voided,
    outage_is_the_operators,
    players_failure_voids_nothing,
    showdown_is_due,
    winner_shows,
)
from tombo.ledger.games.poker.rules.r809 import cards_are_of_the_deck
from tombo.ledger.games.poker.said import door as said
from tombo.ledger.games.poker.settlement import HoleCards, settled
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.state import start as started
from tombo.ledger.games.poker.streets import streets_of
from tombo.ledger.games.poker.turns import phase, showdown_order
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.house.incident.decide import lost_objection, not_interrupted
from tombo.ledger.house.incident.state import Incident, incident_stream
from tombo.ledger.house.names import number_refusal
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.ruleset.decide import withdrawn_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.house.table.r806 import table_has_players
from tombo.ledger.house.table.sessions import hand_refusal
from tombo.ledger.house.table.state import SeatState, Table, eligible, last_hand_over, next_button, table_stream
from tombo.ledger.seal.commitment import card_commitment


def start_hand(envelope: Envelope, view: View) -> Decision | Refused:
    """The next hand of a table: the button moves (r.64), everybody able to play is in, the blinds are posted (r.48)."""
    command: StartHand = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    table: Table | None = view(table_stream(command.table))
    if table is None or table.closed:
        return house("table", said.HAND_ON_NO_TABLE(table=command.table))
    if table.hand is not None:
        return house("table", said.HAND_STILL_IN_PLAY(hand=table.hand))
    last_hand_over(view, command.table, table)
    number = table.number + 1
    able = eligible(table)
    withdrawn = None if table.ruleset is None else withdrawn_refusal(view, table.ruleset.id)
    objection = (
        withdrawn
        or first_breach(table_has_players(table))
        or hand_refusal(view, envelope, table)
        or number_refusal(command.table, number)
    )
    if objection:
        return objection
    button = next_button(table)
    if button is None:
        return refused("R806 r.46", said.BUTTON_NOT_DRAWN(table=command.table))
    event = HandStarted(
        button=button,
        deck_root=command.deck_root,
        door="live",
        number=number,
        ruleset=table.ruleset,
        seats=[SeatedPlayer(player=s.player, seat=s.seat, stack=s.stack) for s in _clockwise(able, button)],
        source=None,
        table=command.table,
        terms=table.terms,
        tournament=table.tournament,
    )
    opening = findings(None, event)
    objection = first_breach(*opening)
    if objection:
        return objection
    stream = hand_stream(command.table, number)
    hand = started(event)
    announced = TableHandStarted(button=button, hand=stream, number=number, seats=list(hand.seats))
    events = [event, *noted(opening, table.terms), *_blinds(hand)]
    return Decision(((table_stream(command.table), announced), *((stream, event) for event in events)))


def _clockwise(seats: tuple[SeatState, ...], button: int) -> list[SeatState]:
    """``seats`` in clockwise order, the first left of the button."""
    return sorted(seats, key=lambda taken: (taken.seat <= button, taken.seat))


def _blinds(hand: Hand) -> list[HandEvent]:
    """The two obligatory bets (r.21-22, r.48), with the notice of whoever reads r.48 otherwise."""
    small, big = blind_positions(len(hand.seats), hand.terms.readings.heads_up_blinds)
    events: list[HandEvent] = []
    for position, post, due in ((small, "small", hand.terms.small_blind), (big, "big", hand.terms.big_blind)):
        paid = min(due, hand.stacks[position] or 0)
        posted = BlindPosted(paid=paid, post="small" if post == "small" else "big", seat=hand.seats[position])
        events += [posted, *noted(findings(hand, posted), hand.terms)]
        hand = after(hand, [posted])
    return events


def _cards(texts: list[str]) -> list[int]:
    return [card_id(text) for text in texts]


def deal_hole_cards(case: HandCase, command: DealHoleCards) -> Decision | Refused:
    """The closed cards, each behind a salted commitment; the openings are kept in the same commit (r.49-50)."""
    hand, cards = case.hand, _cards(command.cards)
    order, deck = dealing_order(hand), VARIANTS[hand.terms.variant].deck
    probe = HoleCardsDealt(commitments=[None] * len(cards), seats=[hand.seats[p] for p in order])
    objection = by_platform(case) or first_breach(
        closed_cards_each(hand, probe), cards_are_of_the_deck(hand.terms, cards), no_card_twice(cards, deck=deck)
    )
    if objection:
        return objection
    salts = case.view.salts(len(cards))
    openings = tuple(Opening(slot, card, salt) for slot, (card, salt) in enumerate(zip(cards, salts, strict=True)))
    commitments = [card_commitment(case.stream, slot, card, salt).hex() for slot, card, salt in openings]
    judged = judged_event(hand, HoleCardsDealt(commitments=list(commitments), seats=probe.seats))
    if isinstance(judged, Refused):
        return judged
    return decision(case, judged)._replace(openings={0: openings})


def deal_board(case: HandCase, command: DealBoard) -> Decision | Refused:
    """The flop, the turn or the river: no card that lies on the board or in a hand (r.53-57)."""
    hand, cards = case.hand, _cards(command.cards)
    streets = streets_of(hand.terms)
    street = streets[min(hand.street + 1, len(streets) - 1)]
    event = BoardDealt.model_validate({"cards": command.cards, "street": street})
    dealt = {opening.card for opening in case.view.openings(case.stream).values()}
    objection = by_platform(case) or first_breach(
        board_follows_betting(hand, event),
        no_card_twice(cards, dealt.union(hand.board), VARIANTS[hand.terms.variant].deck),
    )
    if objection:
        return objection
    judged = judged_event(hand, event)
    return judged if isinstance(judged, Refused) else decision(case, judged)


def hole_cards(hand: Hand, openings: Mapping[int, Opening]) -> HoleCards:
    """The closed cards of every position, as far as their openings are kept."""
    holes: dict[int, tuple[int, ...]] = {}
    for slot, position in enumerate(hand.dealt):
        if slot in openings:
            holes[position] = (*holes.get(position, ()), openings[slot].card)
    return holes


def _turned(hand: Hand, position: int, openings: Mapping[int, Opening]) -> CardsShown:
    """The cards of ``position`` turned up, each with the salt that opens its commitment."""
    cards = [
        ShownCard(card=card_text(openings[slot].card), salt=openings[slot].salt.hex(), slot=slot)
        for slot, owner in enumerate(hand.dealt)
        if owner == position
    ]
    return CardsShown(cards=cards, seat=hand.seats[position])


def settle_hand(case: HandCase, command: SettleHand) -> Decision | Refused:
    """Showdown, pots, commission (r.59-63). Cards are turned in the order of r.59; a loser mucks where rules allow."""
    hand = case.hand
    objection = by_platform(case) or first_breach(showdown_is_due(hand))
    if objection:
        return objection
    strange = [seat for seat in command.mucks if seat not in hand.seats or not hand.live[hand.seats.index(seat)]]
    if strange:
        return house("seat", said.NOTHING_TO_MUCK(seat=strange[0]))
    openings = case.view.openings(case.stream)
    missing = [slot for slot, position in enumerate(hand.dealt) if hand.live[position] and slot not in openings]
    if missing:
        return house("cards", said.OPENINGS_NOT_KEPT(slots=tuple(missing)))
    holes = hole_cards(hand, openings)
    objection = first_breach(winner_shows(hand, settled(hand, holes), command.mucks)) if command.mucks else None
    if objection:
        return objection
    events: list[HandEvent] = []
    for position in showdown_order(hand):
        seat = hand.seats[position]
        turned = CardsMucked(seat=seat) if seat in command.mucks else _turned(hand, position, openings)
        judged = judged_event(hand, turned)
        if isinstance(judged, Refused):
            return judged
        events += judged
    return decision(case, [*events, *settling(hand, holes)])


def show_cards(case: HandCase, command: ShowCards) -> Decision | Refused:
    """A player shows his cards once the hand is over (r.11d, r.36)."""
    hand = case.hand
    objection = seated(case, command.seat, player=True) or first_breach(
        cards_are_shown_after_the_end(hand, command.seat)
    )
    if objection:
        return objection
    position = hand.seats.index(command.seat)
    openings = case.view.openings(case.stream)
    if hand.shown[position]:
        return house("cards", said.CARDS_SHOWN_ALREADY(seat=command.seat))
    slots = [slot for slot, owner in enumerate(hand.dealt) if owner == position]
    if not slots or any(slot not in openings for slot in slots):
        return house("cards", said.NO_CARDS_TO_SHOW(seat=command.seat))
    return decision(case, [_turned(hand, position, openings)])


def void_hand(case: HandCase, command: VoidHand) -> Decision | Refused:
    """The hand is void by an outage of the operator's system (r.72): everybody gets back what he bet, folded or not."""
    hand, lost = case.hand, _lost(case)
    incident: Incident | None = case.view(incident_stream(command.incident))
    objection = (
        may(case.view, case.by, platform=True, roles=(OFFICER,))
        or first_breach(
            hand_can_still_be_voided(hand, lost),
            players_failure_voids_nothing(incident, command.incident),
            outage_is_the_operators(incident, command.incident, table_of(case.stream)),
            not_interrupted(case.view, case.stream, command.incident, "R806 r.72", DEALS),
        )
        or lost_objection(case.by, lost)
    )
    if objection:
        return objection
    stakes = (sum(parts) for parts in zip(hand.staked, hand.antes, hand.deads, strict=True))
    refunds = [Refund(amount=amount, seat=seat) for seat, amount in zip(hand.seats, stakes, strict=True) if amount]
    voided = Voided(incident=command.incident, refunds=refunds)
    return decision(case, [*noted([cards_are_lost(lost)], hand.terms), voided])


def _lost(case: HandCase) -> list[int]:
    """At a showdown, the slots of the cards that are turned there and of which nobody kept the opening."""
    if phase(case.hand) != "showdown":
        return []
    left = case.view.openings_left(case.stream)
    return [slot for slot, owner in enumerate(case.hand.dealt) if case.hand.live[owner] and slot not in left]
