"""B1: one entry of a hand or round is sealed otherwise: whoever folds it ends with a verdict, and none of them with another than the audit's.

Red before: a seat that nobody has, a card too many or a number that nobody told ended audit, night and replay as a fault of tombo itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.forgeries.mutated import in_order, mutated, pool_of
from tests.tools.printed import html
from tests.tools.told import replay_lines
from tests.worlds.simulated_log import LATE, body_of, day
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import OutOfPlaceError, UsageError
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.said import Told
from tombo.ledger.games.again import ENDS, word
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.events import CardsShown
from tombo.ledger.house.said import PLAYED_IN_ANOTHER_TOURNAMENT, RULES_NOT_APPROVED, RULES_OF_ANOTHER
from tombo.ledger.seal.entry import HEADER_SIZE, pack
from tombo.projections.accounts.followed import Accounts
from tombo.projections.dispute.replay import replayed
from tombo.projections.follow import Viewer
from tombo.projections.line import Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.night import Night
from tombo.projections.reconciliation.outages import UNASKED
from tombo.projections.reconciliation.said.bought import SEAT_COSTS_OTHERWISE, TOPPED_UP_TOO_FAR
from tombo.projections.reconciliation.said.night import FOLDED_WITHOUT_LEAVING, LEAVER_PLAYED_ON
from tombo.projections.reconciliation.sources import NightSources
from tombo.projections.round.audit import Audited, Auditor
from tombo.projections.round.last import essentials
from tombo.projections.round.replay import again, steps, verdict_json
from tombo.projections.round.stored import row_of
from tombo.projections.round.view import AnyView, of, to_json
from tombo.reports.play import listing
from tombo.reports.shown import rounds
from tombo.reports.text import text_lines

TIMES: Final = 150
"""Mutations of each game."""
OFFICER: Final = Viewer("officer")
OF_LEAVING: Final = {FOLDED_WITHOUT_LEAVING.about, LEAVER_PLAYED_ON.about}  # of hand and table, by the night alone
OF_ITS_TABLE: Final = {
    PLAYED_IN_ANOTHER_TOURNAMENT.about,
    RULES_NOT_APPROVED.about,
    RULES_OF_ANOTHER.about,
    SEAT_COSTS_OTHERWISE.about,
    TOPPED_UP_TOO_FAR.about,
}
"""Of the opening of its table, which is not in the log that the audit here is asked of."""


def _audited(entries: Sequence[Entry]) -> list[Audited]:
    auditor = Auditor(row_of(()))
    found = [one for e in entries for one in auditor.step((e.index, e.stream, e.version, e.kind, body_of(e)), e.event)]
    return [*found, *auditor.rest()]


@cache
def _tables() -> dict[str, list[Entry]]:
    """The entries of every table of the day."""
    found: dict[str, list[Entry]] = {}
    for entry in day()[1]:
        if entry.stream.startswith(("table:", "banked:")):
            found.setdefault(entry.stream.partition(":")[2], []).append(entry)
    return found


def _night(entries: Sequence[Entry]) -> list[str]:
    """What a night says of the payments in ``entries``, at their table, or of what cannot follow in them."""
    no: Any = lambda *_: None  # noqa: E731  # nobody is asked
    tables: Any = SimpleNamespace(heard=no, at=no)
    told = NightSources(no, tables, UNASKED, lambda *_: (), lambda *_: (), no, lambda *_: iter(()), no, no)
    (accounts := Accounts()).begin("", lambda _, __: [])
    night = Night(day_of(LATE), accounts, told, {})
    before = [entry for entry in _tables()[table_of(entries[0].stream)] if entry.index < entries[0].index]
    for e in (*before, *entries):
        state = pack(bytes(8), bytes(32), e.index, 1, e.recorded, 0, bytes(64), body_of(e)[HEADER_SIZE:])
        place = e.index, e.stream, e.version, e.kind
        night.step((*place, state), Line(*place, e.occurred, e.recorded, e.event, e.by))
    night.finish()
    payout = [(_about(one), one.text) for one in night.problems if one.check == "payout"]
    payout = [(about, text) for about, text in payout if about not in OF_ITS_TABLE]
    return [text for about, text in payout if about not in OF_LEAVING] or [text for _, text in payout]


def _about(problem: Problem) -> str:
    found = problem.said.facts.get("found")
    return found.about if isinstance(found, Told) else problem.said.about


def _told(of_: Callable[[], Any]) -> Any:
    """What comes of it, or the verdict that something cannot follow."""
    try:
        return of_()
    except OutOfPlaceError as error:
        found = error
    assert str(found).startswith("TAMPERED: ")
    if found.index is None:  # met where all of it was looked at together
        assert str(found).startswith("TAMPERED: an entry of ")
        assert str(found).endswith("keep the entries with 'tombo export bundle' and report it")
        return found
    why = str(found).partition(f" at log index {found.index} ")[2]
    assert why.startswith("cannot follow what is on record of ") or " shows what opens no commitment (" in why
    assert str(found).endswith("; run 'tombo audit', which names the place")
    return found


def _shown(entries: Sequence[Entry]) -> None:
    """Show, list and last hand: each says something, or that something cannot follow."""
    game = TABLE_GAMES[entries[0].stream.partition(":")[0]]
    row = _told(lambda: rounds.summary(entries))
    if not isinstance(row, OutOfPlaceError):
        listing.in_a_line(entries[0].stream, row).text()
    players = {
        who
        for e in entries
        for name, says in game.players.items()
        if isinstance(e.event, name)
        for who in says(e.event)
    }
    for player in sorted(players)[:2]:
        _told(partial(essentials, player, entries))


def _lines(view: AnyView) -> list[list[str]]:
    return [[*text_lines(rounds.document(view, ()), language)] for language in Language]


def _replayed(entries: Sequence[Entry]) -> tuple[str, ...] | OutOfPlaceError:
    """What a replay says differs, or that something cannot follow; a replay for a dispute says the same."""
    view = _told(lambda: of(entries, {}, OFFICER))
    if isinstance(view, OutOfPlaceError):
        return view
    for told in (to_json, _lines, lambda view: html(rounds.page_of(view, ()))):
        if isinstance(found := _told(partial(told, view)), OutOfPlaceError):
            return found
    taken, found = _told(lambda: steps(view)), _told(lambda: again(view))
    for one in (taken, found):
        if isinstance(one, OutOfPlaceError):
            return one
    verdict_json(view, taken, found)
    assert all(replay_lines(view, taken, None, language) for language in Language)
    disputed = _told(lambda: replayed(view, {}, []))
    assert disputed.differences == found.differences
    return tuple(found.differences)


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_b1_what_one_entry_says_otherwise_ends_in_a_verdict(game: str) -> None:
    """Whatever it says: shown, listed, replayed, audited, reconciled; what a replay cannot follow, or finds, the audit and the night name."""
    chance, pool, verdicts = random.Random(f"mutated {game}"), pool_of(game), {"lost": 0, "differs": 0, "same": 0}
    for _ in range(TIMES):
        entries = mutated(chance, pool)
        _shown(entries)
        told, night = _audited(entries), _night(entries)
        try:
            found = _replayed(entries)
        except UsageError as later:  # rules of a revision that this program does not know
            found = (str(later),)
        said = [line for one in told if one.stream == entries[0].stream for line in one.differences]
        assert night == said
        if isinstance(found, OutOfPlaceError):
            assert said, f"{found}: the audit says nothing"
        elif any(word(entry.kind) in ENDS for entry in entries) and game != "hand":
            assert bool(said) == bool(found), (entries[0].stream, said, found)
        elif any(word(entry.kind) in ENDS for entry in entries) and said:
            assert found, (said, "a replay asks all that the audit asks")
        assert sum(one.what != "behind" for one in told if one.stream == entries[0].stream) <= 1
        verdicts["lost" if isinstance(found, OutOfPlaceError) else "differs" if said else "same"] += 1
    assert verdicts["differs"]
    assert verdicts["same"]
    assert verdicts["lost"] or game == "roulette"  # of a spin nearly everything can be folded


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_b1_an_entry_of_another_type_is_named_wherever_it_stands(game: str) -> None:
    """Red before: behind an end and within a round the audit passed it over, and the night took what it moves for somebody's money."""
    chance, pool, others = random.Random(f"strangers {game}"), pool_of(game), _others(game)
    for _ in range(TIMES // 3):
        entries, stranger = list(chance.choice(pool.streams)), chance.choice(others)
        place = chance.randint(1, len(entries))
        entries.insert(place, stranger._replace(stream=entries[0].stream))
        entries = in_order(entries)
        found, told, night = _replayed(entries), _audited(entries), _night(entries)
        at = entries[place].index
        assert isinstance(found, OutOfPlaceError)
        assert found.index == at
        assert [(one.at, len(one.differences)) for one in told if one.differences] == [(at, 1)]
        assert night == [line for one in told for line in one.differences]


def _others(game: str) -> list[Entry]:
    """One entry of each kind of the day that is not of this game."""
    return list({entry.kind: entry for entry in day()[1] if not entry.kind.startswith(f"{game}.")}.values())


def _behind(entries: Sequence[Entry]) -> Iterator[tuple[str, CardsShown]]:
    """What may not be shown behind the end of a hand in which somebody showed cards late."""
    mine = next(entry.event for entry in reversed(entries) if isinstance(entry.event, CardsShown))
    seats = [seated.seat for seated in entries[0].event.seats]
    other = next(seat for seat in seats if seat != mine.seat)
    first, *rest = mine.cards
    yield "once more", mine
    yield "by another seat", mine.model_copy(update={"seat": other})
    yield "by nobody's seat", mine.model_copy(update={"seat": max(seats) + 1})
    yield "one of them", mine.model_copy(update={"cards": [first]})
    yield "one of them twice", mine.model_copy(update={"cards": [first, *rest, first][: len(mine.cards) + 1]})
    unopened = [card.model_copy(update={"salt": None}) for card in mine.cards]
    yield "without what opens them", mine.model_copy(update={"cards": unopened})
    turned = first.model_copy(update={"card": "2c" if first.card != "2c" else "2d"})
    yield "another card", mine.model_copy(update={"cards": [turned, *rest]})


def test_b1_cards_shown_behind_the_end_are_of_whose_they_are() -> None:
    """Red before: audit and night asked nothing of them, and a replay said that all is as recorded where a seat showed its cards once more."""
    shown = 0
    for entries in pool_of("hand").streams:
        ended = next((place for place, entry in enumerate(entries) if word(entry.kind) in ENDS), len(entries))
        if not any(isinstance(entry.event, CardsShown) for entry in entries[ended:]):
            continue
        shown += 1
        assert not any(one.differences for one in _audited(entries))
        assert _replayed(entries) == ()
        for how, event in _behind(entries):
            first = how != "once more" and shown % 2  # before the seat itself, which may all the same
            place = ended + 1 if first else len(entries)
            forged = in_order([*entries[:place], entries[-1]._replace(event=event), *entries[place:]])
            at, told = forged[place].index, _audited(forged)
            assert [(one.at, one.what, len(one.differences)) for one in told if one.differences] == [(at, "behind", 1)]
            (said,) = [line for one in told for line in one.differences]
            assert f" after its end (log index {at})" in said
            assert _night(forged) == [said]
            found = _replayed(forged)
            part = how == "one of them" and found == (said,)  # a card of his it is, and nothing false is shown
            assert part or isinstance(found, OutOfPlaceError), how
    assert shown > 1


def test_b1_cards_turned_at_a_showdown_are_those_that_were_dealt_once() -> None:
    """Red before: a seat that turned its cards twice, or cards without what opens them, was judged by what it said that it held, and shown so."""
    turned = 0
    for entries in pool_of("hand").streams:
        place = next((at for at, entry in enumerate(entries) if isinstance(entry.event, CardsShown)), len(entries))
        if place == len(entries) or any(word(entry.kind) in ENDS for entry in entries[:place]):
            continue
        turned += 1
        event: Any = entries[place].event
        unopened = [card.model_copy(update={"salt": None, "slot": None}) for card in event.cards]
        for cards, why in (([*event.cards] * 2, "more than once"), (unopened, "without the salt and slot")):
            forged = list(entries)
            forged[place] = entries[place]._replace(event=event.model_copy(update={"cards": cards}))
            said = {line for one in _audited(forged) for line in one.differences if why in line}
            replayed = _replayed(forged)
            assert said
            assert isinstance(replayed, OutOfPlaceError)
            assert replayed.index == forged[place].index
            assert any(line in str(replayed) for line in said)
    assert turned > 5


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_b1_nothing_is_said_of_what_is_as_it_was(game: str) -> None:
    """Of the same hands and rounds, each alone and as it was: nothing cannot follow."""
    for entries in pool_of(game).streams[:60]:
        found = _replayed(entries)
        assert not isinstance(found, OutOfPlaceError)
        assert [one for one in _audited(entries) if one.what != "over"] == []
