"""What fields of the house's entries are of: texts and numbers."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

TEXT_MAX: Final = 500
Text = Annotated[str, Field(max_length=TEXT_MAX)]
Index = Annotated[int, Field(ge=0, le=2**53 - 1)]
Version = Annotated[int, Field(ge=1, le=2**53 - 1)]
_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
ONE_LINE: Final = rf"^[^{_UNSEEN}]+$"
LINE_THAT_SAYS: Final = rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*$"
"""The same, and not spaces alone: what is asked of who says it now. Entries from before may be blank."""
Why = Annotated[str, Field(max_length=TEXT_MAX, pattern=r"\S")]
"""Why somebody asks, or what he goes by: it is on record for ever, so it says something."""
REFERENCE: Final = r"^[^\x00-\x1f\x7f-\x9f]+$"
"""What the wallet's statement can say of a movement (``docs/wallet.md``): something, and no control in it."""
Reference = Annotated[str, Field(max_length=TEXT_MAX, pattern=REFERENCE)]
