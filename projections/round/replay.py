"""A hand or round entry by entry, for a dispute: whose decision each was, the rules at work, where the money is, what the viewer could see.

At the end what every player received beside what the rules give him.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, assert_never

from tombo.ledger.core.entry import Entry
from tombo.ledger.games.again import of_later_program
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.games.game import Instead, Moment, Recomputed, RuleNote
from tombo.ledger.house.rules import following, together
from tombo.projections.follow import entry_json
from tombo.projections.round.acts import RoundAct
from tombo.projections.round.banked import BankedView, is_his
from tombo.projections.round.chips import ChipPlaces, chips
from tombo.projections.round.hand import HandView, seen
from tombo.projections.round.stakes import StakePlaces, Staking
from tombo.projections.round.view import AnyView, name_json

Decider = Literal["player", "platform", "time_out", "absent", "leaves", "staff", "import"]
"""``time_out``: the platform, because a player's time was up. ``absent``: the platform, for who is not there (R810 r.26-27)."""


class Decided(NamedTuple):
    """Whose decision an entry was, and in which role where that matters."""

    by: Decider
    id: str
    role: str | None


class ReplayStep(NamedTuple):
    """A hand or round after one entry."""

    number: int
    act: RoundAct[Any]
    outcome: Literal["open", "settled", "voided"]
    money: ChipPlaces | StakePlaces
    """Where the chips are, or the stakes."""
    decided: Decided
    notes: tuple[RuleNote, ...]
    """The rules that allowed or decided it."""
    cards: Mapping[int, Any]
    """The closed cards that the viewer could see then: of a hand those of each seat, else by slot."""

    @property
    def entry(self) -> Entry:
        """The entry."""
        return self.act.entry

    @property
    def conserved(self) -> bool:
        """Whether the money adds up."""
        return self.money.conserved


def _of_hand(view: HandView) -> Iterator[ReplayStep]:
    """The hand of ``view`` after each of its entries, oldest first, as its viewer saw it."""
    for number, act in enumerate(view.acts, 1):
        with following(act.entry):
            step = ReplayStep(*_told(view, number), chips(act.after), *_ruled(view, number), seen(act.after, view.mine))
        yield step


def _of_round(view: BankedView) -> Iterator[ReplayStep]:
    """The round of ``view`` after each of its entries, oldest first, as its viewer saw it."""
    closed, staking, turned = TABLE_GAMES[view.game].closed, Staking(view.game), set[int]()
    for number, act in enumerate(view.acts, 1):
        with following(act.entry):
            turned.update(slot for slot, _ in BANKED_GAMES[view.game].turned(act.entry.event))
            dealt = closed(act.after)
            cards = {
                slot: card
                for slot, card in view.cards.items()
                if slot in turned or (slot in dealt and view.viewer.sees(dealt[slot]))
            }
            step = ReplayStep(*_told(view, number), staking.after(act), *_ruled(view, number), cards)
        if is_his(view.viewer, act.entry.event):
            yield step


def steps(view: AnyView) -> list[ReplayStep]:
    """The hand or round of ``view`` after each of its entries that its viewer may read: by its number among all of them.

    Raises:
        OutOfPlaceError: an entry that cannot follow those before it.
    """
    match view:
        case HandView():
            return [*_of_hand(view)]
        case BankedView():
            return [*_of_round(view)]
        case _:
            assert_never(view)


def _told(view: AnyView, number: int) -> tuple[int, RoundAct[Any], Literal["open", "settled", "voided"]]:
    act = view.acts[number - 1]
    return number, act, act.after.outcome


def _ruled(view: AnyView, number: int) -> tuple[Decided, tuple[RuleNote, ...]]:
    """Who decided an entry, and by which rules."""
    game, act = TABLE_GAMES[view.game], view.acts[number - 1]
    earlier = view.acts[number - 2].entry if number > 1 else None
    moment = Moment(act.entry, act.before, act.after, earlier, view.state)
    event = act.entry.event
    found = ".finding_recorded." in event.kind
    notes = (RuleNote(event.rule, "finding"),) if found else tuple(game.notes(moment))
    return decided(act.entry, game.instead(moment)), notes


def decided(entry: Entry, instead: Instead | None = None) -> Decided:
    """Who decided ``entry``; ``instead``: why the platform did, where that was a player's to do."""
    by = entry.by
    return Decided(instead if instead is not None and by.actor == "platform" else by.actor, by.id, by.role)


def again(view: AnyView) -> Recomputed:
    """The hand or round computed again, from its entries alone; one played under a later rules revision differs by that.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    later = of_later_program(view.stream, view.opened)
    if later is not None:
        return Recomputed((later,))
    with together(view.stream):
        return TABLE_GAMES[view.game].again(view.entries, {})


def to_json(step: ReplayStep) -> dict[str, Any]:
    """A step as JSON: amounts in minor units of the unit of its hand or round."""
    return {
        "step": step.number,
        **entry_json(step.entry),
        "outcome": step.outcome,
        **step.money.to_json(),
        "conserved": step.conserved,
        "decided": step.decided._asdict(),
        "rules": [{"rule": note.rule, "about": note.about, "amounts": dict(note.amounts)} for note in step.notes],
        "cards": {
            str(place): list(card) if isinstance(card, tuple) else card for place, card in sorted(step.cards.items())
        },
    }


def verdict_json(view: AnyView, taken: list[ReplayStep], found: Recomputed) -> dict[str, Any]:
    """How a replay came out, as JSON: what every player received, recorded and recomputed, and what differs."""
    return {
        **name_json(view),
        "outcome": view.state.outcome,
        "conserved": all(step.conserved for step in taken),
        **({"house": last.house} if isinstance(last := taken[-1].money, StakePlaces) else {}),
        "received": [one._asdict() for one in found.received],
        "decidable": found.decidable,
        "differences": list(found.differences),
    }
