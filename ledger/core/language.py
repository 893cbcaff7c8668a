"""The languages there are: a column each in every table of what is said."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never


class Language(StrEnum):
    """A language of what people read."""

    EN = "en"
    PT = "pt"


def in_english(language: Language) -> str:
    """What ``language`` is called in English, for the help."""
    match language:
        case Language.EN:
            return "English"
        case Language.PT:
            return "Portuguese"
        case _:
            assert_never(language)
