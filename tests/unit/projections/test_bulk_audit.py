"""Every hand and round replayed in bulk: what is over is found once, what is not what the rules give is named."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house, play
from tests.worlds.casino import ORIGIN as CASINO
from tests.worlds.casino import casino
from tests.worlds.roulette import R2, chip
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import EntryHasher, pack, unpack
from tombo.ledger.store import open_store
from tombo.projections.round.audit import audit
from tombo.projections.round.late import ShownLate
from tombo.projections.round.stored import Row, event_of, row_of

ORIGIN = "operator.example/ledger/1"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """Three hands at two tables, and what came before them, as stored."""
    folder: Path = tmp_path_factory.mktemp("audit")
    ledger = create_ledger(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), origin=ORIGIN)
    with ledger.store as store:
        play(ledger, house(2))
        play(ledger, [*hand(0, 1), *hand(1, 1), *hand(0, 2)])
        return list(store.rows())


def forged(rows: list[Row], old: bytes, new: bytes, *, chained: bool, origin: str = ORIGIN) -> list[Row]:
    """``rows`` with one body altered, and what follows in its stream chained to it again if ``chained``."""
    at = next(place for place, row in enumerate(rows) if old in row[4])
    found = [*rows[:at], (*rows[at][:4], rows[at][4].replace(old, new, 1)), *rows[at + 1 :]]
    hasher, prev = EntryHasher(origin), None
    for place, (index, stream, version, kind, state) in enumerate(found if chained else []):
        if stream != rows[at][1] or place < at:
            continue
        sealed = unpack(state)
        sealed = sealed if prev is None else sealed._replace(prev=prev)
        found[place] = (index, stream, version, kind, pack(*sealed))
        prev = hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
    return found


def test_every_hand_is_found_as_it_ends(rows: list[Row]) -> None:
    """Each hand is told once, in the order in which they ended, with nothing to object to."""
    found = list(audit(rows, row_of(rows)))
    assert sorted(one.stream for one in found) == ["hand:mesa-0/1", "hand:mesa-0/2", "hand:mesa-1/1"]
    assert {(one.outcome, one.differences) for one in found} == {("settled", ())}


ENDING = {"hand.cards_shown.v1", "hand.commission_taken.v1", "hand.pot_awarded.v1"}
"""What a door records in one with the end."""


def test_a_hand_in_play_is_not_over(rows: list[Row]) -> None:
    """A log that stops before a hand is settled does not tell of that hand."""
    over = max(place for place, row in enumerate(rows) if row[3] == "hand.settled.v1")
    last = next(place for place, row in enumerate(rows) if row[1] == rows[over][1] and row[3] in ENDING)
    assert len(list(audit(rows[:last], row_of(rows)))) == 2


def test_a_payout_that_is_not_the_rules_is_named(rows: list[Row]) -> None:
    """A recorded payout that differs from what the bets and cards give is told, with both figures and the rule."""
    award = next(row[4] for row in rows if row[3] == "hand.pot_awarded.v1")
    amount = award.partition(b'"amount":')[2].partition(b",")[0]
    wrong = forged(rows, b'"amount":' + amount + b',"kind":"hand.pot', b'"amount":7,"kind":"hand.pot', chained=True)
    told = [difference for one in audit(wrong, row_of(wrong)) for difference in one.differences]
    assert len(told) == 1
    assert "paid 0.07 EUR of pot 0" in told[0]
    assert f"recomputed {int(amount) / 100:.2f} EUR of pot 0" in told[0]
    assert "R806 r.62-63" in told[0]


def test_bytes_that_do_not_parse_are_refused(rows: list[Row]) -> None:
    """A body that is no event of a hand stops the replay, with the place."""
    wrong = forged(rows, b'"kind":"hand.checked.v1"', b'"kind":"hand.chucked.v1"', chained=True)
    with pytest.raises(MalformedError, match=r"hand:mesa-0/1 version \d+"):
        list(audit(wrong, row_of(wrong)))


HOUSE = "Ac Kd 9h 6s 3c"
PAIR = "2h 2d 7c 8s Jd"


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """Rounds of every banked game as stored: spins on 0, 17 and void, a split at blackjack, a pair against ace and king."""
    folder = tmp_path_factory.mktemp("rounds")
    with casino(folder, "R807", zero="prison") as evening:
        evening.spins({"p-1": R2, "p-2": (chip(1_000, "red"),)}, "0")
        evening.spins({"p-1": R2}, "17")
        evening.voids(evening.spins({"p-2": (chip(1_000, "red"),)}, None))
        round_ = evening.blackjack({1: 1_000}, "8s Th 8d", "Jc")
        evening.decides(round_, 1, "split", "3c 9h")
        evening.decides(round_, 1, "double", "Td")
        evening.decides(round_, 1, "stand", hand=2)
        evening.reveals(round_)
        evening.settles(evening.dealt({1: 500}, {1: PAIR}, HOUSE), goes_on=(1,))
        evening.blackjack({1: 1_000}, "8s Th 8d", "Jc")
    with open_store(f"sqlite:///{folder}/casino.db", read_only=True) as store:
        return list(store.rows())


def told(rows: list[Row]) -> list[str]:
    """Every difference of an audit."""
    return [difference for one in audit(rows, row_of(rows)) for difference in one.differences]


def test_every_round_is_found_as_it_ends(rounds: list[Row]) -> None:
    """Each round that is over is told once, honest ones without a difference; one in play is not, nor one not asked for."""
    found = [(one.stream, one.outcome, one.differences) for one in audit(rounds, row_of(rounds))]

    assert found == [
        ("roulette:roleta-1/1", "settled", ()),
        ("roulette:roleta-1/2", "settled", ()),
        ("roulette:roleta-1/3", "voided", ()),
        ("blackjack:bj-1/1", "settled", ()),
        ("sem_descarte:sd-1/1", "settled", ()),
    ]
    assert [one.stream for one in audit(rounds, row_of(rounds), {"blackjack"})] == ["blackjack:bj-1/1"]
    assert list(audit(rounds, row_of(rounds), {"hand"})) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            b'"prize":3500,',
            b'"prize":3600,',
            "roulette:roleta-1/2: p-1, prize on straight up 17: recorded 36.00 EUR, recomputed 35.00 EUR (R807 r.14)",
            id="a number paid 36 to 1",
        ),
        pytest.param(
            b'"roulette.collected.v1","player":"p-1"',
            b'"roulette.collected.v1","player":"p-9"',
            "roulette:roleta-1/1: p-1, lost on straight up 17: recorded 0.00 EUR, recomputed 1.00 EUR (R807 r.19)",
            id="another player's loss",
        ),
        pytest.param(
            b'"refunds":[{"amount":1000,',
            b'"refunds":[{"amount":1500,',
            "roulette:roleta-1/3: p-2, refunded on all bets: recorded 15.00 EUR, recomputed 10.00 EUR (R807 r.21)",
            id="a refund of too much",
        ),
        pytest.param(
            b'"returned":1000}',
            b'"returned":2000}',
            "roulette:roleta-1/2: p-1, returned on black, in prison: recorded 20.00 EUR, recomputed 10.00 EUR (R807 r.20)",
            id="a stake out of prison doubled",
        ),
        pytest.param(
            b'"imprisoned":[{"amount":1000,"chance":"black","player":"p-1"},',
            b'"imprisoned":[',
            "roulette:roleta-1/2: in prison at its opening 10.00 EUR of p-2 on red, left there 10.00 EUR of p-1 on black, "
            "10.00 EUR of p-2 on red (R807 r.20)",
            id="a stake in prison forgotten",
        ),
        pytest.param(
            b'"imprisoned":[],"kind":"roulette.round_opened.v1","number":1,',
            b'"imprisoned":[{"amount":1000,"chance":"black","player":"p-1"}],"kind":"roulette.round_opened.v1","number":1,',
            "roulette:roleta-1/1: in prison at its opening 10.00 EUR of p-1 on black, left there nothing (R807 r.20)",
            id="a stake in prison that nobody left",
        ),
        pytest.param(
            b'"imprisoned":[],"kind":"roulette.round_opened.v1","number":3,',
            b'"imprisoned":[{"amount":1000,"chance":"black","player":"p-1"}],"kind":"roulette.round_opened.v1","number":3,',
            "roulette:roleta-1/3: in prison at its opening 10.00 EUR of p-1 on black, left there nothing (R807 r.20)",
            id="a stake in prison after none was left",
        ),
        pytest.param(
            b'"bet2":1000,',
            b'"bet2":5000,',
            "sem_descarte:sd-1/1: p-1, staked on bet: recorded 50.00 EUR, recomputed 10.00 EUR (R803 r.23)",
            id="a second bet of ten antes",
        ),
        pytest.param(
            b'"prize":2000,"reason":"win"',
            b'"prize":3000,"reason":"win"',
            "blackjack:bj-1/1: p-1, prize on seat 1 hand 1 (beats the house): recorded 30.00 EUR, recomputed 20.00 EUR (R805 r.25c)",
            id="a win at 3 to 2",
        ),
        pytest.param(
            b'"card":"Jc","kind":"blackjack.house_revealed.v1"',
            b'"card":"7c","kind":"blackjack.house_revealed.v1"',
            "blackjack:bj-1/1: the house turns 7c, which is not the card it was dealt face down (R805 r.17)",
            id="another hole card",
        ),
        pytest.param(
            b'"ante_prize":500,"bet2_prize":1000,',
            b'"ante_prize":500,"bet2_prize":2000,',
            "sem_descarte:sd-1/1: p-1, prize on bet (his cards are higher): recorded 20.00 EUR, recomputed 10.00 EUR (R803 r.12, r.28a)",
            id="a pair paid as two pairs",
        ),
        pytest.param(
            b'"qualifies":true',
            b'"qualifies":false',
            "sem_descarte:sd-1/1: recorded that the house does not play, and it does (R803 r.25)",
            id="a house that plays said not to",
        ),
        pytest.param(
            b'{"card":"2h",',
            b'{"card":"Jh",',
            "sem_descarte:sd-1/1: Jh shown, which were not dealt so (R803 r.19)",
            id="a card that was not dealt",
        ),
    ],
)
def test_what_a_round_did_not_give_is_named_with_the_rule(
    rounds: list[Row], old: bytes, new: bytes, expected: str
) -> None:
    """A recorded amount that its own events do not give is told with both figures and the rule, however well it is chained."""
    assert expected in told(forged(rounds, old, new, chained=True, origin=CASINO))


def test_what_follows_the_end_of_a_round_is_named(rounds: list[Row]) -> None:
    """An entry of a round that is over is told, with its kind and place, and is not passed over as one begun elsewhere."""
    paid = max(place for place, row in enumerate(rounds) if row[3] == "sem_descarte.paid.v1")
    again = (10_000, rounds[paid][1], 99, rounds[paid][3], rounds[paid][4])

    assert told([*rounds, again]) == [
        "sem_descarte:sd-1/1: sem_descarte.paid.v1 after its end, which nothing follows (log index 10000)"
    ]
    assert list(audit(rounds[paid:], row_of(rounds))) == []


def test_a_finding_about_a_stake_let_out_of_prison_may_follow_the_end(rounds: list[Row]) -> None:
    """Half a cent of the last stake that leaves prison is told after it (R807 r.20): a finding moves nothing."""
    spun = max(place for place, row in enumerate(rounds) if row[3] == "roulette.settled.v1")
    finding = (10_000, rounds[spun][1], 99, "roulette.finding_recorded.v2", rounds[spun][4])

    assert told([*rounds, finding]) == told(rounds)


def told_in_short(hand: list[Row]) -> Any:
    """What is kept of a hand of poker that was told in short, by its entries."""
    game, kept = TABLE_GAMES["hand"], None
    events = [event_of("hand", row[4], "here") for row in hand]
    for event in events:
        kept = game.keep(kept, event)
    assert game.brief is not None
    return game.brief.kept(events[0], game.brief.told(kept))


def test_of_a_hand_that_was_told_in_short_only_what_that_leaves_out_is_read(rows: list[Row]) -> None:
    """And then all is known of it: what was dealt, to which commitments, and what was shown."""
    hand, game, kept = [row for row in rows if row[1] == "hand:mesa-0/1"], TABLE_GAMES["hand"], None
    brief = game.brief
    assert brief is not None
    for row in hand:
        kept = game.keep(kept, event_of("hand", row[4], "here"))
    lacking = [event for row in hand if type(event := event_of("hand", row[4], "here")) in brief.lacks]
    assert 1 < len(lacking) < len(hand)
    assert any(told_in_short(hand).commitments) is any(told_in_short(hand).shown) is False
    assert brief.whole(told_in_short(hand), lacking) == kept


@pytest.mark.parametrize("brief", [False, True])
def test_a_hand_behind_which_much_is_shown_is_read_again_once(rows: list[Row], *, brief: bool) -> None:
    """Each entry of it is asked for once, however often somebody shows cards there: of a hand of before, and of one that was told in short.

    Red before: two thousand that an event key sealed behind one hand took a night three quarters of a minute, and ten times as many a hundred times that.
    """
    hand, game, asked = [row for row in rows if row[1] == "hand:mesa-0/1"], TABLE_GAMES["hand"], Counter[int]()
    shown = next(row for row in hand if row[3] == "hand.cards_shown.v1")
    more = [(10_000 + at, shown[1], len(hand) + at, *shown[3:]) for at in range(1, 41)]
    known = row_of([*hand, *more])

    def ask(stream: str, version: int) -> Row | None:
        asked[version] += 1
        return known(stream, version)

    late = ShownLate(ask)
    if brief:
        late.over(game, shown[1], told_in_short(hand), brief=True)
    found = [late.wrong(game, row, event_of("hand", row[4], "here")) for row in more]
    assert all(one is not None and one.outcome == "settled" for one in found)
    assert set(asked.values()) == {1}
