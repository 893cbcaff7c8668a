"""What is said about members of staff: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

PLAYED: Final[Mapping[str, Word]] = {
    "hand": Word("hand_played", "hand", "jogada"),
    "round": Word("round_played", "round", "jogada"),
}
"""What has cards: a hand of poker, a round against the house. The regulations call both *jogada*."""
ALONE: Final[Mapping[str, Word]] = {
    "credential": Word("grants_no_credential", "grants no credential", "não concede nenhuma credencial"),
    "role": Word("gives_no_role", "gives no role", "não atribui nenhuma função"),
    "key": Word("enrols_no_key", "enrols no key", "não regista nenhuma chave"),
}
"""What one manager does not do alone."""
ASKED_BY_OTHER: Final = Said(
    "asked_by_other",
    "{asker:told} may not ask for this; expected {allowed:told}",
    "{asker:told} não pode pedir isto; esperava-se {allowed:told}",
)
ASKER: Final = Said(
    "asker",
    "{actor:word} {who}",
    "{actor:word} {who}",
)
ASKER_IN_ROLE: Final = Said(
    "asker_in_role",
    "{actor:word} {who} as {role}",
    "{actor:word} {who} como {role}",
)
ALLOWED_NOBODY: Final = Said(
    "allowed_nobody",
    "nobody, for no role is held",
    "ninguém, porque não há nenhuma função atribuída",
)
ALLOWED_PLATFORM: Final = Said(
    "allowed_platform",
    "the platform",
    "a plataforma",
)
ALLOWED_ROLE: Final = Said(
    "allowed_role",
    "staff in the granted role '{role}'",
    "um funcionário com a função atribuída '{role}'",
)
ALLOWED_ROLES: Final = Said(
    "allowed_roles",
    "staff in the granted role '{role}' or staff in the granted role '{other}'",
    "um funcionário com a função atribuída '{role}' ou um funcionário com a função atribuída '{other}'",
)
ALLOWED_PLATFORM_OR_ROLE: Final = Said(
    "allowed_platform_or_role",
    "the platform or staff in the granted role '{role}'",
    "a plataforma ou um funcionário com a função atribuída '{role}'",
)
ALLOWED_PLATFORM_OR_ROLES: Final = Said(
    "allowed_platform_or_roles",
    "the platform or staff in the granted role '{role}' or staff in the granted role '{other}'",
    "a plataforma ou um funcionário com a função atribuída '{role}' ou um funcionário com a função atribuída '{other}'",
)
ALLOWED_PLAYER: Final = Said(
    "allowed_player",
    "the player {player}",
    "o jogador {player}",
)
ALLOWED_PLAYER_OR_ROLE: Final = Said(
    "allowed_player_or_role",
    "the player {player} or staff in the granted role '{role}'",
    "o jogador {player} ou um funcionário com a função atribuída '{role}'",
)
ALLOWED_PLAYER_OR_ROLES: Final = Said(
    "allowed_player_or_roles",
    "the player {player} or staff in the granted role '{role}' or staff in the granted role '{other}'",
    (
        "o jogador {player} ou um funcionário com a função atribuída '{role}' ou um funcionário com a função"
        " atribuída '{other}'"
    ),
)
ALLOWED_PLAYER_OR_PLATFORM: Final = Said(
    "allowed_player_or_platform",
    "the player {player} or the platform",
    "o jogador {player} ou a plataforma",
)
ALLOWED_PLAYER_PLATFORM_OR_ROLE: Final = Said(
    "allowed_player_platform_or_role",
    "the player {player} or the platform or staff in the granted role '{role}'",
    "o jogador {player} ou a plataforma ou um funcionário com a função atribuída '{role}'",
)
ALLOWED_PLAYER_PLATFORM_OR_ROLES: Final = Said(
    "allowed_player_platform_or_roles",
    "the player {player} or the platform or staff in the granted role '{role}' or staff in the granted role '{other}'",
    (
        "o jogador {player} ou a plataforma ou um funcionário com a função atribuída '{role}' ou um funcionário com a"
        " função atribuída '{other}'"
    ),
)
NO_SECOND_SIGNATURE: Final = Said(
    "no_second_signature",
    (
        "{why:told}; expected the signature of a second member of staff beside that of {who} ('--second', or 'tombo"
        " staff sign')"
    ),
    (
        "{why:told}; esperava-se a assinatura de um segundo funcionário ao lado da de {who} ('--second', ou 'tombo"
        " staff sign')"
    ),
)
SEVERAL_MANAGERS: Final = Said(
    "several_managers",
    "where there are several managers, one alone {not_done:word}",
    "onde há vários gestores, um sozinho {not_done:word}",
)
MANAGER_TAKEN_AWAY: Final = Said(
    "manager_taken_away",
    (
        "{who} alone took the role or key of the manager {manager}, and {not_done:word} alone until the root key"
        " vouches for a new key of his ('tombo staff enrol {who} --root FILE')"
    ),
    "{who} retirou por si só a função ou a chave do gestor {manager}, e por si só {not_done:word} até que a"
    " chave raiz ateste uma nova chave sua ('tombo staff enrol {who} --root FILE')",
)
CARDS_BEFORE_END: Final = Said(
    "cards_before_end",
    "the {play:word} {played} is in play; its closed cards can be read once it is over",
    "a {play:word} {played} está em curso; as suas cartas fechadas só podem ser lidas depois de terminar",
)
NOTHING_PLAYED: Final = Said(
    "nothing_played",
    "there is no {play:word} {played}; expected one that was played",
    "não há nenhuma {play:word} {played}; esperava-se uma que tivesse sido jogada",
)
NO_ROLE: Final = Said(
    "no_role",
    "there is no role '{role}'; expected one of {roles}",
    "não há nenhuma função '{role}'; esperava-se uma de {roles}",
)
FIRST_GRANT_OF_OTHER_ROLE: Final = Said(
    "first_grant_of_other_role",
    "the first grant of a ledger is of '{expected}', who grants the rest; not '{role}'",
    "a primeira função atribuída num registo é a de '{expected}', que atribui as restantes; não '{role}'",
)
OWN_ROLE: Final = Said(
    "own_role",
    "{staff} asks for a role of his own; expected another manager",
    "{staff} pede uma função para si; esperava-se outro gestor",
)
ROLE_HELD: Final = Said(
    "role_held",
    "{staff} has the role '{role}' already",
    "{staff} já tem a função '{role}'",
)
ROLE_NOT_HELD: Final = Said(
    "role_not_held",
    "{staff} does not have the role '{role}'",
    "{staff} não tem a função '{role}'",
)
LAST_MANAGER: Final = Said(
    "last_manager",
    "{staff} is the last manager; grant the role to somebody else before",
    "{staff} é o último gestor; atribua antes a função a outra pessoa",
)
KEY_WITHOUT_ROLE: Final = Said(
    "key_without_role",
    "{staff} holds no role; expected 'grant_role' before a key of his",
    "{staff} não tem nenhuma função; esperava-se 'grant_role' antes de uma chave sua",
)
KEY_ENROLLED_BEFORE: Final = Said(
    "key_enrolled_before",
    "{staff} has, or had, the key {key}; expected a new one",
    "{staff} tem, ou teve, a chave {key}; esperava-se uma nova",
)
ROOT_KEY_FOR_OTHER: Final = Said(
    "root_key_for_other",
    "the root key vouches for managers alone, and {staff} is none",
    "a chave raiz só atesta chaves de gestores, e {staff} não é gestor",
)
NOT_OF_ROOT_KEY: Final = Said(
    "not_of_root_key",
    "the signature under the key of {staff} is not that of the root key",
    "a assinatura que acompanha a chave de {staff} não é a da chave raiz",
)
FIRST_KEY_OF_OTHER: Final = Said(
    "first_key_of_other",
    "the first key of a ledger is a manager's, and {staff} is none",
    "a primeira chave de um registo é a de um gestor, e {staff} não é gestor",
)
OWN_KEY: Final = Said(
    "own_key",
    "{staff} asks for a key of his own; expected another manager, or the root key",
    "{staff} pede uma chave para si; esperava-se outro gestor, ou a chave raiz",
)
KEY_OF_FORMER_MANAGER: Final = Said(
    "key_of_former_manager",
    "{staff} has had a key as manager; another manager, or he with that key, signs too, or the root key vouches",
    "{staff} já teve uma chave como gestor; outro gestor, ou a mesma pessoa com essa chave, assina também, ou a"
    " chave raiz atesta-a",
)
STAFF_KEY_UNUSABLE: Final = Said(
    "staff_key_unusable",
    (
        "the key of {staff} is none under which a signature proves anything; expected 32 bytes in base64, made by a"
        " sound Ed25519 library"
    ),
    (
        "a chave de {staff} não é uma sob a qual uma assinatura prove alguma coisa; esperavam-se 32 bytes em base64,"
        " feitos por uma boa biblioteca de Ed25519"
    ),
)
KEY_OF_OTHER_ID: Final = Said(
    "key_of_other_id",
    "the key of {staff} has the id {found}, not {key}",
    "a chave de {staff} tem o identificador {found}, não {key}",
)
KEY_HELD_BY_NOBODY: Final = Said(
    "key_held_by_nobody",
    "nobody proves to hold the key {key} of {staff}",
    "ninguém prova ter a chave {key} de {staff}",
)
KEY_NOT_IN_USE: Final = Said(
    "key_not_in_use",
    "{staff} does not sign with the key {key}",
    "{staff} não assina com a chave {key}",
)
CARDS_READ_BY_OTHER: Final = Said(
    "cards_read_by_other",
    "{reader} read cards, and it is on record as if {staff} had",
    "{reader} leu cartas, e está registado como se {staff} o tivesse feito",
)
