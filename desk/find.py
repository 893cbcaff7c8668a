"""The page on which hands and rounds are found, as ``tombo find`` finds them; and the box that leads to whatever has the name that is typed in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from tombo.desk.asked import DeskAsked
from tombo.desk.fields import Ask, DeskField
from tombo.desk.frame import Sheet
from tombo.desk.links import case_path, path_to, path_with, replay_path
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.ids import called, is_local, is_stream
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.every import TABLE_GAMES
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion
from tombo.reports.play.listing import stands
from tombo.reports.said.commands.common import NO_NAME
from tombo.reports.said.desk import find as said
from tombo.reports.said.desk import frame
from tombo.reports.said.play import listing as listed
from tombo.reports.shown.days import instant_of
from tombo.reports.shown.found import SEARCHED, check, complaints, find, named
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.wrong import in_words, unread
from tombo.serve.readers import OpenedLedger

PAGE: Final = 25
"""Hands and rounds of a page."""
INDEX_DIGITS: Final = 19
"""Digits of a place that are read: no log has more entries than a number of so many."""
_AMOUNT: Final = DeskField("", said.FIND_LEAST, Ask.AMOUNT)


class FindField(NamedTuple):
    """What may be asked of hands: its name in the query, its label, how it is written, and what it adds to the question.

    ``asks`` raises a ``UsageError`` where what was typed can be the name of nothing.
    """

    name: str
    label: Told
    hint: Told | None
    asks: Callable[[str], Mapping[str, Any]]
    choice: tuple[str, ...] = ()
    """What may be chosen, where it is chosen."""


class FoundRow(NamedTuple):
    """One that was found: where it is replayed, what it is called and how it went, what it is found by, and where that leads."""

    path: str
    name: str
    when: Fact
    stands: tuple[Fact, ...]
    cards: tuple[str, ...]
    rules: tuple[str, ...]
    incident: str | None
    complaints: tuple[tuple[str, str], ...]
    """Each by its path and its name."""
    wrong: Fact | None = None
    """Why it cannot be followed; then nothing else is told of it."""


class _Page(NamedTuple):
    """What stands in the form, what was found, and the query of the page behind it, None behind the last."""

    typed: Mapping[str, str]
    rows: tuple[FoundRow, ...] = ()
    older: str | None = None


class _Wish(NamedTuple):
    """What is asked for, the instants between which it began, and what is wrong with any of it, by field."""

    question: HandQuestion
    times: Mapping[str, int]
    wrong: Mapping[str, Fact]


def _one(name: str) -> Callable[[str], Mapping[str, Any]]:
    return lambda typed: {name: typed}


def _cents(name: str) -> Callable[[str], Mapping[str, Any]]:
    return lambda typed: {name: _AMOUNT.value(typed)["cents"]}


FIELDS: Final = (
    FindField("player", said.FIND_PLAYER(), None, _one("player")),
    FindField("table", said.FIND_TABLE(), None, _one("table")),
    FindField("number", said.FIND_NUMBER(), None, _one("number")),
    FindField("game", said.FIND_GAME(), None, lambda typed: {"regulations": (typed,)}, SEARCHED),
    FindField("from", said.FIND_FROM(), said.FIND_LIKE_TIME(), lambda typed: {"since": instant_of(typed)}),
    FindField("to", said.FIND_TO(), said.FIND_LIKE_TIME(), lambda typed: {"until": instant_of(typed)}),
    FindField("card", said.FIND_CARD(), said.FIND_LIKE_CARD(), lambda typed: {"cards": tuple(typed.split())}),
    FindField("least", said.FIND_LEAST(), said.FIND_LIKE_AMOUNT(), _cents("least")),
    FindField("most", said.FIND_MOST(), said.FIND_LIKE_AMOUNT(), _cents("most")),
    FindField("incident", said.FIND_INCIDENT(), None, _one("incident")),
    FindField("finding", said.FIND_FINDING(), said.FIND_LIKE_RULE(rule="R806 r.23"), _one("rule")),
)
"""What ``tombo find`` asks for, but whether somebody complained, which is a box to tick."""
TIMES: Final = frozenset({"since", "until"})


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """The form, and the hands and rounds for which all that is asked in it holds, the newest first.

    What is typed in the box (``q``) leads to whatever is called so; and of a player, or else of a table, to what was played.
    """
    typed = {name: text.strip() for name, text in asked.query.items() if text.strip()}
    box = typed.pop("q", None)
    leads, wrong_box = _leads(opened.reader, box)
    wishes = [(one, _wish(one)) for one in ([typed] if box is None else _called(box))]
    wrong = wishes[0][1].wrong if box is None else {}
    page = _Page(typed) if wrong else _found(opened, wishes)
    values = {
        "fields": FIELDS,
        "wrong": wrong,
        "box": box,
        "wrong_box": wrong_box,
        "leads": leads,
        "newest": _query(typed, "after") if "after" in typed else None,
        **page._asdict(),
    }
    return Sheet(frame.FIND(), "find.html", values, 400 if wrong or wrong_box is not None else 200)


def _called(name: str) -> list[dict[str, str]]:
    """What is asked for in the form where ``name`` is typed in the box."""
    return [{"player": name}, {"table": name}] if is_local(name) else []


def _wish(typed: Mapping[str, str]) -> _Wish:
    """What was typed as a question; each field is looked at by itself, so that each is told what is wrong with it."""
    found, wrong = dict[str, Any](), dict[str, Fact]()
    for field in FIELDS:
        if field.name in typed:
            try:
                said_there = field.asks(typed[field.name])
                check(HandQuestion(**{name: one for name, one in said_there.items() if name not in TIMES}))
                found |= said_there
            except UsageError as error:
                wrong[field.name] = in_words(error)
    after = typed.get("after")
    if after is not None and after.isascii() and after.isdecimal() and len(after) <= INDEX_DIGITS:
        found["below"] = int(after)
    elif after is not None:
        wrong["after"] = said.NO_PLACE(typed=repr(after))
    for least, most, upper in (("least", "most", "most"), ("since", "until", "to")):
        if least in found and most in found and found[least] > found[most]:
            wrong[upper] = said.FIND_BELOW_OTHER()
    times = {name: found.pop(name) for name in TIMES & found.keys()}
    return _Wish(HandQuestion(**found, disputed="disputed" in typed), times, wrong)


def _found(opened: OpenedLedger, wishes: Sequence[tuple[dict[str, str], _Wish]]) -> _Page:
    """A page of the first of ``wishes`` for which there is something; each is what would stand in the form, and what is asked."""
    if wishes:
        with opened.follow(Search) as (views, build):
            kept = KeptRows(views, build)
            for typed, wish in wishes:
                document = find(opened.reader, kept, wish.question, PAGE, **wish.times)
                if document["items"]:
                    rows = tuple(_row(opened.reader, kept, row) for row in document["items"])
                    following = document["next"]
                    older = None if following is None else _query({**typed, "after": str(following)})
                    return _Page(typed, rows, older)
    return _Page(wishes[0][0] if len(wishes) == 1 else {})


def _query(typed: Mapping[str, str], *without: str) -> str:
    return "?" + urlencode({name: text for name, text in typed.items() if name not in without})


def _row(reader: Reader, kept: KeptRows, row: dict[str, Any]) -> FoundRow:
    name = named(row)
    path = replay_path(name if "round" in row else f"hand:{name}")
    if "tampered" in row:
        return FoundRow(path, name, "", (), (), (), None, (), unread(row["log_index"], str(row["tampered"])))
    when = listed.LISTED_TIME_UNKNOWN() if row["when"] is None else listed.LISTED_WHEN(at=row["when"])
    cases = tuple((case_path(one), one) for one in complaints(reader, kept, row))
    told = stands(row)
    return FoundRow(path, name, when, told, tuple(row["cards"]), tuple(row["rules"]), row["incident"], cases)


def _leads(reader: Reader, name: str | None) -> tuple[tuple[tuple[str, Fact], ...], Fact | None]:
    """What has the name that was typed in the box, each by its path and what it is; or that nothing can have it."""
    if name is None:
        return (), None
    if not (is_local(name) or is_stream(name)):
        return (), NO_NAME(typed=repr(name))
    return tuple(_named_so(reader, name)), None


def _named_so(reader: Reader, name: str) -> Iterator[tuple[str, Fact]]:
    for stream in [name] if ":" in name else [f"{game}:{name}" for game in TABLE_GAMES]:
        if stream.partition(":")[0] in TABLE_GAMES and reader.version(stream):
            yield replay_path(stream), said.LEADS_TO_REPLAY(played=called(stream))
    for sort, path, told in (
        ("dispute", case_path(name), said.LEADS_TO_CASE(name=name)),
        ("incident", path_with("/desk/find", {"incident": name}), said.LEADS_TO_INCIDENT(name=name)),
        ("tournament", path_to("tournaments", name), said.LEADS_TO_TOURNAMENT(name=name)),
        ("day", path_to("nights", name), said.LEADS_TO_DAY(name=name)),
    ):
        if is_local(name) and reader.version(f"{sort}:{name}"):
            yield path, told
