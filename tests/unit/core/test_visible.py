"""F5: what somebody else wrote has no effect where it is shown: not on the cursor, the direction of writing, or the eye."""

from __future__ import annotations

import json
import unicodedata

import pytest

from tombo.cli.terminal.output import say, say_json
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.visible import visible, visible_lines
from tombo.ledger.games.game import RuleNote
from tombo.ledger.terms.unit import Unit
from tombo.reports.play.replay import noted
from tombo.reports.said.common import READINGS
from tombo.reports.said.play.round import ROUND_OBJECTION

HOSTILE = "R\x1b[2K\nPayouts: the same as recorded\u202e\u200b\x85\U000e0041"


def test_f5_nothing_invisible_is_left_of_any_character() -> None:
    """All of Unicode: what is a control, a format or a line of its own is shown as what it is."""
    left = [
        f"{code:x}"
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in {"Cc", "Zl", "Zp", "Cs"} and visible(chr(code)) == chr(code)
    ]
    assert left == []
    assert visible(HOSTILE) == r"R\u001b[2K\u000aPayouts: the same as recorded\u202e\u200b\u0085\udb40\udc41"
    assert visible_lines(HOSTILE) == visible(HOSTILE).replace(r"\u000a", "\n")


def test_f5_the_rule_a_platform_names_cannot_forge_a_line() -> None:
    """A platform may name any rule in ``report_refused``: the replay told it as it was."""
    (note,) = noted([RuleNote(HOSTILE, "refused", {})], Unit(currency="EUR", decimals=2), "hand")
    told = note.text()
    assert told == f"{visible(HOSTILE)}: refused under this rule"
    noted_so = ROUND_OBJECTION(rule=HOSTILE, who="p-1", reading=READINGS[Reading.LETTER], why="late").text()
    assert noted_so.startswith(f"Note on {visible(HOSTILE)}, p-1;")


def test_f5_what_leaves_the_command_line_has_no_effect(capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever report forgets it: the last function before the terminal does not. JSON stays the same document."""
    say(f"{HOSTILE}\nnext line")
    assert capsys.readouterr().out == visible_lines(HOSTILE) + "\nnext line\n"
    say_json({"rule": HOSTILE})
    (line,) = capsys.readouterr().out.splitlines()
    assert line.isprintable()
    assert json.loads(line) == {"rule": HOSTILE}
