"""What the page of trust says: what is proved, by whom it is witnessed, and who is let in."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

TRUST_PROVED: Final = Said("trust_proved", "What is proved", "O que está provado")
TRUST_LEDGER: Final = Said("trust_ledger", "Ledger", "Livro")
TRUST_ENTRIES: Final = Said("trust_entries", "Entries", "Entradas")
TRUST_COVERED: Final = Said("trust_covered", "Under the newest checkpoint", "Sob o checkpoint mais recente")
TRUST_COVERED_TO: Final = Said("trust_covered_to", "{size:entry|entries}", "{size:entrada|entradas}")
TRUST_NO_CHECKPOINT: Final = Said("trust_no_checkpoint", "no checkpoint yet", "ainda nenhum checkpoint")
TRUST_TAIL: Final = Said("trust_tail", "Not proved yet", "Ainda por provar")
TRUST_TAIL_OF: Final = Said("trust_tail_of", "{tail:entry|entries}", "{tail:entrada|entradas}")
TRUST_ROOT: Final = Said("trust_root", "Root of the tree", "Raiz da árvore")
TRUST_SIGNED: Final = Said("trust_signed", "Signed last on this machine", "Última assinatura nesta máquina")
TRUST_SIGNED_AT: Final = Said("trust_signed_at", "{at:dated}", "{at:dated}")
TRUST_DAY: Final = Said("trust_day", "Last day that was closed", "Último dia encerrado")
TRUST_NO_DAY: Final = Said("trust_no_day", "none yet", "ainda nenhum")
TRUST_WRONG: Final = Said(
    "trust_wrong", "The checkpoint is not as it should be: {why}", "O checkpoint não está como deve: {why}"
)
TRUST_HOW: Final = Said(
    "trust_how",
    "A checkpoint proves that nothing under it was altered, left out or moved, to whoever keeps one outside. 'tombo verify' checks every signature.",
    "Um checkpoint prova que nada sob ele foi alterado, omitido ou mudado de lugar, a quem guarde um fora daqui. 'tombo verify' confere todas as assinaturas.",
)
TRUST_WITNESSES: Final = Said(
    "trust_witnesses", "Witnesses of the newest checkpoint", "Testemunhas do checkpoint mais recente"
)
TRUST_WITNESS: Final = Said("trust_witness", "Witness", "Testemunha")
TRUST_COSIGNED: Final = Said("trust_cosigned", "Cosigned", "Cossinado")
COSIGNED_AT: Final = Said("cosigned_at", "{at:dated}", "{at:dated}")
NO_COSIGNATURE: Final = Said("no_cosignature", "not yet", "ainda não")
TRUST_NO_WITNESS: Final = Said(
    "trust_no_witness",
    "The policy of this ledger names no witness.",
    "A política deste livro não nomeia nenhuma testemunha.",
)
TRUST_ENOUGH: Final = Said(
    "trust_enough", "As many cosigned as the policy asks for.", "Cossinaram tantas quantas a política pede."
)
TRUST_TOO_FEW: Final = Said(
    "trust_too_few", "Fewer cosigned than the policy asks for.", "Cossinaram menos do que a política pede."
)
TRUST_CREDENTIALS: Final = Said("trust_credentials", "Credentials in force", "Credenciais em vigor")
TRUST_CREDENTIAL: Final = Said("trust_credential", "Credential", "Credencial")
TRUST_HOLDER: Final = Said("trust_holder", "Acts as", "Atua como")
TRUST_PROOF: Final = Said("trust_proof", "By", "Por")
TRUST_STANDS: Final = Said("trust_stands", "How it stands", "Como está")
TRUST_NO_CREDENTIAL: Final = Said(
    "trust_no_credential", "Nobody is let in by a credential.", "Ninguém entra por credencial."
)
TRUST_PAST: Final = Said(
    "trust_past",
    "Revoked or over: {count:credential|credentials}.",
    "Revogadas ou terminadas: {count:credencial|credenciais}.",
)
