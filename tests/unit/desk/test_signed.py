"""What an event key seals in the name of staff who signed nothing is told as that, and what an officer made up as his word, wherever the desk would say who did it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import tombo
from tests.unit.desk.test_acts import document
from tests.worlds.cases import send, text_of
from tests.worlds.complaints import CLAIMANT, MUCKED, SECOND_OFFICER, TURNED, complaint, disputed_network
from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, served_desk
from tests.worlds.floor import PLATFORM
from tests.worlds.forged_ledger import Act
from tests.worlds.network import ORIGIN, Network
from tests.worlds.staff import key_of
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By, CommandRef
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.day.events import DayClosedV2
from tombo.ledger.house.dispute.commands import (
    ReadDisputedCards,
    RecordReplay,
    ResolveDispute,
    ReverseCompensation,
)
from tombo.ledger.house.dispute.events import DisputeCardsRead, DisputeOpened, DisputeResolved
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.incident.events import IncidentOpened
from tombo.ledger.house.report.events import ReleasedFile, ReportReleased
from tombo.ledger.house.staff.commands import ReadCards, WithdrawRole
from tombo.ledger.house.staff.events import ActSigned
from tombo.ledger.house.staff.state import OFFICER, Staff
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.store import CommandRow, Row
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch
from tombo.ledger.verify.requests import BY_STAFF_ALONE, LEADS
from tombo.projections.signed import StaffThen
from tombo.reports.said import dispute as dispute_said
from tombo.reports.said.desk import cases as said
from tombo.reports.said.desk import entries as entry_said
from tombo.reports.said.desk import nights
from tombo.reports.shown.house import incidents
from tombo.reports.shown.reading import Reader
from tombo.serve import kept
from tombo.serve.readers import OpenedLedger

RUI: Final = By(actor="staff", id=OFFICER_NAME, role="officer")
ANA: Final = By(actor="staff", id=MANAGER_NAME, role="manager")
DAY: Final = "2026-07-30"
"""A day that was over before the ledger's."""
RESOLVED: Final = DisputeResolved(
    compensation=Money(cents=900_00), grounds="he was right", outcome="accepted", rule="R806 r.45"
)
CLOSED: Final = DayClosedV2(
    base=0, checkpoint=None, date=DAY, hands=0, index=1, problems=[], rate_bp=None, statement=None, tax=None, totals=[]
)


def seal(made: Network, *acts: Act) -> None:
    """One commit of who has the event key, and no door."""
    thief = open_ledger(made.url, made.keyring)
    with thief.store as store:
        batch, command = Batch(), f"thief/{store.head().size}"
        ref = CommandRef(digest="00" * 16, id=command)
        for act in acts:
            head = store.head_of(act.stream)
            version = 1 if head is None else head.version + 1
            batch.drafts.append(Draft(act.stream, version, act.event, act.by, ref, None))
            if head is not None:
                batch.heads[act.stream] = head.hash
        batch.commands.append(CommandRow(command, bytes(16), 0, len(acts)))
        thief.sealing.put(batch.drafts, batch=batch)


def signature(staff: str, **request: str | int | None) -> Act:
    """What says that ``staff`` signed ``request``, by a signature that nobody made."""
    key = key_of(ORIGIN, staff).public.key_id.hex()
    event = ActSigned(digest="00" * 32, key=key, request=request, signature="A" * 86 + "==", signers=2)
    return Act(f"staff:{staff}", event, by=RUI)


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Network:
    """A ledger with a complaint of a hand in which all was turned, and one in which closed cards tell."""
    found = disputed_network(sqlite_url, tmp_path)
    complaint(found, "first")
    complaint(found, "closed", about=MUCKED, who="p-2")
    return found


@pytest.fixture
def desk(made: Network) -> Iterator[Desk]:
    """Its desk, at which the officer is signed in."""
    with served_desk(made) as found:
        found.sign_in()
        yield found


@pytest.mark.parametrize("names", [(), (OFFICER_NAME,), (OFFICER_NAME, SECOND_OFFICER)])
def test_a_compensation_that_nobody_signed_is_told_as_that(made: Network, desk: Desk, names: tuple[str, ...]) -> None:
    """Whether a signature is missing, or those on record were made by nobody: on its page and in the register."""
    told = said.CASE_NOT_SIGNED().text()
    assert told not in text_of(desk.client.get("/desk/cases/first")) + text_of(desk.client.get("/desk/cases"))
    asked: dict[str, Any] = {"compensation": 900_00, "dispute": "first", "outcome": "accepted", "rule": "R806 r.45"}
    signed = [signature(name, kind="resolve_dispute", **asked) for name in names]
    seal(made, Act("dispute:first", RESOLVED, by=RUI), *signed)
    page = text_of(desk.client.get("/desk/cases/first"))
    assert page.count(told) == 1 and "Signed by" not in page
    state = said.CASE_STATE_FALSE(state=said.CASE_STATES["accepted"]).text()
    assert state in page and said.CASE_FALSE().text() in page
    assert said.CASE_CLOSED().text() not in page and "/desk/acts/new/" not in desk.client.get("/desk/cases/first").text
    assert text_of(desk.client.get("/desk/cases")).count(told) == 1
    at = re.findall(r'href="/desk/entries/(\d+)"', desk.client.get("/desk/cases/first").text)
    entries = [text_of(desk.client.get(f"/desk/entries/{index}")) for index in at[:2]]
    assert [told in entry for entry in entries] == [False, True]


@pytest.mark.parametrize("by", [PLATFORM, By(actor="player", id=CLAIMANT)])
def test_nobody_but_staff_decides_a_complaint(made: Network, desk: Desk, by: By) -> None:
    """Whoever the event key says decided it: what no door takes from him is told as that, wherever what staff did not sign is."""
    told = said.CASE_NOT_SIGNED().text()
    seal(made, Act("dispute:first", RESOLVED, by=by))
    assert text_of(desk.client.get("/desk/cases")).count(told) == 1
    page = text_of(desk.client.get("/desk/cases/first"))
    assert page.count(told) == 1 and said.CASE_FALSE().text() in page
    words = ("--ledger", made.url, "--keys", str(made.keyring.directory))
    assert [tombo(*words, "dispute", *asked).status for asked in (("list",), ("show", "first"))] == [1, 1]


def test_what_is_told_by_its_kind_alone_no_door_takes_from_others(made: Network) -> None:
    """Nobody but staff can ask for it, so that no entry of an honest ledger is told as false."""
    asked = (
        ReadCards(hand=TURNED, reason="why not"),
        ReadDisputedCards(dispute="first", reason="why not"),
        RecordReplay(amounts=[], differences=[], dispute="first", revision=None, rules=[], version=1),
        ResolveDispute(compensation=Money(cents=0), dispute="first", grounds="no", outcome="rejected"),
        ReverseCompensation(amount=Money(cents=1), cause="mistaken", dispute="first", rule="R806 r.45"),
    )
    assert {kind for one in asked for kind in LEADS[one.kind].to} == BY_STAFF_ALONE
    ledger = open_ledger(made.url, made.keyring)
    with ledger.store:
        for by in (PLATFORM, By(actor="player", id=CLAIMANT)):
            told = [ledger.handle(Envelope(one, by, f"{by.id}/{one.kind}", None)) for one in asked]
            assert [isinstance(one, Refused) and one.finding.rule for one in told] == ["House: authority"] * len(asked)


def test_a_complaint_that_nobody_opened_is_told_as_that(made: Network, desk: Desk) -> None:
    """In the register too: who is said to have opened it for the player did not sign it."""
    plain = DisputeOpened(about=None, claim="I had won", complained=1, player=CLAIMANT)
    seal(made, Act("dispute:made-up", plain, by=RUI))
    assert text_of(desk.client.get("/desk/cases")).count(said.CASE_NOT_SIGNED().text()) == 1
    assert said.CASE_FALSE().text() in text_of(desk.client.get("/desk/cases/made-up"))


def test_no_command_and_no_file_repeats_what_nobody_signed(made: Network, desk: Desk) -> None:
    """The commands say where it stands and end with status 1, the files of the desk and the paths say it too; a sheet, which has no place for it, is not written."""
    words = ("--ledger", made.url, "--keys", str(made.keyring.directory))
    before = tombo(*words, "dispute", "list", "--json")
    assert before.status == 0 and "not_signed" not in before.out
    seal(made, Act("dispute:first", RESOLVED, by=RUI))
    with open_checked(made.url, made.keyring, read_only=True) as store:
        at = store.head().size - 1
    told = dispute_said.ACT_NOT_SIGNED(index=at).text()
    for asked in (("show", "first"), ("list",)):
        shown, document = tombo(*words, "dispute", *asked), tombo(*words, "dispute", *asked, "--json")
        assert (shown.status, shown.out.count(told), document.status) == (1, 1, 1)
        found = [json.loads(line) for line in document.out.splitlines()]
        assert [one.get("not_signed") for one in found if one["dispute"] == "first"] == [[at]]
        assert [one.get("not_signed") for one in found if one["dispute"] != "first"] == [None] * (len(found) - 1)
    sheet = made.keyring.directory.parent / "complaints.csv"
    assert tombo(*words, "dispute", "list", "--csv", str(sheet)).status == 1 and not sheet.exists()
    assert desk.client.get("/desk/files/complaints.csv").status_code == 500
    assert desk.client.get("/desk/files/complaints.txt").text.count(told) == 1
    assert desk.client.get("/desk/files/complaint.txt/first").text.count(told) == 1
    assert desk.client.get("/desk/files/complaint.json/first").json()["not_signed"] == [at]
    with open_checked(made.url, made.keyring, read_only=True) as store:
        opened = OpenedLedger(Reader(store, made.keyring), desk.clock, made.url, made.keyring)
        assert kept.dispute(opened, "first")["not_signed"] == [at]
        assert [one.get("not_signed") for one in kept.disputes_list(opened)["items"]] == [None, [at]]


def test_an_incident_that_nobody_opened_is_told_as_that(made: Network, desk: Desk) -> None:
    """On the page of now and by its path: what the platform opened is not."""
    opens = OpenIncident(first_instant=1, incident="power-1", origin="operator_system", reported_by="monitor")
    ledger = open_ledger(made.url, made.keyring)
    with ledger.store:
        assert isinstance(ledger.handle(Envelope(opens, PLATFORM, "power-1", None)), Acknowledgement)
    before = text_of(desk.client.get("/desk/now"))
    assert "power-1" in before and "NO ACT OF STAFF" not in before
    opened = IncidentOpened(first_instant=0, origin="operator_system", reported_by="rui", scope=None)
    seal(made, Act("incident:power-2", opened, by=RUI))
    page = text_of(desk.client.get("/desk/now"))
    assert page.count("NO ACT OF STAFF") == 1 and "power-2" in page
    with open_checked(made.url, made.keyring, read_only=True) as store:
        found = [incidents.line(Reader(store, made.keyring), f"incident:power-{number}") for number in (1, 2)]
        assert [one.get("not_signed") for one in found] == [None, [store.head().size - 1]]
        at = store.head().size - 1
    words = ("--ledger", made.url, "--keys", str(made.keyring.directory))
    shown, document = tombo(*words, "status"), tombo(*words, "--json", "status")
    assert (shown.status, document.status) == (1, 1)
    assert [line for line in shown.out.splitlines() if "NO ACT OF STAFF" in line] == [
        f"Incident power-2: {dispute_said.ACT_NOT_SIGNED(index=at).text()}"
    ]
    assert [one.get("not_signed") for one in document.document["open_incidents"]] == [None, [at]]


def test_a_day_that_a_player_is_said_to_have_closed_is_no_act(made: Network, desk: Desk) -> None:
    """Nobody has to sign for a player, and no player closes a day."""
    day = CLOSED.model_copy(update={"date": "2026-08-01"})
    seal(made, Act("day:2026-08-01", day, by=By(actor="player", id=CLAIMANT)))
    with open_checked(made.url, made.keyring, read_only=True) as store:
        reader, last = Reader(store, made.keyring), store.last_row("day:2026-08-01")
        assert last is not None and reader.signers(last).wrong
    assert f"By {CLAIMANT}" not in text_of(desk.client.get("/desk/nights/2026-08-01"))


def test_an_entry_says_who_of_the_staff_signed_it(made: Network, desk: Desk) -> None:
    """Of each that a door recorded: nobody of what the platform asked for, and no alarm on any."""
    with open_checked(made.url, made.keyring, read_only=True) as store:
        rows, reader = list(store.rows()), Reader(store, made.keyring)
        asked = [row.index for row in rows if reader.signers(row).names]
        assert not any(reader.signers(row).wrong for row in rows)
    assert {rows[index].kind for index in asked} >= {"staff.granted.v1", "credential.granted.v1", "staff.act_signed.v1"}
    page = text_of(desk.client.get(f"/desk/entries/{asked[0]}"))
    assert f"{entry_said.ENTRY_SIGNED_BY().text()} {MANAGER_NAME}" in page and said.CASE_NOT_SIGNED().text() not in page


def test_a_reading_that_nobody_signed_computes_nothing(made: Network, desk: Desk) -> None:
    """What closed cards tell is shown to who read them on record, signed: here nobody did."""
    before = text_of(desk.client.get("/desk/computed/closed"))
    seal(made, Act("dispute:closed", DisputeCardsRead(hand=MUCKED, reason="why not"), by=RUI))
    assert text_of(desk.client.get("/desk/computed/closed")) == before


@pytest.mark.parametrize("lies", ["amounts", "differences", None])
def test_a_replay_that_an_officer_made_up_is_told_as_his_word(made: Network, desk: Desk, lies: str | None) -> None:
    """He brings a document of his own: what he signs is recorded, and the page computes it again for whoever reads it."""
    told = said.CASE_REPLAY_OTHERWISE().text()
    shown = desk.client.get("/desk/computed/first")
    act = json.loads(document(shown))
    if lies == "amounts":
        for one in act["command"]["amounts"]:
            one["recorded"] += 100
    elif lies == "differences":
        act["command"]["differences"] = [f"{CLAIMANT} is due 900.00 EUR"]
    brought = desk.post("/desk/acts/open", {"act": json.dumps(act)}, shown)
    assert send(desk, brought).status_code == 200
    page = text_of(desk.client.get("/desk/cases/first"))
    assert (told in page) == (lies is not None) and "Computed again" in page


def copied(made: Network, kind: str, **changed: Any) -> None:
    """Who has the event key seals the newest entry of ``kind`` once more, changed, with the true signatures that stood beside it."""
    thief = open_ledger(made.url, made.keyring)
    with thief.store as store, open_checked(made.url, made.keyring, read_only=True) as read:
        row, reader, batch = [row for row in read.rows() if row.kind == kind][-1], Reader(read, made.keyring), Batch()
        command = reader.entry(row).command
        for entry in map(reader.entry, read.rows(row.index, read.head().size)):
            if entry.command == command:
                event = entry.event.model_copy(update=changed) if entry.kind == kind else entry.event
                head = store.head_of(entry.stream)
                assert head is not None
                batch.drafts.append(Draft(entry.stream, head.version + 1, event, entry.by, command, None))
                batch.heads[entry.stream] = head.hash
        batch.commands.append(CommandRow("thief/copies", bytes(16), 0, len(batch.drafts)))
        thief.sealing.put(batch.drafts, batch=batch)


def test_a_signature_that_is_copied_signs_nothing_anew(made: Network, desk: Desk) -> None:
    """What was signed of a replay does not tell its amounts: the signature holds for any."""
    shown = desk.client.get("/desk/computed/first")
    assert send(desk, desk.post("/desk/acts/open", {"act": document(shown)}, shown)).status_code == 200
    copied(made, "dispute.replayed.v1", amounts=[], differences=["900.00 EUR are due"], same=False)
    page = text_of(desk.client.get("/desk/cases/first"))
    assert page.count("Signed by rui") == 1 and page.count(said.CASE_NOT_SIGNED().text()) == 1
    assert page.count("OK, sealed by") == 2 and page.count("is of other entries than") == 1
    assert page.index("Signed by rui") < page.index("900.00 EUR are due") < page.index(said.CASE_NOT_SIGNED().text())


def test_a_day_that_nobody_closed_is_not_called_closed(made: Network, desk: Desk) -> None:
    """Neither on its page, nor where it is said up to where all is proved; and nothing ties."""
    seal(made, Act(f"day:{DAY}", CLOSED, by=ANA))
    told = nights.DAY_STANDS["lost"]().text()
    page, trust = text_of(desk.client.get(f"/desk/nights/{DAY}")), text_of(desk.client.get("/desk/trust"))
    assert told in page and "By ana" not in page and told in trust
    assert " ties " not in page + trust


def test_a_list_of_days_of_which_none_is_closed_calls_none_closed(desk: Desk) -> None:
    """Where nothing was recorded: no day waits, and none is said to be closed."""
    page = text_of(desk.client.get("/desk/nights"))
    assert nights.NIGHTS_ALL_CLOSED().text() in page and " closed. " not in page.replace("to be closed. ", "")


def test_a_release_that_nobody_signed_is_told_as_that(made: Network, desk: Desk) -> None:
    """In the list of its day, and on its page."""
    seal(made, Act(f"day:{DAY}", CLOSED, by=By(actor="platform", id="games")))
    file = ReleasedFile(name="a.xml", sha256="00" * 32, size=1)
    release = ReportReleased(
        checkpoint=None, country="portugal", date=DAY, files=[file], layout="2018", number=1, settings="00" * 32, size=5
    )
    seal(made, Act(f"report:portugal/{DAY}", release, by=ANA))
    told = nights.NIGHT_NO_DOOR().text()
    assert told in text_of(desk.client.get(f"/desk/nights/{DAY}"))
    assert told in text_of(desk.client.get(f"/desk/nights/{DAY}/portugal/1"))


def test_what_a_member_of_staff_signed_before_is_read_once(made: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked who he was, and at whichever place; what came since is read then."""
    with open_checked(made.url, made.keyring, read_only=True) as store:
        read, rows_of_stream = list[int](), store.stream_rows

        def counted(stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
            found = rows_of_stream(stream, gt=gt, lte=lte)
            read.append(len(found))
            return found

        monkeypatch.setattr(store, "stream_rows", counted)
        then, size = StaffThen(store), store.head().size
        granted = next(row.index for row in rows_of_stream(f"staff:{OFFICER_NAME}"))
        told = [then(OFFICER_NAME, index).roles for index in (size, granted, granted + 1, 0, size)]
        assert told == [{OFFICER}, set(), {OFFICER}, set(), {OFFICER}]
        assert len(read) == 1 and read[0] > 0
        made.act(WithdrawRole(role=OFFICER, staff=OFFICER_NAME), "withdraw/rui")
        store.catch_up()
        assert [then(OFFICER_NAME, index).roles for index in (size, store.size)] == [{OFFICER}, set()]
        assert len(read) == 2 and 0 < read[1] < read[0] + 2
        assert then("nobody", store.size) == Staff()
