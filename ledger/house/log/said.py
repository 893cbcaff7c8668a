"""What is said about the log itself: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

MONEY_IN_DEMO: Final = Said(
    "money_in_demo",
    "a table in {currency} in a ledger of demo play; expected chips that are no money",
    "uma mesa em {currency} num registo de demonstração; esperavam-se fichas que não são dinheiro",
)
DEMO_AMONG_MONEY: Final = Said(
    "demo_among_money",
    "chips that are no money are demo play; expected a ledger of its own for them",
    "fichas que não são dinheiro são demonstração; esperava-se para elas um registo próprio",
)
EURO_IN_DEMO: Final = Said(
    "euro_in_demo",
    "this ledger holds demo play, which knows no euro; expected chips, or another ledger",
    "este registo é de demonstração, que não conhece euros; esperavam-se fichas, ou outro registo",
)
LOSS_BY_WHO_HOLDS_NO_ROLE: Final = Said(
    "loss_by_who_holds_no_role",
    "{who} holds no role; expected two members of staff to declare a loss",
    "{who} não tem nenhuma função; esperavam-se dois funcionários para declarar uma perda",
)
LOSS_HASH_MALFORMED: Final = Said(
    "loss_hash_malformed",
    (
        "a hash of the declared loss is not written in base64 as it would be; expected the declaration as 'tombo loss"
        " declare' makes it"
    ),
    (
        "um resumo da perda declarada não está escrito em base64 como devia; esperava-se a declaração como 'tombo"
        " loss declare' a faz"
    ),
)
LOSS_UNSIGNED_BY_ROOT: Final = Said(
    "loss_unsigned_by_root",
    (
        "the declaration that {first} to {last} are lost is not signed by the root key {key}; only that key may give"
        " up what was signed"
    ),
    (
        "a declaração de que {first} a {last} se perderam não está assinada pela chave raiz {key}; só essa chave pode"
        " renunciar ao que foi assinado"
    ),
)
LOSS_DECLARED_TWICE_BY_ONE: Final = Said(
    "loss_declared_twice_by_one",
    "{who} declares the loss twice; expected two people",
    "{who} declara a perda duas vezes; esperavam-se duas pessoas",
)
LOSS_DECLARED_FOR_OTHERS: Final = Said(
    "loss_declared_for_others",
    "{staff} and {second} have keys, and the {actor:word} {who} declares the loss for them",
    "{staff} e {second} têm chaves, e {actor:word} {who} declara a perda por eles",
)
LOSS_SIGNED_BY_OTHERS: Final = Said(
    "loss_signed_by_others",
    "a loss is declared by the two who sign: {staff} and {second} are named, {who} asks",
    "uma perda é declarada pelos dois que assinam: são nomeados {staff} e {second}, e pede {who}",
)
DETACHES_ANOTHER_TREE: Final = Said(
    "detaches_another_tree",
    "a period of {size} entries with the root {root} is to be detached; no checkpoint of just so many entries, signed by the log's key, has that root: 'tombo period detach' names one",
    "destaca-se um período de {size} entradas com a raiz {root}; nenhum checkpoint de exatamente tantas entradas, assinado pela chave do registo, tem essa raiz: 'tombo period detach' indica um",
)
DETACHED_BY_ONE: Final = Said(
    "detached_by_one",
    "{who} detaches a period with {second}; expected a second manager or officer, under his own signature",
    "{who} destaca um período com {second}; esperava-se um segundo gestor ou responsável por litígios, com a sua própria assinatura",
)
