"""What ANJ's documents of a day come to, from the XML alone: to the cent what the night closed the day with; and balances that go on."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from tests.tools.replayed_game import units
from tests.worlds.reported import Night
from tests.worlds.told_to_anj import TOTALS, Told, documents, told_night, totals_of
from tombo.ledger.core.entry import Entry

pytestmark = pytest.mark.corpus
POKER = {"R806", "R809", "R810", "R811"}
MONEY = ("POINSCRIT", "POACHAT", "POGAIN", "POBILAN", "POANNUL")
OUT = {"POINSCRIT", "POACHAT"}


@pytest.fixture(scope="module")
def told(night: Night) -> list[Told]:
    """The documents of the night's day."""
    return list(documents(told_night(night)))


def test_the_documents_come_to_the_day_as_it_was_closed(night: Night, told: list[Told]) -> None:
    """Game by game and to the cent: staked, paid, given back, commission. The rest of the day is against the house, and left out."""
    found = totals_of(told)
    closed = {total["regulation"]: total for total in night.closed.document["totals"]}
    assert found.keys() == POKER == closed.keys() & POKER
    assert closed.keys() > POKER
    for game in POKER:
        assert {name: found[game][name] for name in TOTALS} == {name: closed[game][name] for name in TOTALS}, game
    assert all(found[game]["staked"] > 0 for game in POKER)


def test_every_triplet_is_exact(told: list[Told]) -> None:
    """Before, moved without a sign, after: down for what is bought, up for what is won or comes back."""
    kinds = Counter[str]()
    for each in told:
        if each.root.tag in MONEY:
            before, moved, after = (units(each.text(f"Solde{name}")) for name in ("Avant", "Mouvement", "Apres"))
            assert moved >= 0
            assert after - before == (-moved if each.root.tag in OUT else moved), each.name
            kinds[each.root.tag] += 1
    assert kinds.keys() >= {"POINSCRIT", "POACHAT", "POBILAN", "POANNUL"}


def test_balances_go_on_from_document_to_document(night: Night, told: list[Told]) -> None:
    """Each begins with what the one before left, but for what moved the account outside poker: deposits, games against the house."""
    held: dict[str, int] = {}
    whose: dict[int, Entry] = {entry.index: entry for entry in night.log}
    registered = {
        entry.index: entry.stream.partition(":")[2] for entry in night.log if entry.kind == "registration.made.v1"
    }
    outside: dict[str, list[tuple[int, int]]] = defaultdict(list)
    told_of = {int(each.text("IDEvt")) for each in told}
    for entry in night.log:
        if entry.stream.startswith("account:") and entry.index not in told_of:
            outside[entry.stream.partition(":")[2]].append((entry.index, _cash(entry)))
    for each in told:
        if each.root.tag not in MONEY:
            continue
        player, at = registered[int(each.text("IDJoueur"))], int(each.text("IDEvt"))
        assert whose[at].event.player == player if whose[at].kind.startswith("table") else True
        before = held.get(player, 0) + sum(moved for index, moved in outside[player] if index < at)
        outside[player] = [(index, moved) for index, moved in outside[player] if index > at]
        assert units(each.text("SoldeAvant")) == before, each.name
        held[player] = units(each.text("SoldeApres"))
    assert len(held) > 10


def _cash(entry: Entry) -> int:
    """What an entry of an account does to its cash."""
    event, sign = entry.event, 1
    if entry.kind in {"account.debited.v1", "account.credited.v1"} and event.wallet == "bonus":
        return 0
    if entry.kind in {
        "account.withdrawn.v1",
        "account.debited.v1",
        "account.adjusted_down.v1",
        "account.compensation_reversed.v1",
    }:
        sign = -1
    elif entry.kind not in {
        "account.deposited.v1",
        "account.credited.v1",
        "account.adjusted_up.v1",
        "account.compensated.v1",
        "account.bonus_converted.v1",
        "account.ticket_converted.v1",
    }:
        return 0
    return sign * int(event.amount.cents)


def test_stacks_go_on_from_what_was_bought_to_what_is_taken_away(told: list[Told]) -> None:
    """Of every *inscription* at a table: what was bought, less the commission of it, each hand from the one before, and what he left with."""
    stacks: dict[str, int] = {}
    left = Counter[str]()
    for each in told:
        kind = each.root.tag
        if kind == "POJEU" and each.root.find(".//Unite") is None:
            for player in each.root.iter("Joueur"):
                name = player.findtext("Inscription") or ""
                assert units(player.findtext("Finance/CaveAvant") or "") == stacks[name], each.name
                stacks[name] = units(player.findtext("Finance/CaveApres") or "")
        elif kind == "POINSCRIT" and each.text("Format") == "CG":
            stacks[each.text("Inscription")] = _bought(each)
        elif kind == "POACHAT" and each.text("Inscription") in stacks:
            stacks[each.text("Inscription")] += _bought(each)
        elif kind == "POBILAN" and each.text("Inscription") in stacks:
            assert stacks.pop(each.text("Inscription")) == units(each.text("SoldeMouvement")), each.name
            left["with" if units(each.text("SoldeMouvement")) else "without"] += 1
    assert stacks == {}
    assert left.keys() == {"with", "without"}


def _bought(each: Told) -> int:
    return units(each.text("SoldeMouvement")) - units(each.info().get("commission", "0"))


def test_numbers_are_places_in_the_log(night: Night, told: list[Told]) -> None:
    """Of a player his registration, of a session the access, of an *inscription* the entry by which he came, of a table what opened it."""
    kinds = {entry.index: entry.kind for entry in night.log}
    for each in told:
        for player in [each.root, *each.root.iter("Joueur")]:
            if player.find("IDJoueur") is not None:
                assert kinds[int(player.findtext("IDJoueur") or "")] == "registration.made.v1"
                came = kinds[int(player.findtext("Inscription") or "")]
                assert came in {"table.player_seated.v1", "tournament.registered.v1", "tournament.reentered.v1"}
        if each.root.find("IDSession") is not None:
            assert kinds[int(each.text("IDSession"))] == "access.opened.v1"
        tech = kinds[int(each.text("Tech"))]
        assert tech in {"table.opened.v1", "tournament.announced.v1"}
        if each.root.tag == "POJEU":
            assert kinds[int(each.info()["main"])] == "hand.started.v1"
            assert kinds[int(each.text("Pool"))] in {"table.opened.v1", "table.tournament_opened.v1"}


def test_every_hand_that_ended_is_told_once(night: Night, told: list[Told]) -> None:
    """Counted from the entries: every hand settled or void of which something was done, and no other."""
    over = {entry.index: entry.stream for entry in night.log if entry.kind in {"hand.settled.v1", "hand.voided.v1"}}
    staked = {entry.stream for entry in night.log if entry.kind == "hand.blind_posted.v1"}
    due = {index for index, stream in over.items() if stream in staked}
    assert {int(each.text("IDEvt")) for each in told if each.root.tag == "POJEU"} == due
