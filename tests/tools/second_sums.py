"""Sums of a day, of a player and of refunds, from the exported entries alone: the standard library, and not a line of ours.

python second_sums.py BUNDLE: one JSON document. ``days``: by Lisbon day and regulation the money of the day; ``players``: by player and
regulation what he staked, won, got back and was refunded; ``refunds``: what went back because a hand, round or tournament was void or
cancelled. Cents of euro. Nothing is checked here but the sums: ``second_verifier.py`` says whether the entries are those that were signed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

HEADER = 131  # of an entry: format, key, previous, first, count, recorded, anchor, signature
RECORDED = 51  # where ``recorded`` stands in it
LATENESS = (
    15 * 60 * 1_000_000
)  # microseconds that a claim of time may be before it was recorded; an older one counts for nothing
POKER = {"holdem": "R806", "omaha": "R811", "sintetico": "R809"}
BANKED = {"blackjack": "R805", "sem_descarte": "R803"}


class Line(NamedTuple):
    """An entry: its place, the Lisbon day on which it happened, its stream without the type, and what it says."""

    at: int  # its log index
    day: str
    sort: str
    name: str
    kind: str
    event: Any


def lisbon(instant: int) -> str:
    """The day; an hour ahead of UTC from 01:00 UTC on the last Sunday of March to that of October."""
    utc = datetime.fromtimestamp(instant // 1_000_000, UTC)
    ends = [datetime(utc.year, month, 31, 1, tzinfo=UTC) for month in (3, 10)]
    since, until = (end - timedelta(days=(end.weekday() + 1) % 7) for end in ends)
    return (utc + timedelta(hours=since <= utc < until)).date().isoformat()


def leaves(bundle: Path) -> Iterator[bytes]:
    size = int((bundle / "checkpoint").read_text("utf-8").split("\n")[1])
    for number in range((size + 255) // 256):
        count, name, above = min(256, size - number * 256), f"{number % 1000:03}", number // 1000
        while above:
            name, above = f"x{above % 1000:03}/{name}", above // 1000
        data, at = (bundle / "tile/entries" / (name if count == 256 else f"{name}.p/{count}")).read_bytes(), 0
        for _ in range(count):
            end = at + 2 + int.from_bytes(data[at : at + 2], "big")
            yield data[at + 2 : end]
            at = end


def entries(bundle: Path) -> Iterator[Line]:
    for index, leaf in enumerate(leaves(bundle)):
        at = 2 + int.from_bytes(leaf[:2], "big") + 8
        at += 2 + int.from_bytes(leaf[at : at + 2], "big")
        recorded, body = int.from_bytes(leaf[at + RECORDED :][:8], "big"), json.loads(leaf[at + HEADER :])
        said, event = body["occurred"], body["event"]
        sort, _, name = body["stream"].partition(":")
        day = lisbon(said if said is not None and 0 <= recorded - said <= LATENESS else recorded)
        yield Line(index, day, sort, name, event["kind"].partition(".")[2].rpartition(".")[0], event)


class Sums:
    """What the entries come to."""

    def __init__(self) -> None:
        self.days: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self.players: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self.refunds: list[tuple[int, str, int]] = []
        self.game: dict[str, str] = {}  # the regulation of a table that plays for euro
        self.seats: dict[tuple[str, int], str] = {}  # table or round, seat: player
        self.fees: dict[str, dict[str, Any]] = {}  # tournament: its structure
        self.cups: defaultdict[str, dict[int, str]] = defaultdict(dict)  # tournament: entry, player
        self.stakes: Counter[str] = Counter()  # round of blackjack: what the house has not had or given back
        self.held: Counter[str] = Counter()  # tournament: prizes and bounties not given yet

    def add(self, line: Line) -> None:
        """One more entry; what moves no money of a game is passed by."""
        act = getattr(self, f"_{line.sort}", None)
        if act is not None:
            act(line, line.event)

    def _day(self, line: Line, game: str, **cents: int) -> None:
        self.days[line.day][game].update(cents)

    def _his(self, player: str, game: str, **cents: int) -> None:
        self.players[player][game].update(cents)

    def _void(self, line: Line, game: str, player: str, cents: int) -> None:
        self._his(player, game, refunded=cents)
        if cents:
            self.refunds.append((line.at, player, cents))

    def _table(self, line: Line, event: Any) -> None:
        table = line.name
        if line.kind == "opened" and event["terms"]["unit"]["currency"] == "EUR":
            self.game[table] = POKER[event["terms"]["variant"]]
        elif line.kind in {"player_seated", "stack_topped_up"} and table in self.game:
            if line.kind == "player_seated":
                self.seats[table, event["seat"]] = event["player"]
            taken, player = event["commission"], self.seats[table, event["seat"]]
            self._day(line, self.game[table], commission=taken, gross=taken)
            self._his(player, self.game[table], result=-taken)

    def _hand(self, line: Line, event: Any) -> None:
        table = line.name.rpartition("/")[0]
        game = self.game.get(table)
        if game is None:
            return
        player = self.seats.get((line.name, event.get("seat")), "")
        match line.kind:
            case "started":
                self.seats |= {(line.name, one["seat"]): one["player"] for one in event["seats"]}
            case "bet_placed" | "blind_posted":
                self._day(line, game, staked=event["paid"])
                self._his(player, game, staked=event["paid"])
            case "uncalled_bet_returned":
                self._day(line, game, staked=-event["amount"])
                self._his(player, game, staked=-event["amount"])
            case "pot_awarded":
                self._day(line, game, paid=event["amount"])
                self._his(player, game, won=event["amount"])
            case "commission_taken":
                self._day(line, game, commission=event["amount"], gross=event["amount"])
            case "settled":
                self._day(line, game, settled=1)
            case "voided":
                self._day(line, game, voided=1, refunded=sum(one["amount"] for one in event["refunds"]))
                for one in event["refunds"]:
                    self._void(line, game, self.seats[line.name, one["seat"]], one["amount"])

    def _banked(self, line: Line, event: Any) -> None:
        if line.kind == "opened" and event["terms"]["unit"]["currency"] == "EUR":
            terms = event["terms"]
            self.game[line.name] = BANKED.get(terms["game"]) or terms["regulation"]

    def _staked(self, line: Line, player: str, cents: int) -> None:
        game = self.game[line.name.rpartition("/")[0]]
        self._day(line, game, staked=cents)
        self._his(player, game, staked=cents)

    def _paid(self, line: Line, player: str, returned: int, prize: int) -> None:
        game = self.game[line.name.rpartition("/")[0]]
        self._day(line, game, paid=returned + prize, gross=-prize)
        self._his(player, game, returned=returned, won=prize)

    def _lost(self, line: Line, cents: int) -> None:
        self._day(line, self.game[line.name.rpartition("/")[0]], gross=cents)

    def _round(self, line: Line, event: Any) -> str | None:
        """The regulation of a round for euro, its end counted."""
        game = self.game.get(line.name.rpartition("/")[0])
        if game is not None and line.kind in {"settled", "voided"}:
            self._day(line, game, **{line.kind: 1})
        return game

    def _roulette(self, line: Line, event: Any) -> None:
        game = self._round(line, event)
        if game is None:
            return
        match line.kind:
            case "bet_placed":
                self._staked(line, event["player"], sum(chip["amount"] for chip in event["chips"]))
            case "collected":
                self._lost(line, sum(chip["amount"] for chip in event["chips"]))
            case "paid":
                back, prize = (sum(one[of] for one in event["payments"]) for of in ("returned", "prize"))
                self._paid(line, event["player"], back, prize)
            case "prisoner_lost":
                self._lost(line, event["prisoner"]["amount"])
            case "bet_released":
                self._paid(line, event["prisoner"]["player"], event["returned"], 0)
                self._lost(line, event["prisoner"]["amount"] - event["returned"])
            case "voided":
                self._day(line, game, refunded=sum(one["amount"] for one in event["refunds"]))
                for one in event["refunds"]:
                    self._void(line, game, one["player"], one["amount"])

    def _blackjack(self, line: Line, event: Any) -> None:
        game = self._round(line, event)
        if game is None:
            return
        match line.kind:
            case "bet_placed" | "decision_made":
                cents = event["amount" if line.kind == "bet_placed" else "paid"]
                self._staked(line, event["player"], cents)
                self.stakes[line.name] += cents
            case "collected":
                self._lost(line, event["amount"])
                self.stakes[line.name] -= event["amount"]
            case "paid":
                self._paid(line, event["player"], event["returned"], event["prize"])
                self.stakes[line.name] -= event["returned"]
            case (
                "voided"
            ):  # the house gives again what it had; a prize that was paid too early and comes back was never won
                given, taken = (sum(one[of] for one in event["refunds"]) for of in ("refunded", "taken_back"))
                self._day(line, game, refunded=given, paid=-taken, gross=self.stakes[line.name] - given + taken)
                for one in event["refunds"]:
                    self._void(line, game, one["player"], one["refunded"])
                    self._his(one["player"], game, won=-one["taken_back"])

    def _sem_descarte(self, line: Line, event: Any) -> None:
        game = self._round(line, event)
        if game is None:
            return
        player = self.seats.get((line.name, event.get("seat")), "")
        match line.kind:
            case "ante_placed":
                self.seats[line.name, event["seat"]] = event["player"]
                self._staked(line, event["player"], event["amount"])
            case "continued":
                self._staked(line, player, event["bet2"])
            case "collected":
                self._lost(line, event["amount"])
            case "paid":
                self._paid(line, player, event["returned"], event["ante_prize"] + event["bet2_prize"])
            case "voided":
                self._day(line, game, refunded=sum(one["amount"] for one in event["refunds"]))
                for one in event["refunds"]:
                    self._void(line, game, self.seats[line.name, one["seat"]], one["amount"])

    def _tournament(self, line: Line, event: Any) -> None:
        cup, kind = line.name, line.kind
        if kind == "announced":
            self.fees[cup] = event["structure"]
        of = self.fees[cup]
        fee = of["fee"] or {"prize": 0, "bounty": 0, "commission": 0}
        player = self.cups[cup].get(event.get("entry"), "")
        match kind:
            case "registered" | "reentered":
                again = event.get("player") or player
                self.cups[cup][event["entry"]] = again
                self._bought(line, again, fee)
            case "rebought" | "added_on":
                self._bought(line, player, {"bounty": 0, **of["rebuy" if kind == "rebought" else "addon"]})
            case "registration_cancelled":
                self._unbought(line, player, fee)
            case "overlay_added":
                self._day(line, "R810", borne=-event["amount"]["cents"])
                self.held[cup] += event["amount"]["cents"]
            case "prize_awarded" | "bounty_awarded":
                self._day(line, "R810", paid=event["amount"]["cents"])
                self._his(player, "R810", won=event["amount"]["cents"])
                self.held[cup] -= event["amount"]["cents"]
            case "ticket_awarded":
                self._day(line, "R810", paid=of["tickets"]["value"])
                self.held[cup] -= of["tickets"]["value"]
            case "cancelled":
                self._day(line, "R810", borne=self.held.pop(cup, 0))
            case "refunded":
                self._repaid(line, player, fee)

    def _bought(self, line: Line, player: str, fee: dict[str, Any]) -> None:
        """What buys into a tournament, or, below zero, out of it."""
        whole = fee["prize"] + fee["bounty"] + fee["commission"]
        self.held[line.name] += fee["prize"] + fee["bounty"]
        self._day(line, "R810", staked=whole, commission=fee["commission"], gross=fee["commission"])
        cash = line.event.get("ticket") is None
        self._his(player, "R810", staked=whole if cash else 0)

    def _unbought(self, line: Line, player: str, fee: dict[str, Any]) -> None:
        whole = sum(fee.values())
        self.held[line.name] -= whole - fee["commission"]
        self._day(line, "R810", refunded=whole, commission=-fee["commission"], gross=-fee["commission"])
        self._his(player, "R810", refunded=whole)

    def _repaid(self, line: Line, player: str, fee: dict[str, Any]) -> None:
        whole = sum(fee.values())
        value = whole if line.event["ticket"] else line.event["fee"]
        commission = fee["commission"] if value == whole else 0
        back = value + line.event["share"]
        self._day(line, "R810", refunded=back, commission=-commission, gross=-commission, borne=commission - back)
        self._void(line, "R810", player, line.event["fee"] + line.event["share"])


def sums(bundle: Path) -> dict[str, Any]:
    """What a bundle comes to; amounts that are nothing are left out."""
    found = Sums()
    for line in entries(bundle):
        found.add(line)
    kept = {
        name: {
            who: {game: {key: n for key, n in one.items() if n} for game, one in games.items() if any(one.values())}
            for who, games in of.items()
        }
        for name, of in (("days", found.days), ("players", found.players))
    }
    return {**kept, "refunds": found.refunds}


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(sums(Path(sys.argv[1])), sort_keys=True)}\n")
