"""Ways to change a hand of a PHH file, each with what must be said of it then."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

Fields = dict[str, Any]
REQUIRED: Final = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")
CARDS: Final = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def _field(fields: Fields, rng: random.Random) -> str | None:
    name = rng.choice([name for name in REQUIRED if name in fields])
    del fields[name]
    return f"refused {name}"


def _seats(fields: Fields, _: random.Random) -> str | None:
    count = len(fields["starting_stacks"])
    fields["seats"] = [*range(1, count), 11]
    return "PHH seats"


def _number(fields: Fields, rng: random.Random) -> str | None:
    fields["hand"] = -rng.randrange(1, 1_000)
    return "PHH hand"


def _date(fields: Fields, rng: random.Random) -> str | None:
    fields.update(year=2019, month=rng.choice([2, 4, 6, 9, 11]), day=31)
    return "PHH day"


def _variant(fields: Fields, rng: random.Random) -> str | None:
    fields["variant"] = rng.choice(["FB", "XX", "F7S"])
    return "refused variant"


def _finishing(fields: Fields, rng: random.Random) -> str | None:
    stacks = fields.get("finishing_stacks")
    if stacks is None:
        return None
    one, other = rng.sample(range(len(stacks)), 2)
    stacks[one] += 7
    stacks[other] -= 7
    return "PHH finishing_stacks" if stacks[other] >= 0 else "refused finishing_stacks"


def _rake(fields: Fields, _: random.Random) -> str | None:
    stacks, starting = fields.get("finishing_stacks"), fields["starting_stacks"]
    if stacks is None or max(end - begin for end, begin in zip(stacks, starting, strict=True)) < 100:
        return None
    won = [end - begin for end, begin in zip(stacks, starting, strict=True)]
    if sum(one > 0 for one in won) > 1:
        return None
    stacks[won.index(max(won))] -= 5
    return "PHH winnings"


def _late_show(fields: Fields, _: random.Random) -> str | None:
    actions = fields["actions"]
    gone = [action.split()[0] for action in actions if action.endswith(" f")]
    if not gone or not any(" sm" in action for action in actions):
        return None
    actions.append(f"{gone[0]} sm ????")
    return "R806 r.59"


def _again(fields: Fields, _: random.Random) -> str | None:
    shows = [action for action in fields["actions"] if " sm " in action and "?" not in action]
    if not shows:
        return None
    fields["actions"].append(shows[0])
    return "R806 r.59"


def _no_shows(fields: Fields, _: random.Random) -> str | None:
    if not any(" sm" in action for action in fields["actions"]) or "??" in str(fields["actions"]):
        return None
    fields["actions"] = [action for action in fields["actions"] if " sm" not in action]
    return "R806 r.59"


def _early_show(fields: Fields, rng: random.Random) -> str | None:
    actions = fields["actions"]
    first = next((at for at, action in enumerate(actions) if action.startswith("d db")), 0)
    acts = [
        at for at in range(first + 1, len(actions)) if actions[at].endswith((" cc", " f")) or " cbr " in actions[at]
    ]
    if not first or not acts or "sm" in str(actions[: acts[0]]):
        return None
    at = rng.choice(acts)
    player = actions[at].split()[0]
    actions.insert(at, f"{player} sm -")
    return "R806 r.11d"


def _lone_blind(fields: Fields, _: random.Random) -> str | None:
    if len(fields["starting_stacks"]) == 2 or sum(one > 0 for one in fields["blinds_or_straddles"]) != 2:
        return None
    fields["blinds_or_straddles"][0] = 0
    return "R806 r.48"


def _drop(fields: Fields, rng: random.Random) -> str | None:
    del fields["actions"][rng.randrange(len(fields["actions"]))]
    return ""


def _cut(fields: Fields, rng: random.Random) -> str | None:
    actions = fields["actions"]
    fields["actions"] = actions[: rng.randrange(len(actions))]
    return ""


def _swap(fields: Fields, rng: random.Random) -> str | None:
    actions = fields["actions"]
    at = rng.randrange(len(actions) - 1)
    actions[at], actions[at + 1] = actions[at + 1], actions[at]
    return ""


def _twice(fields: Fields, rng: random.Random) -> str | None:
    actions = fields["actions"]
    at = rng.randrange(len(actions))
    actions.insert(at, actions[at])
    return ""


def _player(fields: Fields, rng: random.Random) -> str | None:
    actions = fields["actions"]
    acts = [at for at, action in enumerate(actions) if action.startswith("p")]
    if not acts:
        return None
    at = rng.choice(acts)
    _, _, rest = actions[at].partition(" ")
    actions[at] = f"p{rng.randrange(1, len(fields['starting_stacks']) + 2)} {rest}"
    return ""


def _amount(fields: Fields, rng: random.Random) -> str | None:
    actions = fields["actions"]
    bets = [at for at, action in enumerate(actions) if " cbr " in action]
    if not bets:
        return None
    at = rng.choice(bets)
    player, word, amount = actions[at].split()
    changed = int(Decimal(amount)) * rng.choice([1, 2, 3, 10, 200]) // rng.choice([1, 2, 4, 7])
    actions[at] = f"{player} {word} {changed}"
    return ""


def _stack(fields: Fields, rng: random.Random) -> str | None:
    at = rng.randrange(len(fields["starting_stacks"]))
    fields["starting_stacks"][at] = rng.randrange(1, 3_000)
    fields.pop("finishing_stacks", None)
    return ""


def _card(fields: Fields, rng: random.Random) -> str | None:
    """A card of the deal or the board is another one; shown cards go along, so that it is one change."""
    deals = [at for at, action in enumerate(fields["actions"]) if action.startswith("d ") and "?" not in action]
    if not deals:
        return None
    words = fields["actions"][rng.choice(deals)].split()[-1]
    place = 2 * rng.randrange(len(words) // 2)
    old, new = words[place : place + 2], rng.choice(CARDS)
    if old == new:
        return None
    known = "".join(action.split()[-1] for action in fields["actions"] if action.startswith("d "))
    is_twice = any(known[at : at + 2] == new for at in range(0, len(known), 2))
    fields["actions"] = [_with_card(action, old, new) for action in fields["actions"]]
    return "R806 r.4b" if is_twice else ""


def _with_card(action: str, old: str, new: str) -> str:
    head, _, cards = action.rpartition(" ")
    if not action.startswith("d ") and " sm " not in action:
        return action
    split = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    return f"{head} {''.join(new if card == old else card for card in split)}"


KINDS: Final[dict[str, Callable[[Fields, random.Random], str | None]]] = {
    made.__name__.strip("_"): made
    for made in (
        _field,
        _seats,
        _number,
        _date,
        _variant,
        _finishing,
        _rake,
        _late_show,
        _again,
        _no_shows,
        _early_show,
        _lone_blind,
        _drop,
        _cut,
        _swap,
        _twice,
        _player,
        _amount,
        _stack,
        _card,
    )
}
"""By name, each change: what must be said of it, empty where PokerKit is asked, none where the hand does not lend itself to it."""
