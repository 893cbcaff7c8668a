"""What a dispute is about, looked up and computed again: its history, its closed cards, and what goes on record of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from tombo.ledger.core.cards import card_text
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import called, local
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.games.tournament.prizes import DECIDED_BY
from tombo.ledger.games.tournament.refunds import REFUNDS_RULE
from tombo.ledger.house.dispute.commands import RecordReplay
from tombo.ledger.house.dispute.events import AMOUNTS_MAX, DIFFERENCES_MAX, RULES_MAX, SAID_MAX, PlayerAmounts
from tombo.ledger.house.dispute.state import OVER, TOURNAMENT
from tombo.ledger.house.rules import together
from tombo.ledger.terms.unit import EURO
from tombo.projections.dispute.replay import Replay, replayed
from tombo.projections.follow import Viewer
from tombo.projections.round.banked import BankedView
from tombo.projections.round.hand import HandView
from tombo.projections.round.view import to_json
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.refunds import refund_differences, refund_table
from tombo.projections.tournament.view import tournament_view
from tombo.reports.dispute_replay import CardsInDispute
from tombo.reports.document import Document
from tombo.reports.said import dispute as said
from tombo.reports.said.commands import dispute as asked
from tombo.reports.shown import rounds
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.reading import Reader
from tombo.reports.tournament import prizes as tournament_prizes
from tombo.reports.tournament import refunds as tournament_refunds

KINDS: Final = (*TABLE_GAMES, "tournament")
"""What a dispute may be about, by type of stream."""
AUDITOR: Final = Viewer("auditor")
"""Sees who said what, and where it is on record; and no card that was not shown."""


class ReplayText(NamedTuple):
    """Something computed again: the result, its history for people, for programs, and its closed cards owner by owner."""

    replay: Replay
    history: Document
    document: dict[str, Any]
    closed: tuple[CardsInDispute, ...]


def meant(reader: Reader, text: str) -> str:
    """The stream that ``text`` names: a hand, a round or a tournament, with or without its type.

    Raises:
        NotFoundError: there is none.
        UsageError: it names several.
    """
    found = [
        stream
        for stream in ([text] if ":" in text else [f"{kind}:{text}" for kind in KINDS])
        if _is_there(reader, stream)
    ]
    if not found:
        raise NotFoundError(asked.NOTHING_TO_DISPUTE(name=text, origin=reader.store.origin))
    if len(found) > 1:
        raise UsageError(asked.NAMES_SEVERAL(name=text, streams=tuple(found)))
    return found[0]


def _is_there(reader: Reader, stream: str) -> bool:
    return stream.partition(":")[0] in KINDS and reader.version(stream) > 0


def is_over(reader: Reader, about: str) -> bool:
    """Whether a hand, round or tournament is over, and can be computed again."""
    return reader(about).phase in OVER if about.startswith(TOURNAMENT) else reader.is_over(about)


def needed(reader: Reader, about: str) -> dict[int, int]:
    """The slots whose closed cards are needed to compute ``about``, and whose opening is kept; each with its position."""
    if about.startswith(TOURNAMENT):
        return {}
    kept = {row.slot for row in reader.store.openings(about)}
    unturned = TABLE_GAMES[about.partition(":")[0]].unturned(reader(about))
    return {slot: position for slot, position in unturned.items() if slot in kept}


def look(reader: Reader, about: str, wanted: Mapping[int, int]) -> ReplayText:
    """``about`` computed again. ``wanted`` are the slots whose cards were read for it, which has to be on record by now."""
    if about.startswith(TOURNAMENT):
        return _tournament(reader, about)
    view = rounds.look(reader, about, Seen(AUDITOR))
    openings = reader.closed_cards(about)
    read = {slot: openings[slot] for slot in wanted}
    history = rounds.document(view, rounds.incident_of(reader, view))
    with together(view.stream):
        closed = tuple(_hand_cards(view, read) if isinstance(view, HandView) else _round_cards(view))
    return ReplayText(replayed(view, read, _before(reader, about)), history, to_json(view), closed)


def _before(reader: Reader, about: str) -> list[Entry]:
    """The round before, where one leaves something to the next: the stakes in prison of a spin."""
    table, _, number = about.rpartition("/")
    banked = BANKED_GAMES.get(about.partition(":")[0])
    if banked is None or banked.carry is None or not number.isdecimal():
        return []
    return reader.entries(f"{table}/{int(number) - 1}")


def _tournament(reader: Reader, about: str) -> ReplayText:
    """Its prizes and its refunds, computed again from what was bought, who went out when, and what was cancelled."""
    view = tournament_view(local(about), reader.follow)
    prizes, refunds = prize_table(view.followed), refund_table(view)
    differing = (*prizes.differences, *refund_differences(view, refunds))
    cancelled = view.state.phase == "cancelled"
    rules = (REFUNDS_RULE,) if cancelled else DECIDED_BY
    replay = Replay(about, reader.version(about), None, EURO, differing, (), rules)
    if cancelled:
        history = tournament_refunds.document(view, refunds)
    else:
        history = tournament_prizes.document(view.followed, prizes)
    return ReplayText(replay, history, {"tournament": local(about), "phase": view.state.phase}, ())


def _hand_cards(view: HandView, read: Mapping[int, int]) -> Iterator[CardsInDispute]:
    """Of every seat that was dealt cards: those that were turned, those read for the dispute, or that they are closed."""
    hand = view.hand
    for position, seated in enumerate(view.started.seats):
        slots = [slot for slot, owner in enumerate(hand.dealt) if owner == position]
        mine = [card_text(read[slot]) for slot in slots if slot in read]
        if seated.seat in view.holes:
            yield CardsInDispute(seated.player, said.WALK_TURNED(cards=tuple(view.holes[seated.seat])))
        elif mine:
            yield CardsInDispute(seated.player, said.WALK_READ(cards=tuple(mine)))
        elif slots:
            yield CardsInDispute(seated.player, said.WALK_NOT_TURNED())


def _round_cards(view: BankedView) -> Iterator[CardsInDispute]:
    """Of everybody who was dealt closed cards: those that were turned, or that they are closed."""
    for owner in dict.fromkeys(view.closed.values()):
        slots = [slot for slot, whose in view.closed.items() if whose == owner]
        turned = tuple(view.cards[slot] for slot in slots if slot in view.shown)
        yield CardsInDispute(owner, said.WALK_TURNED(cards=turned) if turned else said.WALK_NOT_TURNED())


def replay_json(told: ReplayText) -> dict[str, Any]:
    """The result of a replay: amounts in minor units of its unit."""
    replay = told.replay
    return {
        "stream": replay.stream,
        "version": replay.version,
        "revision": replay.revision,
        "unit": replay.unit.model_dump(),
        "same": not replay.told,
        "decidable": replay.decidable,
        "differences": list(replay.differences),
        "amounts": [one._asdict() for one in replay.amounts],
        "rules": list(replay.rules),
        "closed_cards": [{"player": one.owner or "the house", "cards": one.shown.text()} for one in told.closed],
    }


def recordable(replay: Replay, dispute: str, claimant: str) -> RecordReplay:
    """What goes on record of ``replay``: as much as an entry holds, the claimant and whoever is due something else first."""
    first = sorted(replay.amounts, key=lambda one: (one.player != claimant, one.recorded == one.recomputed))
    differences = [text[:SAID_MAX] for text in replay.differences]
    if len(differences) > DIFFERENCES_MAX:
        left = len(differences) - (DIFFERENCES_MAX - 1)
        differences = [
            *differences[: DIFFERENCES_MAX - 1],
            asked.MORE_DIFFERENCES(
                left=left, played=called(replay.stream)
            ).text(),  # on record, in English as the others are
        ]
    return RecordReplay(
        amounts=[
            PlayerAmounts(player=one.player, recomputed=max(one.recomputed, 0), recorded=max(one.recorded, 0))
            for one in first[:AMOUNTS_MAX]
        ],
        differences=differences,
        dispute=dispute,
        revision=replay.revision,
        rules=list(replay.rules[:RULES_MAX]),
        version=replay.version,
    )
