"""A hand of poker played again from the French regulator's document alone: nothing of the ledger is asked, not even what a card is worth.

Written from the rules of the games and not from the program that records them. Amounts are cents, or chips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from xml.etree import ElementTree as ET

FLOP_STREET = {3: "flop", 4: "turn", 5: "river"}
BLINDS = {"small blind", "big blind"}


def units(written: str) -> int:
    """Cents of an amount with a point, or chips of one without."""
    return int(written.replace(".", ""))


def one(element: ET.Element, path: str) -> str:
    """The text of what has to be there."""
    found = element.findtext(path)
    assert found, path
    return found


@dataclass
class Chair:
    """A seat in the hand."""

    stack: int
    live: bool = True
    mucked: bool = False
    staked: int = 0
    """In the hand."""
    bet: int = 0
    """In the street."""
    acted: int | None = None
    """The bet to match when he last acted in the street."""
    cards: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)

    @property
    def able(self) -> bool:
        """Whether he may still bet."""
        return self.live and self.stack > 0


class Replayed:
    """A hand that is played again: what each seat is paid and gives of the commission, by the rules."""

    def __init__(self, game: ET.Element) -> None:
        self.info = dict(each.partition("=")[::2] for each in one(game, "Info").split())
        self.synthetic = self.info.get("sintetico")
        self.hole = 4 if one(game, "Regle").startswith("OM") else 2
        seats = {int(one(each, "Siege")): units(one(each, "Finance/CaveAvant")) for each in game.iter("Joueur")}
        button = int(self.info["bouton"])
        small, _, big = self.info["blinds"].partition("/")
        self.blinds = {"small blind": int(small), "big blind": int(big)}
        self.order = sorted(seats, key=lambda seat: (seat <= button, seat))
        """Clockwise from the left of the button."""
        self.chairs = {seat: Chair(seats[seat]) for seat in self.order}
        self.board: list[int] = []
        self.street, self.highest, self.last, self.voluntary, self.acts = "blinds", 0, self.order[-1], False, False
        self.big_blind: int = self.order[0]
        self.raiser: int | None = None
        """Who made the highest bet of the street."""
        self.totals: dict[str, int] = {}
        self.street_bets: dict[str, Counter[int]] = {}
        for each in game.iterfind("Jeu/Tour"):
            self._round(each)
        self.void = "annulee" in self.info
        self.pots: list[tuple[int, list[int]]] = []
        """What was divided, each with who might win it."""
        self.split = False
        """Whether a pot had several winners."""
        if not self.void:
            self._whole()

    def _round(self, each: ET.Element) -> None:
        self.street = name = each.attrib["name"]
        staked = self.street_bets[name] = Counter()
        if name == "first street":
            self._first_street()
        elif name not in {"blinds", "preflop", "reveal"}:
            self._next_street()
        if name == "preflop":
            self.voluntary = False
            if self.synthetic:
                for chair in self.chairs.values():
                    chair.acted = self.highest  # nobody owes anything until somebody straddles
        for action in each:
            self._action(name, action, staked)
        total = each.findtext("Total")
        assert (total is None) == (name == "reveal")
        self.totals[name] = 0 if total is None else units(total)

    def _next_street(self) -> None:
        assert self._due() is None, "the street before is not over"
        for chair in self.chairs.values():
            chair.bet, chair.acted = 0, None
        self.highest, self.voluntary = 0, False
        if not self.synthetic:
            self.last = self.order[-1]
        elif self.raiser is not None:
            self.last = self.order[self.order.index(self.raiser) - 1]  # who made the highest bet opens the next street
        self.raiser = None

    def _first_street(self) -> None:
        """Of the synthetic poker: blinds and straddles are its bets, and it begins left of the big blind."""
        assert self._due() is None, "a straddle is not answered"
        for chair in self.chairs.values():
            chair.acted = None
        self.last, self.raiser = self.big_blind, None

    def _action(self, street: str, action: ET.Element, staked: Counter[int]) -> None:
        told = action.findtext("Siege")
        seat = None if told is None else int(told)
        match action.tag, seat:
            case "Timestamp" | "Total", _:
                pass
            case "Draw", None:
                assert action.attrib == {"ouverte": "true", "commune": "true"}
                self.board.append(int(one(action, "Valeur")))
            case "Draw", int():
                self.chairs[seat].cards.append(int(one(action, "Valeur")))
            case "Reveal", int():
                self.chairs[seat].shown.append(int(one(action, "Valeur")))
            case "Fold", int() if street == "reveal":
                self.chairs[seat].mucked = True
            case "Fold" | "Check" | "Bet", int():
                self._acts(seat, action, staked)
            case _:
                raise AssertionError(action.tag)

    def _acts(self, seat: int, action: ET.Element, staked: Counter[int]) -> None:
        chair, name = self.chairs[seat], action.get("name", "")
        paid = units(one(action, "Valeur")) if action.tag == "Bet" else 0
        straddles = self.synthetic and self.street == "preflop" and name == "raise"
        if self.street != "blinds" and not straddles:
            assert self._due() == seat, "somebody else is to act"
        assert chair.able
        assert 0 <= paid <= chair.stack
        if name in BLINDS:
            assert paid == min(chair.stack, self.blinds[name])
        if action.tag == "Fold":
            chair.live = False
        elif action.tag == "Check":
            assert chair.bet == self.highest
        elif name not in BLINDS:
            self._sized(name, chair, paid)
            self.voluntary = True
        if name == "big blind":
            self.big_blind = seat
        elif chair.bet + paid > self.highest:
            self.raiser = seat
        chair.stack -= paid
        chair.staked += paid
        chair.bet += paid
        staked[seat] += paid
        self.highest = max(self.highest, chair.bet, self.blinds.get(name, 0))  # short of it, it is owed all the same
        self.last = seat
        if name not in BLINDS:
            chair.acted, self.acts = self.highest, True

    def _sized(self, name: str, chair: Chair, paid: int) -> None:
        """That a bet is what it is called."""
        total = chair.bet + paid
        assert (name == "allin") == (paid == chair.stack) or self.synthetic, name
        match name:
            case "bet":
                assert self.highest == 0
            case "call":
                assert total == self.highest
            case "raise":
                assert total > self.highest
            case _:
                assert name == "allin"

    def _due(self) -> int | None:
        """Who has to act: the next clockwise with chips who has not, or faces more than he did. Nobody, where nobody can answer him."""
        live = [chair for chair in self.chairs.values() if chair.live]
        able = [chair for chair in live if chair.able]
        if len(live) == 1 or not able or (len(able) == 1 and able[0].bet >= max(each.bet for each in live)):
            return None
        start = self.order.index(self.last) + 1
        for seat in (*self.order[start:], *self.order[:start]):
            chair = self.chairs[seat]
            if chair.able and (chair.acted is None or chair.acted < self.highest):
                return seat
        return None

    def _whole(self) -> None:
        """That the hand was played to its end with cards that can be."""
        live = [chair for chair in self.chairs.values() if chair.live]
        assert self._due() is None
        cards = [*self.board, *(card for chair in self.chairs.values() for card in chair.cards)]
        assert len(set(cards)) == len(cards)
        assert all(1 <= card <= 52 for card in cards)  # of a deck
        lost = [self.hole - len(chair.cards) for chair in self.chairs.values()]
        assert (min(lost) >= 0, sum(lost)) == (True, int(self.info.get("perdues", "0")))
        assert self.synthetic or not self.board or [*self.street_bets][-1] in {FLOP_STREET[len(self.board)], "reveal"}
        for chair in self.chairs.values():
            assert chair.shown in ([], chair.cards)
        if len(live) > 1:
            assert len(self.board) == 5  # the whole board
            assert all(chair.mucked == (not chair.shown) for chair in live)

    def uncalled(self) -> tuple[int, int]:
        """Whose bet nobody had matched, and by how much it was more; of a void hand, if an act had ended all betting before: then it was given back."""
        first, second = sorted((chair.staked, seat) for seat, chair in self.chairs.items())[:-3:-1]
        back = not self.void or (self.acts and self._due() is None)
        return first[1], first[0] - second[0] if back else 0

    def settled(self) -> tuple[Counter[int], Counter[int]]:
        """By seat: what he is paid, and what he gives of the commission."""
        top, excess = self.uncalled()
        staked = {seat: chair.staked - (excess if seat == top else 0) for seat, chair in self.chairs.items()}
        if self.void:
            return +Counter(staked), Counter()
        stuck = any(
            chair.live and chair.stack + (excess if seat == top else 0) == 0 for seat, chair in self.chairs.items()
        )
        paid, rake, left = Counter[int](), Counter[int](), self._most()
        self.pots = list(self._layers(staked))
        for amount, contenders in self.pots:
            winners = self._best(contenders)
            self.split |= len(winners) > 1
            net, whole = amount, 0
            if not stuck:
                whole, left = self._fee(amount, left)
                net -= whole
            for place, (seat, share) in enumerate(zip(winners, parts(net, len(winners)), strict=True)):
                fee = parts(whole, len(winners))[place]
                if stuck:
                    fee, left = self._fee(share, left)
                paid[seat] += share - fee if stuck else share
                rake[seat] += fee
        return +paid, +rake

    def _layers(self, staked: dict[int, int]) -> Iterator[tuple[int, list[int]]]:
        """Layers, each with who may win it: what folded players staked above the last one lies in the last."""
        levels = sorted({staked[seat] for seat, chair in self.chairs.items() if chair.live})
        for below, level in zip((0, *levels), levels, strict=False):
            top = max(staked.values()) if level == levels[-1] else level
            amount = sum(min(each, top) - min(each, below) for each in staked.values())
            if amount:
                yield amount, [seat for seat, chair in self.chairs.items() if chair.live and staked[seat] >= level]

    def _most(self) -> int | None:
        """The cap of the commission, for the hand."""
        _, _, cap = self.info.get("commission", "").partition("/")
        return int(cap) if cap else None

    def _fee(self, amount: int, left: int | None) -> tuple[int, int | None]:
        rate = int(self.info.get("commission", "0").partition("/")[0])
        fee = 0 if self._exempt() else amount * rate // 10_000
        fee = fee if left is None else min(fee, left)
        return fee, None if left is None else left - fee

    def _exempt(self) -> bool:
        """A hand that somebody wins unbet on the flop; by practice, before it too."""
        if self.synthetic or sum(chair.live for chair in self.chairs.values()) > 1 or self.voluntary:
            return False
        return len(self.board) == 3 or (not self.board and self.info["exemption"] == "practice")  # a flop

    def _best(self, contenders: list[int]) -> list[int]:
        if len(contenders) == 1:
            return contenders
        if "perdues" in self.info:  # of who did not show it is taken on trust that he won nothing
            contenders = [seat for seat in contenders if len(self.chairs[seat].cards) == self.hole]
        worth = {seat: max(map(self._worth, self._fives(self.chairs[seat].cards))) for seat in contenders}
        winners = [seat for seat in contenders if worth[seat] == max(worth.values())]
        assert not any(self.chairs[seat].mucked for seat in winners), "a winner did not show his cards"
        return winners

    def _fives(self, cards: list[int]) -> Iterator[Sequence[int]]:
        """The hands of five that may be made of the cards of a seat and the board."""
        both = self.hole == 4 or (self.synthetic is not None and self.synthetic[1] == "1")  # Omaha
        if not both:
            yield from combinations([*cards, *self.board], 5)
            return
        for own in combinations(cards, 2):
            for common in combinations(self.board, 3):
                yield (*own, *common)

    def _worth(self, five: Sequence[int]) -> tuple[int, list[int]]:
        """What five cards are worth, the higher the better: straight flush 8, four 7, full house 6, flush 5, straight 4, three 3, pairs 2 and 1."""
        ranks = sorted(((card - 1) % 13 + 1 for card in five), reverse=True)
        ranks = sorted((14 if rank == 1 else rank for rank in ranks), reverse=True)
        times = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        shape, by_times = [count for count, _ in times], [rank for _, rank in times]
        flush, high = len({(card - 1) // 13 for card in five}) == 1, self._straight(ranks)
        over = self.synthetic is not None and self.synthetic[2] == "1"
        if high:
            return (8 if flush else 4), [high]
        if flush:
            return (6 if over else 5), ranks[:1] if self.info["couleur"] == "letter" else ranks
        match shape:
            case [4, 1]:
                return 7, by_times
            case [3, 2]:
                return (5 if over else 6), by_times
            case [3, *_]:
                return 3, by_times
            case [2, 2, 1]:
                return 2, by_times
            case [2, *_]:
                return 1, by_times
            case _:
                return 0, by_times

    def _straight(self, ranks: list[int]) -> int:
        """The rank of its highest card; 0 of what is no straight."""
        if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4:  # five in a row
            return ranks[0]
        if ranks == [14, 5, 4, 3, 2]:
            return 5
        if self.synthetic is not None and self.synthetic[0] == "1" and ranks == [14, 11, 10, 9, 8]:
            return 11
        return 0


def parts(amount: int, count: int) -> list[int]:
    """An amount in equal parts, the odd units one each to the first."""
    return [amount // count + (place < amount % count) for place in range(count)]


def replayed_as_told(document: ET.Element) -> Replayed:
    """A document that is played again, and held against what it says of each player at the end."""
    game = Replayed(document)
    paid, rake = game.settled()
    top, excess = game.uncalled()
    for player in document.iter("Joueur"):
        seat, finance = int(one(player, "Siege")), player.find("Finance")
        assert finance is not None
        net, total = units(one(finance, "Net")), units(one(finance, "Total"))
        assert total == game.chairs[seat].staked - (excess if seat == top else 0)
        assert net + total == paid[seat]
        assert units(one(finance, "CaveAvant")) + net == units(one(finance, "CaveApres"))
        assert units(finance.findtext("Rake") or "0") == rake[seat]
    for name, staked in reversed(game.street_bets.items()):
        back = min(excess, staked[top])  # of the street in which he staked it, from the newest on
        excess -= back
        assert game.totals[name] == sum(staked.values()) - back, name
    assert excess == 0
    return game
