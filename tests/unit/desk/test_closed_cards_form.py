"""Who is offered the form for closed cards at the desk, and what it takes."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest

from tests.unit.desk.test_closed_cards import HAND, field, path
from tests.unit.desk.test_closed_cards import at_desk as at_desk  # noqa: PLC0414  # the fixture
from tests.worlds.desk import Desk
from tests.worlds.desk_played import PLAYED_MANAGER, PLAYED_ORIGIN
from tests.worlds.network import AUDITOR
from tests.worlds.staff import key_of
from tombo.reports.shown.cards import read_for, reason_of


def test_the_form_takes_no_reason_that_would_open_less_than_it_asks_for(at_desk: Desk) -> None:
    """Nor none, nor a player that nobody can be; nothing is recorded."""
    page = at_desk.client.get(path(HAND))
    for wrong in (
        {"player": "", "reason": "for p-1: why"},
        {"player": "a b", "reason": "why"},
        {"player": "", "reason": "  "},
        {"player": "", "reason": "x" * 501},
        {"round": "mesa 1", "reason": "why"},
    ):
        told = at_desk.post("/desk/acts/new/closed_cards", {"round": HAND, "player": "", **wrong}, page)
        assert (told.status_code, "data-text" in told.text) == (400, False), wrong


@pytest.mark.parametrize("who", [PLAYED_MANAGER, AUDITOR])
def test_who_may_not_read_them_is_offered_no_form_and_recorded_nothing(at_desk: Desk, who: str) -> None:
    """An auditor posts nothing; a manager's is refused by the door, by its rule."""
    at_desk.sign_in(who if who == AUDITOR else at_desk.token(who))
    page = at_desk.client.get(path(HAND))
    assert (page.status_code, "/desk/acts/new/closed_cards" in page.text) == (200, False)
    fields = {"round": HAND, "player": "", "reason": "curiosity"}
    told = at_desk.post("/desk/acts/new/closed_cards", fields, page)
    if who == AUDITOR:
        assert told.status_code == 403
        return
    key = key_of(PLAYED_ORIGIN, who)
    signature = b64encode(key.sign(b64decode(field(told, "data-text")))).decode()
    sent = {"act": field(told, 'name="act" value'), "do": "send", "key": key.key_id.hex(), "signature": signature}
    done = at_desk.post("/desk/acts/send", sent, told)
    assert (done.status_code, "House: authority" in done.text) == (422, True)


def test_where_the_key_of_closed_cards_is_not_there_none_is_offered(at_desk: Desk) -> None:
    """It says so, instead of putting on record a reading that shows nothing."""
    at_desk.made.keyring.openings.rename(at_desk.made.keyring.directory / "elsewhere")
    page = at_desk.client.get(path(HAND)).text
    assert ("is not on this machine" in page, "/desk/acts/new/closed_cards" in page) == (True, False)


def test_a_reason_says_for_whom_it_is() -> None:
    """As it is written, so it is read."""
    assert read_for(reason_of("why: because", "p-1/x")) == "p-1/x"
    assert read_for(reason_of("why", None)) is None
    assert [read_for(text) for text in ("for p 1: why", "for: why", "for p-1", "For p-1: why", " for p-1: why")] == [
        None
    ] * 5
