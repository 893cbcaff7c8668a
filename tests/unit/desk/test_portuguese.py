"""Whatever is typed wrongly at the desk in Portuguese is answered in Portuguese, with the field that it is of; and what is refused leads on."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from tests.unit.desk.test_signed import RUI, seal
from tests.unit.desk.test_unlike import SAME_AND_NOT
from tests.worlds.cases import NAME, asked, send
from tests.worlds.complaints import complaint, disputed_network
from tests.worlds.desk import Desk, served_desk
from tests.worlds.forged_ledger import Act
from tombo.desk.fields import Ask
from tombo.desk.offers import OFFERS, OfferedAct
from tombo.ledger.core.errors import (
    KeyFileError,
    LedgerError,
    MalformedError,
    NotFoundError,
    OutOfPlaceError,
    TamperedError,
    UnreadableError,
    UsageError,
)
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import written
from tombo.reports.shown.wrong import in_words

ENGLISH = re.compile(
    r"\b(?:the|expected|should|string|input|valid|value|error|at least|at most|match|pattern|empty|too long|does|with|cannot|must|"
    r"there is|field|document|amount|not one|run)\b|\^\[|\\x",
    re.IGNORECASE,
)
"""Words that no Portuguese sentence has, and what a pattern begins with."""
WRONG = ("", " ", "não é isto", "x" * 501, "a\tb", "-1", "1e9", "2026-99-99", "olá mundo!", "{}", "\u202e")


@pytest.fixture
def at_desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk in Portuguese at which a manager who is an officer too is signed in; a player complains of a hand that he won."""
    made = disputed_network(sqlite_url, tmp_path)
    complaint(made, NAME)
    complaint(made, "spoilt")
    seal(made, Act("dispute:spoilt", SAME_AND_NOT, by=RUI))
    with served_desk(made) as found:
        found.client.headers["accept-language"] = "pt"
        found.sign_in()
        yield found


def alarm(page: Response) -> str:
    """What a page says is wrong."""
    found = re.search(r'role="alert">(.*?)</(?:p|div)>', page.text, re.DOTALL)
    assert found is not None, page.text
    return html.unescape(re.sub(r"<[^>]+>", " ", found[1]))


def right(offer: OfferedAct) -> dict[str, str]:
    """What may stand in every field of a form."""
    values = {Ask.AMOUNT: "1,00", Ask.INSTANT: "2026-07-14T20:00:00Z", Ask.LINES: "porque sim", Ask.PLAYED: "mesa-1/1"}
    named = {"rule": "R806 r.59", "round": "hand:mesa-1/1", "key": "00" * 8}
    return {
        field.name: next(iter(field.words)) if field.words else named.get(field.name, values.get(field.asks, "um"))
        for field in offer.fields
    }


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.kind)
def test_what_is_typed_wrongly_is_told_in_portuguese(at_desk: Desk, offer: OfferedAct) -> None:
    """In every field of every form, whatever stands in it: which field it is, and no word of English."""
    form, refused = at_desk.client.get(f"/desk/acts/new/{offer.kind}"), 0
    for field in offer.fields:
        for typed in WRONG:
            page = at_desk.post(f"/desk/acts/new/{offer.kind}", {**right(offer), field.name: typed}, form)
            if page.status_code == 200:
                continue
            refused += 1
            why = alarm(page)
            assert page.status_code == 400 and ENGLISH.search(why.replace(typed, "")) is None, (field.name, typed, why)
            assert field.label().text(Language.PT) in why, (field.name, typed, why)
    assert refused >= len(offer.fields)


@pytest.mark.parametrize("typed", ["", "isto", "{}", '{"command": {"kind": "x"}}', "[]", '{"a": 1, "a": 2}', "\u202e{"])
def test_a_document_that_is_none_is_told_in_portuguese(at_desk: Desk, typed: str) -> None:
    """Where it is not JSON, and where it is something else."""
    why = alarm(at_desk.post("/desk/acts/open", {"act": typed}, at_desk.client.get("/desk/acts")))
    assert "isso não é um documento de um ato" in why and ENGLISH.search(why.replace("tombo schema", "")) is None, why


def test_what_cannot_be_read_is_told_in_portuguese(at_desk: Desk) -> None:
    """In its row of the list and on its own page, with its log index."""
    for path in ("/desk/cases", "/desk/cases/spoilt"):
        text = html.unescape(at_desk.client.get(path).text)
        assert re.search(r"a entrada \d+ do registo não pode seguir-se ao que está registado", text), path
        assert "TAMPERED" not in text


@pytest.mark.parametrize(
    "path", ["/desk/cases/nada", "/desk/entries/999999", "/desk/hands/nada/1", "/desk/nights/ontem", "/desk/nada"]
)
def test_what_is_not_there_is_told_in_portuguese(at_desk: Desk, path: str) -> None:
    """Whatever page it is asked of."""
    page = at_desk.client.get(path)
    assert page.status_code in {400, 404}
    assert ENGLISH.search(re.sub(r"'tombo [^']*'", "", alarm(page))) is None, alarm(page)


@pytest.mark.parametrize(
    "error",
    [
        *(OutOfPlaceError("TAMPERED", at) for at in (None, 7)),
        *(kind("the words") for kind in (TamperedError, MalformedError, NotFoundError, UsageError, UnreadableError)),
        KeyFileError("the words"),
    ],
)
def test_every_sort_of_error_has_words_in_portuguese(error: LedgerError) -> None:
    """Its own are for who reads English."""
    told = in_words(error)
    assert written(told, Language.EN) == str(error)
    assert ENGLISH.search(re.sub(r"'tombo [^']*'", "", written(told, Language.PT))) is None


def test_what_is_too_large_is_told_in_portuguese(at_desk: Desk) -> None:
    """As whatever the rest of the server refuses."""
    why = alarm(at_desk.post("/desk/acts/open", {"act": "x" * (2 << 20)}, at_desk.client.get("/desk/acts")))
    assert "demasiado grande" in why and ENGLISH.search(why) is None


def refused(at_desk: Desk, kind: str, fields: dict[str, str]) -> list[str]:
    """Where the page leads on which an act is refused, sent as who is signed in."""
    at_desk.client.headers["accept-language"] = "en"
    page = send(at_desk, asked(at_desk, kind, fields))
    assert page.status_code == 422, page.text
    found: list[Any] = re.findall(r'<li><a href="([^"]+)">', page.text.partition("<main")[2])
    return [html.unescape(one) for one in found]


DECIDES = {"outcome": "rejected", "compensation": "0", "rule": "R806 r.59", "grounds": "as it was"}


def test_what_is_refused_leads_to_what_is_to_be_done(at_desk: Desk) -> None:
    """To compute again first, or to open what there is none of; and back to what it was about, and to the acts."""
    decides = refused(at_desk, "resolve_dispute", {"dispute": NAME, **DECIDES})
    assert decides == [f"/desk/computed/{NAME}", f"/desk/cases/{NAME}", "/desk/acts"]
    assert [at_desk.client.get(path).status_code for path in decides] == [200] * 3
    none = refused(at_desk, "resolve_dispute", {"dispute": "none", **DECIDES})
    assert none == ["/desk/acts/new/open_dispute?dispute=none", "/desk/acts"]
    assert 'value="none"' in at_desk.client.get(none[0]).text
    void = refused(at_desk, "void", {"round": "hand:mesa-1/1", "incident": "i-9"})
    assert "/desk/hands/mesa-1/1" in void and void[-1] == "/desk/acts"
