"""What a dispute is about, computed again: the claim, the history on record, what came back to whom, the cards, the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.said import Told
from tombo.projections.dispute.case import DisputeCase
from tombo.projections.dispute.replay import Replay
from tombo.reports import dispute as dispute_report
from tombo.reports.document import Alarm, Block, Cell, Document, Grid, GridColumn, Heading, Sentence
from tombo.reports.said import dispute as said

AMOUNTS: Final = (
    GridColumn(),
    GridColumn(said.CAME_BACK_RECORDED(), amount=True, spec="figure"),
    GridColumn(said.CAME_BACK_RECOMPUTED(), amount=True, spec="figure"),
    GridColumn(),
    GridColumn(),
)


class CardsInDispute(NamedTuple):
    """The closed cards of a player, or of the house, None: turned, read, or closed still."""

    owner: str | None
    shown: Told


def document(
    case: DisputeCase, replay: Replay, history: Document, closed: Sequence[CardsInDispute], log_index: int
) -> Document:
    """The replay from the claim to the verdict; ``log_index`` is where it is on record."""
    found = computed(case, replay, history, closed)
    return found._replace(blocks=(*found.blocks, Sentence(_verdict(replay, log_index))))


def computed(case: DisputeCase, replay: Replay, history: Document, closed: Sequence[CardsInDispute]) -> Document:
    """The same without the verdict, which says where it is on record."""
    heading = dispute_report.heading(case)
    told = (Sentence(history.title), *history.blocks)
    found = _found(replay, case, closed)
    blocks = (*heading.blocks, Heading(said.WALK_ON_RECORD()), *told, Heading(said.WALK_AGAIN()), *found)
    return heading._replace(blocks=blocks)


def _found(replay: Replay, case: DisputeCase, closed: Sequence[CardsInDispute]) -> Iterator[Block]:
    yield from _amounts(replay, case.opened.player)
    if replay.rules:
        yield Sentence(said.DECIDED_UNDER(rules=tuple(replay.rules)))
    for one in closed:
        yield Sentence(said.WALK_CLOSED_CARDS(owner=one.owner or said.WALK_HOUSE(), shown=one.shown))
    for difference in replay.told:
        yield Alarm(said.NOT_AS_RULES_GIVE(difference=difference))


def _verdict(replay: Replay, log_index: int) -> Told:
    if not replay.decidable and not replay.told:
        return said.NOT_RECOMPUTED(version=replay.version, index=log_index)
    if replay.revision is None:
        row = said.RECOMPUTED_OTHERWISE if replay.told else said.RECOMPUTED_SAME
        return row(version=replay.version, index=log_index)
    row = said.RECOMPUTED_OTHERWISE_UNDER if replay.told else said.RECOMPUTED_SAME_UNDER
    return row(revision=replay.revision, version=replay.version, index=log_index)


def _amounts(replay: Replay, claimant: str) -> Iterator[Block]:
    """What came back to every player, recorded and recomputed."""
    if not replay.amounts:
        return
    currency = replay.unit.currency
    yield Sentence(said.CAME_BACK(currency=currency) if currency else said.CAME_BACK_IN_CHIPS())
    if claimant not in {one.player for one in replay.amounts}:
        yield Sentence(said.NOT_AMONG_PLAYERS(player=claimant), 1)
    rows = tuple(
        _row(replay, one.player, one.recorded, one.recomputed, complains=one.player == claimant)
        for one in replay.amounts
    )
    yield Grid(AMOUNTS, rows)


def _row(replay: Replay, player: str, recorded: int, recomputed: int, *, complains: bool) -> tuple[Cell, ...]:
    mark: Cell = "" if recorded == recomputed else said.CAME_BACK_DIFFERS()
    who: Cell = said.WHO_COMPLAINS() if complains else ""
    return player, replay.unit.sum(recorded), replay.unit.sum(recomputed), mark, who
