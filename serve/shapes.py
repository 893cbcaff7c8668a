"""What the paths that read are answered with, as schemas for the OpenAPI document.

A field is written ``name:type``, its types with ``|`` between them; ``name?`` may be absent. Amounts are integers of minor units, instants
microseconds since 1970. What stands within an object or a list is told by the page of the command that prints the same.
"""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]


def shape(title: str, fields: str) -> Schema:
    """The schema of a document with these ``fields``."""
    found, required = Schema(), list[str]()
    for field in fields.split():
        name, _, types = field.partition(":")
        named = types.split("|")
        found[name.rstrip("?")] = {"type": named[0] if len(named) == 1 else named}
        if not name.endswith("?"):
            required.append(name)
    return {"title": title, "type": "object", "required": required, "properties": found}


def page(title: str, item: Schema) -> Schema:
    """The schema of a page of such items."""
    cursor = {"type": ["string", "null"], "description": "`after` of the next page; null behind the last."}
    return {
        "title": title,
        "type": "object",
        "required": ["items", "next"],
        "properties": {"items": {"type": "array", "items": item}, "next": cursor},
    }


LOST: Final = "log_index?:integer|null tampered?:string"
"""In the place of one of a list: an entry that cannot follow, and where it stands. Its other fields may be absent then."""


def line(title: str, name: str, fields: str) -> Schema:
    """The schema of one of a list, which has only its ``name`` for sure: an entry of it that cannot follow is told in its place."""
    optional = " ".join(field.replace(":", "?:", 1) for field in fields.split() if not field.startswith("log_index:"))
    return shape(title, f"{name}:string {optional} {LOST}")


_TABLE: Final = (
    "log_index:integer recorded:integer ruleset:string unit:object closed:boolean button?:integer|null hands?:integer hand?:string|null"
    " street?:string|null pot?:integer seats?:array session?:object game?:string rounds?:integer round?:string|null staked?:integer"
    " places?:array"
)
_CUP: Final = (
    "log_index:integer phase:string schedule:string starts:integer|null fee:integer entered:integer in_play:integer|null"
    " pool:integer|null pool_fixed:boolean"
)
_HAND: Final = (
    "when:integer|null door:string players:integer pot:integer commission:integer unit:object outcome:string version:integer"
    " findings:integer"
)
_ROUND: Final = (
    "hand?:string round?:string when?:integer|null players?:integer staked?:integer prizes?:integer door?:string pot?:integer"
    f" commission?:integer findings?:integer unit?:object outcome?:string version?:integer {LOST}"
)
_PLAYED: Final = (
    "round?:string hand?:string game?:string viewer:string player:string|null table:string number:integer door?:string unit:object"
    " terms:object ruleset:object|null tournament?:string|null button?:integer|null recorded:integer occurred:integer|null"
    " version:integer outcome:string waits_for?:string|null to_act?:integer|null board?:array seats?:array commission?:integer"
    " closed_cards?:array players?:array events:array incident:array"
)
_COMPLAINT: Final = (
    "player:string about:string|null claim:string complained:integer recorded:integer outcome:string|null grounds:string|null"
    " rule:string|null compensation:integer|null resolved:integer|null seconds:integer|null taken_back:integer|null not_signed?:array"
)
_RULESET: Final = "regulation:string reference:string approved:object in_force_from:integer withdrawn:object|null notices:array terms:object"
_INCIDENT: Final = "origin:string since:integer tables:array|null open:boolean hands:array not_signed?:array"
_ENTRY: Final = "log_index:integer version:integer occurred:integer|null recorded:integer by:object command:string|null event:object"

TABLE: Final = shape("Table", f"table:string {_TABLE} tampered?:string")
TABLES: Final = page("Tables", line("TableLine", "table", _TABLE))
TURN: Final = shape("Turn", "table:string played:string|null waits_for:string unit:object acts:array")
TOURNAMENT: Final = shape(
    "Tournament",
    f"tournament:string {_CUP} recorded:integer inside_a_commit:boolean announced:integer reference:string structure:object"
    " level:integer|null level_until:integer|null paused:boolean hand_by_hand:boolean ends:integer|null money:object entries:array"
    " chips:object tables:array standings:array differences:array",
)
TOURNAMENTS: Final = page("Tournaments", line("TournamentLine", "tournament", _CUP))
PRIZES: Final = shape(
    "Prizes",
    "tournament:string log_index:integer recorded:integer phase:string inside_a_commit:boolean fixed:integer|null money:object"
    " pool:integer|null places:array won:array bounties:array differences:array",
)
CUP_REFUNDS: Final = shape(
    "TournamentRefunds",
    "tournament:string log_index:integer recorded:integer phase:string inside_a_commit:boolean hypothetical:boolean"
    " refunds:object|array|null differences:array",
)
HAND: Final = shape(
    "Hand",
    "hand:string viewer:string player:string|null table:string number:integer door:string unit:object terms:object"
    " ruleset:object|null tournament:string|null button:integer|null recorded:integer occurred:integer|null version:integer"
    " outcome:string waits_for:string|null to_act:integer|null board:array seats:array commission:integer events:array incident:array",
)
HANDS: Final = page("Hands", line("HandLine", "hand", _HAND))
ROUND: Final = shape("Round", _PLAYED)
ROUNDS: Final = page("Rounds", shape("RoundLine", _ROUND))
FOUND: Final = shape("Found", "items:array next:integer|null size:integer")
STATUS: Final = shape(
    "Status",
    "origin:string entries:integer recorded:integer|null last_checkpoint:integer|null unpublished:integer streams:object open_hands:array"
    " open_incidents:array unfinished_tournaments:array findings:object publisher:object projections:array|null incidents_not_readable?:array",
)
REPLAY: Final = shape("Replay", "steps:array verdict:object|null")
STREAM: Final = page(
    "Entries", shape("SignedEntry", "log_index:integer recorded:integer key:string prev:string body:object")
)
SIGNED_RECEIPT: Final = shape(
    "SignedReceipt",
    "anchor_root:string command:string entries:array format:string index:integer key:object origin:string path:array",
)
ACCOUNT: Final = shape(
    "Account", "player:string balance:integer bonus:integer bonus_until:integer|null adjustments:array"
)
STATEMENT: Final = shape(
    "Statement",
    "player:string size:integer since:integer|null until:integer|null sessions:array lines:array games:array total:array|null"
    " at_stake:array not_counted:array wallet:array bonus:array goes_on:boolean",
)
LAST: Final = page("LastPlayed", shape("LastOne", f"{_PLAYED} last_hand:object"))
BALANCE: Final = shape("TrialBalance", "log_size:integer classes:object in_all:integer compared:object|null")
HOLDERS: Final = page("Holders", shape("Holder", "holder:string cents:integer"))
HOLDER: Final = page(
    "Operations",
    shape(
        "Operation",
        "holder:string seq:integer log_index:integer at:integer what:string other:string before:integer movement:integer after:integer",
    ),
)
REFUNDS: Final = shape("Refunds", "size:integer refunds:array occasions:array totals:array goes_on:boolean")
DAY: Final = shape("ClosedDay", f"day:string {_ENTRY}")
DAYS: Final = page("ClosedDays", line("ClosedDayLine", "day", _ENTRY))
INCIDENT: Final = shape("Incident", f"incident:string {_INCIDENT} entries:array")
INCIDENTS: Final = page("Incidents", line("IncidentLine", "incident", _INCIDENT))
DISPUTE: Final = shape("Dispute", f"dispute:string {_COMPLAINT} events:array")
DISPUTES: Final = page("Disputes", line("DisputeLine", "dispute", _COMPLAINT))
RULESET: Final = shape("Ruleset", f"ruleset:string {_RULESET}")
RULESETS: Final = page("Rulesets", line("RulesetLine", "ruleset", _RULESET))
STAFF: Final = page("Staff", line("Member", "staff", "roles:array key:string|null"))
CREDENTIALS: Final = page(
    "Credentials",
    line(
        "CredentialLine",
        "credential",
        "holder:object proof:object until:integer|null log_index:integer by:string stands:string revoked:object|null",
    ),
)
LIMITS: Final = shape("Limits", "alone:integer alone_sum:integer most:integer given_alone:object")
KEYS: Final = page(
    "Keys",
    line("Key", "key", "name:string purpose:string registered:integer retired:integer|null revoked_after:integer|null"),
)
VIEWS: Final = shape("Views", "entries:integer projections:array")
RELEASES: Final = shape("Releases", "releases:array")
