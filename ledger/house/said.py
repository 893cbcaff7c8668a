"""What is said about the house by whoever shares it: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.entry import Actor
from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Reading
from tombo.ledger.core.said import Said, Word

ACTORS: Final[Mapping[Actor, Word]] = {
    "player": Word("player", "player", "o jogador"),
    "platform": Word("platform", "platform", "a plataforma"),
    "staff": Word("staff", "staff", "o funcionário"),
    "import": Word("import", "import", "a importação"),
}
"""Who asks, of which sort."""
READINGS: Final[Mapping[Reading | EachSeat, Word]] = {
    Reading.LETTER: Word("reading_letter", "LETTER", "a letra"),
    Reading.PRACTICE: Word("reading_practice", "PRACTICE", "a prática das salas de jogo"),
    EACH_SEAT: Word("reading_each_seat", "EACH_SEAT", "a leitura lugar a lugar"),
}
"""The readings of a rule, as one names them."""
MOVES: Final[Mapping[str, Word]] = {
    "staked": Word("move_staked", "staked", "apostado"),
    "prize": Word("move_prize", "prize", "prémio"),
    "returned": Word("move_returned", "returned", "devolvido"),
    "lost": Word("move_lost", "lost", "perdido"),
    "imprisoned": Word("move_imprisoned", "imprisoned", "posto em prisão"),
    "refunded": Word("move_refunded", "refunded", "reembolsado"),
    "taken_back": Word("move_taken_back", "taken back", "retomado"),
    "waived": Word("move_waived", "waived", "perdoado"),
}
"""What becomes of a bet against the house."""
MOVED_OTHERWISE: Final = Said(
    "moved_otherwise",
    "{round}: {player}, {what:word} on {on:told}: recorded {recorded}, recomputed {recomputed} ({rule})",
    "{round}: {player}, {what:word} {on:told}: registado {recorded}, recalculado {recomputed} ({rule})",
)
MOVED_OTHERWISE_FOR: Final = Said(
    "moved_otherwise_for",
    "{round}: {player}, {what:word} on {on:told} ({why}): recorded {recorded}, recomputed {recomputed} ({rule})",
    "{round}: {player}, {what:word} {on:told} ({why}): registado {recorded}, recalculado {recomputed} ({rule})",
)
FOUND_IN_ROUND: Final = Said("found_in_round", "{round}: {what:told} ({rule})", "{round}: {what:told} ({rule})")
NO_ACCOUNT: Final = Said(
    "no_account",
    "{player} has no account; expected 'open_account' before",
    "{player} não tem conta de jogador; esperava-se antes 'open_account'",
)
BALANCE_TOO_LARGE: Final = Said(
    "balance_too_large",
    "{amount} would bring the account of {player} beyond {most:cent|cents}",
    "{amount} levaria a conta de {player} acima de {most:cêntimo|cêntimos}",
)
ENTRY_AFTER_THE_END: Final = Said(
    "entry_after_the_end",
    "{round}: {kind} after its end, which nothing follows (log index {index})",
    "{round}: {kind} depois do seu fim, a que nada se segue (índice de registo {index})",
)
OPENED_AS_ANOTHER: Final = Said(
    "opened_as_another",
    "{round}: its first entry says round {number} of {table}; expected its own",
    "{round}: o primeiro registo diz jogada {number} de {table}; esperava-se a sua",
)
ENTRY_CANNOT_FOLLOW: Final = Said(
    "entry_cannot_follow",
    "{round}: cannot be computed again: {kind} at log index {index} cannot follow what is on record ({why})",
    "{round}: não pode ser calculado de novo: {kind} no índice de registo {index} não pode seguir-se ao que está registado ({why})",
)
RULES_OF_ANOTHER: Final = Said(
    "rules_of_another",
    "{played}: the rules it says it is played under are not those of {other}; expected the same, word for word",
    "{played}: as regras que diz seguir não são as de {other}; esperavam-se as mesmas, palavra por palavra",
)
NO_TOURNAMENT: Final = Word("no_tournament", "no tournament", "nenhum torneio")
PLAYED_IN_ANOTHER_TOURNAMENT: Final = Said(
    "played_in_another_tournament",
    "{played}: it says that it is played in {told}; its table is of {due}",
    "{played}: diz que se joga em {told}; a sua mesa é de {due}",
)
RULES_OF_ANOTHER_HASH: Final = Said(
    "rules_of_another_hash",
    "{played}: it names the approval of {ruleset} at log index {index} by another hash than that entry has",
    "{played}: refere a aprovação de {ruleset} no índice {index} do registo por um hash que essa entrada não tem",
)
RULES_NOT_APPROVED: Final = Said(
    "rules_not_approved",
    "{played}: its rules are not what was approved as {ruleset} at log index {index}; expected the same, word for word",
    "{played}: as suas regras não são as aprovadas como {ruleset} no índice de registo {index}; esperavam-se as mesmas, palavra por palavra",
)
RULES_NOT_YET_IN_FORCE: Final = Said(
    "rules_not_yet_in_force",
    "{played}: opened at {at:instant} under {ruleset}, which is in force from {begin:instant}; expected a table under rules in force",
    "{played}: abriu em {at:instant} sob {ruleset}, em vigor a partir de {begin:instant}; esperava-se uma mesa com regras em vigor",
)
RULES_ALREADY_WITHDRAWN: Final = Said(
    "rules_already_withdrawn",
    "{played}: begins at log index {at} under {ruleset}, which was withdrawn at log index {withdrawn}; expected rules in force",
    "{played}: começa no índice de registo {at} sob {ruleset}, retiradas no índice de registo {withdrawn}; esperavam-se regras em vigor",
)
BET_UNDER_WITHDRAWN_RULES: Final = Said(
    "bet_under_withdrawn_rules",
    "{played}: begins at log index {at} under {ruleset}, which was withdrawn at log index {withdrawn}, and takes a bet; "
    "expected it to decide what the round before it left, and no more",
    "{played}: começa no índice de registo {at} sob {ruleset}, retiradas no índice de registo {withdrawn}, e aceita uma aposta; "
    "esperava-se que decidisse o que a jogada anterior deixou, e nada mais",
)
NAME_TOO_LONG: Final = Said(
    "name_too_long",
    "the name {name} has {letters:letter|letters}; expected at most {most}, for what is named after it",
    "o nome {name} tem {letters:letra|letras}; esperavam-se no máximo {most}, por causa do que dele recebe o nome",
)
NAME_HAS_NO_ROOM: Final = Said(
    "name_has_no_room",
    "no name is left for number {number} of {table}; expected a table whose name has at most {most} letters",
    "já não há nome para o número {number} de {table}; esperava-se uma mesa cujo nome tivesse no máximo {most} letras",
)
TABLE_OF_FILES: Final = Said(
    "table_of_files",
    "{table} is the table of hands that are read from files; expected another name",
    "{table} é a mesa das jogadas lidas de ficheiros; esperava-se outro nome",
)
ENTRY_BROKE_RULE: Final = Said(
    "entry_broke_rule",
    "{round}: {why:told} ({rule}; version {version})",
    "{round}: {why:told} ({rule}; versão {version})",
)
ENTRY_TOO_LARGE: Final = Said(
    "entry_too_large",
    "{kind} would take {size:byte|bytes}; expected at most {most:grouped}: fewer in it, or with shorter names",
    "{kind} ocuparia {size:byte|bytes}; esperavam-se no máximo {most:grouped}: menos do que nele consta, ou nomes mais curtos",
)
REVISION_UNKNOWN: Final = Said(
    "revision_unknown",
    "rules revision {revision}; this program plays by revisions 1 to {newest}: expected one of these, or a later program",
    "revisão {revision} das regras; este programa joga segundo as revisões 1 a {newest}: esperava-se uma destas, ou um"
    " programa mais recente",
)
ROUND_OF_UNKNOWN_REVISION: Final = Said(
    "round_of_unknown_revision",
    "{round}: cannot be computed again by this program: {why}",
    "{round}: não pode ser calculado de novo por este programa: {why}",
)
TIME_IN_FUTURE: Final = Said(
    "time_in_future",
    "it is said to have happened at {at:instant}, and the ledger's clock says {now:instant}; expected no more than"
    " {skew:duration} ahead: send it when it has happened, and look at both clocks",
    "diz-se que aconteceu em {at:instant}, e o relógio do registo marca {now:instant}; esperava-se no máximo {skew:duration}"
    " de avanço: envie-o depois de acontecer, e verifique os dois relógios",
)
TIME_TOO_OLD: Final = Said(
    "time_too_old",
    "it is said to have happened at {at:instant}, and the ledger's clock says {now:instant}; expected no more than"
    " {lateness:duration} ago: send it without 'occurred', and it is recorded as of now",
    "diz-se que aconteceu em {at:instant}, e o relógio do registo marca {now:instant}; esperava-se no máximo há"
    " {lateness:duration}: envie-o sem 'occurred', e fica registado com a hora presente",
)
TIME_NOT_SAID: Final = Said(
    "time_not_said",
    "{kind} says until when something lasts, and no time is said from which it does; expected 'occurred'",
    "{kind} diz até quando algo dura, e não se diz a partir de que hora; esperava-se 'occurred'",
)
TIME_BEFORE_STREAM: Final = Said(
    "time_before_stream",
    "it is said to have happened at {at:instant}, and {stream} has an entry of {stands:instant}; expected a time that is not"
    " before it, or none",
    "diz-se que aconteceu em {at:instant}, e {stream} tem uma entrada de {stands:instant}; esperava-se uma hora que não fosse"
    " anterior, ou nenhuma",
)
