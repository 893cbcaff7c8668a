"""What the platform asks: a round opens, the shoe is shuffled, cards are dealt, the house plays, or all is void."""

from __future__ import annotations

from tombo.ledger.core.cards import card_id, card_text
from tombo.ledger.core.command import Decision, Envelope, Opening, View
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.blackjack.cards import HOUSE_STANDS
from tombo.ledger.games.blackjack.case import BlackjackCase, acted, after, by_platform, round_stream
from tombo.ledger.games.blackjack.commands import (
    CloseBlackjackBets,
    DealBlackjackCard,
    DealBlackjackHands,
    OpenBlackjackRound,
    ReportBlackjackConnection,
    RevealBlackjackHouse,
    ShuffleBlackjackShoe,
    VoidBlackjackRound,
)
from tombo.ledger.games.blackjack.events import (
    HOLE_SLOT,
    BetsClosed,
    BlackjackConnectionLost,
    BlackjackConnectionRestored,
    BlackjackEvent,
    CardDealt,
    HoleCardDealt,
    HouseRevealed,
    RoundOpened,
    ShoeShuffled,
    Voided,
)
from tombo.ledger.games.blackjack.otherwise import of_decided, of_void
from tombo.ledger.games.blackjack.payout import decided_by_cards, house_with
from tombo.ledger.games.blackjack.r805 import (
    DEALS,
    betting_time_is_granted,
    betting_time_is_over,
    cards_are_due,
    connection_fails_after_the_bet,
    connection_was_lost,
    deal_follows_a_bet,
    first_cards_follow_bets,
    house_plays_last,
    result_is_not_determined,
    shoe_holds,
    shuffled_between_rounds,
)
from tombo.ledger.games.blackjack.revisions import deciding
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import NONE_SEEN, BlackjackRound, evolve
from tombo.ledger.house.banked.rounds import held_for, new_round
from tombo.ledger.house.banked.state import BankedTable, alone_at, banked_stream
from tombo.ledger.house.incident.decide import lost_objection, void_objection
from tombo.ledger.house.incident.outage import outage_at
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.times import passed
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.terms.blackjack import BlackjackTerms


def open_round(envelope: Envelope, view: View) -> Decision | Refused:
    """The next round of a table; the shoe, and what was seen of it, comes with it (decision 0004, 5)."""
    command: OpenBlackjackRound = envelope.command
    found = new_round(view, envelope.by, command.table, "blackjack")
    if isinstance(found, Refused):
        return found
    terms = found.table.terms
    if not isinstance(terms, BlackjackTerms):
        return house("table", said.BLACKJACK_TABLE_OF_OTHER_GAME(table=command.table, game=terms.game))
    objection = first_breach(betting_time_is_granted(terms, command.deadline, envelope.occurred))
    if objection:
        return objection
    before: BlackjackRound | None = view(round_stream(f"{command.table}/{found.number - 1}"))
    opened = RoundOpened(
        deadline=command.deadline,
        number=found.number,
        ruleset=found.table.ruleset,
        shoe=None if before is None else before.shoe,
        shoe_dealt=0 if before is None else before.shoe_dealt,
        shoe_seen=list(NONE_SEEN if before is None else before.seen),
        table=command.table,
        terms=terms,
    )
    return Decision((found.started, (found.stream, opened)), states={found.stream: evolve(None, opened)})


def shuffle_shoe(case: BlackjackCase, command: ShuffleBlackjackShoe) -> Decision | Refused:
    """The decks are shuffled under a new name (r.4b)."""
    objection = by_platform(case) or first_breach(shuffled_between_rounds(case.round))
    if objection:
        return objection
    if command.shoe in case.round.shoes:  # with its name the cards seen of it would be forgotten (r.4b)
        return house("cards", said.SHOE_NAME_TAKEN(shoe=command.shoe))
    return acted(case, [ShoeShuffled(order_root=command.order_root, shoe=command.shoe)])


def close_bets(case: BlackjackCase, _: CloseBlackjackBets) -> Decision | Refused:
    """No more bets (r.12-13); a round nobody bet on is over with that."""
    table: BankedTable = case.view(banked_stream(table_of(case.stream)))
    objection = may(case.view, case.by, player=alone_at(table), platform=True)
    if objection:
        return objection
    if case.round.closed:
        return house("table", said.BLACKJACK_BETS_CLOSED_BEFORE())
    launched = case.by.actor == "player"
    early = (
        deal_follows_a_bet(case.round)
        if launched
        else betting_time_is_over(case.round, passed(case.occurred, case.view))
    )
    return first_breach(early) or acted(case, [BetsClosed()])


def _hole(case: BlackjackCase) -> list[int]:
    """The card of the present shoe that lies face down."""
    round_ = case.round
    if not round_.hole or round_.hole_shoe != round_.shoe:
        return []
    opening = case.view.openings(case.stream).get(HOLE_SLOT)
    return [] if opening is None else [opening.card]


def deal_hands(case: BlackjackCase, command: DealBlackjackHands) -> Decision | Refused:
    """The first two cards of everybody, the last behind a salted commitment (r.14); blackjacks are paid (r.20a)."""
    round_ = case.round
    cards, hole = [card_id(text) for text in command.cards], card_id(command.hole_card)
    objection = by_platform(case) or first_breach(
        first_cards_follow_bets(round_, len(cards)), shoe_holds(round_, [*cards, hole], [])
    )
    if objection:
        return objection
    seats: list[int | None] = [hand.seat for hand in round_.hands]
    order = [*seats, None, *seats]
    opening = Opening(HOLE_SLOT, hole, case.view.salts(1)[0])
    commitment = card_commitment(case.stream, *opening).hex()
    acts: list[BlackjackEvent] = [
        CardDealt.model_validate({"card": text, "hand": None if seat is None else 1, "seat": seat})
        for text, seat in zip(command.cards, order, strict=True)
    ]
    outcome = acted(case, [*acts, HoleCardDealt(commitments=[commitment])])
    return outcome if isinstance(outcome, Refused) else outcome._replace(openings={len(acts): (opening,)})


def deal_card(case: BlackjackCase, command: DealBlackjackCard) -> Decision | Refused:
    """The next card of the shoe, to whoever waits for it; the last card of the house settles the round (r.15, r.17)."""
    round_, card = case.round, card_id(command.card)
    objection = by_platform(case) or first_breach(
        cards_are_due(round_),
        shoe_holds(round_, [card], _hole(case)),
    )
    if objection:
        return objection
    seat, number = round_.due[0] if round_.due else (None, None)
    return acted(case, [CardDealt(card=command.card, hand=number, seat=seat)])


def reveal_house(case: BlackjackCase, _: RevealBlackjackHouse) -> Decision | Refused:
    """The hole card turned up (r.17); from 17 on the round is settled with it.

    During an outage, in which no card can be drawn, it is settled too where those on record decide every bet (r.27).
    """
    round_ = case.round
    if round_.revealed and _stopped(case) and deciding(round_.terms).cards_decide(round_, None):
        return by_platform(case) or acted(case, [], stopped=True)
    objection = by_platform(case) or first_breach(house_plays_last(round_))
    if objection:
        return objection
    opening = case.view.openings(case.stream).get(HOLE_SLOT)
    if opening is None:
        return house("cards", said.HOLE_CARD_OPENING_MISSING())
    turned = _turned(opening)
    draws = after(round_, [turned]).house_total < HOUSE_STANDS
    return acted(case, [turned], stopped=draws and _stopped(case))


def _stopped(case: BlackjackCase) -> bool:
    """Whether the operator's own system is down at the table. Asked only where it decides: it reads every incident."""
    return outage_at(case.view, table_of(case.stream)) is not None


def _turned(opening: Opening) -> HouseRevealed:
    return HouseRevealed(card=card_text(opening.card), salt=opening.salt.hex())


def report_connection(case: BlackjackCase, command: ReportBlackjackConnection) -> Decision | Refused:
    """A player's equipment or network failed, or he is back: the round goes on, and his bets are valid (r.29-30)."""
    asked = connection_was_lost if command.up else connection_fails_after_the_bet
    event = BlackjackConnectionRestored if command.up else BlackjackConnectionLost
    objection = by_platform(case) or first_breach(asked(case.round, command.player))
    return objection or acted(case, [event(player=command.player)])


def void_round(case: BlackjackCase, command: VoidBlackjackRound) -> Decision | Refused:
    """The round is void (r.27): bets go back (r.28), those decided before too where the rules read it so (rules.md #19).

    Where decided bets stand, so does what the cards on record decide: the hole card is turned up for it.
    """
    opening = case.view.openings_left(case.stream).get(HOLE_SLOT)
    hole = None if opening is None else opening.card
    objection = (
        void_objection(
            case.view, case.by, case.stream, command.incident, operator="R805 r.27", player="R805 r.29", deals=DEALS
        )
        or first_breach(result_is_not_determined(case.round, hole))
        or lost_objection(case.by, [HOLE_SLOT] if case.round.hole and hole is None else [])
    )
    if objection:
        return objection
    cards = house_with(case.round, hole)
    decided = [] if cards is None else decided_by_cards(case.round, cards)
    turned = [_turned(opening)] if decided and opening is not None and case.round.hole else []
    terms = case.round.terms
    whole = terms.readings.decided_bets is Reading.LETTER
    stands = after(case.round, [*turned, *decided])
    held = {player: held_for(case.view, terms, player, case.stream) for player in sorted(case.round.bettors)}
    refunds = [
        deciding(terms).refund(case.round if whole else stands, player, whole=whole, held=cents)
        for player, cents in held.items()
    ]
    found = [finding for entry in refunds for finding in of_void(case.round, stands, entry.player, held[entry.player])]
    acts: list[BlackjackEvent] = [*found, Voided(incident=command.incident, refunds=refunds)]
    if decided and not whole:
        acts = [*turned, *decided, *of_decided(after(case.round, turned), decided), *acts]
    return acted(case, acts)
