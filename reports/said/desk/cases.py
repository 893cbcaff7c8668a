"""What the pages of complaints say: the list, one complaint, what it is about computed again, and what may be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

CASES: Final = Said("cases", "Complaints", "Reclamações")
CASE_STATES: Final[Mapping[str, Word]] = {
    "open": Word("case_open", "not resolved", "por resolver"),
    "accepted": Word("case_accepted", "accepted", "aceite"),
    "partly": Word("case_partly", "accepted in part", "aceite em parte"),
    "rejected": Word("case_rejected", "rejected", "rejeitada"),
    "taken_back": Word("case_taken_back", "compensation taken back", "compensação anulada"),
}
"""How a complaint stands."""
CASES_HOW: Final = Said(
    "cases_how",
    "What waits longest stands first, then what is resolved, the newest first.",
    "Primeiro o que espera há mais tempo, depois o que está resolvido, do mais recente para o mais antigo.",
)
CASES_NO_LIMIT: Final = Said(
    "cases_no_limit",
    "The game rules on record set no time for an answer: nothing is called late here. Another law may set one.",
    "As regras de jogo que aqui constam não fixam prazo para responder: aqui nada se diz em atraso. Outra lei pode fixá-lo.",
)
CASES_FILTER: Final = Said("cases_filter", "Show", "Mostrar")
CASES_STATE: Final = Said("cases_state", "State", "Estado")
CASES_ANY_STATE: Final = Said("cases_any_state", "all", "todas")
CASES_PLAYER: Final = Said("cases_player", "Player", "Jogador")
CASES_FOUND: Final = Said("cases_found", "On record", "Registadas")
CASES_NONE: Final = Said("cases_none", "No complaint is so.", "Nenhuma reclamação está assim.")
CASES_MORE: Final = Said("cases_more", "Go on", "Continuar")
CASES_FIRST: Final = Said("cases_first", "From the beginning", "Do princípio")
CASES_NO_STATE: Final = Said(
    "cases_no_state",
    "{typed} is no state of a complaint; expected one of {states}",
    "{typed} não é um estado de uma reclamação; esperava-se um de {states}",
)
CASES_NO_PLAYER: Final = Said(
    "cases_no_player",
    "{typed} is the name of no player; expected letters, digits and ._/-",
    "{typed} não é o nome de nenhum jogador; esperavam-se letras, algarismos e ._/-",
)
CASES_NO_PLACE: Final = Said(
    "cases_no_place",
    "{typed} is no place in the list of complaints; begin it again at /desk/cases",
    "{typed} não é um lugar na lista de reclamações; recomece-a em /desk/cases",
)
CASES_FILES: Final = Said("cases_files", "The register as a file", "O registo de reclamações em ficheiro")
CASES_SHEET: Final = Said("cases_sheet", "As a sheet (CSV)", "Como folha de cálculo (CSV)")
CASES_TEXT: Final = Said("cases_text", "As 'tombo dispute list' prints it", "Como 'tombo dispute list' o escreve")
CASE: Final = Said("case", "Complaint", "Reclamação")
CASE_COMPLAINED: Final = Said("case_complained", "Complained", "Apresentada")
CASE_COMPLAINED_AT: Final = Said("case_complained_at", "{at:dated}", "{at:dated}")
CASE_HOW_LONG: Final = Said("case_how_long", "How long", "Quanto tempo")
CASE_WAITS_FOR: Final = Said("case_waits_for", "waits for {lasted:run}", "espera há {lasted:run}")
CASE_TOOK: Final = Said("case_took", "resolved after {lasted:run}", "resolvida ao fim de {lasted:run}")
CASE_ABOUT: Final = Said("case_about", "About", "Sobre")
CASE_ABOUT_NOTHING: Final = Said("case_about_nothing", "nothing that was played", "nada que tenha sido jogado")
CASE_CLAIM: Final = Said("case_claim", "Claim", "Alegação")
CASE_NOT_READ: Final = Said("case_not_read", "cannot be read: {why}", "não se consegue ler: {why}")
CASE_RULE: Final = Said("case_rule", "Rule on complaints", "Regra sobre reclamações")
CASE_UNTIL: Final = Said("case_until", "Until when", "Até quando")
CASE_NO_TIME: Final = Said("case_no_time", "no rule on record says", "nenhuma regra que aqui conste o diz")
CASE_ON_RECORD: Final = Said("case_on_record", "What is on record", "O que consta do registo")
CASE_ACTS: Final[Mapping[str, Word]] = {
    "opened": Word("case_act_opened", "Opened", "Apresentada"),
    "cards_read": Word("case_act_cards_read", "Closed cards read", "Cartas fechadas lidas"),
    "replayed": Word("case_act_replayed", "Computed again", "Recalculada"),
    "resolved": Word("case_act_resolved", "Decided", "Decidida"),
    "compensation_reversed": Word("case_act_reversed", "Compensation taken back", "Compensação anulada"),
}
"""What happened to a complaint."""
CASE_SIGNED_BY: Final = Said("case_signed_by", "Signed by {who:listed}", "Assinado por {who:listed}")
CASE_SIGNED_BY_NOBODY: Final = Said(
    "case_signed_by_nobody", "Asked for by no staff: nobody signed", "Não foi pedido por funcionários: ninguém assinou"
)
CASE_NOT_SIGNED: Final = Said(
    "case_not_signed",
    "NO ACT OF STAFF: a signature is missing, or does not hold. No door records that; 'tombo verify' names it",
    "NÃO É UM ATO DE FUNCIONÁRIO: falta uma assinatura, ou não é válida. Nenhuma porta regista isto; 'tombo verify' indica-o",
)
CASE_STATE_FALSE: Final = Said(
    "case_state_false",
    "it says {state:word}, and is NO ACT OF STAFF",
    "diz {state:word}, e NÃO É UM ATO DE FUNCIONÁRIO",
)
CASE_FALSE: Final = Said(
    "case_false",
    "How it stands was not signed by staff. Act on nothing of it: keep a copy of everything as it is, and run 'tombo verify', which names the entry.",
    "A situação em que está não foi assinada por funcionários. Não aja com base nela: guarde uma cópia de tudo como está e corra 'tombo verify', que indica a entrada.",
)
CASE_REPLAY_OTHERWISE: Final = Said(
    "case_replay_otherwise",
    "NOT what is computed now: what this says came back, or has to, is the word of who recorded it. Compute it again before you decide",
    "NÃO é o que agora se calcula: o que aqui se diz que foi recebido, ou que é devido, é a palavra de quem o registou. Recalcule antes de decidir",
)
CASE_REPLAY_NOT_CHECKED: Final = Said(
    "case_replay_not_checked",
    "Not computed again for this page, for closed cards are needed: it is the word of who recorded it",
    "Não foi recalculado para esta página, pois são precisas cartas fechadas: é a palavra de quem o registou",
)
CASE_CAME_BACK: Final = Said("case_came_back", "What came back to each", "O que cada um recebeu de volta")
CASE_RECORDED: Final = Said("case_recorded", "Recorded", "Registado")
CASE_RECOMPUTED: Final = Said("case_recomputed", "Recomputed", "Recalculado")
CASE_STILL_OPEN: Final = Said("case_still_open", "What is open", "O que falta")
CASE_TO_REPLAY: Final = Said(
    "case_to_replay",
    "To be computed again, by an officer, before it is decided.",
    "Recalcular, por um responsável por litígios, antes de decidir.",
)
CASE_GOES_ON: Final = Said(
    "case_goes_on",
    "{played} goes on: it can be computed again once it is over.",
    "{played} ainda decorre: só se pode recalcular depois de terminar.",
)
CASE_TO_DECIDE: Final = Said(
    "case_to_decide", "To be decided, by an officer.", "Decidir, por um responsável por litígios."
)
CASE_ALONE: Final = Said(
    "case_alone",
    "One officer alone gives at most {alone} for a claim, and {alone_sum} in all until somebody signs with him; beyond that a second person signs. Nobody gives more than {most}.",
    "Um responsável dá sozinho no máximo {alone} por uma reclamação, e {alone_sum} ao todo até alguém assinar com ele; acima disso assina uma segunda pessoa. Ninguém dá mais de {most}.",
)
CASE_GIVEN_ALONE: Final = Said(
    "case_given_alone",
    "{who} gave {given} alone since somebody last signed with him.",
    "{who} deu sozinho {given} desde que alguém assinou com ele pela última vez.",
)
CASE_OPENED_BY: Final = Said(
    "case_opened_by",
    "{who} opened it for the player: he gives a compensation only if a second person signs.",
    "{who} apresentou-a pelo jogador: só dá uma compensação se uma segunda pessoa assinar.",
)
CASE_TWO_TAKE_BACK: Final = Said(
    "case_two_take_back",
    "A compensation is taken back by two officers, whole and once.",
    "Uma compensação é anulada por dois responsáveis por litígios, toda e uma só vez.",
)
CASE_WAITING_ELSEWHERE: Final = Said(
    "case_waiting_elsewhere",
    "Where two sign, the first keeps the document and gives it to the second: nothing of it is on record before, so this page cannot say who it waits for.",
    "Onde assinam dois, o primeiro guarda o documento e dá-o ao segundo: até lá nada consta do registo, e esta página não sabe por quem espera.",
)
CASE_CLOSED: Final = Said("case_closed", "Nothing: it is resolved.", "Nada: está resolvida.")
CASE_DO: Final = Said("case_do", "What may be done", "O que se pode fazer")
CASE_RECOMPUTE: Final = Said("case_recompute", "Compute it again", "Recalcular")
CASE_EVIDENCE: Final = Said("case_evidence", "Evidence", "Prova")
CASE_EVIDENCE_HOW: Final = Said(
    "case_evidence_how",
    "Each entry with its digest in the tree of the log. The receipt of its command was checked just now, as whoever is given the file checks it ('tombo receipt check').",
    "Cada entrada com o seu resumo na árvore do registo. O recibo do seu comando foi conferido agora, como o confere quem recebe o ficheiro ('tombo receipt check').",
)
CASE_ENTRY: Final = Said("case_entry", "Entry", "Entrada")
CASE_DIGEST: Final = Said("case_digest", "Digest (SHA-256)", "Resumo (SHA-256)")
CASE_VERDICT: Final = Said("case_verdict", "Verdict", "Veredito")
CASE_SOUND: Final = Said("case_sound", "OK, sealed by {key}", "OK, selada por {key}")
CASE_COVERED: Final = Said("case_covered", "Checkpoint", "Checkpoint")
CASE_IS_COVERED: Final = Said("case_is_covered", "under the newest", "sob o mais recente")
CASE_NOT_COVERED: Final = Said("case_not_covered", "not yet", "ainda não")
CASE_FILE: Final = Said("case_file", "File", "Ficheiro")
CASE_RECEIPT: Final = Said("case_receipt", "Receipt", "Recibo")
CASE_PLAYED_TO: Final = Said("case_played_to", "{played}, up to version {version}", "{played}, até à versão {version}")
CASE_PROOF: Final = Said("case_proof", "Proof", "Prova")
CASE_PROVEN: Final = Said(
    "case_proven",
    "OK, in the tree of {entries:entry|entries}, and through its chain every entry before it; cosigned by {who}",
    "OK, na árvore de {entries:entrada|entradas}, e pela sua cadeia todas as anteriores; cossinada por {who}",
)
CASE_NO_WITNESS: Final = Said("case_no_witness", "nobody", "ninguém")
CASE_NOT_PROVEN: Final = Said(
    "case_not_proven",
    "no proof before a checkpoint covers it",
    "sem prova enquanto nenhum checkpoint a cobrir",
)
CASE_FILES: Final = Said("case_files", "The case as a file", "O processo em ficheiro")
CASE_AS_TEXT: Final = Said("case_as_text", "As 'tombo dispute show' prints it", "Como 'tombo dispute show' o escreve")
CASE_AS_JSON: Final = Said("case_as_json", "For programs (JSON)", "Para programas (JSON)")
COMPUTED: Final = Said("computed", "{dispute}: {played} computed again", "{dispute}: recálculo de {played}")
COMPUTED_SAME: Final = Said(
    "computed_same",
    "Recomputed: the same as recorded, up to version {version}",
    "Recalculado: igual ao registado, até à versão {version}",
)
COMPUTED_OTHERWISE: Final = Said(
    "computed_otherwise",
    "Recomputed: NOT the same as recorded, up to version {version}",
    "Recalculado: NÃO é igual ao registado, até à versão {version}",
)
COMPUTED_UNDECIDABLE: Final = Said(
    "computed_undecidable",
    "Cannot be recomputed: not all cards of the showdown are known, up to version {version}",
    "Não se pode recalcular: nem todas as cartas do fim são conhecidas, até à versão {version}",
)
COMPUTED_ON_RECORD: Final = Said(
    "computed_on_record",
    "The same replay is on record for this complaint, at log index {index}.",
    "O mesmo recálculo já consta do registo para esta reclamação, na entrada {index}.",
)
COMPUTED_NOT_ON_RECORD: Final = Said(
    "computed_not_on_record",
    "This replay is not on record for this complaint.",
    "Este recálculo ainda não consta do registo para esta reclamação.",
)
COMPUTED_CARDS: Final = Said(
    "computed_cards",
    "Cards of its showdown were not turned, and are needed to compute it. Whoever reads them signs that first; this page never shows them.",
    "Há cartas que não foram viradas no fim, e que são precisas para recalcular. Quem as ler assina isso primeiro; esta página nunca as mostra.",
)
COMPUTED_CARDS_READ: Final = Said(
    "computed_cards_read",
    "Cards that were not turned were read to compute it, which is on record; they are not shown here.",
    "Foram lidas cartas não viradas para recalcular, o que consta do registo; não se mostram aqui.",
)
COMPUTED_RECORD: Final = Said("computed_record", "Put it on record", "Pôr no registo")
COMPUTED_BACK: Final = Said("computed_back", "Back to the complaint", "Voltar à reclamação")
CASE_FIGURES: Final = Said("case_figures", "Figures", "Valores")
CASE_TO_IT: Final = Said("case_to_it", "To the complaint", "Para a reclamação")
