"""A dispute in Portuguese, from its claim to what was taken back, and its line in the register; with the figures that programs get."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from tests.tools.cli_run import Ran, inside, keep_key, tombo
from tests.worlds.casino import BEGINS, LEDGER, ORIGIN, casino
from tests.worlds.house import MANAGER
from tests.worlds.roulette import chip
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.entry import Actor, By
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, written
from tombo.ledger.house.dispute.commands import OpenDispute, ReadDisputedCards, RecordReplay
from tombo.ledger.house.dispute.events import Cause, Outcome
from tombo.ledger.house.dispute.said import OUTCOMES
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.staff.state import ROLES
from tombo.reports import dispute
from tombo.reports.said import common
from tombo.reports.said.dispute import REVERSAL_CAUSES, WALK_CLOSED_CARDS, WALK_HOUSE, WALK_NOT_TURNED

SAID_SO: Final = BEGINS + 120 * SECOND
"""When he complains: the spin is over."""
NOON: Final = SAID_SO + 16 * 3_600 * SECOND
"""2026-07-15, 12:02 in Lisbon, when all that is asked here is asked."""
DAY: Final = 86_400
BY: Final = "pelo funcionário rui como responsável por litígios"
COMPLAINED: Final = "Apresentada a 2026-07-14 20:02:00 em Lisboa (19:02:00 UTC); registada a 2026-07-14 20:02:17 em Lisboa (19:02:17 UTC)"
HEADING: Final = [
    "Reclamação d-1 de p-1, sobre roulette:roleta-1/1",
    f"{COMPLAINED}, {BY} (entrada 57 do registo)",
    "Alegação: I won 50.00",
]
ACTS: Final = [
    f"Cartas de roulette:roleta-1/1 lidas a 2026-07-14 20:02:20 em Lisboa (19:02:20 UTC), {BY} (entrada 59 do registo): he says so",
    f"Recálculo de roulette:roleta-1/1 até à versão 8, {BY} (entrada 61 do registo): o recalculado NÃO é o que está registado",
    "  p-1: 36.00 recorded, 50.00 due",
    "  decidido segundo R804 r.13; R804 r.14, r.18",
]
AGAIN: Final = [
    f"Recálculo de roulette:roleta-1/1 até à versão 8, {BY} (entrada 67 do registo): o recalculado é igual ao registado",
    "  decidido segundo R804 r.18; R804 r.13",
]
RESOLUTION: Final = [
    "Resolvida ao fim de 16 horas, pelo funcionário eva como responsável por litígios (entrada 69 do registo): aceite em parte",
    "Fundamentos: goodwill (R804 r.13)",
    "Compensação: 5,00 EUR, na conta de p-1",
]
BACK: Final = [
    f"Compensação anulada a 2026-07-15 12:02:00 em Lisboa (11:02:00 UTC), {BY} (entrada 72 do registo): foi dada por engano (R804 r.13)"
]
LINE: Final = "d-1  2026-07-14 20:02:00 em Lisboa (19:02:00 UTC)  p-1, roulette:roleta-1/1: {}. Alegação: I won 50.00"
OFFICER: Final = By(actor="staff", id="rui", role="officer")


@pytest.fixture
def disputed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A spin that ``p-1`` complains of; an officer read cards because of it, and found a difference, by his word."""
    with casino(tmp_path) as evening:
        evening.spins({"p-1": (chip(100, "straight_up", "17"),), "p-2": (chip(1_000, "red"),)}, "17")
        about, do = "roulette:roleta-1/1", evening.floor.do
        do(OpenDispute(about=about, claim="I won 50.00", complained=SAID_SO, dispute="d-1", player="p-1"), OFFICER)
        do(ReadDisputedCards(dispute="d-1", reason="he says so"), OFFICER)
        different, rules = ["p-1: 36.00 recorded, 50.00 due"], ["R804 r.13", "R804 r.14, r.18"]
        again = RecordReplay(amounts=[], differences=different, dispute="d-1", revision=1, rules=rules, version=8)
        do(again, OFFICER)
        do(GrantRole(role="officer", staff="eva"), MANAGER)
        keep_key(tmp_path / "keys", ORIGIN, "eva")
    monkeypatch.setattr(SystemClock, "now", lambda _: NOON)
    with inside(tmp_path):
        yield


def said(*words: str) -> Ran:
    """``tombo dispute`` in Portuguese."""
    ran = tombo(*LEDGER, "--lang", "pt", "dispute", *words)
    assert ran.status == 0, ran.err
    return ran


@pytest.mark.usefixtures("disputed")
def test_a_dispute_is_told_in_portuguese_from_its_claim_to_what_was_taken_back() -> None:
    """Who did what when, what was replayed, decided, paid and taken back: line by line, with what programs get."""
    assert said("show", "d-1").out.splitlines() == [*HEADING, *ACTS, "Por resolver"]
    assert said("list").out.splitlines() == [LINE.format("por resolver")]
    said("replay", "d-1", "--staff", "rui")
    why = ("--grounds", "goodwill", "--rule", "R804 r.13", "--staff", "eva")
    resolved = said("resolve", "d-1", "--outcome", "partly", "--compensation", "5.00", *why)
    assert resolved.out.splitlines() == [*HEADING, *RESOLUTION]
    assert said("list").out.splitlines() == [LINE.format("aceite em parte ao fim de 16 horas, 5,00 EUR")]
    rule = ("--cause", "mistaken", "--rule", "R804 r.13")
    reversal = said("reverse", "d-1", *rule, "--staff", "rui", "--second", "eva")
    assert reversal.out.splitlines() == [*HEADING, *RESOLUTION, *BACK]
    assert said("show", "d-1").out.splitlines() == [*HEADING, *ACTS, *AGAIN, *RESOLUTION, *BACK]
    ended = "aceite em parte ao fim de 16 horas, 5,00 EUR, compensação anulada"
    assert said("list").out.splitlines() == [LINE.format(ended)]
    figures = said("show", "d-1", "--json").document
    assert (figures["compensation"], figures["seconds"], figures["taken_back"]) == (500, 16 * 3_600, NOON)
    assert [event["log_index"] for event in figures["events"]] == [57, 59, 61, 67, 69, 72]


@pytest.mark.usefixtures("disputed")
def test_what_was_asked_for_outside_of_play_is_told_in_portuguese() -> None:
    """About nothing that was played, by the platform; rejected at once, by no rule; and what nobody here can read."""
    said("open", "p-2", "--claim", "nobody answers me", "--id", "d-2")
    resolved = said("resolve", "d-2", "--outcome", "rejected", "--grounds", "we did", "--staff", "rui").out.splitlines()
    noon = "2026-07-15 12:02:00 em Lisboa (11:02:00 UTC)"
    assert resolved == [
        "Reclamação d-2 de p-2",
        f"Apresentada a {noon}; registada a {noon}, pela plataforma operator (entrada 67 do registo)",
        "Alegação: nobody answers me",
        f"Resolvida ao fim de menos de um segundo, {BY} (entrada 68 do registo): rejeitada",
        "Fundamentos: we did",
        "Compensação: nenhuma",
    ]
    Path("keys/persons.key").rename("elsewhere.key")
    line = f"d-2  {noon}  p-2: rejeitada ao fim de menos de um segundo. Alegação: [cifrado]"
    assert said("list").out.splitlines()[1:] == [line]


def test_a_register_without_a_complaint_says_so_in_portuguese(tmp_path: Path) -> None:
    """Beside the result, which is empty."""
    with casino(tmp_path):
        pass
    with inside(tmp_path):
        ran = said("list")
    assert (ran.out, ran.err) == ("", "não há nenhuma reclamação registada\n")


@pytest.mark.parametrize(
    ("seconds", "english", "portuguese"),
    [
        (0, "less than a second", "menos de um segundo"),
        (1, "1 second", "1 segundo"),
        (3_725, "1 hour 2 minutes", "1 hora 2 minutos"),
        (3 * DAY + 4, "3 days 4 seconds", "3 dias 4 segundos"),
        (1_000 * DAY, "1,000 days", "1\N{NO-BREAK SPACE}000 dias"),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(seconds: int, english: str, portuguese: str) -> None:
    """One is told as one, and none as less than a second."""
    told = dispute.lasted(seconds)
    assert written(told, Language.EN, "run") == english
    assert written(told, Language.PT, "run") == portuguese


def test_every_outcome_cause_role_and_actor_has_its_word() -> None:
    """And none is left over."""
    assert set(OUTCOMES) == set(get_args(Outcome))
    assert set(REVERSAL_CAUSES) == set(get_args(Cause))
    assert set(common.ROLES) == set(ROLES)
    assert set(common.BY_ACTORS) == set(get_args(Actor))


@pytest.mark.parametrize(
    ("owner", "said"),
    [
        ("p-1", "Cartas fechadas, p-1: não viradas, e fechadas"),
        (WALK_HOUSE(), "Cartas fechadas, a banca: não viradas, e fechadas"),
    ],
)
def test_whose_closed_cards_they_are_is_told_in_portuguese(owner: str | Told, said: str) -> None:
    """Red before: *Cartas fechadas de a banca*."""
    assert WALK_CLOSED_CARDS(owner=owner, shown=WALK_NOT_TURNED()).text(Language.PT) == said
