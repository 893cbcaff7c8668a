"""What a table waits for, as a person reads it: a line for each thing that a player may ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tombo.ledger.core.ids import called, local
from tombo.ledger.core.said import Told
from tombo.ledger.terms.unit import Unit
from tombo.projections.turn import LawfulAct, TableTurn
from tombo.reports.document import Document, Sentence
from tombo.reports.said import turn as said


def document(turn: TableTurn) -> Document:
    """What is awaited, and who may do what."""
    table = local(turn.stream)
    if turn.played is None:
        return Document(said.TURN_BETWEEN(table=table), ())
    title = said.TURN_AT_TABLE(table=table, played=called(turn.played), awaits=said.AWAITED[turn.waits_for])
    return Document(title, tuple(Sentence(_act(act, turn.unit), 1) for act in turn.acts))


def _act(act: LawfulAct, unit: Unit) -> Told:
    """Who may do what, for how much, until when."""
    asks = act.command.model_dump(mode="json")
    parts: list[Told | str] = [*_details(asks, act.field.rpartition(".")[2])]
    if act.least is not None and act.most is not None:
        bounds = {"least": unit.sum(act.least), "most": unit.sum(act.most)}
        parts.append(
            said.TURN_AMOUNT(**bounds) if act.least < act.most else said.TURN_ONE_AMOUNT(amount=bounds["least"])
        )
    if act.costs:
        parts.append(said.TURN_ONE_AMOUNT(amount=unit.sum(act.costs)))
    if act.until is not None:
        parts.append(said.TURN_UNTIL(until=act.until))
    who = {"player": act.player, "act": asks["kind"]}
    may = said.TURN_ACT(**who) if act.seat is None else said.TURN_ACT_OF_SEAT(**who, seat=act.seat)
    return said.TURN_ACT_HOW(may=may, how=tuple(parts)) if parts else may


def _details(asks: Any, amount: str, name: str = "") -> Iterator[str]:
    """What else the command says, but who asks it of what, and its ``amount``: ``decision hit``."""
    match asks:
        case dict():
            for key, value in asks.items():
                if key not in {"kind", "player", "round", "seat", amount} and not (
                    key == "hand" and isinstance(value, str)
                ):
                    yield from _details(value, amount, key)
        case [dict() as first]:
            yield from _details(first, amount)
        case list():
            yield f"{name} {'-'.join(map(str, asks))}"
        case None:
            return
        case _:
            yield f"{name} {asks}"
