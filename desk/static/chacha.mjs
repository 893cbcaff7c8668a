// ChaCha20-Poly1305 (RFC 8439), as far as a key file needs it: to open what was sealed. Its few bytes make big integers quick enough.

import { joined } from "./bytes.mjs";

const rotate = (word, by) => (word << by) | (word >>> (32 - by));

function quarter(state, a, b, c, d) {
  state[a] = (state[a] + state[b]) | 0;
  state[d] = rotate(state[d] ^ state[a], 16);
  state[c] = (state[c] + state[d]) | 0;
  state[b] = rotate(state[b] ^ state[c], 12);
  state[a] = (state[a] + state[b]) | 0;
  state[d] = rotate(state[d] ^ state[a], 8);
  state[c] = (state[c] + state[d]) | 0;
  state[b] = rotate(state[b] ^ state[c], 7);
}

// The 64 bytes of key stream at `counter` (RFC 8439, 2.3).
export function chacha20Block(key, counter, nonce) {
  const start = new Int32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const given = new DataView(joined(key, new Uint8Array(4), nonce).buffer);
  for (let word = 0; word < 12; word++) start[4 + word] = given.getInt32(word * 4, true);
  start[12] = counter;
  const state = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(state, column, column + 4, column + 8, column + 12);
    quarter(state, 0, 5, 10, 15);
    quarter(state, 1, 6, 11, 12);
    quarter(state, 2, 7, 8, 13);
    quarter(state, 3, 4, 9, 14);
  }
  const made = new DataView(new ArrayBuffer(64));
  for (let word = 0; word < 16; word++) made.setInt32(word * 4, (state[word] + start[word]) | 0, true);
  return new Uint8Array(made.buffer);
}

// What is sealed, or opened, from block `counter` on: the same operation (RFC 8439, 2.4).
export function chacha20(key, counter, nonce, data) {
  const made = data.slice();
  for (let at = 0; at < data.length; at += 64) {
    const stream = chacha20Block(key, counter + at / 64, nonce);
    for (let byte = at; byte < Math.min(at + 64, data.length); byte++) made[byte] ^= stream[byte - at];
  }
  return made;
}

const little = (bytes) => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);

// The 16 bytes that authenticate `data` under a key that is used once (RFC 8439, 2.5).
export function poly1305(key, data) {
  const prime = (1n << 130n) - 5n;
  const r = little(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < data.length; at += 16) {
    const part = data.subarray(at, at + 16);
    sum = ((sum + little(part) + (1n << BigInt(8 * part.length))) * r) % prime;
  }
  sum = (sum + little(key.subarray(16, 32))) & ((1n << 128n) - 1n);
  return Uint8Array.from({ length: 16 }, (_, byte) => Number((sum >> BigInt(8 * byte)) & 255n));
}

// What was sealed with `known` beside it, or null where it was not under this key (RFC 8439, 2.8).
export function opened(key, nonce, sealed, known) {
  const [text, tag] = [sealed.subarray(0, -16), sealed.subarray(-16)];
  const padding = (length) => new Uint8Array((16 - (length % 16)) % 16);
  const lengths = new DataView(new ArrayBuffer(16));
  lengths.setUint32(0, known.length, true);
  lengths.setUint32(8, text.length, true);
  const parts = [known, padding(known.length), text, padding(text.length), new Uint8Array(lengths.buffer)];
  const due = poly1305(chacha20Block(key, 0, nonce).subarray(0, 32), joined(...parts));
  const differs = due.reduce((found, byte, at) => found | (byte ^ tag[at]), sealed.length < 16 ? 1 : 0);
  return differs ? null : chacha20(key, 1, nonce, text);
}
