"""Every transcript of the rules of tournaments, told to the Danish regulator: purchases, prizes and what is given back are those of the book."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from tests.transcripts.languages import FOLDER
from tests.unit.regulators.test_portugal_every_rule import ELSEWHERE, NOW, in_book, lines
from tests.worlds.reported_denmark import SETTINGS, amount, total
from tests.worlds.tournament import CUP, structure
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.money import Money
from tombo.ledger.games.every import GAMES
from tombo.ledger.games.tournament import events as cup
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.projections.line import AnyLine, Line
from tombo.reports.regulators.denmark.ended import end_values, winners
from tombo.reports.regulators.denmark.play import DanishDay, DanishPurchase
from tombo.reports.regulators.denmark.records import DanishRecords
from tombo.reports.regulators.denmark.settings import danish_settings
from tombo.reports.regulators.known import Balances, MovedBalances
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.plays import Acted, Playing
from tombo.reports.regulators.tournaments import TournamentTold, tournament_of

RULES: Final = "r810"


def day_of(found: list[AnyLine]) -> DanishDay:
    """All of a transcript as one day; what it begins with was won elsewhere."""
    day = DanishDay()
    for line in found:
        if line.kind not in day.day.reads:
            continue
        if getattr(line.event, "cause", None) == ELSEWHERE[0]:
            day.day.known.step(line)
            continue
        for acted in day.day.step(line, wanted=True):
            day.tells(acted)
    return day


def fields(xml: str) -> dict[str, str]:
    """The elements of a record, by name."""
    return {each.tag: each.text or "" for each in ET.fromstring(xml).iter()}


def ends(records: DanishRecords, found: list[AnyLine]) -> dict[str, ET.Element]:
    """By its stream, the record of the end of each tournament that is over."""
    streams, over = defaultdict[str, list[AnyLine]](list), dict[str, ET.Element]()
    for line in found:
        if line.stream.startswith("tournament:"):
            streams[line.stream].append(line)
    for stream, own in streams.items():
        told = tournament_of(own)
        if told is not None:
            over[stream] = ET.fromstring(records.finished(told))
    return over


def agree_with_entries(own: list[AnyLine], end: ET.Element) -> int:
    """What the operator added, and who takes part, are what its entries say; how many of these had qualified elsewhere."""
    figures = {each.tag: each.text or "" for each in end.iter()}
    added = sum(line.event.amount.cents for line in own if line.kind == "tournament.overlay_added.v1")
    assert amount(figures["PokerTilføjetPrizepool"]) == added
    entered = {line.event.entry: line.event for line in own if line.kind == "tournament.registered.v1"}
    for line in own:
        if line.kind == "tournament.registration_cancelled.v1":
            del entered[line.event.entry]
    assert int(figures["PokerAntalSpillereTotal"]) == len({each.player for each in entered.values()})
    qualified = {each.player for each in entered.values() if each.funding == "ticket"}
    assert int(figures["PokerAntalSpillereKval"]) == len(qualified)
    return len(qualified)


def agree(sold: list[DanishPurchase], records: DanishRecords, end: ET.Element) -> None:
    """The figures of the end of a tournament are those of its purchases, and of its winners."""
    told = [fields(records.purchase(each, each.instant)) for each in sold]
    figures = {each.tag: each.text or "" for each in end.iter()}
    pool = sum(amount(figures[f"Poker{name}TillIndh"]) for name in ("BuyIn", "Rebuy", "Addon"))
    assert amount(figures["PokerFeeTillIndh"]) == total(told, "PokerKøbFee")
    assert pool == total(told, "PokerKøbBeløb") - total(told, "PokerKøbFee")
    counts = Counter(one["PokerKøbType"] for one in told if "SpilAnnullering" not in one)
    given_back = {one["SpilTransaktionIdentifikation"] for one in told if "SpilAnnullering" in one}
    bought = {one["SpilTransaktionIdentifikation"] for one in told if "SpilAnnullering" not in one}
    assert given_back <= bought
    assert len(bought) == sum(counts.values())
    assert int(figures["PokerBuyinAntalTotal"]) == counts["buyin"] - len(given_back)
    assert int(figures["PokerRebuyAntalTotal"]) == counts["rebuy"]
    assert int(figures["PokerAddonAntalTotal"]) == counts["addon"]
    winners = [{each.tag: each.text or "" for each in winner} for winner in end.iter("Vinder")]
    assert {one["SpilTransaktionIdentifikation"] for one in winners} <= bought
    assert total(winners, "SpilGevinstSpil") == amount(figures["PokerGevinstTotal"])


def test_the_purchases_of_every_rule_come_to_what_the_book_says() -> None:
    """Cash and tickets, rebuys, add-ons and reentries; given back whole, as a ticket, and as a share by chips."""
    settings, seen, of = danish_settings(SETTINGS.encode(), "test"), Counter[str](), layout("denmark", "v2")
    for path in sorted((FOLDER / RULES).glob("*.txt")):
        found = list(lines(f"{RULES}/{path.name}"))
        day = day_of(found)
        players = {acts.player for sold in day.purchases.values() for acts in sold.values()}
        records = DanishRecords(of, settings, {name: number for number, name in enumerate(sorted(players), 1)})
        over, prizes, stakes, fees = ends(records, found), 0, 0, 0
        for stream in day.purchases:
            sold = day.bought(stream)
            stakes += sum(each.bought.amount for each in sold)
            fees += sum(each.bought.fee for each in sold)
            seen.update(each.bought.bought_as for each in sold if not each.bought.given_back)
            seen.update("given back" for each in sold if each.bought.given_back)
            seen.update(each.kind for each in sold)
            if stream in over:
                agree(sold, records, over[stream])
                own = [line for line in found if line.stream == stream]
                seen["qualified"] += agree_with_entries(own, over[stream])
                seen.update(line.kind for line in own)
                prizes += sum(amount(one.findtext("SpilGevinstSpil", "")) for one in over[stream].iter("Vinder"))
        totals = {each.regulation: each for each in in_book(found).told()}
        if "R810" in totals:
            due = totals["R810"]
            assert (stakes, fees) == (due.staked - due.refunded, due.commission), path.name
            assert prizes == due.paid or set(over) != set(day.purchases), path.name
            seen["transcripts"] += 1
            seen["prizes"] += prizes > 0
    kinds = ("tournament.reentered.v1", "tournament.overlay_added.v1", "tournament.registration_cancelled.v1")
    for name in ("addon", "buyin", "rebuy", "given back", "qualified", "prizes", "transcripts", *kinds):
        assert seen[name] > 0, name


def told(*events: cup.TournamentEvent) -> list[AnyLine]:
    """A tournament of these events, the first at log index 1."""
    return [Line(index, f"tournament:{CUP}", index, each.kind, None, NOW, each) for index, each in enumerate(events, 1)]


def test_who_enters_again_is_one_player_with_two_purchases() -> None:
    """Each entry wins for itself, under the id by which it was bought."""
    announced = cup.Announced(reference="SRIJ/2026/9", structure=structure())
    entered = cup.Registered(entry=1, funding="cash", player="p-1", session="s-1", ticket=None)
    again = cup.Reentered(entry=2, player="p-1", session="s-1")
    won = cup.PrizeAwarded(amount=Money(2_000), entry=2, place=1, place_last=1)
    found = told(announced, entered, again, won, cup.Finished(stacks=[]))
    slip = GAMES["tournament"].slip(CUP, announced)
    assert slip is not None
    acts = tuple((line, each) for line in found[1:] for each in slip.step(line.event))
    entries = (EntryState(1, "p-1", "s-1", "cash"), EntryState(2, "p-1", "s-1", "cash", again=True))
    state = Tournament(announced.structure, announced.reference, entries)
    ended = TournamentTold(found[0], None, found[-1], slip.head, state, acts)
    figures = end_values(ended)
    assert (figures["PokerAntalSpillereTotal"], figures["PokerBuyinAntalTotal"]) == ("1", "2")
    assert (figures["PokerBuyInTotal"], figures["PokerFeeTotal"]) == ("20.00", "2.00")
    assert winners(ended) == [("p-1", "3", 2_000)]


def test_a_ticket_and_a_share_that_come_back_together_are_one_record() -> None:
    """One entry gives both (R810 r.36-37): an id may stand a second time for what cancels, and no third."""
    stream, money = f"tournament:{CUP}", MovedBalances("p-1", Balances(), Balances())
    announced = cup.Announced(reference="SRIJ/2026/9", structure=structure())
    entered = cup.Registered(
        entry=1, funding="ticket", player="p-1", session="s-1", ticket=cup.UsedTicket(freeroll=False, id="t-1")
    )
    back = cup.Refunded(entry=1, fee=0, share=483, ticket="t-1")
    first, second, third = told(announced, entered, back)
    slip = GAMES["tournament"].slip(stream, announced)
    assert slip is not None
    day, playing = DanishDay(), Playing(first, slip)
    day.day.known.step(second)
    for line in (second, third):
        for number, acts in enumerate(slip.step(line.event)):
            day.tells(Acted(playing, line, acts, None, number, False, money))  # noqa: FBT003  # a tuple of many
    sold = day.bought(stream)
    assert [(each.place, each.bought.amount, each.bought.fee, each.bought.given_back) for each in sold] == [
        (2, 1_100, 100, False),
        (2, -1_100 - 483, -100, True),
    ]


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(cup.PrizeAwarded(amount=Money(2_000), entry=7, place=1, place_last=1), id="of no entry"),
        pytest.param(cup.LevelStarted(level=4, until=None), id="at no time for it"),
    ],
)
def test_what_cannot_follow_in_a_tournament_is_refused_by_its_place(forged: cup.TournamentEvent) -> None:
    """Whether the slip meets it or the tournament: only who has the event key seals such an entry."""
    announced = cup.Announced(reference="SRIJ/2026/9", structure=structure())
    entered = cup.Registered(entry=1, funding="cash", player="p-1", session="s-1", ticket=None)
    found = told(announced, entered, forged, cup.Finished(stacks=[]))
    with pytest.raises(OutOfPlaceError, match=f"TAMPERED: {forged.kind} at log index 3 cannot follow"):
        tournament_of(found)
