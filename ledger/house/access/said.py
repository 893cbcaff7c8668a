"""What is said about accesses: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

ACCESS_EXISTS: Final = Said(
    "access_exists",
    "there is an access {access} already; expected a name not used before",
    "já há um acesso {access}; esperava-se um nome ainda não usado",
)
NO_ACCESS: Final = Said(
    "no_access",
    "there is no access {access}; expected 'log_on' before",
    "não há nenhum acesso {access}; esperava-se antes 'log_on'",
)
ACCESS_IS_CLOSED: Final = Said(
    "access_is_closed",
    "the access {access} is closed; expected 'log_on' under a new name",
    "o acesso {access} está encerrado; esperava-se 'log_on' com um nome novo",
)
ACCESS_OF_ANOTHER: Final = Said(
    "access_of_another",
    "the access {access} is of {owner}, not of {player}",
    "o acesso {access} é de {owner}, não de {player}",
)
LOG_ON_FIRST: Final = Said(
    "log_on_first",
    "{player} is registered and is not said to be logged on; expected the field 'access' with the name of an access of his",
    "{player} está registado e não se diz que tenha iniciado sessão no sítio; esperava-se o campo 'access' com o nome de um acesso seu",
)
NO_ADDRESS: Final = Said(
    "no_address",
    "the address is no IP address; expected one of version 4 or 6",
    "o endereço não é um endereço IP; esperava-se um da versão 4 ou 6",
)
ADDRESS_OF_VERSION_4: Final = Said(
    "address_of_version_4",
    "the address of version 6 stands for one of version 4; expected that one itself",
    "o endereço da versão 6 representa um da versão 4; esperava-se esse",
)
ADDRESS_WRITTEN_OTHERWISE: Final = Said(
    "address_written_otherwise",
    "the address is not written as addresses are; expected the short form in lower case (RFC 5952)",
    "o endereço não está escrito na forma usual; esperava-se a forma curta em minúsculas (RFC 5952)",
)
