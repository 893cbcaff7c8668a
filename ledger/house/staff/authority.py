"""Who may ask for what: roles, second signatures, and cards that are closed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final, Literal

from tombo.ledger.core.command import Envelope, View
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import is_at_home, local, table_of
from tombo.ledger.core.said import Said, Told
from tombo.ledger.house import said as shared
from tombo.ledger.house.rules import HouseRule, house
from tombo.ledger.house.staff import said
from tombo.ledger.house.staff.state import BESIDE, MANAGER, Staff, evolve, staff_stream

_ALLOWED: Final[Mapping[tuple[bool, bool, int], Said]] = {
    (False, False, 0): said.ALLOWED_NOBODY,
    (False, False, 1): said.ALLOWED_ROLE,
    (False, False, 2): said.ALLOWED_ROLES,
    (False, True, 0): said.ALLOWED_PLATFORM,
    (False, True, 1): said.ALLOWED_PLATFORM_OR_ROLE,
    (False, True, 2): said.ALLOWED_PLATFORM_OR_ROLES,
    (True, False, 0): said.ALLOWED_PLAYER,
    (True, False, 1): said.ALLOWED_PLAYER_OR_ROLE,
    (True, False, 2): said.ALLOWED_PLAYER_OR_ROLES,
    (True, True, 0): said.ALLOWED_PLAYER_OR_PLATFORM,
    (True, True, 1): said.ALLOWED_PLAYER_PLATFORM_OR_ROLE,
    (True, True, 2): said.ALLOWED_PLAYER_PLATFORM_OR_ROLES,
}
"""Who may ask, by whether a player may, whether the platform, and staff in how many of the two roles there are."""


def has_role(view: View, by: By, role: str) -> bool:
    """Whether ``by`` is staff acting in ``role``, and the role was granted and not withdrawn."""
    if by.actor != "staff" or by.role != role:
        return False
    staff: Staff | None = view(staff_stream(by.id))
    return staff is not None and role in staff.roles


def told_of(view: View, stream: str) -> Staff | None:
    """Who somebody else is by what doors recorded of him, None where they recorded nothing; for whoever judges what he himself does not ask for.

    An entry of another type, which an event key alone sealed in his stream, is passed over: it keeps nobody else from anything, and lifts no
    rule, for who was a manager counts as one. Whatever he asks for himself, and what is asked about him, is refused with its place.
    """
    try:
        found: Staff | None = view(stream)
    except OutOfPlaceError:
        said_there = (view.place(stream, version).event for version in range(1, view.version(stream) + 1))
        found = reduce(evolve, (event for event in said_there if is_at_home(stream, event.kind)), None)
    return found


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
    facts = dict(zip(("role", "other"), roles, strict=False))  # a third there is not, whatever a forged log grants
    allowed = _ALLOWED[player is not None, platform, len(facts)]
    if player is not None:
        facts["player"] = player
    return house("authority", said.ASKED_BY_OTHER(asker=_asker(by), allowed=allowed(**facts)))


def _asker(by: By) -> Told:
    actor = shared.ACTORS[by.actor]
    if by.role:
        return said.ASKER_IN_ROLE(actor=actor, who=by.id, role=by.role)
    return said.ASKER(actor=actor, who=by.id)


def stands_beside(staff: Staff, kind: str, role: str | None) -> bool:
    """Whether ``staff`` may sign a command of this kind beside who asks for it in ``role``: in the same, but for :data:`BESIDE`."""
    return bool(staff.roles & BESIDE.get(kind, {role}))


def second_refusal(envelope: Envelope, why: Told) -> Refused | None:
    """The objection to nobody having signed beside the member of staff who asks; ``why`` somebody must."""
    if any(signature.staff != envelope.by.id for signature in envelope.signatures):
        return None
    return house("second", said.NO_SECOND_SIGNATURE(why=why, who=envelope.by.id))


def alone_refusal(
    envelope: Envelope, view: View, what: Literal["credential", "key", "role"], but: str | None = None
) -> Refused | None:
    """The objection to one manager alone giving what makes another person, where there are others; ``but``: whoever does not count.

    There are others also where he alone took the role or key of theirs away, until the root key vouches for him: to take is quick,
    and nobody makes himself the only manager by it.
    """
    first: Staff | None = view(staff_stream(envelope.by.id))
    took = first.took if first is not None else frozenset[str]()
    for stream in view.streams("staff"):
        name = local(stream)
        if name in {envelope.by.id, but}:
            continue
        other = told_of(view, stream)
        if other is not None and MANAGER in other.roles and other.key is not None:
            return second_refusal(envelope, said.SEVERAL_MANAGERS(not_done=said.ALONE[what]))
    for name in sorted(took - {envelope.by.id, but}):
        taken = told_of(view, staff_stream(name))
        if taken is not None and taken.managed:
            why = said.MANAGER_TAKEN_AWAY(who=envelope.by.id, manager=name, not_done=said.ALONE[what])
            return second_refusal(envelope, why)
    return None


def cards_refusal(view: View, stream: str) -> Refused | None:
    """The objection to an officer reading the closed cards of ``stream``: no hand or round that was played, or not over."""
    objection = unplayed(view, stream, "cards")
    if objection is None and in_play(view, stream):
        return house("cards", _of(said.CARDS_BEFORE_END, stream))
    return objection


def unplayed(view: View, stream: str, rule: HouseRule) -> Refused | None:
    """The objection, under ``rule``, to ``stream`` being no hand and no round that was played."""
    game, _, name = stream.partition(":")
    played = view.version(stream) > 0
    if played and game != "hand":
        table = view(f"banked:{name.rpartition('/')[0]}") if "/" in name else None
        played = table is not None and table.terms.game == game
    return None if played else house(rule, _of(said.NOTHING_PLAYED, stream))


def in_play(view: View, stream: str) -> bool:
    """Whether the hand or round ``stream`` goes on at its table. An imported hand has no table of ours, and is over."""
    if stream.startswith("hand:"):
        table = view(f"table:{table_of(stream)}")
        return table is not None and table.hand == stream
    table = view(f"banked:{local(stream).rpartition('/')[0]}")
    return table is not None and table.round == stream


def _of(row: Said, stream: str) -> Told:
    """``row`` said of a hand, by its local id, or of a round, by its stream: ``mesa-1/42``, ``roulette:roleta-1/42``."""
    if stream.startswith("hand:"):
        return row(play=said.PLAYED["hand"], played=local(stream))
    return row(play=said.PLAYED["round"], played=stream)
