"""An entry as a projection reads it: of its event what is needed, typed, and not who asked for it.

What a fold needs of a kind it says once, as a *shape*: a ``TypedDict`` of those fields of the event, or of several kinds that have them. The shape is
what the reader decodes, and what the type checker holds the fold to; that it is what the event has is checked when the reader is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, with_config
from pydantic.fields import FieldInfo
from typing_extensions import TypedDict, get_type_hints, is_typeddict

from tombo.ledger.core.clock import happened
from tombo.ledger.core.entry import By, CommandRef
from tombo.ledger.core.errors import UnlikeItsKindError
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.entry import BODY, FORMAT, HEADER_SIZE, RECORDED, unpack

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
R = TypeVar("R")
TOGETHER: Final = 32
"""Rows that are decoded together, and then folded: that is faster than each by itself, and of 32 all is still near when they are folded."""


class Line(NamedTuple, Generic[E_co]):
    """An entry as a projection reads it: decoded once, without who asked and with which command.

    ``event``: of a shape, or the whole event.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    stream: str
    version: int
    kind: str
    occurred: int | None
    recorded: int
    event: E_co
    by: By | None = None
    """Who asked for it, where its reader was asked for that: see ``asker``."""
    command: CommandRef | None = None
    """With which command, where its reader was asked for that and there is one."""

    @property
    def instant(self) -> int:
        """When it happened, as days are counted."""
        return happened(self.occurred, self.recorded, self.stream)


def asker(line: Line[object]) -> By:
    """Who asked for an entry.

    Raises:
        TypeError: its reader was not asked for that.
    """
    if line.by is None:
        raise TypeError(f"{line.kind} is read without who asked for it")
    return line.by


AnyLine = Line[Any]
"""A line of whichever kind: of its event nothing is known until its kind is."""
AS_LINE: Final[Callable[[tuple[Any, ...]], AnyLine]] = partial(tuple.__new__, Line)
"""``Line._make`` at a third of its cost: there is one for each entry that is read."""


def by_field(line: Line[BaseModel]) -> AnyLine:
    """A line that is decoded whole as one reads it that asks for some fields by name, and not for who asked."""
    index, stream, version, kind, occurred, recorded, event, _, _ = line
    return AS_LINE((index, stream, version, kind, occurred, recorded, vars(event), None, None))


class Nothing(TypedDict):
    """The shape of what nothing is read of but that it happened, where and when."""


Wanted = type | tuple[str | type, ...] | None
"""What is read of a kind: a shape; several, or fields by name, ``stacks.after`` being one of the records in a field; None for the whole event."""


class LineStep(NamedTuple, Generic[R]):
    """What a projection does with the lines of a kind, and what it wants of them."""

    does: Callable[[AnyLine], R]
    wants: Wanted


def on(shape: type[E], does: Callable[[Line[E]], R], also: tuple[str, ...] = ()) -> LineStep[R]:
    """The step that reads ``shape``, and ``also`` some fields for somebody else; the type checker sees that it ``does`` something with that shape."""
    return LineStep(does, (shape, *also))


Read = Callable[[bytes], Mapping[str, Any]]


@cache
def reader(kind: str, wanted: Wanted = None, *, by: bool = False, command: bool = False) -> Read:
    """The reader of bodies of ``kind``: the event, or of it what is ``wanted``; when it happened, and, if asked for, ``by`` whom and with which ``command``.

    With which command is read by no projection, and who asked by few: that alone halves the cost of decoding. A few fields by name
    halve it again, and of a field that holds records a few of theirs.

    Raises:
        TypeError: ``wanted`` is a shape that says something else of a field than the event does, or of one that it has not.
    """
    event = EVENTS[kind]
    decoded: Any = event if wanted is None else _only(event, tuple(_named(kind, event, wanted)))
    asked = ({"by": By} if by else {}) | ({"command": CommandRef | None} if command else {})
    read: Read = TypeAdapter(_strict({"event": decoded, "occurred": int | None, **asked})).validator.validate_json
    return read


@cache
def wanted_by_all(kind: str, each: tuple[Wanted, ...]) -> Wanted:
    """What several want of ``kind``, all of whom read it by name: what one of them wants whole is whole for all."""
    if None in each:
        return None
    names = {name for one in each if one is not None for name in _named(kind, EVENTS[kind], one)}
    return tuple(sorted(name for name in names if not any(name.startswith(f"{whole}.") for whole in names)))


def _named(kind: str, event: type[BaseModel], wanted: type | tuple[str | type, ...]) -> Iterator[str]:
    """The fields that are wanted, by name, the shapes among them checked."""
    for one in wanted if isinstance(wanted, tuple) else (wanted,):
        if isinstance(one, str):
            yield one
        else:
            _check(kind, event, one)
            yield from fields_of(one)


@cache
def fields_of(shape: type) -> tuple[str, ...]:
    """The fields of a shape by name, those of records in a field as ``field.name``."""
    found: list[str] = []
    for name, hint in get_type_hints(shape).items():
        inner = _shape_in(hint)
        found += [name] if inner is None else [f"{name}.{field}" for field in fields_of(inner)]
    return tuple(found)


def _shape_in(hint: Any) -> type | None:
    """The shape of the records that a field holds, one or a list; None where it holds none."""
    inner = get_args(hint)[0] if get_origin(hint) is list else hint
    return inner if is_typeddict(inner) else None


def _check(kind: str, record: type[BaseModel], shape: type) -> None:
    """That the fields of ``shape`` are those of ``record``.

    Raises:
        TypeError: one is not.
    """
    for name, ours in get_type_hints(shape).items():
        field = record.model_fields.get(name)
        if field is None or not _holds(ours, field.annotation):
            has = "no such field" if field is None else repr(field.annotation)
            raise TypeError(f"{shape.__qualname__} says of {kind} that its {name} is {ours!r}; it has {has}")


def _holds(ours: Any, theirs: Any) -> bool:
    """Whether whatever is of the type ``theirs``, of an event's field, is of the type ``ours`` too."""
    while get_origin(theirs) is Annotated:
        theirs = get_args(theirs)[0]
    if get_origin(theirs) in {Union, UnionType}:
        return all(_holds(ours, each) for each in get_args(theirs))
    if get_origin(ours) in {Union, UnionType}:
        return any(_holds(each, theirs) for each in get_args(ours))
    if is_typeddict(ours):
        fields: Mapping[str, FieldInfo] = getattr(theirs, "model_fields", {})
        hints = get_type_hints(ours)
        return hints.keys() <= fields.keys() and all(
            _holds(hint, fields[name].annotation) for name, hint in hints.items()
        )
    if get_origin(theirs) is Literal:
        return all(
            value in get_args(ours) if get_origin(ours) is Literal else isinstance(value, ours)
            for value in get_args(theirs)
        )
    if get_origin(theirs) is list and get_origin(ours) is list:
        return _holds(get_args(ours)[0], get_args(theirs)[0])
    return bool(ours == theirs or (isinstance(ours, type) and isinstance(theirs, type) and issubclass(theirs, ours)))


def _strict(fields: Mapping[str, Any]) -> Any:
    """A dictionary with these keys, checked as the event is; other keys are passed over."""
    return with_config(ConfigDict(strict=True, extra="ignore"))(TypedDict("Said", dict(fields)))  # type: ignore[operator]


def _only(record: type[BaseModel], names: Sequence[str]) -> Any:
    """Of a record its fields of these names; of a field that holds records, as ``field.name``, only those of theirs."""
    within: dict[str, list[str]] = {}
    for name in names:
        field, _, inner = name.partition(".")
        within.setdefault(field, []).extend([inner] if inner else [])
    return _strict({field: _sort(record.model_fields[field], inner) for field, inner in within.items()})


def _sort(field: FieldInfo, inner: Sequence[str]) -> Any:
    sort: Any = field.annotation
    if inner:
        sort = list[_only(get_args(sort)[0], inner)] if get_origin(sort) is list else _only(sort, inner)  # type: ignore[misc]
    return Annotated[(sort, *field.metadata)] if field.metadata else sort


def together(read: Iterable[R]) -> Iterator[R]:
    """What is read, so much of it at a time before the first of that is handed out."""
    it = iter(read)
    while part := list(islice(it, TOGETHER)):
        yield from part


def lines(rows: Iterable[tuple[int, str, int, str, bytes]], readers: Mapping[str, Read]) -> Iterator[AnyLine]:
    """The lines in rows of the log. Checks their shape; signature and place are the verifier's business.

    Raises:
        MalformedError: bytes that do not parse; ``UnlikeItsKindError`` where they are an entry, and not of its kind.
    """
    make, instant = AS_LINE, int.from_bytes
    for index, stream, version, kind, state in rows:
        if len(state) < HEADER_SIZE or state[0] != FORMAT:
            unpack(state)  # says what is wrong
        try:
            said = readers[kind](state[BODY])
        except ValidationError as error:
            why = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise UnlikeItsKindError(
                f"log index {index}: {stream} version {version}, {kind}: {why}; run 'tombo verify'"
            ) from error
        recorded = instant(state[RECORDED], "big")
        by, command = said.get("by"), said.get("command")
        yield make((index, stream, version, kind, said["occurred"], recorded, said["event"], by, command))
