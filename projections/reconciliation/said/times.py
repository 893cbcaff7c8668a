"""What the night job says of times that entries claim: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

CLAIMS_AHEAD: Final = Said(
    "claims_ahead",
    "{stream} version {version}, {kind}, claims {claimed:instant}, and was recorded at {recorded:instant}; expected no more than {most:duration} ahead",
    "{stream} versão {version}, {kind}, alega {claimed:instant}, e foi registada em {recorded:instant}; esperava-se no máximo {most:duration} de avanço",
)
CLAIMS_BACK: Final = Said(
    "claims_back",
    "{stream} version {version}, {kind}, claims {claimed:instant}, before {latest:instant}, which its stream has; expected no earlier time",
    "{stream} versão {version}, {kind}, alega {claimed:instant}, antes de {latest:instant}, que a sua sequência já tem; esperava-se uma hora não anterior",
)
CLAIMS_LONG_AGO: Final = Said(
    "claims_long_ago",
    "{stream} version {version}, {kind}, claims {claimed:instant}, and was recorded at {recorded:instant}; expected no more than {most:duration} before; it counts for the day on which it was recorded",
    "{stream} versão {version}, {kind}, alega {claimed:instant}, e foi registada em {recorded:instant}; esperava-se no máximo {most:duration} antes; conta para o dia em que foi registada",
)
CLAIMS_NO_TIME: Final = Said(
    "claims_no_time",
    "{stream} version {version}, {kind}, says until when something lasts, and claims no time from which it does; expected one",
    "{stream} versão {version}, {kind}, diz até quando algo dura, e não alega a partir de que hora; esperava-se uma",
)
COMPLAINT_NOT_THEN: Final = Said(
    "complaint_not_then",
    "{stream} version {version}, {kind}: {wrong:told}",
    "{stream} versão {version}, {kind}: {wrong:told}",
)
CHECK_TIME: Final = Said(
    "check_time",
    "no entry claims a time after it was recorded, long before, or before what its stream has or what it complains of",
    "nenhuma entrada alega uma hora posterior ao registo, muito anterior, ou anterior ao que já há na sua sequência ou àquilo de que reclama",
)
OPENED_TABLE_OF_FILES: Final = Said(
    "opened_table_of_files",
    "{table} was opened, which is the table of hands that are read from files; expected a table of another name",
    "{table} foi aberta, que é a mesa das jogadas lidas de ficheiros; esperava-se uma mesa com outro nome",
)
