"""Golden hands: what was played under a rules revision is computed again as it was paid, for ever (decision 0033)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.tools.golden import SUMS, packed, unpack
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import UsageError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.games.blackjack import revisions as blackjack
from tombo.ledger.games.blackjack.events import Paid as BlackjackPaid
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.rules import revisions as poker
from tombo.ledger.games.roulette import revisions as roulette
from tombo.ledger.games.roulette.events import Paid as SpinPaid
from tombo.ledger.games.sem_descarte import revisions as sem_descarte
from tombo.ledger.games.sem_descarte.events import Paid as SemDescartePaid
from tombo.ledger.house import revisions
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.terms import unit
from tombo.ledger.verify import Code, verify
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_of
from tombo.simulator.run import ORIGIN

EVERY: Final = range(1, unit.NEWEST_REVISION + 1)
REVISIONS: Final[Mapping[str, dict[int, Any]]] = {
    "blackjack": blackjack.REVISIONS,
    "hand": poker.REVISIONS,
    "roulette": roulette.REVISIONS,
    "sem_descarte": sem_descarte.REVISIONS,
}


def a_cent_more(event: Any) -> Any:
    """``event``, a cent more paid with it where it pays."""
    match event:
        case BlackjackPaid():
            return event.model_copy(update={"prize": event.prize + 1})
        case SemDescartePaid():
            return event.model_copy(update={"bet2_prize": event.bet2_prize + 1})
        case SpinPaid():
            first, *others = event.payments
            return event.model_copy(update={"payments": [first.model_copy(update={"prize": first.prize + 1}), *others]})
        case _:
            return event


def pays_more(decides: Callable[..., Any]) -> Callable[..., Any]:
    """``decides``, with a cent more in what it pays."""

    def changed(*of: Any) -> Any:
        found = decides(*of)
        return [a_cent_more(event) for event in found] if isinstance(found, list) else a_cent_more(found)

    return changed


CHANGED: Final[Mapping[tuple[str, str], Callable[[Any], Callable[..., Any]]]] = {
    ("blackjack", "following"): pays_more,
    ("blackjack", "refund"): lambda refund: lambda *of, **how: refund(*of, **how).model_copy(update={"refunded": 1}),
    ("hand", "ranker"): lambda ranker: lambda *of: lambda hole: -ranker(*of)(hole),
    ("hand", "settle"): lambda settle: lambda *of: settle(*of)._replace(payments=()),
    ("roulette", "settling"): pays_more,
    ("sem_descarte", "qualifies"): lambda _: lambda *_: True,
    ("sem_descarte", "settled"): pays_more,
    ("sem_descarte", "standing"): lambda standing: lambda state: () if standing(state) else state.boxes,
}
"""Of a game and one of its functions that decide: another one, under which some hand ends otherwise."""
EACH: Final = [pytest.param(game, name, id=f"{game}-{name}") for game, name in CHANGED]
HEARD_LATE: Final = {
    ("hand:omaha-3/7", 1): ("hand:omaha-3/7: seat 5 has 10 seconds left to decide (R811 r.45; version 14)",),
    ("hand:omaha-9/7", 1): ("hand:omaha-9/7: seat 3 has 10 seconds left to decide (R811 r.45; version 29)",),
    ("hand:sintetico-6/5", 1): ("hand:sintetico-6/5: seat 5 has 19 seconds left to decide (R809 r.44; version 29)",),
}
"""What audits say of golden hands, by stream and revision: a door of that day believed a source that said a minute late when it had asked,
and then at once that the time was over (decision 0032)."""
LATER: Final = unit.NEWEST_REVISION + 1


@cache
def golden(revision: int) -> Mapping[str, Mapping[str, list[Entry]]]:
    """The hands and rounds of a revision, by game and stream."""
    found: dict[str, dict[str, list[Entry]]] = {game: {} for game in REVISIONS}
    with TemporaryDirectory() as place:
        rows: Iterable[Any] = Bundle(unpack(revision, Path(place))).rows()
        for entry in map(CanonicalMapper(ORIGIN).to_entry, rows):
            game = entry.stream.partition(":")[0]
            if game in found:
                found[game].setdefault(entry.stream, []).append(entry)
    return found


def different(game: str, hands: Mapping[str, list[Entry]], revision: int) -> list[str]:
    """Of each of ``hands``, written under ``revision``, that is not what its rules give, but for what was heard late, its name."""
    again = {stream: TABLE_GAMES[game].again(entries, {}).differences for stream, entries in hands.items()}
    return [stream for stream, told in again.items() if told != HEARD_LATE.get((stream, revision), ())]


def changed(game: str, name: str, revision: int) -> tuple[int, Any]:
    """The number of what decides ``game`` under ``revision``, and that with its function ``name`` another."""
    number = max(each for each in REVISIONS[game] if each <= revision)
    found = REVISIONS[game][number]
    return number, found._replace(**{name: CHANGED[game, name](getattr(found, name))})


def under(revision: int, entries: list[Entry]) -> list[Entry]:
    """``entries`` of a hand, as if it had been played under ``revision``."""
    first = entries[0]
    terms = first.event.terms.model_copy(update={"revision": revision})
    return [first._replace(event=first.event.model_copy(update={"terms": terms})), *entries[1:]]


@pytest.mark.parametrize("revision", EVERY)
def test_d8b_golden_hands_are_as_they_were_written(revision: int) -> None:
    """D8b: every revision has its file, and nobody has touched it since."""
    lines = SUMS.read_text(encoding="ascii").splitlines()
    assert len(lines) == unit.NEWEST_REVISION
    written = sha256(packed(revision).read_bytes()).hexdigest()
    assert lines[revision - 1] == f"{written}  {packed(revision).name}"


@pytest.mark.parametrize("revision", EVERY)
def test_d8b_golden_hands_verify_and_audit(revision: int, tmp_path: Path) -> None:
    """D8b: sealed, whole, and of every game each is computed again as it was paid; what came back to each player too."""
    folder = unpack(revision, tmp_path)
    policy = parse_policy((folder / "policy").read_text(encoding="utf-8"))
    report = verify(partial(Bundle, folder), policy, checkpoint=(folder / "checkpoint").read_bytes())
    assert (report.verdict, report.problems) == (Code.OK, [])
    source: Any = Bundle(folder)
    audited = list(audit(source.rows(), row_of(source.rows())))
    late = {stream: told for (stream, of), told in HEARD_LATE.items() if of == revision}
    assert {one.stream: one.differences for one in audited if one.differences} == late
    assert {one.stream.partition(":")[0] for one in audited} == set(REVISIONS)
    for game, hands in golden(revision).items():
        assert different(game, hands, revision) == []
        found = [one for entries in hands.values() for one in TABLE_GAMES[game].again(entries, {}).received]
        assert [one for one in found if one[1] != one[2]] == []
        assert any(one[1] for one in found)


@pytest.mark.parametrize("revision", EVERY)
@pytest.mark.parametrize(("game", "name"), EACH)
def test_d8b_a_changed_outcome_of_a_revision_is_seen(
    game: str, name: str, revision: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D8b: who changes a function that decided under a revision finds golden hands that are not paid as they were."""
    monkeypatch.setitem(REVISIONS[game], *changed(game, name, revision))
    assert different(game, golden(revision)[game], revision) != []


@pytest.mark.parametrize(("game", "name"), EACH)
def test_d8b_a_later_revision_leaves_the_hands_of_those_before(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D8b: planted beside the others, it decides the hands that are played under it, and of a game that it does not change none."""
    written = unit.NEWEST_REVISION
    hands, (_, other) = golden(written)[game], changed(game, name, written)
    monkeypatch.setattr(unit, "NEWEST_REVISION", LATER)
    later = {stream: under(LATER, entries) for stream, entries in hands.items()}
    for each in (hands, later):  # nothing changed: the last one before decides
        assert different(game, each, written) == []
    monkeypatch.setitem(REVISIONS[game], LATER, other)
    assert different(game, hands, written) == []
    assert different(game, later, written) != []


def test_d8b_what_decides_under_a_later_revision_is_not_guessed() -> None:
    """D8b: no function of this program decides what was played by a later one."""
    with pytest.raises(UsageError, match="rules revision 9"):
        revisions.by_revision({1: "first"}, 9)
