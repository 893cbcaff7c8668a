"""A replay as a person reads it: every step with its place in the log, and where the chips are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.hand_text import heading
from cli.hand_words import HandWords
from cli.note_words import by_whom, noted, occurred, placed
from cli.text import WRONG_NEXT, cards, figure, timed
from ledger.games.poker import events as e
from ledger.games.poker.streets import spoken
from ledger.terms.citation import rules_of
from projections.hand_replay import HandStep
from projections.hand_view import HandView

STILL = (
    e.DecisionRequested,
    e.TimeExtended,
    e.ConnectionLost,
    e.ConnectionRestored,
    e.ActionRefused,
    e.FindingRecorded,
)
"""Kinds that move no chip and no card: their steps repeat no stacks."""


def replay_lines(view: HandView, taken: Sequence[HandStep], only: int | None = None) -> Iterator[str]:
    """Every step of the hand, numbered; or the step ``only``, with all that the viewer could see then."""
    yield from heading(view)
    words = HandWords(view)
    for act, step in zip(view.acts, taken, strict=False):
        if only not in {None, step.number}:
            continue
        earlier, before = (view.acts[step.number - 2], taken[step.number - 2]) if step.number > 1 else (None, None)
        yield (
            f"{step.number:>3}  {timed(step.entry.recorded)}  {placed(step.entry)}, {spoken(step.street)}, "
            f"{by_whom(step.decided, step.entry.by.actor)}{occurred(step.entry)}"
        )
        yield from (f"     {line}" for line in words.say(act, earlier))
        yield from (f"       {line}" for line in noted(step.notes, view.started.terms.unit))
        if only is not None or not isinstance(step.entry.event, STILL):
            yield f"       stacks {_stacks(view, step)}"
            yield f"       {_middle(view, step)}"
        if only is not None or (before is not None and (step.board, step.cards) != (before.board, before.cards)):
            yield f"       {_seen(view, step)}"
        if not step.conserved:
            yield f"       CHIPS DO NOT ADD UP: {_sum(view, step)}"
    if only is None:
        whole = all(step.conserved for step in taken)
        yield f"Chips: {'conserved at every step' if whole else 'NOT conserved'}; at the end {_sum(view, taken[-1])}"


def _seen(view: HandView, step: HandStep) -> str:
    """What the viewer could see: the board, and the closed cards that were his to see by then."""
    viewer = view.viewer
    who = viewer.player or f"{'an' if viewer.role[0] in 'ao' else 'a'} {viewer.role}"
    told = [f"board {cards(step.board)}"] if step.board else []
    told += [f"{view.player(seat)} {cards(texts)}" for seat, texts in sorted(step.cards.items())]
    return f"seen by {who}: {', '.join(told) or 'no card'}"


def _stacks(view: HandView, step: HandStep) -> str:
    unit = view.started.terms.unit
    told = (
        f"{view.player(seat)} {'?' if stack is None else figure(stack, unit)}"
        for seat, stack in sorted(step.stacks.items())
    )
    return ", ".join(told)


def _middle(view: HandView, step: HandStep) -> str:
    """The pots by level with who may win them, the bets in front of the seats, and the commission so far."""
    unit = view.started.terms.unit
    told = []
    for level in step.pots:
        name = f"side pot {level.number}" if level.number else "pot" if len(step.pots) == 1 else "main pot"
        told.append(f"{name} {figure(level.amount, unit)} ({', '.join(map(view.player, level.seats))})")
    told += [f"bet of {view.player(seat)} {figure(bet, unit)}" for seat, bet in sorted(step.bets.items())]
    told.append(f"commission {figure(step.chips.commission, unit)}")
    return ", ".join(told)


def _sum(view: HandView, step: HandStep) -> str:
    """The sum the check is made of."""
    unit, chips = view.started.terms.unit, step.chips
    if chips.stacks is None or chips.begun is None:
        return f"{figure(abs(chips.middle), unit)} in the middle (stacks are not all known)"
    return (
        f"stacks {figure(chips.stacks, unit)} + middle {figure(abs(chips.middle), unit)} + commission "
        f"{figure(chips.commission, unit)} = {figure(chips.begun, unit)} at the start"
    )


def audit_lines(view: HandView, differences: Sequence[str]) -> Iterator[str]:
    """The payouts computed again from the bets, the board and the cards shown, beside those on record; and what of the play the rules refuse."""
    hand = view.hand
    if differences:
        yield "Play and payouts: NOT what the rules of this hand give"
        yield from (f"  {difference}" for difference in differences)
        yield WRONG_NEXT
    elif hand.outcome == "open":
        yield "Payouts: none yet, the hand is open"
    elif hand.outcome == "voided":
        rule = rules_of(hand.terms.variant, 72)
        yield f"Refunds: computed again, every bet is back with who made it ({rule})"
    else:
        paid = [
            f"{view.player(hand.seats[position])} {figure(amount, hand.terms.unit)}"
            for _, position, amount in hand.awards
        ]
        yield f"Payouts: computed again from bets, board and shown cards, the same as recorded ({', '.join(paid)})"
