"""B1: a forged entry in one open round keeps no other one open: a recovery names it with its place, leaves it, and goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, casino
from tests.worlds.floor import Floor, deal, player
from tests.worlds.sem_descarte import SD_TABLE
from tests.worlds.standstill import recovered, reopened
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack.events import ShoeShuffled
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.events import Folded
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.games.sem_descarte.events import AntePlaced, Continued
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.banked.events import RoundStarted
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.incident.events import HandsListed, IncidentClosed
from tombo.ledger.house.table.events import PlayerLeft
from tombo.ledger.live.ledger import Job, Ledger, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.ledger.operate.left_open import left_open
from tombo.ledger.operate.recover import RECOVERY

BROKEN: Final = "sem_descarte:sd-1/1"
OTHER: Final = "blackjack:bj-1/1"
DAY: Final = "2026-07-14"
STRANGER: Final = Deposited(amount=Money(5), reference="x")
PLAYED: Final = Continued(bet2=1_000, seat=3)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A ledger with an open round of póquer sem descarte and one of blackjack, of one player both; and work in there."""
    with casino(tmp_path) as made:
        made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
        made.blackjack({1: 1000}, "8s Th 8d", "Jc")
    with inside(tmp_path):
        yield tmp_path


def _opened(folder: Path) -> Ledger:
    return reopened(f"sqlite:///{folder}/casino.db", Keyring(folder / "keys"), BEGINS + 3_600 * SECOND)


def _seal(folder: Path, stream: str, event: EventBase) -> int:
    """What a stolen event key seals; its log index."""
    ledger = _opened(folder)
    try:
        return inscribe(ledger, f"thief/{ledger.store.size}", [(stream, event)]).entries[0].index
    finally:
        ledger.store.close()


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(Continued(bet2=1_000, seat=3), id="of a seat without a bet"),
        pytest.param(ShoeShuffled(order_root=None, shoe="s"), id="of another game"),
        pytest.param(Deposited(amount=Money(5), reference="x"), id="of an account"),
    ],
)
def test_b1_an_entry_that_cannot_follow_keeps_no_other_round_open(folder: Path, event: EventBase) -> None:
    """Red before: a fault of tombo itself, with status 3, and nothing was settled or void."""
    at = _seal(folder, BROKEN, event)
    said = f"TAMPERED: {event.kind} at log index {at} cannot follow what is on record of {BROKEN} ("  # type: ignore[attr-defined]  # of every event
    listed, documented = tombo(*LEDGER, "recover", "--list"), tombo(*LEDGER, "--json", "recover", "--list")
    assert (listed.status, documented.status) == (1, 1)
    assert f"{OTHER} at version 8: to void\n{BROKEN} at version 5: {said}" in listed.out
    assert [(one["due"], one.get("log_index")) for one in documented.document["hands"]] == [("void", None), (None, at)]
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (1, "")
    assert f"  {OTHER}: voided\n  {BROKEN}: open: {said}" in told.out
    assert told.out.endswith("The incident stays open.\n")
    again = tombo(*LEDGER, "--json", "recover")
    assert again.status == 1
    assert [(one["hand"], one["outcome"], one["log_index"]) for one in again.document["hands"]] == [
        (BROKEN, "open", at)
    ]
    assert again.document["hands"][0]["tampered"].startswith(said)


def test_b1_a_bet_of_nobody_keeps_no_other_round_open(tmp_path: Path) -> None:
    """Red before: a stake of who has no account can be folded and not given back, and ended the recovery of all."""
    with casino(tmp_path) as made:
        made.floor.do(sd.OpenRound(deadline=BEGINS + 20 * SECOND, table=SD_TABLE))
        made.blackjack({1: 1000}, "8s Th 8d", "Jc")
    with inside(tmp_path):
        _bet_of_nobody(tmp_path)


def _bet_of_nobody(folder: Path) -> None:
    at = _seal(folder, BROKEN, AntePlaced(amount=500, player="p-77", seat=3))
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (1, "")
    said = f"TAMPERED: sem_descarte.ante_placed.v1 at log index {at} of {BROKEN} is of p-77, who has no account"
    assert f"  {OTHER}: voided\n  {BROKEN}: open: {said}" in told.out
    assert f"(log index {at})" in tombo(*LEDGER, "reconcile", "--day", DAY).out  # as that says


def test_b1_a_hand_that_cannot_be_folded_is_named_and_the_others_are_void(tmp_path: Path) -> None:
    """Red before: it was named without stream and place, and the hand at the other table stayed open; so for a door that had it in memory."""
    keys, url = Keyring(tmp_path / "keys"), f"sqlite:///{tmp_path}/casino.db"
    ledger = create_ledger(url, keys, origin="operator.example/1", clock=SteppingClock(BEGINS + 3_595 * SECOND))
    floor = Floor(ledger.handle)
    for table, first in (("mesa-1", 1), ("mesa-2", 3)):
        floor.open_table(table, players=2, first=first)
        floor.do(poker.StartHand(table=table))
        floor.do(deal(table, 1, ["As", "Kd", "Ah", "Kc"]))
        floor.do(poker.Call(hand=f"{table}/1", seat=1), player(first))
    at = _seal(tmp_path, "hand:mesa-1/1", Folded(seat=9))
    ledger.store.head()  # and the door hears of it
    listed = left_open(ledger)
    assert [(one.hand, one.due) for one in listed] == [("hand:mesa-1/1", None), ("hand:mesa-2/1", "void")]
    assert f"hand.folded.v1 at log index {at} cannot follow what is on record of hand:mesa-1/1 (" in str(listed[0].lost)
    done = recovered(ledger)
    assert [(one.hand, one.outcome) for one in done.hands] == [("hand:mesa-1/1", "open"), ("hand:mesa-2/1", "voided")]
    assert not done.closed
    hands = ledger.entries(f"incident:{done.incident}")[-1].event
    assert isinstance(hands, HandsListed)
    assert [one.hand for one in hands.hands] == ["hand:mesa-1/1", "hand:mesa-2/1"]
    ledger.store.close()


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(STRANGER, id="of an account"),
        pytest.param(PlayerLeft(player="p-1", seat=1, stack=5), id="of a table"),
    ],
)
def test_b1_an_entry_that_cannot_follow_at_one_table_keeps_no_other_open(folder: Path, event: EventBase) -> None:
    """Red before: it ended the recovery of all, with nothing settled or void, and ``status`` and an incident of the house with it.

    And who was told ran ``tombo audit``, which replays no tables and named nothing.
    """
    at = _seal(folder, "banked:sd-1", event)
    said = f"TAMPERED: {event.kind} at log index {at} cannot follow what is on record of banked:sd-1 ("  # type: ignore[attr-defined]  # of every event
    assert f"Hands and rounds in play: {OTHER}, {BROKEN}\n" in tombo(*LEDGER, "status").out
    listed = tombo(*LEDGER, "recover", "--list")
    assert listed.status == 1
    assert f"{OTHER} at version 8: to void\n{BROKEN} at version 4: {said}" in listed.out
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (1, "")
    assert f"  {OTHER}: voided\n  {BROKEN}: open: {said}" in told.out
    assert "'tombo audit'" not in told.out
    assert f" at {at} (stream)" in tombo(*LEDGER, "verify").out
    ledger = _opened(folder)
    with ledger.store:
        (incident,) = ledger.store.streams("incident")
        assert [hand for hand, _ in ledger.view()(incident).hands] == [
            OTHER,
            BROKEN,
        ]  # what is in play is on the list, all of it


@pytest.mark.parametrize(
    "kind", sorted(EVOLVE.keys() - {"day", "key", "log"})
)  # whose fold takes all there is; which pass over what is out of place
def test_b1_who_is_told_to_run_something_hears_the_place_from_it(folder: Path, kind: str) -> None:
    """Red before: ``tombo audit`` was named for every kind of stream, and said that all of it is as recorded."""
    stream = {"hand": "hand:mesa-9/1", "log": "log:main", "sem_descarte": BROKEN}.get(kind, f"{kind}:x/1")
    at = _seal(folder, stream, PLAYED if kind == "account" else STRANGER)
    ledger = _opened(folder)
    with ledger.store, pytest.raises(OutOfPlaceError) as found:
        ledger.view()(stream)
    words = re.findall(r"'tombo (\w+)'", str(found.value).rpartition("; run ")[2])
    days = {"reconcile": ("--day", DAY)}
    said = "".join(tombo(*LEDGER, word, *days.get(word, ())).out for word in words)
    assert re.search(rf"\b(at|index) {at}\b", said)


def test_b1_a_table_that_has_in_play_what_is_not_there_is_named(folder: Path) -> None:
    """Red before: a round that nobody opened, or the stream of a player, ended the recovery as a fault of tombo itself."""
    at = _seal(folder, "banked:sd-1", RoundStarted(number=7, round="sem_descarte:sd-1/7"))
    _seal(folder, "banked:roleta-1", RoundStarted(number=7, round="account:p-1"))
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (1, "")
    for table, stream in (("banked:roleta-1", "account:p-1"), ("banked:sd-1", "sem_descarte:sd-1/7")):
        assert f"  {table}: open: TAMPERED: {table} has {stream} in play, and there is none at that table" in told.out
    assert f"  {OTHER}: voided\n" in told.out
    assert f"(log index {at})" in tombo(*LEDGER, "reconcile", "--day", DAY).out


@pytest.mark.parametrize(
    ("stream", "event", "named"),
    [
        pytest.param("incident:power", STRANGER, False, id="of the house"),
        pytest.param("incident:power", IncidentClosed(note="x"), False, id="of the house, without a beginning"),
        pytest.param("incident:recover-1", IncidentClosed(note="x"), True, id="by the name of a recovery"),
    ],
)
def test_b1_an_incident_that_cannot_be_read_keeps_no_hand_open(
    folder: Path, stream: str, event: EventBase, *, named: bool
) -> None:
    """Red before: whichever it was, it ended the recovery. One that may be a recovery's is told with its place."""
    at = _seal(folder, stream, event)
    told = tombo(*LEDGER, "--json", "recover")
    assert (told.status, told.document["closed"]) == (int(named), True)
    assert {one["hand"]: one["outcome"] for one in told.document["hands"]} == {OTHER: "voided", BROKEN: "voided"}
    assert [one["log_index"] for one in told.document.get("incidents", [])] == [at] * named
    again = tombo(*LEDGER, "recover")
    assert again.status == int(named)
    assert again.out.startswith("No hand was left open; nothing was recorded.\n")
    assert (f"at log index {at} cannot follow what is on record of {stream}" in again.out) == named


def test_b1_an_interrupted_recovery_that_cannot_be_read_is_followed_by_another(folder: Path) -> None:
    """Red before: a false entry in the incident of a recovery that was killed, and no recovery ever came to an end."""
    incident = _killed(folder)
    _seal(folder, f"incident:{incident}", STRANGER)
    told = tombo(*LEDGER, "--json", "recover")
    assert (told.status, told.document["closed"], len(told.document["incidents"])) == (1, True, 1)
    assert told.document["incident"] not in {incident, None}


def _killed(folder: Path) -> str:
    """A recovery that was killed once its incident was open; the incident."""
    ledger = _opened(folder)
    with ledger.store:
        opening = OpenIncident(
            first_instant=BEGINS, incident="recover-7", origin="operator_system", reported_by="the run that died"
        )
        ledger.handle(Envelope(opening, RECOVERY, "recover-7/open", None))
    return "recover-7"


def test_b1_an_entry_behind_the_end_of_a_listed_hand_keeps_no_incident_open(folder: Path) -> None:
    """Red before: what became of that hand could not be told, which ended each later run before it closed the incident."""
    incident = _killed(folder)
    ledger = _opened(folder)
    with ledger.store:
        ended = VoidRound(incident=incident, round="sd-1/1")
        ledger.handle(Envelope(ended, RECOVERY, "recover-7/sd-1/1", None))
    _seal(folder, BROKEN, STRANGER)
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (0, "")
    assert (
        told.out
        == f"Incident {incident}: 2 hands left open.\n  ended by an earlier run: 1\n  {OTHER}: voided\nThe incident is closed.\n"
    )
    ledger = _opened(folder)
    with ledger.store:
        closed = ledger.entries(f"incident:{incident}")[-1].event
    assert closed == IncidentClosed(note="hands left open: 0 settled, 1 voided, 1 not to be read")


@pytest.mark.parametrize(
    ("stream", "lost"),
    [
        (BROKEN, {BROKEN}),
        (OTHER, {OTHER}),
        ("banked:bj-1", {OTHER}),
        ("account:p-1", {BROKEN, OTHER}),
        ("account:p-2", {OTHER}),
    ],
)
def test_b1_what_is_forged_while_hands_are_ended_keeps_no_other_open(
    tmp_path: Path, stream: str, lost: set[str]
) -> None:
    """Red before: the recovery ended with it, and again in that process all that shared a player waited for ever for the one command."""
    with casino(tmp_path) as made:
        made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
        made.blackjack({1: 1000, 2: 1000}, "8s Th 9c 8d 7s", "Jc")
    ledger = _opened(tmp_path)
    handle_many = ledger.handle_many
    places = list[int]()

    def meanwhile(jobs: Sequence[Job]) -> list[Outcome]:
        if len(jobs) > 1 and not places:
            places.append(_seal(tmp_path, stream, PLAYED if "account" in stream else STRANGER))
        return handle_many(jobs)

    with ledger.store, patch.object(ledger, "handle_many", meanwhile):
        done = recovered(ledger)
        assert {hand.hand for hand in done.hands if hand.outcome == "open"} == lost
        assert len(done.hands) == 2
        assert all(f"at log index {places[0]} cannot follow" in str(error) for error in done.lost)
        again = recovered(ledger)
        assert (again.incident, {hand.hand for hand in again.hands}) == (done.incident, lost)
        assert len(again.lost) == len(lost)
