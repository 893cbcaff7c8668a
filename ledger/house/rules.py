"""The house's own rules: what the regulation takes for granted and a ledger has to insist on.

Where R806 has a number, the number is cited. Where it has none, the citation is ``House: <name>``, of this list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, Literal, NoReturn

from tombo.ledger.core.command import View
from tombo.ledger.core.entry import Entry, EventBase
from tombo.ledger.core.errors import FaultError, LedgerError, OutOfPlaceError, TamperedError
from tombo.ledger.core.findings import Finding, Refused, Severity, refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Told
from tombo.ledger.terms.unit import Notice

HouseRule = Literal[
    "access",
    "account",
    "authority",
    "bonus",
    "cards",
    "credential",
    "day",
    "demo",
    "dispute",
    "erasure",
    "incident",
    "limit",
    "movement",
    "overdraft",
    "period",
    "registration",
    "report",
    "ruleset",
    "seat",
    "second",
    "session",
    "signature",
    "staff",
    "table",
    "time",
    "tournament",
    "version",
]


HOUSE_RULES: Final[Mapping[HouseRule, str]] = {
    "access": "A registered player begins to play, and goes on elsewhere, while he is logged on, through an access of his own that is named once, from an address that is one.",
    "account": "A player has one account, opened before money moves on it.",
    "authority": "A decision is taken by whom it belongs to: the player, the platform, or staff in a granted role.",
    "bonus": "A bonus is staked against the house or converted before its date, and expires after it; it is never withdrawn.",
    "cards": "Closed cards are known by the openings kept; an officer reads them once the hand or round is over, on the record.",
    "credential": "A credential is granted once under its name, by managers, to who is known, for a proof that no other has that is not revoked; and is revoked once.",
    "day": "A day is closed once, when it was reconciled.",
    "demo": "Demo play has a ledger of its own, and no money in it (R806 r.74-75).",
    "dispute": "A dispute is opened once and resolved once, by an officer; of a hand or round only after its replay.",
    "erasure": "A person is erased once, by a manager and a second member of staff, when no money of his and no dispute is left; he begins nothing after it.",
    "incident": "An incident is opened once, over tables that exist, and closed once.",
    "limit": "The house gives no more than its limits, which are on record and never absent.",
    "movement": "A movement of nothing is no movement, and no amount is beyond what a table can hold.",
    "overdraft": "An account never pays out more than it holds.",
    "period": "An old period that is detached is of entries as the log's key signed them.",
    "registration": "A player is registered once, by the platform, with details that can be kept, and before he logs on.",
    "report": "A day's files are released to a regulator once the day is closed, each release once and one behind the other.",
    "ruleset": "A table opens only under approved rules that are in force.",
    "seat": "A seat exists, and is free or taken as the request supposes.",
    "second": "What one person may not do alone is signed by two, each in the role, never by one person twice.",
    "session": "A player plays within a session of his own that has begun and not ended.",
    "signature": "An act of staff is signed by him who asks, with the key enrolled for him, over this very command.",
    "staff": "Roles are granted by the platform once, then by managers, of a closed list and to somebody else; one manager always remains.",
    "table": "A table is opened once, closed once, closed empty, and deals one hand at a time.",
    "time": "What happens is said to have happened neither after the ledger's clock, nor long before it, nor before what its stream has; nobody complains of what has not begun.",
    "tournament": "A tournament is announced once, under a name of its own, no larger than can be written down, and asked for what it has.",
    "version": "A command that says at which version its hand, round or account stands is decided there or nowhere.",
}


def house(rule: HouseRule, told: Told) -> Refused:
    """A refusal under one of the house's own rules."""
    return refused(f"House: {rule}", told)


def first_breach(*found: Finding | None) -> Refused | None:
    """The refusal for the first breach among ``found``; notices refuse nothing."""
    for finding in found:
        if finding is not None and finding.severity is Severity.BREACH:
            return Refused(finding)
    return None


def notices(found: Iterable[Finding]) -> list[Notice]:
    """The notices among ``found``, as an approval keeps them."""
    return [
        Notice(message=finding.message, reading=finding.reading, rule=finding.rule)
        for finding in found
        if finding.severity is Severity.NOTICE
    ]


def headless(stream_type: str, event: EventBase) -> NoReturn:
    """A fold met ``event`` as the first of a stream that begins otherwise: no door of ours wrote that.

    Raises:
        TamperedError: always.
    """
    kind = getattr(event, "kind", type(event).__name__)
    raise TamperedError(f"a {stream_type} stream begins with {kind}; expected its opening; run 'tombo verify'")


OUT_OF_PLACE: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What folding or computing raises at an entry that cannot follow what is before it: the one list of it.

A seat, card or hand that is not there is a ``LookupError``, a ``ValueError`` (what is no amount, and a record that pydantic refuses,
among them) or a ``StopIteration``, of which a generator makes a ``RuntimeError``; a stack, deadline or number that nobody told yet is a
``TypeError`` or an ``AttributeError``; a share of nothing is an ``ArithmeticError``; a case that ``assert_never`` meets, and what a
computation takes for granted, an ``AssertionError``. What the machine does, no memory or no file, is none of these.
"""


def out_of_place(stream: str, event: EventBase, error: Exception, index: int | None = None) -> NoReturn:
    """A fold met ``event`` where it cannot follow, which raised ``error``: no door of ours wrote that.

    ``stream``: of what; by its name where that is known, else by its type. ``index``: where it stands in the log, if that is known.

    Raises:
        OutOfPlaceError: always.
    """
    kind = getattr(event, "kind", type(event).__name__)
    at = "" if index is None else f" at log index {index}"
    of = stream if ":" in stream else f"its {stream}"
    raise OutOfPlaceError(
        f"TAMPERED: {kind}{at} cannot follow what is on record of {of} ({why_not(error)}); run {names_place(stream)}",
        index,
    ) from error


def not_to_follow(stream: str, event: EventBase, error: Exception) -> FaultError:
    """What is said where ``event``, which the door itself would record, cannot follow what is on record of ``stream``.

    Whether the record is at fault or the door, nobody knows: of an honest record more would be a false alarm. And of ``error`` no word, for
    ``event`` may show a card.
    """
    kind = getattr(event, "kind", type(event).__name__)
    return FaultError(
        f"not decided: what the door would record, {kind}, cannot follow what is on record of {stream} ({type(error).__name__}); nothing of it was"
        " recorded. 'tombo verify', 'tombo audit' and, of its day, 'tombo reconcile' say whether the record is whole; where it is, please report it"
    )


def in_play(view: View, kind: Literal["banked", "table"], stream: str) -> None:
    """That its table, of a ``kind``, has ``stream``, a hand or round that is not over, in play: else nothing is decided on it.

    Raises:
        OutOfPlaceError: it does not.
    """
    table = f"{kind}:{table_of(stream)}"
    for _ in range(2):  # a look at one may bring what others wrote of the other
        known = view(table)
        if getattr(known, "hand" if kind == "table" else "round", None) == stream:
            return
        if view(stream).outcome != "open":
            return
    raise OutOfPlaceError(
        f"TAMPERED: {stream} is not over, and {table} does not have it in play: no door wrote that; nothing is decided on it; run"
        f" {names_place(table)}"
    )


BEGINS_ONCE: Final = "a stream begins once"
"""Why what begins a stream stands nowhere else in it."""


def stranger(index: int, stream: str, kind: str, why: str) -> OutOfPlaceError:
    """What is said of an entry of ``kind`` in ``stream``, where no door of ours wrote it, and ``why`` (``tombo.ledger.kinds.misplaced``)."""
    return OutOfPlaceError(
        f"TAMPERED: {kind} at log index {index} cannot follow what is on record of {stream} ({why}); nothing"
        f" that comes of this stream is shown; run {names_place(stream)}",
        index,
    )


def unlike(index: int, stream: str, kind: str, why: str) -> OutOfPlaceError:
    """What is said of an entry that was sealed as it is, and is not what its ``kind`` looks like, and ``why``.

    No door of ours writes one: who has an event key can, and so can a newer version of ours.
    """
    return OutOfPlaceError(
        f"TAMPERED: {kind} at log index {index} of {stream} was sealed, and cannot be read as what it says it is ({why.partition('; run ')[0]}); nothing"
        " that comes of this stream is shown; run 'tombo verify'",
        index,
    )


def unopened(entry: Entry, error: LedgerError) -> OutOfPlaceError:
    """What is said of an entry in which words do not open, which only who has an event key can seal."""
    return OutOfPlaceError(
        f"TAMPERED: {entry.kind} at log index {entry.index} says what cannot be read ({error}); run 'tombo verify'; where it does not"
        " name the entry, keep the entries with 'tombo export bundle' and report it",
        entry.index,
    )


def unkept(stream: str, slots: Sequence[int], index: int) -> OutOfPlaceError:
    """What is said where the openings of closed cards of ``stream``, which the entry at ``index`` dealt, are not there."""
    return OutOfPlaceError(
        f"TAMPERED: the openings of {stream} do not have slots {', '.join(map(str, slots))}, which log index {index} dealt; nothing is"
        " decided without them; run 'tombo verify', and restore the table of openings from a backup that has them; where there is none, an"
        " officer voids it under an incident of the operator's system",
        index,
    )


UNPLAYED: Final = frozenset(
    {
        "access",
        "account",
        "banked",
        "credential",
        "day",
        "dispute",
        "house",
        "import",
        "incident",
        "key",
        "log",
        "player",
        "registration",
        "report",
        "ruleset",
        "session",
        "staff",
        "table",
        "tournament",
    }
)
"""The types of stream that are no hand and no round, so that no audit replays them."""


def names_place(stream: str) -> str:
    """What to run to hear of an entry of ``stream``, or of a stream of that type, that cannot follow."""
    if stream.partition(":")[0] in UNPLAYED:
        return "'tombo verify' and, of its day, 'tombo reconcile', which between them name the place"
    return "'tombo audit', which names the place"


WHY_MAX: Final = 80
"""Characters of what a fold raised that are told."""


def why_not(error: Exception) -> str:
    """In short what a fold raised at an entry that cannot follow; without what to run, which whoever says it adds."""
    if isinstance(error, OutOfPlaceError) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    if isinstance(error, KeyError) and error.args:  # its text is the key alone, as Python writes it
        error = LookupError(f"there is no {error.args[0]}")
    said = str(error).partition("\n")[0].partition("; run ")[0].rstrip()
    if len(said) > WHY_MAX:
        said = f"{said[: WHY_MAX + 1].rpartition(' ')[0] or said[:WHY_MAX]} ..."
    return f"{type(error).__name__}: {said}"


@contextmanager
def together(stream: str) -> Iterator[None]:
    """The guard of whoever shows or computes a whole hand or round: what fails is one of its entries, and nobody says which.

    Raises:
        OutOfPlaceError: something raised what is ``OUT_OF_PLACE``, or an entry further in was met that cannot follow.
    """
    try:
        yield
    except OutOfPlaceError:
        raise
    except (TamperedError, *OUT_OF_PLACE) as error:
        raise cannot_be(stream, error) from error


def cannot_be(stream: str, error: Exception) -> OutOfPlaceError:
    """What is said of a hand or round of which all together raised ``error``: nobody says which entry it was."""
    return OutOfPlaceError(
        f"TAMPERED: an entry of {stream} cannot be what it says ({why_not(error)}); run {names_place(stream)};"
        " where it names none, keep the entries with 'tombo export bundle' and report it"
    )


@contextmanager
def following(entry: Entry) -> Iterator[None]:
    """The guard of whoever folds what is on record, an entry after the other: what cannot follow is said of ``entry``.

    Raises:
        OutOfPlaceError: something raised what is ``OUT_OF_PLACE``, or an entry further in was met that cannot follow.
    """
    try:
        yield
    except OutOfPlaceError as error:
        if error.index is not None:
            raise
        out_of_place(entry.stream, entry.event, error, entry.index)
    except (TamperedError, *OUT_OF_PLACE) as error:
        out_of_place(entry.stream, entry.event, error, entry.index)
