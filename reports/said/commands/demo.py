"""What ``tombo demo`` says of the evening that it made."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

DEMO_NOT_EMPTY: Final = Said(
    "demo_not_empty",
    "{folder} is not empty; remove it, or name another folder with --out",
    "{folder} não está vazia; apagá-la, ou indicar outra pasta com --out",
)
DEMO_SIDE_POT: Final = Said(
    "demo_side_pot",
    "Three all-ins of different size: a side pot, and two winners.",
    "Três all-ins de tamanho diferente: um pote lateral, e dois vencedores.",
)
DEMO_PHONE: Final = Said(
    "demo_phone",
    "A player's phone breaks. That voids nothing: the clock decides for him, the hand goes on.",
    "O telemóvel de um jogador avaria. Isso não anula nada: o tempo decide por ele, a jogada continua.",
)
DEMO_OUTAGE: Final = Said(
    "demo_outage",
    "The operator's own system fails. That voids the hand: every bet goes back.",
    "Falha o sistema técnico de jogo da entidade exploradora. Isso torna a jogada nula: todas as apostas são devolvidas.",
)
DEMO_RECORDED: Final = Said(
    "demo_recorded",
    "Recorded in {folder}: {hands:hand|hands} at one table, {played}.",
    "Registado em {folder}: {hands:jogada|jogadas} numa mesa, {played}.",
)
DEMO_SIGNED: Final = Said(
    "demo_signed", "{entries:entry|entries}, each signed.", "{entries:entrada|entradas}, cada uma assinada."
)
DEMO_COMMAND: Final = Said("demo_command", "$ {command}", "$ {command}")
DEMO_STOPPED: Final = Said(
    "demo_stopped",
    "The platform stopped in hand mesa-1/7. At the start after it:",
    "A plataforma parou na jogada mesa-1/7. Ao recomeçar:",
)
DEMO_OWED: Final = Said(
    "demo_owed", "What the regulation owes a player ({rule}):", "O que o regulamento deve a um jogador ({rule}):"
)
DEMO_VERIFIED: Final = Said(
    "demo_verified", "With the checkpoint that was kept outside:", "Com o checkpoint que se guardou fora:"
)
DEMO_NEXT: Final = Said("demo_next", "What to look at next:", "O que ver a seguir:")
DEMO_EXPORT: Final = Said("demo_export", "  export {variables}", "  export {variables}")
DEMO_HANDS: Final = Said(
    "demo_hands",
    "  tombo hand list                       every hand",
    "  tombo hand list                       todas as jogadas",
)
DEMO_REPLAY: Final = Said(
    "demo_replay",
    "  tombo hand replay mesa-1/2            step by step, chips counted at every step, payouts computed again",
    "  tombo hand replay mesa-1/2            passo a passo, fichas contadas em cada passo, pagamentos recalculados",
)
DEMO_ROUND: Final = Said(
    "demo_round", "  tombo round show {shown}           {told}", "  tombo round show {shown}           {told}"
)
DEMO_AUDIT: Final = Said(
    "demo_audit",
    "  tombo audit                           every hand and round paid again from its own record",
    "  tombo audit                           todas as jogadas pagas de novo a partir do seu próprio registo",
)
DEMO_LAST: Final = Said(
    "demo_last",
    "  tombo player last-hand p-sul          what the regulation owes a player: his last hand, his cards",
    "  tombo player last-hand p-sul          o que o regulamento deve a um jogador: a sua última jogada, as suas cartas",
)
DEMO_TABLE: Final = Said(
    "demo_table",
    "  tombo table show mesa-1 --at 120      the table as of log index 120",
    "  tombo table show mesa-1 --at 120      a mesa na entrada 120 do registo",
)
DEMO_CARDS: Final = Said(
    "demo_cards",
    "  tombo hand show mesa-1/1 --viewer officer --staff s-2 --reason 'complaint 17'",
    "  tombo hand show mesa-1/1 --viewer officer --staff s-2 --reason 'complaint 17'",
)
DEMO_CARDS_WHY: Final = Said(
    "demo_cards_why",
    "                                        closed cards: for an officer, and the reading goes on record",
    "                                        cartas fechadas: para um responsável por litígios, e a leitura fica registada",
)
DEMO_SESSION: Final = Said(
    "demo_session",
    "  tombo player statement p-sul --session p-sul-1",
    "  tombo player statement p-sul --session p-sul-1",
)
DEMO_SESSION_WHY: Final = Said(
    "demo_session_why",
    "                                        what his session brought him, hand by hand",
    "                                        o que a sua sessão lhe trouxe, jogada a jogada",
)
DEMO_DISPUTE: Final = Said(
    "demo_dispute",
    "  tombo dispute open p-sul --about mesa-1/4 --claim 'my phone broke: the hand is void' --staff s-2",
    "  tombo dispute open p-sul --about mesa-1/4 --claim 'my phone broke: the hand is void' --staff s-2",
)
DEMO_DISPUTE_WHY: Final = Said(
    "demo_dispute_why",
    "                                        a complaint; it says how to replay and resolve it",
    "                                        uma reclamação; diz como a recalcular e resolver",
)
DEMO_STATEMENT: Final = Said(
    "demo_statement",
    "  tombo player statement p-sul          with what he was paid for his complaint",
    "  tombo player statement p-sul          com o que lhe foi pago pela sua reclamação",
)
DEMO_NIGHT: Final = Said(
    "demo_night",
    "  tombo reconcile --day 2026-07-14      the night job: does everything of the day tie; --close --staff s-1 closes it",
    "  tombo reconcile --day 2026-07-14      o trabalho da noite: se tudo confere nesse dia; --close --staff s-1 fecha-o",
)
DEMO_BUNDLE: Final = Said(
    "demo_bundle",
    "  tombo export bundle --out {folder}/bundle          plain files for an auditor, who runs",
    "  tombo export bundle --out {folder}/bundle          ficheiros simples para um auditor, que executa",
)
DEMO_VERIFY: Final = Said(
    "demo_verify",
    "  tombo verify {folder}/bundle --policy {folder}/keys/policy --checkpoint {folder}/checkpoint",
    "  tombo verify {folder}/bundle --policy {folder}/keys/policy --checkpoint {folder}/checkpoint",
)
DEMO_CHANGE: Final = Said(
    "demo_change",
    "  Change one byte of {folder}/ledger.db with any tool, and",
    "  Mudar um byte de {folder}/ledger.db com qualquer ferramenta, e",
)
DEMO_TOLD: Final = Said(
    "demo_told",
    "  tombo verify --checkpoint {folder}/checkpoint   says what was changed, and where",
    "  tombo verify --checkpoint {folder}/checkpoint   diz o que foi mudado, e onde",
)
DEMO_SIMULATED: Final = Said(
    "demo_simulated",
    "Every game at once, played by the simulator through the same door, in {folder}:",
    "Todos os jogos ao mesmo tempo, jogados pelo simulador pela mesma porta, em {folder}:",
)
DEMO_PASSPHRASE: Final = Said("demo_passphrase", "for looking at, never for play", "for looking at, never for play")
