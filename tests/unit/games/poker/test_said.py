"""What is said about hands: the closed lists have a word for everything that can happen, and parts are kept with their whole."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tombo.ledger.core.entry import Actor
from tombo.ledger.core.facts import plain, recorded
from tombo.ledger.core.findings import EACH_SEAT, Reading
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, euros
from tombo.ledger.games.poker.events import BlindPosted, Street
from tombo.ledger.games.poker.said import audited, dealing, showdown, words
from tombo.ledger.games.poker.turns import Phase
from tombo.ledger.house.incident.events import IncidentOpened
from tombo.ledger.house.said import ENTRY_BROKE_RULE, READINGS
from tombo.ledger.said import VOCABULARY

PAID = showdown.PAID_TO_SEAT(seat=1, amount=euros(95))
ALL_PAID = showdown.PAID_TO_SEAT(seat=1, amount=euros(100))


def _choices(record: Any, field: str) -> set[Any]:
    return set(get_args(record.model_fields[field].annotation))


def test_every_closed_list_has_a_word_for_each_of_its_cases() -> None:
    """A rule without a word for what it found would end in an error of the door instead of a refusal."""
    assert words.STREETS.keys() == set(get_args(Street))
    assert words.POSTS.keys() == _choices(BlindPosted, "post")
    assert words.NEXT.keys() == set(get_args(Phase)) - {"showdown"}
    assert READINGS.keys() == {*Reading, EACH_SEAT}
    assert words.ORIGINS.keys() == _choices(IncidentOpened, "origin")
    assert words.ACTORS.keys() == set(get_args(Actor))


@pytest.mark.parametrize(
    ("told", "english", "portuguese"),
    [
        pytest.param(
            showdown.EXEMPTION_READINGS_DIFFER(
                in_force=READINGS[Reading.LETTER],
                taken=euros(5),
                paid=(PAID, PAID),
                against=READINGS[Reading.PRACTICE],
                otherwise_taken=euros(0),
                otherwise_paid=(ALL_PAID,),
            ),
            "LETTER commission 0.05 EUR, paid seat 1 0.95 EUR, seat 1 0.95 EUR; "
            "PRACTICE commission 0.00 EUR, paid seat 1 1.00 EUR",
            "segundo a letra, comissão 0,05 EUR, pago lugar 1 0,95 EUR, lugar 1 0,95 EUR; "
            "segundo a prática das salas de jogo, comissão 0,00 EUR, pago lugar 1 1,00 EUR",
            id="several payments",
        ),
        pytest.param(
            ENTRY_BROKE_RULE(
                round="hand:mesa-1/1",
                why=dealing.CLOSED_CARDS_OUT_OF_ORDER(seats=(1, 2, 1), due=(1, 2, 3)),
                rule="R806 r.49",
                version=4,
            ),
            "hand:mesa-1/1: cards dealt to seats 1, 2, 1; expected 1, 2, 3 (R806 r.49; version 4)",
            "hand:mesa-1/1: cartas distribuídas aos lugares 1, 2, 1; esperavam-se 1, 2, 3 (R806 r.49; versão 4)",
            id="a rule within an audit",
        ),
        pytest.param(
            audited.HAND_COMMISSION_DIFFERS(
                hand="hand:mesa-1/1",
                recorded=(audited.MOVED_NOTHING(),),
                due=(audited.MOVED_OF_POT_TO_SEAT(amount=euros(4), pot=1, seat=2),),
                rule="R806 r.17-19",
            ),
            "hand:mesa-1/1: commission nothing, recomputed 0.04 EUR of pot 1 seat 2 (R806 r.17-19)",
            "hand:mesa-1/1: comissão nada; recalculado 0,04 EUR do pote 1 lugar 2 (R806 r.17-19)",
            id="movements",
        ),
    ],
)
def test_parts_are_kept_with_the_whole_and_said_again(told: Told, english: str, portuguese: str) -> None:
    """What is recorded of payments and of a rule within another sentence is enough to say it in either language."""
    again = VOCABULARY.told(told.about, plain(recorded(told)))
    assert (told.text(), again.text()) == (english, english)
    assert (told.text(Language.PT), again.text(Language.PT)) == (portuguese, portuguese)
