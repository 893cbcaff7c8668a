"""A stream is begun once: a second beginning would forget what was staked, dealt and committed to, and nobody follows it (A1, decision 21)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, Casino, casino
from tests.worlds.floor import PLATFORM
from tests.worlds.house import player
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.operate.keyring import inscribe

BJ: Final = "blackjack:bj-1/1"
SD: Final = "sem_descarte:sd-1/1"
ACCOUNT: Final = "account:p-1"
ONCE: Final = "a stream begins once"


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Casino]:
    """Two rounds in play; whoever has the event key writes a beginning where he likes."""
    with casino(tmp_path) as made:
        made.blackjack({1: 1000}, "Ts Th 9d", "Jc")
        made.decides("bj-1/1", 1, "stand")
        made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
        made.floor.do(sd.Continue(round="sd-1/1", seat=1), player("p-1"))
        with monkeypatch.context() as thief:
            thief.setattr("tombo.ledger.live.batch.BEGIN_STREAMS", frozenset())
            yield made


def begun_again(made: Casino, stream: str) -> int:
    """The first entry of ``stream`` once more; its log index."""
    event = made.ledger.entries(stream)[0].event
    return inscribe(made.ledger, "thief/1", [(stream, event)]).entries[0].index


@pytest.mark.parametrize("stream", [BJ, SD, ACCOUNT])
def test_a1_no_door_decides_on_a_stream_that_was_begun_again(played: Casino, stream: str) -> None:
    """Red before: the door dealt on, settled by cards of the thief's own, or found an account empty."""
    asked = {
        BJ: Envelope(bj.RevealBlackjackHouse(round="bj-1/1"), PLATFORM, "next", None),
        SD: Envelope(sd.SettleRound(round="sd-1/1"), PLATFORM, "next", None),
        ACCOUNT: Envelope(Withdraw(amount=Money(1), player="p-1", reference="bank"), PLATFORM, "next", None),
    }
    index = begun_again(played, stream)
    size = played.ledger.store.head().size
    with pytest.raises(OutOfPlaceError, match=f"at log index {index} cannot follow .*{ONCE}"):
        played.ledger.handle(asked[stream])
    assert played.ledger.store.head().size == size


@pytest.mark.parametrize("stream", [BJ, SD])
def test_a1_no_view_shows_a_round_that_was_begun_again(played: Casino, stream: str) -> None:
    """Red before: shown, replayed and audited with status 0, and voided by a recovery for what the thief said was staked."""
    index = begun_again(played, stream)
    with inside(played.folder):
        for words in (("round", "show", stream), ("round", "replay", stream), ("player", "last-hand", "p-1")):
            told = said(*words)
            assert (told.status, f"log index {index}" in told.err) == (1, True), (words, told)
        for listed in ("audit", "round list"):
            told = said(*listed.split())
            assert (told.status, f"log index {index}" in told.out) == (1, True), told
        told = said("recover")
        assert told.status == 1
        assert f"{stream}: open: TAMPERED" in told.out


def test_a1_an_account_that_was_opened_again_has_what_it_had(played: Casino) -> None:
    """Followers pass the second beginning over; who asks for that account is told, and so is the night."""
    index = begun_again(played, ACCOUNT)
    with inside(played.folder):
        held = said("book", "balance", "--holders").out
        assert "wallet:p-1" in held
        told = said("reconcile", "--day", "2026-07-14")
        assert (told.status, f"(log index {index})" in told.out) == (1, True)


def said(*words: str) -> Ran:
    """What a command says of the casino."""
    return tombo(*LEDGER, *words)
