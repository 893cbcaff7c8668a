"""A zip of one file, encrypted as WinZip does it (AE-2, AES of 256 bits), by pyzipper: with a salt that is given, and not drawn by chance."""

from __future__ import annotations

from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import Final

from Cryptodome.Cipher import AES
from Cryptodome.Hash import HMAC, SHA1
from Cryptodome.Util import Counter
from pyzipper import WZ_AES, ZIP_DEFLATED, AESZipFile  # type: ignore[import-untyped]  # it has no types
from pyzipper.zipfile_aes import (  # type: ignore[import-untyped]  # it has no types
    WZ_AES_V2,
    AESZipEncrypter,
    AESZipInfo,
)

ROUNDS: Final = 1_000
"""Of PBKDF2, as WinZip has it."""
KEY: Final = 32
VERIFIER: Final = 2
OWNER_ALONE: Final = 0o600 << 16


class _Salted(AESZipEncrypter):  # type: ignore[misc]  # pyzipper has no types
    def __init__(self, password: bytes, salt: bytes) -> None:
        super().__init__(pwd=password, nbits=8 * KEY, force_wz_aes_version=WZ_AES_V2)
        keys = pbkdf2_hmac("sha1", password, salt, ROUNDS, 2 * KEY + VERIFIER)
        self.salt, self.encpwdverify = salt, keys[2 * KEY :]
        counter = Counter.new(nbits=128, little_endian=True)
        self.encrypter = AES.new(keys[:KEY], AES.MODE_CTR, counter=counter)
        self.hmac = HMAC.new(keys[KEY : 2 * KEY], digestmod=SHA1)


class _SaltedZip(AESZipFile):  # type: ignore[misc]  # pyzipper has no types
    def __init__(self, file: Path, password: bytes, salt: bytes) -> None:
        super().__init__(file, "x", compression=ZIP_DEFLATED, encryption=WZ_AES)
        self._encrypter = _Salted(password, salt)

    def get_encrypter(self) -> _Salted:
        """What encrypts the one file in it."""
        return self._encrypter


def write(file: Path, member: tuple[str, tuple[int, ...], bytes], password: bytes, salt: bytes) -> None:
    """``member``: what the file in it is called, when it was made as clocks show it, and what it holds."""
    name, dated, data = member
    entry = AESZipInfo(name, dated)
    entry.compress_type, entry.external_attr = ZIP_DEFLATED, OWNER_ALONE
    with _SaltedZip(file, password, salt) as made:
        made.writestr(entry, data)
