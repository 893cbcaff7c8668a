"""A replay asks the rules of the play too: a hand that no door would have recorded is never called the same as it should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.transcripts import checks, elsewhere, live, setting  # noqa: F401  # they fill the language
from tests.transcripts.player import Transcript
from tests.worlds.simulated_log import asked_by, body_of, day
from tests.worlds.world import PLATFORM
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.errors import OutOfPlaceError, TamperedError
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.events import (
    BetPlaced,
    BoardDealt,
    CardsShown,
    Checked,
    DecisionRequested,
    FindingRecordedV2,
    Settled,
)
from tombo.ledger.games.sem_descarte import events as r803
from tombo.projections.dispute.replay import Replay
from tombo.projections.dispute.replay import replayed as replay_of
from tombo.projections.follow import Viewer
from tombo.projections.round.audit import Audited, Auditor
from tombo.projections.round.stored import row_of
from tombo.projections.round.view import of

STORY: Final = (
    "table 1:5000 2:5000 3:5000 button 3\nhand\ndeal 1:AsAh 2:KsKh 3:QsQd\nat 0s: ask seat 3 until 30s\nat 31s: time out seat 3\n"
    "seat 1 calls\nseat 2 checks\nflop 7d 9h 4s\nseats 1 2 check\nturn 2c\nseats 1 2 check\nriver 3c\nseat 1 bets 200\nseat 2 calls\nsettle"
)
Hand = list[Entry]


LEAVES: Final = (
    "table 1:5000 2:5000 3:5000 button 3\naccount p-3 with 0\nhand\ndeal 1:AsAh 2:KsKh 3:QsQd\n"
    "by player/p-3: do leave_table table=mesa-1 seat=3\ndo act_for_absent hand=mesa-1/1 seat=3     ?? R806 r.10\n"
    "seat 1 folds     ?? R806 r.18 practice"
)


@pytest.fixture(scope="module")
def hand() -> Hand:
    """A hand played to its showdown through the live door; who acts at a seat is its player."""
    return hand_of(STORY)


def hand_of(story: str) -> Hand:
    """The entries of the hand of ``story``."""
    transcript = Transcript(story)
    transcript.play()
    stream, entries = f"hand:{transcript.name}", Hand()
    for place, event in enumerate(transcript.world.hand_events(transcript.number, transcript.table)):
        by = asked_by(entries, event)
        entries.append(Entry(place, stream, place + 1, event.kind, by, None, None, INSTANT_MAX, event, b"", b""))
    return entries


def at(hand: Hand, kind: type, number: int = 0) -> int:
    """Where the ``number``-th entry of this kind stands."""
    return [place for place, entry in enumerate(hand) if isinstance(entry.event, kind)][number]


def changed(kind: type, number: int = 0, **fields: Any) -> Callable[[Hand], Hand]:
    """That entry with other fields, sealed like that by who has an event key."""

    def change(hand: Hand) -> Hand:
        place = at(hand, kind, number)
        event = hand[place].event.model_copy(update=fields)
        return [*hand[:place], hand[place]._replace(event=event), *hand[place + 1 :]]

    return change


def without(kind: type, number: int = 0) -> Callable[[Hand], Hand]:
    """The hand without that entry."""

    def change(hand: Hand) -> Hand:
        place = at(hand, kind, number)
        return [*hand[:place], *hand[place + 1 :]]

    return change


def twice(kind: type, number: int = 0) -> Callable[[Hand], Hand]:
    """The hand with that entry again, at once."""

    def change(hand: Hand) -> Hand:
        place = at(hand, kind, number)
        return [*hand[: place + 1], *hand[place:]]

    return change


WRONG: Final[dict[str, tuple[Callable[[Hand], Hand], str]]] = {
    "a card of the board is a player's": (changed(BoardDealt, 0, cards=["Ks", "9h", "4s"]), "R806 r.4b"),
    "a card lies twice on the board": (changed(BoardDealt, 2, cards=["2c"]), "R806 r.4b"),
    "a fold for a player who is there": (lambda hand: [one for one in hand if "tim" not in one.kind], "R806 r.34"),
    "a bet by another player": (
        lambda hand: [
            one._replace(by=By(actor="player", id="p-9")) if isinstance(one.event, BetPlaced) else one for one in hand
        ],
        "R806 r.34",
    ),
    "a loser who does not show": (without(CardsShown, -1), "R806 r.59"),
}


def replayed(entries: Hand) -> Replay:
    """It computed again."""
    return replay_of(of(entries, {}, Viewer("auditor")))


def test_an_honest_hand_is_the_same_as_recorded(hand: Hand) -> None:
    """As the door recorded it, nothing is to be said of it."""
    assert replayed(hand).differences == ()


@pytest.mark.parametrize("name", WRONG)
def test_a_hand_that_the_rules_refuse_is_never_called_right(hand: Hand, name: str) -> None:
    """Its payouts may be those of its board: what led to them is not what the rules allow, and the rule is named."""
    change, rule = WRONG[name]
    assert any(f"({rule}" in said for said in replayed(change(hand)).differences)


def test_a_fold_for_who_leaves_says_in_the_hand_why() -> None:
    """R806 r.10: the platform folds for who has asked to leave, and the hand says so; a fold that does not is for a player who is there."""
    played = hand_of(LEAVES)
    place = at(played, FindingRecordedV2) + 1
    hand = [*played[:place], played[place]._replace(by=PLATFORM), *played[place + 1 :]]
    assert audited(hand) == replayed(hand).differences == ()
    unsaid = [one for one in hand if not isinstance(one.event, FindingRecordedV2)]
    of_another = changed(FindingRecordedV2, facts={"seat": 1})(hand)
    for wrong in (unsaid, of_another):
        assert any("(R806 r.34" in said for said in audited(wrong))
        assert set(audited(wrong)) == set(replayed(wrong).differences)


ORDER: Final[dict[str, tuple[Callable[[Hand], Hand], str]]] = {
    "a flop of two": (changed(BoardDealt, 0, cards=["7d", "9h"]), "hand.board_dealt.v1"),
    "no turn": (without(BoardDealt, 1), "hand.checked.v1"),
    "the river before all have acted": (without(Checked, -1), "hand.board_dealt.v1"),
    "a time-out of who was not asked": (without(DecisionRequested), "hand.decision_timed_out.v1"),
    "an act once too often": (twice(Checked, 1), "hand.checked.v1"),
}


@pytest.mark.parametrize("name", ORDER)
def test_a_hand_out_of_its_order_is_not_replayed(hand: Hand, name: str) -> None:
    """The entry that no door writes there is named, and nothing that comes of it is shown."""
    change, kind = ORDER[name]
    with pytest.raises(OutOfPlaceError, match=rf"TAMPERED: {kind} at log index \d+ cannot follow"):
        replayed(change(hand))


def audited(hand: Hand) -> tuple[str, ...]:
    """What the audit in bulk says of it."""
    auditor, over = Auditor(row_of(())), list[Audited]()
    for entry in hand:
        over += auditor.step((entry.index, entry.stream, entry.version, entry.kind, body_of(entry)), entry.event)
    (one,) = over
    return one.differences


@pytest.mark.parametrize("name", [None, *WRONG])
def test_the_audit_asks_what_a_replay_asks(hand: Hand, name: str | None) -> None:
    """Red before: the audit in bulk, and with it the night, computed the payouts again and asked no rule of the play."""
    change, rule = (list, None) if name is None else WRONG[name]
    said = audited(change(hand))
    assert set(said) == set(replayed(change(hand)).differences)
    assert rule is None or any(f"({rule}" in one for one in said)


BEHIND: Final[dict[str, Callable[[Hand], Hand]]] = {
    "settled twice": twice(Settled),
    "played on after the end": lambda hand: [*hand, hand[at(hand, Checked)]],
}


@pytest.mark.parametrize("name", BEHIND)
def test_what_stands_behind_the_end_is_in_no_replay(hand: Hand, name: str) -> None:
    """It is no part of the hand: nothing is shown of the hand but where that entry stands, and the audit says which rule it broke."""
    with pytest.raises(OutOfPlaceError, match=r"TAMPERED: .* \(nothing follows its end\); .*'tombo audit'"):
        replayed(BEHIND[name](hand))
    assert any("(R806 r.2j" in said for said in TABLE_GAMES["hand"].again(BEHIND[name](hand), {}).differences)


def test_an_act_of_nobody_is_named_and_no_fault_of_the_program(hand: Hand) -> None:
    """An event key that was stolen seals a bet of a seat that is not there: replay and audit say so, and the audit goes on."""
    wrong = changed(BetPlaced, 0, seat=9)(hand)
    with pytest.raises(TamperedError, match="cannot follow what is on record"):
        replayed(wrong)
    auditor, over = Auditor(row_of(())), list[Audited]()
    for entry in wrong:
        over += auditor.step((entry.index, entry.stream, entry.version, entry.kind, b""), entry.event)
    assert "cannot be computed again" in over[0].differences[0]
    assert "log index" in over[0].differences[0]


@pytest.fixture(scope="module")
def round_() -> Hand:
    """A round of póquer sem descarte that was settled with the cards of the house and of a seat shown."""
    _, _, streams = day()
    return next(
        entries
        for stream, entries in streams.items()
        if stream.startswith("sem_descarte:")
        and {r803.Settled, r803.HouseShown, r803.CardsShown} <= {type(entry.event) for entry in entries}
    )


def discarded(hand: Hand) -> Hand:
    """The first card that the house shows is the one that was put aside."""
    shown = hand[at(hand, r803.HouseShown)].event.cards[0].card
    return changed(r803.CardsDealt, 0, discard=shown)(hand)


COURSES: Final[dict[str, tuple[Callable[[Hand], Hand], str]]] = {
    "a card lies twice": (discarded, "R803 r.6b"),
    "cards dealt twice": (twice(r803.CardsDealt), "R803 r.19"),
    "bets closed twice": (twice(r803.BetsClosed), "R803 r.14"),
}


def test_a_round_that_ends_twice_is_not_replayed(round_: Hand) -> None:
    """What stands behind the end is no part of the round: named where it is asked to be shown, and where it is computed again."""
    with pytest.raises(OutOfPlaceError, match=r"sem_descarte\.settled\.v1 at log index \d+ .*nothing follows its end"):
        replayed(twice(r803.Settled)(round_))
    (said,) = TABLE_GAMES["sem_descarte"].again(twice(r803.Settled)(round_), {}).differences
    assert "sem_descarte.settled.v1 after its end, which nothing follows (log index " in said


def test_cards_that_nobody_dealt_are_shown_by_nobody(round_: Hand) -> None:
    """What is shown of a round without its deal opens nothing: the place is named. Red before: a replay showed it."""
    with pytest.raises(TamperedError, match=r"house_shown\.v1 at log index \d+ .* shows what opens no commitment"):
        replayed(without(r803.Continued)(without(r803.CardsDealt)(round_)))


@pytest.mark.parametrize(
    ("left_out", "kind", "why"),
    [(r803.BetsClosed, "cards_dealt", "cards before bets"), (r803.CardsDealt, "continued", "has no cards yet")],
)
def test_a_round_out_of_its_order_is_not_replayed(round_: Hand, left_out: type, kind: str, why: str) -> None:
    """Cards before the bets are closed, and a decision before the cards: the place is named."""
    changed = without(left_out)(round_)
    with pytest.raises(OutOfPlaceError, match=rf"{kind}\.v1 at log index \d+ cannot follow .*{why}"):
        replayed(changed)


@pytest.mark.parametrize("name", COURSES)
def test_a_round_that_the_rules_refuse_is_never_called_right(round_: Hand, name: str) -> None:
    """Póquer sem descarte has one deck, and each of its steps once."""
    change, rule = COURSES[name]
    assert replayed(round_).differences == ()
    assert any(f"({rule})" in said for said in replayed(change(round_)).differences)
