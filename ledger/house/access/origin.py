"""From where somebody logs on: address and region, one document that is sealed under the player's own secret.

An address of version 4 is one of four thousand million, which a machine tries in minutes: so it stands neither in an entry in the open nor
in the digest of the command.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Annotated, Final

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.access import said
from tombo.ledger.house.rules import house

ADDRESS_MAX: Final = 45
"""Letters of the longest address of version 6."""
Address = Annotated[str, Field(max_length=ADDRESS_MAX, pattern=r"^[0-9a-f.:]+$")]
"""An IP address, of version 4 or 6."""
Region = Annotated[str, Field(pattern=r"^[A-Z]{2}(-[A-Z0-9]{1,3})?$")]
"""Of the address: a country, or a part of it (ISO 3166-2): ``PT-11``."""


NO_ORIGIN: Final = "what it seals is no address with its region"
"""Said of an entry that seals a document which no door sealed."""


class AccessOrigin(Record):
    """An address and its region."""

    address: Address
    region: Region


def address_refusal(address: str) -> Refused | None:
    """The objection to what is no address, or not in the one form it has: that of RFC 5952 for version 6, and what stands for version 4 as that."""
    try:
        found = ip_address(address)
    except ValueError:
        return house("access", said.NO_ADDRESS())
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return house("access", said.ADDRESS_OF_VERSION_4())
    return None if str(found) == address else house("access", said.ADDRESS_WRITTEN_OTHERWISE())


def origin_in(text: str) -> AccessOrigin:
    """The origin in a document that was sealed.

    Raises:
        ValueError: it is none.
    """
    return AccessOrigin.model_validate_json(text)
