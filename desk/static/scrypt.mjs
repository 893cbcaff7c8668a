// scrypt (RFC 7914): a passphrase becomes a key, at a cost of memory and time. PBKDF2 is the browser's own; the mixing is here.

const rotate = (word, by) => (word << by) | (word >>> (32 - by));

// One of 8 / 2 double rounds of Salsa20/8: 16 words, mixed in place.
export function salsa20of8(block) {
  let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15] = block;
  for (let round = 0; round < 4; round++) {
    a4 ^= rotate((a0 + a12) | 0, 7);
    a8 ^= rotate((a4 + a0) | 0, 9);
    a12 ^= rotate((a8 + a4) | 0, 13);
    a0 ^= rotate((a12 + a8) | 0, 18);
    a9 ^= rotate((a5 + a1) | 0, 7);
    a13 ^= rotate((a9 + a5) | 0, 9);
    a1 ^= rotate((a13 + a9) | 0, 13);
    a5 ^= rotate((a1 + a13) | 0, 18);
    a14 ^= rotate((a10 + a6) | 0, 7);
    a2 ^= rotate((a14 + a10) | 0, 9);
    a6 ^= rotate((a2 + a14) | 0, 13);
    a10 ^= rotate((a6 + a2) | 0, 18);
    a3 ^= rotate((a15 + a11) | 0, 7);
    a7 ^= rotate((a3 + a15) | 0, 9);
    a11 ^= rotate((a7 + a3) | 0, 13);
    a15 ^= rotate((a11 + a7) | 0, 18);
    a1 ^= rotate((a0 + a3) | 0, 7);
    a2 ^= rotate((a1 + a0) | 0, 9);
    a3 ^= rotate((a2 + a1) | 0, 13);
    a0 ^= rotate((a3 + a2) | 0, 18);
    a6 ^= rotate((a5 + a4) | 0, 7);
    a7 ^= rotate((a6 + a5) | 0, 9);
    a4 ^= rotate((a7 + a6) | 0, 13);
    a5 ^= rotate((a4 + a7) | 0, 18);
    a11 ^= rotate((a10 + a9) | 0, 7);
    a8 ^= rotate((a11 + a10) | 0, 9);
    a9 ^= rotate((a8 + a11) | 0, 13);
    a10 ^= rotate((a9 + a8) | 0, 18);
    a12 ^= rotate((a15 + a14) | 0, 7);
    a13 ^= rotate((a12 + a15) | 0, 9);
    a14 ^= rotate((a13 + a12) | 0, 13);
    a15 ^= rotate((a14 + a13) | 0, 18);
  }
  const mixed = [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15];
  for (let word = 0; word < 16; word++) block[word] = (block[word] + mixed[word]) | 0;
}

// scryptBlockMix: 2 * blockSize blocks of 16 words, from `source` to `target`.
function mixBlocks(source, target, blockSize, block) {
  const half = blockSize * 16;
  block.set(source.subarray(2 * half - 16));
  for (let at = 0; at < 2 * blockSize; at++) {
    for (let word = 0; word < 16; word++) block[word] ^= source[at * 16 + word];
    salsa20of8(block);
    target.set(block, (at >> 1) * 16 + (at & 1) * half);
  }
}

// scryptROMix: one part of the expanded passphrase, mixed in place through 2^logCost of its like.
function mixThroughMemory(part, logCost, blockSize, block) {
  const length = blockSize * 32;
  const cost = 2 ** logCost;
  const memory = new Int32Array(length * cost);
  let [now, next] = [part, new Int32Array(length)];
  for (let step = 0; step < cost; step++) {
    memory.set(now, step * length);
    mixBlocks(now, next, blockSize, block);
    [now, next] = [next, now];
  }
  for (let step = 0; step < cost; step++) {
    const from = ((now[length - 16] & (cost - 1)) >>> 0) * length;
    for (let word = 0; word < length; word++) now[word] ^= memory[from + word];
    mixBlocks(now, next, blockSize, block);
    [now, next] = [next, now];
  }
  part.set(now);
}

async function pbkdf2(passphrase, salt, length) {
  const key = await crypto.subtle.importKey("raw", passphrase, "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: 1 }, key, length * 8);
  return new Uint8Array(bits);
}

// `length` bytes of a passphrase and a salt, at the cost 2^logCost, with blocks of `blockSize` and `lanes` of them (RFC 7914: N, r, p).
export async function scrypt(passphrase, salt, logCost, blockSize, lanes, length) {
  const expanded = await pbkdf2(passphrase, salt, lanes * 128 * blockSize);
  const view = new DataView(expanded.buffer);
  const words = new Int32Array(expanded.length / 4);
  for (let word = 0; word < words.length; word++) words[word] = view.getInt32(word * 4, true);
  const block = new Int32Array(16);
  for (let lane = 0; lane < lanes; lane++) {
    mixThroughMemory(words.subarray(lane * 32 * blockSize, (lane + 1) * 32 * blockSize), logCost, blockSize, block);
  }
  for (let word = 0; word < words.length; word++) view.setInt32(word * 4, words[word], true);
  return pbkdf2(passphrase, expanded, length);
}
