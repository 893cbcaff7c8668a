"""What is said of the French regulator's files: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_ANJ_XSD: Final = Said(
    "no_anj_xsd",
    "no schema is named; expected --xsd with your copy of PO.xsd of ANJ, beside what it includes",
    "nenhum esquema é indicado; esperava-se --xsd com a sua cópia do PO.xsd da ANJ, ao lado do que inclui",
)
NO_CLOSED_CARDS: Final = Said(
    "no_closed_cards",
    "closed cards cannot be read here; expected openings.key among the keys: a hand is told with all its cards",
    "as cartas fechadas não se podem ler aqui; esperava-se o openings.key entre as chaves: uma jogada é dita com todas as cartas",
)
NO_RULE_CODE: Final = Said(
    "no_rule_code",
    "{where:told}: no code is set for {variant} with {limit}; expected one under 'rules' in the settings",
    "{where:told}: não há código para {variant} com {limit}; esperava-se um em 'rules' nas definições",
)
HAND_COMES_OTHERWISE: Final = Said(
    "hand_comes_otherwise",
    "{where:told}: told action by action, the hand of {game} comes to something else than its bets and payments; run 'tombo verify'",
    "{where:told}: dita ação a ação, a jogada do {game} soma outra coisa do que as suas apostas e pagamentos; execute 'tombo verify'",
)
