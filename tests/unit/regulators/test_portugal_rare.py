"""What the eight tables of the week have none of, as the Portuguese regulator has it: French roulette, and tournaments of every structure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from lxml import etree

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import CHANGE, DAY, SCHEMAS, TOMBO, cents, exported, played, texts, within
from tombo.simulator.day import Plan
from tombo.simulator.run import HOUR

pytestmark = pytest.mark.once

PLAN: Final = Plan(
    seed=606,
    begins=CHANGE + 12 * HOUR,
    ends=CHANGE + 15 * HOUR,
    tables=16,
    games=("roulette", "tournament"),
    pace=2,
    malice=0.01,
    trouble=0.12,
    outages=2,
)
"""Both wheels and every ruleset of them, and every structure of a tournament."""
RARE: Final = (
    "account.ticket_granted.v1",
    "account.ticket_used.v1",
    "roulette.bet_imprisoned.v1",
    "tournament.bounty_awarded.v1",
    "tournament.overlay_added.v1",
    "tournament.rebought.v1",
    "tournament.reentered.v1",
)


class Told(NamedTuple):
    """What the night found of the day, what is on record of it by kind, and its players in AJOG, in order."""

    totals: dict[str, dict[str, Any]]
    kinds: Counter[str]
    players: list[ET.Element]


@pytest.fixture(scope="module")
def told(the_next_day: None, tmp_path_factory: pytest.TempPathFactory) -> Told:  # it stands before
    """Played, closed, exported, and each file held to its schema."""
    folder: Path = tmp_path_factory.mktemp("rare")
    kinds = Counter(entry.kind for entry in played(folder, PLAN))
    with inside(folder):
        closed = tombo(*TOMBO, "--json", "reconcile", "--day", DAY, "--close")
        assert closed.status == 0, closed.out
        assert exported("--day", DAY, "--out", "files").status == 0
    schema, players = etree.XMLSchema(etree.parse(SCHEMAS / "AJOG.xsd")), list[ET.Element]()
    for path in sorted((folder / "files").glob("AJOG_*.xml")):
        schema.assertValid(etree.parse(path))
        players += ET.parse(path).getroot()[-1]
    return Told({total["regulation"]: total for total in closed.document["totals"]}, kinds, players)


def test_it_has_what_the_week_has_not(told: Told) -> None:
    """Zero imprisoned, an entry won and used, a rebuy, a re-entry, a bounty, an overlay."""
    assert [kind for kind in RARE if not told.kinds[kind]] == []
    assert told.totals.keys() == {"R804", "R807", "R810"}


def test_its_operations_come_to_what_the_night_found(told: Told) -> None:
    """Game by game and to the cent, from the XML alone."""
    sums: dict[str, Counter[str]] = {game: Counter() for game in told.totals}
    for player in told.players:
        for one in map(texts, within(player, "apostas")):
            for name in ("a_valor", "g_ganho", "r_valor", "a_comissao"):
                sums[one["cod_aptr_jog"]][name] += cents(one[name]) if one[name] else 0
    for game, total in told.totals.items():
        found = sums[game]
        assert (found["g_ganho"], found["a_comissao"]) == (total["paid"], total["commission"]), game
        assert found["a_valor"] - found["r_valor"] == total["staked"] - total["refunded"], game


def test_entries_won_chain_from_record_to_record(told: Told) -> None:
    """From nothing on, by account; some are held in between."""
    held, most = Counter[str](), 0
    for player in told.players:
        account = texts(within(player, "conta_jog"))
        assert cents(account["pinscr_ini"]) == held[account["codigo"]]
        held[account["codigo"]] = cents(account["pinscr_fim"])
        most = max(most, held[account["codigo"]])
    assert most > 0
