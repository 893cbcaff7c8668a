"""What ANJ gets of the simulated night: documents that its own schema takes, each for itself, in the order of the vault."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import xmlschema
from lxml import etree

from tests.worlds.reported import Night
from tests.worlds.told_to_anj import documents, told_night, xsd

pytestmark = pytest.mark.corpus
HOURS = 25


@pytest.fixture(scope="module")
def told(night: Night) -> Path:
    """The archives of the night's day."""
    return told_night(night)


def test_every_document_is_valid_for_itself(told: Path) -> None:
    """By lxml and by xmlschema, which share no code; of every kind but what nobody won for an elimination."""
    first, second = etree.XMLSchema(etree.parse(xsd())), xmlschema.XMLSchema(xsd())
    kinds = Counter[str]()
    for each in documents(told):
        first.assertValid(etree.fromstring(each.data))
        second.validate(each.data.decode())
        kinds[each.root.tag] += 1
    assert kinds.keys() >= {"POINSCRIT", "POACHAT", "POJEU", "POBILAN", "POANNUL"}, kinds
    assert kinds["POJEU"] > 100


def test_each_hour_has_its_archive_and_numbers_go_on(told: Path) -> None:
    """The day of the change has 25 hours; ``IDEvt`` goes up through them, each once, and the time is of the archive's hour."""
    assert len(list(told.iterdir())) == HOURS
    numbers = list[int]()
    for each in documents(told):
        assert each.archive == f"PO_20{each.text('DateEvt')[:8]}_1.tar"
        assert (each.text("IDOper"), each.text("IDCoffre")) == ("0099", "1")
        assert each.name == f"{int(each.text('IDEvt')):012d}-{each.root.tag}.xml"
        numbers.append(int(each.text("IDEvt")))
    assert numbers == sorted(set(numbers))
