"""Why a hand or a round is void, in both languages: the outage behind it, and who declared it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Final, assert_never

from cli import told
from cli.pages.page import Notes
from cli.pages.phrase import Phrase, dated, listed
from cli.text import timed
from ledger.core.entry import Actor, Entry
from ledger.core.ids import called
from ledger.house.incident import events as house
from ledger.house.staff.state import OFFICER

HEADING: Final = Phrase("Porque é nula", "Why it is void")
ORIGINS: Final = {
    "operator_system": "no sistema técnico de jogo da entidade exploradora",
    "player_equipment": "no equipamento de um jogador",
    "player_network": "na rede usada por um jogador",
}
ACTORS: Final[dict[Actor, str]] = {
    "platform": "pela plataforma",
    "player": "pelo jogador",
    "staff": "pelo funcionário",
    "import": "pela importação",
}
ROLES: Final = {OFFICER: "responsável por litígios"}


def reasons(incident: Sequence[Entry], void: Entry, rule: str) -> Notes:
    """The block that says why: ``rule`` voids it, ``incident`` are the entries of the outage, ``void`` is the declaration."""
    portuguese = [line for entry in incident for line in _said(entry)]
    by = void.by
    role = f", {ROLES.get(by.role, by.role)}" if by.role else ""
    who = f"{ACTORS[by.actor]} {by.id}{role}"
    portuguese.append(f"Declarada nula às {timed(void.recorded)} {who} (índice do registo {void.index})")
    english = [line.strip() for line in told.outage(incident, void)]
    rules = Phrase(
        f"Jogada nula ({rule}): as apostas são devolvidas aos jogadores", f"Void ({rule}): bets go back to the players"
    )
    return Notes(HEADING, (rules, *starmap(Phrase, zip(portuguese, english, strict=True))), alarm=True)


def _said(entry: Entry) -> Iterator[str]:
    """The fellow of ``cli.told.outage``, line by line."""
    event: house.IncidentEvent = entry.event
    match event:
        case house.IncidentOpened():
            yield f"O incidente: uma falha com origem {ORIGINS[event.origin]}, comunicada por {event.reported_by}"
            scope = "todas as mesas" if event.scope is None else f"mesa {listed(event.scope)}"
            first = dated(event.first_instant).pt
            yield f"notada primeiro {first}; registada às {timed(entry.recorded)} (índice do registo {entry.index}); {scope}"
        case house.HandsListed():
            found = [f"{called(hand.hand)} na versão {hand.version}" for hand in event.hands]
            yield f"jogadas em curso nesse momento: {listed(found) if found else 'nenhuma'}"
        case house.IncidentClosed():
            yield f"terminada às {timed(entry.recorded)} (índice do registo {entry.index}): {event.note}"
        case _:
            assert_never(event)
