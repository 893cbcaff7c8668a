"""What the double-entry book says: its classes of holders, what moves money between them, and when it was compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

TRIAL_BALANCE: Final = Said(
    "trial_balance",
    "Trial balance after the first {entries:entry|entries}, EUR",
    "Balancete depois de {entries:entrada|entradas}, EUR",
)
TRIAL_BALANCE_WHOLE: Final = Said("trial_balance_whole", "in all", "ao todo")
BOOK_NEVER_COMPARED: Final = Said(
    "book_never_compared",
    "As the book is kept, and never compared with the entries: 'tombo reconcile --day DATE --close' does, on record",
    "Segundo o livro guardado, nunca comparado com as entradas: 'tombo reconcile --day DATE --close' compara-o e regista-o",
)
BOOK_COMPARED: Final = Said(
    "book_compared",
    "As the book is kept; compared with the first {size:grouped} entries by the night of {day}, on record at log index"
    " {index:grouped}. 'tombo reconcile' compares it again",
    "Segundo o livro guardado; comparado com as primeiras {size:grouped} entradas na noite de {day}, o que consta da entrada"
    " {index:grouped} do registo. 'tombo reconcile' volta a compará-lo",
)
BOOK_WHEN: Final = Said("book_when", "in Lisbon", "em Lisboa")
BOOK_INDEX: Final = Said("book_index", "index", "entrada")
BOOK_WHAT: Final = Said("book_what", "what", "o quê")
BOOK_OTHER: Final = Said("book_other", "other side", "contraparte")
BOOK_BEFORE: Final = Said("book_before", "before", "antes")
BOOK_MOVEMENT: Final = Said("book_movement", "movement", "movimento")
BOOK_AFTER: Final = Said("book_after", "after", "depois")
BOOK_GAIN: Final = Said("book_gain", "+{amount:grouped}", "+{amount:grouped}")
OTHER_DAYS: Final = Said(
    "other_days",
    "({operations:operation|operations} of other days between)",
    "(entre elas, {operations:operação|operações} de outros dias)",
)
HOLDER_HAS: Final = Said(
    "holder_has",
    "{operations:operation|operations}; {holder} has {cents:grouped} EUR after the first {entries:entry|entries}",
    "{operations:operação|operações}; {holder} tem {cents:grouped} EUR depois de {entries:entrada|entradas}",
)
NOBODY_HAS_ANYTHING: Final = Said("nobody_has_anything", "nobody has anything", "ninguém tem nada")
HOLDERS: Final[Mapping[str, Word]] = {
    "adjustment": Word("holder_adjustment", "adjustment", "acertos"),
    "bonus": Word("holder_bonus", "bonus", "bónus"),
    "bounty": Word("holder_bounty", "bounty", "prémios de eliminação"),
    "commission": Word("holder_commission", "commission", "comissão"),
    "compensation": Word("holder_compensation", "compensation", "compensações"),
    "house": Word("holder_house", "house", "entidade exploradora"),
    "outside": Word("holder_outside", "outside", "exterior"),
    "pool": Word("holder_pool", "pool", "prémios de torneios"),
    "pot": Word("holder_pot", "pot", "potes"),
    "prison": Word("holder_prison", "prison", "prisão"),
    "promotion": Word("holder_promotion", "promotion", "promoções"),
    "stack": Word("holder_stack", "stack", "caves"),
    "stake": Word("holder_stake", "stake", "apostas"),
    "tickets": Word("holder_tickets", "tickets", "inscrições ganhas"),
    "transit": Word("holder_transit", "transit", "em trânsito"),
    "wallet": Word("holder_wallet", "wallet", "contas de jogadores"),
}
"""The classes of holders."""
MOVED: Final[Mapping[str, Word]] = {
    "add-on": Word("moved_add_on", "add-on", "add-on"),
    "bet": Word("moved_bet", "bet", "aposta"),
    "blind": Word("moved_blind", "blind", "aposta inicial"),
    "bonus": Word("moved_bonus", "bonus", "bónus"),
    "bonus converted": Word("moved_bonus_converted", "bonus converted", "bónus convertido"),
    "bonus expired": Word("moved_bonus_expired", "bonus expired", "bónus expirado"),
    "bounty": Word("moved_bounty", "bounty", "prémio de eliminação"),
    "buy-in": Word("moved_buy_in", "buy-in", "cave inicial"),
    "adjustment": Word("moved_adjustment", "adjustment", "acerto"),
    "cancelled entry": Word("moved_cancelled_entry", "cancelled entry", "inscrição anulada"),
    "commission": Word("moved_commission", "commission", "comissão"),
    "compensation": Word("moved_compensation", "compensation", "compensação"),
    "conversion": Word("moved_conversion", "conversion", "inscrição ganha paga"),
    "deposit": Word("moved_deposit", "deposit", "depósito"),
    "entry": Word("moved_entry", "entry", "inscrição"),
    "imprisoned": Word("moved_imprisoned", "imprisoned", "na prisão"),
    "left the table": Word("moved_left_table", "left the table", "saída da mesa"),
    "lost": Word("moved_lost", "lost", "aposta perdida"),
    "overlay": Word("moved_overlay", "overlay", "complemento dos prémios"),
    "payment": Word("moved_payment", "payment", "pagamento"),
    "pot": Word("moved_pot", "pot", "pote"),
    "prize": Word("moved_prize", "prize", "prémio"),
    "rebuy": Word("moved_rebuy", "rebuy", "rebuy"),
    "refund": Word("moved_refund", "refund", "devolução"),
    "reversal": Word("moved_reversal", "reversal", "compensação anulada"),
    "stake": Word("moved_stake", "stake", "aposta"),
    "stake returned": Word("moved_stake_returned", "stake returned", "aposta devolvida"),
    "taken back": Word("moved_taken_back", "taken back", "prémio retirado"),
    "ticket": Word("moved_ticket", "ticket", "inscrição ganha"),
    "top-up": Word("moved_top_up", "top-up", "reposição"),
    "uncalled bet": Word("moved_uncalled_bet", "uncalled bet", "aposta não acompanhada"),
    "withdrawal": Word("moved_withdrawal", "withdrawal", "levantamento"),
}
"""What moved money."""
