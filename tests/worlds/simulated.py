"""The simulator's door to the world in memory, and a witness who checks what every commit there did.

Real deciders and folds, no store: thousands of rounds a minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.worlds.world import World
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.cards import card_text
from tombo.ledger.core.clock import INSTANT_MAX, SKEW
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.findings import EACH_SEAT, Reading, Refused
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.blackjack.events import HOLE_SLOT
from tombo.ledger.games.poker import events as poker
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as sem_descarte
from tombo.ledger.house.banked.events import RoundEnded
from tombo.ledger.house.banked.state import BankedTable
from tombo.ledger.house.session.events import InactivityWarned, SessionEnded, SessionEndedV2
from tombo.ledger.house.table.events import TableHandEnded
from tombo.ledger.terms.poker import Terms
from tombo.projections.follow import Viewer
from tombo.projections.round import banked
from tombo.projections.round.hand import of
from tombo.simulator.ask import Told
from tombo.simulator.books import Books
from tombo.simulator.day import Day
from tombo.simulator.straddles import LOW

ENDS = tuple(kind for of in (poker, roulette, blackjack, sem_descarte) for kind in (of.Settled, of.Voided))
NOBODY = By(actor="platform", id="games")


class WorldDoor:
    """A world as the simulator's tables know it."""

    remembers = False
    origin = "test.example/1"

    def __init__(self, world: World) -> None:
        self.world = world

    def view(self, stream: str) -> Any:
        """The newest state of a stream."""
        return self.world(stream)

    def version(self, stream: str) -> int:
        """How many events a stream has."""
        return self.world.version(stream)

    def at(self, instant: int) -> None:
        """A world has no clock: what happened when is what its commands say."""

    def handle(self, envelopes: Sequence[Envelope]) -> list[Decision | Refused]:
        """Judge and record each in turn."""
        return [self.world.ask(envelope.command, envelope.by, envelope.occurred) for envelope in envelopes]


def as_entries(stream: str, done: Sequence[Any]) -> list[Entry]:
    """The events of a round as entries, for a projection."""
    return [
        Entry(i, stream, i, event.kind, NOBODY, None, None, INSTANT_MAX, event, b"", b"")
        for i, event in enumerate(done, 1)
    ]


class Witness:
    """Sees every commit of a day, folds the events once more from their bytes, keeps the books, and objects."""

    def __init__(self, day: Day, world: World) -> None:
        self.world = world
        self.books = Books()
        self.replayed: dict[str, Any] = {"log:main": world("log:main")}
        self.played: dict[str, list[Any]] = {}
        """The events of the rounds under way."""
        self.voids: Counter[str] = Counter()
        self.quiet: Counter[str] = Counter()
        """Rounds of his table in a row that a player let pass."""
        self.straddled = 0
        """Straddles and restraddles."""
        self.closed = 0
        """Sessions ended for inactivity."""
        self.seen = 0
        """Hands looked at through the eyes of everybody."""
        self.rounds = 0
        """Rounds with closed cards looked at so."""
        self.cut: dict[tuple[str, int], int] = {}
        """When seats of póquer sem descarte folded for a connection that was lost."""
        day.on_commit = self.commit

    def commit(self, envelope: Envelope, told: Told) -> None:
        """One command was answered."""
        if not isinstance(told, Decision):
            return
        for stream, event in told.events:
            again: Any = type(event).model_validate_json(event.model_dump_json())
            assert again == event
            if isinstance(again, sem_descarte.Folded) and again.cause == "disconnected":
                self.cut[stream, again.seat] = envelope.occurred or 0
            if again.kind.endswith(".voided.v1"):
                self._void(stream, again)
            self.books.add(stream, again)
            self._passed(stream, again)
            kind = stream.partition(":")[0]
            self.replayed[stream] = EVOLVE[kind](self.replayed.get(stream), again)
            self.played.setdefault(stream, []).append(again)
        assert self.books.missing == 0, envelope
        assert self.books.unpaid == []
        assert self.books.tournaments.astray == []
        for stream, event in told.events:
            if isinstance(event, ENDS):
                self._over(stream)
        for stream in {stream for stream, _ in told.events}:
            assert self.replayed[stream] == self.world(stream), stream

    def _passed(self, stream: str, event: Any) -> None:
        """Rounds let pass are counted once more, from who was there and who bet: nobody goes for too few of them."""
        match event:
            case TableHandEnded():
                self._count([(taken.seat, taken.player) for taken in self.replayed[stream].seats], event)
            case RoundEnded():
                self._count([(place.player, place.player) for place in self.replayed[stream].places], event)
            case SessionEnded() | SessionEndedV2():
                session = self.replayed[stream]
                passed = self.quiet.pop(session.player, 0)
                if event.cause == "inactivity":
                    self.closed += 1
                    assert passed >= self._least(session.warning), session

    def _count(self, there: list[tuple[Any, str]], event: TableHandEnded | RoundEnded) -> None:
        for key, name in dict.fromkeys(there):
            if key in event.bets:
                self.quiet[name] = 0
            else:
                self.quiet[name] += event.outcome == "settled"

    def _least(self, warning: InactivityWarned) -> int:
        """How many rounds he must have let pass; none where it is time that counts, or what lies before him."""
        if warning.rule.endswith("a"):
            return 0
        found = self.world(warning.table)
        return 6 if isinstance(found, BankedTable) else int(self.world(f"ruleset:{found.ruleset.id}").idle_hands)

    def _void(self, stream: str, event: Any) -> None:
        """A void gives back exactly what is void, judged from the round as it was before."""
        before, kind = self.replayed[stream], stream.partition(":")[0]
        self.voids[kind] += 1
        match event:
            case poker.Voided():
                stakes = dict(zip(before.seats, before.staked, strict=True))
                assert {refund.seat: refund.amount for refund in event.refunds} == {
                    s: a for s, a in stakes.items() if a
                }
            case roulette.Voided():
                players = {stake.player for stake in before.stakes}
                assert {refund.player: refund.amount for refund in event.refunds} == {
                    p: before.staked(p) for p in players
                }
            case sem_descarte.Voided():
                readings = before.terms.readings
                kept = {"continued"} if readings.second_bets == EACH_SEAT else set[str]()
                kept |= {"continued", "folded"} if readings.decided_bets is Reading.PRACTICE else set()
                began = self.world(f"incident:{event.incident}").first_instant - SKEW
                undone = {seat for (name, seat), at in self.cut.items() if name == stream and at >= began}
                boxes = [box for box in before.boxes if box.decision not in kept or box.seat in undone]
                assert {refund.seat: refund.amount for refund in event.refunds} == {
                    b.seat: b.ante + b.bet2 for b in boxes
                }
            case blackjack.Voided():
                self._void_blackjack(stream, event, whole=before.terms.readings.decided_bets is Reading.LETTER)

    def _void_blackjack(self, stream: str, event: blackjack.Voided, *, whole: bool) -> None:
        """By the letter everybody has again what he came with; in practice what was decided before stands."""
        staked, returned, prizes, lost = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
        for done in self.played[stream]:
            match done:
                case blackjack.BetPlaced():
                    staked[done.player] += done.amount
                case blackjack.DecisionMade():
                    staked[done.player] += done.paid
                case blackjack.Paid():
                    returned[done.player] += done.returned
                    prizes[done.player] += done.prize
                case blackjack.Collected():
                    lost[done.player] += done.amount
        for refund in event.refunds:
            name = refund.player
            moved = refund.refunded - refund.taken_back - refund.waived
            if whole:
                assert moved == staked[name] - returned[name] - prizes[name]
            else:
                assert moved == refund.refunded == staked[name] - returned[name] - lost[name]

    def _over(self, stream: str) -> None:
        """A round is over: nobody sees a card he was not shown."""
        done = self.played.pop(stream)
        match stream.partition(":")[0]:
            case "hand":
                self._hand(stream, done)
            case "sem_descarte":
                state = self.world(stream)
                continued = {box.seat for box in state.within("continued")}
                shown = {event.seat for event in done if isinstance(event, sem_descarte.CardsShown)}
                assert shown <= continued
                house_shown = any(isinstance(event, sem_descarte.HouseShown) for event in done)
                assert continued or not house_shown
                if any(isinstance(event, sem_descarte.CardsDealt) for event in done):
                    row = [
                        *((box.seat, box.player) for box in state.boxes),
                        (None, None),
                    ]  # dealt clockwise, the house last
                    slots = dict(enumerate((row * 5)[:-1]))  # and its fifth card face up (r.19)
                    open_to_all = {
                        slot for slot, (seat, _) in slots.items() if seat in shown or (seat is None and house_shown)
                    }
                    self._round(stream, done, {slot: owner for slot, (_, owner) in slots.items()}, open_to_all)
            case "blackjack":
                kinds = [event.kind for event in done]
                revealed = "blackjack.house_revealed.v1" in kinds
                assert revealed is (len(self.world(stream).house) > 1)
                if "blackjack.hole_card_dealt.v1" in kinds:
                    self._round(stream, done, {HOLE_SLOT: None}, {HOLE_SLOT} if revealed else set())

    def _round(self, stream: str, done: list[Any], owners: dict[int, str | None], shown: set[int]) -> None:
        """A round through the eyes of an outsider and of everybody in it: his own closed cards, the shown ones, and no other."""
        self.rounds += 1
        openings = {slot: opening.card for slot, opening in self.world.openings(stream).items()}
        assert set(openings) == set(owners), stream
        entries = as_entries(stream, done)
        players = {event.player for event in done if getattr(event, "player", None)}
        for name in (None, *sorted(players)):
            viewer = Viewer() if name is None else Viewer("player", name)
            mine = {slot for slot, owner in owners.items() if name is not None and owner == name}
            expected = {slot: card_text(openings[slot]) for slot in shown | mine}
            assert banked.of(entries, openings, viewer).cards == expected, stream

    def _hand(self, stream: str, done: list[Any]) -> None:
        """A hand through the eyes of an outsider and of each player: his own cards, the shown ones, and no other."""
        self.seen += 1
        hand = self.world(stream)
        openings = {slot: opening.card for slot, opening in self.world.openings(stream).items()}
        entries = as_entries(stream, done)
        dealt: dict[int, list[str]] = {}
        for slot, position in enumerate(hand.dealt):
            dealt.setdefault(hand.seats[position], []).append(card_text(openings[slot]))
        if hand.terms.sintetico is not None:
            self._sintetico(hand.terms, [card for cards in dealt.values() for card in cards], done)
        shown = {event.seat for event in done if isinstance(event, poker.CardsShown)}
        for seated in (None, *hand.started.seats):
            viewer = Viewer() if seated is None else Viewer("player", seated.player)
            mine = set() if seated is None else {seated.seat}
            expected = {seat: tuple(cards) for seat, cards in dealt.items() if seat in shown | mine}
            assert of(entries, openings, viewer).holes == expected

    def _sintetico(self, terms: Terms, closed: list[str], done: list[Any]) -> None:
        """28 cards, turned one by one; a straddle comes before the first of them, and a restraddle doubles it."""
        turned = [event.cards for event in done if isinstance(event, poker.BoardDealt)]
        assert all(len(cards) == 1 for cards in turned)
        assert not any(card[0] in LOW for card in closed + [card for cards in turned for card in cards])
        first = next((at for at, event in enumerate(done) if isinstance(event, poker.BoardDealt)), len(done))
        posted = [event for event in done if isinstance(event, poker.BlindPosted)]
        assert not any(isinstance(event, poker.BlindPosted) for event in done[first:])
        posts = [event.post for event in posted]
        assert posts in (["small", "big"], ["small", "big", "straddle"], ["small", "big", "straddle", "restraddle"])
        paid = Counter[int]()
        for event in posted:
            paid[event.seat] += event.paid
            if event.post.endswith("straddle") and terms.sintetico is not None:
                doubled = 2 if event.post == "restraddle" else 1
                assert paid[event.seat] == doubled * terms.sintetico.straddle * terms.big_blind
        self.straddled += len(posts) - 2
