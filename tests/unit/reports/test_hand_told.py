"""What a disputes officer reads of hands that are not everyday: caps, odd cents, outages, mucks, open hands, other people's."""

from __future__ import annotations

import pytest

from tests.tools.told import replay_lines
from tests.transcripts import checks, elsewhere, live, setting  # noqa: F401  # they fill the language
from tests.transcripts.player import Transcript
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By, CommandRef, Entry
from tombo.ledger.core.findings import Severity
from tombo.ledger.core.language import Language
from tombo.ledger.games.poker.events import DecisionTimedOut, FindingRecorded, FindingRecordedV2, Folded
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import HandView, of, to_json
from tombo.projections.round.replay import steps
from tombo.projections.round.replay import to_json as step_json
from tombo.reports.play.hand import document
from tombo.reports.text import text_lines

RECORDED = 1_784_055_600 * SECOND
"""2026-07-14, 20:00 in Lisbon."""


def entries(story: str, occurred: int = 0) -> list[Entry]:
    """The entries of the last hand of a transcript, each recorded ``occurred`` seconds after it happened."""
    transcript = Transcript(story)
    transcript.play()
    events = transcript.world.hand_events(transcript.number, transcript.table)
    return [
        Entry(
            index=number,
            stream=f"hand:{transcript.name}",
            version=number + 1,
            kind=event.kind,
            by=_by(event, events[number - 1]),
            command=CommandRef(digest="00" * 16, id=f"c-{number}"),
            occurred=RECORDED - occurred * SECOND,
            recorded=RECORDED,
            event=event,
            hash=b"",
            prev=b"",
        )
        for number, event in enumerate(events)
    ]


def _by(event: object, before: object) -> By:
    """Who folds in time does it himself; the rest is the platform's word."""
    in_time = isinstance(event, Folded) and not isinstance(before, DecisionTimedOut)
    return By(actor="player", id="somebody") if in_time else By(actor="platform", id="games")


def view(story: str) -> HandView:
    """The last hand of a transcript, as an outsider sees it."""
    return of(entries(story), {}, Viewer())


THREE = "table 1:5000 2:5000 3:5000 button 3\nhand\ndeal\n"
ALL_IN = (
    "terms letter commission=500/100\ntable 1:700 2:1900 3:5000 button 3\nhand\ndeal 1:AsKd 2:AhKc 3:QsQd\n"
    "seat 3 raises to 1900\nseats 1 2 call\nflop Ac 7d 9h\nturn 3c\nriver 5s\nsettle ?? R806 r.17a"
)
TWO_ODD = (
    "terms letter commission=none:0\ntable 1:5000 2:5000 3:5000 4:5000 button 2\nhand\ndeal 1:2c3c 2:2d3d 4:2h3h\n"
    "seat 1 raises to 200\nseat 2 calls\nseat 3 folds\nseat 4 calls\nflop As Ks Qd\nseats 4 1 2 check\nturn Js\n"
    "seats 4 1 2 check\nriver Tc\nseats 4 1 2 check\nsettle"
)
MUCK = (
    "terms letter showdown=losers_may_muck\ntable 1:5000 2:5000 3:5000 button 3\nhand\n"
    "deal 1:AsAh 2:KsKh 3:2c3d\nseats 3 1 call\nseat 2 checks\nflop 7d 9h 4s\nseats 1 2 3 check\nturn Jc\n"
    "seats 1 2 3 check\nriver 5s\nseats 1 2 3 check\nsettle mucks 2 3"
)
OUTAGE = f"{THREE}lost seat 1\nincident fire operator_system\nvoid fire"
RAISED = f"{THREE}seat 3 raises to 300\nseats 1 2 fold"
HEADS_UP = "table 1:5000 2:5000 button 2\nhand ?? R806 r.48 practice"


@pytest.mark.parametrize(
    ("story", "said"),
    [
        pytest.param(
            ALL_IN,
            "Commission 0.48, 5 % of p-2's payment of the main pot, where the cap of 1.00 a hand is reached (R806 r.19)",
            id="cap",
        ),
        pytest.param(ALL_IN, "a commission of 0.00 EUR on 24.00 EUR; 1 % is 0.24 EUR", id="a finding in euro"),
        pytest.param(
            TWO_ODD,
            "The 2 odd units of the pot go one each to the first 2 winners left of the button (R806 r.62)",
            id="two odd cents",
        ),
        pytest.param(MUCK, "Seat 2: p-2, [?? ??], did not show, net -1.00", id="muck"),
        pytest.param(OUTAGE, "p-1: connection lost at 20:00:00, as the platform reports", id="lost in an outage"),
        pytest.param(
            RAISED,
            "Commission is due though no flop was turned: R806 r.18 exempts what ends on the flop street without a bet",
            id="no flop and a commission",
        ),
        pytest.param(HEADS_UP, "Note on R806 r.48, no breach here; by the practice of card rooms: ", id="notice"),
        pytest.param(HEADS_UP, "1.50 in the pot; the closed cards come next", id="open before the cards"),
        pytest.param(THREE, "1.50 in the pot; p-3 is to act", id="open"),
        pytest.param(f"{THREE}at 0s: ask seat 3 until 30s", "p-3 is to act until 00:00:30", id="open and asked"),
        pytest.param(f"{THREE}seats 3 1 call\nseat 2 checks", "the next open card is to be turned", id="open board"),
    ],
)
def test_a_history_does_not_mislead(story: str, said: str) -> None:
    """What decided is said as it was: the cap, each odd cent, whose fault, what is awaited, what is no breach."""
    assert said in "\n".join(text_lines(document(view(story))))


@pytest.mark.parametrize(
    ("story", "unsaid"),
    [
        pytest.param(ALL_IN, "0.52, 5 % of p-1's payment of the main pot, where", id="cap not reached yet"),
        pytest.param(OUTAGE, "The fault is on the player's side", id="fault of an outage"),
        pytest.param(TWO_ODD, "goes to the first winner", id="two odd cents"),
        pytest.param(
            f"{THREE}seats 3 1 fold ?? R806 r.18 practice", "Note on R806 r.18, no breach here; by the letter"
        ),
    ],
)
def test_a_history_leaves_out_what_is_not_so(story: str, unsaid: str) -> None:
    """The sentence of an ordinary hand does not stand where it is not true."""
    assert unsaid not in "\n".join(text_lines(document(view(story))))


def test_a_replay_says_when_it_happened() -> None:
    """Where an entry was recorded later than it happened, the replay gives both times: a time-out is judged by the first."""
    late, prompt = entries(THREE, occurred=3), entries(THREE)

    told, quiet = (
        list(replay_lines(view, steps(view))) for view in (of(one, {}, Viewer("auditor")) for one in (late, prompt))
    )
    assert sum("by platform games, occurred 19:59:57" in line for line in told) == len(late)
    assert "occurred" not in "\n".join(quiet)


def test_json_has_both_times_and_the_command() -> None:
    """The documents of a hand and of its steps say when it happened, when it was recorded, and by which command."""
    found = entries(THREE, occurred=3)
    document = to_json(of(found, {}, Viewer()))

    for part in (document["events"][0], step_json(steps(of(found, {}, Viewer()))[0])):
        assert (part["occurred"], part["recorded"], part["command"]) == (RECORDED - 3 * SECOND, RECORDED, "c-0")
    assert (document["waits_for"], document["to_act"]) == ("betting", 3)
    assert [seat["mucked"] for seat in to_json(view(MUCK))["seats"]] == [False, True, True]


def test_a_breach_of_a_hand_played_elsewhere_is_named_one() -> None:
    """What the import door records as a breach does not read as a note."""
    found = entries(HEADS_UP)
    at = next(place for place, entry in enumerate(found) if isinstance(entry.event, FindingRecordedV2))
    breach = found[at].event.model_copy(update={"severity": Severity.BREACH})
    told = list(
        text_lines(document(of([*found[:at], found[at]._replace(event=breach), *found[at + 1 :]], {}, Viewer())))
    )

    assert any(
        line.startswith("Breach of R806 r.48 by the practice of card rooms, recorded all the same") for line in told
    )


def test_what_was_recorded_in_words_is_still_shown() -> None:
    """An objection of before each had a name: its English stands as it is, Portuguese says in which language it is."""
    found = entries(HEADS_UP)
    at = next(place for place, entry in enumerate(found) if isinstance(entry.event, FindingRecordedV2))
    kept = found[at].event
    old = FindingRecorded(message="as it was said then", reading=kept.reading, rule=kept.rule, severity=kept.severity)
    seen = of([*found[:at], found[at]._replace(event=old), *found[at + 1 :]], {}, Viewer())

    assert any(
        line.startswith("Note on R806 r.48") and line.endswith(": as it was said then")
        for line in text_lines(document(seen))
    )
    portuguese = text_lines(document(seen), Language.PT)
    told = [line for line in portuguese if line.startswith("Nota sobre R806 r.48")]
    assert [line.rpartition(": ")[2] for line in told] == ["o texto registado está em inglês"]
