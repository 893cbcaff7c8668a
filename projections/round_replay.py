"""A banked round entry by entry, for a dispute: what each player has at stake, what is decided, what the house holds.

With whose decision it was, the rules at work, and what the viewer could see just then; at the end what every player received
beside what the rules give him. Checked at every step: nobody gets back more than he staked, and once the round is over nothing
stays at stake but what is in prison (guarantee 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from ledger.games.every import BANKED_GAMES, TABLE_GAMES
from ledger.games.game import BankedGame, RuleNote
from ledger.house.moves import Move, What
from projections.follow import entry_json
from projections.notes import Decided, decided, notes_json
from projections.round_view import RoundAct, RoundView


class PlayerMoney(NamedTuple):
    """One player's money in the round so far. ``carried``: what a spin before left in prison; ``at_stake``: not decided yet.

    ``won`` are prizes, ``returned`` stakes that came back, ``refunded`` those of a void. ``taken_back`` are prizes that a void
    reversed, ``waived`` those it could not.
    """

    player: str
    carried: int = 0
    staked: int = 0
    at_stake: int = 0
    won: int = 0
    returned: int = 0
    lost: int = 0
    refunded: int = 0
    taken_back: int = 0
    waived: int = 0

    @property
    def house(self) -> int:
        """What the house has of him, less what it paid him; below zero where it paid more."""
        put_in = self.carried + self.staked + self.taken_back
        return put_in - self.returned - self.won - self.refunded - self.at_stake


class RoundStep(NamedTuple):
    """The round after one entry. ``cards`` are the closed cards that the viewer could see then, by slot."""

    number: int
    act: RoundAct
    outcome: Literal["open", "settled", "voided"]
    places: tuple[PlayerMoney, ...]
    conserved: bool
    decided: Decided
    notes: tuple[RuleNote, ...]
    cards: Mapping[int, str]

    @property
    def at_stake(self) -> int:
        """What the house holds for the players: all that is not decided yet."""
        return sum(place.at_stake for place in self.places)

    @property
    def house(self) -> int:
        """What the house won so far, below zero where it lost."""
        return sum(place.house for place in self.places)


class ReceivedByPlayer(NamedTuple):
    """What came to a player in all, prizes taken back left out: as recorded and computed again."""

    player: str
    recorded: int
    recomputed: int


_FIELDS: Final[Mapping[What, tuple[str, int]]] = {
    "staked": ("staked", 1),
    "prize": ("won", 0),
    "returned": ("returned", -1),
    "lost": ("lost", -1),
    "refunded": ("refunded", 0),
    "taken_back": ("taken_back", 0),
    "waived": ("waived", 0),
}
"""What a move adds to, and what it does to the stake; what is imprisoned stays at stake."""


def steps(view: RoundView) -> Iterator[RoundStep]:
    """The round of ``view`` after each of its entries, oldest first, as its viewer saw it."""
    banked, places, turned = BANKED_GAMES[view.game], dict[str, PlayerMoney](), set[int]()
    for number, act in enumerate(view.acts, 1):
        event = act.entry.event
        for held in getattr(event, "imprisoned", ()):
            place = places.get(held.player, PlayerMoney(held.player))
            places[held.player] = place._replace(
                carried=place.carried + held.amount, at_stake=place.at_stake + held.amount
            )
        before = dict(places)
        for move in act.moves:
            _add(places, move)
        fits = True
        if act.before.outcome == "open" and act.after.outcome == "voided":
            held_on = _in_prison(act.after)
            places = {name: place._replace(at_stake=held_on.get(name, 0)) for name, place in places.items()}
            fits = all(_void_fits(before.get(name, PlayerMoney(name)), place) for name, place in places.items())
        turned.update(slot for slot, _ in banked.turned(event))
        found = tuple(places.values())
        yield RoundStep(
            number=number,
            act=act,
            outcome=act.after.outcome,
            places=found,
            conserved=fits and _whole(act, found),
            decided=decided(act.entry, "time_out" if banked.by_time(event) else None),
            notes=_notes(banked, act),
            cards=_seen(view, act, turned),
        )


def _notes(banked: BankedGame, act: RoundAct) -> tuple[RuleNote, ...]:
    """The rules at work in an entry."""
    event = act.entry.event
    if event.kind.endswith(".finding_recorded.v1"):
        return (RuleNote(event.rule, "finding"),)
    return tuple(banked.notes(act.before, event))


def _add(places: dict[str, PlayerMoney], move: Move) -> None:
    """One move more of a player."""
    place = places.get(move.player, PlayerMoney(move.player))
    if move.what != "imprisoned":
        field, staked = _FIELDS[move.what]
        moved = {field: getattr(place, field) + move.amount, "at_stake": place.at_stake + staked * move.amount}
        place = place._replace(**moved)
    places[move.player] = place


def _in_prison(state: Any) -> dict[str, int]:
    """What each player has in prison; only a spin has one."""
    held: dict[str, int] = {}
    for prisoner in getattr(state, "prisoners", ()):
        held[prisoner.player] = held.get(prisoner.player, 0) + prisoner.amount
    return held


def _void_fits(before: PlayerMoney, after: PlayerMoney) -> bool:
    """Whether a void gave back what it may: all that is undecided, or, where decided bets go with it, everything (#19).

    What lies in prison from a spin before stays there (R804 r.21).
    """
    undecided = before.at_stake - after.at_stake
    stands = after.refunded == undecided and not after.taken_back and not after.waived
    return stands or after.house == -after.waived


def _whole(act: RoundAct, places: Sequence[PlayerMoney]) -> bool:
    """Whether nothing came back that was not staked, and of a round that is over only prison holds stakes."""
    if any(place.at_stake < 0 for place in places):
        return False
    held = _in_prison(act.after)
    return act.after.outcome == "open" or all(place.at_stake == held.get(place.player, 0) for place in places)


def _seen(view: RoundView, act: RoundAct, turned: set[int]) -> dict[int, str]:
    """The closed cards the viewer could see after ``act``: his own once they were dealt, and those turned up by then."""
    dealt = TABLE_GAMES[view.game].closed(act.after)
    return {
        slot: card
        for slot, card in view.cards.items()
        if slot in turned or (slot in dealt and view.viewer.sees(dealt[slot]))
    }


def open_cards(step: RoundStep) -> dict[str, list[str]]:
    """What lies open for everybody after a step: cards by whose they are, and the number of a spin."""
    return dict(BANKED_GAMES[step.act.entry.stream.partition(":")[0]].lying(step.act.after))


def differences(view: RoundView) -> tuple[str, ...]:
    """Where the record of a round that is over is not what its rules give; nothing of one in play."""
    events = [act.entry.event for act in view.acts]
    return () if view.state.outcome == "open" else TABLE_GAMES[view.game].differences(events)


def received(view: RoundView) -> tuple[ReceivedByPlayer, ...]:
    """What every player of a round that is over received, as recorded and computed again; nothing of one in play."""
    if view.state.outcome == "open":
        return ()
    paid = _received(move for act in view.acts for move in act.moves)
    due = _received(BANKED_GAMES[view.game].owed([act.entry.event for act in view.acts]))
    return tuple(
        ReceivedByPlayer(player, paid.get(player, 0), due.get(player, 0)) for player in dict.fromkeys((*paid, *due))
    )


def _received(moves: Any) -> dict[str, int]:
    """By player; what a void could not take back counts as taken: the rules do not know what an account holds."""
    signs: dict[What, int] = {"prize": 1, "returned": 1, "refunded": 1, "taken_back": -1, "waived": -1}
    found: dict[str, int] = {}
    for move in moves:
        found[move.player] = found.get(move.player, 0) + signs.get(move.what, 0) * move.amount
    return found


def to_json(step: RoundStep) -> dict[str, Any]:
    """A step as JSON: amounts in minor units of the round's unit."""
    return {
        "step": step.number,
        **entry_json(step.act.entry),
        "moves": [move._asdict() for move in step.act.moves],
        "outcome": step.outcome,
        "players": [place._asdict() for place in step.places],
        "at_stake": step.at_stake,
        "house": step.house,
        "conserved": step.conserved,
        "decided": step.decided._asdict(),
        "rules": notes_json(step.notes),
        "open_cards": open_cards(step),
        "cards": {str(slot): card for slot, card in sorted(step.cards.items())},
    }


def verdict_json(view: RoundView, taken: Sequence[RoundStep], found: Sequence[str]) -> dict[str, Any]:
    """How a replay came out, as JSON: what every player received, recorded and recomputed, and what differs."""
    return {
        "round": view.stream,
        "outcome": view.state.outcome,
        "conserved": all(step.conserved for step in taken),
        "house": taken[-1].house,
        "received": [one._asdict() for one in received(view)],
        "differences": list(found),
    }
