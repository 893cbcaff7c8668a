"""The folds of the house: every event has its place, and a stream without its beginning is not believed."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.dispute.events import DisputeResolved
from tombo.ledger.house.imports import ImportClosed, ImportOpened
from tombo.ledger.house.incident.events import IncidentClosed
from tombo.ledger.house.key import KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.house.log.events import ClockStepped, LogOpened, LossDeclared
from tombo.ledger.house.log.state import Log
from tombo.ledger.house.rules import HOUSE_RULES, HouseRule
from tombo.ledger.house.ruleset.events import RulesetWithdrawn
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.streams import DECIDERS, EVOLVE
from tombo.ledger.house.table.events import SatOut, TableClosed
from tombo.ledger.kinds import EVENTS

KEY = "0011223344556677"
REGISTERED = KeyRegistered(
    key=KEY, name="test.example/1/event/1", possession="", public="AAAA", purpose="event", root_signature=""
)


def fold(stream_type: str, *happened: EventBase) -> Any:
    state = None
    for event in happened:
        state = EVOLVE[stream_type](state, event)
    return state


def revoked(last_good: int) -> KeyRevoked:
    return KeyRevoked(key=KEY, last_good=last_good, reason="stolen", root_signature="")


def of_the_house(base: type[Record]) -> set[type[Record]]:
    """What the house defines of ``base``: its commands, or its events."""
    return {cls for cls in base.__subclasses__() if cls.__module__.startswith("tombo.ledger.house.")}


def test_every_command_of_the_house_has_a_decider() -> None:
    """No command of the house is left undecided, and none is decided that is not of the house."""
    assert set(DECIDERS) == of_the_house(CommandBase)


def test_every_type_of_stream_has_a_fold() -> None:
    """Every event of the house is a kind, and the kinds name their stream types; each has its fold."""
    kinds = {kind: cls for kind, cls in EVENTS.items() if cls.__module__.startswith("tombo.ledger.house.")}
    assert set(kinds.values()) == of_the_house(EventBase)
    assert {kind.partition(".")[0] for kind in kinds} == set(EVOLVE)


def test_every_house_rule_is_told() -> None:
    """The list of the house's rules names exactly those that can be cited, each in a sentence."""
    assert set(HOUSE_RULES) == set(get_args(HouseRule))
    assert all(sentence.endswith(".") for sentence in HOUSE_RULES.values())


@pytest.mark.parametrize(
    ("stream_type", "event"),
    [
        ("account", Deposited(amount=Money(1), reference="x")),
        ("dispute", DisputeResolved(compensation=Money(0), grounds="x", outcome="rejected", rule=None)),
        ("import", ImportClosed(duplicates=0, flagged=0, hands=0, recorded=0, refused=[])),
        ("incident", IncidentClosed(note="")),
        ("key", KeyRetired(key=KEY, root_signature="")),
        ("log", LossDeclared(first=0, last=1, reason="")),
        ("ruleset", RulesetWithdrawn(reason="")),
        ("session", SessionEnded(cause="player", reason=None, rule="R806 r.69")),
        ("table", SatOut(seat=1)),
        ("table", TableClosed()),
    ],
)
def test_a_stream_without_its_beginning_is_not_believed(stream_type: str, event: EventBase) -> None:
    """A fold does not invent what an opening would have said: it raises, naming the kind it found."""
    with pytest.raises(TamperedError, match=getattr(event, "kind", "")):
        EVOLVE[stream_type](None, event)


def test_what_befalls_the_log_does_not_change_what_it_is() -> None:
    """Origin, root key and demo play stand from the first entry on, whatever the clock or a restored backup did."""
    opened = LogOpened(demo=True, origin="test.example/1", root="AAAA")
    log = fold("log", opened, ClockStepped(clock=1, floor=2), LossDeclared(first=5, last=9, reason="restored"))
    assert log == Log("test.example/1", "AAAA", demo=True)


def test_a_key_is_retired_or_revoked() -> None:
    """A retired key is retired, a revoked one knows its last good index, a fresh one neither."""
    assert (fold("key", REGISTERED).retired, fold("key", REGISTERED).last_good) == (False, None)
    assert fold("key", REGISTERED, KeyRetired(key=KEY, root_signature="")).retired
    assert fold("key", REGISTERED, revoked(-1)).last_good == -1


def test_a_later_revocation_makes_no_key_believed_again() -> None:
    """Of two revocations the one with the smaller last good index stands, in either order."""
    assert fold("key", REGISTERED, revoked(10), revoked(50)).last_good == 10
    assert fold("key", REGISTERED, revoked(50), revoked(10)).last_good == 10


def test_an_import_keeps_what_became_of_its_hands() -> None:
    """An open import has no account of its hands; a closed one has it."""
    opened = ImportOpened(format="phh", name="night.phhs", sha256="0" * 64, size=12)
    closed = ImportClosed(duplicates=1, flagged=0, hands=3, recorded=2, refused=[])
    assert fold("import", opened).closed is None
    assert fold("import", opened, closed).closed == closed
