"""What is said about the limits of the house: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

LIMITS_BY_TWO: Final = Said(
    "limits_by_two",
    "limits are set by two managers",
    "os limites são fixados por dois gestores",
)
LIMITS_OUT_OF_ORDER: Final = Said(
    "limits_out_of_order",
    "{alone} alone, {alone_sum} alone in all, {most} at most; expected each at most the next, {ceiling} the last",
    "{alone} por uma só pessoa, {alone_sum} no total por uma só pessoa, {most} no máximo; esperava-se que nenhum"
    " valor fosse superior ao seguinte, sendo {ceiling} o último",
)
COMPENSATION_ABOVE_LIMIT: Final = Said(
    "compensation_above_limit",
    "{amount} for one claim; expected {most} at most, as 'tombo staff limits' shows",
    "{amount} por uma reclamação; esperava-se no máximo {most}, como 'tombo staff limits' mostra",
)
COMPENSATION_BEYOND_ALONE: Final = Said(
    "compensation_beyond_alone",
    "{amount} is beyond {most}, which one person may give alone",
    "{amount} ultrapassa {most}, que é o que uma pessoa pode dar sozinha",
)
COMPENSATIONS_BEYOND_ALONE: Final = Said(
    "compensations_beyond_alone",
    "{who} has given {given} alone; with {amount} that is beyond {most}",
    "{who} já deu {given} por si só; com {amount} isso ultrapassa {most}",
)
COMPENSATION_BY_OPENER: Final = Said(
    "compensation_by_opener",
    "{who} opened the dispute {dispute} himself, and gives money for it",
    "foi {who} quem abriu a reclamação {dispute}, e dá dinheiro por ela",
)
CLAIM_ABOVE_LIMIT: Final = Said(
    "claim_above_limit",
    "{amount} beside {before}, given before for the same, is beyond {most}, the most for one claim",
    "{amount} além de {before}, já dados pelo mesmo, ultrapassa {most}, o máximo por uma reclamação",
)
CLAIM_BEYOND_ALONE: Final = Said(
    "claim_beyond_alone",
    "{amount} beside {before}, given before for the same, is beyond {most}, which one person may give alone",
    "{amount} além de {before}, já dados pelo mesmo, ultrapassa {most}, que é o que uma pessoa pode dar sozinha",
)
ADJUSTMENT_BY_TWO: Final = Said(
    "adjustment_by_two",
    "an account is adjusted by two managers",
    "uma conta é acertada por dois gestores",
)
ADJUSTMENT_ABOVE_LIMIT: Final = Said(
    "adjustment_above_limit",
    "{amount} is more than the {most} that the house gives at most; expected less, or other limits on record",
    "{amount} é mais do que os {most} que a casa dá no máximo; esperava-se menos, ou outros limites registados",
)
