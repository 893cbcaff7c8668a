"""The replay of a banked round as a person reads it: every step with its place in the log, and where the money is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.note_words import ROUND_SAID, by_whom, noted, occurred, placed
from cli.round_text import GAMES, heading, moved
from cli.text import WRONG_NEXT, figure, signed, timed
from projections.round_replay import PlayerMoney, ReceivedByPlayer, RoundStep
from projections.round_view import RoundView


def replay_lines(view: RoundView, taken: Sequence[RoundStep], only: int | None = None) -> Iterator[str]:
    """Every step of the round, numbered; or the step ``only``, with all that the viewer could see then."""
    yield from heading(view)
    for before, step in zip((None, *taken), taken, strict=False):
        if only in {None, step.number}:
            yield from _step(view, before, step, whole=only is not None)
    if only is None:
        kept = all(step.conserved for step in taken)
        last = taken[-1]
        yield (
            f"Money: {'conserved at every step' if kept else 'NOT conserved'}; at the end at stake "
            f"{figure(last.at_stake, view.unit)}, the house {signed(last.house, view.unit)}"
        )


def _step(view: RoundView, before: RoundStep | None, step: RoundStep, *, whole: bool) -> Iterator[str]:
    """One step: what happened, the rules at work, and where they have changed the money and the cards; ``whole``: anyway."""
    entry = step.act.entry
    by = by_whom(step.decided, entry.by.actor)
    yield f"{step.number:>3}  {timed(entry.recorded)}  {placed(entry)}, {by}{occurred(entry)}"
    told = [*GAMES[view.game].say(view, step.act), *moved(view.unit, step.act.moves)]
    yield from (f"     {line}" for line in told or [_plain(step)])
    yield from (f"       {line}" for line in noted(step.notes, view.unit, ROUND_SAID))
    if whole or step.act.moves or (before is None and step.places):
        yield from (f"       {_place(view, place)}" for place in step.places)
        yield f"       at stake {figure(step.at_stake, view.unit)}, the house {signed(step.house, view.unit)}"
    if whole or (before is not None and step.cards != before.cards):
        cards = ", ".join(f"{view.closed[slot] or 'the house'} {card}" for slot, card in sorted(step.cards.items()))
        yield f"       closed cards seen by {view.viewer.player or view.viewer.role}: {cards or 'none'}"
    if not step.conserved:
        yield "       THE MONEY DOES NOT ADD UP"


def _plain(step: RoundStep) -> str:
    """What happened, where neither words nor moves say it: the end of the round, its void, a mere beginning."""
    word = step.act.entry.kind.split(".")[1]
    return {"settled": "The round is settled", "voided": "The round is void"}.get(word, word.replace("_", " "))


def _place(view: RoundView, place: PlayerMoney) -> str:
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


def audit_lines(view: RoundView, received: Sequence[ReceivedByPlayer], differences: Sequence[str]) -> Iterator[str]:
    """What the rules give every player, computed again from bets, cards and number, beside what is on record."""
    if view.state.outcome == "open":
        yield "Payments: none to compare yet, the round is open"
    elif differences:
        yield "Payments: NOT what the rules of this round give"
        yield from (f"  {difference}" for difference in differences)
        yield WRONG_NEXT
    else:
        paid = ", ".join(f"{one.player} {figure(max(one.recorded, 0), view.unit)}" for one in received)
        yield f"Payments: computed again, the same as recorded ({paid or 'nobody bet'})"
