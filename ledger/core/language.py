"""The languages there are: a column each in every table of what is said."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """A language of what people read."""

    EN = "en"
    PT = "pt"
