"""The pages of nights: the days and how each stands, one day with what did not tie, and one release to a regulator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.desk.links import DeskLink, DeskLinks, entries_at, path_to, path_with
from tombo.desk.offers import line_of
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.errors import LedgerError, NotFoundError, UsageError
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.core.said import Fact, euros, written
from tombo.ledger.house.report.on_record import Release, files_count
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.terms.every import LAWS
from tombo.projections.reconciliation.model import CHECKS, DayVerdict
from tombo.projections.reconciliation.said.night import CHECK_NAMES, CLAIMS
from tombo.reports.pages import charts
from tombo.reports.said import reconciliation as reconciled
from tombo.reports.said.desk import nights as said
from tombo.reports.shown.days import going_on, reached
from tombo.reports.shown.house.days_standing import (
    DayStanding,
    day_before,
    days_back,
    first_day,
    month_named,
    released,
    standing,
)
from tombo.reports.shown.house.nights import closing_id
from tombo.reports.shown.receipts import receipt_of
from tombo.reports.shown.wrong import in_words
from tombo.serve.readers import OpenedLedger

DAYS: Final = 31
"""Days of a page: a month fits."""
ROWS: Final = 100
"""Problems, or files of a release, of a page."""
DIGITS: Final = 9
"""Of a number in a path or cursor."""


class Stretch(NamedTuple):
    """Days that are shown, from the newest back; and the day behind which older ones go on, None where there are none."""

    days: Sequence[str]
    next: str | None


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """The days of a month, or the newest ones, and how each stands.

    Raises:
        UsageError: no month, or no day.
    """
    reader, now = opened.reader, reached(opened.clock, opened.reader.store)
    month, before = asked.query.get("month", "").strip(), asked.query.get("before", "")
    first, today = first_day(reader), day_of(now)
    shown = _stretch(first or today, today, month, before) if first else Stretch((), None)
    days = [standing(reader, opened.keyring.nights, day, now) for day in shown.days]
    values = {
        "month": month,
        "example": today[:7],
        "open_days": sum(day.stands in {"open", "lost"} for day in days),
        "days": [_line(opened, day) for day in days],
        "drawn": _charts(days, asked.language),
        "older": shown.next and path_with("/desk/nights", {"before": shown.next}),
        "newest": bool(month or before),
    }
    return Sheet(said.NIGHTS(), "nights.html", values)


def _stretch(first: str, today: str, month: str, before: str) -> Stretch:
    """The days that are asked for, of those from ``first`` to ``today``."""
    if month:
        begins, ends = month_named(month)
        return Stretch(tuple(days_back(min(ends, today), max(begins, first))), None)
    if before:
        window(before)
    last = min(today, day_before(before)) if before else today
    days = tuple(islice(days_back(last, first), DAYS))
    return Stretch(days, days[-1] if days and days[-1] > first else None)


def _line(opened: OpenedLedger, day: DayStanding) -> tuple[Fact | DeskLink | DeskLinks, ...]:
    """A day in the list: how it stands, whether it ties, its hands and revenue, and to whom it was released."""
    path = path_to("nights", day.day)
    countries = dict.fromkeys(country for country, _ in released(opened.reader, day.day))
    hands: Fact = "" if day.closing is None else day.closing["event"]["hands"]
    gross: Fact = "" if day.gross is None else euros(day.gross)
    releases = DeskLinks(tuple(DeskLink(f"{path}#releases", country) for country in countries))
    return DeskLink(path, day.day), said.DAY_STANDS[day.stands](), _tied(day), hands, gross, releases


def _tied(day: DayStanding) -> Fact:
    if day.problems is None:
        return "" if day.stands in {"empty", "goes_on"} else said.NIGHTS_UNKNOWN()
    return said.NIGHTS_PROBLEMS_OF(count=day.problems) if day.problems else said.NIGHTS_TIES()


def _charts(days: Sequence[DayStanding], language: Language) -> list[charts.Chart]:
    """The revenue of the days that are closed, and the problems where there are any; the first day first."""
    drawn, inorder = list[charts.Chart](), days[::-1]
    gross = [(day.day[8:], day.gross) for day in inorder if day.gross is not None]
    if gross:
        values = [charts.Value(name, cents, _figure(cents, language)) for name, cents in gross]
        drawn.append(charts.columns(said.NIGHTS_GROSS_CHART(), values))
    counts = [(day.day[8:], day.problems) for day in inorder if day.problems is not None]
    if any(count for _, count in counts):
        values = [charts.Value(name, count, str(count)) for name, count in counts]
        drawn.append(charts.columns(said.NIGHTS_PROBLEMS_CHART(), values))
    return drawn


def _figure(cents: int, language: Language) -> str:
    return written(euros(cents), language, "figure")


def draw_day(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """One day: how it was closed, its money, each check, what did not tie and where, and what was released of it.

    Raises:
        UsageError: no day, one that has not begun, or no place among its problems.
    """
    name, reader = asked.path["day"], opened.reader
    going_on(opened.clock, reader.store, name, name)  # which refuses one that has not begun
    day = standing(reader, opened.keyring.nights, name, reached(opened.clock, reader.store))
    start = _number(asked.query.get("after", "0"))
    problems = [] if day.night is None else day.night.problems
    more = start + ROWS < len(problems)
    values = {
        "day": name,
        "stands": said.DAY_STANDS[day.stands](),
        "night": day.night,
        "facts": list(_facts(day)),
        "money": [] if day.closing is None else [_money(total) for total in day.closing["event"]["totals"]],
        "drawn": _day_charts(day, asked.language),
        "checks": list(_checks(day)),
        "problems": [
            (
                CHECK_NAMES[one.check],
                one.text(asked.language),
                euros(one.cents) if one.cents else "",
                entries_at(one.entries),
            )
            for one in problems[start : start + ROWS]
            if one.check in CHECK_NAMES
        ],
        "after": path_with(path_to("nights", name), {"after": str(start + ROWS)}) + "#failed" if more else None,
        "untold": 0 if day.night is None else sum(day.night.counts.values()) - len(problems),
        "releases": [_release_line(name, country, release) for country, release in released(reader, name)],
        "closes": _closes(day, asked),
        "to_close": day.stands == "open",
    }
    return Sheet(said.NIGHT_TITLE(day=name), "night.html", values)


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= DIGITS):
        raise UsageError(said.NIGHT_NO_CURSOR(typed=typed))
    return int(typed)


def _facts(day: DayStanding) -> Iterator[tuple[Fact, Fact | DeskLink]]:
    """How a day stands and was closed, and when a night looked through it last."""
    yield said.NIGHTS_STANDS(), said.DAY_STANDS[day.stands]()
    yield said.NIGHTS_VERDICT(), verdict_of(day)
    if day.night is not None:
        yield said.NIGHT_LOOKED(), said.NIGHT_LOOKED_AT(at=day.night.at, size=day.night.size)
    if day.closing is None:
        return
    index, event = day.closing["log_index"], day.closing["event"]
    at = said.NIGHT_CLOSED_AT(at=day.closing["recorded"], index=index)
    yield said.NIGHT_CLOSED(), DeskLink(path_to("entries", str(index)), at)
    yield said.NIGHT_BY(), day.closing["by"]["id"]
    yield said.NIGHT_OVER(), said.NIGHT_OVER_OF(size=event["index"])
    statement = event.get("statement")
    yield said.NIGHT_STATEMENT(), said.NIGHT_STATEMENT_OF(sha256=statement) if statement else said.NIGHT_NO_STATEMENT()
    yield said.NIGHT_BASE(), euros(event["base"])
    yield said.NIGHT_TAX(), said.NIGHT_NO_TAX() if event["tax"] is None else euros(event["tax"])


def verdict_of(day: DayStanding) -> Fact:
    """The verdict on a day, as was found last, else as was signed."""
    if day.night is not None:
        return reconciled.VERDICTS[DayVerdict(day.night.verdict)]()
    return _tied(day) or said.NIGHTS_UNKNOWN()


def _money(total: dict[str, Any]) -> tuple[Fact, ...]:
    """A game's money of the day, as it was signed."""
    amounts = (total["staked"], total["paid"], total["refunded"], total["commission"], total["gross"])
    return (_game(total["regulation"]), *map(euros, amounts))


def _game(regulation: str) -> Fact:
    return reconciled.DAY_GAME(regulation=regulation, game=LAWS[regulation].called)


def _day_charts(day: DayStanding, language: Language) -> list[charts.Chart]:
    totals = [] if day.closing is None else day.closing["event"]["totals"]
    values = [charts.Value(_game(one["regulation"]), one["gross"], _figure(one["gross"], language)) for one in totals]
    return [charts.bars(said.NIGHT_GROSS_CHART(), values)] if values else []


def _checks(day: DayStanding) -> Iterator[tuple[Fact, ...]]:
    """Each check: what it claims, how often it was found not to hold, and what was signed of it."""
    for check in CHECKS:
        found: Fact = ""
        if day.night is not None:
            found = _count(day.night.counts.get(check, 0), asked=check != "wallet" or day.night.wallet)
        signed: Fact = ""
        if day.closing is not None:
            without = check == "wallet" and day.closing["event"].get("statement") is None
            signed = _count(day.signed.get(check, 0), asked=not without)
        yield CHECK_NAMES[check], CLAIMS[check](), found, signed


def _count(count: int, *, asked: bool) -> Fact:
    if count:
        return reconciled.CHECK_PROBLEMS(count=count)
    return reconciled.CHECK_OK() if asked else reconciled.CHECK_NOT_ASKED()


def _closes(day: DayStanding, asked: DeskAsked) -> str | None:
    """The act by which who asks closes the day with what the night found, as a document to sign; None where he may not, or cannot yet."""
    night = day.night
    if day.stands != "open" or night is None or night.closing is None or MANAGER not in asked.roles:
        return None
    by = By(actor="staff", id=asked.who.id, role=MANAGER)
    return line_of(Envelope(night.closing, by, closing_id(night.closing), None))


def _release_line(day: str, country: str, release: Release[Entry]) -> tuple[Fact | DeskLink, ...]:
    """A release in the list of its day."""
    entry, event = release.entry, release.event
    return (
        DeskLink(
            path_to("nights", day, country, str(event.number)),
            said.NIGHT_RELEASE_OF(country=country, number=event.number),
        ),
        files_count(event),
        entry.by.id,
        said.NIGHT_AT(at=entry.recorded),
        DeskLink(path_to("entries", str(entry.index)), entry.index),
        said.NIGHT_NO_DOOR() if release.false else said.NIGHT_BY_DOOR(),
    )


def draw_release(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """One release to a regulator: what it was made of, its receipt, and its files with what each is known by.

    Raises:
        NotFoundError: there is none.
        UsageError: no day, no country, or no place among its files.
    """
    day, country, number = (asked.path[name] for name in ("day", "country", "number"))
    window(day)
    wanted, start = _number(number), _number(asked.query.get("after", "0"))
    found = [one for each, one in released(opened.reader, day) if each == country and one.event.number == wanted]
    if not found:
        raise NotFoundError(said.RELEASE_NONE(day=day, country=country, number=number))
    release = found[-1]
    shown = release.files[start : start + ROWS]
    here = path_to("nights", day, country, number)
    more = start + ROWS < len(release.files)
    values = {
        "day": day,
        "no_door": release.false,
        "facts": list(_release_facts(opened, day, release)),
        "files": [(one.name, one.size, one.sha256) for one in shown],
        "after": path_with(here, {"after": str(start + ROWS)}) + "#files" if more else None,
    }
    return Sheet(said.RELEASE_TITLE(day=day, country=country, number=wanted), "release.html", values)


def _release_facts(opened: OpenedLedger, day: str, release: Release[Entry]) -> Iterator[tuple[Fact, Fact | DeskLink]]:
    entry, event = release.entry, release.event
    point = event.checkpoint
    yield said.RELEASE_DAY(), DeskLink(path_to("nights", day), day)
    yield said.NIGHT_WHO(), entry.by.id
    yield said.NIGHT_WHEN(), said.NIGHT_AT(at=entry.recorded)
    yield said.NIGHT_INDEX(), DeskLink(path_to("entries", str(entry.index)), entry.index)
    yield said.NIGHT_FILES(), files_count(event)
    yield said.RELEASE_OF_ENTRIES(), said.NIGHT_OVER_OF(size=event.size)
    yield said.RELEASE_LAYOUT(), event.layout
    yield said.RELEASE_SETTINGS(), event.settings
    told = (
        said.RELEASE_NO_CHECKPOINT() if point is None else said.RELEASE_CHECKPOINT_OF(size=point.size, root=point.root)
    )
    yield said.RELEASE_CHECKPOINT(), told
    yield said.RELEASE_RECEIPT(), _receipt(opened, entry)


def _receipt(opened: OpenedLedger, entry: Entry) -> Fact:
    """Whether the receipt of the release holds: it is made and checked as its reader would."""
    if entry.command is None:
        return said.RELEASE_NO_COMMAND()
    try:
        receipt_of(opened.reader, opened.reader.store.trust.policy, entry.command.id)
    except LedgerError as error:
        return said.RELEASE_RECEIPT_NONE(why=in_words(error))
    return said.RELEASE_RECEIPT_HOLDS(command=entry.command.id)
