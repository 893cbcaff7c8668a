"""What the frame of every page of the desk says, and its faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

DESK: Final = Said("desk", "Tombo: desk", "Tombo: gabinete")
SKIP: Final = Said("skip", "Skip to the content", "Saltar para o conteúdo")
PLACES: Final = Said("places", "Pages", "Páginas")
ACTS_PLACE: Final = Said("acts_place", "Acts", "Atos")
NOW: Final = Said("now", "Now", "Agora")
TRUST: Final = Said("trust", "Trust", "Confiança")
LANGUAGE: Final = Said("language", "Language", "Língua")
SIGNED_IN_AS: Final = Said("signed_in_as", "{sort:word} {who}", "{sort:word} {who}")
SORTS: Final[Mapping[str, Word]] = {
    "staff": Word("desk_staff", "staff", "funcionário"),
    "auditor": Word("desk_auditor", "auditor", "auditor"),
}
"""Who signs in."""
SIGN_OUT: Final = Said("sign_out", "Sign out", "Sair")
NOT_DONE: Final = Said("not_done", "That was not done", "Não foi feito")
NOT_DONE_WHY: Final = Said("not_done_why", "Why: {why}", "Porquê: {why}")
GO_ON: Final = Said("go_on", "To the first page", "Para a primeira página")
