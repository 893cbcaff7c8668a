"""What is said of hands and ledgers that come in and go out."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NAME_HANDS_OR_ALL: Final = Said(
    "name_hands_or_all",
    "name the hands to export, or --all; not both, and not neither",
    "indicar as jogadas a exportar, ou --all; uma das duas coisas",
)
NO_HAND_OF_HIS: Final = Said(
    "no_hand_of_his",
    "{player} was in no hand that can be written; expected a player, as 'tombo hand show' names them",
    "{player} não esteve em nenhuma jogada que se possa escrever; esperava-se um jogador, como 'tombo hand show' os nomeia",
)
HANDS_WRITTEN: Final = Said(
    "hands_written", "{hands:hand|hands} written to {folder}", "{hands:jogada escrita|jogadas escritas} em {folder}"
)
HANDS_WRITTEN_BUT: Final = Said(
    "hands_written_but",
    "{hands:hand|hands} written to {folder}; left out: {left} of póquer sintético, which PHH does not know",
    "{hands:jogada escrita|jogadas escritas} em {folder}; de fora: {left} de póquer sintético, que o PHH não conhece",
)
HOUR_OR_DAY: Final = Said("hour_or_day", "expected either --hour or --day", "esperava-se ou --hour ou --day")
ENTRIES_WRITTEN: Final = Said(
    "entries_written",
    "{entries:entry|entries} written to {folder}",
    "{entries:entrada escrita|entradas escritas} em {folder}",
)
NO_CHECKPOINT_YET: Final = Said(
    "no_checkpoint_yet",
    "the ledger has no checkpoint yet; run 'tombo checkpoint'",
    "o registo ainda não tem nenhum checkpoint; executar 'tombo checkpoint'",
)
IMPORTED: Final = Said(
    "imported",
    "{hands:hand|hands} in {files:file|files}: {recorded:grouped} recorded ({flagged:grouped} flagged), {known:grouped} there already, {refused:grouped} refused",
    "{hands:jogada|jogadas} em {files:ficheiro|ficheiros}: {recorded:grouped} registadas ({flagged:grouped} com notas), {known:grouped} já lá estavam, {refused:grouped} recusadas",
)
IMPORT_FILES_REFUSED: Final = Said(
    "import_files_refused",
    "{files:file|files} refused, of which nothing more was read",
    "{files:ficheiro recusado|ficheiros recusados}, de que nada mais foi lido",
)
IMPORT_REFUSED: Final = Said("import_refused", "  refused {item}: {why}", "  recusada {item}: {why}")
IMPORT_FLAGGED: Final = Said("import_flagged", "  flagged {item}: {why:told}", "  com nota {item}: {why:told}")
IMPORT_MORE: Final = Said(
    "import_more",
    "  and {left:grouped} more; --json lists the first thousand of each",
    "  e mais {left:grouped}; --json mostra as primeiras mil de cada tipo",
)
IMPORT_DRY: Final = Said(
    "import_dry",
    "Nothing was recorded; without --dry-run it is",
    "Nada foi registado; sem --dry-run fica registado",
)
IMPORT_LOOK: Final = Said(
    "import_look",
    "Look at one: 'tombo hand list', then 'tombo hand show HAND'",
    "Ver uma: 'tombo hand list', depois 'tombo hand show HAND'",
)
