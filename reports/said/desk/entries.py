"""What the page of one entry says: where it stands, what it says, and what proves it."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

ENTRY_TITLE: Final = Said("entry_title", "Entry {index:grouped}", "Entrada {index:grouped}")
ENTRY_NO_INDEX: Final = Said(
    "entry_no_index",
    "{typed} is no log index; expected a number below {entries:grouped}",
    "{typed} não é uma entrada do registo; esperava-se um número abaixo de {entries:grouped}",
)
ENTRY_PLACE: Final = Said("entry_place", "Where it stands", "Onde está")
ENTRY_STREAM: Final = Said("entry_stream", "Stream", "Fluxo")
ENTRY_VERSION: Final = Said(
    "entry_version", "{version:grouped} of {newest:grouped}", "{version:grouped} de {newest:grouped}"
)
ENTRY_VERSION_LABEL: Final = Said("entry_version_label", "Version", "Versão")
ENTRY_KIND: Final = Said("entry_kind", "What happened", "O que aconteceu")
ENTRY_RECORDED_LABEL: Final = Said("entry_recorded_label", "Recorded", "Registada")
ENTRY_OCCURRED_LABEL: Final = Said("entry_occurred_label", "Occurred, as the source says", "Ocorrida, segundo a fonte")
ENTRY_INSTANT: Final = Said("entry_instant", "{at:dated}", "{at:dated}")
ENTRY_BY_LABEL: Final = Said("entry_by_label", "By", "Por")
ENTRY_SIGNED_BY: Final = Said("entry_signed_by", "Signed by the staff", "Assinada pelos funcionários")
ENTRY_COMMAND: Final = Said("entry_command", "Command", "Comando")
ENTRY_COMMIT: Final = Said("entry_commit", "Recorded together", "Registadas em conjunto")
ENTRY_COMMIT_OF: Final = Said("entry_commit_of", "entries {first} to {last}", "entradas {first} a {last}")
ENTRY_COMMIT_ALONE: Final = Said("entry_commit_alone", "this entry alone", "só esta entrada")
ENTRY_KEY: Final = Said("entry_key", "Signed by the event key", "Assinada pela chave de eventos")
ENTRY_HASH: Final = Said("entry_hash", "Hash", "Resumo criptográfico")
ENTRY_BEFORE: Final = Said("entry_before", "Earlier in its stream", "Anterior no seu fluxo")
ENTRY_BEHIND: Final = Said("entry_behind", "Next in its stream", "Seguinte no seu fluxo")
ENTRY_LOG_BEFORE: Final = Said("entry_log_before", "Earlier in the log", "Anterior no registo")
ENTRY_LOG_BEHIND: Final = Said("entry_log_behind", "Next in the log", "Seguinte no registo")
ENTRY_WAYS: Final = Said("entry_ways", "From here", "Daqui")
ENTRY_REPLAY: Final = Said("entry_replay", "The replay of {called}", "A repetição de {called}")
ENTRY_DAY: Final = Said("entry_day", "The night of {day}", "A noite de {day}")
ENTRY_SAYS: Final = Said("entry_says", "What it says, as it was signed", "O que diz, tal como foi assinado")
ENTRY_FIELD_LABEL: Final = Said("entry_field_label", "Field", "Campo")
ENTRY_VALUE: Final = Said("entry_value", "Value", "Valor")
ENTRY_SEALED: Final = Said(
    "entry_sealed",
    "Closed cards are not in it, only what they were committed to; what is said about a person stays sealed.",
    "As cartas fechadas não estão aqui, só os seus compromissos; o que se diz de uma pessoa fica selado.",
)
ENTRY_PROOF: Final = Said("entry_proof", "Proof", "Prova")
ENTRY_NOT_PROVEN: Final = Said(
    "entry_not_proven",
    "No checkpoint covers it yet; the signature of its append holds. {why}",
    "Ainda nenhum checkpoint a cobre; a assinatura do seu acréscimo confere. {why}",
)
ENTRY_SAVE_PROOF: Final = Said(
    "entry_save_proof",
    "Save the proof, which anybody checks ('tombo proof check')",
    "Guardar a prova, que qualquer pessoa verifica ('tombo proof check')",
)
ENTRY_PROOF_FAILS: Final = Said("entry_proof_fails", "No proof can be made: {why}", "Não se pode fazer a prova: {why}")
