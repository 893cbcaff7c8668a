"""What somebody does with the database and a stolen key: entries and checkpoints under an honest signature, and false.

The honest ledger of ``redteam.world``, in the hands of ``maker`` and ``thefts``. A deed changes the tables; ``used`` is what the thief then
asks of a door, and what no honest ledger would grant him.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.forgeries.acts import Change
from tests.forgeries.maker import (
    ORIGIN,
    STATE,
    Made,
    Tables,
    rebody,
    recommand,
    renumber,
    reseal,
    restate,
    retile,
    sealed_of,
)
from tests.forgeries.redteam import hands
from tests.forgeries.redteam.actions import DOOR, Act
from tests.forgeries.redteam.scene import Scene
from tests.forgeries.redteam.trial import at_the_door
from tests.forgeries.thefts import add, both, registered, revoked
from tests.worlds.casino import BEGINS
from tests.worlds.credentials import GAMES, STOLEN, TOKEN, WORDS, asked, grant
from tests.worlds.floor import MANAGER, PLATFORM, player
from tests.worlds.forged_ledger import Act as Sealed
from tests.worlds.staff import key_of, signed
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.core.words import Words
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.house.account.events import AccountOpened, Compensated, Credited, Deposited
from tombo.ledger.house.credential.events import CredentialGranted, CredentialRevoked
from tombo.ledger.house.dispute.commands import OpenDispute
from tombo.ledger.house.dispute.events import DisputeOpenedV2, DisputeReplayed, DisputeResolvedV2
from tombo.ledger.house.staff.events import ActSigned, RoleGranted, StaffKeyEnrolled
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.seal.act import Act as SignedAct
from tombo.ledger.seal.act import Request, enrolment, sign_act
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import leaf_hash, tree_hash
from tombo.ledger.seal.note import sign_note
from tombo.ledger.seal.policy import parse_policy
from tombo.projections.credentials import Credentials, refreshed

EVENT_KEY: Final = "who stole an event key"
CHECKPOINT_KEY: Final = "who stole the checkpoint key"
BOTH_KEYS: Final = "who stole both"
NAMES: Final = {"events": "stored_events"}
POOR: Final = "p-9"
"""He has 1.99."""
STATED: Final = 316
"""The log index of the last entry of his account, the last but one under the checkpoint."""


class Deed(NamedTuple):
    """What a thief does."""

    who: str
    what: str
    change: Change
    used: Act
    """Asked of a door; an honest ledger refuses it."""
    note: Callable[[Made, Tables], bytes] | None = None
    """What he puts into the signer's own file besides, which lies beside the keys."""
    tail: bool = True
    """Whether the log has entries under no checkpoint yet."""


def _sent(command: Any, by: By = PLATFORM) -> Act:
    return lambda ledger, _: repr(ledger.handle(signed(Envelope(command, by, "used", None), ORIGIN)))


WITHDRAWAL: Final = _sent(Withdraw(amount=Money(50_000), player=POOR, reference="bank"))
LEAVING: Final = _sent(LeaveTable(seat=1, table="mesa-1"), player(1))
GRANT: Final = CredentialGranted(holder=GAMES, proof=STOLEN, until=None)
DISPUTE: Final = _sent(
    OpenDispute(about="hand:mesa-1/1", claim="mine", complained=BEGINS, dispute="d-2", player="p-1"),
    By(actor="staff", id="eva", role="officer"),
)


def let_in(ledger: Ledger, _: Path) -> str:
    """Whether the doors on the network let in who shows the thief's token."""
    return "Acknowledgement" if refreshed(Credentials(), ledger.store).bearer(STOLEN, BEGINS) else "nobody"


def shut_out(ledger: Ledger, _: Path) -> str:
    """Whether they shut out a platform whose credential a manager granted, and none revoked."""
    known = refreshed(Credentials(), ledger.store)
    granted = "credential:games" in known.told
    return "Acknowledgement" if granted and known.bearer(TOKEN, BEGINS) is None else "as before"


def made_of(scene: Scene) -> Made:
    """The scene as ``maker`` has one."""
    keyring = Keyring(scene.folder / "keys")
    tables = as_lists(scene.tables)
    note = keyring.signer_state.read_bytes()
    key, log, root = (keyring.load(path) for path in (keyring.event(1), keyring.checkpoint, keyring.root))
    places = {"end": len(tables.events), "signed": max(row[0] for row in tables.checkpoints)}
    policy = parse_policy(keyring.policy.read_text())
    honest = at_the_door(scene, DOOR["settle hand"], None, "before").tables  # how the hand honestly ends
    scene.again()
    return Made(tables, as_lists(honest), policy, note, note, key, log, root, places)


def as_lists(tables: hands.Tables) -> Tables:
    """The tables as ``maker`` has them."""
    names = ("events", "commands", "openings", "tiles", "checkpoints")
    return Tables(**{name: [list(row) for row in sorted(tables[NAMES.get(name, name)])] for name in names})


def as_rows(tables: Tables, honest: hands.Tables) -> hands.Tables:
    """The same as the scene has them; what ``maker`` does not know is as it is in ``honest``."""
    known = {NAMES.get(name, name): getattr(tables, name) for name in vars(tables)}
    return {name: sorted(map(tuple, known.get(name, rows))) for name, rows in honest.items()}


def forged(deed: Deed, made: Made, honest: hands.Tables) -> tuple[hands.Tables, bytes | None]:
    """The tables after ``deed``, and what then stands in the signer's file if he wrote there."""
    tables = made.tables.copy()
    deed.change(made, tables)
    recommand(tables)
    return as_rows(tables, honest), None if deed.note is None else deed.note(made, tables)


def _added(event: EventBase, stream: str, **said: Any) -> Change:
    command = {"digest": "00" * 16, "id": f"theft/{stream}/{type(event).__name__}"}
    return add(event, stream=stream, **{"command": command, **said})


def _together(acts: list[Sealed], **otherwise: Any) -> Change:
    """Entries in one commit; ``otherwise`` is what the first of them says otherwise than it was signed."""

    def change(made: Made, tables: Tables) -> None:
        start = len(tables.events)
        acts[0].event = acts[0].event.model_copy(update=otherwise)
        for act in acts:
            assert act.command is not None
            said = {"by": act.by.model_dump(), "command": act.command.model_dump()}
            _added(act.event, act.stream, **said)(made, tables)
            restate(tables.events[-1], first=start)
        reseal(made, tables, start)

    return change


def _deposit(**said: Any) -> Change:
    return _added(Deposited(amount=Money(100_000), reference="bank"), f"account:{POOR}", **said)


def _rich(body: Any) -> None:
    body["event"]["amount"]["cents"] = 100_000


def _changed(index: int, *, again: bool) -> Change:
    """Change what an entry says; ``again``: and seal everything from it on with the stolen event key."""

    def change(made: Made, tables: Tables) -> None:
        rebody(tables.events[index], _rich)
        if again:
            reseal(made, tables, sealed_of(tables.events[index]).first)
        retile(tables)

    return change


def _of_tail(made: Made, tables: Tables) -> None:
    """Let an entry of the tail, under no checkpoint yet, be a deposit for the poor one."""
    index = made.places["signed"]
    tables.events[index][1] = f"account:{POOR}"
    rebody(tables.events[index], _rich)
    reseal(made, tables, index)


def _pot_to_the_loser(made: Made, tables: Tables) -> None:
    """End the hand that is all-in as the platform would, and give the pot to the other seat."""
    start = len(tables.events)
    tables.events += [list(row) for row in made.early.events[start:]]
    for row in tables.events[start:]:
        rebody(row, _to_the_loser)
    reseal(made, tables, start)


def _to_the_loser(body: Any) -> None:
    event = body["event"]
    if event["kind"] in {"hand.commission_taken.v1", "hand.pot_awarded.v1"}:
        event["seat"] = 1
    if event["kind"] == "table.hand_ended.v1":
        for net, after in zip(event["stacks"], (19_000, 0), strict=True):
            net["after"] = after


def _others_in_their_place(made: Made, tables: Tables) -> None:
    """Take the newest entries away, acknowledged and under no checkpoint yet, and seal another there."""
    del tables.events[made.places["end"] - 4 :]
    renumber(tables)
    _deposit()(made, tables)


def _noted(made: Made, tables: Tables) -> None:
    """Sign every checkpoint of the table again, over the entries that are there now, and one over all of them."""
    sizes = sorted({*(row[0] for row in tables.checkpoints), len(tables.events)})
    tables.checkpoints[:] = [[size, _note(made, tables, size).decode()] for size in sizes]


def _note(made: Made, tables: Tables, size: int, root: bytes | None = None) -> bytes:
    leaves = [leaf_hash(leaf_data(*row[1:])) for row in tables.events[:size]]
    return sign_note(Checkpoint(ORIGIN, size, root or tree_hash(leaves)).text, made.log)


def _tiled(made: Made, tables: Tables) -> None:
    """Have tiles over all the entries there are."""
    tables.tiles.append([0, 10**6, bytes(32 * (len(tables.events) - 256))])
    known = len(tables.events)
    tables.tiles[:] = [[0, known // 256, bytes(32 * (known % 256))]]
    retile(tables)


def _unsigned(made: Made, tables: Tables) -> None:
    """Add a deposit that no event key signed."""
    _deposit(key="other")(made, tables)
    row = tables.events[-1]
    row[STATE] = row[STATE].replace(sealed_of(row).key_id, made.key.key_id)


def _false_root(made: Made, tables: Tables) -> None:
    size = made.places["signed"]
    tables.checkpoints[-1] = [size, _note(made, tables, size, bytes(32)).decode()]


def _shorter(made: Made, tables: Tables) -> None:
    tables.checkpoints.append([10**6, _note(made, tables, 100).decode()])


def _whole(made: Made, tables: Tables) -> bytes:
    return _note(made, tables, made.places["signed"])


def _longer(made: Made, tables: Tables) -> bytes:
    return _note(made, tables, len(tables.events))


TOO: Final = "in the signer's file too"
CHANGED: Final = both(_changed(STATED, again=False), _noted)
RESEALED: Final = _changed(STATED, again=True)
REWRITTEN: Final = both(RESEALED, _noted)
UNSIGNED: Final = both(_unsigned, _tiled, _noted)
CREDITED: Final = Credited(amount=Money(100_000), cause="table:mesa-1", cause_version=6, wallet="cash")
OFFICER: Final = both(
    _added(RoleGranted(role="officer"), "staff:eva"),
    _added(StaffKeyEnrolled(**enrolment(ORIGIN, "eva", key_of(ORIGIN, "eva"))), "staff:eva"),
)
LESS: Final[Request] = {"compensation": -9_000_000, "dispute": "zz", "kind": "resolve_dispute"}
RUI_KEY: Final = key_of(ORIGIN, "rui")
SIGNED: Final = ActSigned(
    digest="00" * 32,
    key=RUI_KEY.key_id.hex(),
    request=dict(LESS),
    signature=sign_act(SignedAct(ORIGIN, "less", "00" * 32, "rui", "officer", LESS), RUI_KEY),
    signers=1,
)
CLAIM: Final = Words(person=POOR, sealed="bWluZQ==")
REPLAYED: Final = DisputeReplayed(
    amounts=[], differences=[], replayed="roulette:roleta-1/1", revision=1, rules=[], same=True, version=1
)
RUI: Final = {"actor": "staff", "id": "rui", "role": "officer"}
COMPENSATED: Final = both(
    _added(DisputeOpenedV2(about=REPLAYED.replayed, claim=CLAIM, complained=BEGINS, player=POOR), "dispute:d-9"),
    _added(REPLAYED, "dispute:d-9", by=RUI),
    _added(
        DisputeResolvedV2(compensation=Money(100_000), grounds=CLAIM, outcome="accepted", rule=None),
        "dispute:d-9",
        by=RUI,
    ),
    _added(Compensated(amount=Money(100_000), dispute="dispute:d-9", dispute_version=3), f"account:{POOR}", by=RUI),
)
NEGATIVE: Final = _added(SIGNED, "staff:rui", by=RUI, command={"digest": "00" * 16, "id": "less"})
AGAIN: Final = _added(AccountOpened(player=POOR), f"account:{POOR}")

HIS_TOKEN: Final = _together(asked(grant("mine", GAMES, TOKEN), MANAGER, "theft/grant"), proof=STOLEN)
GRANTED: Final = _together(asked(grant("games"), MANAGER, "games"))

DEEDS: Final = (
    Deed(EVENT_KEY, "adds a deposit that never was", _deposit(), WITHDRAWAL),
    Deed(EVENT_KEY, "adds a credit for nothing", _added(CREDITED, f"account:{POOR}"), WITHDRAWAL),
    Deed(EVENT_KEY, "ends a hand for the loser", _pot_to_the_loser, LEAVING),
    Deed(EVENT_KEY, "makes himself an officer, with a key", OFFICER, DISPUTE),
    Deed(EVENT_KEY, "seals an act for less than nothing, signed by an officer whose key he has too", NEGATIVE, DISPUTE),
    Deed(EVENT_KEY, "is compensated for a round he was not in", COMPENSATED, WITHDRAWAL),
    Deed(EVENT_KEY, "begins an account a second time", AGAIN, WITHDRAWAL),
    Deed(EVENT_KEY, "grants himself a credential", _added(GRANT, "credential:mine"), let_in),
    Deed(EVENT_KEY, "puts his own token into a grant that a manager signed", HIS_TOKEN, let_in),
    Deed(
        EVENT_KEY,
        "revokes the credential of a platform",
        both(GRANTED, _added(CredentialRevoked(reason=WORDS), "credential:games")),
        shut_out,
    ),
    Deed(EVENT_KEY, "adds a deposit after his key was revoked", both(revoked("end"), _deposit()), WITHDRAWAL),
    Deed(EVENT_KEY, "registers a key of his own", registered("key", signing="key"), WITHDRAWAL),
    Deed(EVENT_KEY, "dates a deposit before the entry before it", _deposit(recorded=1), WITHDRAWAL),
    Deed(EVENT_KEY, "dates a deposit in 2255", _deposit(recorded=2**53 - 1), WITHDRAWAL),
    Deed(EVENT_KEY, "leaves a version out", _deposit(skipped=1), WITHDRAWAL),
    Deed(EVENT_KEY, "writes what is no entry", _deposit(command={"digest": "00" * 16, "id": "a b"}), WITHDRAWAL),
    Deed(EVENT_KEY, "seals one of the newest entries otherwise", _of_tail, WITHDRAWAL),
    Deed(EVENT_KEY, "seals others in the place of the newest", _others_in_their_place, WITHDRAWAL),
    Deed(EVENT_KEY, "seals an entry under the checkpoint otherwise", RESEALED, WITHDRAWAL, tail=False),
    Deed(CHECKPOINT_KEY, "signs a root of nothing", _false_root, WITHDRAWAL),
    Deed(CHECKPOINT_KEY, "signs a shorter tree", _shorter, WITHDRAWAL),
    Deed(CHECKPOINT_KEY, "changes an entry and signs the tree of it", CHANGED, WITHDRAWAL, tail=False),
    Deed(CHECKPOINT_KEY, f"changes an entry and signs the tree of it, {TOO}", CHANGED, WITHDRAWAL, _whole, tail=False),
    Deed(CHECKPOINT_KEY, "adds an entry that no event key signed, and signs the tree of it", UNSIGNED, WITHDRAWAL),
    Deed(
        CHECKPOINT_KEY,
        f"adds an entry that no event key signed, and signs the tree of it, {TOO}",
        UNSIGNED,
        WITHDRAWAL,
        _longer,
    ),
    Deed(BOTH_KEYS, "seals an entry otherwise, and signs the tree of it", REWRITTEN, WITHDRAWAL, tail=False),
    Deed(
        BOTH_KEYS,
        f"seals an entry otherwise, and signs the tree of it, {TOO}",
        REWRITTEN,
        WITHDRAWAL,
        _whole,
        tail=False,
    ),
)
"""Every deed."""
