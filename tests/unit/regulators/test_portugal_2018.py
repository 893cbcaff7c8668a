"""The layout of 2018, as far as its preamble says it: three elements of a registration more, whose codes the operator has to say."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.worlds.floor import PLATFORM
from tests.worlds.registered import details
from tests.worlds.reported import NOON, SCHEMAS, SETTINGS, exported, one_bet
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.registration.commands import ChangeDetails
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.reports.regulators.layout import layout

CODES = 'layout = "2018"\nstate = "A"\n'
ACTIONS = '\n[actions]\nmade = "1"\nchanged = "2"\n'


@pytest.fixture
def registered(tmp_path: Path) -> Path:
    """The folder of a ledger where somebody registered and changed his details."""
    one_bet(tmp_path)
    ledger = open_ledger(
        f"sqlite:///{tmp_path}/ledger.db", Keyring(tmp_path / "keys"), clock=SteppingClock(NOON, step=0)
    )
    with ledger.store:
        changed = ChangeDetails(details=details(phone="+351 210 000 000"), player="p-1")
        assert not isinstance(ledger.handle(Envelope(changed, PLATFORM, "change-1", None)), Refused)
    (tmp_path / "srij.toml").write_text(CODES + SETTINGS + ACTIONS, encoding="utf-8")
    return tmp_path


def test_a_registration_says_what_was_done_and_how_the_player_stands(registered: Path) -> None:
    """Behind the elements of 2015, which stay as they were; nobody is suspended in this ledger, so the third is empty."""
    with inside(registered):
        made = exported("--hour", "2026071413", "--out", "files")
        assert made.status == 0, made.err
        (path,) = Path("files").glob("JGDR_*.xml")
        xmlschema.XMLSchema(SCHEMAS.parent / "2018" / "JGDR.xsd").validate(path)
        etree.XMLSchema(etree.parse(SCHEMAS.parent / "2018" / "JGDR.xsd")).assertValid(etree.parse(path))
        assert not etree.XMLSchema(etree.parse(SCHEMAS / "JGDR.xsd")).validate(etree.parse(path))
        found = list(ET.parse(path).getroot()[-1])
    names = ("cod_acao", "estado", "dur_suspensao")
    assert [[each.tag for each in record][-3:] for record in found] == [list(names)] * 2
    assert [[record.findtext(name) for name in names] for record in found] == [["1", "A", ""], ["2", "A", ""]]


def test_every_other_file_is_as_in_2015() -> None:
    """The amendment's preamble names no other element."""
    before, after = layout("portugal", "2015"), layout("portugal", "2018")
    assert after.version == "2018"
    assert {name for name in before.records if before.records[name] != after.records[name]} == {"JGDR"}
    assert before.records.keys() == after.records.keys()
    assert after.records["JGDR"][: len(before.records["JGDR"])] == before.records["JGDR"]


@pytest.mark.parametrize("missing", ['state = "A"\n', 'changed = "2"\n', ACTIONS], ids=["state", "one", "both"])
def test_codes_that_nobody_printed_are_asked_for(registered: Path, missing: str) -> None:
    """Refused before anything is made: no code is guessed."""
    with inside(registered):
        settings = (CODES + SETTINGS + ACTIONS).replace(missing, "")
        Path("srij.toml").write_text(settings, encoding="utf-8")
        ran = exported("--hour", "2026071413", "--out", "files")
        assert (
            ran.status,
            "srij.toml: *: layout 2018 needs state, and actions with made and changed; expected" in ran.err,
        ) == (2, True), ran.err
        assert not Path("files").exists()
