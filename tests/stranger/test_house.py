"""The house around the die: what the door refuses, a standstill, the night, a dispute, a page; and a record that is false."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any, Final

from tests.conftest import run_past
from tests.stranger.conftest import House
from tests.stranger.evening import TERMS
from tests.tools.english import english
from tests.toy_game import events as e
from tests.toy_game.game import differences
from tombo.ledger.core.entry import EventBase
from tombo.ledger.store import open_evidence

REFUSED: Final = [
    [
        "R899 r.2",
        "die_limits_reversed",
        "the minimum bet 60.00 EUR is above the maximum 50.00 EUR",
        "a aposta mínima de 60,00 EUR é superior à máxima de 50,00 EUR",
    ],
    [
        "House: seat",
        "no_seat_around_the_die",
        "nobody sits around the die; expected 'seat' null",
        "ninguém se senta à volta do dado; esperava-se 'seat' null",
    ],
    [
        "House: table",
        "banked_round_under_way",
        "die:dado-1/1 is under way; expected its end before the next round",
        "die:dado-1/1 está em curso; esperava-se o seu fim antes da jogada seguinte",
    ],
    [
        "R899 r.2",
        "die_bet_out_of_limits",
        "a bet of 50.01 EUR; expected 1.00 EUR to 50.00 EUR",
        "uma aposta de 50,01 EUR; esperava-se entre 1,00 EUR e 50,00 EUR",
    ],
    [
        "R899 r.4",
        "die_bet_twice",
        "p-1 has bet already; expected one bet a throw",
        "p-1 já apostou; esperava-se uma aposta",
    ],
    [
        "House: seat",
        "not_around_the_die",
        "p-3 is not at dado-1; expected 'join_table' before",
        "p-3 não está em dado-1; esperava-se antes 'join_table'",
    ],
    [
        "R899 r.5",
        "die_not_thrown",
        "no die was thrown; expected 'throw_die' before",
        "nenhum dado lançado; esperava-se 'throw_die'",
    ],
    [
        "House: authority",
        "asked_by_other",
        "player p-1 may not ask for this; expected the platform",
        "o jogador p-1 não pode pedir isto; esperava-se a plataforma",
    ],
    [
        "R899 r.5",
        "die_lies",
        "the die lies: 4; expected this before the throw",
        "o dado mostra 4; esperava-se isto antes",
    ],
    ["R899 r.3", "throw_is_over", "the throw is over", "o lançamento terminou"],
    ["House: table", "no_throw", "there is no throw dado-1/9", "não há nenhum lançamento dado-1/9"],
    [
        "R899 r.6",
        "no_incident_to_void_for",
        "there is no incident power; expected one of the operator's system",
        "não há nenhum incidente power; esperava-se um com origem no sistema técnico de jogo",
    ],
]
RECOVERED: Final = {
    "en": [
        "Incident recover-66: 2 hands left open.",
        "  die:dado-1/3: voided",
        "  die:dado-2/1: settled",
        "The incident is closed.",
    ],
    "pt": [
        "Incidente recover-66: 2 jogadas em curso no momento da falha.",
        "  die:dado-1/3: é nula",
        "  die:dado-2/1: está liquidada",
        "O incidente está encerrado.",
    ],
}
DAY: Final = """\
Money of the day by game, EUR
                                  staked          paid      refunded    commission         gross   hands  void
  R899 the die                     27.00         24.00         10.00          0.00         -7.00       2     2
  in all                           27.00         24.00         10.00          0.00         -7.00       2     2
"""
DIA: Final = """\
Dinheiro do dia por jogo, EUR
                                apostado          pago   reembolsado      comissão  receita bruta  jogadas  nulas
  R899 dado                        27,00         24,00         10,00          0,00          -7,00        2      2
  ao todo                          27,00         24,00         10,00          0,00          -7,00        2      2
"""
COMPUTED_AGAIN: Final = """\
*** COMPUTED AGAIN ***
Came back, in EUR: won, returned and refunded
       recorded  recomputed
  p-1     20.00       20.00
  p-2      0.00        0.00  (who complains)
Decided by R899 r.7
Recomputed under rules revision 1: the same as recorded, up to version 7; this replay is on record at log index 83
"""
TOO_MUCH: Final = "tombo: refused under House: dispute: 10.01 EUR is more than p-2 can be owed of die:dado-1/1; expected 10.00 EUR at most\n"
NIGHT: Final = ("reconcile", "--day", "2026-07-14")


def test_the_door_refuses_by_name(house: House) -> None:
    """Each by its rule, in both languages: of the terms, the seat, the table, the bet, the throw and its end."""
    assert house.played["refused"] == REFUSED


def test_a_standstill_in_the_middle_is_recovered(house: House) -> None:
    """A throw whose die lies is settled; one without is void, and the bet goes back."""
    assert house.played["recovered"] == RECOVERED
    assert "Hands and rounds in play: none\nIncidents open: none\n" in house.said("status")


def test_it_verifies(house: House) -> None:
    """Against the checkpoint that was kept outside; the void that an officer signed is answered by his act."""
    said = house.said("verify", "--checkpoint", str(house.folder / "checkpoint"))
    assert re.fullmatch(r"OK: 81 entries, root \S+", said.splitlines()[0])
    assert said.splitlines()[1] == "Checkpoint from outside: size 81; unproven tail: 0 entries"


def test_a_changed_cent_is_found(fresh: House) -> None:
    """As in a round of any other game: ten euros that were paid are made ten euros and a cent."""
    with open_evidence(fresh.url) as store:
        (row,) = store.stream_rows("die:dado-1/1", gt=4, lte=5)
    forged = row.state.replace(b'"prize":1000', b'"prize":1001').hex()
    literal = f"x'{forged}'" if fresh.url.startswith("sqlite") else f"'\\x{forged}'"
    run_past(fresh.url, f"UPDATE stored_events SET state = {literal} WHERE notification_id = {row.index + 1}")
    ran = fresh.tombo("verify", "--checkpoint", str(fresh.folder / "checkpoint"))
    assert ran.status == 1
    assert ran.out.splitlines()[2] == (
        "  TAMPERED at 39 (body): the signature does not hold; the published tree has another hash for this entry"
    )


def test_the_night_ties(house: House) -> None:
    """What was staked, paid, refunded and won of the die, under its law and by its name."""
    told, dito = house.said(*NIGHT), house.pt(*NIGHT)
    assert told.startswith("2026-07-14: EVERYTHING TIES\n")
    assert DAY in told
    assert dito.startswith("2026-07-14: TUDO CONFERE\n")
    assert DIA in dito


def test_a_day_is_closed(fresh: House) -> None:
    """Its totals go on record under the name of its law, and the next night finds them again."""
    closed = fresh.tombo("--json", *NIGHT, "--close", "--staff", "s-1").document
    (total,) = closed["totals"]
    assert {name: total[name] for name in ("regulation", "staked", "paid", "refunded", "gross", "commission")} == {
        "regulation": "R899",
        "staked": 27_00,
        "paid": 24_00,
        "refunded": 10_00,
        "gross": -7_00,
        "commission": 0,
    }
    again = fresh.tombo("--json", *NIGHT).document
    assert again["closed"] is not None
    assert again["ties"]


def test_a_throw_is_disputed(fresh: House) -> None:
    """Computed again on record, bounded by what he can be owed of it, and paid within."""
    about = ("--about", "dado-1/1", "--claim", "the die was shaken")
    fresh.said("dispute", "open", "p-2", *about, "--staff", "s-2")
    assert fresh.said("dispute", "replay", "2026-0001", "--staff", "s-2").endswith(COMPUTED_AGAIN)
    given = ("--outcome", "accepted", "--rule", "R899 r.5", "--grounds", "so it was", "--staff", "s-3")
    too_much = fresh.tombo("dispute", "resolve", "2026-0001", *given, "--compensation", "10.01")
    assert (too_much.status, too_much.err) == (1, TOO_MUCH)
    fresh.said("dispute", "resolve", "2026-0001", *given, "--compensation", "5.00")
    dito = fresh.pt("dispute", "show", "2026-0001")
    assert dito.startswith("Reclamação 2026-0001 de p-2, sobre die:dado-1/1\n")
    assert dito.endswith("Fundamentos: so it was (R899 r.5)\nCompensação: 5,00 EUR, na conta de p-2\n")
    assert "compensation             -5.00\n" in fresh.said("book", "balance")
    assert fresh.said("verify").startswith("UNWITNESSED: 88 entries")


def _page(house: House, tmp_path: Path, *words: str) -> list[str]:
    """What stands on a page, line by line."""
    house.said(*words, "--html", str(tmp_path / "page.html"))
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    bare = re.sub(r"<[^>]+>", "\n", re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL))
    return [line.strip() for line in unescape(bare).splitlines() if line.strip()]


def _stands(page: list[str], *lines: str) -> bool:
    """Whether ``lines`` follow one another on a page."""
    return any(tuple(page[place : place + len(lines)]) == lines for place in range(len(page)))


def test_its_pages_are_in_both_languages(house: House, tmp_path: Path) -> None:
    """Of a throw, of a void one, of a player and of the night: the Portuguese, then the English."""
    page = _page(house, tmp_path, "round", "show", "die:dado-1/1")
    assert _stands(page, "Dado, par ou ímpar, a pagar a dobrar", "A die, even or odd, for even money")
    assert _stands(page, "p-1", "10,00", "10,00", "10,00", "0,00", "+10,00", "p-2", "5,00", "0,00", "0,00", "5,00")
    assert _stands(page, "p-2: perde 5,00 no ímpar (R899 r.7)", "p-2: loses 5.00 on odd (R899 r.7)")
    assert _stands(
        page,
        "Elementos essenciais da jogada: resultado e valores apostados (R899 r.14).",
        "Everything essential of the round: its result and what was staked (R899 r.14).",
    )
    void = _page(house, tmp_path, "round", "show", "die:dado-1/3")
    assert _stands(void, "Jogada nula (R899 r.6): as apostas são devolvidas aos jogadores")
    assert _stands(void, "Void (R899 r.6): bets go back to the players")
    his = _page(house, tmp_path, "player", "statement", "p-1")
    assert _stands(his, "Dado, par ou ímpar (R899)", "The die, even or odd (R899)", "3", "19,00", "12,00", "12,00")
    night = _page(house, tmp_path, *NIGHT)
    assert _stands(night, "R899 Dado, par ou ímpar", "R899 The die, even or odd")


def _throw(*events: EventBase) -> list[Any]:
    """The events of a throw with one bet of ten on even, and a four."""
    ruleset = {"hash": "00" * 32, "id": "die-1", "index": 10}
    opened = e.RoundOpened.model_validate({"number": 1, "ruleset": ruleset, "table": "dado-1", "terms": TERMS})
    return [opened, e.BetPlaced(amount=10_00, player="p-1", side="even"), e.DieThrown(face=4), *events]


def test_a_false_payment_is_told_with_both_amounts() -> None:
    """Computed again from the bet and the face: a cent too much, a bet that was kept, a void with a result."""
    right = e.Paid(player="p-1", prize=10_00, returned=10_00)
    assert differences(_throw(right, e.Settled())) == ()
    assert english(differences(_throw(right.model_copy(update={"prize": 10_01}), e.Settled()))) == (
        "die:dado-1/1: p-1, prize on even: recorded 10.01 EUR, recomputed 10.00 EUR (R899 r.7)",
    )
    assert english(differences(_throw(e.Collected(amount=10_00, player="p-1"), e.Settled()))) == (
        "die:dado-1/1: p-1, prize on even: recorded 0.00 EUR, recomputed 10.00 EUR (R899 r.7)",
        "die:dado-1/1: p-1, returned on even: recorded 0.00 EUR, recomputed 10.00 EUR (R899 r.7)",
        "die:dado-1/1: p-1, lost on even: recorded 10.00 EUR, recomputed 0.00 EUR (R899 r.7)",
    )
