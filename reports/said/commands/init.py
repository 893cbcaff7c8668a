"""What is said at the beginning of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

ORIGIN_NEEDED: Final = Said(
    "origin_needed",
    "init needs the ledger's name for ever: --origin operator.example/ledger/1",
    "init precisa do nome do registo para sempre: --origin operator.example/ledger/1",
)
LEDGER_READY: Final = Said("ledger_ready", "The ledger {origin} is ready.", "O registo {origin} está pronto.")
READY_ROOT_KEY: Final = Said("ready_root_key", "  root key         {key}", "  chave raiz            {key}")
READY_CHECKPOINT_KEY: Final = Said("ready_checkpoint_key", "  checkpoint key   {key}", "  chave de checkpoint   {key}")
GIVE_POLICY: Final = Said(
    "give_policy",
    "Give auditors the policy file, {file}: it has both keys, and is all that verification has to believe.",
    "Dar aos auditores o ficheiro da política, {file}: tem as duas chaves, e é tudo aquilo em que a verificação tem de acreditar.",
)
MOVE_ROOT_KEY: Final = Said(
    "move_root_key",
    "The private root key is in {file}. Move it offline now: only 'tombo keys rotate' and 'revoke' need it.",
    "A chave raiz privada está em {file}. Levá-la já para fora da rede: só 'tombo keys rotate' e 'revoke' precisam dela.",
)
KEYS_UNDER_PASSPHRASE: Final = Said(
    "keys_under_passphrase",
    "Every key is encrypted under its passphrase: without them nothing can be recorded, and no closed card opened, ever again.",
    "Cada chave está cifrada sob a sua frase-passe: sem elas nunca mais se pode registar nada, nem abrir nenhuma carta fechada.",
)
POSTGRES_ROLES: Final = Said(
    "postgres_roles",
    "Roles of PostgreSQL, each for the users of one kind of process:",
    "Papéis do PostgreSQL, cada um para os utilizadores de um tipo de processo:",
)
POSTGRES_ROLE: Final = Said("postgres_role", "  {name}  {use}", "  {name}  {use}")
POSTGRES_USERS: Final = Said(
    "postgres_users",
    """Make users: CREATE ROLE door LOGIN PASSWORD '...' IN ROLE "{writer}";""",
    """Criar utilizadores: CREATE ROLE door LOGIN PASSWORD '...' IN ROLE "{writer}";""",
)
NEXT_GRANT_MANAGER: Final = Said(
    "next_grant_manager",
    "Next: 'tombo staff grant STAFF manager' names who may approve rules, then 'tombo record' takes commands.",
    "A seguir: 'tombo staff grant STAFF manager' nomeia quem pode aprovar regras, depois 'tombo record' recebe comandos.",
)
NEXT_GRANT_OFFICER: Final = Said(
    "next_grant_officer",
    "Next: 'tombo staff grant STAFF officer --staff {manager}', then 'tombo record' takes commands.",
    "A seguir: 'tombo staff grant STAFF officer --staff {manager}', depois 'tombo record' recebe comandos.",
)
CLOCK_CONFIRMED: Final = Said(
    "clock_confirmed",
    "The clock is confirmed at {at:dated} (log index {index:grouped}).",
    "O relógio está confirmado em {at:dated} (entrada {index:grouped} do registo).",
)
CLOCK_BEHIND: Final = Said(
    "clock_behind",
    "The ledger's time stands at {at:dated} until the clock is there.",
    "A hora do registo fica em {at:dated} até o relógio lá chegar.",
)
LEFT_UNSIGNED: Final = Said(
    "left_unsigned",
    "the ledger {origin} is made, and no checkpoint is signed over it yet. Run 'tombo checkpoint', not 'init'",
    "o registo {origin} está criado, e ainda nenhum checkpoint está assinado sobre ele. Executar 'tombo checkpoint', não 'init'",
)
ROLE_USES: Final[Mapping[str, Word]] = {
    "writer": Word(
        "role_writer",
        "the doors (record, import), acts of staff, readings of closed cards",
        "as portas (record, import), atos de funcionários, leituras de cartas fechadas",
    ),
    "publisher": Word("role_publisher", "the tree and its checkpoints", "a árvore e os seus checkpoints"),
    "views": Word(
        "role_views",
        "the tables of projections, reports, the night job",
        "as tabelas das projeções, relatórios, o trabalho da noite",
    ),
    "auditor": Word(
        "role_auditor", "verification and audit, without closed cards", "verificação e auditoria, sem cartas fechadas"
    ),
}
"""What each role of PostgreSQL is for."""
