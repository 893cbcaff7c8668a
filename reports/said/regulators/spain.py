"""What is said of the Spanish regulator's files: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_SPANISH_XSD: Final = Said(
    "no_spanish_xsd",
    "no schema was given; expected --xsd with the file of the model 3.3 that DGOJ published",
    "não foi dado nenhum esquema; esperava-se --xsd com o ficheiro do modelo 3.3 que a DGOJ publicou",
)
SPANISH_GAME_NOT_SET: Final = Said(
    "spanish_game_not_set",
    "nothing is set for the games of {game}; expected their name under 'games' in the settings",
    "não há definições para os jogos do {game}; esperava-se o nome em 'games' nas definições",
)
NO_VARIANT: Final = Said(
    "no_variant",
    "no variant is set for the games of {game}; expected one of DGOJ's list as 'variant' under 'games' in the settings",
    "não há variante definida para os jogos do {game}; esperava-se uma da lista da DGOJ como 'variant' em 'games' nas definições",
)
TOO_MANY_LOTES: Final = Said(
    "too_many_lotes",
    "{day} has more than {most:grouped} files, and a release lists no more; expected fewer sessions and tournaments on one day",
    "{day} tem mais de {most:grouped} ficheiros, e uma entrega não lista mais; esperavam-se menos sessões e torneios num dia",
)
NO_CERTIFICATE: Final = Said(
    "no_certificate",
    "{file} holds no certificate that can be read: {why}; expected one in PEM",
    "{file} não tem nenhum certificado que se possa ler: {why}; esperava-se um em PEM",
)
NO_SIGNING_KEY: Final = Said(
    "no_signing_key",
    "{file} holds no RSA key that its passphrase opens; expected one in PEM, encrypted under the passphrase that the settings name",
    "{file} não tem nenhuma chave RSA que a frase-passe abra; esperava-se uma em PEM, cifrada com a frase-passe que as definições indicam",
)
OTHER_KEY: Final = Said(
    "other_key",
    "the key in {key} is not that of the certificate in {certificate}; expected both of one pair",
    "a chave em {key} não é a do certificado em {certificate}; esperava-se que fossem do mesmo par",
)
CERTIFICATE_NOT_VALID: Final = Said(
    "certificate_not_valid",
    "the files are of {at:dated}, and the certificate is valid from {since:dated} until {until:dated}; expected one that was valid then",
    "os ficheiros são de {at:dated}, e o certificado é válido de {since:dated} a {until:dated}; esperava-se um que fosse válido então",
)
BAD_PASSWORD: Final = Said(
    "bad_password",
    "{file} holds no password as the model asks; expected {length:character|characters} of ASCII, digits, letters and others among them",
    "{file} não tem uma palavra-passe como o modelo pede; esperavam-se {length:carácter|caracteres} ASCII, com algarismos, letras e outros",
)
NO_SIGNING_LIBRARIES: Final = Said(
    "no_signing_libraries",
    "the libraries that sign and encrypt are not installed; expected them: pip install 'tombo[regulators]'",
    "as bibliotecas que assinam e cifram não estão instaladas; esperavam-se: pip install 'tombo[regulators]'",
)
OTHER_STORE: Final = Said(
    "other_store",
    "{day} was released as {name}, and the settings say {own}; expected operator and store of then: a record is set right in its own almacén",
    "a {day} foi entregue como {name}, e as definições dizem {own}; esperavam-se a entidade exploradora e o armazém de então: um registo corrige-se no seu próprio almacén",
)
