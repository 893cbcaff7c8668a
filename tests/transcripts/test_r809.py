"""What is before us of R809, and how its numbers stand beside R806's."""

from __future__ import annotations

from typing import Final

from tests.transcripts.test_rules import RULES
from tombo.ledger.terms.citation import R809_SPANS, rules_of

FIRST_STREET: Final = 51
"""R806's rule on where the betting begins, which R809 has in another place among others."""
SEEN: Final = {31, *range(51, 77)}
"""What is before us of R809: r.51 to its end, and the number of the rule on ties, which r.63 names."""


def test_what_is_unseen_says_so() -> None:
    """A rule whose text is not before us is marked as assumed, and no other is."""
    assert {rule["number"] for rule in RULES["R809"] if "[A]" not in rule["about"]} == SEEN


def test_the_list_and_the_citations_have_one_numbering() -> None:
    """A rule of R806 that R809 has too is treated here as there, under the number its findings cite."""
    shared = {rule for span in R809_SPANS if span.first != FIRST_STREET for rule in range(span.first, span.last + 1)}
    for rule in RULES["R806"]:
        if rule["number"] in shared:
            number = int(rules_of("sintetico", rule["number"]).removeprefix("R809 r."))
            assert RULES["R809"][number - 1]["treatment"] == rule["treatment"], number
