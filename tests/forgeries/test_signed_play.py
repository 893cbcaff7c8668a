"""B1: what a person of the house signed of play, incidents, days and tournaments is what is recorded beside his signature."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.twice import kinds
from tests.worlds.casino import BEGINS, ORIGIN, Casino, casino
from tests.worlds.floor import PLATFORM, player
from tests.worlds.forged_ledger import Commit, commits, sealed
from tests.worlds.house import MANAGER
from tests.worlds.roulette import WHEEL
from tests.worlds.tournament import CUP, structure
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.games.blackjack.commands import VoidBlackjackRound
from tombo.ledger.games.poker.commands import StartHand, VoidHand
from tombo.ledger.games.roulette.commands import VoidSpin
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.games.tournament.commands import AnnounceTournament, CancelTournament
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import open_store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.verify import Report, verify
from tombo.ledger.verify.requests import ANSWERS

OFFICER: Final = By(actor="staff", id="rui", role="officer")
HANDS: Final = {1: "As Ah 9c 6d 2h"}
HOUSE: Final = "Ad Kd 8c 5h 3s"


class Acted:
    """A casino in which people of the house ask for what the platform asks for elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder, keyring = folder, Keyring(folder / "keys")
        with casino(folder) as house:
            _play(house)
            store = house.ledger.store
            rows = list(store.rows(0, store.head().size))
            mapper = CanonicalMapper(ORIGIN)
            self.entries = [mapper.to_entry(row) for row in rows]
            self.ends = sorted({claim.first + claim.count for claim in (unpack(row.state) for row in rows)})
        self.policy = parse_policy(keyring.policy.read_text())
        self.key = keyring.load(keyring.event(1))

    def report(self, found: Sequence[Commit], name: str) -> Report:
        """What the verifier says of these commits, sealed with the real event key."""
        url = f"sqlite:///{self.folder / name}.db"
        sealed(found, url, ORIGIN, self.key).close()
        return verify(partial(open_store, url, read_only=True), self.policy)


def _play(house: Casino) -> None:
    do = house.floor.do
    do(GrantRole(role="manager", staff="manager-1"), MANAGER)
    house.floor.open_table(players=2, first=11)
    do(StartHand(table="mesa-1"))
    assert house.spins({}, "7") == f"{WHEEL}/1"
    spin = house.spins({}, None)
    blackjack = house.blackjack({1: 1_000}, "8s Th 8d", "Jc")
    dealt = house.dealt({1: 500}, HANDS, HOUSE)
    do(_incident("water"), PLATFORM)
    for command in (
        _incident("power"),
        VoidHand(hand="mesa-1/1", incident="power"),
        VoidSpin(incident="power", round=spin),
        VoidBlackjackRound(incident="power", round=blackjack),
        VoidRound(incident="power", round=dealt),
        CloseIncident(incident="power", note="back again"),
    ):
        do(command, OFFICER)
    do(AnnounceTournament(reference="SRIJ/9", structure=structure(), tournament=CUP), MANAGER)
    do(CancelTournament(cause="technical", note="power", tournament=CUP), OFFICER)
    day, clock = day_of(BEGINS), house.ledger.clock
    assert isinstance(clock, SteppingClock)
    clock.instant = window(day)[1]
    do(CloseDay(base=0, date=day, hands=3, index=9, problems=[], rate_bp=2500, tax=0, totals=[]), MANAGER)
    do(LeaveTable(seat=2, table="mesa-1"), player(12))
    do(EndSession(cause="operator", reason="asked for by the house", session="s-12"), OFFICER)


def _incident(name: str) -> OpenIncident:
    return OpenIncident(
        first_instant=BEGINS, incident=name, origin="operator_system", reported_by="monitor", scope=None
    )


@pytest.fixture(scope="module")
def acted(tmp_path_factory: pytest.TempPathFactory) -> Acted:
    """The casino, once."""
    return Acted(tmp_path_factory.mktemp("signed-play"))


OTHERWISE: Final[dict[str, str | dict[str, Any]]] = {
    "blackjack.voided.v1": {"incident": "water"},
    "day.closed.v2": {"statement": "ab" * 32},
    "hand.voided.v1": {"incident": "water"},
    "incident.closed.v1": "incident:water",
    "incident.opened.v1": {"origin": "player_network"},
    "roulette.voided.v1": f"roulette:{WHEEL}/1",
    "sem_descarte.voided.v1": {"incident": "water"},
    "session.ended.v2": "session:s-11",
    "tournament.announced.v1": {"structure": structure(guarantee=7_700)},
    "tournament.cancelled.v1": {"cause": "too_few_players"},
}
"""Kind to what an event key lets it say, or to the stream that it is put into."""


def test_what_people_of_the_house_ask_for_is_not_accused(acted: Acted) -> None:
    """Sealed again as it was, nothing is wrong with it, and every kind of it is there, signed."""
    found = commits(acted.entries, acted.ends)
    assert [one for one in acted.report(found, "honest").problems if one.code != "WITHHELD"] == []
    for kind in OTHERWISE:
        assert kind in ANSWERS
        assert kinds(found, kind)[-1].by.actor == "staff", kind


@pytest.mark.parametrize("kind", sorted(OTHERWISE))
def test_b1_another_thing_than_was_signed_is_named(acted: Acted, kind: str) -> None:
    """Red before: the signature of one act stood beside another one, and nobody said so."""
    found = commits(acted.entries, acted.ends)
    act, otherwise = kinds(found, kind)[-1], OTHERWISE[kind]
    if isinstance(otherwise, str):
        act.stream = otherwise
    else:
        act.says(**otherwise)
    said = [(one.code, one.first, one.field) for one in acted.report(found, kind).problems if one.code != "WITHHELD"]
    assert ("POLICY_FAIL", act.index, "signature") in said, said
