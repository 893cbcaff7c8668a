"""Closed cards at the desk and over HTTP: nobody is shown one before his signed reading of them is on record, and nobody else by it."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from httpx2 import Response

from tests.worlds.desk import Desk, served_desk
from tests.worlds.desk_played import (
    OTHER_OFFICER,
    PLAYED_MANAGER,
    PLAYED_OFFICER,
    PLAYED_ORIGIN,
    asked,
    played_network,
)
from tests.worlds.network import AUDITOR, signed_token
from tests.worlds.staff import key_of
from tombo.ledger.core.cards import card_text
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.house.credential.commands import GrantCredential
from tombo.ledger.house.credential.events import AuditorHolder, Holder, PlatformHolder, TokenProof
from tombo.ledger.house.staff import decide
from tombo.ledger.house.staff.commands import GrantRole, ReadCards, WithdrawRole
from tombo.ledger.live import acts
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.bearer import token_digest
from tombo.projections.follow import Viewer
from tombo.reports.shown.cards import READING_SECONDS, Seen
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.rounds import in_json, look

HAND: Final = "hand:omaha-3/7"
ROUND: Final = "sem_descarte:sem-descarte-5/6"
SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
REASON: Final = "complaint 17 of a <b>player</b>"


@pytest.fixture
def at_desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk over two hours of play at which the officer is signed in."""
    with served_desk(played_network(sqlite_url, tmp_path)) as found:
        found.sign_in(found.token(PLAYED_OFFICER))
        yield found


def secrets(at_desk: Desk, stream: str = HAND) -> dict[str, set[str]]:
    """The closed cards of ``stream`` that nobody showed, by whom they were dealt to; the house's under its own name."""
    made = at_desk.made
    with open_checked(made.url, made.keyring, read_only=True) as store:
        reader = Reader(store, made.keyring)
        shown = cards_in(json.dumps(in_json(look(reader, stream, Seen(Viewer("auditor"))), [])))
        closed = {card_text(card) for card in reader.closed_cards(stream).values()} - shown
        seats = reader.entries(stream)[0].event
        players = [seat.player for seat in getattr(seats, "seats", ())]
        found = dict[str, set[str]]()
        for player in players:
            his = Seen(Viewer("player", player), frozenset({stream}))
            found[player] = cards_in(json.dumps(in_json(look(reader, stream, his), []))) & closed
    return {**found, "all": closed}


def cards_in(text: str) -> set[str]:
    """Every card that stands anywhere in ``text``, as data or drawn."""
    plain = re.sub(
        r"\bAs (?=[a-z])", "", re.sub(r"<[^>]+>", "", html.unescape(text))
    )  # "As" is a word of two languages too
    drawn = re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", plain)
    suits = {sign: suit for suit, sign in SIGNS.items()}
    return {
        *re.findall(r"\b[2-9TJQKA][cdhs]\b", plain),
        *(rank.replace("10", "T") + suits[sign] for rank, sign in drawn),
    }


def path(stream: str) -> str:
    """Where its replay is."""
    return f"/desk/hands/{stream[5:]}" if stream.startswith("hand:") else f"/desk/rounds/{stream}"


def field(page: Response, name: str) -> str:
    """What a page says in an attribute."""
    found = re.search(rf'{name}="([^"]+)"', page.text)
    assert found is not None, page.text
    return html.unescape(found[1])


def reads(at_desk: Desk, stream: str = HAND, player: str = "", reason: str = REASON) -> Response:
    """The officer asks on the page of the replay, signs, and records."""
    fields = {"round": stream, "player": player, "reason": reason}
    page = at_desk.post("/desk/acts/new/closed_cards", fields, at_desk.client.get(path(stream)))
    assert page.status_code == 200, page.text
    key = key_of(PLAYED_ORIGIN, PLAYED_OFFICER)
    signature = b64encode(key.sign(b64decode(field(page, "data-text")))).decode()
    sent = {"act": field(page, 'name="act" value'), "do": "send", "key": key.key_id.hex(), "signature": signature}
    return at_desk.post("/desk/acts/send", sent, page)


def reading_of(told: Response) -> str:
    """The id of the reading that was recorded, as the link to its cards has it."""
    assert told.status_code == 200, told.text
    found = re.search(r'href="(/desk/[^"]+\?reading=[^"]+)"', told.text)
    assert found is not None, told.text
    return html.unescape(found[1]).partition("reading=")[2].replace("%2F", "/")


def ways(stream: str, reading: str) -> list[str]:
    """Every path at the desk on which cards of ``stream`` could stand."""
    return [f"{path(stream)}?reading={quote(reading)}{more}" for more in ("", "&step=9", "&as=page", "&as=file")]


def over_http(at_desk: Desk, staff: str, stream: str, reading: str, **more: str) -> list[Response]:
    """What staff is answered over HTTP, wherever closed cards could be."""
    now = at_desk.clock.now() // SECOND
    key = key_of(PLAYED_ORIGIN, staff)
    token = signed_token(key, key.key_id.hex(), aud=PLAYED_ORIGIN, exp=now + 600, iat=now, sub=staff)
    sort = "hands" if stream.startswith("hand:") else "rounds"
    name = stream.removeprefix("hand:")
    return [
        at_desk.client.get(one, params={"reading": reading, **more}, headers={"authorization": f"Bearer {token}"})
        for one in (f"/v1/{sort}/{name}", f"/v1/{sort}/{name}/replay", f"/v1/rounds/{stream}/replay")
    ]


def refused(at_desk: Desk, stream: str, reading: str, staff: str = PLAYED_OFFICER) -> None:
    """By ``reading`` no card is shown, anywhere, to who is signed in and to ``staff``; and no answer says why."""
    secret = secrets(at_desk, stream)["all"]
    assert secret
    for one in ways(stream, reading):
        page = at_desk.client.get(one)
        assert (page.status_code, cards_in(page.text) & secret) == (403, set()), one
    for answer in over_http(at_desk, staff, stream, reading):
        assert (answer.status_code, cards_in(answer.text) & secret) == (403, set())


@pytest.mark.parametrize("stream", [HAND, ROUND])
def test_no_card_is_shown_before_a_reading_is_on_record_and_all_are_after_it(at_desk: Desk, stream: str) -> None:
    """On the page, drawn and told, in what is printed and in the file, and over HTTP; the entry says who and why, and is signed."""
    secret = secrets(at_desk, stream)["all"]
    assert secret
    for more in ("", "?step=9", "?as=page", "?as=file"):
        assert not cards_in(at_desk.client.get(path(stream) + more).text) & secret
    told = reads(at_desk, stream)
    reading = reading_of(told)
    for one in ways(stream, reading):
        page = at_desk.client.get(one)
        assert (page.status_code, secret - cards_in(page.text)) == (200, set()), one
        assert page.headers["cache-control"] == "no-store"
    for answer in over_http(at_desk, PLAYED_OFFICER, stream, reading):
        assert (answer.status_code, secret - cards_in(answer.text)) == (200, set())
        assert answer.headers["cache-control"] == "no-store"
    for more in ("", "?step=9", "?as=page", "?as=file"):
        assert not cards_in(at_desk.client.get(path(stream) + more).text) & secret
    made = at_desk.made
    with open_checked(made.url, made.keyring, read_only=True) as store:
        reader = Reader(store, made.keyring)
        read, act = reader.told(f"staff:{PLAYED_OFFICER}")[-2:]
    assert (read.kind, read.event.hand, read.event.reason.text) == ("staff.cards_read.v2", stream, REASON)
    assert (act.kind, act.event.request["kind"], read.by.id) == ("staff.act_signed.v1", "read_cards", PLAYED_OFFICER)


def test_on_either_database_a_hand_is_found_and_its_cards_are_read(store_url: str, tmp_path: Path) -> None:
    """From the complaint to the cards."""
    with served_desk(played_network(store_url, tmp_path)) as found:
        found.sign_in(found.token(PLAYED_OFFICER))
        page = found.client.get("/desk/find", params={"disputed": "1", "table": "omaha-3"})
        assert '<a href="/desk/cases/omaha-3/5">complaint omaha-3/5</a>' in page.text
        reading = reading_of(reads(found))
        assert secrets(found)["all"] <= cards_in(found.client.get(ways(HAND, reading)[0]).text)
        for name in ("", "\x00", "nobody/1"):
            refused(found, HAND, name)


def test_a_reading_for_a_player_opens_his_cards_alone(at_desk: Desk) -> None:
    """And says so on record; whatever viewer is asked for over HTTP."""
    secret = secrets(at_desk)
    player = next(name for name, cards in secret.items() if cards and name != "all")
    others = secret["all"] - secret[player]
    assert others
    reading = reading_of(reads(at_desk, player=player))
    shown = [at_desk.client.get(one) for one in ways(HAND, reading)]
    shown += over_http(at_desk, PLAYED_OFFICER, HAND, reading, viewer="auditor")
    for page in shown:
        assert page.status_code == 200
        assert secret[player] <= cards_in(page.text)
        assert not others & cards_in(page.text)


def test_a_reading_is_for_its_reader_alone(at_desk: Desk) -> None:
    """Not for another officer, a manager or an auditor, who may see the id in the log."""
    reading = reading_of(reads(at_desk))
    for who, staff in (
        (at_desk.token(OTHER_OFFICER), OTHER_OFFICER),
        (at_desk.token(PLAYED_MANAGER), PLAYED_MANAGER),
        (AUDITOR, OTHER_OFFICER),
    ):
        at_desk.sign_in(who)
        refused(at_desk, HAND, reading, staff)
    secret = secrets(at_desk)["all"]
    for answer in (
        at_desk.client.get(f"/v1/hands/{HAND[5:]}", params={"reading": reading}),
        at_desk.client.get(
            f"/v1/hands/{HAND[5:]}", params={"reading": reading}, headers={"authorization": f"Bearer {AUDITOR}"}
        ),
    ):
        assert answer.status_code in {401, 403}
        assert not cards_in(answer.text) & secret
    at_desk.client.cookies.clear()
    assert at_desk.client.get(ways(HAND, reading)[0], follow_redirects=False).status_code == 303


@pytest.mark.parametrize("holder", [AuditorHolder(id=PLAYED_OFFICER), PlatformHolder(id=PLAYED_OFFICER)])
def test_who_is_called_as_its_reader_is_not_he(at_desk: Desk, holder: Holder) -> None:
    """An auditor, or a platform, whose credential has the name of the officer."""
    reading, token = reading_of(reads(at_desk)), "tombo_namesake"
    proof = TokenProof(sha256=token_digest(token))
    granted = GrantCredential(credential="namesake", holder=holder, proof=proof, until=None)
    asked(at_desk.made, granted, PLAYED_MANAGER, "manager", "namesake/1")
    at_desk.known()
    secret = secrets(at_desk)["all"]
    for one in (f"/v1/hands/{HAND[5:]}", f"/v1/hands/{HAND[5:]}/replay"):
        answer = at_desk.client.get(one, params={"reading": reading}, headers={"authorization": f"Bearer {token}"})
        assert (answer.status_code, cards_in(answer.text) & secret) == (403, set())
    if isinstance(holder, AuditorHolder):
        at_desk.sign_in(token)
        for one in ways(HAND, reading):
            page = at_desk.client.get(one)
            assert (page.status_code, cards_in(page.text) & secret) == (403, set())


def test_a_reading_opens_what_it_is_of_and_nothing_else(at_desk: Desk) -> None:
    """No other hand; and what is no reading at all opens nothing, whatever it is."""
    reading = reading_of(reads(at_desk))
    refused(at_desk, "hand:omaha-3/6", reading)
    refused(at_desk, ROUND, reading)
    asked(at_desk.made, WithdrawRole(role="officer", staff=OTHER_OFFICER), PLAYED_MANAGER, "manager", "another/act")
    for name in ("", "nobody/1", "another/act", "played/0", "a b", "\x00", "'; --", "x" * 500, f"{reading} ", "☃"):
        refused(at_desk, HAND, name)


def test_a_reading_is_over_after_an_hour(at_desk: Desk) -> None:
    """Who wants to see them later says why once more."""
    reading = reading_of(reads(at_desk))
    at_desk.clock.ahead += (READING_SECONDS - 60) * SECOND
    at_desk.sign_in(at_desk.token(PLAYED_OFFICER))
    assert at_desk.client.get(ways(HAND, reading)[0]).status_code == 200
    at_desk.clock.ahead += 61 * SECOND
    refused(at_desk, HAND, reading)


def test_who_is_no_officer_any_more_sees_none(at_desk: Desk) -> None:
    """From the moment that it is recorded, whatever else he still is."""
    reading = reading_of(reads(at_desk))
    made = at_desk.made
    asked(made, GrantRole(role="manager", staff=PLAYED_OFFICER), PLAYED_MANAGER, "manager", "one/more")
    asked(made, WithdrawRole(role="officer", staff=PLAYED_OFFICER), PLAYED_MANAGER, "manager", "one/less")
    refused(at_desk, HAND, reading)


def test_a_reading_that_nobody_signed_opens_nothing(at_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has the event key alone can seal that an officer read them: he cannot have signed it."""
    made, by = at_desk.made, By(actor="staff", id=PLAYED_OFFICER, role="officer")
    with monkeypatch.context() as patch:
        patch.setattr(acts, "_unsigned", lambda *_: None)
        ledger = open_ledger(made.url, made.keyring)
        with ledger.store:
            command = ReadCards(hand=HAND.removeprefix("hand:"), reason="nobody knows")
            assert isinstance(ledger.handle(Envelope(command, by, "forged/1", None)), Acknowledgement)
    refused(at_desk, HAND, "forged/1")


def test_a_reading_of_somebody_else_in_his_own_stream_opens_nothing(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the event key can seal there what another officer signed: it is still the other one's."""
    with monkeypatch.context() as patch:
        patch.setattr(decide, "staff_stream", lambda _: f"staff:{PLAYED_OFFICER}")
        asked(at_desk.made, ReadCards(hand=HAND[5:], reason="why"), OTHER_OFFICER, "officer", "moved/1")
    refused(at_desk, HAND, "moved/1")


@pytest.mark.parametrize(
    ("reason", "opens"), [("for p-nobody: complaint", False), ("for a complaint: of all", True), ("for all", True)]
)
def test_a_reason_that_names_a_player_opens_no_more_than_his(at_desk: Desk, reason: str, *, opens: bool) -> None:
    """Brought as a document it is recorded, as the door has always taken it; of who was not there it opens nothing."""
    asked(at_desk.made, ReadCards(hand=HAND[5:], reason=reason), PLAYED_OFFICER, "officer", "brought/1")
    if opens:
        page = at_desk.client.get(ways(HAND, "brought/1")[0])
        assert secrets(at_desk)["all"] <= cards_in(page.text)
    else:
        refused(at_desk, HAND, "brought/1")
