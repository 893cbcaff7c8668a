"""What ``docs/adding.md`` and its pages say: the steps of each are enough, each of them is needed, and the check that it names says so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.adding import page
from tests.adding.copied import Copy
from tests.unit.test_tidy import PACKAGES

SECTIONS: Final = page.sections()
APPROVED: Final = "tests/approval/test_approval.py"
DEAR: Final = ("make docs", "make drift", "make types", "make imports", APPROVED)
"""What takes its time, and is asked once of all pages together; what is approved, where it is not written again."""
LOOPING: Final = {
    "projections/registry.py": ("tests/forgeries/test_a5_columns.py", "tests/forgeries/test_redteam_views.py"),
    "ledger/house/": ("tests/faults/test_bad_input.py -k 'schema or request'",),
    "ledger/terms/": (
        "tests/properties/test_rulesets.py",
        "tests/unit/terms/test_ruleset_bands.py -k default",
        "tests/unit/test_readings_page.py",
    ),
    "ledger/core/language.py": (
        "tests/stranger/test_house.py -k recovered",
        "tests/unit/cli/test_words.py -k completes",
        "tests/unit/core/test_said.py",
    ),
}
"""Tests that go through all that the project has of a sort, by where that is written. They are asked of every page that writes there, named or not."""
FIRST: Final = next(iter(SECTIONS))
FORGOTTEN: Final = [
    pytest.param(name, step.number, check, id=f"{name}-{step.number}-{check}")
    for name, section in SECTIONS.items()
    for step in section.steps
    for check in step.fails
    if not step.generates or name == FIRST  # `make docs` is one step, wherever it stands
]


def before(name: str) -> tuple[page.Step, ...]:
    """The steps of what is done before the first of the section ``name``."""
    section = SECTIONS[name]
    earlier = () if section.after is None else (*before(section.after), *SECTIONS[section.after].steps)
    return (*earlier, section.first)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_runs_is_the_copy(project: Copy, package: str) -> None:
    """Not the project it was copied from, which is installed and answers to the same name."""
    ended = project.run("-c", f"from tombo import {package} as one; print(list(one.__path__)[0])")
    assert Path(ended.out.strip()).resolve() == (project.root / package).resolve()


@pytest.mark.parametrize("name", SECTIONS)
def test_the_steps_of_a_section_are_enough(project: Copy, recorded: Path, name: str) -> None:
    """Done one after the other, every check that a step names is content, and those that go through all there is; what is typed then prints what the page shows."""
    section = SECTIONS[name]
    project.do(*before(name), *section.steps, generate=False)
    named = [check for step in section.steps for check in step.fails if check not in DEAR]
    holds(project, *dict.fromkeys((*named, *looping(*before(name), *section.steps))))
    for call in section.calls:
        ended = project.tombo(recorded, *call.words[1:])
        assert ended.out.replace("\N{NO-BREAK SPACE}", " ").startswith(call.printed), ended.out


def test_all_pages_together_are_what_the_project_asks_for(project: Copy) -> None:
    """Every addition in one project: formatted, without a complaint of lint, types, layers and style, and the generated pages true."""
    for name, section in SECTIONS.items():
        if any(step.fills for step in section.steps):  # by the test, which is no translator and splits no file
            holds(project, "make format", "make lint", "make imports", "tests/unit/test_tidy.py")
        project.do(*before(name)[-1:], *section.steps, generate=False)
    holds(project, "make docs", "make types")


def looping(*steps: page.Step) -> list[str]:
    """The tests that go through what ``steps`` add to."""
    written = [diff.path for step in steps for diff in step.diffs]
    return [
        check
        for where, checks in LOOPING.items()
        if any(path.startswith(where) for path in written)
        for check in checks
    ]


def holds(project: Copy, *checks: str) -> None:
    """That each of them is content; tests that are named as they are run together."""
    together = " ".join(check for check in checks if check.startswith("tests/") and " " not in check)
    for check in (*filter(None, [together]), *(check for check in checks if check not in together.split())):
        ended = project.check(check)
        assert ended.status == 0, f"{check}\n{ended.out}"


@pytest.mark.parametrize(("name", "number", "check"), FORGOTTEN)
def test_a_step_that_is_forgotten_is_missed(project: Copy, name: str, number: int, check: str) -> None:
    """All steps but one, and the check that the page names for it fails."""
    steps = [step for step in SECTIONS[name].steps if step.number != number]
    project.do(*before(name), *steps, generate=check == "make drift")
    ended = project.check(check)
    assert ended.status in {1, 2} or "while loading conftest" in ended.out, ended.out


@pytest.mark.parametrize("name", SECTIONS)
def test_what_was_recorded_before_is_still_read(project: Copy, recorded: Path, name: str) -> None:
    """The program with the addition finds nothing wrong in a ledger that the program without it wrote; nor, where it adds to rules or terms, in the play of a hand or round."""
    steps = (*before(name), *SECTIONS[name].steps)
    project.do(*steps, generate=False)
    ended = project.tombo(recorded, "verify")
    assert ended.status == 0, ended.out
    if any(diff.path.startswith(("ledger/games/", "ledger/terms/")) for step in steps for diff in step.diffs):
        assert objected(project, recorded) == []


def objected(project: Copy, recorded: Path) -> list[str]:
    """What the program objects to in the play of the hands and rounds that were recorded before."""
    names = [line.split()[0] for line in project.tombo(recorded, "round", "list").out.splitlines()]
    assert {"blackjack:bj-1/1", "hand:mesa-1/2", "roulette:roleta-1/1"} <= set(names)
    played = [project.tombo(recorded, "round", "replay", name) for name in names]
    return [one.out for one in played if one.status]


def test_hands_from_before_are_asked_a_rule_of_now(project: Copy, recorded: Path) -> None:
    """One that is stricter and asks no terms calls it a breach that somebody went all-in: so the test above would see such a rule."""
    stricter = page.Hunk("    if stack is None or act.paid <= stack:\n", "    if stack is None or act.paid < stack:\n")
    page.write(project.root, (page.Diff("ledger/games/poker/rules/r806_betting.py", (stricter,), new=False),))
    assert any("hand:mesa-1/2: " in said and "(R806 r.37;" in said for said in objected(project, recorded))


def test_every_step_says_what_misses_it() -> None:
    """There is no step that one may leave out unseen, and no page that the list leaves out."""
    silent = [f"{name} {step.number}" for name, section in SECTIONS.items() for step in section.steps if not step.fails]
    pages = {f"{path.stem}" for path in (page.PAGE.parent / "adding").glob("*.md")}
    assert (silent, len(SECTIONS)) == ([], len(pages))
