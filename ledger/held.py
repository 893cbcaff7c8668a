"""What waits after an error: a command whose predecessor was not recorded is not decided until that one comes again.

A platform sends commands without waiting for each answer. Where the store fails one of them, those behind it would be decided
on a state that lacks it: refused for nothing, or accepted wrongly. So its places wait: the table of a hand or round, an account,
whatever the command would have added to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ledger.core.command import Decision, Envelope
from ledger.core.errors import KeyFileError, MalformedError, NotDecidedError, StoreUnavailableError, TamperedError
from ledger.core.findings import Refused
from ledger.house.log import LOG_STREAM
from ledger.rounds import Job, Round

_TABLES: Final = {"blackjack": "banked", "hand": "table", "roulette": "banked", "sem_descarte": "banked"}
"""By type of stream of a hand or round, the type of its table's."""
_WAITS: Final = frozenset({*_TABLES, *_TABLES.values(), "account", "session", "tournament"})
"""The types of stream that belong to one table, player or tournament: whoever waits there holds up nobody else."""
_NAMES: Final = {
    "hand": ("hand",),
    "player": ("account",),
    "round": ("roulette",),
    "session": ("session",),
    "table": ("table", "banked"),
    "tournament": ("tournament",),
}
"""By field of a command, the types of stream that its value may name; a round, of whatever game, belongs to its banked table."""
UNREAD: Final = (KeyFileError, MalformedError, StoreUnavailableError, TamperedError)
"""Why a command is not decided by no fault of its own: sent again when that is over it is."""


def place_of(stream: str) -> str:
    """Where ``stream`` belongs: a hand or round to its table, so that the next one waits too; any other to itself."""
    game, _, name = stream.partition(":")
    table = _TABLES.get(game)
    return stream if table is None else f"{table}:{name.rpartition('/')[0]}"


class Held:
    """The places that wait, each with the command that was not recorded there, the first where there were several."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._places)

    def hold(self, command_id: str, streams: Iterable[str]) -> None:
        """``command_id``, which would have added to ``streams``, was not recorded, by no fault of its own.

        A confirmation of the clock holds up nobody, its signer neither: one that came too late is never recorded.
        """
        places = {place_of(stream) for stream in streams}
        if LOG_STREAM not in places:
            for place in places:
                self._places.setdefault(place, command_id)

    def hold_round(self, round_: Round | None, job: Job | None = None) -> None:
        """What ``round_`` would have recorded, or of it ``job`` alone, is missing: what comes after it waits."""
        if round_ is None or round_.inscribes:
            return  # what happened elsewhere rests on nothing
        drafts = round_.batch.drafts
        for command_id, (_, first, count) in round_.pending.items():
            if job is None or job.command_id == command_id:
                self.hold(command_id, {draft.stream for draft in drafts[first : first + count]})

    def undecided(self, job: Envelope, looked_at: Collection[str]) -> None:
        """What ``job`` rests on could not be read or believed: what belongs to it waits, what it names and what it looked at.

        What it would have added to nobody knows then.
        """
        seen = (stream for stream in looked_at if stream.partition(":")[0] in _WAITS)
        self.hold(job.command_id, (*seen, *_named(job)))

    def comes_again(self, command_id: str) -> None:
        """``command_id`` was sent again and is decided now, whatever becomes of it."""
        if self:
            self._places = {place: holder for place, holder in self._places.items() if holder != command_id}

    def objection(self, streams: Iterable[str]) -> NotDecidedError | None:
        """Why nothing that rests on ``streams`` is decided now; None where it may be."""
        for stream in streams:
            place = place_of(stream)
            holder = self._places.get(place)
            if holder is not None:
                return NotDecidedError(
                    f"not decided, because the command {holder} before it was answered with an error and not recorded: {place} "
                    f"waits for it; send {holder} again, then what came after it, in order, this one included"
                )
        return None


def added(outcome: Decision | Refused) -> list[str]:
    """The streams that ``outcome`` adds to."""
    return [stream for stream, _ in outcome.events] if isinstance(outcome, Decision) else []


def _named(job: Envelope) -> Iterator[str]:
    """The streams of play and money that a command names."""
    for field, types in _NAMES.items():
        name = getattr(job.command, field, None)
        if isinstance(name, str):
            yield from (f"{type_}:{name}" for type_ in types)
