"""Póquer sintético in a ledger on disk: recorded, verified, audited, shown, and left out of an export to PHH."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.tools.cli_run import PLATFORM, asked, inside, player, signed_lines, tombo
from tests.worlds.world import poker_terms

NEW = ("--ledger", "sqlite:///new.db")
MANAGER: dict[str, str | None] = {"actor": "staff", "id": "s-1", "role": "manager"}
HAND = "mesa-1/1"


def evening() -> list[tuple[dict[str, str | None], dict[str, Any]]]:
    """The rules approved, three players seated, and SY1 without its fourth: a straddle doubled, matched, checked down."""
    terms = poker_terms(variant="sintetico").model_dump(mode="json")
    requests: list[tuple[dict[str, str | None], dict[str, Any]]] = [
        (MANAGER, {"kind": "approve_ruleset", "regulation": "R809", "ruleset": "sin", "terms": terms}),
        (PLATFORM, {"kind": "open_table", "ruleset": "sin", "table": "mesa-1", "mode": "continuous"}),
    ]
    requests[0][1].update(in_force_from=0, reference="SRIJ/9")
    requests[1][1].update(buy_in=5_000, top_up_max=9_000)
    for seat in (1, 2, 3):
        name = f"p-{seat}"
        requests += [
            (PLATFORM, {"kind": "open_account", "player": name}),
            (PLATFORM, {"kind": "deposit", "player": name, "amount": {"cents": 5_000}, "reference": "card"}),
            (player(name), {"kind": "start_session", "player": name, "regulation": "R809", "session": f"s-{seat}"}),
            (
                player(name),
                {"kind": "seat_player", "player": name, "seat": seat, "session": f"s-{seat}", "table": "mesa-1"},
            ),
        ]
    dealt = ["Jc", "Qd", "Ah", "Js", "Qc", "Ad"]
    requests += [
        (PLATFORM, {"kind": "draw_button", "seat": 3, "table": "mesa-1"}),
        (PLATFORM, {"kind": "start_hand", "table": "mesa-1"}),
        (PLATFORM, {"kind": "deal_hole_cards", "cards": dealt, "hand": HAND}),
        (player("p-3"), {"kind": "post_straddle", "post": "straddle", "seat": 3, "hand": HAND}),
        (player("p-1"), {"kind": "post_straddle", "post": "restraddle", "seat": 1, "hand": HAND}),
        (player("p-2"), {"kind": "fold", "seat": 2, "hand": HAND}),
        (player("p-3"), {"kind": "call", "seat": 3, "hand": HAND}),
    ]
    for card in ("Ac", "8s", "8d", "Kh", "Tc"):
        requests.append((PLATFORM, {"kind": "deal_board", "cards": [card], "hand": HAND}))
        requests += [(player(f"p-{seat}"), {"kind": "check", "seat": seat, "hand": HAND}) for seat in (3, 1)]
    return [*requests, (PLATFORM, {"kind": "settle_hand", "hand": HAND})]


def test_a_hand_is_recorded_verified_audited_and_shown(tmp_path: Path) -> None:
    """From the command line: every request accepted, the log whole, the payouts as recomputed, the hand told in its own words."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        lines = [asked(f"c/{n}", by, **command) for n, (by, command) in enumerate(evening())]
        answers = tombo(*NEW, "record", stdin=signed_lines(Path("new.keys"), "operator.example/test", lines))
        assert [json.loads(line)["status"] for line in answers.out.splitlines()] == ["recorded"] * len(lines)
        assert tombo(*NEW, "verify").status == 0
        assert tombo(*NEW, "hand", "audit").status == 0
        told = tombo(*NEW, "hand", "show", HAND).out
        assert "p-3: posts a straddle 2.00\np-1: posts a restraddle 3.50\np-2: folds\np-3: calls 2.00" in told
        assert "*** THIRD STREET ***" in told
        assert "p-3: collects 8.55 from the pot" in told
        assert "third street" in tombo(*NEW, "hand", "replay", HAND).out

        assert tombo(*NEW, "export", "phh", HAND, "--out", "one").status != 0
        everything = tombo(*NEW, "--json", "export", "phh", "--all", "--out", "all").document
        assert (everything["hands"], everything["left_out"]) == (0, 1)
        assert list(Path("all").iterdir()) == []
