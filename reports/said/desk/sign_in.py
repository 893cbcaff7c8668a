"""What is said where somebody signs in, and where he opens his key."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

SIGN_IN: Final = Said("sign_in", "Sign in", "Entrar")
SIGN_IN_LEDGER: Final = Said("sign_in_ledger", "The ledger {origin}", "O livro {origin}")
WITH_KEY: Final = Said("with_key", "With your key", "Com a sua chave")
WITH_KEY_HOW: Final = Said(
    "with_key_how",
    "Staff. The file is opened in this browser: neither key nor passphrase is sent, only a signature.",
    "Funcionários. O ficheiro é aberto neste navegador: nem a chave nem a frase-passe são enviadas, só uma assinatura.",
)
KEY_FILE: Final = Said("key_file", "Key file", "Ficheiro da chave")
PASSPHRASE: Final = Said("passphrase", "Passphrase", "Frase-passe")
OPENING_KEY: Final = Said(
    "opening_key", "The key is being opened; it takes a few seconds.", "A abrir a chave; demora uns segundos."
)
WITH_TOKEN: Final = Said("with_token", "With a token", "Com um token")
WITH_TOKEN_HOW: Final = Said(
    "with_token_how",
    "Auditors: the token that was granted. Staff without scripts in the browser: what 'tombo staff token' prints, within two minutes.",
    "Auditores: o token concedido. Funcionários sem scripts no navegador: o que 'tombo staff token' escreve, dentro de dois minutos.",
)
TOKEN: Final = Said("token", "Token", "Token")
WITH_OPENID: Final = Said("with_openid", "With OpenID", "Com OpenID")
WITH_OPENID_HOW: Final = Said(
    "with_openid_how",
    "Staff, at {issuer}. To act the enrolled key is needed all the same.",
    "Funcionários, em {issuer}. Para agir é precisa na mesma a chave inscrita.",
)
OPENID_GO: Final = Said("openid_go", "Sign in there", "Entrar lá")
OPENID_AWAY: Final = Said(
    "openid_away",
    "{issuer} does not answer now: nobody signs in there. The other ways are open.",
    "{issuer} não responde agora: ninguém entra por lá. As outras vias estão abertas.",
)
OPENID_NO_ANSWER: Final = Said(
    "openid_no_answer",
    "{issuer} did not say who signs in, so nobody did: try again, or another way.",
    "{issuer} não disse quem entra, por isso ninguém entrou: tentar de novo, ou por outra via.",
)
SIGNED_IN: Final = Said("signed_in", "Signed in", "Sessão iniciada")
SIGNED_IN_ON: Final = Said("signed_in_on", "Go on", "Continuar")
SIGNED_OUT: Final = Said("signed_out", "Signed out here", "Sessão terminada aqui")
SIGNED_OUT_ON: Final = Said("signed_out_on", "Sign out at {issuer} too", "Sair também em {issuer}")
SIGN_IN_FAILED: Final = Said(
    "sign_in_failed",
    "Nobody signs in with that: it is not on record, it is over, or it was used before.",
    "Ninguém entra com isso: não está no registo, expirou, ou já foi usado.",
)
KEY_NO_FILE: Final = Said("key_no_file", "That is no key file.", "Isso não é um ficheiro de chave.")
KEY_OTHER_PASSPHRASE: Final = Said(
    "key_other_passphrase",
    "The key file does not open: another passphrase, or the file was changed.",
    "O ficheiro da chave não abre: a frase-passe é outra, ou o ficheiro foi alterado.",
)
KEY_OTHER_KEY: Final = Said(
    "key_other_key",
    "The file holds another key than it names.",
    "O ficheiro guarda outra chave que não a que nomeia.",
)
KEY_NOT_HIS: Final = Said(
    "key_not_his",
    "That is not the key of who signs here, or it is of another ledger.",
    "Essa não é a chave de quem assina aqui, ou é de outro livro.",
)
KEY_NOT_HERE: Final = Said(
    "key_not_here",
    "This browser cannot open the key (it needs Ed25519 and memory for scrypt); take the other way.",
    "Este navegador não consegue abrir a chave (precisa de Ed25519 e de memória para o scrypt); usar a outra via.",
)
