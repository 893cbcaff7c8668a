"""What goes wrong: the operator's system, a player's equipment, a player's network. Only the first makes anything void."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.ids import local, type_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import phase
from tombo.ledger.games.sem_descarte.state import SemDescarteRound
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.incident.state import Incident, incident_stream
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.terms.citation import rules_of
from tombo.simulator.ask import OFFICER, PLATFORM, Ask, Play, Scene, View

PLAYERS_RULE: Final = {"blackjack": "R805 r.29", "sem_descarte": "R803 r.34"}
"""By which rule a failure on the player's side voids nothing."""


MAY_STAND: Final = {"blackjack": "R805 r.27", "sem_descarte": "R803 r.36"}
"""By which rule a round may be valid all the same, where its state alone does not say so."""


def outage(view: View, incident: str, scope: Sequence[str], now: int) -> Play:
    """The operator's own system fails at the tables of ``scope``.

    What is in play there is void, or settled where its result is fixed, and then all is well again.
    """
    opened = OpenIncident(
        first_instant=now, incident=incident, origin="operator_system", reported_by="monitor", scope=list(scope)
    )
    yield Ask(opened, after=30 * SECOND)
    found: Incident = view(incident_stream(incident))
    for stream, _ in found.hands:
        ending = TABLE_GAMES[type_of(stream)].ending
        void = ending.void(local(stream), incident)
        fixed = _fixed_rule(view, stream) if ending.fixed(view(stream)) else None
        if fixed is not None:
            yield Ask(void, OFFICER, after=60 * SECOND, expects=fixed)
            yield Ask(ending.settle(local(stream)))
            continue
        told = yield Ask(void, OFFICER, after=60 * SECOND, unless=MAY_STAND.get(type_of(stream)))
        if isinstance(told, Refused):
            yield Ask(ending.settle(local(stream)))
    yield Ask(CloseIncident(incident=incident, note="the game server was replaced"), OFFICER, after=120 * SECOND)


def left_open(view: View, tables: Sequence[str]) -> Play:
    """Incidents of the last rounds of ``tables`` that the platform left open as it died are closed: all is well again."""
    for table in tables:
        found = view(table_stream(table)) or view(banked_stream(table))
        for word in ("outage", "taken-up"):
            name = f"{table}/{found.number}/{word}"
            incident: Incident | None = view(incident_stream(name))
            if incident is not None and incident.open:
                yield Ask(CloseIncident(incident=name, note="the platform runs again"), OFFICER)


def _fixed_rule(view: View, stream: str) -> str | None:
    """The rule by which a round whose result is fixed is not void; None where its rules void it all the same."""
    match type_of(stream):
        case "hand":
            return rules_of(view(stream).terms.variant, 72)
        case "roulette":
            later = view(stream).terms.regulation == "R807"
            return "R807 r.21" if later else "R804 r.20"
        case _:
            round_: SemDescarteRound = view(stream)
            void = round_.terms.readings.second_bets is Reading.PRACTICE
            cut_off = any(box.cut_off for box in round_.boxes)  # who was, perhaps by this very failure (r.33, r.35)
            return None if void or cut_off else MAY_STAND["sem_descarte"]


def players_side(scene: Scene, stream: str) -> Play:
    """A player's equipment or network fails, and somebody tries to void the round for it."""
    origin = scene.chance.choice(("player_equipment", "player_network"))
    incident = f"{local(stream)}/{origin}"
    opened = OpenIncident.model_validate(
        {
            "first_instant": scene.now(),
            "incident": incident,
            "origin": origin,
            "reported_by": "the player's client",
            "scope": [scene.table],
        }
    )
    yield Ask(opened, after=0)  # at once, so that no time of the round goes by
    void = TABLE_GAMES[type_of(stream)].ending.void(local(stream), incident)
    yield Ask(void, OFFICER, after=0, expects=_players_rule(scene.view, stream))
    yield Ask(CloseIncident(incident=incident, note="on the player's side: nothing is void"), PLATFORM, after=0)


def _players_rule(view: View, stream: str) -> str:
    match type_of(stream):
        case "hand":
            hand: Hand = view(stream)
            return rules_of(hand.terms.variant, 72 if phase(hand) == "showdown" else 73)
        case "roulette":
            return "R807 r.23" if view(stream).terms.regulation == "R807" else "R804 r.22"
        case other:
            return PLAYERS_RULE[other]
