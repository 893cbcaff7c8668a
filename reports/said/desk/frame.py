"""What the frame of every page of the desk says, and its faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

DESK: Final = Said("desk", "Tombo: desk", "Tombo: gabinete")
SKIP: Final = Said("skip", "Skip to the content", "Saltar para o conteúdo")
PLACES: Final = Said("places", "Pages", "Páginas")
ACTS_PLACE: Final = Said("acts_place", "Acts", "Atos")
NIGHTS_PLACE: Final = Said("nights_place", "Nights", "Noites")
NOW: Final = Said("now", "Now", "Agora")
TRUST: Final = Said("trust", "Trust", "Confiança")
FIND: Final = Said("find", "Find", "Procurar")
FIND_IT: Final = Said("find_it", "Find", "Procurar")
FIND_BOX: Final = Said(
    "find_box",
    "Find a hand, round, player, table, complaint, incident, tournament or day",
    "Procurar uma jogada, um jogador, uma mesa, uma reclamação, um incidente, um torneio ou um dia",
)
FIND_LIKE: Final = Said("find_like", "mesa-1/42, player, day…", "mesa-1/42, jogador, dia…")
LANGUAGE: Final = Said("language", "Language", "Língua")
SIGNED_IN_AS: Final = Said("signed_in_as", "{sort:word} {who}", "{sort:word} {who}")
SORTS: Final[Mapping[str, Word]] = {
    "staff": Word("desk_staff", "staff", "funcionário"),
    "auditor": Word("desk_auditor", "auditor", "auditor"),
}
"""Who signs in."""
SIGN_OUT: Final = Said("sign_out", "Sign out", "Sair")
NOT_DONE: Final = Said("not_done", "That was not done", "Não foi feito")
NOT_FOUND: Final = Said("not_found", "That is not there", "Não encontrado")
NOT_DONE_WHY: Final = Said("not_done_why", "Why: {why}", "Porquê: {why}")
GO_ON: Final = Said("go_on", "To the first page", "Para a primeira página")
NO_PAGE: Final = Said("no_page", "there is no such page", "essa página não existe")
NO_FILE: Final = Said("no_file", "there is no such file", "esse ficheiro não existe")
NOBODY_IN: Final = Said(
    "nobody_in", "nobody is signed in, or not any more: sign in again", "ninguém entrou, ou já não: entrar de novo"
)
NOT_FOR_HIM: Final = Said("not_for_him", "this page is not for who is signed in", "esta página não é para quem entrou")
NO_KEY_ENROLLED: Final = Said(
    "no_key_enrolled",
    "{staff} has no enrolled key, and whoever acts signs with his own: without one he reads; managers enrol one ('tombo staff enrol {staff}')",
    "{staff} não tem nenhuma chave inscrita, e quem age assina com a sua: sem ela só lê; são os gestores que a inscrevem ('tombo staff enrol {staff}')",
)
OTHER_SITE: Final = Said("other_site", "another site's page sent this", "foi a página de outro sítio que enviou isto")
OTHER_SESSION: Final = Said(
    "other_session",
    "the form is not of this session: open the page again",
    "o formulário não é desta sessão: abrir a página de novo",
)
NO_FORM: Final = Said("no_form", "the form cannot be read", "o formulário não se consegue ler")
SENT_TOO_LARGE: Final = Said("sent_too_large", "what was sent is too large", "o que foi enviado é demasiado grande")
TOO_LATE: Final = Said(
    "too_late",
    "what was sent did not come whole in time; nothing of it was taken",
    "o que foi enviado não chegou inteiro a tempo; nada dele foi aceite",
)
TOO_BUSY: Final = Said(
    "too_busy",
    "too much is asked at once: try again in a moment",
    "há demasiados pedidos ao mesmo tempo: tentar de novo daqui a pouco",
)
NOT_NOW: Final = Said(
    "not_now",
    "this cannot be done now, and whether it was done is not known: look again in a moment",
    "agora não é possível, e não se sabe se foi feito: voltar a ver daqui a pouco",
)
DETACHED_AWAY: Final = Said(
    "detached_away",
    "this is of an old period, the entries {first} to {last}, which left the database, and the copy that has it is not here now. Nothing is wrong with it, and nothing was done. Ask who runs the ledger to bring the copy back: 'tombo period list' says where it is looked for",
    "isto é de um período antigo, as entradas {first} a {last}, que saiu da base de dados, e a cópia que o tem não está agora aqui. Nada há de errado com ele, e nada foi feito. Pedir a quem gere o registo que traga a cópia de volta: 'tombo period list' diz onde é procurada",
)
NOT_KNOWN_NOW: Final = Said(
    "not_known_now",
    "who may ask could not be read again for some seconds: nobody is let in until it is",
    "há alguns segundos que não se consegue reler quem pode pedir: até lá ninguém entra",
)
TOO_MANY_TRIES: Final = Said(
    "too_many_tries",
    "too many tries to sign in came from this address: wait a minute",
    "vieram deste endereço demasiadas tentativas de entrar: esperar um minuto",
)
