"""What the page of trust says: what is proved, by whom it is witnessed, and who is let in."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

TRUST_PROVED: Final = Said("trust_proved", "What is proved", "O que está provado")
TRUST_LEDGER: Final = Said("trust_ledger", "Ledger", "Livro")
TRUST_COVERED: Final = Said(
    "trust_covered", "Published: under the newest checkpoint", "Publicado: sob o checkpoint mais recente"
)
TRUST_COVERED_TO: Final = Said("trust_covered_to", "{size:entry|entries}", "{size:entrada|entradas}")
TRUST_NO_CHECKPOINT: Final = Said("trust_no_checkpoint", "no checkpoint yet", "ainda nenhum checkpoint")
TRUST_TAIL_OF: Final = Said(
    "trust_tail_of", "not proved yet: {tail:entry|entries}", "ainda por provar: {tail:entrada|entradas}"
)
TRUST_RECORDED: Final = Said("trust_recorded", "Recorded", "Registado")
TRUST_WITNESSED: Final = Said("trust_witnessed", "Witnessed, as the policy asks", "Testemunhado, como a política pede")
TRUST_NONE_ASKED: Final = Said("trust_none_asked", "the policy asks for no witness", "a política não pede testemunhas")
TRUST_NOT_WITNESSED: Final = Said("trust_not_witnessed", "not yet", "ainda não")
TRUST_ANCHORED: Final = Said("trust_anchored", "Anchored", "Ancorado")
TRUST_ANCHORED_HOW: Final = Said(
    "trust_anchored_how",
    "the checkpoint that the newest append names and signs",
    "o checkpoint que o acréscimo mais recente nomeia e assina",
)
TRUST_NOT_SIGNED: Final = Said("trust_not_signed", "by no publisher here", "por nenhum publicador aqui")
TRUST_AGO: Final = Said("trust_ago", "{age:run} ago, {at:dated}", "há {age:run}, {at:dated}")
TRUST_REACH: Final = Said("trust_reach", "Up to where", "Até onde")
TRUST_WHICH: Final = Said("trust_which", "What", "O quê")
TRUST_UP_TO: Final = Said("trust_up_to", "Up to", "Até")
TRUST_WHEN: Final = Said("trust_when", "When", "Quando")
TRUST_AGE: Final = Said("trust_age", "Age", "Há quanto tempo")
TRUST_ACT: Final = Said("trust_act", "Act", "Ato")
TRUST_KEYS: Final = Said("trust_keys", "Keys", "Chaves")
TRUST_KEY: Final = Said("trust_key", "Key", "Chave")
TRUST_KEY_NAME: Final = Said("trust_key_name", "Name", "Nome")
TRUST_KEY_FOR: Final = Said("trust_key_for", "Signs", "Assina")
TRUST_NO_KEY: Final = Said("trust_no_key", "No key is on record.", "Nenhuma chave está no registo.")
TRUST_ROOT: Final = Said("trust_root", "Root of the tree", "Raiz da árvore")
TRUST_SIGNED: Final = Said("trust_signed", "Signed last on this machine", "Última assinatura nesta máquina")
TRUST_DAY: Final = Said("trust_day", "Last day that was closed", "Último dia fechado")
TRUST_NIGHT: Final = Said("trust_night", "What its night found", "O que a sua noite encontrou")
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
