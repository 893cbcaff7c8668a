"""What cannot be told to the Danish regulator: refused by name and before anything is written, or told as the page says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.registered import details
from tests.worlds.reported import NOON, TOMBO, one_bet
from tests.worlds.reported_denmark import NAMESPACE, SETTINGS, danish, open_schemas, records
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette import commands as wheel
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.reports.regulators.denmark import files
from tombo.reports.regulators.denmark.settings import danish_settings
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.reading import SETTLED
from tombo.reports.regulators.totals import closed

DAY = "2026-07-14"
OVER = window(DAY)[1] + SETTLED
NO_SCHEMA = (
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="{space}">'
    '<xs:element name="{name}"><xs:complexType/></xs:element></xs:schema>'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a ledger is made; it is the first moment at which the day may be told."""
    open_schemas(tmp_path / "schemas")
    (tmp_path / "safe.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr(SystemClock, "now", lambda _: OVER)
    with inside(tmp_path):
        yield tmp_path


def unseen_bet(*, registers: bool) -> None:
    """A bet of 1.00 at a wheel in a session from before its player ``registers``, so that nobody knows with which device."""
    terms = wheel_terms()
    ledger = create_ledger(
        "sqlite:///ledger.db",
        Keyring(Path("keys")),
        origin="operator.example/1",
        clock=SteppingClock(NOON, step=0),
    )
    floor = Floor(ledger.handle)
    for command, by in opening(terms, ()):
        floor.do(command, by)
    floor.do(OpenAccount(player="p-1"))
    floor.do(Deposit(amount=Money(10_000), player="p-1", reference="card"))
    floor.do(StartSession(player="p-1", regulation=terms.regulation, session="s-1"), player("p-1"))
    if registers:
        floor.do(RegisterPerson(details=details(), player="p-1"))
    floor.do(JoinTable(player="p-1", session="s-1", table=WHEEL), player("p-1"))
    floor.do(wheel.OpenSpin(deadline=NOON + 30 * SECOND, table=WHEEL))
    name = f"{WHEEL}/1"
    floor.do(wheel.PlaceChips(chips=[chip(100, "straight_up", "17")], player="p-1", round=name), player("p-1"))
    floor.do(wheel.CloseBets(round=name))
    floor.do(wheel.LandBall(number="17", round=name))
    floor.do(wheel.SettleSpin(round=name))
    ledger.store.close()


def close() -> None:
    """The night closes the day."""
    ran = tombo(*TOMBO, "reconcile", "--day", DAY, "--close")
    assert ran.status == 0, ran.err


def refused(ran: Ran, status: int, *says: str) -> None:
    """Nothing is written, and why is said."""
    assert ran.status == status, ran.err
    for each in says:
        assert each in ran.err
    assert not Path("out").exists()


def test_a_day_of_one_bet_is_told(folder: Path) -> None:
    """At the first moment: staked 1.00, won 36.00, one round, through the computer he logged on with; every category that is offered has its totals."""
    one_bet(folder, ball="17")
    close()
    assert danish("make", DAY, "--out", "out").status == 0
    (record,) = records(folder / "out", "KasinospilSinglePlayer", "KasinospilSession")
    told = ("KasinospilIndskudSpil", "KasinospilGevinstSpil", "KasinospilAntalTræk", "KasinospilKategori")
    assert [record[name] for name in told] == ["1.00", "36.00", "1", "roulette"]
    assert record["SpilSalgskanal"] == "Internet"
    times = ("2026-07-14T12:00:00.000000Z", "2026-07-14T12:00:30.000000Z")
    assert (record["SpilKøbDatoTid"], record["SpilFaktiskSlutDatoTid"]) == times
    totals = records(folder / "out", "EndOfDayRapport", "SpilOpgørelse")
    assert [(one["SpilKategoriNavn"], one["EndOfDayRapportAntalSpil"]) for one in totals] == [
        ("KasinospilSinglePlayer", "1"),
        ("PokerCashGame", "0"),
        ("PokerTurnering", "0"),
    ]
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        f"EndOfDayRapport_{DAY}.xml",
        f"KasinospilSinglePlayer_{DAY}.xml",
    ]


def test_a_day_without_play_has_its_totals_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nothing, in every category that is offered."""
    one_bet(folder, ball="17")
    close()
    after = "2026-07-15"
    monkeypatch.setattr(SystemClock, "now", lambda _: window(after)[1] + SETTLED)
    assert tombo(*TOMBO, "reconcile", "--day", after, "--close").status == 0
    assert danish("make", after, "--out", "out").status == 0
    (name,) = [path.name for path in (folder / "out").iterdir()]
    assert name == f"EndOfDayRapport_{after}.xml"
    totals = records(folder / "out", "EndOfDayRapport", "SpilOpgørelse")
    assert len(totals) == 3
    assert {value for one in totals for value in list(one.values())[1:]} == {"0", "0.00"}


def test_a_game_may_be_of_the_other_category(folder: Path) -> None:
    """By the settings: nobody printed which of the two a table with several players is of."""
    one_bet(folder, ball="17")
    close()
    text = SETTINGS.replace('"Product R805"', '"Product R805"\ncategory = "KasinospilMultiPlayer"')
    (folder / "safe.toml").write_text(
        text.replace('"Product R804"', '"Product R804"\ncategory = "KasinospilMultiPlayer"'), encoding="utf-8"
    )
    assert danish("make", DAY, "--out", "out").status == 0
    assert len(records(folder / "out", "KasinospilMultiPlayer", "KasinospilSession")) == 1
    totals = records(folder / "out", "EndOfDayRapport", "SpilOpgørelse")
    assert {one["SpilKategoriNavn"]: one["EndOfDayRapportIndskudSpil"] for one in totals} == {
        "KasinospilMultiPlayer": "1.00",
        "KasinospilSinglePlayer": "0.00",
        "PokerCashGame": "0.00",
        "PokerTurnering": "0.00",
    }


def test_a_session_through_no_access_is_of_another_channel(folder: Path) -> None:
    """He was not registered when it began: with what he plays is not on record."""
    unseen_bet(registers=True)
    close()
    assert danish("make", DAY, "--out", "out").status == 0
    (record,) = records(folder / "out", "KasinospilSinglePlayer", "KasinospilSession")
    assert record["SpilSalgskanal"] == "Andet"


def test_who_is_not_registered_cannot_be_told(folder: Path) -> None:
    """By the entry that began his session."""
    unseen_bet(registers=False)
    close()
    refused(danish("release", DAY, "--out", "out"), 1, "session.started.v1: p-1 is not registered")


def test_without_the_published_schemas_nothing_is_made(folder: Path) -> None:
    """None given, another folder, or a file in it that is something else."""
    one_bet(folder, ball="17")
    close()
    words = ("report", "release", "denmark", DAY, "--settings", "safe.toml", "--out", "out")
    refused(tombo(*TOMBO, *words), 2, "no schema was given; expected --xsd")
    refused(tombo(*TOMBO, *words, "--xsd", "keys"), 2, "PokerCashGamePrSessionStrukturType.xsd")
    path = folder / "schemas" / "view" / "EndOfDayRapportStrukturType.xsd"
    path.write_text(path.read_text(encoding="utf-8").replace("EndOfDay", "Other"), encoding="utf-8")
    refused(danish("release", DAY, "--out", "out"), 2, "it declares no such element", "EndOfDayRapportStruktur")


def test_what_is_not_as_the_schema_asks_is_not_released(folder: Path) -> None:
    """The last file that is made: those before it are not left there either, and nothing is on record."""
    one_bet(folder, ball="17")
    close()
    text = NO_SCHEMA.format(space=NAMESPACE, name="EndOfDayRapportStruktur")
    (folder / "schemas" / "view" / "EndOfDayRapportStrukturType.xsd").write_text(text, encoding="utf-8")
    refused(danish("release", DAY, "--out", "out"), 1, f"EndOfDayRapport_{DAY}.xml is not what its schema asks")
    assert tombo(*TOMBO, "--json", "report", "list").document == {"releases": []}


def test_a_day_that_is_not_closed_or_may_be_added_to_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """16 minutes after its end at the earliest."""
    one_bet(folder, ball="17")
    refused(danish("release", DAY, "--out", "out"), 1, f"{DAY} is not closed")
    close()
    monkeypatch.setattr(SystemClock, "now", lambda _: OVER - 1)
    refused(danish("release", DAY, "--out", "out"), 2, f"{DAY} may still be added to until 2026-07-15")


def test_a_day_that_comes_to_a_cent_more_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told and what the night closed have to meet; here the day is said to have paid a cent more."""
    one_bet(folder, ball="17")
    close()

    def other(store: CheckedStore, day: str) -> object:
        event = closed(store, day)
        (total,) = event.totals
        return event.model_copy(update={"totals": [total.model_copy(update={"paid": total.paid + 1})]})

    monkeypatch.setattr(files, "closed", other)
    refused(danish("release", DAY, "--out", "out"), 1, "R804", "36.00", "36.01")


def test_a_game_that_is_not_set_is_refused(folder: Path) -> None:
    """Its product and generators are the operator's word."""
    one_bet(folder, ball="17")
    close()
    before, _, after = SETTINGS.partition("\n[games.R804]")
    (folder / "safe.toml").write_text(before + after[after.index("\n[games.R805]") :], encoding="utf-8")
    refused(danish("release", DAY, "--out", "out"), 1, "nothing is set for the games of R804")


def test_a_game_without_a_code_in_the_layout_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: a KeyError. It was played, or is set and was not: neither is told without the regulator's word for it."""
    one_bet(folder, ball="17")
    close()
    for game in ("R804", "R805"):
        of = layout("denmark", "v2")
        codes = {name: code for name, code in of.games.items() if name != game}
        monkeypatch.setattr(files, "layout", lambda *_, of=of, codes=codes: of._replace(games=codes))
        refused(danish("release", DAY, "--out", "out"), 1, f"the layout v2 has no code for the games of {game}")


def test_more_files_than_a_release_lists_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three for each tournament, and a release lists 60,000."""
    one_bet(folder, ball="17")
    close()
    monkeypatch.setattr(files, "FILES_MAX", 1)
    refused(danish("release", DAY, "--out", "out"), 1, f"{DAY} has more than 1 files")


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ('certificate = "operator-7"\n', "", "certificate: Field required"),
        ('certificate = "operator-7"', f'certificate = "{"x" * 46}"', "certificate: String should have at most 45"),
        ('website = "https://play.example"', 'website = ""', "website: String should have at least 1"),
        ('product = "Product R804"\n', "", "games.R804.product: Field required"),
        ('software = "results-R804"', "", "games.R804.generators.0.software: Field required"),
        ("[games.R804]", "[games.R999]", "games.R999"),
        ('product = "Product R804"', 'product = "x"\ncategory = "Bingospil"', "games.R804.category"),
        ('certificate = "operator-7"', 'certificate = "o"\nlayout = "v3"', "layout"),
    ],
)
def test_settings_that_cannot_be_are_refused(folder: Path, was: str, becomes: str, says: str) -> None:
    """By the name of what is wrong, with the page that has them."""
    assert was in SETTINGS
    (folder / "safe.toml").write_text(SETTINGS.replace(was, becomes, 1), encoding="utf-8")
    refused(danish("make", DAY, "--out", "out"), 2, says, "docs/regulators/denmark.md")


def test_the_settings_of_the_page_are_settings() -> None:
    """What an operator copies from there is read."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "regulators" / "denmark.md").read_text(encoding="utf-8")
    text = page.partition("```toml\n")[2].partition("```")[0]
    found = danish_settings(text.encode(), "page")
    assert (found.certificate, found.games["R804"].category) == ("operator-7", "KasinospilMultiPlayer")
    assert [each.software for each in found.games["R806"].generators] == ["dealer-4.2"]
