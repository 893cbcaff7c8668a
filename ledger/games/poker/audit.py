"""A finished hand recomputed from what was played, and compared with what was recorded: payouts, commission, refunds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.ids import IMPORT_TABLE, hand_stream, table_of
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.poker.events import CardsShown, ShownCard
from tombo.ledger.games.poker.pots import CommissionDue, PotPayment, Settlement
from tombo.ledger.games.poker.rules.r806_dealing import no_card_twice
from tombo.ledger.games.poker.rules.revisions import deciding
from tombo.ledger.games.poker.said import audited as said
from tombo.ledger.games.poker.settlement import HoleCards, stakes_of, strengths_of
from tombo.ledger.games.poker.state import NOBODY, Hand
from tombo.ledger.games.poker.streets import BOARD_SIZES
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.terms.citation import rules_of

UNKNOWN: Final = "?"
"""A card that nobody says."""
_NONE: Final[Mapping[int, tuple[int, ...]]] = {}


def shown_cards(hand: Hand) -> dict[int, tuple[int, ...]]:
    """The closed cards that were turned up, by position; a hand shown in part is unknown."""
    holes: dict[int, tuple[int, ...]] = {}
    whole = VARIANTS[hand.terms.variant].hole_cards
    for position, shown in enumerate(hand.shown):
        if shown:
            cards = tuple([CARD_IDS[card.card] for card in shown if card.card is not None])
            if len(cards) == whole:
                holes[position] = cards
    return holes


def recomputed(hand: Hand, kept: HoleCards = _NONE) -> Settlement:
    """What the rules give a settled ``hand``, from its bets, its board and its cards: those shown, and ``kept`` openings.

    Whoever left his cards unshown wins nothing (r.28 is the door's to see to). Imported, he is out of the hand: PHH says
    so of who gives up at the end.
    """
    stakes = stakes_of(hand)
    if any(hand.returned):
        stakes = stakes._replace(staked=tuple(map(sum, zip(hand.staked, hand.returned, strict=True))))
    if hand.started.door == "import" and any(hand.mucked):
        stakes = stakes._replace(live=in_showdown(hand))
    terms = hand.terms
    strengths = None
    if sum(stakes.live) > 1:
        shown = shown_cards(hand)
        strengths = strengths_of(hand, {**kept, **shown} if kept else shown, terms.readings.flush_tie)
    due = deciding(terms).settle(stakes, terms, strengths)
    unturned = undecided(hand)
    took = hand.fees and hand.started.door == "import" and terms.commission.mode == "none"
    if unturned or took:
        return _as_recorded(hand, due, frozenset(unturned))
    return due


def in_showdown(hand: Hand) -> tuple[bool, ...]:
    """By position whether the pots of an imported hand may be his: of several who did not fold not who mucked, and whoever is left alone (r.36)."""
    if sum(hand.live) == 1:
        return hand.live
    return tuple(alive and not gone for alive, gone in zip(hand.live, hand.mucked, strict=True))


def undecided(hand: Hand) -> tuple[int, ...]:
    """Who was in the showdown of an imported hand and neither turned nor mucked his cards, by position; nobody in one of our own.

    Who won then cannot be computed (r.59): the record of what was paid is neither right nor wrong.
    """
    if hand.started.door != "import" or hand.outcome == "voided" or hand.live.count(True) == 1:
        return ()
    left = [position for position, live in enumerate(hand.live) if live and not hand.mucked[position]]
    shown = shown_cards(hand) if len(left) > 1 else {}
    return tuple(position for position in left if position not in shown) if len(left) > 1 else ()


def may_have_won(due: Settlement, number: int, unturned: frozenset[int]) -> frozenset[int]:
    """Who may have won a pot when nobody knows the cards of ``unturned``: these, and the best of those that are known."""
    contenders = due.pots[number].contenders
    best = frozenset(payment.position for payment in due.payments if payment.pot == number)
    return best | unturned.intersection(contenders) if len(contenders) > 1 else best


def _as_recorded(hand: Hand, due: Settlement, unturned: frozenset[int]) -> Settlement:
    """``due``, with the payments on record of each pot that cannot be computed, if they are whole and to who may have won it.

    What the source of an import took as commission nobody can compute either: it is what is missing from a pot that is else paid
    to who won it, to nobody more than without it.
    """
    payments: list[PotPayment] = []
    fees: list[CommissionDue] = []
    for number, pot in enumerate(due.pots):
        computed = [one for one in due.payments if one.pot == number]
        recorded = [PotPayment(number, position, amount, 0) for of, position, amount in hand.awards if of == number]
        taken = [
            CommissionDue(of, _taken_from(whose), amount, pot.amount) for of, whose, amount in hand.fees if of == number
        ]
        possible = may_have_won(due, number, unturned)
        whole = sum(one.amount for one in recorded) + sum(one.amount for one in taken) == pot.amount
        winners = {one.position for one in recorded}
        most = {one.position: one.amount for one in computed}
        is_decided = not unturned.intersection(pot.contenders) or len(pot.contenders) == 1
        is_due = winners == set(most) and all(one.amount <= most[one.position] for one in recorded)
        if whole and (is_due if is_decided else possible.issuperset(winners)):
            payments, fees = [*payments, *recorded], [*fees, *taken]
        else:
            payments += computed
    return due._replace(payments=tuple(payments), fees=tuple(fees))


def _taken_from(position: int) -> int | None:
    """Whose payment a commission came from; none where it came from the whole pot."""
    return None if position == NOBODY else position


def not_decidable(hand: Hand) -> bool:
    """Whether who won a hand that is over cannot be computed."""
    return hand.outcome == "settled" and bool(undecided(hand))


def differences(hand: Hand, kept: HoleCards = _NONE, stream: str | None = None) -> tuple[Told, ...]:
    """Where the record of a finished ``hand`` is not what the rules give; empty where all of it is.

    ``stream``: where it stands, by which it is named; that of a hand that was not imported follows from its table and number.

    That the cards shown are those that were dealt is asked of each entry that shows some (``unopened``).
    """
    name = stream or hand_stream(hand.started.table, hand.started.number)
    if hand.outcome == "open":
        return (said.HAND_UNFINISHED(hand=name),)
    found = [*_door_differences(name, hand), *_board_differences(name, hand, kept)]
    if hand.outcome == "voided":
        return (*found, *_void_differences(name, hand))
    due = recomputed(hand, kept)
    returned = [0] * len(hand.seats)
    if due.returned is not None:
        returned[due.returned[0]] = due.returned[1]
    fees = sorted([(f.pot, NOBODY if f.position is None else f.position, f.amount) for f in due.fees if f.amount])
    awards = sorted([(p.pot, p.position, p.amount) for p in due.payments if p.amount])
    variant = hand.terms.variant
    if tuple(returned) != hand.returned:
        facts = {"recorded": _sums(hand, hand.returned), "due": _sums(hand, returned)}
        found.append(said.HAND_RETURNS_DIFFER(hand=name, rule=rules_of(variant, 40), **facts))
    if fees != sorted(hand.fees):
        facts = {"recorded": _moved(hand, hand.fees), "due": _moved(hand, fees)}
        found.append(said.HAND_COMMISSION_DIFFERS(hand=name, rule=rules_of(variant, 17, 19), **facts))
    if awards != sorted(hand.awards):
        facts = {"recorded": _moved(hand, hand.awards), "due": _moved(hand, awards)}
        found.append(said.HAND_PAYMENTS_DIFFER(hand=name, rule=rules_of(variant, 62, 63), **facts))
    return tuple(found)


def unopened(stream: str, hand: Hand, event: CardsShown) -> Iterator[Told]:
    """R806 r.59: the cards a seat turns are those it was dealt, each once, and open their commitments; what is said of the others.

    ``hand``: as it is before. A file that is imported need not know what was dealt: of its hand, what is said to be dealt with a
    commitment has to open it. Behind the end nothing is imported any more, nor at a table that deals: there no word of the opening
    puts what was dealt out of force.
    """
    position = hand.seats.index(event.seat)
    imported = hand.started.door == "import" and table_of(stream) == IMPORT_TABLE and hand.outcome == "open"
    facts: dict[str, Fact] = {"hand": stream, "seat": event.seat, "rule": rules_of(hand.terms.variant, 59)}
    slots = Counter(card.slot for card in (*hand.shown[position], *event.cards))
    for card in dict.fromkeys(event.cards):
        if imported and not _is_committed(hand, card):
            continue
        facts["card"] = card.card or UNKNOWN
        if card.card is None or card.salt is None or card.slot is None:
            yield said.SHOWN_CARD_NOT_OPENED(**facts)
        elif not _is_dealt(stream, hand, position, card):
            yield said.SHOWN_CARD_NOT_DEALT(**facts, slot=card.slot)
        elif slots[card.slot] > 1 and not imported:
            yield said.SHOWN_CARD_AGAIN(**facts, slot=card.slot)


def _is_committed(hand: Hand, card: ShownCard) -> bool:
    """Whether ``card``, which has a name, is said to lie where a commitment was dealt."""
    if card.card is None or card.slot is None or card.slot >= len(hand.commitments):
        return False
    return hand.commitments[card.slot] is not None


def _is_dealt(name: str, hand: Hand, position: int, card: ShownCard) -> bool:
    """Whether ``card`` opens the commitment to one that ``position`` was dealt in the stream ``name``."""
    if card.card is None or card.salt is None or card.slot is None:
        return False
    if card.slot >= len(hand.dealt) or hand.dealt[card.slot] != position:
        return False
    opened = card_commitment(name, card.slot, CARD_IDS[card.card], bytes.fromhex(card.salt)).hex()
    return opened == hand.commitments[card.slot]


def shown_after_the_end(stream: str, hand: Hand, event: CardsShown, index: int) -> Told | None:
    """R806 r.11d, r.59: behind the end of ``hand`` a seat shows all the cards that it was dealt, once; what is said of any other showing.

    ``hand``: as it is before. None: it may stand there. Nor does one of them lie elsewhere (r.4b).
    """
    own = [slot for slot, position in enumerate(hand.dealt) if hand.seats[position] == event.seat]
    if own and own == [card.slot for card in event.cards]:
        position = hand.dealt[own[0]]
        if not hand.shown[position] and all(_is_dealt(stream, hand, position, card) for card in event.cards):
            shows = [CARD_IDS[card.card] for card in event.cards if card.card is not None]
            return _in_two_places(stream, hand, [*hand.board, *chain(*shown_cards(hand).values()), *shows])
    cards = tuple(card.card or UNKNOWN for card in event.cards)
    rule = rules_of(hand.terms.variant, 59)
    return said.SHOWN_AFTER_THE_END(hand=stream, seat=event.seat, cards=cards, index=index, rule=rule)


def _door_differences(name: str, hand: Hand) -> Iterator[Told]:
    """An imported hand was dealt elsewhere: it is of no table of the house, whose hands are asked for what no file needs to know."""
    if hand.started.door == "import" and hand.started.table != IMPORT_TABLE:
        yield said.IMPORTED_AT_TABLE(hand=name, table=hand.started.table, expected=IMPORT_TABLE)


def _board_differences(name: str, hand: Hand, kept: HoleCards) -> Iterator[Told]:
    """R806 r.4b, r.57-59: a showdown has the whole board, and no card lies in two places. An imported hand has findings of its own."""
    if hand.started.door != "live":
        return
    if hand.outcome == "settled" and sum(hand.live) > 1 and len(hand.board) != BOARD_SIZES[-1]:
        rule = rules_of(hand.terms.variant, 57, 59)
        yield said.SHOWDOWN_WITHOUT_BOARD(hand=name, cards=len(hand.board), due=BOARD_SIZES[-1], rule=rule)
    if twice := _in_two_places(name, hand, [*hand.board, *chain(*{**kept, **shown_cards(hand)}.values())]):
        yield twice


def _in_two_places(name: str, hand: Hand, cards: Sequence[int]) -> Told | None:
    """R806 r.4b: what is said where one of the ``cards`` that are known of a hand lies in two places."""
    if len(set(cards)) == len(cards):
        return None
    twice, rule = no_card_twice(cards, deck=VARIANTS[hand.terms.variant].deck), rules_of(hand.terms.variant, "4b")
    return None if twice is None else said.HAND_CARDS_IN_TWO_PLACES(hand=name, why=twice.told, rule=rule)


def _void_differences(name: str, hand: Hand) -> tuple[Told, ...]:
    """R806 r.72: every bet goes back, nothing is paid and no commission taken."""
    due = tuple(sum(parts) for parts in zip(hand.staked, hand.antes, hand.deads, strict=True))
    found, rule = [], rules_of(hand.terms.variant, 72)
    if hand.refunds != due:
        facts = {"recorded": _sums(hand, hand.refunds), "due": _sums(hand, due)}
        found.append(said.HAND_REFUNDS_DIFFER(hand=name, rule=rule, **facts))
    if hand.awards or hand.fees:
        found.append(said.VOID_HAND_PAID(hand=name, rule=rule))
    return tuple(found)


def _sums(hand: Hand, amounts: Iterable[int]) -> tuple[Fact, ...]:
    """Amounts by position, as a fact."""
    return tuple(map(hand.terms.unit.sum, amounts))


def _moved(hand: Hand, movements: Iterable[tuple[int, int, int]]) -> tuple[Fact, ...]:
    """Movements of pot, position and amount, as a fact."""
    written = hand.terms.unit.sum
    return tuple(
        said.MOVED_OF_POT(amount=written(amount), pot=pot)
        if position == NOBODY
        else said.MOVED_OF_POT_TO_SEAT(amount=written(amount), pot=pot, seat=hand.seats[position])
        for pot, position, amount in sorted(movements)
    ) or (said.MOVED_NOTHING(),)
