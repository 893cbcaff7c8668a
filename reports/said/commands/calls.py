"""What any call of ``tombo`` may end with: typed wrongly, or by a fault. The parser's own sentences are as it writes them."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

SEE_HELP: Final = Said("see_help", "{why}; see '{command} --help'", "{why}; ver '{command} --help'")
NO_MEMORY: Final = Said(
    "no_memory",
    "this process may have no more memory; what was acknowledged stands. Give it more, and run it again",
    "este processo não pode ter mais memória; o que foi confirmado mantém-se. Dar-lhe mais, e executar de novo",
)
OWN_FAULT: Final = Said(
    "own_fault",
    "a fault of tombo itself, {what}; what was acknowledged stands. TOMBO_DEBUG=1 shows where; please report it",
    "uma falha do próprio tombo, {what}; o que foi confirmado mantém-se. TOMBO_DEBUG=1 mostra onde; é favor comunicá-la",
)
NO_SUCH_OPTION: Final = Said("no_such_option", "No such option: {option}", "a opção {option} não existe")
NO_SUCH_OPTION_BUT: Final = Said(
    "no_such_option_but",
    "No such option: {option} (Possible options: {others})",
    "a opção {option} não existe (opções possíveis: {others})",
)
NO_SUCH_COMMAND: Final = Said("no_such_command", "No such command {typed}", "o comando {typed} não existe")
NO_SUCH_COMMAND_BUT: Final = Said(
    "no_such_command_but",
    "No such command {typed}. Did you mean {other}?",
    "o comando {typed} não existe; seria {other}?",
)
MISSING_COMMAND: Final = Said("missing_command", "Missing command", "falta o comando")
MISSING_ARGUMENT: Final = Said("missing_argument", "Missing argument {name}", "falta o argumento {name}")
MISSING_OPTION: Final = Said("missing_option", "Missing option {name}", "falta a opção {name}")
TOO_MANY_ARGUMENTS: Final = Said(
    "too_many_arguments", "Got unexpected extra argument(s) ({typed})", "argumentos a mais ({typed})"
)
OPTION_WITHOUT_VALUE: Final = Said(
    "option_without_value", "Option {option} requires an argument", "a opção {option} precisa de um valor"
)
OPTION_WITH_VALUE: Final = Said(
    "option_with_value", "Option {option} does not take a value", "a opção {option} não leva valor"
)
BAD_VALUE: Final = Said("bad_value", "Invalid value for {name}: {why}", "valor inválido para {name}: {why}")
FOLDER_NOT_THERE: Final = Said("folder_not_there", "dir {typed} does not exist", "a pasta {typed} não existe")
FILE_NOT_THERE: Final = Said("file_not_there", "file {typed} does not exist", "o ficheiro {typed} não existe")
PATH_NOT_THERE: Final = Said("path_not_there", "path {typed} does not exist", "{typed} não existe")
FILE_IS_A_FOLDER: Final = Said("file_is_a_folder", "file {typed} is a directory", "{typed} é uma pasta")
FOLDER_IS_A_FILE: Final = Said("folder_is_a_file", "dir {typed} is a file", "{typed} é um ficheiro")
NOT_READABLE: Final = Said("not_readable", "{sort} {typed} is not readable", "{sort} {typed} não se pode ler")
NO_WHOLE_NUMBER: Final = Said(
    "no_whole_number",
    "Input should be a valid integer, unable to parse string as an integer",
    "esperava-se um número inteiro",
)
NO_NUMBER: Final = Said(
    "no_number", "Input should be a valid number, unable to parse string as a number", "esperava-se um número"
)
TOO_SMALL: Final = Said(
    "too_small", "Input should be greater than or equal to {least}", "esperava-se no mínimo {least}"
)
TOO_LARGE: Final = Said("too_large", "Input should be less than or equal to {most}", "esperava-se no máximo {most}")
NONE_OF_THESE: Final = Said(
    "none_of_these", "Value error, {typed} is not one of {choices}", "{typed} não é um de {choices}"
)
VERSIONS: Final = Said(
    "versions",
    "tombo {program}, rules revision {rules}, entry format {entries}",
    "tombo {program}, revisão das regras {rules}, formato das entradas {entries}",
)
