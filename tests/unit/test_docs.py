"""What the documentation says exists, and what is generated is able to be found wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from docs import generate

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = sorted(page for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
LINK: Final = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
OURS: Final = re.compile(r"(?<![\w/.-])(?:ledger|projections|cli|tests|bench|docs|schemas)/[\w./-]*[\w/]")


def pages() -> list[object]:
    """Every page of the project, named by its path."""
    return [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in PAGES]


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page: Path) -> None:
    """A link to another page of the project finds it."""
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", pages())
def test_files_named_in_prose_exist(page: Path) -> None:
    """A path of the project that a page names is there: documentation does not describe files that were moved."""
    named = set(OURS.findall(page.read_text(encoding="utf-8")))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_a_page_opens_with_its_title() -> None:
    """Every page has one title, and it is its first line."""
    for page in PAGES:
        lines = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines()
        titles = [line for line in lines if line.startswith("# ")]
        assert titles == lines[:1], page


def test_generated_files_are_found_wrong(tmp_path: Path) -> None:
    """A generated file that is missing, differs, or that nothing generates any more is named."""
    (tmp_path / "schemas" / "events").mkdir(parents=True)
    (tmp_path / "schemas" / "events" / "same.json").write_text("same")
    (tmp_path / "schemas" / "events" / "other.json").write_text("other")
    (tmp_path / "schemas" / "left.json").write_text("left")
    wanted = {"schemas/events/same.json": "same", "schemas/events/other.json": "changed", "docs/missing.md": "missing"}
    assert generate.differing(wanted, tmp_path) == ["docs/missing.md", "schemas/events/other.json", "schemas/left.json"]


def test_every_kind_has_its_schema() -> None:
    """A schema states the kind as the one value its event may have, and asks for it."""
    for path, text in generate.schemas().items():
        kind = Path(path).stem
        if path.startswith("schemas/events/"):
            assert f'"const": "{kind}"' in text, path
            assert '"kind"' in text.partition('"required"')[2], path
