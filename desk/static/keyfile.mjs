// Key files (docs/format.md, "Key files"): four lines, opened with a passphrase; and what is signed with the key in one.

import { base64url, fromBase64, hex, joined, utf8 } from "./bytes.mjs";
import { opened } from "./chacha.mjs";
import { scrypt } from "./scrypt.mjs";

const [LOG_COST_MAX, BLOCK_SIZE, SALT_SIZE, NONCE_SIZE, SECRET_SIZE, ED25519] = [20, 8, 16, 12, 32, 1];
const PKCS8 = new Uint8Array([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]);

// Why a key does not open: "no_key_file", "other_passphrase", "other_key".
export class KeyTrouble extends Error {}

// What stands in a key file in the open: whose key it is, and how the passphrase becomes the key to it.
export function read(text) {
  try {
    const [tag, label, derivation, sealed, rest, ...more] = text.split("\n");
    const [name, , coded] = label.match(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/).slice(1);
    const [logCost, salt] = derivation.match(/^scrypt ([1-9][0-9]?) (\S+)$/).slice(1);
    const found = {
      name,
      head: `${tag}\n${label}\n${derivation}\n`,
      key: fromBase64(coded),
      logCost: Number(logCost),
      salt: fromBase64(salt),
      sealed: fromBase64(sealed),
    };
    const sound = tag === "tombo/keyfile/v1" && rest === "" && more.length === 0 && found.logCost <= LOG_COST_MAX;
    const sizes = found.key.length === 33 && found.key[0] === ED25519 && found.salt.length === SALT_SIZE;
    if (sound && sizes) return found;
  } catch {
    // no line of it is as it should be
  }
  throw new KeyTrouble("no_key_file");
}

// The seed of the key in a file, opened with a passphrase.
export async function seedOf(text, passphrase) {
  const file = read(text);
  const key = await scrypt(utf8(passphrase), file.salt, file.logCost, BLOCK_SIZE, 1, 32);
  const nonce = file.sealed.subarray(0, NONCE_SIZE);
  const seed = opened(key, nonce, file.sealed.subarray(NONCE_SIZE), utf8(file.head));
  if (seed === null || seed.length !== SECRET_SIZE) throw new KeyTrouble("other_passphrase");
  return seed;
}

// The key of a file and its seed: its name, its id as staff keys have it, and how it signs. The seed is overwritten; the key cannot be taken out of it.
export async function signer(text, seed) {
  const { name, key: coded } = read(text);
  const pkcs8 = joined(PKCS8, seed);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  seed.fill(0);
  pkcs8.fill(0);
  const sign = async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, bytes));
  const open = await crypto.subtle.importKey("raw", coded.subarray(1), "Ed25519", false, ["verify"]);
  const proof = utf8("is it the key that the file names?");
  if (!(await crypto.subtle.verify("Ed25519", open, await sign(proof), proof))) throw new KeyTrouble("other_key");
  const id = new Uint8Array(await crypto.subtle.digest("SHA-256", joined(utf8(`${name}\n`), coded)));
  return { name, id: hex(id.subarray(0, 8)), sign };
}

// A token with which `staff` signs in once at the ledger `origin`, good for two minutes from `at`, seconds since 1970 (JWT, RFC 7519).
export async function signInToken(key, origin, staff, at) {
  const jti = hex(crypto.getRandomValues(new Uint8Array(16)));
  const claims = { aud: origin, exp: at + 120, iat: at, jti, sub: staff };
  const parts = [{ alg: "Ed25519", kid: key.id }, claims].map((part) => base64url(utf8(JSON.stringify(part))));
  return `${parts.join(".")}.${base64url(await key.sign(utf8(parts.join("."))))}`;
}
