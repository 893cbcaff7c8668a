"""What several commands say."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

HAND: Final = Word("asked_hand", "hand", "nenhuma jogada")
ROUND: Final = Word("asked_round", "round", "nenhuma jogada")
TOURNAMENT: Final = Word("asked_tournament", "tournament", "nenhum torneio")
ACCOUNT: Final = Word("asked_account", "account", "nenhuma conta de jogador")
PLAYER: Final = Word("asked_player", "player", "nenhum jogador")
INCIDENT: Final = Word("asked_incident", "incident", "nenhum incidente")
RULESET: Final = Word("asked_ruleset", "ruleset", "nenhumas regras específicas")
DISPUTE: Final = Word("asked_dispute", "dispute", "nenhuma reclamação")
PROJECTION: Final = Word("asked_projection", "projection", "nenhuma projeção")
COMMAND: Final = Word("asked_command", "command", "nenhum comando")
KIND: Final = Word("asked_kind", "kind", "nenhum tipo de entrada")
TABLE: Final = Word("asked_table", "table", "nenhuma mesa")
ENTRIES: Final = Word("bar_entries", "entries", "entradas")
ENTRIES_VERIFIED: Final = Word("bar_entries_verified", "entries verified", "entradas verificadas")
PAGES: Final = Word("bar_pages", "pages of the log", "páginas do registo")
HANDS: Final = Word("bar_hands", "hands", "jogadas")
TOURNAMENTS: Final = Word("bar_tournaments", "tournaments", "torneios")
DISPUTES: Final = Word("bar_disputes", "disputes", "reclamações")
REFUSED_UNDER: Final = Said(
    "refused_under", "refused under {rule}: {why:told}", "recusado ao abrigo de {rule}: {why:told}"
)
NO_NAME_OF: Final = Said(
    "no_name_of",
    "{typed} names no {what:word}; expected letters, digits and ._/-, at most 100",
    "{typed} não é o nome de {what:word}; esperavam-se letras, algarismos e ._/-, no máximo 100",
)
NO_NAME: Final = Said(
    "no_name",
    "{typed} is no name; expected letters, digits and ._/-, at most 100",
    "{typed} não é um nome; esperavam-se letras, algarismos e ._/-, no máximo 100",
)
NO_PSEUDONYM: Final = Said(
    "no_pseudonym",
    "{typed} is no pseudonym of a player; expected letters, digits and ._/-, at most 100",
    "{typed} não é o pseudónimo de um jogador; esperavam-se letras, algarismos e ._/-, no máximo 100",
)
NOT_BEGUN: Final = Said(
    "not_begun",
    "{day} has not begun; expected a day that has",
    "{day} ainda não começou; esperava-se um dia que já tenha começado",
)
NOT_COME: Final = Said(
    "not_come",
    "{typed} has not come; expected an instant that has",
    "{typed} ainda não chegou; esperava-se um instante que já tenha passado",
)
NO_SUCH: Final = Said(
    "no_such",
    "there is no {what:word} {name}; 'tombo {word} list' shows those there are",
    "não há {what:word} {name}; 'tombo {word} list' mostra o que há",
)
NO_SUCH_HERE: Final = Said(
    "no_such_here", "there is no {what:word} {name} in {origin}", "não há {what:word} {name} em {origin}"
)
NO_SUCH_HERE_LISTED: Final = Said(
    "no_such_here_listed",
    "there is no {what:word} {name} in {origin}; 'tombo {word} list' shows those there are",
    "não há {what:word} {name} em {origin}; 'tombo {word} list' mostra o que há",
)
NO_SUCH_KIND: Final = Said(
    "no_such_kind",
    "there is no {what:word} {typed}; expected one of {there}",
    "não há {what:word} {typed}; esperava-se um destes nomes: {there}",
)
DAY_IS_A_PERIOD: Final = Said(
    "day_is_a_period",
    "'day' is a period of its own; expected either 'day', or 'from' and 'to'",
    "'day' já é um período; esperava-se ou 'day', ou 'from' e 'to'",
)
FROM_AFTER_TO: Final = Said(
    "from_after_to", "'from' {first} is after 'to' {last}", "'from' {first} é posterior a 'to' {last}"
)
NO_WHEN: Final = Said(
    "no_when",
    "{typed} is no log index and no instant; expected for example 170, or 2026-07-14T19:05:00Z",
    "{typed} não é o número de uma entrada do registo nem um instante; esperava-se por exemplo 170, ou 2026-07-14T19:05:00Z",
)
NO_SUCH_INDEX: Final = Said(
    "no_such_index",
    "the log has {entries:entry|entries}, from 0 on; expected the log index of one of them, not {asked}",
    "o registo tem {entries:entrada|entradas}, a partir de 0; esperava-se o número de uma delas, não {asked}",
)
NO_HAND_NAME: Final = Said(
    "no_hand_name",
    "{typed} names no hand; expected for example mesa-1/42",
    "{typed} não é o nome de nenhuma jogada; esperava-se por exemplo mesa-1/42",
)
NO_AMOUNT: Final = Said(
    "no_amount",
    "{typed} is no amount of euro; expected for example 5.00",
    "{typed} não é uma quantia em euros; esperava-se por exemplo 5.00",
)
NO_SUCH_STEP: Final = Said(
    "no_such_step",
    "the replay of {played} has {steps:step|steps}; expected at most that, not {asked}",
    "o recálculo de {played} tem {steps:passo|passos}; esperava-se no máximo isso, não {asked}",
)
NO_SUCH_VERSION: Final = Said(
    "no_such_version",
    "{name} has {versions:version|versions}; expected at most that, not {asked}",
    "{name} tem {versions:versão|versões}; esperava-se no máximo isso, não {asked}",
)
SEVERAL_GAMES: Final = Said(
    "several_games",
    "{name} is a round of several games; expected one of {streams}",
    "{name} é uma jogada de vários jogos; esperava-se uma de {streams}",
)
NONE_AT_TABLE: Final = Said(
    "none_at_table",
    "no {what:word} of a table {table}; 'tombo {word} list' shows them all",
    "não há {what:word} de uma mesa {table}; 'tombo {word} list' mostra todas",
)
NOTHING_BEFORE: Final = Said(
    "nothing_before",
    "there is no {name} to go on behind; expected the last name of the page before",
    "não há nenhum {name} a seguir ao qual continuar; esperava-se o último nome da página anterior",
)
NO_VIEWER: Final = Said(
    "no_viewer",
    "there is no viewer {typed}; expected outsider, auditor, officer, or player:ID",
    "{typed} não é ninguém a quem se mostre; esperava-se outsider, auditor, officer ou player:ID",
)
NOTHING_FACE_DOWN: Final = Said(
    "nothing_face_down",
    "no card lies face down in {stream}; every viewer sees all of it, without --viewer",
    "nenhuma carta está tapada em {stream}; toda a gente vê tudo, sem --viewer",
)
WORDS_LEFT_SEALED: Final = Said(
    "words_left_sealed",
    "what people say is left [sealed]: {why}",
    "o que as pessoas dizem fica [cifrado]: {why}",
)
NOT_IN_PLAY: Final = Said(
    "not_in_play",
    "{player} was not in {played}; expected one of its players, whom 'tombo hand show' and 'tombo round show' name",
    "{player} não esteve em {played}; esperava-se um dos seus jogadores, que 'tombo hand show' e 'tombo round show' nomeiam",
)
NO_READER_NAMED: Final = Said(
    "no_reader_named",
    "closed cards are shown to an officer, or to one who acts for the player, and it goes on record; name --staff and --reason, or look as an outsider",
    "as cartas fechadas só se mostram a um responsável por litígios, ou a um que age pelo jogador, e fica registado; indicar --staff e --reason, ou ver como outsider",
)
REASON_TOO_LONG: Final = Said(
    "reason_too_long",
    "a reason of {letters} letters; expected at most {most}",
    "um motivo de {letters} caracteres; esperavam-se no máximo {most}",
)
TEXT_HAS_NO_ROOM: Final = Said(
    "text_has_no_room",
    "{option} of {letters:letter|letters}; expected 1 to {most}, and not spaces alone",
    "{option} com {letters:carácter|caracteres}; esperavam-se de 1 a {most}, e não só espaços",
)
CARDS_STAY_CLOSED: Final = Said(
    "cards_stay_closed", "the cards stay closed ({rule}): {why:told}", "as cartas ficam fechadas ({rule}): {why:told}"
)
WROTE: Final = Said("wrote", "Wrote {file}", "Escrito: {file}")
WROTE_PAGES: Final = Said("wrote_pages", "Wrote {file}: {pages:listed}.", "Escrito em {file}: {pages:listed}.")
TABLES_NOT_KEPT: Final = Said(
    "tables_not_kept",
    "the tables of {name} cannot be kept ({why}); they are computed for this once",
    "as tabelas de {name} não se podem guardar ({why}); são calculadas só para esta vez",
)
NIGHT_NOT_KEPT: Final = Said(
    "night_not_kept",
    "{why}; the next night begins with the first entry",
    "{why}; a próxima noite começa na primeira entrada",
)
FOUND_NOT_KEPT: Final = Said(
    "found_not_kept",
    "{why}; what this night found is not kept, and the desk cannot show it",
    "{why}; o que esta noite encontrou não fica guardado, e o gabinete não o pode mostrar",
)
DONE_OF: Final = Said(
    "done_of",
    "{done:grouped} of {total:grouped} {what}",
    "{done:grouped} de {total:grouped} {what}",
)
DONE_SO_FAR: Final = Said("done_so_far", "{done:grouped} {what}", "{done:grouped} {what}")
ENTRIES_IN: Final = Said("entries_in", "entries in {name}", "entradas em {name}")
ENTRY_ALONE: Final = Said("entry_alone", "the entry {first}", "a entrada {first}")
ENTRIES_BETWEEN: Final = Said("entries_between", "the entries {first} to {last}", "as entradas {first} a {last}")
INTERRUPTED: Final = Said(
    "interrupted", "interrupted; what was acknowledged stands", "interrompido; o que foi confirmado mantém-se"
)
TERMINATED: Final = Said(
    "terminated", "terminated; what was acknowledged stands", "terminado; o que foi confirmado mantém-se"
)
STDOUT_FULL: Final = Said(
    "stdout_full",
    "stdout cannot be written: {why}; what was recorded stands: send what was not answered again, under the same id; what only reads, run again",
    "não se pode escrever em stdout: {why}; o que foi registado mantém-se: enviar de novo, com o mesmo identificador, o que não teve resposta; o que só lê, executar de novo",
)
COMMANDS_UNREADABLE: Final = Said(
    "commands_unreadable",
    "the commands cannot be read: {why}; expected lines from a file or a pipe. What was answered stands",
    "não se podem ler os comandos: {why}; esperavam-se linhas de um ficheiro ou de um pipe. O que teve resposta mantém-se",
)
STDIN_CLOSED: Final = Said(
    "stdin_closed",
    "stdin is closed; send commands there, or name a FILE",
    "stdin está fechado; enviar os comandos por lá, ou indicar um FILE",
)
LINE_TOO_LONG: Final = Said(
    "line_too_long",
    "longer than {most:grouped} bytes; expected one command",
    "mais de {most:grouped} bytes; esperava-se um comando",
)
