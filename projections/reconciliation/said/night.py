"""What the night job says of a day that it looked through: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.projections.reconciliation.said.times import CHECK_TIME

CHECK_ACCOUNTS: Final = Said(
    "check_accounts",
    "every movement of an account is what its cause says, in the same commit",
    "cada movimento de conta é o que a sua causa diz, na mesma gravação",
)
CHECK_CHAIN: Final = Said(
    "check_chain",
    "every stack and wallet goes on from where it was; none below zero",
    "cada cave e cada saldo continua de onde estava; nenhum abaixo de zero",
)
CHECK_CLAIMS: Final = Said(
    "check_claims",
    "every compensation is for who was in what he disputes, and no more than he is owed of it by all his disputes",
    "cada compensação é de quem esteve no que reclama, e não mais do que lhe é devido por todas as suas reclamações",
)
CHECK_CONSERVATION: Final = Said(
    "check_conservation",
    "what is staked in a hand, round or tournament is paid, returned or taken, to the cent; none lies at a closed table",
    "o apostado em cada jogada ou torneio é pago, devolvido ou cobrado, ao cêntimo; nada fica em mesa fechada",
)
CHECK_DUPLICATE: Final = Said(
    "check_duplicate",
    "nothing is paid or charged twice for one cause",
    "nada é pago ou cobrado duas vezes pela mesma causa",
)
CHECK_INCIDENT: Final = Said(
    "check_incident",
    "every incident has its hands, and each of them an end",
    "cada incidente tem as suas jogadas, e cada uma delas um fim",
)
CHECK_LATE: Final = Said(
    "check_late",
    "nothing is recorded for a day after it was closed, and its signed totals are those its entries give",
    "nada é registado para um dia depois de fechado, e os totais assinados são os que as suas entradas dão",
)
CHECK_NUMBERS: Final = Said(
    "check_numbers",
    "the hands and rounds of a table are numbered without a gap",
    "as jogadas de cada mesa estão numeradas sem falhas",
)
CHECK_PAYOUT: Final = Said(
    "check_payout",
    "every payment, prize and refund computed again is the one on record",
    "cada pagamento, prémio e reembolso recalculado é o registado",
)
CHECK_PEOPLE: Final = Said(
    "check_people",
    "whoever takes a seat, bets or leaves is who sits there, under a session of his own",
    "quem toma lugar, aposta ou sai é quem lá está, numa sessão sua",
)
CHECK_UNFINISHED: Final = Said(
    "check_unfinished",
    "no hand or round of the day is still open",
    "nenhuma jogada do dia continua aberta",
)
CHECK_VIEWS: Final = Said(
    "check_views",
    "every row that projections keep, in every column, is what the entries give; none is missing",
    "cada linha guardada pelas projeções é, em todas as colunas, a que as entradas dão; nenhuma falta",
)
CHECK_VOID: Final = Said(
    "check_void",
    "nothing is void but under an incident of the operator's own system that covers its table",
    "nada é nulo senão por incidente do sistema da entidade exploradora que abranja a mesa",
)
CHECK_WALLET: Final = Said(
    "check_wallet",
    "the operator's wallet statement has the same movements",
    "o extrato da carteira da entidade exploradora tem os mesmos movimentos",
)
CLAIMS: Final[Mapping[str, Said]] = {
    "accounts": CHECK_ACCOUNTS,
    "chain": CHECK_CHAIN,
    "claims": CHECK_CLAIMS,
    "conservation": CHECK_CONSERVATION,
    "duplicate": CHECK_DUPLICATE,
    "incident": CHECK_INCIDENT,
    "late": CHECK_LATE,
    "numbers": CHECK_NUMBERS,
    "payout": CHECK_PAYOUT,
    "people": CHECK_PEOPLE,
    "time": CHECK_TIME,
    "unfinished": CHECK_UNFINISHED,
    "views": CHECK_VIEWS,
    "void": CHECK_VOID,
    "wallet": CHECK_WALLET,
}
"""What each check claims."""
CHECK_NAMES: Final[Mapping[str, Word]] = {
    "accounts": Word("checked_accounts", "accounts", "contas"),
    "chain": Word("checked_chain", "chain", "sequência"),
    "claims": Word("checked_claims", "claims", "compensações"),
    "conservation": Word("checked_conservation", "conservation", "conservação"),
    "duplicate": Word("checked_duplicate", "duplicate", "duplicados"),
    "incident": Word("checked_incident", "incident", "incidentes"),
    "late": Word("checked_late", "late", "tardios"),
    "numbers": Word("checked_numbers", "numbers", "numeração"),
    "payout": Word("checked_payout", "payout", "pagamentos"),
    "people": Word("checked_people", "people", "pessoas"),
    "time": Word("checked_time", "time", "horas"),
    "unfinished": Word("checked_unfinished", "unfinished", "por acabar"),
    "views": Word("checked_views", "views", "projeções"),
    "void": Word("checked_void", "void", "nulos"),
    "wallet": Word("checked_wallet", "wallet", "carteira"),
}
"""What each check is called where there is room for a word."""
AS_FOUND: Final = Said("as_found", "{found}", "{found}")
"""What whoever asked has said already."""
CAUSE_AT: Final = Said("cause_at", "{stream} version {version}", "{stream} versão {version}")
CLAIMANT: Final = Word("claimant_unnamed", "its claimant", "quem reclamou")
MOVED_ELSEWHERE: Final = Said(
    "moved_elsewhere",
    "{cents} cents of {player} for {cause:told} were moved on the account of {other}",
    "{cents} cêntimos de {player} por {cause:told} foram movimentados na conta de {other}",
)
WITHOUT_CAUSE: Final = Said(
    "without_cause",
    "{cents} cents of {player} are said to be for {cause:told}, which is not there",
    "{cents} cêntimos de {player} são dados como sendo por {cause:told}, que não existe",
)
CAUSE_MOVES_NOTHING: Final = Said(
    "cause_moves_nothing",
    "{cents} cents of {player} are said to be for {cause:told}, {kind}, which moves no money of his",
    "{cents} cêntimos de {player} são dados como sendo por {cause:told}, {kind}, que não movimenta dinheiro dele",
)
MOVED_AGAIN: Final = Said(
    "moved_again",
    "{cents} cents of {player} are moved again for {cause:told}, which was paid in its own commit",
    "{cents} cêntimos de {player} são movimentados outra vez por {cause:told}, que foi pago na sua própria gravação",
)
MOVED_TWICE: Final = Said(
    "moved_twice",
    "{player} is charged or paid {cents} cents twice for {cause:told}",
    "a {player} são cobrados ou pagos duas vezes {cents} cêntimos por {cause:told}",
)
ACCOUNT_DIFFERS: Final = Said(
    "account_differs",
    "the account of {player} and {cause:told} differ by {cents} cents",
    "a conta de {player} e {cause:told} diferem em {cents} cêntimos",
)
FIGURE_OF_GAME: Final = Said("figure_of_game", "{regulation} {figure:word}", "{regulation} {figure:word}")
SIGNED_OTHERWISE: Final = Said(
    "signed_otherwise",
    "{figure} of {day} was signed as {was} when it was closed; the same entries give {gives} now, and nothing late explains it",
    "{figure} de {day}: assinado no fecho como {was}; as mesmas entradas dão agora {gives}, e nada tardio o explica",
)
CLOSED_IMPOSSIBLY: Final = Said(
    "closed_impossibly",
    "{stream} closes the day {day} over {size} entries, recorded at {at:instant}; expected the stream of that day, once it was over, over no more entries than there were: it closes nothing",
    "{stream} fecha o dia {day} sobre {size} entradas, registado em {at:instant}; esperava-se a sequência desse dia, já acabado, sobre não mais entradas do que havia: não fecha nada",
)
SIGNED_BEFORE: Final = Said(
    "signed_before",
    "{figure} of {day} was signed as {was} when it was closed; with the late entries it is {comes}",
    "{figure} de {day}: assinado no fecho como {was}; com as entradas tardias é {comes}",
)
SIGNED_FIGURES: Final[Mapping[str, Word]] = {
    "base": Word("signed_base", "base", "base do imposto"),
    "borne": Word("signed_borne", "borne", "suportado"),
    "commission": Word("signed_commission", "commission", "comissão"),
    "gross": Word("signed_gross", "gross", "receita bruta"),
    "hands": Word("signed_hands", "hands", "jogadas"),
    "paid": Word("signed_paid", "paid", "pago"),
    "refunded": Word("signed_refunded", "refunded", "reembolsado"),
    "staked": Word("signed_staked", "staked", "apostado"),
    "tax": Word("signed_tax", "tax", "imposto"),
}
"""What is signed of a day as it is closed."""
KEPT_OTHERWISE: Final = Said(
    "kept_otherwise",
    "{name}: {found}; 'tombo views rebuild {name}' computes it again",
    "{name}: {found}; 'tombo views rebuild {name}' calcula-o outra vez",
)
STATE_OTHERWISE: Final = Said(
    "state_otherwise",
    "what it knows besides its rows is not what the entries give",
    "o que sabe além das suas linhas não é o que as entradas dão",
)
UNFINISHED: Final = Said("unfinished", "{stream} is not finished", "{stream} não terminou")
UNFINISHED_LONG: Final = Said(
    "unfinished_long",
    "{stream} is not finished, and older than {days} days",
    "{stream} não terminou, e tem mais de {days} dias",
)
LISTED_WITHOUT_END: Final = Said(
    "listed_without_end",
    "{stream}, listed by the incident {incident}, has no end",
    "{stream}, enumerada pelo incidente {incident}, não tem fim",
)
BELOW_ZERO: Final = Said(
    "below_zero", "{holder} is {cents} cents below zero", "{holder} está {cents} cêntimos abaixo de zero"
)
LEFT_IN_POOL: Final = Said(
    "left_in_pool",
    "{stream} is over, and {cents} cents are in its pool",
    "{stream} acabou, e há {cents} cêntimos por distribuir nos seus prémios",
)
LEFT_IN_BOUNTY: Final = Said(
    "left_in_bounty",
    "{stream} is over, and {cents} cents are in its bounty",
    "{stream} acabou, e há {cents} cêntimos por distribuir nos seus prémios de eliminação",
)
LEFT_IN_TOURNAMENT: Final[Mapping[str, Said]] = {"pool": LEFT_IN_POOL, "bounty": LEFT_IN_BOUNTY}
"""What is left where a tournament that is over held its money."""
NOT_UNDER_WAY: Final = Said(
    "not_under_way",
    "{kind} comes in {stream}, which is not under way",
    "{kind} surge em {stream}, que não está a decorrer",
)
OUT_OF_PHASE: Final = Said(
    "out_of_phase",
    "{kind} cannot follow what is on record of {stream}, and no door records it there",
    "{kind} não pode seguir-se ao que está registado de {stream}, e nenhuma porta a regista aí",
)
GIVEN_WITHOUT_CAUSE: Final = Said(
    "given_without_cause",
    "{kind} in {stream}: nothing in its commit gives occasion for it",
    "{kind} em {stream}: nada do que se registou com ela lhe dá motivo",
)
TABLES_SAY_OTHERWISE: Final = Said(
    "tables_say_otherwise",
    "{kind} in {stream}: the tables do not say the same in its commit",
    "{kind} em {stream}: as mesas não dizem o mesmo na mesma gravação",
)
TIME_NOT_UP: Final = Said(
    "time_not_up",
    "{kind} in {stream}: the time is not up, or these are not its tables and their last hands",
    "{kind} em {stream}: o tempo não acabou, ou não são estas as suas mesas e as últimas jogadas delas",
)
AT_NO_TOURNAMENT: Final = Said(
    "at_no_tournament",
    "{kind} at {table}, which is of no tournament; no door records it there",
    "{kind} em {table}, que não é de nenhum torneio; nenhuma porta a regista aí",
)
AT_TOURNAMENT: Final = Said(
    "at_tournament",
    "{kind} at {table}, a table of a tournament; no door records it there",
    "{kind} em {table}, mesa de um torneio; nenhuma porta a regista aí",
)
CAME_LATE: Final = Said(
    "came_late",
    "{stream} version {version}, {kind}, is of {day}, which was closed before it came",
    "{stream} versão {version}, {kind}, é de {day}, que foi fechado antes de chegar",
)
LEFT_AT_CLOSED: Final = Said(
    "left_at_closed",
    "{table} is closed, and {cents} cents are in {holder}",
    "{table} está fechada, e há {cents} cêntimos em {holder}",
)
NUMBER_FOLLOWS: Final = Said(
    "number_follows",
    "{stream} follows number {last} of its table; expected {expected}",
    "{stream} segue-se ao número {last} da sua mesa; esperava-se {expected}",
)
ENDS_NOTHING: Final = Said(
    "ends_nothing",
    "{table} says that {stream} is over; no such hand or round had ended, or its end was told",
    "{table} diz que {stream} terminou; tal jogada não tinha terminado, ou o seu fim já fora dito",
)
END_NOT_TOLD: Final = Said(
    "end_not_told",
    "{stream} is over, and {table} does not say so with it",
    "{stream} terminou, e {table} não o diz com ela",
)
LEAVER_PLAYED_ON: Final = Said(
    "leaver_played_on",
    "seat {seat} of {hand} had asked to leave the table, and plays on; expected a fold",
    "o lugar {seat} de {hand} pedira para sair da mesa, e continua a jogar; esperava-se que desistisse",
)
FOLDED_WITHOUT_LEAVING: Final = Said(
    "folded_without_leaving",
    "the platform folds for seat {seat} of {hand}, whose time was not up and who did not ask to leave",
    "a plataforma desiste pelo lugar {seat} de {hand}, cujo tempo não terminara e que não pedira para sair",
)
BEGUN_AGAIN: Final = Said(
    "begun_again",
    "{stream} is said by {table} to begin again; it was over",
    "{table} diz que {stream} começa de novo; já tinha terminado",
)
NUMBER_SAID: Final = Said(
    "number_said",
    "{stream} is said to be number {number} of {table}",
    "{stream} é dada como sendo o número {number} de {table}",
)
BEGAN_WITH: Final = Said(
    "began_with",
    "{hand}: seat {seat} is said to have begun with {before}; {lay} lay there",
    "{hand}: o lugar {seat} é dado como tendo começado com {before}; estavam lá {lay}",
)
ENDS_WITH: Final = Said(
    "ends_with",
    "{hand}: seat {seat} ends with {after}; its bets and payments leave {lies}",
    "{hand}: o lugar {seat} acaba com {after}; as suas apostas e pagamentos deixam {lies}",
)
CHIPS_DIFFER: Final = Said(
    "chips_differ",
    "{hand}: {before} chips began the hand and {after} ended it",
    "{hand}: a jogada começou com {before} fichas e acabou com {after}",
)
LEAVES_WITH_CHIPS: Final = Said(
    "leaves_with_chips",
    "seat {seat} of {table} leaves with {stack} chips; {lay} lay there",
    "o lugar {seat} de {table} sai com {stack} fichas; estavam lá {lay}",
)
LEAVES_WITH: Final = Said(
    "leaves_with",
    "seat {seat} of {table} leaves with {stack}; {lay} lay there",
    "o lugar {seat} de {table} sai com {stack}; estavam lá {lay}",
)
LEFT_IN_POT: Final = Said(
    "left_in_pot",
    "{stream} is over, and {cents} cents are in the pot",
    "{stream} acabou, e há {cents} cêntimos no pote",
)
LEFT_AT_STAKE: Final = Said(
    "left_at_stake",
    "{stream} is over, and {cents} cents are at stake",
    "{stream} acabou, e há {cents} cêntimos em jogo",
)
STRANGER: Final = Said(
    "stranger",
    "{kind} stands in {stream}, where no door records it; nothing there counts it",
    "{kind} está em {stream}, onde nenhuma porta a regista; nada ali a conta",
)
PASSED_OVER: Final = Said(
    "passed_over",
    "{kind} cannot follow what is on record of {stream}, and no door records it; no statement counts it",
    "{kind} não pode seguir-se ao que está registado de {stream}, e nenhuma porta a regista; nenhum extrato a conta",
)
BEHIND_CLOSING: Final = Said(
    "behind_closing",
    "{kind} comes at {table}, which is closed or was never opened; expected nothing there",
    "{kind} surge em {table}, que está encerrada ou nunca foi aberta; não se esperava ali nada",
)
