"""What ``tombo dispute`` acknowledges and refuses."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

DISPUTE_OPENED: Final = Said(
    "dispute_opened",
    "Dispute {dispute} of {player} is open (log index {index}). Next: tombo dispute {next} {dispute}",
    "A reclamação {dispute} de {player} está aberta (entrada {index} do registo). A seguir: tombo dispute {next} {dispute}",
)
DISPUTE_OPENED_ABOUT: Final = Said(
    "dispute_opened_about",
    "Dispute {dispute} of {player} about {about} is open (log index {index}). Next: tombo dispute {next} {dispute}",
    "A reclamação {dispute} de {player} sobre {about} está aberta (entrada {index} do registo). A seguir: tombo dispute {next} {dispute}",
)
COMPLAINED_LATER: Final = Said(
    "complained_later",
    "--complained {typed} is in the future; it is {now} by this machine's clock",
    "--complained {typed} está no futuro; são {now} pelo relógio desta máquina",
)
COMPLAINS_OF_OTHERS: Final = Said(
    "complains_of_others",
    "{player} was not in {about}: the complaint is on record, and nothing can be paid for it",
    "{player} não esteve em {about}: a reclamação fica registada, e por ela nada pode ser pago",
)
ABOUT_NOTHING_PLAYED: Final = Said(
    "about_nothing_played",
    "the dispute {dispute} is about no hand, round or tournament; there is nothing to replay",
    "a reclamação {dispute} não é sobre nenhuma jogada nem torneio; não há nada a recalcular",
)
STILL_GOES_ON: Final = Said(
    "still_goes_on",
    "{played} goes on; it can be replayed once it is over",
    "{played} está em curso; o recálculo faz-se quando acabar",
)
NEEDED_CARDS: Final = Said(
    "needed_cards",
    "replay of {played}: cards of its showdown were not turned",
    "recálculo de {played}: há cartas que não foram viradas no virar das cartas pessoais",
)
FIELD_EXPECTED: Final = Said("field_expected", "{field}: {expected}", "{field}: {expected}")
EXPECTED_LINE: Final = Said(
    "expected_line",
    "expected one line of 1 to {most} letters, and not spaces alone",
    "esperava-se uma linha de 1 a {most} caracteres, e não só espaços",
)
EXPECTED_NAME: Final = Said(
    "expected_name",
    "expected a name of letters, digits and ._/-, at most 100",
    "esperava-se um nome de letras, algarismos e ._/-, no máximo 100",
)
EXPECTED_PSEUDONYM: Final = Said(
    "expected_pseudonym",
    "expected a pseudonym of letters, digits and ._/-, at most 100",
    "esperava-se um pseudónimo de letras, algarismos e ._/-, no máximo 100",
)
EXPECTED_RULE: Final = Said(
    "expected_rule",
    "expected a rule as findings cite it: '{one}', '{several}'",
    "esperava-se uma regra como as notas a citam: '{one}', '{several}'",
)
NOTHING_TO_DISPUTE: Final = Said(
    "nothing_to_dispute",
    "there is no hand, round or tournament {name} in {origin}; 'tombo hand list', 'tombo round list' and 'tombo tournament list' show those there are",
    "não há nenhuma jogada nem torneio {name} em {origin}; 'tombo hand list', 'tombo round list' e 'tombo tournament list' mostram os que há",
)
NAMES_SEVERAL: Final = Said(
    "names_several",
    "{name} names several; expected one of {streams}",
    "{name} é o nome de vários; esperava-se um de {streams}",
)
MORE_DIFFERENCES: Final = Said(
    "more_differences",
    "and {left} more, told by the command that audits {played}",
    "e mais {left}, que mostra o comando que recalcula {played}",
)
