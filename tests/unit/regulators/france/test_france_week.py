"""A week of every game told to ANJ: each document valid, each hand played again, and to the cent what the nights found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.tools.replayed_game import Replayed, replayed_as_told, units
from tests.worlds.reported_week import DAYS, Week
from tests.worlds.restored import rebuilt, restored, same_files
from tests.worlds.told_to_anj import (
    SETTINGS,
    TOTALS,
    Told,
    day_before,
    documents,
    report,
    totals_of,
    without_document,
    xsd,
)

pytestmark = [pytest.mark.corpus, pytest.mark.once]
POKER = {"R806", "R809", "R810", "R811"}


@pytest.fixture(scope="module")
def week(the_next_day: None, tmp_path_factory: pytest.TempPathFactory) -> Week:  # it stands before
    """Played and closed, in a folder with the settings for ANJ."""
    week = Week.copied(tmp_path_factory)
    (week.folder / "anj.toml").write_text(SETTINGS, encoding="utf-8")
    return week


@pytest.fixture(scope="module")
def left_out(week: Week) -> dict[str, dict[str, int]]:
    """The week is told to ANJ: by day, what of it has no document."""
    found = dict[str, dict[str, int]]()
    with inside(week.folder):
        for day in DAYS:
            made = report("make", day, "--out", f"anj-{day}")
            assert made.status == 0, made.err
            found[day] = made.document["left_out"]
    return found


@pytest.fixture(scope="module")
def told(week: Week, left_out: dict[str, dict[str, int]]) -> dict[str, list[Told]]:
    """The documents of each day."""
    return {day: list(documents(week.folder / f"anj-{day}")) for day in left_out}


def test_every_document_of_the_week_is_valid(told: dict[str, list[Told]]) -> None:
    """All of them, by lxml and by xmlschema; ``IDEvt`` goes up from day to day."""
    first, second, numbers = etree.XMLSchema(etree.parse(xsd())), xmlschema.XMLSchema(xsd()), list[int]()
    for each in (one for day in DAYS for one in told[day]):
        first.assertValid(etree.fromstring(each.data))
        numbers.append(int(each.text("IDEvt")))
        second.validate(each.data.decode())
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 2_000


def test_every_hand_of_the_week_is_played_again(told: dict[str, list[Told]]) -> None:
    """To the cent of each payment and commission, of stacks before and after; with what happens seldom in it."""
    seen = Counter[str]()
    for each in (one for day in DAYS for one in told[day] if one.root.tag == "POJEU"):
        game: Replayed = replayed_as_told(each.root)
        seen["hands"] += 1
        seen["void"] += game.void
        seen["side pot"] += len(game.pots) > 1
        seen["split"] += game.split
        seen["mucked"] += any(chair.mucked for chair in game.chairs.values())
        seen[each.text("Regle")[:2]] += 1
    assert seen["hands"] > 1_000
    assert all(seen[name] > 0 for name in ("void", "side pot", "split", "TH", "OM", "SY")), seen


def test_each_day_comes_to_what_its_night_found(week: Week, told: dict[str, list[Told]]) -> None:
    """From the XML alone; what of a hand was staked on a day before is told with it."""
    carried: Counter[str] = Counter()
    for day in reversed(DAYS):
        found = totals_of(told[day])
        for total in week.closed[day]["totals"]:
            game = total["regulation"]
            if game in POKER:
                found[game]["staked"] += carried[game]
                assert {name: found[game][name] for name in TOTALS} == {name: total[name] for name in TOTALS}, (
                    day,
                    game,
                )
        carried = day_before(told[day])


def test_what_is_left_out_is_counted(week: Week, left_out: dict[str, dict[str, int]]) -> None:
    """Rounds against the house by their game, and who won nothing in a tournament."""
    counted = sum(map(Counter, left_out.values()), Counter())
    assert counted == without_document(week.log)
    assert counted["POBILAN"] > 0


def test_stacks_and_names_go_on_from_day_to_day(told: dict[str, list[Told]]) -> None:
    """Of every *inscription* at a table, through the week: bought, each hand from the one before, taken away."""
    stacks: dict[str, int] = {}
    players: dict[str, str] = {}
    left = 0
    for each in (one for day in DAYS for one in told[day]):
        kind, info = each.root.tag, each.info()
        for player in [each.root, *each.root.iter("Joueur")]:
            name = player.findtext("Inscription")
            if name is not None:
                assert players.setdefault(name, player.findtext("IDJoueur") or "") == player.findtext("IDJoueur")
        if kind == "POJEU" and each.root.find(".//Unite") is None:
            for player in each.root.iter("Joueur"):
                name = player.findtext("Inscription") or ""
                assert units(player.findtext("Finance/CaveAvant") or "") == stacks[name], each.name
                stacks[name] = units(player.findtext("Finance/CaveApres") or "")
        elif kind in {"POINSCRIT", "POACHAT"} and "regle" in info:
            bought = units(each.text("SoldeMouvement")) - units(info.get("commission", "0"))
            stacks[each.text("Inscription")] = stacks.get(each.text("Inscription"), 0) + bought
        elif kind == "POBILAN" and "regle" in info:
            assert stacks.pop(each.text("Inscription")) == units(each.text("SoldeMouvement")), each.name
            left += 1
    assert stacks == {}
    assert left > 200


@pytest.mark.usefixtures("told")
def test_a_restored_copy_gives_the_same_bytes(week: Week, forgetful: None, tmp_path: Path) -> None:
    """Its views made anew: every archive of a day in the middle, and of the last."""
    there = restored(week.folder, tmp_path / "restored", "anj.toml")
    rebuilt(there)
    with inside(there):
        for day in (DAYS[2], DAYS[-1]):
            assert report("make", day, "--out", f"anj-{day}").status == 0
    for day in (DAYS[2], DAYS[-1]):
        same_files(week.folder / f"anj-{day}", there / f"anj-{day}")
