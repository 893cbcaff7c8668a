"""Hands and rounds of an honest day with something in them otherwise: a value, an entry more, fewer or elsewhere, an end left out."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from tests.worlds.simulated_log import day
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.again import ENDS, word

Path = tuple[str | int, ...]


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value within a document, and where it stands; lists also as a whole."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
        return
    if isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*path, place))
    yield path, value


class Pool(NamedTuple):
    """The hands or rounds of a game, and what stands in their texts, by the name of the field."""

    streams: list[list[Entry]]
    entries: list[Entry]
    texts: dict[str | int, list[str]]


def pool_of(game: str) -> Pool:
    """All of a game that an honest day has."""
    streams = [found for name, found in day()[2].items() if name.partition(":")[0] == game]
    entries = [entry for found in streams for entry in found]
    texts: dict[str | int, set[str]] = {}
    for entry in entries[:2_000]:
        for path, value in _leaves(entry.event.model_dump(mode="json")):
            if isinstance(value, str) and path[-1] != "kind":
                texts.setdefault(path[-1], set()).add(value)
    return Pool(streams, entries, {name: sorted(found) for name, found in texts.items()})


def _otherwise(chance: random.Random, pool: Pool, name: str | int, value: Any) -> Any:
    """Another value in the place of ``value``."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([value + 1, max(value - 1, 0), 0, value + 1_000, chance.randint(0, 40), 2**52])
    if isinstance(value, list):
        return chance.choice([value[:-1], value[1:], [*value, *value[-1:]], []])
    if isinstance(value, str):
        return chance.choice(pool.texts.get(name) or [value])
    return chance.choice([0, 1, "p-1", "time"])


def _edited(chance: random.Random, pool: Pool, entry: Entry) -> Entry:
    """The entry with one value of its event otherwise; as it was, where that is no event."""
    said = entry.event.model_dump(mode="json")
    path, value = chance.choice([leaf for leaf in _leaves(said) if leaf[0] != ("kind",)] or [(("kind",), said["kind"])])
    inner: Any = said
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = _otherwise(chance, pool, path[-1], value)
    try:
        return entry._replace(event=type(entry.event).model_validate_json(json.dumps(said)))
    except ValidationError:
        return entry


def mutated(chance: random.Random, pool: Pool) -> list[Entry]:
    """A hand or round in which one entry is left out, sealed twice, put elsewhere, of another one, or says something else."""
    entries = list(chance.choice(pool.streams))
    place, how = chance.randrange(len(entries)), chance.random()
    if how < 0.12 and place:
        del entries[place]
    elif how < 0.24:
        entries.insert(place + 1, entries[place])
    elif how < 0.36:
        entries.insert(place + 1, chance.choice(pool.entries)._replace(stream=entries[0].stream))
    elif how < 0.42 and 0 < place < len(entries) - 1:
        entries[place], entries[place + 1] = entries[place + 1], entries[place]
    else:
        entries[place] = _edited(chance, pool, entries[place])
    if chance.random() < 0.15:  # nobody ended it
        entries = [entry for entry in entries if word(entry.kind) not in ENDS] or entries
    return in_order(entries)


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """These entries, one version and one log index after the other."""
    return [
        entry._replace(version=version, kind=entry.event.kind, index=entries[0].index + version)
        for version, entry in enumerate(entries, 1)
    ]
