"""Every command once as people use it and once as programs do: what it prints, and its exit status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import ACTING, PLATFORM, Ran, asked, inside, officer, player, signed_lines, tombo
from tests.worlds.standstill import stands_still
from tombo.cli import main as entrance
from tombo.cli.main import hoisted
from tombo.ledger.seal.keyfile import encrypted_public_key

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
NEW = ("--ledger", "sqlite:///new.db")
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ['d dh p1 AsKs', 'd dh p2 2c2d', 'p1 cbr 300', 'p2 f']
hand = 1
table = 'import'
players = ['one', 'two']
finishing_stacks = [10100, 9900]
"""


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Path]:
    """A folder with a new ledger, whose manager is s-1."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        yield tmp_path


def document(*words: str) -> Any:
    """The document a command prints with --json, done or found wanting."""
    return tombo(*DEMO, "--json", *words).document


def test_init_prints_what_a_verifier_pins(tmp_path: Path) -> None:
    """Init names the root key's file, both public keys and the policy; a second init is refused."""
    with inside(tmp_path):
        said = tombo(*NEW, "--json", "init", "--origin", "operator.example/test").document
        again = tombo(*NEW, "--keys", "others", "init", "--origin", "operator.example/test")
        root = encrypted_public_key(Path(said["root_key_file"])).vkey
        policy = Path(said["policy"]).read_text(encoding="utf-8")

    assert said["root_key"] == root
    assert root in policy
    assert said["checkpoint_key"] in policy
    assert (again.status, "is already the ledger operator.example/test" in again.err) == (2, True)


def test_the_demonstration_is_the_same_every_time(demonstration: Path, tmp_path: Path) -> None:
    """The same seed gives the same root, another seed another one."""
    roots = []
    for seed in ("1", "2"):
        with inside(tmp_path):
            said = tombo("--json", "demo", "--seed", seed, "--out", seed).document
        roots.append(said["verification"]["root"])
    with inside(demonstration):
        first = document("verify", "--jobs", "1")["root"]

    assert roots[0] == first
    assert roots[1] != first


def test_the_demonstration_leaves_nothing_half_done(whole_demonstration: tuple[Path, Ran]) -> None:
    """What is left of either ledger is one file, its keys and the checkpoint: no log of a writer that is gone."""
    made = whole_demonstration[0] / "demo"
    left = {"checkpoint", "keys", "ledger.db"}
    assert {path.name for path in made.iterdir()} == left | {"simulated"}
    assert {path.name for path in (made / "simulated").iterdir()} == left


def test_the_demonstration_tells_what_to_look_at(whole_demonstration: tuple[Path, Ran]) -> None:
    """The demo shows a settled hand, one that is not void, a void one, a recovery, the verdict and the next commands."""
    folder, said = whole_demonstration
    told = said.out
    with inside(folder):
        again = tombo("demo")

    for words in (
        "*** SHOWDOWN ***",
        "Not void:",
        "*** VOID ***",
        "mesa-1/7: settled",
        "\nOK: 279 entries",
        "What to look at",
        "Unprovoked nothing",
    ):
        assert words in told
    assert (again.status, "not empty" in again.err) == (2, True)


@pytest.mark.usefixtures("empty")
def test_answers_keep_the_order_of_the_commands() -> None:
    """Of two thousand commands every one is answered, in order, the refused ones among them."""
    lines = []
    for number in range(1_000):
        lines.append(asked(f"a/{number}", PLATFORM, kind="open_account", player=f"p-{number}"))
        lines.append(asked(f"b/{number}", PLATFORM, kind="open_account", player=f"p-{number}"))
    ran = tombo(*NEW, "record", stdin="\n".join(lines).encode())

    assert [answer["command_id"] for answer in ran.lines] == [json.loads(line)["command_id"] for line in lines]
    assert [answer["status"] for answer in ran.lines] == ["recorded", "refused"] * 1_000
    assert ran.status == 1
    assert tombo(*NEW, "--json", "status").document["unpublished"] == 0


def test_record_reads_a_file(empty: Path) -> None:
    """Commands come from a file just as from stdin."""
    (empty / "commands").write_text(asked("a/1", PLATFORM, kind="open_account", player="p-1"), encoding="ascii")

    assert tombo(*NEW, "record", "commands").lines[0]["stream"] == "account:p-1"


@pytest.mark.usefixtures("folder")
def test_a_hand_is_shown_for_programs() -> None:
    """The JSON of a hand has seats with results, every event with its place, and the incident of a void one."""
    shown = document("hand", "show", "mesa-1/5")

    assert (shown["outcome"], shown["commission"], [seat["refunded"] for seat in shown["seats"]]) == (
        "voided",
        0,
        [100, 1500, 3500, 500],
    )
    assert [event["version"] for event in shown["events"]] == list(range(1, shown["version"] + 1))
    assert [event["kind"] for event in shown["incident"]] == [
        "incident.opened.v1",
        "incident.hands_listed.v1",
        "incident.closed.v1",
    ]


@pytest.mark.usefixtures("folder")
def test_a_replay_ends_with_the_payouts_computed_again() -> None:
    """A replay is one JSON line a step, then the comparison; for people it ends in words."""
    ran = tombo(*DEMO, "--json", "hand", "replay", "mesa-1/2")
    told = tombo(*DEMO, "hand", "replay", "mesa-1/2").out.splitlines()
    assert [step.get("step") for step in ran.lines] == [*range(1, len(ran.lines)), None]
    assert {**ran.lines[-1], "received": None} == {
        "hand": "mesa-1/2",
        "outcome": "settled",
        "conserved": True,
        "decidable": True,
        "received": None,
        "differences": [],
    }
    assert all(one["recorded"] == one["recomputed"] for one in ran.lines[-1]["received"])
    assert told[-2].startswith("Chips: conserved at every step")
    assert told[-1].startswith("Payouts: computed again from bets, board and shown cards, the same as recorded")


@pytest.mark.usefixtures("folder")
def test_the_reading_of_closed_cards_is_on_record() -> None:
    """Before an officer sees closed cards the ledger has an entry that says who, which hand, and why."""
    before = document("status")["entries"]
    ran = tombo(*DEMO, "hand", "show", "mesa-1/1", "--viewer", "officer", "--staff", "s-2", "--reason", "complaint 17")

    assert "Dealt to p-norte [9c 9d]" in ran.out
    assert document("status")["entries"] == before + 2


def test_a_hand_in_play_shows_no_closed_card_to_anybody(folder: Path) -> None:
    """While a hand is in play its closed cards leave the ledger for no viewer, not even their player; afterwards they do."""
    deal = [
        asked("t/1", PLATFORM, kind="start_hand", table="mesa-1"),
        asked("t/2", PLATFORM, kind="deal_hole_cards", hand="mesa-1/8", cards=["As", "Kd", "Ah", "Kc"]),
    ]
    fold = asked("t/3", player("p-oeste"), kind="fold", hand="mesa-1/8", seat=4)
    view = ("hand", "show", "mesa-1/8", "--viewer", "player:p-oeste", *ACTING)
    tombo(*DEMO, "record", stdin="\n".join(deal).encode())
    during = tombo(*DEMO, *view)
    export = tombo(*DEMO, "export", "phh", "mesa-1/8", "--out", "out", "--viewer", "player:p-oeste", *ACTING)
    tombo(*DEMO, "record", stdin=fold.encode())
    after = tombo(*DEMO, *view).out

    assert (during.status, during.out, export.status, export.out) == (1, "", 1, "")
    assert not list((folder / "out").glob("*"))
    assert "Dealt to p-oeste [As Ah]" in after
    assert "Kd" not in after


@pytest.mark.usefixtures("folder")
def test_g9_a_list_has_the_newest_hands_a_page_at_a_time() -> None:
    """The newest hand stands first, and the last line says how to go on; with a table named that has none, the list says so."""
    rows = tombo(*DEMO, "--json", "hand", "list").lines

    assert [row["hand"] for row in rows] == [f"mesa-1/{number}" for number in range(7, 0, -1)]
    first = tombo(*DEMO, "hand", "list", "--limit", "3").out.splitlines()
    assert first[-1] == "There are older ones: tombo hand list --after mesa-1/5"
    rest = tombo(*DEMO, "--json", "hand", "list", "--limit", "4", "--after", "mesa-1/5")
    assert ([row["hand"] for row in rest.lines], rest.err) == ([f"mesa-1/{number}" for number in range(4, 0, -1)], "")
    assert tombo(*DEMO, "hand", "list", "--after", "mesa-1/99").status == 2
    assert tombo(*DEMO, "hand", "list", "--table", "mesa-1").out.count("\n") == 7
    assert tombo(*DEMO, "hand", "list", "--table", "mesa-2").status == 2


@pytest.mark.usefixtures("folder")
def test_a_table_is_shown_as_it_stood() -> None:
    """As of a log index, and as of the instant of that index, the table is the same."""
    then = document("table", "show", "mesa-1", "--at", "134")
    ran = tombo(*DEMO, "table", "show", "mesa-1", "--at", "2026-07-14T20:03:15+01:00")

    assert (then["hand"], then["street"], then["pot"]) == ("hand:mesa-1/4", "turn", 43_00)
    assert "hand mesa-1/4 on the turn, pot 43.00" in ran.out
    assert "between hands" in tombo(*DEMO, "table", "list").out


@pytest.mark.usefixtures("folder")
def test_the_last_hand_of_a_player_shows_his_cards() -> None:
    """The regulation owes a player his last hand (r.65): his own cards, and of the others what was shown."""
    told = tombo(*DEMO, "player", "last-hand", "p-sul", *ACTING).out
    later = tombo(*DEMO, "player", "last-hand", "p-leste").out
    assert told.startswith("Hand mesa-1/7:")
    assert "Dealt to p-sul [Ks Kd]" in told
    assert "Seat 4: p-oeste, [?? ??], folded" in told
    assert later.startswith("Round blackjack:bj-1/1:")


@pytest.mark.usefixtures("folder")
def test_an_outage_that_nobody_handles_is_recovered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand in the middle of its betting is listed, then void with its bets refunded; a second run finds nothing."""
    deal = [
        asked("t/1", PLATFORM, kind="start_hand", table="mesa-1"),
        asked("t/2", PLATFORM, kind="deal_hole_cards", hand="mesa-1/8", cards=["As", "Kd", "Ah", "Kc"]),
        asked("t/3", player("p-oeste"), kind="place_bet", hand="mesa-1/8", seat=4, total=600),
    ]
    assert tombo(*DEMO, "record", stdin="\n".join(deal).encode()).status == 0
    assert document("recover", "--list")["hands"] == [{"hand": "mesa-1/8", "version": 6, "due": "void"}]
    stands_still(monkeypatch)
    assert document("recover")["hands"] == [{"hand": "mesa-1/8", "outcome": "voided"}]
    assert tombo(*DEMO, "recover").out == "No hand was left open; nothing was recorded.\n"
    assert "p-oeste: is refunded 6.00 EUR" in tombo(*DEMO, "hand", "show", "mesa-1/8").out


@pytest.mark.usefixtures("folder")
def test_an_incident_lists_the_hands_in_play() -> None:
    """An incident names the hands in play as it is opened, and is closed with a note."""
    tombo(*DEMO, "record", stdin=asked("t/1", PLATFORM, kind="start_hand", table="mesa-1").encode())
    opened = document(
        "incident", "open", "i-1", "--origin", "operator-system", "--reported-by", "monitor", "--table", "mesa-1"
    )
    void = [asked("t/2", officer(), kind="void_hand", hand="mesa-1/8", incident="i-1")]

    assert opened == {"incident": "i-1", "hands": ["mesa-1/8"]}
    assert tombo(*DEMO, "record", stdin=signed_lines(Path("demo/keys"), "operator.example/demo", void)).status == 0
    assert tombo(*DEMO, "incident", "close", "i-1", "--note", "over", "--staff", "s-2").status == 0
    assert tombo(*DEMO, "incident", "close", "i-1", "--note", "over again", "--staff", "s-2").status == 1


def test_an_import_is_counted_and_repeated_in_vain(empty: Path) -> None:
    """Importing a file twice records its hands once; what is exported for an officer is the file, but for our fields."""
    (empty / "hand.phh").write_text(HAND, encoding="utf-8")
    first = tombo(*NEW, "--json", "import", "phh", "hand.phh").document
    second = tombo(*NEW, "--json", "import", "phh", "hand.phh").document
    tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1")
    tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1")
    whole = tombo(
        *NEW, "export", "phh", "--all", "--out", "out", "--viewer", "officer", "--staff", "s-2", "--reason", "test"
    )
    (exported,) = (empty / "out").iterdir()
    lines = exported.read_text(encoding="utf-8").splitlines()

    assert (first["recorded"], first["duplicates"]) == (1, 0)
    assert (second["recorded"], second["duplicates"]) == (0, 1)
    assert whole.status == 0
    assert set(HAND.splitlines()) <= set(lines)


def test_an_export_hides_what_was_not_shown(empty: Path) -> None:
    """An outsider's export has pseudonyms for names and ???? for cards."""
    (empty / "hand.phh").write_text(HAND, encoding="utf-8")
    tombo(*NEW, "import", "phh", "hand.phh")
    tombo(*NEW, "export", "phh", "--all", "--out", "out")
    (exported,) = (empty / "out").iterdir()
    text = exported.read_text(encoding="utf-8")

    assert "d dh p1 ????" in text
    assert "AsKs" not in text
    assert "'one'" not in text


@pytest.mark.parametrize(
    ("words", "found"),
    [
        pytest.param(["schema", "commands"], "command_id", id="the envelope"),
        pytest.param(["schema", "commands", "place_bet"], "total", id="one command"),
        pytest.param(["schema", "events", "hand.bet_placed.v1"], "event", id="one kind"),
    ],
)
def test_schemas_are_json(words: list[str], found: str) -> None:
    """A schema is one JSON document that names the fields."""
    assert found in tombo(*words).document["properties"]


@pytest.mark.usefixtures("folder")
def test_status_counts_what_there_is() -> None:
    """Status has size, checkpoint, open hands and findings, for people and for programs."""
    found = document("status")

    assert (found["entries"], found["last_checkpoint"], found["open_hands"], found["findings"]) == (279, 279, [], {})
    assert tombo(*DEMO, "status").out.startswith("operator.example/demo: 279 entries")


@pytest.mark.parametrize(
    ("given", "parsed"),
    [
        pytest.param("hand list --json", "--json hand list", id="a flag at the end"),
        pytest.param("verify --ledger x --jobs 2", "--ledger x verify --jobs 2", id="an option with its value"),
        pytest.param("verify --keys=k", "--keys=k verify", id="with an equals sign"),
        pytest.param("record -- --json", "record -- --json", id="after two dashes nothing is an option"),
        pytest.param("verify --ledger", "--ledger verify", id="a value left out"),
    ],
)
def test_global_options_may_stand_anywhere(given: str, parsed: str) -> None:
    """Options of every command are found wherever they stand."""
    assert hoisted(given.split()) == parsed.split()


def test_help_is_what_a_bare_call_prints() -> None:
    """Without a command, `tombo` prints its help and is content."""
    bare = tombo()

    assert (bare.status, bare.err) == (0, "")
    assert bare.out == tombo("--help").out


def explode(_: object) -> Ran:
    """A fault of our own, whose message quotes what nobody should read twice."""
    raise ZeroDivisionError("first line\nsecond line")


def test_a_fault_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error nobody foresaw is one line on stderr and status 3, never a traceback."""
    monkeypatch.setattr(entrance, "get_command", explode)
    ran = tombo("status")

    assert ran.status == 3
    assert ran.err == (
        "tombo: a fault of tombo itself, ZeroDivisionError: first line; what was acknowledged stands. "
        "TOMBO_DEBUG=1 shows where; please report it\n"
    )
