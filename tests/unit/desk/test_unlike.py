"""An entry that an event key sealed, and that is not what its kind looks like, is told in its own row: it hides nothing else, and stops no command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import tombo
from tests.unit.desk.test_signed import ANA, CLOSED, DAY, RESOLVED, RUI, seal
from tests.worlds.cases import text_of
from tests.worlds.complaints import complaint, disputed_network
from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, served_desk
from tests.worlds.forged_ledger import Act
from tests.worlds.network import Network
from tombo.ledger.core.errors import MalformedError, OutOfPlaceError, TamperedError, UnlikeItsKindError
from tombo.ledger.house.credential.events import CredentialGranted, PlatformHolder, TokenProof
from tombo.ledger.house.dispute.events import DisputeOpened, DisputeReplayed
from tombo.ledger.house.incident.events import IncidentOpened
from tombo.ledger.house.report.events import ReportReleased
from tombo.ledger.house.staff.events import ActSigned, RoleGranted
from tombo.ledger.operate.keyring import open_checked
from tombo.projections.credentials import Credentials
from tombo.projections.signed import StaffThen
from tombo.reports.shown.house import closings, credentials, disputes, incidents, releases, staff
from tombo.reports.shown.reading import Reader
from tombo.serve.identity import KnownHolders, read_again
from tombo.serve.problems import is_not_what_was_sealed

SAME_AND_NOT = DisputeReplayed.model_construct(
    amounts=[], differences=["cards"], replayed="hand:mesa-1/1", revision=1, rules=[], same=True, version=25
)
"""What says that nothing differs, and what does."""


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Network:
    """A ledger with two complaints, in one of which such an entry stands."""
    found = disputed_network(sqlite_url, tmp_path)
    complaint(found, "first")
    complaint(found, "spoilt")
    seal(found, Act("dispute:spoilt", SAME_AND_NOT, by=RUI))
    return found


@pytest.fixture
def desk(made: Network) -> Iterator[Desk]:
    """Its desk, at which the officer is signed in."""
    with served_desk(made) as found:
        found.sign_in()
        yield found


def index_of(made: Network, stream: str) -> int:
    """The log index of the newest entry of ``stream``."""
    with open_checked(made.url, made.keyring) as store:
        row = store.last_row(stream)
    assert row is not None
    return row.index


def test_it_hides_no_other_complaint_at_the_desk(made: Network, desk: Desk) -> None:
    """Its row says that it cannot be read, with its place, and the others are there."""
    shown = desk.client.get("/desk/cases")
    assert shown.status_code == 200
    names = re.findall(r'<th scope="row" role="rowheader"><a href="[^"]+">([^<]+)</a>', shown.text)
    assert sorted(names) == ["first", "spoilt"]
    assert f"dispute.replayed.v1 at log index {index_of(made, 'dispute:spoilt')} of dispute:spoilt" in text_of(shown)
    assert desk.client.get("/desk/now").status_code == 200
    assert desk.client.get("/desk/cases/first").status_code == 200
    assert desk.client.get("/desk/cases/spoilt").status_code == 500
    assert desk.alarms == []


def ran(made: Network, *words: str) -> tuple[int, list[dict[str, Any]]]:
    """``tombo --json`` on the ledger: its status, and the documents that it prints."""
    found = tombo("--ledger", made.url, "--keys", str(made.keyring.directory), "--json", *words)
    return found.status, [json.loads(line) for line in found.out.splitlines()]


def test_it_hides_no_other_complaint_of_the_command_line(made: Network) -> None:
    """The list tells both, with its place, and ends with status 1."""
    code, told = ran(made, "dispute", "list")
    spoilt = index_of(made, "dispute:spoilt")
    assert (code, {one["dispute"]: one.get("log_index") for one in told}) == (1, {"first": None, "spoilt": spoilt})


def test_an_opening_or_a_decision_that_is_none_hides_no_other(made: Network, desk: Desk) -> None:
    """Nor where the list reads every complaint itself: of one that cannot be read it stands first, whoever's is asked for."""
    resolved = RESOLVED.model_copy(update={"grounds": ""})
    seal(made, Act("dispute:first", resolved, by=RUI))
    seal(
        made,
        Act("dispute:none", DisputeOpened.model_construct(about=None, claim="x", complained=-1, player="p-1"), by=RUI),
    )
    shown = desk.client.get("/desk/cases", params={"player": "p-2"})
    assert shown.status_code == 200
    assert re.findall(r'<th scope="row" role="rowheader"><a href="[^"]+">([^<]+)</a>', shown.text) == ["none"]
    assert desk.client.get("/desk/cases").text.count("cannot be read: ") == 3


def release() -> ReportReleased:
    """What was released to nobody, of no size."""
    return ReportReleased.model_construct(
        checkpoint=None, country="portugal", date=DAY, files=[], layout="x", number=1, settings="00" * 32, size=1
    )


@pytest.mark.parametrize(
    ("act", "words", "name"),
    [
        (Act(f"staff:{MANAGER_NAME}", RoleGranted.model_construct(role=""), by=ANA), ("staff", "list"), "staff"),
        (
            Act(
                "incident:i-1",
                IncidentOpened.model_construct(first_instant=-1, origin="operator_system", reported_by="x", scope=None),
                by=RUI,
            ),
            ("status",),
            None,
        ),
        (
            Act(
                "credential:c-1",
                CredentialGranted.model_construct(
                    holder=PlatformHolder(id="games"), proof=TokenProof(sha256="00" * 32), until=-1
                ),
                by=ANA,
            ),
            ("credential", "list"),
            "credential",
        ),
        (Act(f"report:portugal/{DAY}", release(), by=ANA), ("report", "list"), None),
        (Act(f"day:{DAY}", CLOSED.model_copy(update={"hands": -1}), by=ANA), ("report", "list"), None),
    ],
    ids=lambda value: value.stream if isinstance(value, Act) else None,
)
def test_it_hides_nothing_else_of_any_list(
    made: Network, desk: Desk, act: Act, words: tuple[str, ...], name: str | None
) -> None:
    """Of staff, incidents, credentials, releases and days: whatever else there is stands on the pages, over HTTP and on the command line."""
    seal(made, act)
    for path in ("/desk/now", "/desk/cases", "/desk/trust", "/desk/nights", "/desk/acts"):
        assert desk.client.get(path).status_code == 200, path
    _, told = ran(made, *words)
    assert told
    if name is not None:
        lost = {one[name]: one["log_index"] for one in told if "tampered" in one}
        assert lost == {act.stream.partition(":")[2]: index_of(made, act.stream)} and len(told) > len(lost)
    with open_checked(made.url, made.keyring) as store:
        reader, now = Reader(store, made.keyring), 0
        for names, line in (
            (staff.names, staff.line),
            (credentials.names, lambda reader, stream: credentials.line(reader, stream, now)),
            (incidents.names, incidents.line),
            (disputes.names, disputes.line),
            (closings.names, closings.line),
            (staff.key_names, staff.key_line),
        ):
            assert all(line(reader, stream) for stream in names(reader))
        releases.every(reader)


def test_who_signed_is_read_where_a_signature_is_none(made: Network) -> None:
    """A signature that is not what one looks like signs nothing, and is not in the way of who reads it."""
    act = ActSigned.model_construct(digest="00", key="k", request={}, signature="A", signers=-1)
    seal(made, Act("dispute:first", RESOLVED, by=RUI), Act(f"staff:{OFFICER_NAME}", act, by=RUI))
    with open_checked(made.url, made.keyring) as store:
        reader = Reader(store, made.keyring)
        line = disputes.line(reader, "dispute:first")
        assert not line.sound and line.json["not_signed"]


def test_a_change_of_roles_that_is_none_keeps_its_member_out_and_nobody_else(made: Network) -> None:
    """He is nobody from there on: what he signed before stands."""
    with open_checked(made.url, made.keyring) as store:
        seal(made, Act(f"staff:{OFFICER_NAME}", RoleGranted.model_construct(role=""), by=ANA))
        store.catch_up()
        then, at = StaffThen(store), store.head().size - 1
        assert then(OFFICER_NAME, at).roles == {"officer"} and not then(OFFICER_NAME, at + 1).roles
        known = read_again(KnownHolders(Credentials()), store)
        assert not known.staff[OFFICER_NAME][1].roles and "manager" in known.staff[MANAGER_NAME][1].roles


def test_what_was_sealed_raises_no_alarm_however_it_looks(made: Network) -> None:
    """The alarm that stops commands is for rows that are not what was sealed; this one is, by who has an event key."""
    with open_checked(made.url, made.keyring) as store:
        with pytest.raises(OutOfPlaceError, match=r"^TAMPERED: dispute\.replayed\.v1 at log index \d+ ") as met:
            store.entries("dispute:spoilt")
        assert met.value.index == index_of(made, "dispute:spoilt")
    assert not is_not_what_was_sealed(met.value) and not is_not_what_was_sealed(UnlikeItsKindError("no entry"))
    assert is_not_what_was_sealed(MalformedError("no entry")) and is_not_what_was_sealed(TamperedError("another"))
