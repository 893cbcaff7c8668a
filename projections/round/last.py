"""The last hands and rounds a player took part in, with their essential elements: the result, and the amounts bet.

What every game's regulation owes him (R803 r.37, R804 r.24, R805 r.31, R806 r.65, R807 r.25, R809 r.66, R811 r.65; of a
tournament by its variant, R810 r.3). Which they are is said by the entries by which he took part, the newest first: read in the log, or as
they are followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import TABLE_GAMES, followed
from tombo.ledger.house.moves import What
from tombo.ledger.house.rules import following
from tombo.projections.follow import AsOf
from tombo.projections.round.stakes import in_prison

_PLAYERS: Final = {
    event.model_fields["kind"].default: who for game in TABLE_GAMES.values() for event, who in game.players.items()
}
"""Whom a kind names that names who takes part in a hand or round; a spin begins with the stakes it has in prison."""
TAKING_PART: Final = frozenset(_PLAYERS)
"""The kinds that name who takes part."""


class LastHand(NamedTuple):
    """A hand or round of a player as it stood. Amounts in its unit; ``result`` is None while it, or a stake of it, is not decided.

    ``staked``: what he put in, less what came back uncalled. ``won``: pots collected after commission, and prizes.
    ``returned``: stakes that came back, one in prison from a spin before among them. ``refunded``: those of a void, less prizes it took back.
    """

    stream: str
    entries: tuple[Entry, ...]
    rule: str
    """The rule that owes it to him."""
    outcome: Literal["open", "settled", "voided"]
    incident: str | None
    """The outage that made it void."""
    staked: int
    won: int
    returned: int
    refunded: int
    result: int | None
    imprisoned: int = 0
    """Stakes of his that it left in prison and no later spin has decided (R807)."""


class LastHands(NamedTuple):
    """The newest that are over, and those he has taken part in since that are not; the newest first in both."""

    over: tuple[LastHand, ...]
    in_play: tuple[LastHand, ...]


def played_by(player: str, backwards: Iterable[Entry]) -> Iterator[str]:
    """The streams of the hands and rounds ``player`` took part in, by ``backwards``, the log from its newest entry to the first.

    As far back as somebody asks. A hand counts from its deal, a round from his last bet in it.
    """
    told: set[str] = set()
    for entry in backwards:
        if entry.kind in TAKING_PART and entry.stream not in told and player in _PLAYERS[entry.kind](entry.event):
            told.add(entry.stream)
            yield entry.stream


def last_hands(
    player: str,
    streams: Iterable[str],
    read: Callable[[str], Sequence[Entry]],
    as_of: AsOf = AsOf(),  # noqa: B008  # frozen
    count: int = 1,
) -> LastHands:
    """The last ``count`` hands and rounds of ``player`` that are over, and what he is in since, as it stood then.

    ``streams``: those he had taken part in by then, by his newest part in each, the newest first; as far as somebody asks, and one that comes
    again is passed over. ``read`` gives the entries of a stream in order. Fewer where he has played fewer.
    """
    told: set[str] = set()
    decided: set[str] = set()
    over: list[LastHand] = []
    in_play: list[LastHand] = []
    for stream in streams:
        if stream in told:
            continue
        told.add(stream)
        entries = [entry for entry in read(stream) if as_of.reaches(entry)]
        table = stream.rpartition("/")[0]
        found = essentials(player, entries, decided=table in decided)
        if found.outcome == "settled":
            decided.add(table)  # who is in prison has part in the next spin, which is met first
        (in_play if found.outcome == "open" else over).append(found)
        if len(over) == count:
            break
    return LastHands(tuple(over), tuple(in_play))


def essentials(player: str, entries: Sequence[Entry], *, decided: bool = False) -> LastHand:
    """What a hand or round, whose ``entries`` these are, brought ``player``; ``decided`` where a later spin decided what it imprisoned.

    Raises:
        OutOfPlaceError: an entry that cannot follow those before it, or shows a card that was not dealt so.
    """
    stream = entries[0].stream
    game = stream.partition(":")[0]
    played = TABLE_GAMES[game]
    state: Any = None
    totals: Counter[What] = Counter()
    for entry in entries:
        state = followed(state, entry)
        with following(entry):
            flows = played.money[entry.kind].flows(entry.event) if entry.kind in played.money else ()
            for who, what, amount, _ in flows:
                if player == (who if isinstance(who, str) else played.seated(state).get(who)):
                    totals[what] += amount
    staked, won = totals["staked"] + totals["posted"] - totals["uncalled"], totals["prize"]
    returned, refunded = totals["returned"], totals["refunded"] - totals["taken_back"]
    over = state.outcome != "open"
    held = in_prison(state).get(player, 0) if over and not decided else 0
    return LastHand(
        stream=stream,
        entries=tuple(entries),
        rule=played.owed_by(state.terms),
        outcome=state.outcome,
        incident=next((entry.event.incident for entry in entries if entry.kind.endswith(".voided.v1")), None),
        staked=staked,
        won=won,
        returned=returned,
        refunded=refunded,
        result=won + returned + refunded - staked if over and not held else None,
        imprisoned=held,
    )


def to_json(found: LastHand) -> dict[str, Any]:
    """The essential elements as JSON: amounts in minor units."""
    return {name: value for name, value in found._asdict().items() if name != "entries"}
