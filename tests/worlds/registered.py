"""A player by his papers, and from where he logs on: nobody there is."""

from __future__ import annotations

from typing import Any, Final

from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.registration.details import PersonalDetails, TaxAnswer

ORIGIN: Final = AccessOrigin(address="192.0.2.7", region="PT-11")


def details(**changes: Any) -> PersonalDetails:
    """A player by his papers, and ``changes``."""
    said: dict[str, Any] = {
        "address": "Rua do Exemplo 1",
        "alias": "exemplo",
        "born": "1985-02-28",
        "country": "PT",
        "email": "jogador@example.org",
        "logon": "exemplo-1",
        "name": "Nome de Exemplo",
        "nationality": "PT",
        "paper": "citizen_card",
        "paper_number": "00000000 0 AA0",
        "payment": "transfer",
        "phone": "+351000000000",
        "postcode": "0000-000",
        "tax_answer": TaxAnswer(answer="OK", id="1"),
        "tax_number": "000000000",
    }
    return PersonalDetails(**{**said, **changes})
