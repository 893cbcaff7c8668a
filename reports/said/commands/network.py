"""What is said of the doors on the network."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

FENCE_LOST: Final = Said(
    "fence_lost",
    "{why}; run 'tombo status', which says whether the database can be reached",
    "{why}; execute 'tombo status', que diz se a base de dados está ao alcance",
)
FENCE_HELD_AGAIN: Final = Said(
    "fence_held_again",
    "the fence of this ledger is held again: commands are taken",
    "a exclusividade deste livro foi retomada: aceitam-se comandos",
)
NO_SERVER: Final = Said(
    "no_server",
    "the libraries that serve are not installed; expected them: pip install 'tombo[serve]'",
    "as bibliotecas que servem não estão instaladas; esperavam-se: pip install 'tombo[serve]'",
)
NO_TLS: Final = Said(
    "no_tls",
    "{host} is not this machine alone, and without TLS tokens would travel in the open: expected --tls-certificate and --tls-key, or --behind-proxy where a proxy has TLS",
    "{host} não é só esta máquina, e sem TLS os tokens viajariam a descoberto: esperava-se --tls-certificate e --tls-key, ou --behind-proxy onde um proxy tem TLS",
)
NOT_SERVED_ON: Final = Said(
    "not_served_on",
    "nothing more is recorded, for the ledger is not what was sealed or cannot be read: {why}; run 'tombo verify'",
    "nada mais se regista, porque o livro não é o que foi selado ou não se consegue ler: {why}; execute 'tombo verify'",
)
SERVING: Final = Said(
    "serving", "serving {origin} at {url}; the desk: {url}/desk", "a servir {origin} em {url}; o gabinete: {url}/desk"
)
TLS_IN_PART: Final = Said(
    "tls_in_part",
    "TLS needs --tls-certificate and --tls-key together; --tls-clients goes with both",
    "TLS precisa de --tls-certificate e --tls-key em conjunto; --tls-clients acompanha os dois",
)
