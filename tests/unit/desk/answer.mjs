// One case: asked of the desk's scripts alike in Node and in a browser.

export async function answer({ bytes, chacha, keyfile, scrypt }, asked) {
  const { fromHex, hex, utf8 } = bytes;
  switch (asked.what) {
    case "salsa": {
      const block = new Int32Array(fromHex(asked.block).buffer);
      scrypt.salsa20of8(block);
      return hex(new Uint8Array(block.buffer));
    }
    case "scrypt":
      return hex(await scrypt.scrypt(utf8(asked.passphrase), utf8(asked.salt), asked.cost, asked.size, asked.lanes, 64));
    case "block":
      return hex(chacha.chacha20Block(fromHex(asked.key), asked.counter, fromHex(asked.nonce)));
    case "chacha":
      return hex(chacha.chacha20(fromHex(asked.key), asked.counter, fromHex(asked.nonce), fromHex(asked.data)));
    case "poly":
      return hex(chacha.poly1305(fromHex(asked.key), fromHex(asked.data)));
    case "opened": {
      const found = chacha.opened(fromHex(asked.key), fromHex(asked.nonce), fromHex(asked.sealed), fromHex(asked.known));
      return found === null ? null : hex(found);
    }
    case "token": {
      try {
        const key = await keyfile.signer(asked.file, await keyfile.seedOf(asked.file, asked.passphrase));
        return { id: key.id, name: key.name, token: await keyfile.signInToken(key, asked.origin, asked.staff, asked.at) };
      } catch (error) {
        return error.message;
      }
    }
  }
}
