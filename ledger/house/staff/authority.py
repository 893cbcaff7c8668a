"""Who may ask for what: roles, second signatures, and cards that are closed."""

from __future__ import annotations

from ledger.core.command import Envelope, View
from ledger.core.entry import By
from ledger.core.findings import Refused
from ledger.core.ids import local, table_of
from ledger.house.rules import HouseRule, house
from ledger.house.staff.state import BESIDE, MANAGER, Staff, staff_stream


def has_role(view: View, by: By, role: str) -> bool:
    """Whether ``by`` is staff acting in ``role``, and the role was granted and not withdrawn."""
    if by.actor != "staff" or by.role != role:
        return False
    staff: Staff | None = view(staff_stream(by.id))
    return staff is not None and role in staff.roles


def may(
    view: View, by: By, *, player: str | None = None, platform: bool = False, roles: tuple[str, ...] = ()
) -> Refused | None:
    """The objection to ``by`` asking for what belongs to ``player``, the platform, or staff in one of ``roles``."""
    if by.actor == "player" and player is not None and by.id == player:
        return None
    if by.actor == "platform" and platform:
        return None
    if any(has_role(view, by, role) for role in roles):
        return None
    wanted = [
        *([f"the player {player}"] if player is not None else []),
        *(["the platform"] if platform else []),
        *(f"staff in the granted role {role!r}" for role in roles),
    ]
    asked = f"{by.actor} {by.id}" + (f" as {by.role}" if by.role else "")
    return house("authority", f"{asked} may not ask for this; expected {' or '.join(wanted)}")


def stands_beside(staff: Staff, kind: str, role: str | None) -> bool:
    """Whether ``staff`` may sign a command of this kind beside who asks for it in ``role``: in the same, but for :data:`BESIDE`."""
    return bool(staff.roles & BESIDE.get(kind, {role}))


def second_refusal(envelope: Envelope, why: str) -> Refused | None:
    """The objection to nobody having signed beside the member of staff who asks; ``why`` somebody must."""
    if any(signature.staff != envelope.by.id for signature in envelope.signatures):
        return None
    return house(
        "second",
        f"{why}; expected the signature of a second member of staff beside that of {envelope.by.id} ('--second', or 'tombo staff sign')",
    )


def alone_refusal(envelope: Envelope, view: View, what: str, but: str | None = None) -> Refused | None:
    """The objection to one manager alone giving what makes another person, where there are others; ``but``: whoever does not count.

    There are others also where he alone took the role or key of theirs away, until the root key vouches for him: to take is quick,
    and nobody makes himself the only manager by it.
    """
    first: Staff | None = view(staff_stream(envelope.by.id))
    took = first.took if first is not None else frozenset[str]()
    for stream in view.streams("staff"):
        name, other = local(stream), view(stream)
        if name in {envelope.by.id, but}:
            continue
        if MANAGER in other.roles and other.key is not None:
            return second_refusal(envelope, f"where there are several managers, one alone {what}")
    for name in sorted(took - {envelope.by.id, but}):
        taken: Staff | None = view(staff_stream(name))
        if taken is not None and taken.managed:
            why = (
                f"{envelope.by.id} alone took the role or key of the manager {name}, and {what} alone until the root key vouches "
                f"for a new key of his ('tombo staff enrol {envelope.by.id} --root FILE')"
            )
            return second_refusal(envelope, why)
    return None


def cards_refusal(view: View, stream: str) -> Refused | None:
    """The objection to an officer reading the closed cards of ``stream``: no hand or round that was played, or not over."""
    objection = unplayed(view, stream, "cards")
    if objection is None and in_play(view, stream):
        return house("cards", f"{_named(stream)} is in play; its closed cards can be read once it is over")
    return objection


def unplayed(view: View, stream: str, rule: HouseRule) -> Refused | None:
    """The objection, under ``rule``, to ``stream`` being no hand and no round that was played."""
    game, _, name = stream.partition(":")
    played = view.version(stream) > 0
    if played and game != "hand":
        table = view(f"banked:{name.rpartition('/')[0]}") if "/" in name else None
        played = table is not None and table.terms.game == game
    return None if played else house(rule, f"there is no {_named(stream)[4:]}; expected one that was played")


def in_play(view: View, stream: str) -> bool:
    """Whether the hand or round ``stream`` goes on at its table. An imported hand has no table of ours, and is over."""
    if stream.startswith("hand:"):
        table = view(f"table:{table_of(stream)}")
        return table is not None and table.hand == stream
    table = view(f"banked:{local(stream).rpartition('/')[0]}")
    return table is not None and table.round == stream


def _named(stream: str) -> str:
    """A hand or round in words: ``the hand mesa-1/42``, ``the round roulette:roleta-1/42``."""
    return f"the hand {local(stream)}" if stream.startswith("hand:") else f"the round {stream}"
