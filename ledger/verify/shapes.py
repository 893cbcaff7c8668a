"""What texts of an event look like that its class is sure to take, and to write again as they stand: one pattern a kind, made from the class.

A pattern says yes or nothing. What it matches is canonical, and an event of its kind: numbers without a sign and of fewer digits than their bound,
texts of plain letters. Whatever it does not match is read and written again by the class, which alone says no.
``tests/properties/test_event_shapes.py`` holds texts that match against the classes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import CommandId, Hex8, Hex16, Hex32, LocalId, StreamId
from tombo.ledger.core.money import AMOUNT_MAX, Chips, Money

Schema = Mapping[str, Any]
"""What pydantic makes of a class: its core schema, in which every check that it does stands."""

_PLAIN: Final = r"[ !#-\[\]-~]"
"""A letter that JSON writes as it stands: ASCII, printable, and neither a quotation mark nor a backslash."""
_NAMES: Final = frozenset(
    get_args(text)[1].pattern for text in (CardText, CommandId, Hex8, Hex16, Hex32, LocalId, StreamId)
)
"""Patterns that no letter passes which JSON would write otherwise, and that mean the same to whoever reads them."""
_FEW: Final = 100
"""Up to this bound numbers are listed; beyond it only those of fewer digits than the bound are sure to be below it."""
_TOLD: Final = frozenset({"type", "metadata", "ref"})
"""What a schema says beside what it checks."""
_AMOUNTS: Final[Mapping[type, str]] = {
    Money: rf'\{{"cents":{"(?:0|[1-9][0-9]{0,14})"}\}}',
    Chips: rf'\{{"count":{"(?:0|[1-9][0-9]{0,14})"}\}}',
}
"""Amounts check themselves: from 0 to :data:`AMOUNT_MAX`, which has 16 digits."""


class _UnknownError(Exception):
    """A schema of which nobody said here what its texts look like."""


def shape(event: type[EventBase]) -> re.Pattern[bytes] | None:
    """The pattern of texts that ``event`` takes, and writes again as they stand; None where its class does more than a pattern can say."""
    try:
        return re.compile(_of(event.__pydantic_core_schema__, {}).encode())
    except _UnknownError:
        return None


def _of(schema: Schema, known: Mapping[str, Schema]) -> str:
    """The pattern of ``schema``; ``known``: what it refers to by name."""
    make = _MAKERS.get(schema["type"])
    if make is None:
        raise _UnknownError(schema["type"])
    return make(schema, known)


def _only(schema: Schema, *expected: str) -> None:
    """That ``schema`` says nothing but what is ``expected`` of its type."""
    if unknown := schema.keys() - _TOLD - set(expected):
        raise _UnknownError(f"{schema['type']}: {sorted(unknown)}")


def _definitions(schema: Schema, _known: Mapping[str, Schema]) -> str:
    _only(schema, "schema", "definitions")
    return _of(schema["schema"], {one["ref"]: one for one in schema["definitions"]})


def _named(schema: Schema, known: Mapping[str, Schema]) -> str:
    _only(schema, "schema_ref")
    rest = {
        name: one for name, one in known.items() if name != schema["schema_ref"]
    }  # what refers to itself has no pattern
    try:
        return _of(known[schema["schema_ref"]], rest)
    except KeyError:
        raise _UnknownError(schema["schema_ref"]) from None


def _model(schema: Schema, known: Mapping[str, Schema]) -> str:
    _only(schema, "cls", "schema", "config", "custom_init", "root_model")
    fields, config = schema["schema"], {**schema["config"]}
    config.pop("title", None)
    if schema.get("custom_init") or schema.get("root_model") or fields["type"] != "model-fields":
        raise _UnknownError("a model that is no record")
    if config != {"strict": True, "extra_fields_behavior": "forbid"}:
        raise _UnknownError(f"config: {config}")
    _only(fields, "fields", "model_name", "computed_fields")
    if fields.get("computed_fields"):
        raise _UnknownError("computed fields")
    return _object({name: _field(field, known) for name, field in fields["fields"].items()})


def _field(field: Schema, known: Mapping[str, Schema]) -> str:
    _only(field, "schema")
    return _of(field["schema"], known)


def _object(fields: Mapping[str, str]) -> str:
    """An object of exactly these fields, in their order, which is the canonical one of every record."""
    return r"\{" + ",".join(f'"{re.escape(name)}":{text}' for name, text in fields.items()) + r"\}"


def _amount(schema: Schema, _known: Mapping[str, Schema]) -> str:
    if schema["cls"] not in _AMOUNTS:
        raise _UnknownError(str(schema["cls"]))
    return _AMOUNTS[schema["cls"]]


def _default(schema: Schema, known: Mapping[str, Schema]) -> str:
    """A field that may be left out is written all the same."""
    _only(schema, "schema", "default")
    return _of(schema["schema"], known)


def _nullable(schema: Schema, known: Mapping[str, Schema]) -> str:
    _only(schema, "schema")
    return f"(?:null|{_of(schema['schema'], known)})"


def _list(schema: Schema, known: Mapping[str, Schema]) -> str:
    _only(schema, "items_schema", "min_length", "max_length", "strict")
    least, most = schema.get("min_length", 0), schema.get("max_length")
    one = _of(schema["items_schema"], known)
    some = f"{one}(?:,{one}){{{max(least - 1, 0)},{'' if most is None else most - 1}}}"
    return rf"\[{some}\]" if least else rf"\[(?:{some})?\]"


def _text(schema: Schema, _known: Mapping[str, Schema]) -> str:
    if "pattern" in schema:
        _only(schema, "pattern", "strict")
        if schema["pattern"] not in _NAMES:
            raise _UnknownError(schema["pattern"])
        return f'"{schema["pattern"].removeprefix("^").removesuffix("$")}"'
    _only(schema, "min_length", "max_length", "strict")
    return f'"{_PLAIN}{{{schema.get("min_length", 0)},{schema.get("max_length", "")}}}"'


def _literal(schema: Schema, _known: Mapping[str, Schema]) -> str:
    _only(schema, "expected")
    words = schema["expected"]
    if not all(isinstance(word, str) and re.fullmatch(f"{_PLAIN}*", word) for word in words):
        raise _UnknownError(f"literal: {words}")
    return f'"(?:{"|".join(map(re.escape, words))})"'


def _bool(schema: Schema, _known: Mapping[str, Schema]) -> str:
    _only(schema, "strict")
    return "(?:true|false)"


def _integer(schema: Schema, _known: Mapping[str, Schema]) -> str:
    _only(schema, "ge", "le", "strict")
    low, high = schema.get("ge", 0), schema.get("le", AMOUNT_MAX)
    if high <= _FEW:
        numbers = sorted(map(str, range(max(low, 0), high + 1)), key=len, reverse=True)
        return f"(?:{'|'.join(numbers)})"
    digits = len(str(min(high, AMOUNT_MAX))) - 1
    if low > 1:
        raise _UnknownError(f"a number from {low} on")
    large = f"[1-9][0-9]{{0,{digits - 1}}}"
    return large if low == 1 else f"(?:0|{large})"


_MAKERS: Final[Mapping[str, Callable[[Schema, Mapping[str, Schema]], str]]] = {
    "bool": _bool,
    "dataclass": _amount,
    "default": _default,
    "definition-ref": _named,
    "definitions": _definitions,
    "int": _integer,
    "list": _list,
    "literal": _literal,
    "model": _model,
    "nullable": _nullable,
    "str": _text,
}
"""Type of schema to what makes a pattern of it."""
