"""The catalogue of thefts, generated: for each kind of entry of the honest scenes, what a thief who owns the event key makes of it.

Each field of it says something else; the entry is left out, sealed twice, and changes places with the next of its kind;
what it gives is a cent more, on the account too, and a cent of it goes to the next of its kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from tests.forgeries.stolen import Thief
from tests.worlds.forged_ledger import Act, acts

PASSED: Final = frozenset({"terms", "structure", "ruleset"})
"""What is held against the rules that were approved, elsewhere (E3)."""
SORTS: Final = (
    *("account", "banked", "blackjack", "hand", "roulette", "ruleset", "sem_descarte"),
    *("session", "table", "tournament"),
)
"""What is played, and what it is played under. Acts of staff and keys bear signatures of their own, which ``verify`` holds."""
Path = tuple[str | int, ...]


class Theft(NamedTuple):
    """What is done to the first entry of its kind in a scene. ``what``: a field, or a deed."""

    scene: str
    kind: str
    what: str

    @property
    def name(self) -> str:
        """What the lists call it."""
        return f"{self.kind}: {self.what}"


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values within a document, of lists their first; lists also as a whole."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name not in PASSED:
                yield from _leaves(inner, (*path, name))
        return
    if isinstance(value, list):
        yield from _leaves(value[0], (*path, 0)) if value else ()
    yield path, value


def fields(act: Act) -> dict[str, Path]:
    """The fields of an entry by name: of a list its first, and the list one shorter."""
    found: dict[str, Path] = {}
    for path, value in _leaves(act.event.model_dump(mode="json")):
        names = [part for part in path if isinstance(part, str)]
        if names and names[-1] != "kind" and value is not None:
            suffix = ", one less" if isinstance(value, list) else ""
            found.setdefault(".".join(names) + suffix, path)
    return found


def _texts(thief: Thief, name: str) -> list[str]:
    """What stands in fields of this name in the scene."""
    found: set[str] = set()
    for act in acts(thief.commits):
        for path, value in _leaves(act.event.model_dump(mode="json")):
            if isinstance(value, str) and [part for part in path if isinstance(part, str)][-1:] == [name]:
                found.add(value)
    return sorted(found)


def _words(schema: Any) -> Iterator[list[str]]:
    """The closed lists of words in a schema."""
    if isinstance(schema, Mapping):
        if isinstance(schema.get("enum"), list):
            yield schema["enum"]
        for inner in schema.values():
            yield from _words(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _words(inner)


def _otherwise(thief: Thief, act: Act, name: str, value: Any) -> Any:
    """Another value in the place of ``value``; None where there is no other."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] or None
    closed = [word for words in _words(type(act.event).model_json_schema()) if value in words for word in words]
    return next((one for one in (*_texts(thief, name), *closed) if one != value), None)


def altered(thief: Thief, act: Act, path: Path) -> bool:
    """``act`` says something else at ``path``; False where nothing else is an event."""
    said = act.event.model_dump(mode="json")
    inner: Any = said
    for part in path[:-1]:
        inner = inner[part]
    name = next(part for part in reversed(path) if isinstance(part, str))
    inner[path[-1]] = _otherwise(thief, act, name, inner[path[-1]])
    if inner[path[-1]] is None:
        return False
    try:
        act.event = type(act.event).model_validate_json(json.dumps(said))
    except ValidationError:
        return False
    return True


def does(thief: Thief, theft: Theft) -> Act | None:
    """The entry to which ``theft`` is done, once it is; None where it cannot be."""
    found = [one for one in acts(thief.commits) if one.kind == theft.kind]
    act = found[0]
    gives = [one for one in found if hasattr(one.event, "amount") and hasattr(one.event.amount, "cents")]
    match theft.what:
        case "left out":
            thief.drops(act)
        case "sealed twice":
            thief.puts(act, act.like())
        case "swapped with the next":
            thief.swaps(*found[:2])
        case "a cent more, on the account too":
            thief.raises(act, 1)
        case "a cent of it to the next":
            thief.raises(gives[0], -1)
            thief.raises(gives[1], 1)
        case name:
            path = fields(act).get(name)
            return act if path is not None and altered(thief, act, path) else None
    return act


def thefts(scenes: Mapping[str, Thief]) -> list[Theft]:
    """The whole catalogue: each kind in the first scene that has it."""
    found: dict[str, list[Theft]] = {}
    for scene, thief in scenes.items():
        new: dict[str, list[Act]] = {}
        for act in acts(thief.commits):
            if act.kind.partition(".")[0] in SORTS and act.kind not in found:
                new.setdefault(act.kind, []).append(act)
        for kind, several in new.items():
            whats = [*fields(several[0]), "left out", "sealed twice"]
            whats += ["swapped with the next"] if len(several) > 1 else []
            if kind.startswith("tournament.") and hasattr(getattr(several[0].event, "amount", None), "cents"):
                whats += _of_money(thief, several)
            found[kind] = [Theft(scene, kind, what) for what in whats]
    return [theft for kind in sorted(found) for theft in found[kind]]


def _of_money(thief: Thief, several: list[Act]) -> Iterator[str]:
    """What can be done to what gives money, on the account too."""
    if not thief.is_paid(several[0]):
        return
    yield "a cent more, on the account too"
    if len(several) > 1 and thief.is_paid(several[1]):
        yield "a cent of it to the next"


def near(thief: Thief, theft: Theft) -> list[Act]:
    """The entries beside the one of ``theft``, in its stream and its commit: a sentence that gives one of their places names it."""
    act = next(one for one in acts(thief.commits) if one.kind == theft.kind)
    commit = next(one for one in thief.commits if act in one.acts)
    return [*commit.acts, *(one for one in acts(thief.commits) if one.stream == act.stream)]


def subject(act: Act) -> set[str]:
    """What a sentence about ``act`` says: its table or tournament, its hand, its player."""
    sort, _, name = act.stream.partition(":")
    table = name if sort in {"account", "banked", "table", "tournament"} else name.rpartition("/")[0]
    others = ("cause", "player", "hand", "round")
    return {table, *(str(getattr(act.event, field)) for field in others if hasattr(act.event, field))}
