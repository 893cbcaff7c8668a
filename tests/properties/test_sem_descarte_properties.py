"""Random rounds of póquer sem descarte: no request makes the rules raise, and every cent is somewhere."""

from __future__ import annotations

import random
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds.house import player
from tests.worlds.sem_descarte import BALANCE, SD_TABLE, Casino, sd_readings
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.sem_descarte.audit import differences
from tombo.ledger.games.sem_descarte.commands import (
    CloseAntes,
    Continue,
    DealCards,
    ExtendSemDescarteTime,
    FoldSemDescarte,
    OpenRound,
    PlaceAnte,
    ReportDisconnected,
    RequestSemDescarteDecision,
    SettleRound,
    TimeOutSemDescarte,
    VoidRound,
    WarnDecision,
)

SEATS: Final = 4
STEPS: Final = 90


def request(chance: random.Random, casino: Casino) -> tuple[CommandBase, By]:
    """Some request, lawful or not, by the one who may ask for such a thing or by another."""
    seat = chance.randint(1, SEATS + 1)
    here: Any = {"round": casino.local, "seat": seat}
    own = player(f"p-{seat}")
    count = 5 * (len({box.seat for box in casino.state.within("open")}) or 1) + 4 + (chance.random() < 0.1)
    deck = chance.sample(CARD_TEXTS, count + 2)
    choices: list[tuple[CommandBase, By, int]] = [
        (PlaceAnte(amount=chance.choice([99, 100, 333, 2_500]), player=f"p-{seat}", **here), own, 6),
        (CloseAntes(round=casino.local), PLATFORM, 1),
        (DealCards(cards=deck[2:], discard=deck[0], house_card=deck[1], round=casino.local), PLATFORM, 4),
        (RequestSemDescarteDecision(deadline=chance.choice([5, 20_000_000]), **here), PLATFORM, 1),
        (WarnDecision(**here), PLATFORM, 1),
        (ExtendSemDescarteTime(deadline=40_000_000, **here), PLATFORM, 2),
        (FoldSemDescarte(**here), own, 1),
        (Continue(**here), own, 4),
        (TimeOutSemDescarte(**here), PLATFORM, 2),
        (ReportDisconnected(**here), PLATFORM, 1),
        (SettleRound(round=casino.local), PLATFORM, 4),
        (VoidRound(incident=chance.choice(["power", "phone"]), round=casino.local), OFFICER, 1),
        (OpenRound(deadline=30_000_000, table=SD_TABLE), PLATFORM, 1),
    ]
    command, by, _ = chance.choices(choices, [weight for _, _, weight in choices])[0]
    return command, by if chance.random() < 0.95 else player("p-9")


def check_money(casino: Casino) -> None:
    """What left the accounts lies in the boxes, and every ended round gave out or took in all of them and its prizes."""
    in_play = taken = won = 0
    for number in range(1, casino.number + 1):
        state = casino(f"sem_descarte:{SD_TABLE}/{number}")
        for box in state.boxes:
            staked = box.ante + box.bet2
            assert box.bet2 in {0, 2 * box.ante}
            if state.outcome == "open":
                in_play += staked
                assert (box.given, box.taken) == (0, 0)
            elif box.taken:
                taken += staked
                assert (box.given, box.taken) == (0, staked)
            else:
                won += box.given - staked
                assert box.given >= staked
    held = sum(casino.balance(f"p-{seat}") for seat in range(1, SEATS + 1))
    assert held + in_play + taken - won == SEATS * BALANCE


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), reading=st.sampled_from(Reading))
def test_money_is_conserved_and_nothing_raises(seed: int, reading: Reading) -> None:
    """Whatever is asked is recorded or refused with a rule, and after every entry the money is where the rules put it."""
    chance = random.Random(seed)
    casino = Casino(*(f"p-{seat}" for seat in range(1, SEATS + 1)), readings=sd_readings(reading))
    casino.outage("player_equipment", "phone")
    casino.open()
    for step in range(STEPS):
        command, by = request(chance, casino)
        if isinstance(command, VoidRound) and command.incident == "power" and chance.random() < 0.5:
            name = f"power-{step}"  # while it is open nobody folds for a lost connection
            command = command.model_copy(update={"incident": casino.outage(name=name)})
        outcome = casino.ask(command, by, chance.choice([None, None, 25_000_000, 45_000_000]))
        if isinstance(outcome, Decision):
            casino.number += isinstance(command, OpenRound)
        else:
            assert outcome.finding.rule.startswith(("R803 r.", "House: ")), outcome
        check_money(casino)
    for number in range(1, casino.number + 1):
        if casino(f"sem_descarte:{SD_TABLE}/{number}").outcome != "open":
            told: list[Any] = [
                event for stream, event in casino.events if stream == f"sem_descarte:{SD_TABLE}/{number}"
            ]
            assert differences(told) == ()
