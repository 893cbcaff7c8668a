"""Who sees which card, and how a hand reads, step by step and as a history: on the demonstration's evening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from tests.tools.cli_run import inside, tombo
from tombo.ledger.core.cards import card_text
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Word
from tombo.ledger.games.poker.events import HandEvent
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.projections.follow import Viewer
from tombo.projections.round.chips import chips
from tombo.projections.round.hand import Best, HandView, net, of, to_json
from tombo.projections.round.last import played_by
from tombo.projections.round.replay import steps
from tombo.reports.play import hand_words
from tombo.reports.play.hand import document
from tombo.reports.shown.house.dispute_walk import look
from tombo.reports.shown.reading import Reader
from tombo.reports.text import text_lines
from tombo.simulator.evening import HANDS

PLAYERS = ("p-norte", "p-leste", "p-sul", "p-oeste")
OUTSIDER, OFFICER = Viewer(), Viewer("officer")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """The demonstration's ledger."""
    folder = tmp_path_factory.mktemp("demo")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
    keyring = Keyring(folder / "demo/keys")
    with open_checked(f"sqlite:///{folder}/demo/ledger.db", keyring, read_only=True) as store:
        yield Reader(store, keyring)


def seen(reader: Reader, number: int, viewer: Viewer = OUTSIDER, at: int | None = None) -> HandView:
    """A hand of the evening as ``viewer`` sees it; the openings are all there, as they are for every viewer."""
    entries = reader.round(f"hand:mesa-1/{number}", at)
    return of(entries, reader.closed_cards(entries[0].stream), viewer)


def text(view: HandView) -> str:
    """The hand as a history."""
    return "\n".join(text_lines(document(view)))


def closed(reader: Reader, number: int) -> dict[int, set[str]]:
    """Every closed card of a hand by seat, from the openings."""
    view = seen(reader, number)
    cards = reader.closed_cards(view.stream)
    found: dict[int, set[str]] = {}
    for slot, position in enumerate(view.hand.dealt):
        found.setdefault(view.hand.seats[position], set()).add(card_text(cards[slot]))
    return found


@pytest.mark.parametrize("number", range(1, len(HANDS) + 1))
@pytest.mark.parametrize("who", ["outsider", "auditor", *PLAYERS])
def test_nobody_sees_a_card_he_was_not_shown(reader: Reader, number: int, who: str) -> None:
    """At every version of every hand, text and JSON hold no closed card but one's own and those shown by then."""
    viewer = Viewer("player", who) if who in PLAYERS else Viewer("auditor" if who == "auditor" else "outsider")
    hidden = closed(reader, number)
    for version in range(1, seen(reader, number).acts[-1].entry.version + 1):
        view = seen(reader, number, viewer, version)
        shown = {card.card for cards in view.hand.shown for card in cards}
        mine = {card for seat, cards in hidden.items() if view.player(seat) == who for card in cards}
        board = {card_text(card) for card in view.hand.board}
        secret = set().union(*hidden.values()) - shown - mine - board
        words = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", text(view) + str(to_json(view))))
        assert not words & secret


def test_an_officer_sees_every_card(reader: Reader) -> None:
    """The officer's view has the closed cards of every seat, folded or not."""
    assert {seat: set(cards) for seat, cards in seen(reader, 1, OFFICER).holes.items()} == closed(reader, 1)


def test_a_player_sees_his_own_cards_from_the_deal_on(reader: Reader) -> None:
    """As of the deal a player has his two cards and nobody else's."""
    view = seen(reader, 1, Viewer("player", "p-sul"), at=4)

    assert view.holes == {3: ("As", "Kh")}
    assert "Dealt to p-sul [As Kh]" in text(view)


def test_every_kind_of_a_hand_has_words() -> None:
    """The words hold exactly the closed union of a hand's events."""
    assert set(hand_words._WORDS) == set(get_args(HandEvent))


def test_chips_are_conserved_at_every_step(reader: Reader) -> None:
    """Over the whole evening stacks, middle and commission add up after every entry, and nothing stays in the middle."""
    for number in range(1, len(HANDS) + 1):
        taken = [chips(act.after) for act in of(reader.round(f"hand:mesa-1/{number}"), {}, Viewer()).acts]
        assert all(step.conserved for step in taken)
        assert (taken[-1].middle, taken[-1].pots, taken[-1].bets) == (0, (), {})


def test_a_replay_shows_pots_by_level(reader: Reader) -> None:
    """Once the last all-in is called, the main pot and the side pot stand apart, each with who may win it."""
    taken = [chips(act.after) for act in of(reader.round("hand:mesa-1/2"), {}, Viewer()).acts]
    flop = next(one for one in taken if one.street == "flop")

    assert [(pot.number, pot.amount, set(pot.seats)) for pot in flop.pots] == [
        (0, 195_00, {1, 3, 4}),
        (1, 50_00, {1, 4}),
    ]


def test_chips_that_do_not_add_up_are_noticed(reader: Reader) -> None:
    """A payout changed by one cent is found at the step where it is paid and at every later one."""
    entries = reader.round("hand:mesa-1/1")
    paid = next(entry for entry in entries if entry.kind == "hand.pot_awarded.v1")
    wrong = paid._replace(event=paid.event.model_copy(update={"amount": paid.event.amount - 1}))
    taken = steps(of([wrong if entry is paid else entry for entry in entries], {}, Viewer("auditor")))

    assert [step.conserved for step in taken] == [step.outcome == "open" for step in taken]


def test_results_sum_to_the_commission(reader: Reader) -> None:
    """What the seats won and lost in a hand adds up to the commission, and to nothing in a void hand."""
    for number in range(1, len(HANDS) + 1):
        hand = seen(reader, number).hand
        assert -sum(net(hand, position) for position in range(4)) == sum(fee for *_, fee in hand.fees)


def test_the_winning_combination_leads(reader: Reader) -> None:
    """The best five stand with what makes the hand first, then the kickers (r.61)."""
    eights, queens = ("three of a kind, eights", "trio de 8"), ("pair of queens", "par de damas")
    assert seen(reader, 2).best[3] == Best(("8s", "8d", "8c", "Kd", "5s"), Word(eights[0], *eights))
    assert seen(reader, 2).best[1] == Best(("Qs", "Qd", "Kd", "8d", "5s"), Word(queens[0], *queens))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        pytest.param(1, "Uncalled bet of 40.00 returned to p-norte (R806 r.40)", id="uncalled"),
        pytest.param(
            2, "Commission 9.75, 5 % of p-sul's payment of the main pot (R806 r.19)", id="commission a payment"
        ),
        pytest.param(2, "p-oeste: collects 47.50 from side pot 1", id="side pot"),
        pytest.param(3, "p-norte: tries 'raise to 3.00', refused under R806 r.23", id="refused"),
        pytest.param(
            3, "The odd unit of the pot goes to the first winner left of the button (R806 r.62)", id="odd cent"
        ),
        pytest.param(4, "the hand is not void and goes on (R806 r.73)", id="connection lost"),
        pytest.param(4, "p-sul: folds, because there is a bet of 12.00 to match (R806 r.45)", id="time-out with a bet"),
        pytest.param(4, "p-norte: checks, because there is no bet to match (R806 r.45)", id="time-out without"),
        pytest.param(4, "Not void: the connection of p-sul was lost", id="why not void"),
        pytest.param(5, "*** VOID *** (jogada nula, R806 r.72): incident 2026-07-14-server", id="void"),
        pytest.param(5, "p-sul: is refunded 35.00 EUR", id="refund"),
        pytest.param(6, "No commission: the hand ended on the flop without a bet (R806 r.18)", id="exempt"),
    ],
)
def test_a_history_says_what_the_rules_did(reader: Reader, number: int, said: str) -> None:
    """Each turn of the evening reads as a person who knows poker would tell it, with the rule that applied."""
    assert said in text(seen(reader, number))


def test_a_void_hand_tells_its_outage(reader: Reader) -> None:
    """The history of a void hand names origin, reporter, times, the hands open then, and who declared it void."""
    told = "\n".join(text_lines(document(seen(reader, 5), reader.entries("incident:2026-07-14-server"))))

    assert "an outage with origin in the operator's technical system, reported by monitor of the game server" in told
    assert "first noticed 2026-07-14 20:04:25 in Lisbon (19:04:25 UTC); on record at 20:05:07" in told
    assert "hands open then: mesa-1/5 at version 11" in told
    assert re.search(r"Declared void at 20:08:\d\d by staff s-2 as officer", told)
    assert "over at 20:12:" in told


def test_a_replay_for_a_dispute_quotes_the_history_in_the_language_asked_for(reader: Reader) -> None:
    """Of the whole hand, as it stands without the dispute."""
    history = look(reader, "hand:mesa-1/4", {}).history
    told = {language: [*text_lines(history, language)] for language in Language}
    assert told[Language.EN] == [*text_lines(document(seen(reader, 4, Viewer("auditor"))))]
    assert told[Language.PT][0].startswith("Jogada mesa-1/4: hold'em sem limite, ")
    assert "Total do pote 83,00, comissão 4,15" in told[Language.PT]


def test_the_newest_hand_of_a_player_comes_first(reader: Reader) -> None:
    """The search for a player's hands goes backwards and finds each of them once."""
    assert list(played_by("p-sul", reader.backwards("p-sul"))) == [
        f"hand:mesa-1/{number}" for number in range(len(HANDS), 0, -1)
    ]
    assert list(played_by("p-su", reader.backwards("p-su"))) == []
