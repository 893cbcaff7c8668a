"""Hands and rounds of a log the long way: each told by its view over all its entries, and searched by going through all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.terms.every import regulation_of
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import HandView
from tombo.projections.round.view import of
from tombo.projections.search.reading import HandQuestion
from tombo.reports.shown.rounds import summary

CARD: Final = re.compile(r"[2-9TJQKA][cdhs]")


class LongHand(NamedTuple):
    """A hand or round as all its entries tell it."""

    began: int
    stream: str
    table: str
    number: str
    regulation: str
    recorded: int
    outcome: str
    ended: int | None
    """When its end was recorded."""
    players: frozenset[str]
    player_count: int
    """How many players the list says."""
    amount: int
    largest: int
    euro: bool
    incident: str
    cards: frozenset[str]
    rules: frozenset[str]
    disputed: bool


def hands(entries: Iterable[Entry]) -> list[LongHand]:
    """Every hand and round of a log, the newest first."""
    streams: dict[str, list[Entry]] = {}
    complaints = set[str]()
    for entry in entries:
        if entry.stream.partition(":")[0] in TABLE_GAMES:
            streams.setdefault(entry.stream, []).append(entry)
        if entry.kind.startswith("dispute.opened."):
            complaints.add(entry.event.about)
    found = [_hand(those, complained=name in complaints) for name, those in streams.items()]
    return sorted(found, reverse=True)


def _hand(entries: Sequence[Entry], *, complained: bool) -> LongHand:
    view, told, first = of(entries, {}, Viewer()), summary(entries), entries[0]
    if isinstance(view, HandView):
        players = [seated.player for seated in view.started.seats]
        won = [sum(cents for _, owner, cents in view.hand.awards if owner == at) for at in range(len(players))]
        amount = told["pot"]
    else:
        players = [one.player for one in view.results]
        won = [one.totals.get("prize", 0) for one in view.results]
        amount = told["staked"]
    end = next((entry for entry in entries if entry.kind.split(".")[1] in {"settled", "voided"}), None)
    return LongHand(
        began=first.index,
        stream=first.stream,
        table=table_of(first.stream),
        number=first.stream.rpartition("/")[2],
        regulation=regulation_of(first.event.terms),
        recorded=first.recorded,
        outcome=told["outcome"],
        ended=None if end is None else end.recorded,
        players=frozenset(players),
        player_count=told["players"],
        amount=amount,
        largest=max(won, default=0),
        euro=told["unit"] == {"currency": "EUR", "decimals": 2},
        incident=getattr(end.event, "incident", "") if end is not None else "",
        cards=frozenset(card for entry in entries[1:] for card in _cards(entry.event.model_dump(mode="json"))),
        rules=frozenset(entry.event.rule for entry in entries if ".finding_recorded." in entry.kind),
        disputed=complained,
    )


def _cards(said: Any) -> Iterator[str]:
    """Every card that is named anywhere in what an entry says."""
    if isinstance(said, Mapping | list):
        for one in said.values() if isinstance(said, Mapping) else said:
            yield from _cards(one)
    elif isinstance(said, str) and CARD.fullmatch(said):
        yield said


def asked(found: Sequence[LongHand], question: HandQuestion) -> list[LongHand]:
    """Those of ``found`` that ``question`` asks for, one after another."""
    return [one for one in found if _meets(one, question)]


def _meets(one: LongHand, question: HandQuestion) -> bool:
    of_amount = question.least is not None or question.most is not None
    low, high = question.least or 0, 2**53 if question.most is None else question.most
    return (
        (question.player is None or question.player in one.players)
        and (question.table is None or question.table == one.table)
        and (question.number is None or question.number == one.number)
        and (not question.regulations or one.regulation in question.regulations)
        and set(question.cards) <= one.cards
        and (not of_amount or (one.ended is not None and one.euro and low <= one.amount <= high))
        and (question.incident is None or question.incident == one.incident)
        and (question.rule is None or question.rule in one.rules)
        and (not question.disputed or one.disputed)
        and question.since <= one.began
        and (question.below is None or one.began < question.below)
    )
