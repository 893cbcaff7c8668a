// Bytes and text: base64 as the key files and the wire have it, hexadecimal, and their joins.

export const utf8 = (text) => new TextEncoder().encode(text);

export function joined(...parts) {
  const made = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

export function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

export function base64url(bytes) {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The bytes whose one padded base64 text this is; anything else is an error.
export function fromBase64(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (base64(bytes) !== text) throw new Error("not the base64 of any bytes");
  return bytes;
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
