"""What a regulator's record consists of: elements in their order, each with its width; and the schema that follows.

The layout is data, by country and version (``layout-2015.toml``): a regulator changes it by a new print, and files of before stay as they were.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple
from xml.sax.saxutils import escape

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.said import Told
from tombo.reports.said.regulators import common as said

Printed = Literal["string", "byte", "short", "int", "decimal"]
BOUNDS: Final[Mapping[Printed, int]] = {"byte": 127, "short": 32_767, "int": 2_147_483_647}
"""The largest number of each type of XML Schema that is printed for one."""


_DECIMAL: Final = re.compile(r"-?[0-9]+\.[0-9]{2}")
"""An amount as ``xs:decimal``: euro, a point and two decimals."""
_NO_XML: Final = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
"""What no XML document can hold (XML 1.0, production 2)."""


_MARKED: Final = frozenset("&<>")
"""What text is escaped for; what is printable otherwise, XML can hold."""


class Element(NamedTuple):
    """A field of a record."""

    name: str
    width: int
    """Characters of the regulator's column."""
    digits: bool = False
    filled: bool = False
    """Whether it is never empty."""
    type: Printed = "string"


class Layout(NamedTuple):
    """The records of one version of a country's files, by name."""

    version: str
    records: Mapping[str, tuple[Element, ...]]
    games: Mapping[str, str]
    """By regulation: the record of an operation of its game, or the regulator's word for it."""

    def code(self, regulation: str) -> str:
        """The regulator's word for the games of a regulation.

        Raises:
            NotReportableError: the layout has none.
        """
        found = self.games.get(regulation)
        if found is None:
            raise NotReportableError(said.GAME_WITHOUT_CODE(game=regulation, version=self.version))
        return found


@cache
def layout(country: str, version: str) -> Layout:
    """The layout of ``country`` (the name of its folder) in ``version``, as its data file has it.

    A version ``from`` another is that one, with elements of its own ``behind`` those of some records.
    """
    text = files(f"tombo.reports.regulators.{country}").joinpath(f"layout-{version}.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)
    if "from" in found:
        before = layout(country, found["from"])
        more = {name: (*before.records[name], *_elements(each)) for name, each in found["behind"].items()}
        return before._replace(version=version, records={**before.records, **more})
    games = found.pop("games")
    return Layout(version, {name: _elements(each) for name, each in found.items()}, games)


def _elements(written: Sequence[Mapping[str, Any]]) -> tuple[Element, ...]:
    return tuple(Element(**each) for each in written)


def checked(element: Element, value: str, where: Told) -> str:
    """``value`` as it may stand in ``element``, escaped for XML. ``where``: the entry that says it.

    Raises:
        NotReportableError: it is empty and may not be, too long, no digits, beyond the type that is printed, or holds what XML has no room for.
    """
    if not value and not element.filled:
        return value
    if not value:
        raise NotReportableError(said.FIELD_EMPTY(field=element.name, where=where))
    if _NO_XML.search(value) is not None:
        raise NotReportableError(said.FIELD_NO_XML(field=element.name, where=where))
    if len(value) > element.width:
        told = said.FIELD_TOO_LONG(field=element.name, where=where, length=len(value), width=element.width)
        raise NotReportableError(told)
    if element.digits or element.type != "string":
        _numeric(element, value, where)
    return escape(value)


def _numeric(element: Element, value: str, where: Told) -> None:
    """That ``value`` is a number as ``element`` takes one."""
    if element.type == "decimal":
        if _DECIMAL.fullmatch(value) is None:
            raise NotReportableError(said.FIELD_NO_DIGITS(field=element.name, where=where))
        return
    if not (value.isascii() and value.isdigit()):
        raise NotReportableError(said.FIELD_NO_DIGITS(field=element.name, where=where))
    if element.type != "string" and int(value) > BOUNDS[element.type]:
        raise NotReportableError(said.FIELD_TOO_LARGE(field=element.name, where=where, most=BOUNDS[element.type]))


def fields(elements: Sequence[Element], values: Mapping[str, str], where: Told) -> str:
    """The elements of a record as XML, in their order, empty where nothing is said.

    Raises:
        NotReportableError: a value does not fit.
    """
    found = list[str]()
    for each in elements:
        name, value = each.name, values.get(each.name, "")
        plain = value and not each.digits and each.type == "string" and len(value) <= each.width and value.isprintable()
        if not plain or not _MARKED.isdisjoint(value):
            value = checked(each, value, where)
        found.append(f"<{name}>{value}</{name}>")
    return "".join(found)


def declared(elements: Sequence[Element]) -> Iterator[str]:
    """The declarations of ``elements`` in a schema, a line each: the printed type, and what the column takes."""
    for each in elements:
        if each.type != "string":
            yield f'<xs:element name="{each.name}" type="xs:{each.type}"/>'
            continue
        least = f'<xs:minLength value="{int(each.filled)}"/>'
        takes = '<xs:pattern value="[0-9]*"/>' if each.digits else ""
        facets = f'{least}<xs:maxLength value="{each.width}"/>{takes}'
        yield (
            f'<xs:element name="{each.name}"><xs:simpleType><xs:restriction base="xs:string">{facets}'
            "</xs:restriction></xs:simpleType></xs:element>"
        )
