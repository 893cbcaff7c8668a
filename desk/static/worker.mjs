// Opens a key file beside the page, so that it does not freeze while the passphrase becomes a key.

import { KeyTrouble, seedOf } from "./keyfile.mjs";

addEventListener("message", async ({ data: { text, passphrase } }) => {
  try {
    const seed = await seedOf(text, passphrase);
    postMessage({ seed }, [seed.buffer]);
  } catch (error) {
    postMessage({ trouble: error instanceof KeyTrouble ? error.message : "not_here" });
  }
});
