"""A simulated night told to the French regulator, and its documents read as XML alone."""

from __future__ import annotations

import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from tests.tools.cli_run import Ran, inside, tombo
from tests.tools.replayed_game import one, units
from tests.vectors.shared import shared
from tests.worlds.reported import DAY, TOMBO, Night
from tombo.ledger.core.entry import Entry

LIMITS: Final = ("no_limit", "pot_limit", "half_pot", "fixed_raises", "fixed_bets")
CODES: Final = {"holdem": "TH", "omaha": "OM", "sintetico": "SY"}
"""The first letters of ``Regle``, as this operator set them."""
REGULATIONS: Final = {"TH": "R806", "OM": "R811", "SY": "R809"}
SETTINGS: Final = 'operator = "0099"\nsafe = 1\nhash = ["name", "born"]\n' + "".join(
    f"[rules.{variant}]\n" + "".join(f'{limit} = "{letters}{limit.upper().replace("_", "-")}"\n' for limit in LIMITS)
    for variant, letters in CODES.items()
)
TOTALS: Final = ("staked", "paid", "refunded", "commission")
"""Of a day in a game, as it is closed."""
AGAINST_THE_HOUSE: Final = {
    "blackjack.round_opened.v1": "R805",
    "roulette.round_opened.v1": "R804",
    "sem_descarte.round_opened.v1": "R803",
}
ENTERS: Final = {
    "tournament.registered.v1": 1,
    "tournament.reentered.v1": 1,
    "tournament.registration_cancelled.v1": -1,
    "tournament.prize_awarded.v1": -1,
    "tournament.ticket_awarded.v1": -1,
}
"""What an entry does to how many entries there are that won nothing."""
FLAGS: Final = ("--settings", "anj.toml")
OFFICER: Final = ("--staff", "s-2", "--reason", "looked at before it is sent")
"""Who makes the files for himself."""
MANAGER: Final = ("--staff", "s-1")
"""Who releases a day again."""


class Told(NamedTuple):
    """A document: its name in the archive, the archive's, its bytes, and what they are."""

    name: str
    archive: str
    data: bytes
    root: ET.Element

    def text(self, path: str) -> str:
        """What an element holds that has to be there."""
        found = self.root.findtext(path)
        assert found is not None, (self.name, path)
        return found

    def info(self) -> dict[str, str]:
        """What ``Info`` says, by name."""
        pairs = (each.partition("=") for each in (self.root.findtext("Info") or "").split())
        return {name: value for name, _, value in pairs}


def xsd() -> Path:
    """The schema of poker that ANJ published; the test is skipped where it is missing."""
    return shared("regulators/fr/referentiel/xsd/PO.xsd")


def report(word: str, day: str, *words: str) -> Ran:
    """``tombo report`` of France, with the schema."""
    shown = OFFICER if word == "make" or ("--out" in words and word == "check") else ()
    return tombo(*TOMBO, "--json", "report", word, "france", day, *FLAGS, "--xsd", str(xsd()), *words, *shown)


def told_night(night: Night, out: str = "anj") -> Path:
    """The archives of the night's day, made once."""
    folder = night.folder / out
    if not folder.exists():
        (night.folder / "anj.toml").write_text(SETTINGS, encoding="utf-8")
        with inside(night.folder):
            made = report("make", DAY, "--out", out)
            assert made.status == 0, made.err
    return folder


def documents(folder: Path) -> Iterator[Told]:
    """Every document of a folder of archives, in the order of the vault."""
    for path in sorted(folder.glob("PO_*.tar")):
        with tarfile.open(path) as archive:
            for member in archive:
                file = archive.extractfile(member)
                assert file is not None
                data = file.read()
                yield Told(member.name, path.name, data, ET.fromstring(data))


def totals_of(told: Sequence[Told]) -> dict[str, Counter[str]]:
    """What documents come to, by regulation, as a day is closed with it.

    Hands for euro by what they say of each player, what moved accounts for tournaments, and commission taken of chips bought at the tables.
    """
    found: dict[str, Counter[str]] = defaultdict(Counter)
    hands = [each for each in told if each.root.tag == "POJEU" and each.root.find(".//Unite") is None]
    for each in hands:
        _of_hand(each, found[REGULATIONS[each.text("Regle")[:2]]])
    for each in told:
        if each.root.tag == "POJEU":
            continue
        if _in_tournament(each):
            _of_tournament(each, found["R810"])
        elif "commission" in each.info():
            found[REGULATIONS[each.info()["regle"][:2]]]["commission"] += units(each.info()["commission"])
    return found


def day_before(told: Sequence[Told]) -> Counter[str]:
    """By regulation: what of the hands that are told was staked on a day before."""
    found = Counter[str]()
    for each in told:
        if "veille" in each.info():
            found[REGULATIONS[each.text("Regle")[:2]]] += units(each.info()["veille"])
    return found


def _of_hand(each: Told, sums: Counter[str]) -> None:
    """A void hand gives all stakes back; of one that was begun the day before, what was staked then is of that day."""
    for finance in each.root.iter("Finance"):
        net, total = units(one(finance, "Net")), units(one(finance, "Total"))
        sums["staked"] += total
        sums["refunded" if "annulee" in each.info() else "paid"] += net + total
        sums["commission"] += units(finance.findtext("Rake") or "0")
    sums["staked"] -= units(each.info().get("veille", "0"))


def _in_tournament(each: Told) -> bool:
    if each.root.tag == "POINSCRIT":
        return each.text("Format") == "T"
    if each.root.tag == "POACHAT":
        return each.text("Description") != "Recave"
    return each.root.tag != "POBILAN" or each.root.find("Classement") is not None


def _of_tournament(each: Told, sums: Counter[str]) -> None:
    """Entries won count at their value, as the day counts them."""
    name = {"POINSCRIT": "staked", "POACHAT": "staked", "POANNUL": "refunded"}.get(each.root.tag, "paid")
    sums[name] += units(each.text("SoldeMouvement")) + units(each.info().get("ticket", "0"))
    sums["commission"] += units(each.info().get("commission", "0"))


def without_document(log: Iterable[Entry]) -> dict[str, int]:
    """What has no document, counted from the entries: rounds against the house, and who won nothing in a tournament that finished."""
    found, placed = Counter[str](), Counter[str]()
    finished = list[str]()
    for entry in log:
        regulation = AGAINST_THE_HOUSE.get(entry.kind)
        if regulation is not None:
            found[regulation] += 1
        elif entry.kind == "tournament.finished.v1":
            finished.append(entry.stream)
        placed[entry.stream] += ENTERS.get(entry.kind, 0)
    found["POBILAN"] = sum(placed[stream] for stream in finished)
    return dict(+found)
