"""A day released to a regulator several times, as every country's tests ask of it: what is at hand and what the ledger gives, against the newest."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.mutated import Papers, spoiled
from tests.worlds.reported import CHANGE, DAY, TOMBO, Night
from tombo.ledger.core.clock import SystemClock
from tombo.reports.regulators.released import differing, files_in
from tombo.simulator.run import HOUR

CLOSED = CHANGE + 24 * HOUR
"""When the day was closed, and first released."""


class Releases(NamedTuple):
    """A ledger with releases of the night. ``report``: ``tombo report`` of the country, by command, day and words."""

    country: str
    layout: str
    report: Callable[..., Ran]
    folder: Path
    outs: Sequence[str]
    """The folders of their files, in the order of the releases."""

    @property
    def newest(self) -> Path:
        """Where the files of the newest release are."""
        return self.folder / self.outs[-1]


def released(
    night: Night, country: str, layout: str, report: Callable[..., Ran], said: Iterable[tuple[str, str, str]]
) -> Releases:
    """A release of the night for each of what is ``said``, an hour apart: the folder of its files, and the name and words of its settings."""
    outs = list[str]()
    with inside(night.folder), pytest.MonkeyPatch.context() as patched:
        for number, (out, settings, words) in enumerate(said):
            instant = CLOSED + number * HOUR
            patched.setattr(SystemClock, "now", lambda _, instant=instant: instant)
            Path(settings).write_text(words, encoding="utf-8")
            ran = report("release", DAY, "--out", out)
            assert ran.status == 0, ran.err
            outs.append(out)
    return Releases(country, layout, report, night.folder, outs)


def newest_is_checked(place: Releases) -> None:
    """What is at hand, and what the ledger gives again as of that release; the files of those before are none of it any more."""
    number, (*before, last) = len(place.outs), place.outs
    with inside(place.folder):
        checked = place.report("check", DAY, "--files", last, "--out", "made")
        assert (checked.status, checked.document["number"], checked.document["other_settings"]) == (0, number, False)
        assert (checked.document["at_hand"], checked.document["made_again"]) == ([], [])
        for path in Path(last).iterdir():
            assert path.read_bytes() == Path("made", path.name).read_bytes()
        for old in before:
            found = place.report("check", DAY, "--files", old)
            assert found.status == 1
            assert {one["wrong"] for one in found.document["at_hand"]} == {"missing", "stranger"}
            assert found.document["made_again"] == []
        listed = tombo(*TOMBO, "--json", "report", "list").document["releases"]
        due = [(place.country, each, place.layout) for each in range(1, number + 1)]
        assert [(one["country"], one["number"], one["layout"]) for one in listed] == due
        assert tombo(*TOMBO, "report", "show", place.country, DAY).status == 0
        assert tombo(*TOMBO, "verify").status == 0


def changed_is_found(place: Releases, name: str, spoilt: Iterable[bytes]) -> None:
    """A file of the newest release with the bytes of each that is ``spoilt``; none of that name; and one too many."""
    with inside(place.folder):
        whole = (place.newest / name).read_bytes()
        shutil.copytree(place.newest, "spoilt")
        for data in spoilt:
            assert data != whole
            Path("spoilt", name).write_bytes(data)
            ran = place.report("check", DAY, "--files", "spoilt")
            assert (ran.status, ran.document["at_hand"]) == (1, [{"name": name, "wrong": "other"}])
        Path("spoilt", name).unlink()
        more = f"~more{Path(name).suffix}"
        Path("spoilt", more).write_bytes(whole)
        ran = place.report("check", DAY, "--files", "spoilt")
        wrong = [{"name": name, "wrong": "missing"}, {"name": more, "wrong": "stranger"}]
        assert (ran.status, ran.document["at_hand"], ran.document["made_again"]) == (1, wrong, [])


def any_bit_is_found(place: Releases, folder: Path, chance: Random) -> None:
    """200 that are another, in whichever file of the newest release."""
    shutil.copytree(place.newest, folder)
    sent = files_in(folder)
    for _ in range(200):
        path = folder / chance.choice(sent).name
        data = path.read_bytes()
        at = chance.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
        assert [tuple(one) for one in differing(sent, folder)] == [(path.name, "other")]
        path.write_bytes(data)


def spoilt_is_found(
    place: Releases, papers: Papers, strange: Sequence[bytes], chance: Random, least: int
) -> Counter[str]:
    """At ``least`` so many files with one thing wrong, each by its name, by checks of whole releases, one file of which is as it was.

    How often each way was taken.
    """
    ways = Counter[str]()
    with inside(place.folder):
        while ways.total() < least:
            shutil.copytree(place.newest, "all-spoilt")
            due, taken = spoiled(Path("all-spoilt"), papers, strange, chance)
            ran = place.report("check", DAY, "--files", "all-spoilt")
            assert (ran.status, ran.document["made_again"]) == (1, [])
            assert [(one["name"], one["wrong"]) for one in ran.document["at_hand"]] == due
            ways += taken
            shutil.rmtree("all-spoilt")
    return ways
