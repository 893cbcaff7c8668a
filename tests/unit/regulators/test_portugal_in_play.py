"""What the files keep of play: what goes on, and nothing of what is over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import pytest

from tests.transcripts.languages import FOLDER
from tests.unit.regulators.test_portugal_every_rule import in_files, lines
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.projections.line import AnyLine
from tombo.reports.regulators.pages import PageRow
from tombo.reports.regulators.plays import OVER
from tombo.reports.regulators.reading import goes_on

CUP: Final = "r810/t1_before_the_start_cash.txt"
HAND: Final = "r806/r17_cap.txt"


def named(found: list[AnyLine], old: str, new: str) -> Iterator[AnyLine]:
    """The same lines of a stream by another name, also where accounts name it."""
    for line in found:
        said = line.event.model_dump(mode="json")
        event = type(line.event).model_validate_json(
            json.dumps({**said, **({"cause": new} if said.get("cause") == old else {})})
        )
        yield line._replace(stream=new if line.stream == old else line.stream, event=event)


def test_a_tournament_goes_on_where_another_of_nearly_its_name_is_announced() -> None:
    """Red before: of copa/1 nothing was told any more once copa/2 was announced."""
    found = list(lines(CUP))
    announced = next(line for line in found if line.kind == "tournament.announced.v1")
    one = list(named(found, announced.stream, "tournament:copa/1"))
    two = announced._replace(stream="tournament:copa/2", index=10_000)
    at = next(place for place, line in enumerate(one) if line.kind == "tournament.registered.v1")
    assert in_files([*one[:at], two, *one[at:]]) == in_files(found)


def test_of_what_is_over_nothing_is_kept() -> None:
    """Red before: the last hand of every table there ever was, and every tournament whole."""
    kept = 0
    for folder in ("r806", "r810"):
        for path in sorted((FOLDER / folder).glob("*.txt")):
            playing, over = dict[str, list[PageRow]](), set[str]()
            for line in lines(f"{folder}/{path.name}"):
                goes_on(playing, (line.index, line.stream, line.version, line.kind, b""))
                over |= {line.stream} if line.kind in OVER else set()
            kept += len(playing)
            assert not over & {row[1] for rows in playing.values() for row in rows}, path.name
    assert kept, "what goes on is kept"


def test_a_bet_behind_the_end_of_its_hand_is_named() -> None:
    """A stolen event key seals it. Red before: told as a bet, or in no file where the hand was over before the hours."""
    found = list(lines(HAND))
    bet = next(line for line in found if line.kind == "hand.bet_placed.v1")
    end = next(
        place for place, line in enumerate(found) if line.kind == "hand.settled.v1" and line.stream == bet.stream
    )
    last = found[end]
    with pytest.raises(OutOfPlaceError, match=r"hand\.bet_placed\.v1 at log index 10000"):
        in_files([*found[: end + 1], bet._replace(index=10_000, version=last.version + 1, recorded=last.recorded)])


def test_a_bet_of_more_than_lies_before_the_seat_is_named() -> None:
    """Red before: the stack was told below 0."""
    found = list(lines(HAND))
    at = next(place for place, line in enumerate(found) if line.kind == "hand.bet_placed.v1")
    more = found[at].event.model_copy(update={"paid": 1_000_000})
    with pytest.raises(OutOfPlaceError, match="there is less to take it from"):
        in_files([*found[:at], found[at]._replace(event=more)])


def test_an_entry_that_was_not_won_is_named() -> None:
    """Never, or used up already. Red before: the tournament was entered with nothing, or with more than the wallet of entries held."""
    found = list(lines("r810/t1_before_the_start_tickets.txt"))
    with pytest.raises(OutOfPlaceError, match="no such entry was won"):
        in_files([line for line in found if line.kind != "account.ticket_granted.v1"])
    used = next(place for place, line in enumerate(found) if line.kind == "account.ticket_used.v1")
    again = next(
        line
        for line in found
        if (line.stream, line.version) == (found[used].event.cause, found[used].event.cause_version)
    )
    twice = (
        again._replace(version=10_000, event=again.event.model_copy(update={"entry": again.event.entry + 100})),
        found[used]._replace(event=found[used].event.model_copy(update={"cause_version": 10_000})),
    )
    with pytest.raises(OutOfPlaceError, match="no such entry was won"):
        in_files([*found[: used + 1], *twice, *found[used + 1 :]])
