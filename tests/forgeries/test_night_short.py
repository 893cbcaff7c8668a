"""A hand that others audited is told in short to who asked: whatever is asked of it besides its play is found as by one (decision 0044)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.honest import DAY
from tests.forgeries.stolen import Scenes, Thief
from tests.unit.parts.test_work import Fake, answered
from tests.worlds.forged_ledger import Act, acts
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.games.poker.events import CardsShown
from tombo.ledger.house.table.events import LeaveRequested
from tombo.ledger.parts import Done, Means
from tombo.ledger.parts.job import do, forget
from tombo.projections.reconciliation import run
from tombo.projections.reconciliation.model import Reconciliation, to_json
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.reconciliation.shared import crewed
from tombo.projections.reconciliation.shared.parts import HandsLooked
from tombo.projections.round.brief import BriefHand

PLAYER: Final = By(actor="player", id="p-11")


@pytest.fixture(autouse=True)
def forgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Others work however little there is; what worked in this process lets go of the ledger."""
    monkeypatch.setattr(crewed, "FEW", 0)
    yield
    forget()


class Told(Fake):
    """Workers to whom nothing happens, and what they told in short."""

    def __init__(self) -> None:
        self.brief: list[BriefHand] = []
        super().__init__(self._listens, sample=0)

    def _listens(self, worker: str, part: Any, _: object) -> Future[Done] | None:
        return None

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        done = do(*words)
        if isinstance(done.result, HandsLooked):
            self.brief += done.result.brief
        return answered(done)


def said(found: Reconciliation) -> str:
    """Everything that a night says."""
    return json.dumps([to_json(found, None), found.wallets])


def night_of(scenes: Scenes, thief: Thief, path: Path, scene: str = "cash") -> tuple[Reconciliation, list[BriefHand]]:
    """What a night finds of a scene alone, which is what it finds with others; and which hands were told in short."""
    with scenes.sealed(scene, thief, f"sqlite:///{path}") as store:
        crew = Told()
        alone, together = reconcile(store, None, DAY), reconcile(store, None, DAY, means=Means(crew))
        assert said(together) == said(alone)
        assert together == alone
        return alone, crew.brief


def _hand(thief: Thief) -> list[Act]:
    """The entries of the first hand."""
    stream = next(act.stream for act in acts(thief.commits) if act.stream.startswith("hand:"))
    return [act for act in acts(thief.commits) if act.stream == stream]


def test_a_hand_of_the_day_is_told_in_short(scenes: Scenes, tmp_path: Path) -> None:
    """Where nothing was stolen all that ended are, with what they came to."""
    thief = scenes("cash")
    found, brief = night_of(scenes, thief, tmp_path / "x.db")
    assert found.ties
    assert {one.stream for one in brief} == {act.stream for act in thief.all("settled")}
    assert all(one.told for one in brief)


def _recorded(thief: Thief, act: Act) -> int:
    """When an entry was recorded."""
    return next(commit.recorded for commit in thief.commits if any(one is act for one in commit.acts))


def _another_day(thief: Thief) -> None:
    """An entry says that it happened a day before."""
    thief.one("bet_placed").occurred = window(DAY)[0] - HOUR


def _back(thief: Thief) -> None:
    """A bet says that it was made before the one before it."""
    act = thief.all("bet_placed")[-1]
    act.occurred = _recorded(thief, act) - 600 * SECOND


def _to_come(thief: Thief) -> None:
    """An entry claims a time that is yet to come."""
    act = thief.one("bet_placed")
    act.occurred = _recorded(thief, act) + 3 * HOUR


def _board(thief: Thief) -> None:
    """A player asked for the cards on the board."""
    thief.one("board_dealt").by = PLAYER


def _nets(thief: Thief) -> None:
    """Its table tells another stack."""
    ended = thief.one("hand_ended")
    first, *others = ended.event.stacks
    ended.says(stacks=[first.model_copy(update={"after": first.after + 1}), *others])


def _button(thief: Thief) -> None:
    """Its table tells another button."""
    begun = thief.one("hand_started")
    begun.says(button=next(seat for seat in begun.event.seats if seat != begun.event.button))


def _bets(thief: Thief) -> None:
    """Its table says that nobody bet."""
    thief.one("hand_ended").says(bets=[])


def _leaves(thief: Thief) -> None:
    """Who asked to leave bets all the same."""
    bet = thief.one("bet_placed")
    leave = LeaveRequested(seat=bet.event.seat)
    before = next(act for act in _hand(thief) if act.kind == "hand.hole_cards_dealt.v1")
    thief.puts(before, Act(f"table:{_hand(thief)[0].event.table}", leave, by=By(actor="player", id="p-12")))


def _poor(thief: Thief) -> None:
    """Who bought chips bought less."""
    seated = thief.one("player_seated", seat=_first_bet(thief))
    seated.says(buy_in=seated.event.buy_in - 100)


def _first_bet(thief: Thief) -> int:
    return int(thief.one("bet_placed").event.seat)


STOLEN: Final[dict[str, Callable[[Thief], None]]] = {
    "another day": _another_day,
    "back in time": _back,
    "board by a player": _board,
    "bets told otherwise": _bets,
    "button told otherwise": _button,
    "leaves and bets": _leaves,
    "stack told otherwise": _nets,
    "stakes what he has not": _poor,
    "yet to come": _to_come,
}
"""What is stolen, and what a night asks of it besides the play of the hand."""


@pytest.mark.parametrize("how", STOLEN)
def test_what_is_asked_besides_is_found(scenes: Scenes, tmp_path: Path, how: str) -> None:
    """Whoever has the event key seals it: it is named in the same words."""
    thief = scenes("cash")
    STOLEN[how](thief)
    found, _ = night_of(scenes, thief, tmp_path / "x.db")
    assert not found.ties, how


def test_whom_the_platform_folds_is_heard(scenes: Scenes, tmp_path: Path) -> None:
    """A hand that says it is of a tournament, where the platform folds for who is absent: its table is of none, and nobody left."""
    thief = scenes("cash")
    _hand(thief)[0].says(tournament="relogio")
    folded = thief.one("folded")
    folded.by = By(actor="platform", id="games")
    found, brief = night_of(scenes, thief, tmp_path / "x.db")
    assert [len(one.heard) for one in brief] == [1]
    assert any("the platform folds for seat" in one.text for one in found.problems)


@pytest.mark.parametrize("begins", [False, True])
def test_what_is_shown_behind_a_hand_that_was_told_in_short(scenes: Scenes, tmp_path: Path, *, begins: bool) -> None:
    """It is held against what was dealt, which is read again for it, in a part of its own: shown twice it is named.

    Red before, where the hand ``begins`` once more behind its end: nobody held against it what was shown after that.
    """
    thief = scenes("cash")
    shown = next(act for act in _hand(thief) if isinstance(act.event, CardsShown))
    again = [_hand(thief)[0].like()] if begins else []
    thief.puts(thief.one("withdrawn"), *again, shown.like())
    with pytest.MonkeyPatch.context() as patch:
        behind = next(number for number, act in enumerate(acts(thief.commits)) if act.kind == "account.withdrawn.v1")
        patch.setattr(run, "CHUNK", behind)
        patch.setattr(crewed, "WIDTH", 1)
        found, brief = night_of(scenes, thief, tmp_path / "x.db")
    told = [one.text for one in found.problems if one.check == "payout"]
    assert shown.stream in {one.stream for one in brief}
    assert len(told) == 1 + begins and any("shows" in one for one in told)


def test_a_round_that_does_not_begin_with_its_opening(scenes: Scenes, tmp_path: Path) -> None:
    """A bet stands before it. Red before: whoever looked for stakes of the round before ended with a fault of ours."""
    thief = scenes("banked")
    thief.swaps(thief.one("round_opened"), thief.one("bet_placed"))
    found, _ = night_of(scenes, thief, tmp_path / "x.db", "banked")
    assert not found.ties


def test_a_hand_with_an_entry_of_another_day_is_looked_at_whole(scenes: Scenes, tmp_path: Path) -> None:
    """Of which day each entry is counts for every one of them: it is not told in short."""
    thief = scenes("cash")
    _another_day(thief)
    _, brief = night_of(scenes, thief, tmp_path / "x.db")
    assert thief.one("bet_placed").stream not in {one.stream for one in brief}
