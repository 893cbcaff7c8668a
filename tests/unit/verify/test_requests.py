"""The table of what a signed request leads to, held against the commands and the events that it speaks of."""

from __future__ import annotations

import pytest

from tombo.ledger.catalogue import COMMANDS
from tombo.ledger.core.money import Money
from tombo.ledger.core.words import Words
from tombo.ledger.house.dispute.events import DisputeResolvedV2
from tombo.ledger.house.staff.events import CardsReadV2
from tombo.ledger.kinds import EVENTS
from tombo.ledger.live.acts import told_of
from tombo.ledger.seal.act import Request
from tombo.ledger.verify.requests import CALLED, LATER, LEADS, unanswered, unasked

RESOLVED = "dispute.resolved.v2"
REQUEST: Request = {
    "compensation": 50_00,
    "dispute": "d-1",
    "kind": "resolve_dispute",
    "outcome": "accepted",
    "rule": None,
}
EVENT = DisputeResolvedV2(
    compensation=Money(50_00), grounds=Words(person="p-1", sealed="AAAA"), outcome="accepted", rule=None
)


@pytest.mark.parametrize("kind", sorted(LEADS))
def test_the_table_tells_what_commands_and_events_say(kind: str) -> None:
    """A field that is new in a command is new in its request, and stands in the table, and in the entry."""
    leads = LEADS[kind]
    named = {leads.named} if leads.named else set()
    assert {"kind", *leads.told, *named} == set(told_of(COMMANDS[kind]))
    assert not named & set(leads.told)
    told = {CALLED.get(field, field) for field in leads.told}
    assert not leads.to or told <= EVENTS[leads.to[-1]].model_fields.keys()
    for older in leads.to[:-1]:  # kinds from before a field was told lack it
        assert told - LATER <= EVENTS[older].model_fields.keys()


def test_the_request_and_its_answer() -> None:
    """Nothing is said of the two as they are meant; a request from before the rule stood in it is one still."""
    for request in (REQUEST, {field: told for field, told in REQUEST.items() if field not in LATER}):
        assert unanswered(request, [RESOLVED]) is None
        assert unasked(request, "dispute:d-1", RESOLVED, EVENT) is None


@pytest.mark.parametrize("field", sorted(REQUEST.keys() - LATER - {"kind"}))
def test_a_request_without_a_field_is_none(field: str) -> None:
    """Whichever it is; and the entry is then not what was asked for."""
    request = {other: told for other, told in REQUEST.items() if other != field}
    told = unanswered(request, [RESOLVED])
    assert told is not None
    assert told.endswith("expected compensation, dispute, kind, outcome, rule")
    assert unasked(request, "dispute:d-1", RESOLVED, EVENT) is not None


def test_a_hand_is_named_with_its_type_or_without() -> None:
    """And nothing else is: a field that begins like a hand is another one."""
    read = CardsReadV2(hand="hand:mesa-1/1", reason=Words(person="s-2", sealed="AAAA"))
    asked: Request = {"hand": "mesa-1/1", "kind": "read_cards"}
    assert unasked(asked, "staff:s-2", "staff.cards_read.v2", read) is None
    disputed = {"dispute": "hand:d-1", "kind": "read_disputed_cards"}
    assert unasked(disputed, "dispute:d-1", "dispute.cards_read.v2", None) is not None
