"""What the documentation says exists, and what is generated is able to be found wrong."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from docs import generate, generate_rules
from tombo.ledger.house.rules import HOUSE_RULES
from tombo.ledger.verify.report import Code

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = sorted(page for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
LINK: Final = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
OURS: Final = re.compile(r"(?<![\w/.-])(?:ledger|projections|cli|tests|bench|docs|schemas)/[\w./-]*[\w/]")

NEW: Final = re.compile(r"--- /dev/null\n *\+\+\+ b/(\S+)")
"""A file that a page of ``docs/adding.md`` writes in a copy of the project (``tests/adding/``)."""


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
    """A path of the project that a page names is there, or is written by a fence: documentation does not describe files that were moved."""
    named = set(OURS.findall(page.read_text(encoding="utf-8")))
    written = {
        path for page in (ROOT / "docs" / "adding").glob("*.md") for path in NEW.findall(page.read_text("utf-8"))
    }
    assert sorted(path for path in named - written if not (ROOT / path).exists()) == []


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


TRUE: Final = """
number = 1
about = "a rule"
treatment = "decided"
decided = [{ function = "tombo.ledger.seal.entry:unpack", objects = "no.txt", accepts = "yes.txt" }]
"""


def table(first: str) -> str:
    """A table of 75 rules whose first is ``first``, the others recorded."""
    rest = (f'number = {number}\nabout = "x"\ntreatment = "recorded"\nkinds = ["a.b.v1"]' for number in range(2, 76))
    return "\n".join(f"[[rule]]\n{rule}" for rule in (first, *rest))


@pytest.fixture
def sources(tmp_path: Path) -> generate_rules.Sources:
    """Two transcripts, one kind and one command."""
    for name in ("no.txt", "yes.txt"):
        (tmp_path / name).touch()
    return generate_rules.Sources(tmp_path, {"a.b.v1"}, {"hand show"})


def test_a_true_table_of_rules_becomes_a_page(sources: generate_rules.Sources) -> None:
    """The page counts the treatments and leads from a rule to its function and both transcripts."""
    rules = generate_rules.load("R806", lambda _: table(TRUE), sources)
    page = generate_rules.page(
        {"R806": rules}, {"seat": "A seat exists.", "demo": "No money."}, sources, sources.folder
    )
    assert "- [R806](#r806): 75 rules: 1 decided, 0 told, 74 recorded, 0 reported, 0 outside" in page.splitlines()
    assert "| 1 | a rule | decided | [`unpack`](../ledger/seal/entry.py):" in page
    assert "[objects](../no.txt), [accepts](../yes.txt)" in page


def test_the_page_of_rules_ends_with_those_of_the_house(sources: generate_rules.Sources) -> None:
    """Every rule that a refusal may cite as the house's own stands there, counted, in order."""
    rules = generate_rules.load("R806", lambda _: table(TRUE), sources)
    page = generate_rules.page(
        {"R806": rules}, {"seat": "A seat exists.", "demo": "No money."}, sources, sources.folder
    )
    assert page.endswith("\n2 rules.\n\n| House: | |\n|---|---|\n| `demo` | No money. |\n| `seat` | A seat exists. |\n")
    assert all(f"| `{name}` | {said} |" in generate.rules() for name, said in HOUSE_RULES.items())


def test_every_verdict_has_its_section() -> None:
    """In the order in which the verifier has them, the worst first."""
    found = re.findall(r"^## ([A-Z_]+)$", (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found == list(Code)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param("entry:unpack", "entry:repack", "r.1: no function tombo.ledger.seal.entry:repack", id="function"),
        pytest.param("seal.entry:", "seal.exit:", "r.1: no function tombo.ledger.seal.exit:unpack", id="module"),
        pytest.param('"no.txt"', '"on.txt"', "r.1: no transcript on.txt (objects)", id="objecting transcript"),
        pytest.param('"yes.txt"', '"yet.txt"', "r.1: no transcript yet.txt (accepts)", id="accepting transcript"),
        pytest.param('["a.b.v1"]', '["a.b.v2"]', "r.2: no kind 'a.b.v2'", id="kind"),
        pytest.param(
            '"recorded"\nkinds = ["a.b.v1"]', '"reported"\ncommands = ["bet"]', "r.2: no command", id="command"
        ),
        pytest.param('"recorded"\nkinds = ["a.b.v1"]', '"outside"\nreason = ""', "r.2: fields", id="no reason"),
        pytest.param('treatment = "decided"', 'treatment = "ignored"', "r.1: treatment 'ignored'", id="treatment"),
        pytest.param("number = 1\n", "number = 2\n", "the rules are numbered [2, 2,", id="a rule twice"),
    ],
)
def test_a_table_of_rules_that_is_not_so_is_refused(
    sources: generate_rules.Sources, old: str, new: str, complaint: str
) -> None:
    """A function, transcript, kind or command that does not exist is named, and no page is made."""
    assert old in table(TRUE)
    with pytest.raises(generate_rules.MissingError) as raised:
        generate_rules.load("R806", lambda _: table(TRUE).replace(old, new, 1), sources)
    assert complaint in str(raised.value)


def test_f9_the_glossary_has_a_term_once() -> None:
    """One term, one meaning: two stood there twice, one of them with another meaning."""
    page = (Path(__file__).resolve().parents[2] / "docs/glossary.md").read_text("utf-8")
    terms = Counter(re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE))
    assert [term for term, often in terms.items() if often > 1] == ["term"], "the head of every table"
