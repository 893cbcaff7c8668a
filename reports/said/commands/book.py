"""What ``tombo book`` remarks and refuses."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

ASTRAY: Final = Said(
    "astray",
    "{amount:grouped} EUR are between an account and its cause; 'tombo reconcile' of the day names them",
    "há {amount:grouped} EUR entre uma conta e a sua causa; 'tombo reconcile' do dia diz quais",
)
NO_SUCH_CLASS: Final = Said(
    "no_such_class",
    "there is no holder {holder}; expected one of {classes}, as 'wallet:p-1'",
    "não há nenhum titular {holder}; esperava-se um de {classes}, como 'wallet:p-1'",
)
NO_SUCH_HOLDER: Final = Said(
    "no_such_holder",
    "there is no holder {holder}; 'tombo book balance --holders' shows who has something",
    "não há nenhum titular {holder}; 'tombo book balance --holders' mostra quem tem alguma coisa",
)
NO_SUCH_HOLDER_BUT: Final = Said(
    "no_such_holder_but",
    "there is no holder {holder}: there are {others}; 'tombo book balance --holders' shows who has something",
    "não há nenhum titular {holder}: há {others}; 'tombo book balance --holders' mostra quem tem alguma coisa",
)
DOES_NOT_GO_ON: Final = Said(
    "does_not_go_on",
    "operation {operation} of {holder} (log index {index}) begins with {before:grouped}, which is not what the one before it left: these rows are not the ledger's; 'tombo views rebuild accounts' computes them again",
    "a operação {operation} de {holder} (entrada {index} do registo) começa com {before:grouped}, que não é o que a anterior deixou: estas linhas não são as do registo; 'tombo views rebuild accounts' volta a calculá-las",
)
