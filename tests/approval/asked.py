"""What is asked of each ledger, in order, and in which forms the answer is kept."""

from __future__ import annotations

from typing import Final, NamedTuple

TEXT: Final = "text"
JSON: Final = "json"
HTML: Final = "html"
CSV: Final = "csv"


class Asked(NamedTuple):
    """One command: its words, and the forms in which its answer is kept."""

    words: str
    forms: tuple[str, ...] = (TEXT, JSON)
    acted: bool = False
    """Whether something was recorded before, whose secrets came by chance, and so every hash."""


PAGE: Final = (TEXT, JSON, HTML)
SHEET: Final = (TEXT, JSON, CSV)
ALL: Final = (TEXT, JSON, HTML, CSV)
OFFICER: Final = "--viewer officer --staff s-2 --reason 'complaint 17'"

_READ: Final = (
    Asked("status"),
    Asked("table list"),
    Asked("hand list --limit 40"),
    Asked("round list --limit 40"),
    Asked("ruleset list"),
    Asked("tournament list"),
    Asked("dispute list", SHEET),
    Asked("staff list"),
    Asked("staff limits"),
    Asked("keys list"),
    Asked("views list"),
    Asked("period list"),
    Asked("book balance"),
    Asked("book balance --holders"),
    Asked("report list"),
    Asked("refunds", SHEET),
    Asked("find --limit 40"),
    Asked("audit"),
    Asked("recover --list"),
    Asked("verify --checkpoint checkpoint --jobs 1"),
)
"""What is asked of both ledgers."""


def _hand(name: str) -> tuple[Asked, ...]:
    return Asked(f"hand show {name}", PAGE), Asked(f"hand replay {name}")


def _round(name: str) -> tuple[Asked, ...]:
    return Asked(f"round show {name}", PAGE), Asked(f"round replay {name}")


def _player(name: str) -> tuple[Asked, ...]:
    return (
        Asked(f"player last-hand {name}", ALL),
        Asked(f"player last-hand {name} --last 3"),
        Asked(f"player statement {name}", ALL),
        Asked(f"account show {name}"),
        Asked(f"book show wallet:{name}", SHEET),
    )


def _tournament(name: str) -> tuple[Asked, ...]:
    return tuple(Asked(f"tournament {what} {name}") for what in ("show", "prizes", "refunds"))


EVENING: Final = (
    *_READ,
    *(asked for number in range(1, 8) for asked in _hand(f"mesa-1/{number}")),
    Asked("hand show mesa-1/4 --viewer player:p-sul"),
    Asked("hand show mesa-1/4 --at 9"),
    Asked("hand replay mesa-1/4 --step 5"),
    *_round("blackjack:bj-1/1"),
    *_round("roulette:roleta-1/1"),
    *(asked for name in ("p-norte", "p-sul") for asked in _player(name)),
    *(Asked(f"table show {name}") for name in ("mesa-1", "bj-1", "roleta-1", "mesa-1 --at 120")),
    Asked("table turn mesa-1"),
    *(Asked(f"ruleset show {name}") for name in ("holdem-1-2", "blackjack-1", "roulette-1")),
    *(Asked(f"book show {name}", SHEET) for name in ("commission:R806", "house:R804", "stack:mesa-1/2", "outside")),
    Asked("proof hand mesa-1/1"),
    Asked("export phh mesa-1/1 --out phh"),
    Asked("export bundle --out bundle"),
    Asked("backup backup"),
    Asked("export table entries --until 200 --out tables", (TEXT,)),
    Asked("export table movements --format csv --out sheets", (JSON,)),
    Asked("reconcile --day 2026-07-14", PAGE),
    Asked(f"hand show mesa-1/1 {OFFICER}", PAGE),
    Asked(
        "dispute open p-sul --about mesa-1/4 --id d-1 --claim 'my phone broke: the hand is void' --staff s-3", (TEXT,)
    ),
    Asked("dispute show d-1"),
    Asked("dispute replay d-1 --staff s-2", (TEXT,)),
    Asked("dispute replay d-1 --staff s-2", (JSON,)),
    Asked(
        "dispute resolve d-1 --outcome partly --grounds 'goodwill' --rule 'R806 r.72' --compensation 5.00 --staff s-2",
        (TEXT,),
    ),
    Asked("dispute show d-1"),
    Asked("dispute reverse d-1 --cause mistaken --rule 'R806 r.59' --staff s-2 --second s-3", (TEXT,)),
    Asked("dispute show d-1"),
    Asked("dispute list", SHEET),
    Asked("find --disputed"),
    Asked("find --card Jh --least 50 --player p-sul", (TEXT,)),
    Asked("player statement p-sul", ALL),
    Asked("incident open avaria --origin operator-system --reported-by monitor --staff s-2", (TEXT,)),
    Asked("incident close avaria --note 'back again' --staff s-2", (TEXT,)),
    Asked("reconcile --day 2026-07-14", PAGE),
    Asked("reconcile --day 2026-07-14 --close --staff s-1", (TEXT,)),
    Asked("reconcile --day 2026-07-13", PAGE),
    Asked(
        "credential grant openid rui-1 --issuer https://id.operator.example --subject 7f3a --holder staff:s-2 --staff s-1",
        (TEXT,),
    ),
    Asked(
        "credential grant openid eva-1 --issuer https://id.operator.example --subject 81c0 --holder staff:s-3 --staff s-1",
        (JSON,),
    ),
    Asked("credential revoke rui-1 --reason 'another provider' --staff s-1", (TEXT,)),
    Asked("credential list"),
    Asked("views follow", (TEXT,)),
    Asked("views list"),
    Asked("recover"),
    Asked("verify --jobs 1", acted=True),
    Asked("audit"),
    Asked("status"),
)
"""Of the evening: what was played is shown to everybody who may see it, disputed, decided, and the day closed."""


SIMULATED: Final = (
    *_READ,
    *(
        asked
        for name in ("tournament-14.1", "tournament-21.1", "tournament-21.2", "tournament-7.1")
        for asked in _tournament(name)
    ),
    *(
        asked
        for name in ("holdem-9/1", "holdem-23/1", "omaha-3/1", "omaha-24/2", "sintetico-6/1", "tournament-7.1.1/1")
        for asked in _hand(name)
    ),
    *(
        asked
        for name in (
            "roulette:roulette-11/4",
            "roulette:roulette-18/3",
            "blackjack:blackjack-1/5",
            "sem_descarte:sem-descarte-12/1",
        )
        for asked in _round(name)
    ),
    *(
        Asked(f"ruleset show {name}")
        for name in ("holdem-three-1", "omaha-pl-1", "sintetico-nl-1", "sem-descarte-2", "roulette-3", "blackjack-2")
    ),
    Asked("table show holdem-16"),
    Asked("table show tournament-21.1.3 --at 6000"),
    Asked("reconcile --day 2026-07-15", PAGE),
    Asked("reconcile --day 2026-07-14"),
)
"""Of the simulated hours of every game."""
