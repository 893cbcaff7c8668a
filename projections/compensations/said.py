"""What is wrong with a payment for a dispute, or with one taken back."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

UNTIED_OF_DISPUTE: Final = Said("untied_of_dispute", "{dispute}: {why:told}", "{dispute}: {why:told}")
UNTIED_UNDER_RULE: Final = Said("untied_under_rule", "{why:told} ({rule})", "{why:told} ({rule})")
UNTIED_NOT_JUDGED: Final = Said(
    "untied_not_judged",
    "{amount} cannot be judged, for {why:told}; expected entries that follow one another; run 'tombo verify'",
    "não se pode ajuizar de {amount}, pois {why:told}; esperavam-se entradas que se sigam umas às outras; executar 'tombo verify'",
)
UNTIED_CANNOT_FOLLOW_IN: Final = Said(
    "untied_cannot_follow_in",
    "{kind} at log index {index} cannot follow in {stream}",
    "{kind} na entrada {index} do registo não pode seguir-se em {stream}",
)
UNTIED_GIVEN_TO_ANOTHER: Final = Said(
    "untied_given_to_another",
    "{amount} is given to {player}, and it is the claim of {claimant}; expected his account",
    "{amount} é pago a {player}, e a reclamação é de {claimant}; esperava-se a conta deste",
)
UNTIED_TAKEN_FROM_ANOTHER: Final = Said(
    "untied_taken_from_another",
    "{amount} is taken from {player}, and it is the claim of {claimant}; expected his account",
    "{amount} é retirado a {player}, e a reclamação é de {claimant}; esperava-se a conta deste",
)
UNTIED_WHILE_IT_WENT_ON: Final = Said(
    "untied_while_it_went_on",
    "{amount} for {about}, which went on; expected it over before",
    "{amount} por {about}, que ainda decorria; esperava-se que já tivesse terminado",
)
UNTIED_REPLAYED_TO: Final = Said(
    "untied_replayed_to", "replayed to version {version}", "recalculada até à versão {version}"
)
UNTIED_NOT_REPLAYED: Final = Said("untied_not_replayed", "which was not replayed", "que não foi recalculada")
UNTIED_BEFORE_REPLAY: Final = Said(
    "untied_before_replay",
    "{amount} for {about}, {replayed:told}; expected a replay to version {over}, which ended it, or a later one up to {last}",
    "{amount} por {about}, {replayed:told}; esperava-se um recálculo até à versão {over}, que a terminou, ou a uma posterior até {last}",
)
