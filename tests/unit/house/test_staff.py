"""Staff: a role acts only where it was granted."""

from __future__ import annotations

import pytest

from tests.worlds.blackjack import Blackjack
from tests.worlds.house import MANAGER, House, house, player, playing
from tests.worlds.world import OFFICER, PLATFORM, words
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told
from tombo.ledger.house.staff.authority import has_role, may
from tombo.ledger.house.staff.commands import GrantRole, ReadCards, WithdrawRole
from tombo.ledger.house.staff.events import CardsReadV2, RoleGranted
from tombo.ledger.house.staff.state import ROLES


def test_the_first_grant_is_the_platforms_and_of_a_manager() -> None:
    """An empty ledger takes its first manager from the platform and nothing else; then managers grant."""
    world = House()
    assert world.refuses(GrantRole(role="manager", staff="ana"), MANAGER) == "House: authority"
    assert world.refuses(GrantRole(role="officer", staff="ana")) == "House: staff"
    assert world.adds(GrantRole(role="manager", staff="ana")) == [("staff:ana", RoleGranted(role="manager"))]
    assert world.refuses(GrantRole(role="officer", staff="rui")) == "House: authority"
    world.does(GrantRole(role="officer", staff="rui"), MANAGER)
    assert world.refuses(GrantRole(role="officer", staff="rui"), MANAGER) == "House: staff"


@pytest.mark.parametrize(
    "by",
    [
        By(actor="staff", id="ana"),
        By(actor="staff", id="ana", role="officer"),
        By(actor="staff", id="rui", role="manager"),
        By(actor="player", id="ana", role="manager"),
        By(actor="platform", id="ana", role="manager"),
        By(actor="staff", id="nobody", role="manager"),
    ],
)
def test_a_role_that_was_not_granted_does_not_act(by: By) -> None:
    """Without the role named, in a role of somebody else, or as no staff at all, nobody acts as a manager."""
    world = house()
    assert not has_role(world, by, "manager")
    assert world.refuses(GrantRole(role="auditor", staff="eva"), by) == "House: authority"


def test_a_withdrawn_role_acts_no_more() -> None:
    """Who lost the role of manager grants nothing more."""
    world = house()
    world.does(GrantRole(role="manager", staff="eva"), MANAGER)
    eva = By(actor="staff", id="eva", role="manager")
    world.does(WithdrawRole(role="manager", staff="eva"), MANAGER)
    assert world.refuses(GrantRole(role="auditor", staff="rui"), eva) == "House: authority"


def test_one_manager_always_remains() -> None:
    """The last manager's role is not withdrawn; with another one it is."""
    world = house()
    assert world.refuses(WithdrawRole(role="manager", staff="ana"), MANAGER) == "House: staff"
    assert world.refuses(WithdrawRole(role="auditor", staff="rui"), MANAGER) == "House: staff"
    assert world.refuses(WithdrawRole(role="officer", staff="rui"), PLATFORM) == "House: authority"
    world.does(GrantRole(role="manager", staff="eva"), MANAGER)
    world.does(WithdrawRole(role="manager", staff="ana"), MANAGER)


def test_closed_cards_are_read_by_an_officer_after_the_hand_and_on_the_record() -> None:
    """Reading names the hand and the reason; never of a hand in play, never by others."""
    world = playing("p-1", "p-2")
    hand = world.deal()
    command = ReadCards(hand=hand.removeprefix("hand:"), reason="complaint 12")
    assert world.refuses(command, OFFICER) == "House: cards"
    world.end({1: 5_000, 2: 5_000})
    for by in (MANAGER, PLATFORM, player("p-1")):
        assert world.refuses(command, by) == "House: authority"
    assert world.adds(command, OFFICER) == [("staff:rui", CardsReadV2(hand=hand, reason=words("complaint 12", None)))]


def test_cards_of_a_hand_that_was_not_played_cannot_be_read() -> None:
    """There is nothing to read of a hand the ledger does not have."""
    assert house().refuses(ReadCards(hand="mesa-1/9", reason="why not"), OFFICER) == "House: cards"


def test_reading_the_cards_of_a_round_is_on_record() -> None:
    """A round is named by its stream; read once it is over, by an officer, and only where a table of its game played it."""
    world = Blackjack()
    world.begins(1_000, "8s Th Td", "Jc")
    stream = f"blackjack:{world.local}"
    command = ReadCards(hand=stream, reason="complaint 12")
    assert world.refuses(command, OFFICER) == "House: cards"
    world.decides("stand")
    world.reveals()
    assert world.refuses(command, PLATFORM) == "House: authority"
    assert world.adds(command, OFFICER) == [("staff:rui", CardsReadV2(hand=stream, reason=words("complaint 12", None)))]
    for other in ("blackjack:bj-1/9", "roulette:bj-1/1", "account:p-1", "banked:bj-1"):
        assert world.refuses(ReadCards(hand=other, reason="why not"), OFFICER) == "House: cards"


@pytest.mark.parametrize("roles", [ROLES[:count] for count in range(len(ROLES) + 1)], ids=len)
@pytest.mark.parametrize("platform", [False, True], ids=["", "platform"])
@pytest.mark.parametrize("player", [None, "p-1"], ids=["", "player"])
def test_who_may_not_ask_hears_who_may(player: str | None, platform: bool, roles: tuple[str, ...]) -> None:  # noqa: FBT001  # one case each
    """Whoever else may ask is named, in the language of the reader, whatever is asked for."""
    refused = may(house(), By(actor="staff", id="ana", role="auditor"), player=player, platform=platform, roles=roles)
    assert isinstance(refused, Refused)
    told = refused.finding.told
    assert isinstance(told, Told)
    english = [
        *(["the player p-1"] if player else []),
        *(["the platform"] if platform else []),
        *(f"staff in the granted role '{role}'" for role in roles),
    ] or ["nobody, for no role is held"]
    assert told.text() == f"staff ana as auditor may not ask for this; expected {' or '.join(english)}"
    portuguese = [
        *(["o jogador p-1"] if player else []),
        *(["a plataforma"] if platform else []),
        *(f"um funcionário com a função atribuída '{role}'" for role in roles),
    ] or ["ninguém, porque não há nenhuma função atribuída"]
    said = f"o funcionário ana como auditor não pode pedir isto; esperava-se {' ou '.join(portuguese)}"
    assert told.text(Language.PT) == said
