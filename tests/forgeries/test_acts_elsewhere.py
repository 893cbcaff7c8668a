"""B1: true signatures, under requests that say what is recorded, beside entries that no door writes there, or for that role, or in that order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.test_acts import HAND, OFFICER, ORIGIN, Honest, signature_of
from tests.forgeries.twice import kinds
from tests.worlds.floor import MANAGER, PLATFORM
from tests.worlds.forged_ledger import Act, Commit, commits
from tests.worlds.staff import key_of
from tests.worlds.tournament import structure
from tombo.ledger.catalogue import full_digest
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.core.words import Words
from tombo.ledger.games.tournament.commands import AnnounceTournament, CancelTournament
from tombo.ledger.games.tournament.events import Announced, Cancelled
from tombo.ledger.house.account.events import Compensated
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayClosedV2
from tombo.ledger.house.dispute.commands import OpenDispute, RecordReplay, ResolveDispute
from tombo.ledger.house.dispute.events import DisputeOpenedV2, DisputeResolvedV2
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.incident.events import HandsListed, IncidentOpened
from tombo.ledger.house.report.events import ReleasedFile, ReportReleased
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.staff.commands import ReadCards
from tombo.ledger.house.staff.events import ActSigned, CardsReadV2
from tombo.ledger.live.acts import act_of, request_of
from tombo.ledger.seal.act import sign_act

Made = tuple[Act, str]
"""The entry that is at fault, and the field that is named."""
WORDS = Words(person="p-1", sealed="AAAA")
CUP = Announced(reference="SRIJ/9", structure=structure())
ANNOUNCE = AnnounceTournament(reference="SRIJ/9", structure=structure(), tournament="cup")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("elsewhere"))


def _asks(found: list[Commit], by: By, command: CommandBase, *said: tuple[str, EventBase]) -> list[Act]:
    """A command that ``by`` truly signs, and what is sealed beside his signature, which is last."""
    envelope = Envelope(command, by, f"elsewhere-{len(found)}", None)
    digest, key = full_digest(envelope), key_of(ORIGIN, by.id)
    signed = ActSigned(
        digest=digest,
        key=key.key_id.hex(),
        request=dict(sorted(request_of(command).items())),
        signature=sign_act(act_of(envelope, by.id, ORIGIN), key),
        signers=1,
    )
    place = CommandRef(digest=digest[:32], id=envelope.command_id)
    made = [Act(stream, event, by=by, command=place) for stream, event in (*said, (f"staff:{by.id}", signed))]
    found.append(Commit(found[-1].recorded, made))
    return made


def _pays_himself(found: list[Commit]) -> Act:
    """An officer opens a dispute for a player, and gives 1.00 for it alone; the signature."""
    opened = DisputeOpenedV2(about=HAND, claim=WORDS, complained=7, player="p-1")
    replayed = kinds(found, "dispute.replayed.v1")[0].event
    resolved = DisputeResolvedV2(compensation=Money(1_00), grounds=WORDS, outcome="accepted", rule=None)
    replay = RecordReplay(
        amounts=[], differences=[], dispute="d-9", revision=replayed.revision, rules=[], version=replayed.version
    )
    resolve = ResolveDispute(compensation=Money(1_00), dispute="d-9", grounds="g", outcome="accepted")
    paid = Compensated(amount=Money(1_00), dispute="dispute:d-9", dispute_version=3)
    asked = OpenDispute(about=HAND, claim="c", complained=7, dispute="d-9", player="p-1")
    _asks(found, OFFICER, asked, ("dispute:d-9", opened))
    _asks(found, OFFICER, replay, ("dispute:d-9", replayed))
    return _asks(found, OFFICER, resolve, ("dispute:d-9", resolved), ("account:p-1", paid))[-1]


def _signed_before(found: list[Commit]) -> Made:
    """That signature before the payment: as if the dispute were another's by then."""
    signature = _pays_himself(found)
    found[-1].acts.insert(0, found[-1].acts.pop())
    return signature, "signature"


def _signed_between(found: list[Commit]) -> Made:
    """The second of two signatures stands before an entry that the command led to."""
    paid, signature = kinds(found, "account.compensated.v1")[0], signature_of(found, "account.compensated.v1", 0)
    commit = next(commit for commit in found if paid in commit.acts)
    commit.acts.remove(signature)
    commit.acts.insert(commit.acts.index(paid), signature)
    return signature, "signature"


def _announced_by_platform(found: list[Commit]) -> Made:
    act = Act("tournament:cup", CUP, by=PLATFORM)
    found.append(Commit(found[-1].recorded, [act]))
    return act, "by"


def _announced_by_officer(found: list[Commit]) -> Made:
    return _asks(found, OFFICER, ANNOUNCE, ("tournament:cup", CUP))[0], "by"


def _announced_beside(found: list[Commit]) -> Made:
    """A manager cancels one tournament, and another one stands announced beside it."""
    _asks(found, MANAGER, ANNOUNCE, ("tournament:cup", CUP))
    cancel = CancelTournament(cause="technical", note="n", tournament="cup")
    gone = Cancelled(case="a", cause="technical", note="n", stacks=[])
    return _asks(found, MANAGER, cancel, ("tournament:cup", gone), ("tournament:cup-2", CUP))[1], "signature"


def _day(found: list[Commit], by: By, stream: str) -> Act:
    fields: dict[str, Any] = {
        "base": 5,
        "date": "2026-07-13",
        "hands": 3,
        "index": 9,
        "problems": [],
        "rate_bp": 2500,
        "tax": 1,
        "totals": [],
    }
    return _asks(found, by, CloseDay(**fields), (stream, DayClosedV2(checkpoint=None, statement=None, **fields)))[0]


def _incident_by_manager(found: list[Commit]) -> Made:
    fields: dict[str, Any] = {"first_instant": 7, "origin": "operator_system", "reported_by": "x", "scope": None}
    command = OpenIncident(incident="i", **fields)
    said = IncidentOpened(**fields), HandsListed(hands=[])
    return _asks(found, MANAGER, command, *(("incident:i", event) for event in said))[0], "by"


def _cards_read_by_another(found: list[Commit]) -> Made:
    """An officer read cards, and it stands in the stream of another officer."""
    read = CardsReadV2(hand=HAND, reason=WORDS)
    return _asks(found, OFFICER, ReadCards(hand="mesa-1/1", reason="r"), ("staff:s-3", read))[0], "by"


def _stream(found: list[Commit], kind: str, stream: str) -> Made:
    act = kinds(found, kind)[-1]
    act.stream = stream
    return act, "stream"


def _ended_otherwise(found: list[Commit]) -> Made:
    """An officer ends a session, and it stands there as ended by the player's own choice."""
    stream = kinds(found, "session.started.v1")[0].stream
    command = EndSession(cause="operator", reason="r", session=stream.partition(":")[2])
    ended = SessionEnded(cause="player", reason=None, rule="R806 r.69")
    return _asks(found, OFFICER, command, (stream, ended))[0], "signature"


PLAYER = By(actor="player", id="p-1")


def _by_a_player(found: list[Commit], stream: str, event: EventBase) -> Made:
    """A player asks for what only the platform or staff may ask for; nobody has to sign for a player."""
    act = Act(stream, event, by=PLAYER)
    found.append(Commit(found[-1].recorded, [act]))
    return act, "by"


def _day_of_a_player(found: list[Commit]) -> Made:
    closed = DayClosedV2(
        base=0,
        checkpoint=None,
        date="2026-07-13",
        hands=0,
        index=9,
        problems=[],
        rate_bp=2500,
        statement=None,
        tax=0,
        totals=[],
    )
    return _by_a_player(found, "day:2026-07-13", closed)


def _incident_of_a_player(found: list[Commit]) -> Made:
    return _by_a_player(
        found, "incident:i", IncidentOpened(first_instant=7, origin="operator_system", reported_by="x", scope=None)
    )


def _release_of_a_player(found: list[Commit]) -> Made:
    file = ReleasedFile(name="a.xml", sha256="00" * 32, size=1)
    released = ReportReleased(
        checkpoint=None,
        country="portugal",
        date="2026-07-13",
        files=[file],
        layout="2018",
        number=1,
        settings="00" * 32,
        size=5,
    )
    return _by_a_player(found, "report:portugal/2026-07-13", released)


FORGED: dict[str, Callable[[list[Commit]], Made]] = {
    "signed before what it led to": _signed_before,
    "signed between": _signed_between,
    "a tournament of the platform": _announced_by_platform,
    "a tournament of an officer": _announced_by_officer,
    "a tournament beside a cancellation": _announced_beside,
    "a day closed by an officer": lambda found: (_day(found, OFFICER, "day:2026-07-13"), "by"),
    "another day": lambda found: (_day(found, MANAGER, "day:2026-07-19"), "by"),
    "an incident of a manager": _incident_by_manager,
    "cards read by another": _cards_read_by_another,
    "limits that nobody reads": lambda found: _stream(found, "house.limits_set.v1", "house:other"),
    "a clock that nobody reads": lambda found: _stream(found, "log.clock_confirmed.v1", "log:other"),
    "a day closed by a player": _day_of_a_player,
    "an incident of a player": _incident_of_a_player,
    "a release of a player": _release_of_a_player,
    "a session ended otherwise": _ended_otherwise,
}


@pytest.mark.parametrize("name", list(FORGED))
def test_b1_what_no_door_writes_for_a_true_signature_is_named(honest: Honest, name: str, tmp_path: Path) -> None:
    """Red before, each: signature and request were true, and nobody looked where, in which role and in which order."""
    found = commits(honest.entries, honest.ends)
    culprit, field = FORGED[name](found)
    said = [(one.code, one.first, one.field) for one in honest.report(found, str(tmp_path / "forged")).problems]
    assert ("POLICY_FAIL", culprit.index, field) in said, said


def test_what_the_doors_write_there_is_not_accused(honest: Honest) -> None:
    """The same acts, each in the role, place and order that a door would let it have."""
    found = commits(honest.entries, honest.ends)
    _asks(found, MANAGER, ANNOUNCE, ("tournament:cup", CUP))
    _day(found, MANAGER, "day:2026-07-13")
    _asks(
        found,
        OFFICER,
        ReadCards(hand="mesa-1/1", reason="r"),
        ("staff:s-2", CardsReadV2(hand=HAND, reason=WORDS)),
    )
    assert [one for one in honest.report(found, "not-accused").problems if one.code != "WITHHELD"] == []
