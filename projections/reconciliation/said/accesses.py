"""What the night job says of registrations, accesses and what is sealed of players: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

NOBODY: Final = Word("access_of_nobody", "nobody", "ninguém")
ACCESS_NEVER_OPENED: Final = Said(
    "access_never_opened",
    "{access}: {kind}, and nobody logged on with it; expected a log-on before",
    "{access}: {kind}, e ninguém iniciou sessão no sítio com ele; esperava-se antes um início",
)
ACCESS_WAS_CLOSED: Final = Said(
    "access_was_closed",
    "{access}: {kind}, and its player had logged off; expected an access that is open",
    "{access}: {kind}, e o seu jogador já tinha saído; esperava-se um acesso em curso",
)
KEPT_OF_ERASED: Final = Said(
    "kept_of_erased",
    "{stream} keeps something of {player}, who was erased before; expected nothing more of him",
    "{stream} guarda algo de {player}, que foi apagado antes; não se esperava nada mais dele",
)
LOGGED_ON_UNREGISTERED: Final = Said(
    "logged_on_unregistered",
    "{player} logs on with {access}, and was not registered; expected his registration before",
    "{player} inicia sessão no sítio com {access}, e não estava registado; esperava-se antes o seu registo",
)
PLAYED_BEFORE_BEGINNING: Final = Said(
    "played_before_beginning",
    "{session} is said to be played through {access}, and does not begin with that; expected it with its beginning, or behind it",
    "{session} é dada como jogada através de {access}, e não começa com isso; esperava-se isso com o seu começo, ou depois dele",
)
PLAYED_BEHIND_END: Final = Said(
    "played_behind_end",
    "{session} is said to be played through {access}, and had ended; expected a session that goes on",
    "{session} é dada como jogada através de {access}, e já tinha acabado; esperava-se uma sessão em curso",
)
PLAYED_THROUGH_ANOTHER: Final = Said(
    "played_through_another",
    "{session} of {player} is played through an access of {other}; expected one of his own",
    "{session} de {player} é jogada através de um acesso de {other}; esperava-se um seu",
)
PLAYED_WITHOUT_SESSION: Final = Said(
    "played_without_session",
    "{session} is said to be played through {access}, and never began",
    "{session} é dada como jogada através de {access}, e nunca começou",
)
REGISTRATION_NEVER_MADE: Final = Said(
    "registration_never_made",
    "{stream} begins with {kind}; expected that its player was registered before",
    "{stream} começa com {kind}; esperava-se que o seu jogador tivesse sido registado antes",
)
SEALED_AS_OF_ANOTHER: Final = Said(
    "sealed_as_of_another",
    "{stream} version {version} is not sealed as of {player}, whom it is about: his erasure would not take it away",
    "{stream} versão {version} não está cifrada como de {player}, de quem trata: apagá-lo não a tornaria ilegível",
)
STARTED_NOT_LOGGED_ON: Final = Said(
    "started_not_logged_on",
    "{player} is registered and begins {session} without being logged on; expected an access of his",
    "{player} está registado e começa {session} sem ter iniciado sessão no sítio; esperava-se um acesso seu",
)
