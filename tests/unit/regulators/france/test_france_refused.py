"""What cannot be told to ANJ: refused by its place before anything is written; and single hands, told to the word."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.tools.replayed_game import replayed_as_told
from tests.worlds.floor import TERMS, Floor, player
from tests.worlds.registered import details
from tests.worlds.registered_table import NOON, NOON_DAY, RegisteredFloor, checked_down, ledger_of
from tests.worlds.reported import TOMBO
from tests.worlds.told_to_anj import SETTINGS, Told, documents, report, xsd
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.registration.commands import ChangeDetails
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.terms.poker import Commission, Terms
from tombo.reports.regulators.france.events import VaultEvents
from tombo.reports.regulators.france.hands import HandPlayed
from tombo.simulator.run import HOUR

pytestmark = pytest.mark.corpus
MUCKED = TERMS.model_copy(update={"showdown": "losers_may_muck"})
STACK = TERMS.model_copy(
    update={"commission": Commission(attribution="payment_when_all_in", cap=None, mode="stack", rate_bp=1_000)}
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a ledger is made, and its settings; it is the next day when somebody asks."""
    (tmp_path / "anj.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr(SystemClock, "now", lambda _: NOON + 24 * HOUR)
    with inside(tmp_path):
        yield tmp_path


def played(
    folder: Path,
    terms: Terms = TERMS,
    *,
    address: str = "192.0.2.7",
    strangers: frozenset[int] = frozenset(),
    mucks: tuple[int, ...] = (),
) -> None:
    """One hand of two, and the day closed."""
    ledger = ledger_of(folder)
    floor: Floor = RegisteredFloor(ledger.handle)
    assert isinstance(floor, RegisteredFloor)
    floor.address, floor.strangers = address, strangers
    floor.open_table(players=2, terms=terms)
    checked_down(floor, mucks=mucks)
    ledger.store.close()
    closes()


def closes() -> None:
    """The night closes the day."""
    ran = tombo(*TOMBO, "reconcile", "--day", NOON_DAY, "--close")
    assert ran.status == 0, ran.err


def made() -> list[Told]:
    """The documents of the day."""
    ran = report("release", NOON_DAY, "--out", "told")
    assert ran.status == 0, ran.err
    return list(documents(Path("told")))


def refused(status: int, says: str, *, settings: str = SETTINGS) -> None:
    """It is refused, and nothing is written."""
    Path("anj.toml").write_text(settings, encoding="utf-8")
    ran = report("release", NOON_DAY, "--out", "told")
    assert (ran.status, says in ran.err, Path("told").exists()) == (status, True, False), ran.err


def test_a_hand_is_told_to_the_word(folder: Path) -> None:
    """Two blinds, a call, three streets, both show, the aces win: every field that is not a place in the log."""
    played(folder)
    (game,) = [each for each in made() if each.root.tag == "POJEU"]
    replayed_as_told(game.root)
    second, first = game.root.iter("Joueur")
    fields = (
        "IDOper",
        "Pays",
        "IPJoueur",
        "Siege",
        "Finance/Net",
        "Finance/Total",
        "Finance/CaveAvant",
        "Finance/Rake",
    )
    assert [first.findtext(field) for field in fields] == [
        "0099",
        "PT",
        "192.0.2.7",
        "1",
        "0.90",
        "1.00",
        "100.00",
        "0.10",
    ]
    assert [second.findtext(field) for field in fields] == [
        "0099",
        "PT",
        "192.0.2.7",
        "2",
        "-1.00",
        "1.00",
        "100.00",
        None,
    ]
    assert game.root.find(".//Unite") is None
    assert (game.text("Regle"), game.text("Description")) == ("THNO-LIMIT", "hold'em no limit (0.50-1.00)")
    info = game.info()
    assert info.pop("main")
    assert info == {
        "bouton": "1",
        "blinds": "50/100",
        "commission": "500",
        "exemption": "practice",
        "couleur": "practice",
    }


def test_the_rounds_of_a_hand_hold_every_act_and_card(folder: Path) -> None:
    """Each in the order in which it happened; open cards are of no seat."""
    played(folder)
    (game,) = [each for each in made() if each.root.tag == "POJEU"]
    tours = [(each.attrib["name"], [action.tag for action in each][1:]) for each in game.root.iter("Tour")]
    street = ["Draw", "Check", "Check", "Total"]
    assert tours == [
        ("blinds", ["Bet", "Bet", "Total"]),
        ("preflop", ["Draw"] * 4 + ["Bet", "Check", "Total"]),
        ("flop", ["Draw", "Draw", *street]),
        ("turn", street),
        ("river", street),
        ("reveal", ["Reveal"] * 4),
    ]
    cards = [(one.findtext("Siege"), one.findtext("Valeur")) for one in game.root.iter("Draw")]
    assert cards == [
        ("1", "1"),
        ("2", "39"),
        ("1", "14"),
        ("2", "52"),
        *((None, card) for card in ("41", "33", "22", "50", "3")),
    ]


def test_the_hash_is_of_capitals_without_accents(folder: Path) -> None:
    """SHA-1 of the name and the day of birth, as the settings ask, and of what the registration said."""
    played(folder)
    hashes = {each.text("HashJoueur") for each in made() if each.root.tag == "POINSCRIT"}
    assert hashes == {hashlib.sha1(f"ZOEONEIL{number}19850228".encode()).hexdigest().upper() for number in (1, 2)}


def test_the_hash_is_of_what_the_registration_said_then(folder: Path) -> None:
    """Who has another name from the end of the hand on has the old hash where he sat down, and the new one where he left."""
    ledger = ledger_of(folder)
    floor = RegisteredFloor(ledger.handle)
    floor.open_table(players=2)
    checked_down(floor)
    floor.do(ChangeDetails(details=details(logon="exemplo-2", name="Another"), player="p-2"))
    floor.do(LeaveTable(seat=2, table="mesa-1"), player(2))
    ledger.store.close()
    closes()
    told = {each.root.tag: each for each in made() if each.root.tag in {"POINSCRIT", "POBILAN"}}
    assert told["POINSCRIT"].text("Inscription") == told["POBILAN"].text("Inscription")
    words = ("ZOEONEIL219850228", "ANOTHER19850228")
    due = [hashlib.sha1(each.encode()).hexdigest().upper() for each in words]
    assert [told[kind].text("HashJoueur") for kind in ("POINSCRIT", "POBILAN")] == due


def test_who_shows_nothing_is_told_so_with_his_cards(folder: Path) -> None:
    """His closed cards stand where they were dealt, and a fold that reveals nothing in the end."""
    played(folder, MUCKED, mucks=(2,), address="2001:db8::7")
    (game,) = [each for each in made() if each.root.tag == "POJEU"]
    assert replayed_as_told(game.root).chairs[2].mucked
    tour = game.root.find("Jeu/Tour[@name='reveal']")
    assert tour is not None
    assert [(one.tag, one.findtext("Siege"), one.findtext("Reveal")) for one in tour][1:] == [
        ("Fold", "2", "false"),
        ("Reveal", "1", None),
        ("Reveal", "1", None),
    ]
    assert {each.findtext("IPJoueur") for each in game.root.iter("Joueur")} == {"2001:db8::7"}


def test_commission_of_chips_bought_is_told_with_them(folder: Path) -> None:
    """R806 r.17b: a tenth of the buy-in, and none of the pot."""
    played(folder, STACK)
    told = made()
    bought = [each for each in told if each.root.tag == "POINSCRIT"]
    assert [each.info() for each in bought] == [{"regle": "THNO-LIMIT", "commission": "10.00"}] * 2
    (game,) = [each for each in told if each.root.tag == "POJEU"]
    assert game.root.find(".//Rake") is None
    assert {each.findtext("Finance/CaveAvant") for each in game.root.iter("Joueur")} == {"90.00"}


def test_a_day_without_poker_has_empty_archives(folder: Path) -> None:
    """Each hour all the same, and it is released."""
    ledger = ledger_of(folder)
    RegisteredFloor(ledger.handle).comes(1)
    ledger.store.close()
    closes()
    ran = report("release", NOON_DAY, "--out", "told")
    assert (ran.status, len(list(Path("told").iterdir()))) == (0, 24), ran.err
    assert list(documents(Path("told"))) == []


def test_who_is_not_registered_is_named(folder: Path) -> None:
    """Where he sat down."""
    played(folder, strangers=frozenset({2}))
    refused(1, "p-2 is not registered")


def test_a_code_that_is_not_set_is_asked_for(folder: Path) -> None:
    """Without limit hold'em has the one that is printed; with another limit it has none."""
    played(folder, TERMS.model_copy(update={"limit": TERMS.limit.model_copy(update={"kind": "pot_limit"})}))
    refused(1, "no code is set for holdem with pot_limit", settings=SETTINGS[: SETTINGS.index("[rules.holdem]")])


def test_the_printed_code_needs_no_setting(folder: Path) -> None:
    """``THNL``."""
    played(folder)
    Path("anj.toml").write_text(SETTINGS[: SETTINGS.index("[rules.holdem]")], encoding="utf-8")
    assert {each.text("Regle") for each in made() if each.root.tag == "POJEU"} == {"THNL"}


def test_a_document_that_the_schema_does_not_take_is_named(folder: Path) -> None:
    """As it is written: ANJ's next referential, which asks for five digits of an operator."""
    played(folder)
    shutil.copytree(xsd().parent, "other")
    types = Path("other/include/common/types/types.xsd")
    types.chmod(0o600)
    types.write_text(types.read_text().replace(r"\d{4}", r"\d{5}").replace('length value="4"', 'length value="5"'))
    words = (
        "report",
        "release",
        "france",
        NOON_DAY,
        "--settings",
        "anj.toml",
        "--xsd",
        "other/PO.xsd",
        "--out",
        "told",
    )
    ran = tombo(*TOMBO, *words)
    assert (ran.status, "POINSCRIT.xml is not what its schema asks" in ran.err) == (1, True), ran.err
    assert not Path("told").exists()


def test_a_cent_between_a_hand_and_its_bets_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a document says of a hand has to come to what its bets and payments do."""
    played(folder)
    monkeypatch.setattr(HandPlayed, "sums", lambda self: self.told._replace(won=self.told.won - 1))
    refused(1, "the hand of R806 comes to something else")


def test_a_cent_between_the_day_and_what_is_told_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told, the acts of the day have to come to what it was closed with."""
    played(folder)
    monkeypatch.setattr(VaultEvents, "_counts", lambda *_: None)
    refused(1, f"{NOON_DAY}, R806")


def test_cards_shown_behind_the_end_of_a_hand_change_nothing(folder: Path) -> None:
    """They are no part of it any more."""
    ledger = ledger_of(folder)
    floor = RegisteredFloor(ledger.handle)
    floor.open_table(players=2, terms=MUCKED)
    checked_down(floor, mucks=(2,))
    floor.do(poker.ShowCards(hand="mesa-1/1", seat=2), player(2))
    ledger.store.close()
    closes()
    (game,) = [each for each in made() if each.root.tag == "POJEU"]
    assert replayed_as_told(game.root).chairs[2].mucked
