"""The games against the house in the book: stakes, what is paid of them, and what the house gets or gives."""

from __future__ import annotations

from typing import Final

from typing_extensions import TypedDict

from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import BANKED_GAMES, BANKED_MONEY
from tombo.ledger.terms.every import BankedTerms, regulation_of
from tombo.ledger.terms.unit import BonusUse
from tombo.projections.accounts import holders as h
from tombo.projections.accounts.holders import NONE, Transfer, Transfers
from tombo.projections.line import Line, LineStep, Nothing, on

_SEATS: Final = frozenset(game.seats for game in BANKED_GAMES.values() if game.seats is not None)
_UNDOING: Final = frozenset(kind.partition(".")[0] for kind, moved in BANKED_MONEY.items() if moved.undoes)
"""The games whose voids may give back what was decided before: of their rounds it is known what is at stake."""
_FILLS: Final = frozenset(kind for kind in BANKED_MONEY if kind.partition(".")[0] in _UNDOING)
_ENDS: Final = frozenset(kind for kind, moved in BANKED_MONEY.items() if "refunded" in moved.whats)
_AT_STAKE: Final = {"staked": 1, "returned": -1, "lost": -1}
_TOLD: Final = ("staked", "imprisoned", "returned", "prize", "refunded", "taken_back", "lost")
_ORDER: Final = {what: place for place, what in enumerate(_TOLD)}
"""In which order the transfers of an entry are told; what is waived moves nothing."""
_CHIPS: Final = ("", "", "")
"""What is kept of a table that plays for chips."""
_Sums = dict[tuple[str, str, bool], int]
"""By player, what becomes of it, and whether an earlier round left it: the cents."""


class KeptRounds(TypedDict):
    """What is kept of rounds that play for euro, and of their tables."""

    players: dict[str, dict[str, list[int]]]
    """By table who is there, each with his seats, 0 at a wheel."""
    seats: dict[str, dict[str, str]]
    """By round in play, where its entries name seats: who sits there."""
    stakes: dict[str, int]
    """By round in play, what is at stake, where a void may have to fill it up again."""
    tables: dict[str, list[str]]
    """By table the regulation, empty where it plays for chips; the last round; when bonus is staked there, empty for never."""


class _Opened(TypedDict):
    terms: BankedTerms


class RoundBegun(TypedDict):
    """Of the beginning of a round: its stream."""

    round: str


class _Joined(TypedDict):
    player: str
    seat: int | None


class _Taken(TypedDict):
    player: str
    seat: int


class BankedBook:
    """Rounds of tables in euro."""

    def __init__(self, kept: KeptRounds | None) -> None:
        self.kept: KeptRounds = kept or {"tables": {}, "players": {}, "seats": {}, "stakes": {}}
        self.steps: Final[dict[str, LineStep[Transfers]]] = {
            "banked.closed.v1": on(Nothing, self._closed),
            "banked.opened.v1": on(_Opened, self._opened),
            "banked.player_joined.v1": on(_Joined, self._joined),
            "banked.player_left.v1": on(_Joined, self._parted),
            "banked.round_started.v1": on(RoundBegun, self._round_started),
            **{kind: LineStep(self._moved, moved.fields) for kind, moved in BANKED_MONEY.items()},
            **{kind: on(_Taken, self._taken, BANKED_MONEY[kind].fields) for kind in _SEATS},
            **{f"{game}.settled.v1": on(Nothing, self._over) for game in BANKED_GAMES},
        }

    def _opened(self, line: Line[_Opened]) -> Transfers:
        terms = line.event["terms"]
        regulation = regulation_of(terms) if terms.unit.currency == "EUR" else ""
        self.kept["tables"][line.stream[7:]] = [regulation, "", terms.bonus or ""]
        return NONE

    def _round_started(self, line: Line[RoundBegun]) -> Transfers:
        table = self.kept["tables"].get(line.stream[7:])
        if table is not None:
            table[1] = line.event["round"]
        return NONE

    def _joined(self, line: Line[_Joined]) -> Transfers:
        event = line.event
        self.kept["players"].setdefault(line.stream[7:], {}).setdefault(event["player"], []).append(event["seat"] or 0)
        return NONE

    def _parted(self, line: Line[_Joined]) -> Transfers:
        event, there = line.event, self.kept["players"].get(line.stream[7:], {})
        seats = [seat for seat in there.pop(event["player"], ()) if seat != (event["seat"] or 0)]
        if seats:
            there[event["player"]] = seats
        return NONE

    def _closed(self, line: Line[Nothing]) -> Transfers:
        self.kept["tables"].pop(line.stream[7:], None)
        self.kept["players"].pop(line.stream[7:], None)
        return NONE

    def bonus_use(self, table: str) -> BonusUse | None:
        """When bonus is staked at a table, by its name; None where it never is."""
        use = (self.kept["tables"].get(table) or _CHIPS)[2]
        return use if use in {"first", "last"} else None  # type: ignore[return-value]  # the two there are

    def _house(self, line: Line[object]) -> str | None:
        """The house of a round's table, None where it plays for chips."""
        regulation, _, _ = self.kept["tables"].get(table_of(line.stream)) or _CHIPS
        return f"house:{regulation}" if regulation else None

    def _over(self, line: Line[object]) -> Transfers:
        self.kept["seats"].pop(line.stream, None)
        self.kept["stakes"].pop(line.stream, None)
        return NONE

    def _taken(self, line: Line[_Taken]) -> Transfers:
        """A bet that says whose the seat is, which the entries after it name alone."""
        self.kept["seats"].setdefault(line.stream, {})[str(line.event["seat"])] = line.event["player"]
        return self._moved(line)

    def _moved(self, line: Line[object]) -> Transfers:
        """What an entry of a round moves: one transfer for each player and what becomes of it."""
        kind, sums = line.kind, self._summed(line)
        filled = self._filled(line, sums) if kind in _FILLS else NONE
        if kind in _ENDS:
            self._over(line)
        house = self._house(line)
        if house is None:
            return NONE
        parts = sums if len(sums) == 1 else sorted(sums, key=lambda part: _ORDER[part[1]])
        told = [_transfer(line, house, part, cents) for part in parts if (cents := sums[part])]
        if not filled:
            return told
        return [*filled, *told] if filled[0][3] == "refund" else [*told, *filled]

    def _summed(self, line: Line[object]) -> _Sums:
        sums: _Sums = {}
        for who, what, amount, held in BANKED_MONEY[line.kind].flows(line.event):
            if what != "waived":
                player = who if isinstance(who, str) else self.kept["seats"].get(line.stream, {}).get(str(who), "")
                part = player, what, held
                sums[part] = sums[part] + amount if part in sums else amount
        return sums

    def _filled(self, line: Line[object], sums: _Sums) -> Transfers:
        """What the house gives back first of what it had collected, where a void undoes what was decided (R805 r.28); or keeps."""
        stakes = self.kept["stakes"]
        left = stakes.get(line.stream, 0)
        stakes[line.stream] = left + sum([_AT_STAKE.get(what, 0) * cents for (_, what, _), cents in sums.items()])
        if not BANKED_MONEY[line.kind].undoes or (house := self._house(line)) is None:
            return NONE
        lacking = sum(cents for (_, what, _), cents in sums.items() if what == "refunded") - left
        if lacking > 0:
            return ((house, h.stake(line.stream), lacking, "refund"),)
        return ((h.stake(line.stream), house, -lacking, "lost"),) if lacking else NONE


def _transfer(line: Line[object], house: str, part: tuple[str, str, bool], cents: int) -> Transfer:
    player, what, held = part
    stream = line.stream
    stake = h.prison(stream) if held else f"stake:{stream}"
    if what == "lost":
        return stake, house, cents, "lost"
    if what == "imprisoned":
        return stake, h.prison(stream), cents, "imprisoned"
    through = h.transit(stream, line.version, player)
    match what:
        case "staked":
            return through, stake, cents, "stake"
        case "returned":
            return stake, through, cents, "stake returned"
        case "prize":
            return house, through, cents, "prize"
        case "refunded":
            return stake, through, cents, "refund"
        case _:
            return through, house, cents, "taken back"
