"""``tombo dispute``: from the claim to the compensation, on real ledgers; what is read, replayed and paid is on record."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, keep_key, tombo
from tests.worlds.casino import LEDGER as CASINO
from tests.worlds.casino import casino
from tests.worlds.floor import MANAGER, TERMS, Floor, deal, player
from tests.worlds.roulette import R2, chip
from tests.worlds.tournament import START
from tests.worlds.tournament_script import Script, in_the_money
from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.again import unturned
from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_checked
from tombo.ledger.store import open_store
from tombo.projections.accounts.book import Book
from tombo.projections.accounts.holders import COMPENSATION, wallet
from tombo.projections.dispute.replay import replayed
from tombo.projections.follow import Viewer
from tombo.projections.line import lines, reader
from tombo.projections.round.view import of
from tombo.reports.shown.reading import Reader

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
BY = ("--staff", "s-2")
CLAIM = "my call came in time"


def ran(*words: str) -> Ran:
    """``tombo`` on the demonstration's ledger."""
    return tombo(*DEMO, *words)


def opened(about: str = "mesa-1/4", who: str = "p-sul", claim: str = CLAIM) -> str:
    """The name of a dispute that was just opened on the demonstration's ledger."""
    said = ran("--json", "dispute", "open", who, "--about", about, "--claim", claim, "--staff", "s-3")
    assert said.status == 0, said.err
    return str(said.document["dispute"])


def kinds(folder: Path, first: int) -> list[str]:
    """The kinds of the entries of the demonstration's ledger from log index ``first`` on."""
    with open_store(f"sqlite:///{folder}/demo/ledger.db", read_only=True) as store:
        return [row.kind for row in store.rows(first, store.head().size)]


def size(folder: Path) -> int:
    """The number of entries of the demonstration's ledger."""
    with open_store(f"sqlite:///{folder}/demo/ledger.db", read_only=True) as store:
        return store.head().size


def test_a_complaint_is_walked_from_its_claim_to_the_compensation(folder: Path) -> None:
    """Claim, who decided what, recomputed against recorded, the rule; then the resolution, with the money in its commit."""
    before = size(folder)
    name = opened()
    walk = ran("dispute", "replay", name, *BY)
    resolve = ("--outcome", "partly", "--grounds", "the warning came late", "--rule", "R806 r.45")
    paid = ran("dispute", "resolve", name, *resolve, "--compensation", "5.00", *BY)
    shown = ran("dispute", "show", name).out

    assert walk.status == paid.status == 0
    assert f"Dispute {name} of p-sul, about mesa-1/4\n" in walk.out
    assert f"Claim: {CLAIM}\n" in walk.out
    assert "platform platform] p-sul: folds, because there is a bet of 12.00 to match (R806 r.45)" in walk.out
    assert "  p-leste     78.85       78.85\n" in walk.out
    assert "  p-sul        0.00        0.00  (who complains)\n" in walk.out
    assert "Decided by R806 r.43-45; R806 r.73; R806 r.59-63; R806 r.17-19\n" in walk.out
    assert "Closed cards of p-sul: not turned, and closed\n" in walk.out
    assert "Recomputed under rules revision 1: the same as recorded, up to version 32" in walk.out
    assert "Compensation: 5.00 EUR, on the account of p-sul\n" in paid.out
    assert "Grounds: the warning came late (R806 r.45)\n" in shown
    assert "Replayed mesa-1/4 to version 32: recomputed the same as recorded, by staff s-2 as officer" in shown
    assert kinds(folder, before) == [
        "dispute.opened.v2",
        "staff.act_signed.v1",
        "dispute.replayed.v1",
        "staff.act_signed.v1",
        "dispute.resolved.v2",
        "account.compensated.v1",
        "staff.act_signed.v1",
    ]
    assert ran("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint").status == 0


def test_the_book_has_a_compensation_from_who_gave_it(folder: Path) -> None:
    """The double-entry book moves it from the operator's compensations to the wallet, which then holds what the account does."""
    name = opened()
    ran("dispute", "replay", name, *BY)
    ran("dispute", "resolve", name, "--outcome", "accepted", "--grounds", "he is right", "--compensation", "5.01", *BY)
    book, held = Book(), Counter[str]()
    with open_checked(f"sqlite:///{folder}/demo/ledger.db", Keyring(folder / "demo/keys"), read_only=True) as store:
        rows = [row for row in store.rows(0, store.head().size) if row.kind in book.reads]
        for line in lines(rows, {kind: reader(kind, fields) for kind, fields in book.reads.items()}):
            for giver, taker, cents, _ in book(line):
                held.update({giver: -cents})
                held.update({taker: cents})
        balance = Reader(store)("account:p-sul").balance

    assert held[COMPENSATION] == -501
    assert held[wallet("p-sul")] == balance


def test_a_program_gets_the_whole_case(folder: Path) -> None:
    """With --json: the figures of the replay, the line of the register, and every entry of the dispute in order."""
    name = opened()
    replay = ran("--json", "dispute", "replay", name, *BY).document
    ran("dispute", "resolve", name, "--outcome", "rejected", "--grounds", "time ran out", *BY)
    case = ran("--json", "dispute", "show", name).document

    assert replay["replay"]["same"] is True
    assert {"player": "p-leste", "recorded": 7_885, "recomputed": 7_885} in replay["replay"]["amounts"]
    assert replay["history"]["hand"] == "mesa-1/4"
    assert (case["outcome"], case["compensation"], case["seconds"] >= 0) == ("rejected", 0, True)
    assert [event["event"]["kind"] for event in case["events"]] == [
        "dispute.opened.v2",
        "dispute.replayed.v1",
        "dispute.resolved.v2",
    ]


def test_a4_a_payment_changed_in_the_store_is_not_replayed(folder: Path) -> None:
    """A4: somebody wrote another amount into a payment: TAMPERED with its place, nothing of the hand shown, nothing signed."""
    file = folder / "demo/ledger.db"
    held = file.read_bytes()
    assert held.count(b'"amount":7885,') == 1
    name = opened()
    file.write_bytes(file.read_bytes().replace(b'"amount":7885,', b'"amount":7800,'))
    walk = ran("dispute", "replay", name, *BY)

    assert (walk.status, walk.out) == (1, "")
    assert walk.err.startswith("tombo: TAMPERED at 147 (hand:mesa-1/4 version 31, hand.pot_awarded.v1): ")
    assert walk.err.endswith("nothing of it is shown or decided on; run 'tombo verify'\n")
    assert ran("hand", "show", "mesa-1/4").status == 1
    assert len(ran("--json", "dispute", "show", name).document["events"]) == 1  # the claim alone


@pytest.mark.parametrize(
    ("about", "who", "said"),
    [
        ("mesa-1/1", "p-sul", ["Decided by R806 r.40; R806 r.36; R806 r.17-19\n"]),
        ("mesa-1/2", "p-oeste", ["Decided by R806 r.59-63; R806 r.17-19\n"]),
        ("mesa-1/5", "p-sul", ["Decided by R806 r.72\n", "*** VOID ***", "35.00       35.00"]),
        ("mesa-1/6", "p-oeste", ["Decided by R806 r.36; R806 r.18\n"]),
        ("roleta-1/1", "p-oeste", ["Number 17 black", "Decided by R804 r.18; R804 r.13\n"]),
        ("bj-1/1", "p-leste", ["Closed cards of the house: turned [Jc]\n", "Decided by R805 r.25c; R805 r.25e\n"]),
        ("roleta-1/1", "p-norte", ["p-norte, who complains, is not among its players\n"]),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_rules_that_decided_are_named(about: str, who: str, said: list[str]) -> None:
    """Won without a showdown, side pots, void, exempt from commission, at the wheel, at blackjack: each by its rules."""
    walk = ran("dispute", "replay", opened(about, who), *BY)

    assert walk.status == 0
    assert [text for text in said if text not in walk.out] == []


def test_the_register_has_what_the_regulation_asks_for(folder: Path) -> None:
    """Grounds, player, date and time, time to resolve, outcome; as CSV too, where no claim can be run as a formula."""
    empty = ran("dispute", "list")
    first, second = opened(claim="=HYPERLINK(1)"), opened("mesa-1/5", "p-leste")
    ran("dispute", "replay", first, *BY)
    ran("dispute", "resolve", first, "--outcome", "accepted", "--grounds", "he is right", "--compensation", "1", *BY)
    told = ran("dispute", "list", "--csv", "register.csv")
    rows = ran("--json", "dispute", "list").lines
    with (folder / "register.csv").open(encoding="utf-8", newline="") as file:
        sheet = list(csv.DictReader(file))

    assert (empty.status, empty.out, empty.err) == (0, "", "no complaint is on record\n")
    assert f"{first}  " in told.out
    assert "p-sul, mesa-1/4: accepted after " in told.out
    assert "p-leste, mesa-1/5: not resolved. Claim: my call came in time\n" in told.out
    assert [row["dispute"] for row in rows] == [row["dispute"] for row in sheet] == [first, second]
    assert (rows[0]["claim"], sheet[0]["claim"]) == ("=HYPERLINK(1)", "'=HYPERLINK(1)")
    assert (rows[0]["compensation"], sheet[0]["compensation"], sheet[1]["outcome"]) == (100, "100", "")
    assert sheet[0]["complained"].endswith("Z")
    assert rows[1]["seconds"] is None


@pytest.mark.usefixtures("folder")
def test_a_dispute_may_have_the_longest_of_names() -> None:
    """A name of 100 letters is opened, replayed and resolved; one of 101 is refused in a sentence, before anything is recorded."""
    long = "d" * 100
    asked = ("dispute", "open", "p-sul", "--about", "mesa-1/4", "--claim", CLAIM, "--id")
    done = [
        ran(*asked, long, *BY),
        ran("dispute", "replay", long, *BY),
        ran("dispute", "resolve", long, "--outcome", "rejected", "--grounds", "time ran out", *BY),
    ]
    longer = ran(*asked, f"{long}d", *BY)

    assert [said.status for said in done] == [0, 0, 0], done
    assert (longer.status, longer.err) == (
        2,
        "tombo: dispute: expected a name of letters, digits and ._/-, at most 100\n",
    )


@pytest.mark.usefixtures("folder")
def test_the_time_to_resolve_counts_from_the_complaint() -> None:
    """He complained an hour before it was put on record: more than an hour passed."""
    told = ("--complained", "2026-07-15T09:00:00Z", "--id", "d-1")
    ran("dispute", "open", "p-sul", "--claim", CLAIM, *told)
    ran("dispute", "resolve", "d-1", "--outcome", "rejected", "--grounds", "no such rule", *BY)
    shown = ran("dispute", "show", "d-1")

    assert "Complained 2026-07-15 10:00:00 in Lisbon (09:00:00 UTC)" in shown.out
    assert ran("--json", "dispute", "show", "d-1").document["seconds"] > 3_600
    assert "Resolved after " in shown.out


@pytest.fixture
def mucked(store_url: str, tmp_path: Path) -> tuple[str, ...]:
    """A ledger in which seats 1 and 3 lost a showdown and did not turn their cards; how ``tombo`` finds it."""
    made = create_ledger(store_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    floor = Floor(made.handle)
    floor.open_table(terms=TERMS.model_copy(update={"showdown": "losers_may_muck"}))
    floor.do(GrantRole(role="officer", staff="s-2"), MANAGER)
    keep_key(tmp_path / "keys", made.store.origin, "s-2")
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Ks", "2c", "Ah", "Kh", "3d"]))  # seats 2, 3 and 1, the button
    for seat in (1, 2):
        floor.do(poker.Call(hand="mesa-1/1", seat=seat), player(seat))
    floor.do(poker.Check(hand="mesa-1/1", seat=3), player(3))
    for cards in (["7d", "9h", "4s"], ["Jc"], ["5s"]):
        floor.do(poker.DealBoard(cards=cards, hand="mesa-1/1"))
        for seat in (2, 3, 1):
            floor.do(poker.Check(hand="mesa-1/1", seat=seat), player(seat))
    floor.do(poker.SettleHand(hand="mesa-1/1", mucks=[1, 3]))
    made.store.close()
    return "--ledger", store_url, "--keys", str(tmp_path / "keys")


def test_cards_that_were_not_turned_are_read_on_record(mucked: tuple[str, ...]) -> None:
    """Whether a loser who did not show had lost is computed from his cards: one reading, before the replay, in the dispute."""
    tombo(*mucked, "dispute", "open", "p-3", "--about", "mesa-1/1", "--claim", "I had the best hand", "--id", "d-1")
    walk = tombo(*mucked, "dispute", "replay", "d-1", *BY)
    case = tombo(*mucked, "--json", "dispute", "show", "d-1").document
    with open_store(mucked[1], read_only=True) as store:
        kept = [row.kind for row in store.rows(0, store.head().size)][-5:]

    assert walk.status == 0, walk.err
    assert "Closed cards of p-2: turned [As Ah]\n" in walk.out
    assert "Closed cards of p-3: read for this dispute [Ks Kh]\n" in walk.out
    assert "Closed cards of p-1: read for this dispute [2c 3d]\n" in walk.out
    read, again = "dispute.cards_read.v2", "dispute.replayed.v1"
    assert kept == ["dispute.opened.v2", read, "staff.act_signed.v1", again, "staff.act_signed.v1"]
    assert case["events"][1]["by"] == {"actor": "staff", "id": "s-2", "role": "officer"}
    assert "cards of its showdown were not turned" in case["events"][1]["event"]["reason"]["text"]


def test_a_winner_who_did_not_turn_his_cards_would_be_found(mucked: tuple[str, ...]) -> None:
    """Had the cards of a seat that mucked been better, the replay would say to whom the pot was due; half of a hand says nothing."""
    with open_checked(mucked[1], Keyring(Path(mucked[3])), read_only=True) as store:
        view = of(Reader(store).entries("hand:mesa-1/1"), {}, Viewer("auditor"))
    slots = [slot for slot, position in unturned(view.state).items() if position == 1]
    sevens = dict(zip(slots, (CARD_IDS["7c"], CARD_IDS["7h"]), strict=True))
    better, half = replayed(view, sevens), replayed(view, {slots[0]: sevens[slots[0]]})

    assert [one.player for one in better.amounts if one.recomputed > one.recorded] == ["p-3"]
    assert len(better.differences) > 0
    assert half.differences == ()


def test_nobody_but_an_officer_gets_cards_by_a_replay(mucked: tuple[str, ...]) -> None:
    """The platform is refused before a card is seen, and nothing of it is on record."""
    tombo(*mucked, "dispute", "open", "p-3", "--about", "mesa-1/1", "--claim", "I had the best hand", "--id", "d-1")
    refused = tombo(*mucked, "dispute", "replay", "d-1")

    assert (refused.status, refused.out) == (1, "")
    assert "House: authority" in refused.err
    assert len(tombo(*mucked, "--json", "dispute", "show", "d-1").document["events"]) == 1


def test_rounds_of_every_game_are_replayed(tmp_path: Path) -> None:
    """Stakes in prison, a void spin, folded cards: computed again, and what stays closed stays closed."""
    with casino(tmp_path, "R807", zero="prison") as evening:
        evening.spins({"p-1": R2, "p-2": (chip(1_000, "red"),)}, "0")
        evening.spins({"p-1": R2}, "17")
        evening.settles(
            evening.dealt({1: 500, 2: 300}, {1: "2h 2d 7c 8s Jd", 2: "3h 4d 7h 8h Jh"}, "Ac Kd 9h 6s 3c"), (1,), (2,)
        )
        evening.voids(evening.spins({"p-1": R2}, None))
    told = {}
    with inside(tmp_path):
        for about in ("roleta-1/1", "roleta-1/2", "roleta-1/3", "sd-1/1"):
            name = tombo(*CASINO, "--json", "dispute", "open", "p-1", "--about", about, "--claim", CLAIM).document
            told[about] = tombo(*CASINO, "dispute", "replay", name["dispute"], "--staff", "rui")

    assert {walk.status for walk in told.values()} == {0}, told
    assert "Decided by R807 r.21\n" in told["roleta-1/3"].out
    assert "p-1     16.00       16.00  (who complains)\n" in told["roleta-1/3"].out
    assert "Closed cards of p-2: not turned, and closed\n" in told["sd-1/1"].out
    assert "Closed cards of the house: turned [Ac Kd 9h 6s]\n" in told["sd-1/1"].out
    assert "Decided by R803 r.22; R803 r.28b; R803 r.12, r.28a; R803 r.28\n" in told["sd-1/1"].out


def test_a_tournament_is_replayed_with_its_refunds(tmp_path: Path) -> None:
    """One cancelled by the rules is as recomputed; one whose record is wrong is told of, with status 1."""
    clock = SteppingClock(START, step=SECOND)
    made = create_ledger(
        f"sqlite:///{tmp_path}/n.db", Keyring(tmp_path / "keys"), origin="operator.example/n", clock=clock
    )
    floor, taca, errada = Floor(made.handle), in_the_money(), Script("errada")
    floor.do(GrantRole(role="manager", staff="manager-1"))
    floor.do(GrantRole(role="officer", staff="s-2"), MANAGER)
    keep_key(tmp_path / "keys", made.store.origin, "s-2")
    taca.cancelled()
    errada.enters(1)
    wrong = t.Refunded(entry=1, fee=1_000, share=0, ticket=None)
    errada.commit(t.Cancelled(case="a", cause="technical", note="power", stacks=[]), wrong)
    for told in (taca, errada):
        for number, events in enumerate(told.commits):
            inscribe(made, f"{told.stream}/{number}", events)
    made.store.close()
    here = ("--ledger", f"sqlite:///{tmp_path}/n.db", "--keys", str(tmp_path / "keys"))
    for name in ("taca", "errada"):
        tombo(*here, "dispute", "open", "p-1", "--about", name, "--claim", "my refund", "--id", name)
    right, other = (tombo(*here, "dispute", "replay", name, *BY) for name in ("taca", "errada"))

    assert (right.status, other.status) == (0, 1), right.err + other.err
    assert "Decided by R810 r.36\n" in right.out
    assert "Recomputed: the same as recorded" in right.out
    assert "NOT what the rules give: " in other.out
