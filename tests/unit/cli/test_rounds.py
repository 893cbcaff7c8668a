"""Rounds of the banked games on the command line: what is in play, which there are, and one of each as a history."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import R2, chip

COLUMN = chip(50, "column", "1 4 7 10 13 16 19 22 25 28 31 34")
ACTING = ("--staff", "rui", "--reason", "complaint 17")
OFFICER = ("--viewer", "officer", *ACTING)
HANDS = {1: "2h 2d 7c 8s Jd", 2: "3h 4d 7h 8h Jh"}
HOUSE = "Ac Kd 9h 6s 3c"


def ran(*words: str) -> Ran:
    """``tombo`` on the casino's ledger."""
    return tombo(*LEDGER, *words)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an evening at three tables, and a round left open at each of them."""
    folder = tmp_path_factory.mktemp("played")
    with casino(folder, "R807", zero="prison") as evening:
        evening.spins({"p-1": R2, "p-2": (chip(1_000, "red"), COLUMN)}, "0")
        evening.spins({"p-1": R2}, "17")
        round_ = evening.blackjack({1: 1_000, 2: 500}, "8s 9d Th 8d Tc", "Jc")
        evening.decides(round_, 1, "split", "3c 9h")
        evening.decides(round_, 1, "double", "Td")
        evening.decides(round_, 1, "stand", hand=2)
        evening.decides(round_, 2, "stand")
        evening.reveals(round_)
        evening.settles(evening.dealt({1: 500, 2: 300}, HANDS, HOUSE), goes_on=(1,), folds=(2,))
        evening.voids(evening.spins({"p-1": R2}, None))
        evening.spins({"p-1": R2}, None)
        evening.blackjack({1: 1_000}, "8s Th 6h", "Qc")
        evening.dealt({1: 500}, HANDS, HOUSE)
    return folder


@pytest.fixture
def here(played: Path) -> Iterator[Path]:
    """Work in that folder."""
    with inside(played):
        yield played


@pytest.mark.usefixtures("here")
def test_rounds_in_play_are_part_of_the_status() -> None:
    """The status names the rounds that are open, by their streams, and not those that are over."""
    open_ = ["blackjack:bj-1/2", "roulette:roleta-1/4", "sem_descarte:sd-1/2"]
    said = ran("--json", "status").document

    assert f"Hands and rounds in play: {', '.join(open_)}\n" in ran("status").out
    assert (said["open_hands"], said["streams"]["banked"]) == (open_, 3)


def test_an_incident_lists_the_rounds_in_play(tmp_path: Path) -> None:
    """Opening an incident names the same rounds as the status."""
    with casino(tmp_path) as evening:
        evening.spins({"p-1": R2}, None)
    with inside(tmp_path):
        told = ran("incident", "open", "power", "--origin", "operator-system", "--reported-by", "monitor")

    assert told.out == "Incident power is open. Hands and rounds in play: roulette:roleta-1/1.\n"


@pytest.mark.usefixtures("here")
def test_g9_a_list_has_the_newest_rounds_first() -> None:
    """Rounds stand as they were recorded, each with stakes, prizes and outcome; a table named without any is said."""
    rows = ran("--json", "round", "list").lines
    told = ran("round", "list", "--table", "roleta-1").out.splitlines()[::-1]
    rows.sort(key=lambda row: row["round"])

    assert [row["round"] for row in rows] == [
        *(f"blackjack:bj-1/{number}" for number in (1, 2)),
        *(f"roulette:roleta-1/{number}" for number in (1, 2, 3, 4)),
        *(f"sem_descarte:sd-1/{number}" for number in (1, 2)),
    ]
    assert (rows[0]["staked"], rows[0]["prizes"], rows[0]["outcome"]) == (3_500, 2_000, "settled")
    assert told[1].startswith("roulette:roleta-1/2  2026-07-14 20:")
    assert told[1].endswith("  2 players, staked 16.00 EUR, prizes 80.50, settled")
    assert [line.rpartition(" ")[2] for line in told] == ["settled", "settled", "voided", "open"]
    assert (
        ran("round", "list", "--table", "mesa-9").status,
        "no round of a table mesa-9" in ran("round", "list", "--table", "mesa-9").err,
    ) == (
        2,
        True,
    )


@pytest.mark.usefixtures("here")
def test_a_spin_is_told_bet_by_bet() -> None:
    """Chances with their numbers, the ball with its colour, every payment and loss with its rule, and what each has won."""
    told = ran("round", "show", "roulette:roleta-1/2").out

    for line in (
        "Round roulette:roleta-1/2: French roulette, 37 numbers, zero imprisons simple chances (R807 r.20)",
        "In prison from the spin before: 10.00 of p-2 on red",
        "p-1: stakes 1.00 on straight up 17, 2.00 on split 17-18, 10.00 on black 2-4-...-35 and 3.00 on double dozen 1 to 24",
        "*** BALL *** [17 black]",
        "p-2: loses 10.00 on red, in prison (R807 r.20)",
        "p-1: gets 10.00 back on black, in prison (R807 r.20)",
        "p-1: is paid 35.00 on straight up 17, and the stake of 1.00 stays his (R807 r.14)",
        "p-1: staked 16.00, prizes 80.50, stakes returned 26.00, net +90.50",
        "p-2: lost 10.00, net 0.00",
    ):
        assert line in told.splitlines()


@pytest.mark.usefixtures("here")
def test_stakes_in_prison_are_told() -> None:
    """After a zero, simple chances are in prison and everything else is lost; the name of the game may be left out."""
    told = ran("round", "show", "roleta-1/1").out.splitlines()

    assert "p-2: has 10.00 on red in prison: the next spin decides it (R807 r.20)" in told
    assert "p-2: loses 0.50 on column 1-4-...-34 (R807 r.19)" in told
    assert "p-2: staked 10.50, lost 0.50, in prison 10.00, net -10.50" in told


@pytest.mark.usefixtures("here")
def test_a_void_spin_says_why_and_what_went_back() -> None:
    """A void spin names the rule, the incident and who declared it, and every refund; also for programs."""
    told = ran("round", "show", "roleta-1/3").out.splitlines()
    said = ran("--json", "round", "show", "roleta-1/3").document

    assert "*** VOID *** (jogada nula, R807 r.21): incident power" in told
    assert "The incident: an outage with origin in the operator's technical system, reported by monitor" in told
    assert any(line.startswith("Declared void at 20:") for line in told)
    assert "p-1: is refunded 16.00 EUR (R807 r.21)" in told
    assert told[-1] == "p-1: staked 16.00, refunded 16.00, net 0.00"
    assert (said["outcome"], [event["kind"] for event in said["incident"]]) == (
        "voided",
        ["incident.opened.v1", "incident.hands_listed.v1"],
    )
    assert said["players"] == [{"player": "p-1", "staked": 1_600, "refunded": 1_600, "net": 0}]


@pytest.mark.usefixtures("here")
def test_a_round_of_blackjack_is_told_card_by_card() -> None:
    """Cards with totals, decisions with what they staked, the hole card once it was turned, and every bet with its rule."""
    told = ran("round", "show", "bj-1/1").out.splitlines()

    for line in (
        "House: is dealt a card face down [Th ??]; its commitment is on record",
        "p-1 (seat 1): splits for 10.00 (R805 r.21)",
        "p-1 (seat 1 hand 1): doubles for 10.00 (R805 r.15b)",
        "p-1 (seat 1 hand 1): is dealt Td [8s 3c Td] 21",
        "*** HOUSE *** [Th Jc] 20",
        "p-1: is paid 20.00 on seat 1 hand 1, and the stake of 20.00 stays his: beats the house (R805 r.25c)",
        "p-2: loses 5.00 on seat 2: beaten by the house (R805 r.25e)",
        "p-1: staked 30.00, prizes 20.00, stakes returned 20.00, lost 10.00, net +10.00",
    ):
        assert line in told


@pytest.mark.usefixtures("here")
def test_nobody_sees_a_card_he_was_not_shown() -> None:
    """Of who folded an outsider, an auditor and the other player see nothing, he himself his cards; the house showed its."""
    views = {
        who: ran("round", "show", "sd-1/1", "--viewer", who, *ACTING).out
        for who in ("outsider", "auditor", "player:p-1", "player:p-2")
    }

    for who in ("outsider", "auditor", "player:p-1"):
        assert "Jh" not in views[who]
        assert "Not shown, and hidden: 5 cards dealt face down" in views[who]
    assert "Dealt to p-2 [3h 4d 7h 8h Jh]" in views["player:p-2"]
    assert "hidden" not in views["player:p-2"]
    assert "p-1 (seat 1): shows [2h 2d 7c 8s Jd]: pair (R803 r.27)" in views["outsider"]
    assert "*** HOUSE *** [Ac Kd 9h 6s 3c]: ace and king: it plays (R803 r.25)" in views["outsider"]
    assert "[index " in views["auditor"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("round_", "card"), [("blackjack:bj-1/2", "Qc"), ("sem_descarte:sd-1/2", "Jd")])
def test_a_round_in_play_shows_no_closed_card_to_anybody(round_: str, card: str) -> None:
    """While a round is in play its closed cards leave the ledger for no viewer, and an officer's reading is refused."""
    for who in ("outsider", "auditor", "player:p-1"):
        assert card not in ran("--json", "round", "show", round_, "--viewer", who, *ACTING).out
    refused = ran("round", "show", round_, *OFFICER)

    assert (refused.status, refused.out) == (1, "")
    assert f"the cards stay closed (House: cards): the round {round_} is in play" in refused.err


@pytest.mark.usefixtures("here")
def test_an_officer_sees_the_cards_once_his_reading_is_on_record() -> None:
    """After the round an officer sees every card, and the ledger has two entries more, one of them his signature; without a reason he sees none."""
    before = ran("--json", "status").document["entries"]
    unnamed = ran("round", "show", "sd-1/1", "--viewer", "officer")
    told = ran("round", "show", "sd-1/1", *OFFICER).out

    assert (unnamed.status, "name --staff and --reason" in unnamed.err) == (2, True)
    assert "Dealt to p-2 [3h 4d 7h 8h Jh]" in told
    assert "Dealt to the house [Ac Kd 9h 6s]" in told
    assert ran("--json", "status").document["entries"] == before + 2


@pytest.mark.usefixtures("here")
def test_a_spin_has_no_closed_cards_to_read() -> None:
    """An officer asking for those of a spin is told that there are none, and nothing goes on record."""
    refused = ran("round", "show", "roleta-1/1", *OFFICER)

    assert (refused.status, "no card lies face down in roulette:roleta-1/1" in refused.err) == (2, True)


@pytest.mark.usefixtures("here")
def test_a_round_is_shown_as_of_a_version() -> None:
    """With --at the round is as it was then, without what came later; a version it does not have is said."""
    told = ran("round", "show", "sd-1/1", "--at", "4").out
    beyond = ran("round", "show", "sd-1/1", "--at", "99")

    assert "The round is open at version 4; 8.00 staked" in told
    assert "CARDS" not in told
    assert (beyond.status, "expected at most that, not 99" in beyond.err) == (2, True)


@pytest.mark.usefixtures("here")
def test_the_json_of_a_round_has_moves_with_rules() -> None:
    """For programs every event has its place and what it moved under which rule; hidden cards are null."""
    said = ran("--json", "round", "show", "sd-1/1").document
    moves = [move for event in said["events"] for move in event["moves"]]

    assert [event["version"] for event in said["events"]] == list(range(1, said["version"] + 1))
    assert {
        "player": "p-1",
        "what": "prize",
        "amount": 1_000,
        "on": "bet",
        "why": "higher",
        "rule": "R803 r.12, r.28a",
    } in moves
    assert [card["card"] for card in said["closed_cards"] if card["player"] == "p-2"] == [None] * 5
    assert [card["card"] for card in said["closed_cards"] if card["player"] is None] == ["Ac", "Kd", "9h", "6s"]


@pytest.mark.usefixtures("here")
def test_the_last_round_is_what_a_player_is_owed() -> None:
    """The last finished round he took part in, in whichever game, with his own cards for who acts for him; then those he is in the middle of."""
    assert ran("player", "last-hand", "p-2").out.startswith("Round sem_descarte:sd-1/1: ")
    assert "3h 4d" not in ran("player", "last-hand", "p-2").out
    assert "Dealt to p-2 [3h 4d 7h 8h Jh]" in ran("player", "last-hand", "p-2", *ACTING).out
    assert ran("player", "last-hand", "p-1").out.startswith("Round roulette:roleta-1/3: ")
    said = ran("--json", "player", "last-hand", "p-1").lines
    assert [(one["player"], one["round"], one["outcome"]) for one in said] == [
        ("p-1", "roulette:roleta-1/3", "voided"),
        ("p-1", "sem_descarte:sd-1/2", "open"),
        ("p-1", "blackjack:bj-1/2", "open"),
        ("p-1", "roulette:roleta-1/4", "open"),
    ]
    assert [one["last_hand"]["result"] for one in said] == [0, None, None, None]


@pytest.mark.usefixtures("here")
def test_the_last_round_stands_in_a_sheet(tmp_path: Path) -> None:
    """With --csv a line each: what it was, how it ended, what was staked and came back, and the rule that owes it; no card."""
    ran("player", "last-hand", "p-1", "--csv", str(tmp_path / "last.csv"))
    with (tmp_path / "last.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    said = [one["last_hand"] for one in ran("--json", "player", "last-hand", "p-1").lines]

    assert [(row["stream"], row["outcome"], row["rule"]) for row in rows] == [
        (one["stream"], one["outcome"], one["rule"]) for one in said
    ]
    assert [row["result"] for row in rows] == ["0.00", "", "", ""]
    assert [row["staked"].replace(".", "") for row in rows] == [f"{one['staked']:03}" for one in said]
    assert {row["currency"] for row in rows} == {"EUR"}


def test_a_stake_in_prison_is_part_of_the_next_spin(tmp_path: Path) -> None:
    """Who did not bet, but had a stake in prison that the spin decided, took part in it (R804 r.24)."""
    with casino(tmp_path, "R807", zero="prison") as evening:
        evening.spins({"p-1": (chip(1_000, "red"),)}, "0")
        evening.spins({"p-2": (chip(1_000, "red"),)}, "1")
    with inside(tmp_path):
        assert ran("player", "last-hand", "p-1").out.startswith("Round roulette:roleta-1/2: ")


@pytest.mark.usefixtures("here")
def test_a_banked_table_is_shown_as_it_stood() -> None:
    """Who plays there and what he has in the round in play: as of a log index, as of its instant, and now."""
    opened = next(
        event for event in ran("--json", "round", "show", "roleta-1/2").document["events"] if event["version"] == 2
    )
    then = ran("--json", "table", "show", "roleta-1", "--at", str(opened["log_index"])).document
    seconds = opened["recorded"] // 1_000_000 - 1_784_055_600
    instant = f"2026-07-14T20:{seconds // 60:02}:{seconds % 60:02}+01:00"
    told = ran("table", "show", "roleta-1", "--at", instant).out

    assert (then["round"], then["staked"], then["rounds"]) == ("roulette:roleta-1/2", 1_600, 2)
    assert then["places"] == [
        {"player": "p-1", "seat": None, "staked": 1_600},
        {"player": "p-2", "seat": None, "staked": 0},
    ]
    assert "round roulette:roleta-1/2, 16.00 EUR staked" in told
    assert "At the wheel: p-1, 16.00 staked in the round" in told
    assert "Seat 1: p-1, 10.00 staked in the round" in ran("table", "show", "bj-1").out
    assert ran("table", "show", "banked:sd-1").out.startswith(
        "Table sd-1: póquer sem descarte, antes of 1.00 to 25.00 EUR"
    )
    assert [row["table"] for row in ran("--json", "table", "list").lines] == ["bj-1", "roleta-1", "sd-1"]
    early, never = ran("table", "show", "roleta-1", "--at", "0"), ran("table", "show", "banked:none", "--at", "0")
    assert (early.status, never.status) == (2, 2)
    assert "tombo: the table roleta-1 began later than is asked: at log index " in early.err
    assert never.err == "tombo: there is no table none; 'tombo table list' shows those there are\n"


@pytest.mark.usefixtures("here")
def test_a_round_that_is_not_there_is_said() -> None:
    """No round of that name: status 2, and the command that lists them."""
    for name, word in (("roleta-1/99", "round"), ("blackjack:roleta-1/1", "round"), ("hand:mesa-1/1", "hand")):
        told = ran("round", "show", name)
        assert (told.status, f"'tombo {word} list' shows those there are" in told.err) == (2, True)


def test_an_export_of_closed_cards_is_on_record_for_rounds(tmp_path: Path) -> None:
    """A bundle with openings records a reading of every round that had closed cards and is over; of one in play it shows none."""
    with casino(tmp_path) as evening:
        evening.settles(evening.dealt({1: 500}, HANDS, HOUSE), goes_on=(1,))
    (tmp_path / "open").mkdir()
    with casino(tmp_path / "open") as evening:
        evening.dealt({1: 500}, HANDS, HOUSE)
    export = ("export", "bundle", "--out", "bundle", "--openings", "--staff", "rui", "--reason", "audit")
    with inside(tmp_path):
        before = ran("--json", "status").document["entries"]
        done, after = ran(*export), ran("--json", "status").document["entries"]
    with inside(tmp_path / "open"):
        in_play = ran(*export)

    assert (done.status, after) == (0, before + 2)
    assert "sem_descarte:sd-1/1" in (tmp_path / "bundle/openings.jsonl").read_text(encoding="utf-8")
    assert in_play.status == 0, in_play.err
    assert (tmp_path / "open/bundle/openings.jsonl").read_text(encoding="utf-8") == ""
