"""What is said where staff acts: what may be asked for, its fields, what is signed, and what came of it."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

ACTS: Final = Said("acts", "Acts", "Atos")
ACTS_HOW: Final = Said(
    "acts_how",
    "Whoever acts signs with his own key. The rules decide: what they forbid is refused with the rule, and nothing is recorded.",
    "Quem age assina com a sua própria chave. As regras decidem: o que proíbem é recusado com a regra, e nada fica registado.",
)
ACTS_OF_ROLE: Final = Said("acts_of_role", "As {role:word}", "Como {role:word}")
ACT_BROUGHT: Final = Said("act_brought", "A document to sign or to record", "Um documento para assinar ou registar")
ACT_BROUGHT_HOW: Final = Said(
    "act_brought_how",
    "One line of JSON: signed by 'tombo staff sign', or kept here by somebody who needs a second signature.",
    "Uma linha de JSON: assinada por 'tombo staff sign', ou guardada aqui por quem precisa de uma segunda assinatura.",
)
ACT_DOCUMENT: Final = Said("act_document", "Document", "Documento")
ACT_FILE: Final = Said("act_file", "From a file", "De um ficheiro")
OPEN_ACT: Final = Said("open_act", "Look at it", "Ver")
FORM_ANEW: Final = Said(
    "form_anew",
    "the form was not of the session that is open now; what was typed stands below: look at it, and go on",
    "o formulário não era da sessão que está aberta; o que foi escrito está abaixo: confirmar, e continuar",
)
ACT_ANEW: Final = Said(
    "act_anew",
    "the page was not of the session that is open now; the act stands below, with what was signed of it: look at it, and go on",
    "a página não era da sessão que está aberta; o ato está abaixo, com o que dele foi assinado: confirmar, e continuar",
)
ACT_ANEW_UNSIGNED: Final = Said(
    "act_anew_unsigned",
    "the page was not of the session that is open now; the act stands below without the signature that was given, which is not of who is signed in now:"
    " whoever gave it signs in to go on",
    "a página não era da sessão que está aberta; o ato está abaixo sem a assinatura que foi dada, que não é de quem entrou agora:"
    " quem a deu entra para continuar",
)
ACT_GO_ON: Final = Said("act_go_on", "Go on", "Continuar")
SIGN_IN_BESIDE: Final = Said(
    "sign_in_beside",
    "Sign in in another window, and then go on here: what stands here stays",
    "Entrar noutra janela, e depois continuar aqui: o que aqui está fica",
)
GO_TO_SIGN: Final = Said("go_to_sign", "Look at it, and sign", "Ver e assinar")
MAY_LACK: Final = Said("may_lack", "may be left empty", "pode ficar vazio")
EXAMPLE_INSTANT: Final = Said("example_instant", "like {at:instant}", "como {at:instant}")
EXAMPLE_NAMES: Final = Said("example_names", "parted by spaces", "separadas por espaços")
EXAMPLE_AMOUNT: Final = Said("example_amount", "EUR, like 12.50", "EUR, como 12,50")
NO_AMOUNT_TYPED: Final = Said(
    "no_amount_typed",
    "{typed} is no amount of euro; expected 5 or 5.00",
    "{typed} não é uma quantia em euros; esperava-se 5 ou 5,00",
)
NOTHING_TYPED: Final = Said(
    "nothing_typed", "is empty; expected something", "está vazio; esperava-se que se preenchesse"
)
WRONG_FIELD: Final = Said("wrong_field", "{field}: {why}", "{field}: {why}")
WRONG_TYPED: Final = Said("wrong_typed", "{typed} cannot stand there", "{typed} não pode ali estar")
WRONG_NAME: Final = Said(
    "wrong_name",
    "{typed} is no name; expected letters, digits and ._/-, at most 100",
    "{typed} não é um nome; esperavam-se letras, algarismos e ._/-, no máximo 100",
)
WRONG_LENGTH: Final = Said(
    "wrong_length",
    "is too long; expected {most:letter|letters} at most",
    "é demasiado longo; esperava-se no máximo {most:carácter|caracteres}",
)
WRONG_LINE: Final = Said(
    "wrong_line",
    "holds a sign that is no letter of a line; expected one line, and not spaces alone",
    "tem um sinal que não cabe numa linha; esperava-se uma só linha, e não só espaços",
)
WRONG_FORM: Final = Said(
    "wrong_form", "what was typed makes no act: {place}", "o que foi escrito não faz um ato: {place}"
)
NO_ROUND_NAMED: Final = Said(
    "no_round_named",
    "{typed} names no hand or round; expected its stream, like hand:mesa-1/42",
    "{typed} não nomeia nenhuma jogada; esperava-se o seu fluxo, como hand:mesa-1/42",
)
NO_SUCH_ACT: Final = Said("no_such_act", "{typed} is no act of this desk", "{typed} não é um ato que aqui se faça")
NO_ACT: Final = Said("no_act", "that is no document of an act: {why}", "isso não é um documento de um ato: {why}")
NO_JSON: Final = Said(
    "no_json",
    "it is not one JSON document that asks for something",
    "não é um único documento JSON que peça alguma coisa",
)
NO_ACT_AT: Final = Said(
    "no_act_at",
    "at {place} stands what cannot stand there; 'tombo schema commands' lists what is expected",
    "em {place} está o que ali não pode estar; 'tombo schema commands' mostra o que se espera",
)
NOT_OF_STAFF: Final = Said(
    "not_of_staff",
    "it is not staff that asks for this; nobody signs it",
    "não é um funcionário que o pede; ninguém o assina",
)
NOT_AMONG_THEM: Final = Said(
    "not_among_them",
    "{who} neither asks for it nor signed it",
    "{who} não o pede nem o assinou",
)
NO_SIGNATURE: Final = Said("no_signature", "that is no signature", "isso não é uma assinatura")
AT_INSTANT: Final = Said("at_instant", "{at:dated}", "{at:dated}")
NOTHING_SAID: Final = Said("nothing_said", "(left empty)", "(vazio)")
TO_BE_SIGNED: Final = Said("to_be_signed", "An act to be signed", "Um ato para assinar")
ACT_KIND: Final = Said("act_kind", "Act", "Ato")
ACT_BY: Final = Said("act_by", "Asked for by", "Pedido por")
ACT_BY_AS: Final = Said("act_by_as", "{who}, {role:word}", "{who}, {role:word}")
ACT_ID: Final = Said("act_id", "Number", "Número")
ACT_OCCURRED: Final = Said("act_occurred", "Said to have happened", "Terá acontecido")
ACT_SIGNERS: Final = Said("act_signers", "Signed by", "Assinado por")
ACT_NOBODY: Final = Said("act_nobody", "nobody yet", "ainda ninguém")
ACT_FALSE_SIGNERS: Final = Said(
    "act_false_signers", "With a signature that does not hold", "Com uma assinatura que não é válida"
)
SIGN_HERE: Final = Said("sign_here", "Sign as {staff}", "Assinar como {staff}")
SIGN_AND_RECORD: Final = Said("sign_and_record", "Sign and record", "Assinar e registar")
SIGN_AND_KEEP: Final = Said(
    "sign_and_keep", "Sign, for a second person to sign", "Assinar, para uma segunda pessoa assinar"
)
SIGN_ELSEWHERE: Final = Said("sign_elsewhere", "Sign on the command line", "Assinar na linha de comandos")
SIGN_ELSEWHERE_HOW: Final = Said(
    "sign_elsewhere_how",
    "Save the document as act.json, sign it, and bring what is printed to the page of acts.",
    "Guardar o documento como act.json, assiná-lo, e levar o que for escrito à página dos atos.",
)
RECORD_IT: Final = Said("record_it", "Record it", "Registar")
RECORD_AS_SIGNED: Final = Said("record_as_signed", "Record it as it is signed", "Registar como está assinado")
KEPT: Final = Said("kept", "Signed, and not recorded yet", "Assinado, e ainda não registado")
KEPT_HOW: Final = Said(
    "kept_how",
    "Give this document to the second person, who opens it at the page of acts, reads it, and signs. Nothing of it is kept on the server.",
    "Dar este documento à segunda pessoa, que o abre na página dos atos, o lê e o assina. Nada dele fica guardado no servidor.",
)
SAVE_ACT: Final = Said("save_act", "Save as a file", "Guardar como ficheiro")
RECORDED: Final = Said("recorded", "Recorded", "Registado")
RECORDED_BEFORE: Final = Said(
    "recorded_before",
    "It was recorded before; this is its first receipt.",
    "Já estava registado; este é o seu primeiro recibo.",
)
RECORDED_STREAM: Final = Said("recorded_stream", "Stream", "Fluxo")
RECORDED_VERSIONS: Final = Said("recorded_versions", "Versions", "Versões")
RECORDED_INDEX: Final = Said("recorded_index", "Log index", "Entrada do registo")
REFUSED: Final = Said("refused", "Refused", "Recusado")
REFUSED_NOTHING: Final = Said("refused_nothing", "Nothing was recorded.", "Nada foi registado.")
REFUSED_RULE: Final = Said("refused_rule", "Rule", "Regra")
REFUSED_READING: Final = Said("refused_reading", "Read by", "Lida segundo")
REFUSED_SECOND: Final = Said(
    "refused_second",
    "Give this document to a second person: it bears the first signature.",
    "Dar este documento a uma segunda pessoa: leva a primeira assinatura.",
)
OPEN_INCIDENT: Final = Said("open_incident", "Open an incident", "Abrir um incidente")
CLOSE_INCIDENT: Final = Said("close_incident", "Close an incident", "Encerrar um incidente")
VOID_ROUND: Final = Said("void_round", "Void a hand or round", "Declarar nula uma jogada")
READ_CARDS: Final = Said("read_cards", "Read closed cards", "Ver cartas fechadas")
OPEN_DISPUTE: Final = Said("open_dispute", "Open a complaint for a player", "Abrir uma reclamação por um jogador")
READ_DISPUTED_CARDS: Final = Said(
    "read_disputed_cards", "Read closed cards for a complaint", "Ler cartas fechadas para uma reclamação"
)
RECORD_REPLAY: Final = Said(
    "record_replay",
    "Put on record what was computed again for a complaint",
    "Registar o recálculo para uma reclamação",
)
RESOLVE_DISPUTE: Final = Said("resolve_dispute", "Decide a complaint", "Decidir uma reclamação")
REVERSE_COMPENSATION: Final = Said("reverse_compensation", "Take a compensation back", "Anular uma compensação")
GRANT_ROLE: Final = Said("grant_role", "Give a role", "Dar uma função")
WITHDRAW_ROLE: Final = Said("withdraw_role", "Take a role away", "Retirar uma função")
WITHDRAW_KEY: Final = Said("withdraw_key", "Withdraw a key", "Retirar uma chave")
REVOKE_CREDENTIAL: Final = Said("revoke_credential", "Revoke a credential", "Revogar uma credencial")
SET_LIMITS: Final = Said("set_limits", "Set the limits", "Fixar os limites")
ADJUST_UP: Final = Said("adjust_up", "Add to an account", "Acrescentar a uma conta")
ADJUST_DOWN: Final = Said("adjust_down", "Take from an account", "Retirar de uma conta")
FIELD_ABOUT: Final = Said("field_about", "About", "Sobre")
EXAMPLE_PLAYED: Final = Said(
    "example_played",
    "a hand like mesa-1/42, else with its sort: GAME:mesa-1/42, tournament:NAME",
    "uma jogada como mesa-1/42, senão com o tipo: JOGO:mesa-1/42, tournament:NOME",
)
FIELD_ADJUSTMENT: Final = Said("field_adjustment", "How much", "Quanto")
FIELD_AMOUNT: Final = Said("field_amount", "Amount that was given", "Quantia que foi dada")
FIELD_AMOUNTS: Final = Said(
    "field_amounts", "What came back to each, in cents or chips", "O que cada um recebeu, em cêntimos ou fichas"
)
FIELD_CAUSE: Final = Said("field_cause", "Why it was not due", "Porque não era devida")
FIELD_CARDS_OF: Final = Said("field_cards_of", "Whose cards; empty: all", "Cartas de quem; vazio: todas")
FIELD_CLAIM: Final = Said("field_claim", "What the player claims", "O que o jogador alega")
FIELD_COMPENSATION: Final = Said("field_compensation", "Compensation", "Compensação")
FIELD_COMPENSATION_ALONE: Final = Said(
    "field_compensation_alone", "One officer, for one claim", "Um responsável, por uma reclamação"
)
FIELD_COMPENSATION_ALONE_SUM: Final = Said(
    "field_compensation_alone_sum",
    "One officer, in all until somebody signs with him",
    "Um responsável, ao todo até alguém assinar com ele",
)
FIELD_COMPENSATION_MOST: Final = Said(
    "field_compensation_most", "Anybody, for one claim", "Qualquer pessoa, por uma reclamação"
)
FIELD_COMPLAINED: Final = Said("field_complained", "When he complained", "Quando reclamou")
FIELD_CREDENTIAL: Final = Said("field_credential", "Credential", "Credencial")
FIELD_DIFFERENCES: Final = Said("field_differences", "Differences", "Diferenças")
FIELD_DISPUTE: Final = Said("field_dispute", "Complaint", "Reclamação")
FIELD_FIRST_INSTANT: Final = Said("field_first_instant", "First noticed", "Notado pela primeira vez")
FIELD_GROUNDS: Final = Said("field_grounds", "Grounds", "Fundamentos")
FIELD_INCIDENT: Final = Said("field_incident", "Incident", "Incidente")
FIELD_KEY: Final = Said("field_key", "Key (its number)", "Chave (o seu número)")
FIELD_NOTE: Final = Said("field_note", "How it ended", "Como terminou")
FIELD_ORIGIN: Final = Said("field_origin", "Where it began", "Onde começou")
FIELD_OUTCOME: Final = Said("field_outcome", "Outcome", "Resultado")
FIELD_PLAYER: Final = Said("field_player", "Player", "Jogador")
FIELD_REASON: Final = Said("field_reason", "Reason", "Motivo")
FIELD_REPORTED_BY: Final = Said("field_reported_by", "Reported by", "Comunicado por")
FIELD_REVISION: Final = Said("field_revision", "Revision of the rules", "Revisão das regras")
FIELD_ROLE: Final = Said("field_role", "Role", "Função")
FIELD_ROUND: Final = Said("field_round", "Hand or round (its stream)", "Jogada (o seu fluxo)")
FIELD_RULE: Final = Said("field_rule", "Rule", "Regra")
FIELD_RULES: Final = Said("field_rules", "Rules that decided", "Regras que decidiram")
FIELD_SCOPE: Final = Said("field_scope", "Tables; empty: all", "Mesas; vazio: todas")
FIELD_STAFF: Final = Said("field_staff", "Member of staff", "Funcionário")
REASON_NAMES_PLAYER: Final = Said(
    "reason_names_player",
    "a reason for all cards does not begin as one for {player}: name the player, or begin it otherwise",
    "um motivo para todas as cartas não começa como um para {player}: indicar o jogador, ou começar de outro modo",
)
CARDS_OPENED: Final = Said("cards_opened", "See the cards", "Ver as cartas")
FIELD_VERSION: Final = Said("field_version", "Up to version", "Até à versão")
SUM_OF_PLAYER: Final = Said(
    "sum_of_player",
    "{player}: {recorded:grouped} recorded, {recomputed:grouped} recomputed",
    "{player}: {recorded:grouped} registado, {recomputed:grouped} recalculado",
)
