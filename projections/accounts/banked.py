"""The banked games in the book: stakes, what is paid of them, and what the house gets or gives."""

from __future__ import annotations

from typing import Any, Final

from ledger.house.banked import regulation_of, table_of_round
from projections.accounts import holders as h
from projections.accounts.holders import NONE, Step, Transfer, Transfers
from projections.follow import Line


class BankedBook:
    """Rounds of tables in euro.

    ``kept``: the regulation of each table, empty where it plays for chips, and its last round; of the rounds of blackjack in play what is at stake, which a void may have to
    fill up again; and of those of póquer sem descarte who sits where.
    """

    def __init__(self, kept: dict[str, Any]) -> None:
        self.kept = kept or {"tables": {}, "seats": {}, "stakes": {}}
        self.steps: Final[dict[str, Step]] = {
            "banked.closed.v1": (self._closed, ()),
            "banked.opened.v1": (self._opened, ("terms",)),
            "banked.round_started.v1": (self._round_started, ("round",)),
            "blackjack.bet_placed.v1": (self._blackjack_bet, ("amount", "player")),
            "blackjack.collected.v1": (self._blackjack_collected, ("amount",)),
            "blackjack.decision_made.v1": (self._decision, ("paid", "player")),
            "blackjack.paid.v1": (self._blackjack_paid, ("player", "prize", "returned")),
            "blackjack.settled.v1": (self._over, ()),
            "blackjack.voided.v1": (self._blackjack_voided, ("refunds",)),
            "roulette.bet_imprisoned.v1": (self._imprisoned, ("prisoner",)),
            "roulette.bet_placed.v1": (self._spin_bet, ("chips", "player")),
            "roulette.bet_released.v1": (self._released, ("prisoner", "returned")),
            "roulette.collected.v1": (self._spin_collected, ("chips",)),
            "roulette.paid.v1": (self._spin_paid, ("payments", "player")),
            "roulette.prisoner_lost.v1": (self._prisoner_lost, ("prisoner",)),
            "roulette.voided.v1": (self._spin_voided, ("refunds",)),
            "sem_descarte.ante_placed.v1": (self._ante, ("amount", "player", "seat")),
            "sem_descarte.collected.v1": (self._collected, ("amount",)),
            "sem_descarte.continued.v1": (self._continued, ("bet2", "seat")),
            "sem_descarte.paid.v1": (self._sem_descarte_paid, ("ante_prize", "bet2_prize", "returned", "seat")),
            "sem_descarte.settled.v1": (self._over, ()),
            "sem_descarte.voided.v1": (self._sem_descarte_voided, ("refunds",)),
        }

    # Tables, and what every game has in common.

    def _opened(self, line: Line) -> Transfers:
        terms = line.event["terms"]
        self.kept["tables"][line.stream[7:]] = [regulation_of(terms) if terms.unit.currency == "EUR" else "", ""]
        return NONE

    def _round_started(self, line: Line) -> Transfers:
        table = self.kept["tables"].get(line.stream[7:])
        if table is not None:
            table[1] = line.event["round"]
        return NONE

    def _closed(self, line: Line) -> Transfers:
        self.kept["tables"].pop(line.stream[7:], None)
        return NONE

    def _house(self, line: Line) -> str | None:
        """The house of a round's table, None where it plays for chips."""
        table = self.kept["tables"].get(table_of_round(line.stream))
        return None if table is None or not table[0] else h.house(table[0])

    def _staked(self, line: Line, player: str, cents: int) -> Transfers:
        if not cents or self._house(line) is None:
            return NONE
        return ((h.transit(line.stream, line.version, player), h.stake(line.stream), cents, "stake"),)

    def _lost(self, line: Line, source: str, cents: int) -> Transfers:
        house = self._house(line)
        return ((source, house, cents, "lost"),) if cents and house else NONE

    def _paid(self, line: Line, player: str, returned: int, prize: int) -> Transfers:
        house = self._house(line)
        if house is None:
            return NONE
        through = h.transit(line.stream, line.version, player)
        back: Transfer = (h.stake(line.stream), through, returned, "stake returned")
        won: Transfer = (house, through, prize, "prize")
        return [one for one in (back, won) if one[2]]

    def _refunded(self, line: Line, refunds: list[tuple[str, int]]) -> list[Transfer]:
        if self._house(line) is None:
            return []
        return [
            (h.stake(line.stream), h.transit(line.stream, line.version, player), cents, "refund")
            for player, cents in refunds
            if cents
        ]

    def _over(self, line: Line) -> Transfers:
        self.kept["seats"].pop(line.stream, None)
        self.kept["stakes"].pop(line.stream, None)
        return NONE

    # Roulette (R804, R807).

    def _spin_bet(self, line: Line) -> Transfers:
        return self._staked(line, line.event["player"], sum(chip.amount for chip in line.event["chips"]))

    def _spin_collected(self, line: Line) -> Transfers:
        return self._lost(line, h.stake(line.stream), sum(chip.amount for chip in line.event["chips"]))

    def _spin_paid(self, line: Line) -> Transfers:
        payments = line.event["payments"]
        returned, prize = sum(one.returned for one in payments), sum(one.prize for one in payments)
        return self._paid(line, line.event["player"], returned, prize)

    def _imprisoned(self, line: Line) -> Transfers:
        if self._house(line) is None:
            return NONE
        return ((h.stake(line.stream), h.prison(line.stream), line.event["prisoner"].amount, "imprisoned"),)

    def _prisoner_lost(self, line: Line) -> Transfers:
        return self._lost(line, h.prison(line.stream), line.event["prisoner"].amount)

    def _released(self, line: Line) -> Transfers:
        prisoner, returned = line.event["prisoner"], line.event["returned"]
        if self._house(line) is None:
            return NONE
        through = h.transit(line.stream, line.version, prisoner.player)
        back: Transfer = (h.prison(line.stream), through, returned, "stake returned")
        return (back, *self._lost(line, h.prison(line.stream), prisoner.amount - returned))

    def _spin_voided(self, line: Line) -> Transfers:
        return self._refunded(line, [(back.player, back.amount) for back in line.event["refunds"]])

    # Blackjack (R805).

    def _blackjack_bet(self, line: Line) -> Transfers:
        self._at_stake(line, line.event["amount"])
        return self._staked(line, line.event["player"], line.event["amount"])

    def _decision(self, line: Line) -> Transfers:
        self._at_stake(line, line.event["paid"])
        return self._staked(line, line.event["player"], line.event["paid"])

    def _blackjack_collected(self, line: Line) -> Transfers:
        self._at_stake(line, -line.event["amount"])
        return self._collected(line)

    def _blackjack_paid(self, line: Line) -> Transfers:
        event = line.event
        self._at_stake(line, -event["returned"])
        return self._paid(line, event["player"], event["returned"], event["prize"])

    def _at_stake(self, line: Line, more: int) -> None:
        stakes = self.kept["stakes"]
        stakes[line.stream] = stakes.get(line.stream, 0) + more

    def _blackjack_voided(self, line: Line) -> Transfers:
        """By the letter what was decided before is undone too (R805 r.28): the house gives back what it had collected."""
        refunds, house = line.event["refunds"], self._house(line)
        left = self.kept["stakes"].get(line.stream, 0)
        self._over(line)
        if house is None:
            return NONE
        lacking = sum(back.refunded for back in refunds) - left
        filled: Transfer = (house, h.stake(line.stream), max(lacking, 0), "refund")
        kept: Transfer = (h.stake(line.stream), house, max(-lacking, 0), "lost")
        given = self._refunded(line, [(back.player, back.refunded) for back in refunds])
        undone: list[Transfer] = [
            (h.transit(line.stream, line.version, back.player), house, back.taken_back, "taken back")
            for back in refunds
        ]
        return [one for one in (filled, *given, *undone, kept) if one[2]]

    # Póquer sem descarte (R803).

    def _ante(self, line: Line) -> Transfers:
        event = line.event
        self.kept["seats"].setdefault(line.stream, {})[str(event["seat"])] = event["player"]
        return self._staked(line, event["player"], event["amount"])

    def _player(self, line: Line, seat: int) -> str:
        return str(self.kept["seats"].get(line.stream, {}).get(str(seat), ""))

    def _continued(self, line: Line) -> Transfers:
        return self._staked(line, self._player(line, line.event["seat"]), line.event["bet2"])

    def _sem_descarte_paid(self, line: Line) -> Transfers:
        event = line.event
        prize = event["ante_prize"] + event["bet2_prize"]
        return self._paid(line, self._player(line, event["seat"]), event["returned"], prize)

    def _collected(self, line: Line) -> Transfers:
        return self._lost(line, h.stake(line.stream), line.event["amount"])

    def _sem_descarte_voided(self, line: Line) -> Transfers:
        given = self._refunded(line, [(self._player(line, back.seat), back.amount) for back in line.event["refunds"]])
        self._over(line)
        return given
