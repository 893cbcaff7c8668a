"""Every transcript of every rule of poker, told to ANJ: each document valid, their sums those of the book, also of what no simulated player does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from lxml import etree

from tests.transcripts.languages import FOLDER
from tests.unit.regulators.test_portugal_every_rule import ELSEWHERE, in_book, lines
from tests.worlds.told_to_anj import SETTINGS, Told, totals_of, xsd
from tombo.projections.line import AnyLine
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.france.documents import VaultDocument
from tombo.reports.regulators.france.events import VaultEvents
from tombo.reports.regulators.france.people import Beginnings, PlayerHere, SeenPeople
from tombo.reports.regulators.france.settings import settings_in

pytestmark = pytest.mark.corpus
SEEN: Final = {
    "r806": {"POJEU", "POINSCRIT", "POACHAT", "POBILAN", "commission", "annulee"},
    "r809": {"POJEU", "sintetico"},
    "r810": {"POINSCRIT", "POACHAT", "POGAIN", "POBILAN", "POANNUL", "ticket"},
    "r811": {"POJEU"},
}
"""What the transcripts of each regulation have to hold, or the test shows nothing."""
LAWS: Final = {"holdem": "R806", "omaha": "R811", "sintetico": "R809"}


EVERY: Final = {slot: slot for slot in range(52)}
"""Each slot holds some card."""


class Nobody(VaultEvents):
    """The fold of transcripts, whose players have no papers; ``closed``: what is kept of the closed cards of any hand."""

    def __init__(self, closed: Mapping[int, int]) -> None:
        nothing: Any = None
        super().__init__(Reported(nothing, nothing, settings_in(SETTINGS.encode(), "anj.toml")), lambda _: closed)


def told(found: list[AnyLine], closed: Mapping[int, int], patched: pytest.MonkeyPatch) -> Iterator[VaultDocument]:
    """The documents of a transcript."""
    begins: dict[str, int] = {}
    for line in found:
        begins.setdefault(line.stream, line.index)
    patched.setattr(SeenPeople, "here", lambda *_: PlayerHere(1, "192.0.2.7", 2))
    patched.setattr(SeenPeople, "hash", lambda *_: "A" * 40)
    patched.setattr(SeenPeople, "details", lambda *_: SimpleNamespace(country="FR"))
    patched.setattr(Beginnings, "of", lambda _, stream, __: begins.get(stream, 0))
    fold = Nobody(closed)
    for line in found:
        if getattr(line.event, "cause", None) == ELSEWHERE[0]:
            fold.known.step(line)
        elif line.kind in fold.reads and not line.kind.startswith("session."):
            yield from fold.step(line, wanted=True)


def unfinished(found: list[AnyLine]) -> Counter[str]:
    """By regulation: what is staked in hands that a transcript leaves in play, of which no document is made yet."""
    over = {line.stream for line in found if line.kind in {"hand.settled.v1", "hand.voided.v1"}}
    games = {line.stream: line.event for line in found if line.kind == "hand.started.v1"}
    staked = Counter[str]()
    for line in found:
        game = games.get(line.stream)
        if game is not None and line.stream not in over and game.door == "live" and game.terms.unit.in_euro:
            if line.kind in {"hand.blind_posted.v1", "hand.bet_placed.v1"} and game.tournament is None:
                staked[LAWS[game.terms.variant]] += line.event.paid
            elif line.kind == "hand.uncalled_bet_returned.v1":
                staked[LAWS[game.terms.variant]] -= line.event.amount
    return staked


def sums(regulation: Mapping[str, int]) -> tuple[int, ...]:
    """Staked, paid, given back, commission."""
    return tuple(regulation.get(name, 0) for name in ("staked", "paid", "refunded", "commission"))


@pytest.mark.parametrize("closed", [EVERY, {}], ids=["kept", "lost"])
@pytest.mark.parametrize("folder", sorted(SEEN))
def test_documents_of_every_rule_come_to_what_the_book_says(
    folder: str, closed: Mapping[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the cent, and each valid, also where every closed card is lost. Red before: a round in which only such cards were dealt was told empty."""
    schema = etree.XMLSchema(etree.parse(xsd()))
    kinds = Counter[str]()
    for path in sorted((FOLDER / folder).glob("*.txt")):
        found = list(lines(f"{folder}/{path.name}"))
        documents = list[Told]()
        for each in told(found, closed, monkeypatch):
            schema.assertValid(etree.fromstring(each.xml.encode()))
            documents.append(Told(each.name, "", each.xml.encode(), ET.fromstring(each.xml)))
            kinds[each.kind] += 1
            kinds.update(documents[-1].info().keys())
        here, left = totals_of(documents), unfinished(found)
        for total in in_book(found).told():
            if total.regulation in {"R806", "R809", "R810", "R811"}:
                due = (total.staked - left[total.regulation], total.paid, total.refunded, total.commission)
                assert sums(here.pop(total.regulation, Counter())) == due, (path.name, total)
        assert not any(any(sums(each)) for each in here.values()), (path.name, here)
    assert kinds.keys() >= SEEN[folder], kinds
