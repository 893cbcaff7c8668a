"""A table from its opening to its closing: sittings of several rounds, quiet hours between them, and now and then a failure."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.ids import local
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.ruleset.state import ruleset_stream
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.terms.poker import Terms
from tombo.simulator import banked, blackjack, disputes, hostile_house, house, idle, poker, roulette, sem_descarte
from tombo.simulator.ask import Play, Scene
from tombo.simulator.plays import first_of, rest_of
from tombo.simulator.trouble import left_open, outage, players_side

HOUR: Final = 3_600 * SECOND
SITTING: Final = (4, 12)
"""How many rounds are played one after the other."""
BUSY: Final = (9, 6, 4, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9, 11, 14, 18, 20, 20, 17, 12)
"""How busy each hour of the day is, beside the others."""
STEPS: Final = 25
"""A failure comes at the latest after so many requests of a round, be it over by then or not."""


def life(scene: Scene) -> Play:
    """The whole life of a table. Begun anew it goes on where the ledger stands: of one that closed while nobody heard it, it is over."""
    if _is_closed(scene):
        return
    is_poker = isinstance(scene.view(ruleset_stream(scene.ruleset)).terms, Terms)
    yield from house.open_poker_table(scene) if is_poker else banked.opens(scene)
    yield from left_open(scene.view, [scene.table])
    interrupted = round_in_play(scene)
    if interrupted is not None:
        yield from outage(scene.view, f"{local(interrupted)}/taken-up", [scene.table], scene.now())
    shoe: list[str] = []
    wait = 0 if house.is_session(scene) else scene.chance.randrange(HOUR)
    while scene.now() + wait < scene.until and house.plays_on(scene):
        rounds = scene.chance.randint(*SITTING)
        due = _due(scene.now() + wait, rounds, scene.pace)
        for _ in range(rounds):
            scene.rests(wait)
            wait = 0
            if house.plays_on(scene):
                yield from _round(scene, shoe, is_poker=is_poker)
        wait = 0 if house.is_session(scene) else max(due - scene.now(), 0)
    if house.is_session(scene):
        yield from house.completes(scene, poker.hand)
    yield from house.close_poker_table(scene) if is_poker else banked.closes(scene)


def _is_closed(scene: Scene) -> bool:
    poker_table, banked_table = scene.view(table_stream(scene.table)), scene.view(banked_stream(scene.table))
    return any(table is not None and table.closed for table in (poker_table, banked_table))


def _due(begins: int, rounds: int, pace: int) -> int:
    """When a sitting of ``rounds`` that begins then makes room for the next, at ``pace`` rounds in an average hour."""
    owed = rounds * HOUR * sum(BUSY) // (len(BUSY) * pace)
    while True:
        busy, left = BUSY[begins // HOUR % len(BUSY)], HOUR - begins % HOUR
        if busy * left >= owed:
            return begins + owed // busy
        owed, begins = owed - busy * left, begins + left


def round_in_play(scene: Scene) -> str | None:
    """The stream of the round under way at the table."""
    table = scene.view(table_stream(scene.table))
    if table is not None:
        hand: str | None = table.hand
        return hand
    found = scene.view(banked_stream(scene.table))
    round_: str | None = None if found is None else found.round
    return round_


def _round(scene: Scene, shoe: list[str], *, is_poker: bool) -> Play:
    """What comes before a round, and the round, whatever fails in it."""
    yield from idle.attends(scene)
    yield from house.between_hands(scene) if is_poker else banked.between_rounds(scene)
    if scene.happens(scene.malice):
        yield from _hostile(scene, is_poker=is_poker)
    play = _game(scene, shoe, is_poker=is_poker)
    if not scene.happens(scene.trouble):
        yield from play
        return
    stopped = yield from first_of(play, scene.chance.randrange(1, STEPS))
    stream = round_in_play(scene)
    if stopped is None or stream is None:
        return
    if scene.happens(0.5):
        yield from outage(scene.view, f"{local(stream)}/outage", [scene.table], scene.now())
        shoe.clear()
    else:
        yield from players_side(scene, stream)
        yield from rest_of(play, stopped)
    if scene.happens(disputes.COMPLAINS):
        yield from disputes.complains(scene, stream)


def _game(scene: Scene, shoe: list[str], *, is_poker: bool) -> Play:
    """A round of what is played at this table."""
    if is_poker:
        return poker.hand(scene)
    match banked.table_of(scene).terms.game:
        case "roulette":
            return roulette.spin(scene)
        case "blackjack":
            return blackjack.round_(scene, shoe)
        case "sem_descarte":
            return sem_descarte.round_(scene)
        case other:
            raise LookupError(f"nobody plays {other}")


def _hostile(scene: Scene, *, is_poker: bool) -> Play:
    """Somebody who plays here tries something with the house."""
    if is_poker:
        table: Table = scene.view(table_stream(scene.table))
        one, other = scene.chance.sample(table.seats, 2)
        variant = table.terms.variant
        yield from hostile_house.tries(scene, one.player, other.player, seat=one.seat, poker=variant)
        return
    places = banked.table_of(scene).places
    place = scene.chance.choice(places)
    other_ = next((found.player for found in places if found.player != place.player), "p-nobody")
    yield from hostile_house.tries(scene, place.player, other_, seat=place.seat, poker=None)
