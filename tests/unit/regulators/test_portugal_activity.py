"""What was played, as the Portuguese regulator reads it: sums, balances and codes from the XML alone, held against the night's."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.tools.cli_run import inside
from tests.worlds.reported import DAY, GAMES, SETTINGS, Night, cents, chains, exported, texts, within
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.house.day.events import DayClosedV2
from tombo.ledger.seal.entry import unpack_time
from tombo.ledger.store import open_store
from tombo.reports.regulators.totals import Sums, meets

TRIPLETS = (
    ("a_saldo_ini", "a_valor", "a_saldo_fim", -1),
    ("g_saldo_ini", "g_ganho", "g_saldo_fim", 1),
    ("r_saldo_ini", "r_valor", "r_saldo_fim", 1),
)
ACCOUNT = (
    ("saldo_ini", "saldo_mov", "saldo_fim"),
    ("bonus_ini", "bonus_mov", "bonus_fim"),
    ("pinscr_ini", "pinscr_mov", "pinscr_fim"),
)


def players(night: Night) -> Iterator[ET.Element]:
    """The records of AJOG, in their order."""
    for file in night.of("AJOG"):
        yield from file[-1]


def operations(night: Night) -> Iterator[dict[str, str]]:
    """Every operation of the day."""
    for player in players(night):
        yield from map(texts, within(player, "apostas"))


def test_the_operations_come_to_the_day_as_it_was_closed(night: Night) -> None:
    """Game by game and to the cent, from the XML alone; what was staked and came back uncalled is in both sums of poker, and in neither total."""
    assert night.made.status == 0, night.made.err
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in operations(night):
        for name in ("a_valor", "g_ganho", "r_valor", "a_comissao"):
            found[one["cod_aptr_jog"]][name] += cents(one[name]) if one[name] else 0
    totals = {total["regulation"]: total for total in night.closed.document["totals"]}
    assert totals.keys() == found.keys() >= {"R803", "R804", "R805", "R806", "R809", "R810", "R811"}
    for game, total in totals.items():
        sums = found[game]
        assert (sums["g_ganho"], sums["a_comissao"]) == (total["paid"], total["commission"])
        assert sums["a_valor"] - sums["r_valor"] == total["staked"] - total["refunded"]
        if game in {"R803", "R804", "R805", "R810"}:
            assert sums["a_valor"] == total["staked"]
    assert sum(sums["a_valor"] for sums in found.values()) > 0


def test_the_summary_is_the_sum_of_the_operations(night: Night) -> None:
    """RESF, game by game in the order of regulations: with its name in law, its licence, and no liquidity of other countries."""
    (file,) = night.of("RESF")
    assert file.findtext("resumo_activ/data_fin") == DAY.replace("-", "")
    games = file.findall("resumo_activ/tipo_jogo")
    played = sorted({one["cod_aptr_jog"] for one in operations(night)})
    assert [game.findtext("licenca_exp") for game in games] == [f"00{GAMES.index(game)}" for game in played]
    assert games[0].findtext("descricao") == "Póquer sem descarte"
    for game, regulation in zip(games, played, strict=True):
        own = [one for one in operations(night) if one["cod_aptr_jog"] == regulation]
        for total, name in (
            ("total_apostas", "a_valor"),
            ("total_ganhos", "g_ganho"),
            ("total_reembolsos", "r_valor"),
            ("total_comissoes", "a_comissao"),
        ):
            assert cents(game.findtext(f"liq_int/{total}") or "") == sum(cents(one[name]) for one in own if one[name])
        assert game.findtext("liq_int/tipo_liq") == "0"


def test_every_triplet_is_exact(night: Night) -> None:
    """Before, moved, after: of each account, and of each operation, at the stack or the account. Where the bonus moves, the cash stands still."""
    moved: Counter[str] = Counter()
    for player in players(night):
        account = texts(within(player, "conta_jog"))
        for before, amount, after in ACCOUNT:
            assert cents(account[before]) + cents(account[amount]) == cents(account[after]) >= 0
        bonus = cents(account["bonus_mov"]) != 0
        for one in map(texts, within(player, "apostas")):
            for before, amount, after, sign in TRIPLETS:
                assert (one[before] == "") == (one[amount] == "") == (one[after] == "")
                if one[amount]:
                    moved["bonus" if bonus else "cash"] += 1
                    change = 0 if bonus else sign * cents(one[amount])
                    assert cents(one[before]) + change == cents(one[after]) >= 0
            assert (one["a_bonus"] != "") == (bonus and one["a_valor"] != "")
            if one["a_bonus"]:
                assert one["a_bonus"] == one["a_valor"]
                assert cents(one["a_bonus_ini"]) - cents(one["a_bonus"]) == cents(one["a_bonus_fim"]) >= 0
    assert moved["cash"] > 1000
    assert moved["bonus"] > 0


@pytest.mark.parametrize(("before", "after"), [("bonus_ini", "bonus_fim"), ("pinscr_ini", "pinscr_fim")])
def test_bonus_and_entries_won_chain_through_the_day(night: Night, before: str, after: str) -> None:
    """All that moves them is in AJOG: each record goes on from the one before, from nothing on."""
    held: Counter[str] = Counter()
    for player in players(night):
        account = texts(within(player, "conta_jog"))
        assert cents(account[before]) == held[account["codigo"]]
        held[account["codigo"]] = cents(account[after])
    assert held


def test_balances_of_an_account_chain_through_the_day_from_file_to_file(night: Night) -> None:
    """From nothing on: each record of AJOG or TRAN goes on from the one before, and in the end nobody's money is left over."""
    play: dict[str, list[tuple[int, int]]] = defaultdict(list)
    bank: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for player in players(night):
        account = texts(within(player, "conta_jog"))
        play[account["codigo"]].append((cents(account["saldo_ini"]), cents(account["saldo_fim"])))
    for record in night.records("TRAN"):
        bank[record["cod_conta"]].append((cents(record["saldo_ini"]), cents(record["saldo_fim"])))
    assert play
    for code in play.keys() | bank.keys():
        assert chains(0, play[code], bank[code]), code


def test_the_stack_of_a_seat_chains_through_its_hand(night: Night) -> None:
    """From what lay before the seat as the hand began; every bet, refund and pot goes on from the one before."""
    stacks: dict[tuple[str, str], int] = {}
    for one in operations(night):
        if one["cod_aptr_jog"] not in {"R806", "R809", "R811"}:
            continue
        key = one["cod_ficha"], one["posicao_mesa"]
        stack = stacks.setdefault(key, cents(one["nr_creditos"]))
        for before, amount, after, _ in TRIPLETS:
            if one[amount]:
                assert cents(one[before]) == stack
                stack = cents(one[after])
        stacks[key] = stack
    assert stacks


def test_codes_are_places_in_the_log_and_told_once(night: Night) -> None:
    """A slip is the entry that begins the event, a player's code in it an entry of it; no operation has the code of another."""
    log = {entry.index: entry for entry in night.log}
    told: Counter[tuple[str, str]] = Counter()
    for one in operations(night):
        begun = log[int(one["cod_ficha"], 36)]
        assert begun.version == 1
        assert begun.kind.partition(".")[0] in {"hand", "roulette", "blackjack", "sem_descarte", "table", "tournament"}
        own = log[int(one["cod_fichajog"], 36)]
        assert own.stream == begun.stream
        assert own.index > begun.index
        told[one["cod_ficha"], one["cod_opejog"]] += 1
        if one["id_sessao"]:
            assert log[int(one["id_sessao"])].kind == "access.opened.v1"
    assert set(told.values()) == {1}


def test_a_player_has_one_code_in_an_event_and_nobody_else_has_it(night: Night) -> None:
    """Also who sits down at a table again. Red before: he had another each time."""
    codes, whose, again = dict[tuple[str, str], str](), dict[str, tuple[str, str]](), set[tuple[str, str]]()
    seats: dict[tuple[str, str], str] = {}
    for player in players(night):
        who, bets = player.findtext("codjogador") or "", player.find("apostas")
        for one in map(texts, () if bets is None else bets):
            own = one["cod_ficha"], who
            assert codes.setdefault(own, one["cod_fichajog"]) == one["cod_fichajog"]
            assert whose.setdefault(one["cod_fichajog"], own) == own
            if seats.setdefault(own, one.get("id_inscricao", "")) != one.get("id_inscricao", ""):
                again.add(own)
    assert again


def test_every_bet_says_who_was_logged_on_and_from_where(night: Night) -> None:
    """Everybody is registered here; an address of version 6 stands where it has 15 characters or less."""
    assert all(one["id_sessao"] and re.fullmatch(r"PT-\d\d", one["ip_regiao"]) for one in operations(night))
    assert {":" in one["ip_jogador"] for one in operations(night)} == {True, False}
    assert {record["id_sessao"] for record in night.records("SESS")} >= {one["id_sessao"] for one in operations(night)}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (SETTINGS.replace('R806 = "003"\n', ""), "no licence is set for the games of R806"),
        (
            SETTINGS.replace('R806 = "003"', 'R806 = "123456789012345"'),
            "licenca_exp has 14 characters and the value 15",
        ),
        (SETTINGS + '[games]\nR806 = ""\n', "games.R806"),
    ],
    ids=["no licence", "long licence", "no name"],
)
def test_a_summary_that_cannot_be_made_leaves_nothing(night: Night, settings: str, says: str) -> None:
    """Not even the files of the hours."""
    with inside(night.folder):
        Path("other.toml").write_text(settings, encoding="utf-8")
        ran = exported("--day", DAY, "--out", "none", "--settings", "other.toml")
        assert (ran.status in {1, 2}, says in ran.err) == (True, True), ran.err
        assert not Path("none").exists()


@pytest.mark.usefixtures("the_next_day")
def test_a_day_that_is_not_closed_is_not_told(tmp_path: Path) -> None:
    """What to do is said; an hour of it can be told all the same, for the regulator wants it hourly."""
    night = Night(tmp_path, close=False)
    assert (night.made.status, f"tombo reconcile --day {DAY} --close" in night.made.err) == (1, True), night.made.err
    with inside(tmp_path):
        assert not Path("files").exists()
        assert exported("--hour", "2026102501", "--out", "hour").status == 0


@pytest.mark.parametrize("name", ["bets", "won", "back", "fees"])
def test_a_cent_between_the_files_and_the_closed_day_is_refused(night: Night, name: str) -> None:
    """In whichever sum of whichever game, and in a game that is in one of them alone; what nobody had matched changes nothing by itself."""
    with open_store(f"sqlite:///{night.folder}/ledger.db", read_only=True) as store:
        (row,) = store.stream_rows(f"day:{DAY}")
    event = DayClosedV2.model_validate_json(json.dumps(json.loads(unpack_time(row.state)[1])["event"]))
    sums = {
        total.regulation: Sums(total.staked + 7, total.paid, total.refunded + 7, 7, total.commission)
        for total in event.totals
    }
    meets(event, sums)
    for game, right in sums.items():
        wrong = right._replace(**{name: getattr(right, name) + 1})
        with pytest.raises(NotReportableError, match=f"{DAY}, {game}"):
            meets(event, {**sums, game: wrong})
    with pytest.raises(NotReportableError, match=f"{DAY}, R807"):
        meets(event, {**sums, "R807": Sums(**{name: 1})})
    with pytest.raises(NotReportableError, match=f"{DAY}, R803"):
        meets(event, {game: of for game, of in sums.items() if game != "R803"})
