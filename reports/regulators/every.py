"""The countries whose files can be made, by name: another one is a folder, and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.reports.regulators.country import CountryFiles
from tombo.reports.regulators.denmark.files import DENMARK
from tombo.reports.regulators.france.files import FRANCE
from tombo.reports.regulators.portugal.files import PORTUGAL
from tombo.reports.regulators.spain.files import SPAIN

COUNTRIES: Final[Mapping[str, CountryFiles]] = {
    "denmark": DENMARK,
    "france": FRANCE,
    "portugal": PORTUGAL,
    "spain": SPAIN,
}
