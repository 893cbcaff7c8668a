"""A replay of a hand says at every step whose decision it was, which rule was at work, and what the viewer could see."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tests.tools.cli_run import ACTING, inside, tombo
from tests.tools.told import replay_lines
from tests.transcripts import checks, elsewhere, live, setting  # noqa: F401  # they fill the language
from tests.transcripts.player import Transcript
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.games.poker import notes
from tombo.ledger.games.poker.events import FindingRecorded, FindingRecordedV2, HandEvent
from tombo.ledger.games.poker.noted import NOTED
from tombo.projections.follow import Viewer
from tombo.projections.round.chips import chips
from tombo.projections.round.replay import ReplayStep, again, steps, to_json
from tombo.projections.round.view import of

NOTES = Path(notes.__file__).read_text(encoding="utf-8")
DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
THREE = "table 1:5000 2:5000 3:5000 button 3\nhand\ndeal 1:AsAh 2:KsKh 3:QsQd\n"
FLOP = f"{THREE}seats 3 1 call\nseat 2 checks\nflop 7d 9h 4s\n"
LIMITED = "terms practice limit=pot_limit\ntable 1:9000 2:9000 3:9000 button 3\nhand\ndeal\nseat 3 raises to 200 ?? R806 r.24b letter"
SHORT = (
    "terms letter\nimport hand 1:1000 2:1000 3:1000\nimport seat 1 posts small 50\nimport seat 2 posts big 100\n"
    "import deals 1 2 3 1 2 3\nimport seat 3 raises paying 150 !! R806 r.23 letter"
)
TIMED = f"{THREE}at 0s: ask seat 3 until 30s\nat 31s: time out seat 3"


def entries(story: str, by: By) -> list[Entry]:
    """The entries of the last hand of a transcript."""
    transcript = Transcript(story)
    transcript.play()
    events = transcript.world.hand_events(transcript.number, transcript.table)
    return [
        Entry(i, f"hand:{transcript.name}", i + 1, event.kind, by, None, None, INSTANT_MAX, event, b"", b"")
        for i, event in enumerate(events)
    ]


def replayed(story: str, viewer: Viewer = Viewer("auditor")) -> list[ReplayStep]:  # noqa: B008  # frozen
    """The steps of the last hand of a transcript, every entry by the platform."""
    return steps(of(entries(story, By(actor="platform", id="games")), {}, viewer))


def said(story: str) -> set[tuple[str, str]]:
    """The rules at work anywhere in the hand, each with what is said of it."""
    return {(note.rule, note.about) for step in replayed(story) for note in step.notes}


def test_every_kind_has_its_rules_and_every_rule_its_words() -> None:
    """The notes are of the closed union of events, and each of them can be said."""
    assert set(notes._NOTES) == set(get_args(HandEvent)) - {FindingRecorded, FindingRecordedV2}
    computed = (
        {"finding"}
        | {f"{why}_{did}" for why in ("time_out", "absent") for did in ("folds", "checks")}
        | {"bet", "raise"}
    )
    assert [about for about in NOTED if about not in computed and f'"{about}"' not in NOTES] == []


@pytest.mark.parametrize(
    ("story", "rule", "about"),
    [
        pytest.param(THREE, "R806 r.22", "small_blind", id="small blind"),
        pytest.param(THREE, "R806 r.22", "big_blind", id="big blind"),
        pytest.param(f"{THREE}seat 3 raises to 300", "R806 r.23", "minimum", id="minimum raise"),
        pytest.param(f"{THREE}seat 3 raises to 5000", "R806 r.37", "all_in", id="all-in"),
        pytest.param(f"{THREE}seat 3 raises to 300\nseats 1 2 fold", "R806 r.40", "uncalled", id="uncalled bet"),
        pytest.param(f"{THREE}seat 3 raises to 300\nseats 1 2 fold", "R806 r.36", "last_player", id="one left"),
        pytest.param(f"{THREE}seat 3 raises to 300\nseats 1 2 fold", "R806 r.18", "not_exempt", id="no flop"),
        pytest.param(FLOP, "R806 r.53", "open_cards", id="flop"),
        pytest.param(f"{THREE}lost seat 1", "R806 r.73", "players_side", id="connection"),
        pytest.param(f"{THREE}incident fire operator_system\nvoid fire", "R806 r.72", "void", id="void"),
        pytest.param(SHORT, "R806 r.23", "minimum_broken", id="a raise played elsewhere that is too small"),
        pytest.param(
            f"{SHORT}\nimport seat 1 folds\nimport seat 2 folds\nimport seat 3 shows KsKh",
            "R806 r.59",
            "shown",
            id="shown elsewhere",
        ),
        pytest.param(
            f"{SHORT}\nimport seat 1 folds\nimport seat 2 folds\nimport seat 3 mucks !! R806 r.59",
            "R806 r.36",
            "not_shown_alone",
            id="left alone elsewhere, and shows nothing",
        ),
        pytest.param(LIMITED, "R806 r.24", "maximum", id="maximum"),
        pytest.param(f"{FLOP}seats 1 2 fold", "R806 r.18", "exempt_on_the_flop", id="exempt"),
        pytest.param(TIMED, "R806 r.45", "time_out_folds", id="time"),
        pytest.param(TIMED, "R806 r.43", "asked", id="asked"),
    ],
)
def test_a_step_names_its_rule(story: str, rule: str, about: str) -> None:
    """What a disputes officer asks of a step, which rule was that, is part of it."""
    assert (rule, about) in said(story)


def test_the_rules_name_their_amounts() -> None:
    """The minimum of a raise is the bet before it and the minimum bet; what goes back is what nobody matched."""
    found = replayed(f"{THREE}seat 3 raises to 300\nseats 1 2 fold")
    amounts = {note.about: dict(note.amounts) for step in found for note in step.notes}

    assert amounts["minimum"] == {"to": 300, "least": 200}
    assert amounts["uncalled"] == {"amount": 200, "matched": 100}


def test_the_showdown_says_whose_turn_it_was_and_who_got_an_odd_cent() -> None:
    """Who bet last on the last street shows first; of three equal parts the odd cents go to the first two left of the button."""
    story = (
        "terms letter commission=none:0\ntable 1:5000 2:5000 3:5000 4:5000 button 2\nhand\ndeal 1:2c3c 2:2d3d 4:2h3h\n"
        "seat 1 raises to 200\nseat 2 calls\nseat 3 folds\nseat 4 calls\nflop As Ks Qd\nseats 4 1 2 check\nturn Js\n"
        "seats 4 1 2 check\nriver Tc\nseat 4 checks\nseat 1 bets 500\nseats 2 4 call\nsettle"
    )
    found = replayed(story)
    shown = [(step.entry.event.seat, step.notes[0].about) for step in found if "cards_shown" in step.entry.kind]
    awards = [step for step in found if "pot_awarded" in step.entry.kind]

    assert shown == [(1, "shown_first_aggressor"), (2, "shown_next"), (4, "shown_next")]
    assert {(step.notes[0].rule, step.notes[0].about) for step in awards} == {("R806 r.62", "tie")}
    assert [s.entry.event.seat for s in awards if any(note.about == "odd_unit" for note in s.notes)] == [4, 1]


def test_time_is_told_from_a_player_and_from_staff() -> None:
    """A fold that time decided is the platform's for a player; an officer's void is his, in his role."""
    found = replayed(TIMED)
    void = entries(f"{THREE}incident fire operator_system\nvoid fire", By(actor="staff", id="s-2", role="officer"))
    *_, last = steps(of(void, {}, Viewer("auditor")))

    assert [step.decided.by for step in found[-2:]] == ["time_out", "time_out"]
    assert {step.decided.by for step in found[:-2]} == {"platform"}
    assert tuple(last.decided) == ("staff", "s-2", "officer")
    view = of(void, {}, Viewer("auditor"))
    assert "by staff s-2 as officer" in "\n".join(replay_lines(view, steps(view)))


def test_a_step_has_the_cards_of_its_moment() -> None:
    """A player sees his own from the deal on; nobody else's before they are shown, and no board before it is turned."""
    story = f"{FLOP}seats 1 2 3 check\nturn Jc\nseats 1 2 3 check\nriver 5s\nseats 1 2 3 check\nsettle"
    dealt = entries(story, By(actor="platform", id="games"))
    opened = dict(enumerate([50, 46, 42, 49, 45, 41]))
    mine = steps(of(dealt, opened, Viewer("player", "p-1")))
    others = steps(of(dealt, opened, Viewer()))
    deal = next(place for place, step in enumerate(mine) if step.entry.kind == "hand.hole_cards_dealt.v1")
    shown = next(place for place, step in enumerate(mine) if step.entry.kind == "hand.cards_shown.v1")

    assert not any(step.cards for step in mine[:deal])
    assert all(set(step.cards) == {1} for step in mine[deal:shown])
    assert not any(step.cards for step in others[:shown])
    assert set(mine[-1].cards) == set(others[-1].cards) == {1, 2, 3}
    assert [len(chips(step.act.after).board) for step in mine if step.entry.kind == "hand.board_dealt.v1"] == [3, 4, 5]
    assert to_json(mine[deal])["cards"] == {"1": list(mine[deal].cards[1])}


def test_what_was_received_is_computed_again() -> None:
    """Every seat's payments, uncalled bets and refunds stand beside those the rules give; of a hand in play there are none."""
    over = replayed(f"{THREE}seat 3 raises to 300\nseats 1 2 fold")
    void = replayed(f"{THREE}incident fire operator_system\nvoid fire")
    hands = [of([step.entry for step in found], {}, Viewer()) for found in (over, void, replayed(THREE))]

    assert [[(one.recorded, one.recomputed) for one in again(hand).received] for hand in hands] == [
        [(0, 0), (0, 0), (438, 438)],
        [(50, 50), (100, 100), (0, 0)],
        [],
    ]


def test_one_step_can_be_asked_for(tmp_path: Path) -> None:
    """With --step only that step is told; a step that is not there is said, with how many there are."""
    with inside(tmp_path):
        assert tombo("--json", "demo").status == 0
        one = tombo(*DEMO, "--json", "hand", "replay", "mesa-1/2", "--step", "7")
        told = tombo(*DEMO, "hand", "replay", "mesa-1/2", "--step", "7", "--viewer", "player:p-sul", *ACTING).out
        beyond = tombo(*DEMO, "hand", "replay", "mesa-1/2", "--step", "99")

    assert (one.document["step"], one.status) == (7, 0)
    assert {"decided", "rules", "cards", "board", "pots", "stacks", "commission"} <= set(one.document)
    assert "seen by p-sul: p-sul [8s 8c]" in told
    assert "Chips: " not in told
    assert (beyond.status, "mesa-1/2 has 22 steps" in beyond.err) == (2, True)
