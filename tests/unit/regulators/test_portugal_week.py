"""A week of every game as the Portuguese regulator has it, every hour of it: valid, chained from file to file, and to the cent what the nights found."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.worlds.reported import SCHEMAS, cents, chains, exported, texts, within
from tests.worlds.reported_week import DAYS, Week
from tests.worlds.restored import rebuilt, restored, same_files
from tombo.ledger.core.lisbon import HOUR, window

pytestmark = pytest.mark.once

SUMS = ("apostas", "ganhos", "comissoes", "reembolsos")


@pytest.fixture(scope="module")
def week(the_next_day: None, tmp_path_factory: pytest.TempPathFactory) -> Week:  # it stands before
    """Played, closed, and each day exported in ``files-<day>``."""
    week = Week.copied(tmp_path_factory)
    with inside(week.folder):
        for day in DAYS:
            made = exported("--day", day, "--out", f"files-{day}")
            assert made.status == 0, made.err
    return week


def of(week: Week, prefix: str) -> Iterator[ET.Element]:
    """The files of a kind, in order of their hours."""
    for day in DAYS:
        for path in sorted((week.folder / f"files-{day}").glob(f"{prefix}_*.xml")):
            yield ET.parse(path).getroot()


def test_the_week_has_what_can_go_wrong_in_one(week: Week) -> None:
    """Cancelled tournaments, void hands and rounds, disputes, bonuses of each sort, on every day something."""
    kinds = Counter(entry.kind for entry in week.log)
    for kind in (
        "account.bonus_converted.v1",
        "account.bonus_expired.v1",
        "account.bonus_granted.v1",
        "account.compensated.v1",
        "dispute.resolved.v2",
        "hand.voided.v1",
        "incident.closed.v1",
        "registration.changed.v1",
        "tournament.cancelled.v1",
        "tournament.finished.v1",
    ):
        assert kinds[kind] > 0, kind
    assert {total["regulation"] for closed in week.closed.values() for total in closed["totals"]} >= {
        *("R803", "R804", "R805", "R806"),
        *("R809", "R810", "R811"),
    }


def test_every_hour_of_the_week_has_its_files_and_each_is_valid(week: Week) -> None:
    """All of them by lxml, and by xmlschema each that says something; the hour that comes twice is one file."""
    for kind in ("AJOG", "SESS", "TRAN", "JGDR", "RESF"):
        first = etree.XMLSchema(etree.parse(SCHEMAS / f"{kind}.xsd"))
        second = xmlschema.XMLSchema(SCHEMAS / f"{kind}.xsd")
        paths = [path for day in DAYS for path in sorted((week.folder / f"files-{day}").glob(f"{kind}_*.xml"))]
        filled = 0
        for path in paths:
            first.assertValid(etree.parse(path))
            if len(ET.parse(path).getroot()[-1]):
                second.validate(path)
                filled += 1
        assert filled > 0, kind
        assert len({path.name for path in paths}) == len(paths)
    assert len(list(of(week, "AJOG"))) == 24 * len(DAYS)
    assert len(list(of(week, "RESF"))) == len(DAYS)


def test_balances_chain_through_the_week_from_file_to_file(week: Week) -> None:
    """Money of AJOG and TRAN together, the bonus and entries won of AJOG alone: each record goes on from the one before."""
    play: dict[str, list[tuple[int, int]]] = defaultdict(list)
    bank: dict[str, list[tuple[int, int]]] = defaultdict(list)
    held: Counter[tuple[str, str]] = Counter()
    for file in of(week, "AJOG"):
        for player in file[-1]:
            account = texts(within(player, "conta_jog"))
            play[account["codigo"]].append((cents(account["saldo_ini"]), cents(account["saldo_fim"])))
            for wallet in ("bonus", "pinscr"):
                key = account["codigo"], wallet
                assert cents(account[f"{wallet}_ini"]) == held[key]
                held[key] = cents(account[f"{wallet}_fim"])
    for file in of(week, "TRAN"):
        for record in map(texts, file[-1]):
            bank[record["cod_conta"]].append((cents(record["saldo_ini"]), cents(record["saldo_fim"])))
    assert len(play) > 50
    for code in play.keys() | bank.keys():
        assert chains(0, play[code], bank[code]), code
    assert {wallet for _, wallet in held} == {"bonus", "pinscr"}
    assert min(held.values()) >= 0


def test_each_day_comes_to_what_its_night_found(week: Week) -> None:
    """RESF of each day, and the sums of that day's operations, from the XML alone; the numbers of files go on from day to day."""
    for day in DAYS:
        folder = week.folder / f"files-{day}"
        sums: dict[str, Counter[str]] = defaultdict(Counter)
        for path in sorted(folder.glob("AJOG_*.xml")):
            for player in ET.parse(path).getroot()[-1]:
                for one in map(texts, within(player, "apostas")):
                    for name in ("a_valor", "g_ganho", "r_valor", "a_comissao"):
                        sums[one["cod_aptr_jog"]][name] += cents(one[name]) if one[name] else 0
        totals = {total["regulation"]: total for total in week.closed[day]["totals"]}
        assert totals.keys() == sums.keys()
        for game, total in totals.items():
            found = sums[game]
            assert (found["g_ganho"], found["a_comissao"]) == (total["paid"], total["commission"]), (day, game)
            assert found["a_valor"] - found["r_valor"] == total["staked"] - total["refunded"], (day, game)
        (path,) = folder.glob("RESF_*.xml")
        games = ET.parse(path).getroot().findall("resumo_activ/tipo_jogo")
        for game, (_, total) in zip(games, sorted(totals.items()), strict=True):
            said = {name: cents(game.findtext(f"liq_int/total_{name}", "")) for name in SUMS}
            assert (said["ganhos"], said["comissoes"]) == (total["paid"], total["commission"])
            assert said["apostas"] - said["reembolsos"] == total["staked"] - total["refunded"]
    numbers = [int(file.findtext("id_ficheiro", "")) for file in of(week, "TRAN")]
    assert numbers[0] == 1 + window(DAYS[0])[0] // HOUR - week.log[0].recorded // HOUR
    steps = Counter(later - earlier for earlier, later in pairwise(numbers))
    assert steps == {1: len(numbers) - 2, 2: 1}, "the hour that comes twice is one file, and two numbers"


def test_a_restored_copy_gives_the_same_bytes(week: Week, forgetful: None, tmp_path: Path) -> None:
    """The database and the keys in another place, its views made anew: every file of a day, and every file of the last."""
    there = restored(week.folder, tmp_path / "restored", "srij.toml")
    rebuilt(there)
    with inside(there):
        for day in (DAYS[2], DAYS[-1]):
            assert exported("--day", day, "--out", f"files-{day}").status == 0
    for day in (DAYS[2], DAYS[-1]):
        same_files(week.folder / f"files-{day}", there / f"files-{day}")
