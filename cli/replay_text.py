"""A replay as a person reads it: every step with its place in the log, the rules at work, and where the chips or stakes are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli import hand_text, round_text
from cli.hand_words import HandWords
from cli.note_words import HAND_SAID, ROUND_SAID, by_whom, noted, occurred, placed
from cli.text import WRONG_NEXT, cards, figure, signed, timed
from ledger.games.game import Recomputed
from ledger.games.poker import events as e
from ledger.games.poker.streets import spoken
from ledger.terms.citation import rules_of
from projections.round.banked import BankedView
from projections.round.chips import ChipPlaces
from projections.round.hand import HandView
from projections.round.replay import ReplayStep
from projections.round.stakes import PlayerMoney, StakePlaces
from projections.round.view import AnyView

STILL = (
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


def replay_lines(view: AnyView, taken: Sequence[ReplayStep], only: int | None = None) -> Iterator[str]:
    """Every step, numbered; or the step ``only``, with all that the viewer could see then."""
    yield from hand_text.heading(view) if isinstance(view, HandView) else round_text.heading(view)
    said = HAND_SAID if isinstance(view, HandView) else ROUND_SAID
    for before, step in zip((None, *taken), taken, strict=False):
        if only not in {None, step.number}:
            continue
        street = f"{spoken(step.money.street)}, " if isinstance(step.money, ChipPlaces) else ""
        yield (
            f"{step.number:>3}  {timed(step.entry.recorded)}  {placed(step.entry)}, {street}"
            f"{by_whom(step.decided, step.entry.by.actor)}{occurred(step.entry)}"
        )
        yield from (f"     {line}" for line in _happened(view, step))
        yield from (f"       {line}" for line in noted(step.notes, view.unit, said))
        yield from (f"       {line}" for line in _stands(view, before, step, whole=only is not None))
    if only is None:
        yield _end(view, taken)


def _happened(view: AnyView, step: ReplayStep) -> Sequence[str]:
    """What the entry says, in the words of its history."""
    if isinstance(view, HandView):
        earlier = view.acts[step.number - 2] if step.number > 1 else None
        return HandWords(view).say(step.act, earlier)
    told = [*round_text.GAMES[view.game].say(view, step.act), *round_text.moved(view.unit, step.act.moves)]
    word = step.entry.kind.split(".")[1]  # where neither words nor moves say it
    plain = {"settled": "The round is settled", "voided": "The round is void"}.get(word, word.replace("_", " "))
    return told or [plain]


def _stands(view: AnyView, before: ReplayStep | None, step: ReplayStep, *, whole: bool) -> Iterator[str]:
    """Where the money and the cards are, as far as the step has changed that; ``whole``: anyway."""
    if isinstance(view, HandView) and isinstance(step.money, ChipPlaces):
        if whole or not isinstance(step.entry.event, STILL):
            yield f"stacks {_stacks(view, step.money)}"
            yield _middle(view, step.money)
        changed = before is not None and (step.money.board, step.cards) != (_board(before), before.cards)
        if whole or changed:
            yield _seen(view, step, step.money)
        if not step.conserved:
            yield f"CHIPS DO NOT ADD UP: {_sum(view, step.money)}"
    elif isinstance(view, BankedView) and isinstance(step.money, StakePlaces):
        if whole or step.act.moves or (before is None and step.money.places):
            yield from (_place(view, place) for place in step.money.places)
            yield _held(view, step.money)
        if whole or (before is not None and step.cards != before.cards):
            shown = ", ".join(
                f"{view.closed.get(slot) or 'the house'} {card}" for slot, card in sorted(step.cards.items())
            )
            yield f"closed cards seen by {view.viewer.player or view.viewer.role}: {shown or 'none'}"
        if not step.conserved:
            yield "THE MONEY DOES NOT ADD UP"


def _board(step: ReplayStep) -> tuple[str, ...]:
    return step.money.board if isinstance(step.money, ChipPlaces) else ()


def _end(view: AnyView, taken: Sequence[ReplayStep]) -> str:
    """Whether the money added up all the way, and where it is in the end."""
    kept = "conserved at every step" if all(step.conserved for step in taken) else "NOT conserved"
    last = taken[-1].money
    if isinstance(last, ChipPlaces):
        return f"Chips: {kept}; at the end {_sum(view, last)}"
    return f"Money: {kept}; at the end {_held(view, last)}"


def _seen(view: HandView, step: ReplayStep, chips: ChipPlaces) -> str:
    """What the viewer could see: the board, and the closed cards that were his to see by then."""
    viewer = view.viewer
    who = viewer.player or f"{'an' if viewer.role[0] in 'ao' else 'a'} {viewer.role}"
    told = [f"board {cards(chips.board)}"] if chips.board else []
    told += [f"{view.player(seat)} {cards(texts)}" for seat, texts in sorted(step.cards.items())]
    return f"seen by {who}: {', '.join(told) or 'no card'}"


def _stacks(view: HandView, chips: ChipPlaces) -> str:
    told = (
        f"{view.player(seat)} {'?' if stack is None else figure(stack, view.unit)}"
        for seat, stack in sorted(chips.stacks.items())
    )
    return ", ".join(told)


def _middle(view: HandView, chips: ChipPlaces) -> str:
    """The pots by level with who may win them, the bets in front of the seats, and the commission so far."""
    told = []
    for level in chips.pots:
        name = f"side pot {level.number}" if level.number else "pot" if len(chips.pots) == 1 else "main pot"
        told.append(f"{name} {figure(level.amount, view.unit)} ({', '.join(map(view.player, level.seats))})")
    told += [f"bet of {view.player(seat)} {figure(bet, view.unit)}" for seat, bet in sorted(chips.bets.items())]
    told.append(f"commission {figure(chips.commission, view.unit)}")
    return ", ".join(told)


def _sum(view: AnyView, chips: ChipPlaces) -> str:
    """The sum the check is made of."""
    if chips.held is None or chips.begun is None:
        return f"{figure(abs(chips.middle), view.unit)} in the middle (stacks are not all known)"
    return (
        f"stacks {figure(chips.held, view.unit)} + middle {figure(abs(chips.middle), view.unit)} + commission "
        f"{figure(chips.commission, view.unit)} = {figure(chips.begun, view.unit)} at the start"
    )


def _held(view: AnyView, stakes: StakePlaces) -> str:
    return f"at stake {figure(stakes.at_stake, view.unit)}, the house {signed(stakes.house, view.unit)}"


def _place(view: BankedView, place: PlayerMoney) -> str:
    """The money of a player: what lies in the round, and what became of the rest."""
    amounts = {
        "from prison": place.carried,
        "staked": place.staked,
        "at stake": place.at_stake,
        "won": place.won,
        "returned": place.returned,
        "lost": place.lost,
        "refunded": place.refunded,
        "taken back": place.taken_back,
        "not to be had back": place.waived,
    }
    told = [f"{what} {figure(amount, view.unit)}" for what, amount in amounts.items() if amount]
    return f"{place.player}: {', '.join(told) or 'nothing staked'}"


def audit_lines(view: AnyView, found: Recomputed) -> Iterator[str]:
    """What was paid, computed again from bets, cards and number, beside what is on record; and what of the play the rules refuse."""
    name, noun, checked = ("Payments", "round", "Payments")
    if isinstance(view, HandView):
        name, noun, checked = ("Payouts", "hand", "Play and payouts")
    if found.differences:
        yield f"{checked}: NOT what the rules of this {noun} give"
        yield from (f"  {difference}" for difference in found.differences)
        yield WRONG_NEXT
    elif view.state.outcome == "open":
        yield f"{name}: none to compare yet, the {noun} is open"
    elif isinstance(view, HandView) and view.hand.outcome == "voided":
        rule = rules_of(view.hand.terms.variant, 72)
        yield f"Refunds: computed again, every bet is back with who made it ({rule})"
    else:
        if isinstance(view, HandView):
            given = [
                f"{view.player(view.hand.seats[position])} {figure(amount, view.unit)}"
                for _, position, amount in view.hand.awards
            ]
            how = "computed again from bets, board and shown cards"
        else:
            given = [f"{one.player} {figure(max(one.recorded, 0), view.unit)}" for one in found.received]
            how = "computed again"
        yield f"{name}: {how}, the same as recorded ({', '.join(given) or 'nobody bet'})"
