"""A replay: every step with its place in the log, whose decision it was, the rules at work, and where the chips or stakes are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Fact, Said, Told, facts_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.game import Recomputed, RuleNote
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.said.words import STREETS
from tombo.ledger.house.rules import together
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.unit import Unit
from tombo.projections.round.banked import BankedView
from tombo.projections.round.chips import ChipPlaces, PotLevel
from tombo.projections.round.hand import HandView
from tombo.projections.round.replay import Decided, ReplayStep
from tombo.projections.round.stakes import PlayerMoney, StakePlaces
from tombo.projections.round.view import AnyView
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.play import hand as hand_report
from tombo.reports.play import round as round_report
from tombo.reports.play.hand_words import HandWords
from tombo.reports.said import common
from tombo.reports.said.play import replay as said

STILL: Final = (
    e.DecisionRequested,
    e.TimeExtended,
    e.ConnectionLost,
    e.ConnectionRestored,
    e.ActionRefused,
    e.ActionRefusedV2,
    e.FindingRecorded,
    e.FindingRecordedV2,
)
"""Kinds that move no chip and no card: their steps repeat no stacks."""


def document(view: AnyView, taken: Sequence[ReplayStep], found: Recomputed, only: int | None = None) -> Document:
    """Every step, numbered, and what was computed again; or the step ``only``, with all that the viewer could see then.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        title, *more = hand_report.heading(view) if isinstance(view, HandView) else round_report.heading(view)
        blocks = [*map(Sentence, more), *_steps(view, taken, only)]
        if only is None:
            blocks += [Sentence(money_told(view, taken)), *audited(view, found)]
        return Document(title, tuple(blocks))


def _steps(view: AnyView, taken: Sequence[ReplayStep], only: int | None) -> Iterator[Block]:
    for before, step in zip((None, *taken), taken, strict=False):
        if only not in {None, step.number}:
            continue
        yield Sentence(_where(step))
        yield from (Sentence(told, 2) for told in happened(view, step))
        yield from (Sentence(told, 3) for told in noted(step.notes, view.unit, view.game))
        yield from stands(view, before, step, whole=only is not None)


def _where(step: ReplayStep) -> Told:
    """Which step it is, when, where it is on record, on which street, and whose decision it was."""
    entry, what = step.entry, list[Fact]()
    what.append(said.STEP_PLACE(index=entry.index, version=entry.version))
    if isinstance(step.money, ChipPlaces):
        what.append(STREETS[step.money.street])
    what += [*by_whom(step.decided), *occurred(entry)]
    return said.REPLAY_STEP(number=f"{step.number:>2}", at=entry.recorded, what=tuple(what))


def by_whom(decided: Decided) -> Iterator[Told]:
    """Whose decision it was, and why his instead of a player's."""
    actor = said.DECIDERS[decided.by]
    if decided.role:
        yield said.DECIDED_AS(actor=actor, who=decided.id, role=common.ROLES.get(decided.role, decided.role))
    else:
        yield said.DECIDED_BY(actor=actor, who=decided.id)
    instead = said.INSTEAD.get(decided.by)
    if instead is not None:
        yield instead()


def occurred(entry: Entry) -> list[Told]:
    """When it happened by the word of the source, where that is not the second in which it was recorded."""
    if entry.occurred is None or entry.occurred // SECOND == entry.recorded // SECOND:
        return []
    return [said.STEP_OCCURRED(at=entry.occurred)]


def noted(notes: Iterable[RuleNote], unit: Unit, game: str) -> Iterator[Told]:
    """Each rule at work, in the words of the game, by its type of stream."""
    words = TABLE_GAMES[game].noted
    for note in notes:
        row = words[note.about]
        amounts = {name: unit.sum(note.amounts.get(name, 0)) for name in facts_of(row)}
        yield said.RULE_AT_WORK(rule=note.rule, note=row(**amounts))


def happened(view: AnyView, step: ReplayStep) -> Sequence[Told]:
    """What the entry says, in the words of its history."""
    if isinstance(view, HandView):
        earlier = view.acts[step.number - 2] if step.number > 1 else None
        return HandWords(view).say(step.act, earlier)
    told = [*round_report.happened(view, step.act)]
    word = step.entry.kind.split(".")[1]  # where neither words nor moves say it
    plain = said.STEP_OPENED if step.number == 1 else {"settled": said.STEP_SETTLED, "voided": said.STEP_VOID}.get(word)
    return told or [plain() if plain else said.STEP_OF_ROUND(kind=word.replace("_", " "))]


def stands(view: AnyView, before: ReplayStep | None, step: ReplayStep, *, whole: bool) -> Iterator[Block]:
    """Where the money and the cards are, as far as the step has changed that; ``whole``: anyway."""
    if isinstance(view, HandView) and isinstance(step.money, ChipPlaces):
        yield from _chips_stand(view, before, step, step.money, whole=whole)
    elif isinstance(view, BankedView) and isinstance(step.money, StakePlaces):
        if whole or step.act.moves or (before is None and step.money.places):
            yield from (Sentence(_place(view, place), 3) for place in step.money.places)
            yield Sentence(_held(view, step.money), 3)
        if whole or (before is not None and step.cards != before.cards):
            yield Sentence(_closed(view, step), 3)
        if not step.conserved:
            yield Alarm(said.MONEY_DOES_NOT_ADD_UP(), 3)


def _chips_stand(
    view: HandView, before: ReplayStep | None, step: ReplayStep, chips: ChipPlaces, *, whole: bool
) -> Iterator[Block]:
    if whole or not isinstance(step.entry.event, STILL):
        yield Sentence(said.STACKS_NOW(stacks=tuple(_stacks(view, chips))), 3)
        yield Sentence(said.MIDDLE(parts=tuple(_middle(view, chips))), 3)
    changed = before is not None and (chips.board, step.cards) != (_board(before), before.cards)
    if whole or changed:
        yield Sentence(_seen(view, step, chips), 3)
    if not step.conserved:
        yield Alarm(said.CHIPS_DO_NOT_ADD_UP(sum=_sum(view, chips)), 3)


def _board(step: ReplayStep) -> tuple[str, ...]:
    return step.money.board if isinstance(step.money, ChipPlaces) else ()


def money_told(view: AnyView, taken: Sequence[ReplayStep]) -> Told:
    """Whether the money added up all the way, and where it is in the end."""
    kept, last = all(step.conserved for step in taken), taken[-1].money
    if isinstance(last, ChipPlaces):
        return (said.CHIPS_CONSERVED if kept else said.CHIPS_NOT_CONSERVED)(sum=_sum(view, last))
    return (said.MONEY_CONSERVED if kept else said.MONEY_NOT_CONSERVED)(held=_held(view, last))


def _seen(view: HandView, step: ReplayStep, chips: ChipPlaces) -> Told:
    """What the viewer could see: the board, and the closed cards that were his to see by then."""
    told = [said.SEEN_BOARD(cards=chips.board)] if chips.board else []
    told += [said.SEEN_OF(player=view.player(seat), cards=tuple(texts)) for seat, texts in sorted(step.cards.items())]
    return said.SEEN_BY(who=_viewer(view), cards=tuple(told) or said.SEEN_NO_CARD())


def _viewer(view: AnyView) -> Fact:
    viewer = view.viewer
    return said.VIEWERS[viewer.role] if viewer.player is None else viewer.player


def _stacks(view: HandView, chips: ChipPlaces) -> Iterator[Told]:
    for seat, stack in sorted(chips.stacks.items()):
        player = view.player(seat)
        if stack is None:
            yield said.STACK_NOT_KNOWN(player=player)
        else:
            yield said.STACK_OF(player=player, stack=view.unit.sum(stack))


def _middle(view: HandView, chips: ChipPlaces) -> Iterator[Told]:
    """The pots by level with who may win them, the bets in front of the seats, and the commission so far."""
    yield from (_pot(view, level, alone=len(chips.pots) == 1) for level in chips.pots)
    for seat, bet in sorted(chips.bets.items()):
        yield said.BET_BEFORE(player=view.player(seat), bet=view.unit.sum(bet))
    yield said.COMMISSION_SO_FAR(amount=view.unit.sum(chips.commission))


def _pot(view: HandView, level: PotLevel, *, alone: bool) -> Told:
    amount, players = view.unit.sum(level.amount), tuple(map(view.player, level.seats))
    if level.number:
        return said.POT_SIDE(number=level.number, amount=amount, players=players)
    return (said.POT_ALONE if alone else said.POT_MAIN)(amount=amount, players=players)


def _sum(view: AnyView, chips: ChipPlaces) -> Told:
    """The sum the check is made of."""
    middle = view.unit.sum(abs(chips.middle))
    if chips.held is None or chips.begun is None:
        return said.CHIPS_IN_MIDDLE(middle=middle)
    held, begun, commission = map(view.unit.sum, (chips.held, chips.begun, chips.commission))
    return said.CHIPS_ADDED(held=held, middle=middle, commission=commission, begun=begun)


def _held(view: AnyView, stakes: StakePlaces) -> Told:
    return said.MONEY_HELD(at_stake=view.unit.sum(stakes.at_stake), house=view.unit.sum(stakes.house))


def _place(view: BankedView, place: PlayerMoney) -> Told:
    """The money of a player: what lies in the round, and what became of the rest."""
    amounts: tuple[tuple[Said, int], ...] = (
        (said.PLACE_CARRIED, place.carried),
        (said.PLACE_STAKED, place.staked),
        (said.PLACE_AT_STAKE, place.at_stake),
        (said.PLACE_GAINED, place.won),
        (said.PLACE_RETURNED, place.returned),
        (said.PLACE_LOST, place.lost),
        (said.PLACE_REFUNDED, place.refunded),
        (said.PLACE_TAKEN_BACK, place.taken_back),
        (said.PLACE_WAIVED, place.waived),
    )
    told = tuple(row(amount=view.unit.sum(amount)) for row, amount in amounts if amount)
    return said.PLACE_OF(player=place.player, parts=told or said.PLACE_EMPTY())


def _closed(view: BankedView, step: ReplayStep) -> Told:
    """The closed cards that were the viewer's to see by then."""
    told = []
    for slot, card in sorted(step.cards.items()):
        owner = view.closed.get(slot)
        told.append(said.CLOSED_OF_HOUSE(card=card) if owner is None else said.CLOSED_OF(player=owner, card=card))
    return said.CLOSED_SEEN(who=_viewer(view), cards=tuple(told) or said.CLOSED_NONE())


def audited(view: AnyView, found: Recomputed) -> Iterator[Block]:
    """What was paid, computed again from bets, cards and number, beside what is on record; and what of the play the rules refuse."""
    is_hand = isinstance(view, HandView)
    if found.told:
        yield Alarm(said.REPLAYED_HAND_DIFFERS() if is_hand else said.REPLAYED_ROUND_DIFFERS())
        yield from (Alarm(said.AUDIT_DIFFERENCE(difference=difference), 1) for difference in found.told)
        yield Sentence(said.WRONG_NEXT())
    elif view.state.outcome == "open":
        yield Sentence(said.HAND_STILL_OPEN() if is_hand else said.ROUND_STILL_OPEN())
    elif isinstance(view, HandView) and view.hand.outcome == "voided":
        yield Sentence(said.REFUNDS_AGAIN(rule=rules_of(view.hand.terms.variant, 72)))
    elif isinstance(view, HandView) and not found.decidable:
        yield Sentence(said.CANNOT_BE_RECOMPUTED(rule=rules_of(view.hand.terms.variant, 59)))
    elif isinstance(view, HandView):
        seats = view.hand.seats
        given = [_given(view, view.player(seats[position]), amount) for _, position, amount in view.hand.awards]
        yield Sentence(said.HAND_AGAIN(given=tuple(given) or said.NOBODY_BET()))
    else:
        given = [_given(view, one.player, max(one.recorded, 0)) for one in found.received]
        yield Sentence(said.ROUND_AGAIN(given=tuple(given) or said.NOBODY_BET()))


def _given(view: AnyView, player: str, amount: int) -> Told:
    return said.GIVEN_TO(player=player, amount=view.unit.sum(amount))
