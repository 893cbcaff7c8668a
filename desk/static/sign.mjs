// Signs in the browser: the key file and its passphrase are opened here, and only the signature is sent.

import { base64, fromBase64 } from "./bytes.mjs";
import { KeyTrouble, signInToken, signer } from "./keyfile.mjs";

const FILE_SIZE_MAX = 4096;

function seedBesides(text, passphrase) {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.seed ? resolve(data.seed) : reject(new KeyTrouble(data.trouble)));
    worker.onerror = () => reject(new KeyTrouble("not_here"));
    worker.postMessage({ text, passphrase });
  }).finally(() => worker.terminate());
}

async function keyOf(form) {
  const [file] = form.querySelector("[data-key-file]").files;
  const passphrase = form.querySelector("[data-passphrase]");
  if (!file || file.size > FILE_SIZE_MAX) throw new KeyTrouble("no_key_file");
  const text = await file.text();
  const seed = await seedBesides(text, passphrase.value);
  passphrase.value = "";
  return signer(text, seed);
}

// What is filled in before the form is sent: a token to sign in with, or the signature of an act.
async function filled(form, key) {
  const { origin, staff, at, text } = form.dataset;
  const whose = `${origin}/staff/`;
  if (!key.name.startsWith(whose) || (staff && key.name !== whose + staff)) throw new KeyTrouble("not_his");
  if (text) return { key: key.id, signature: base64(await key.sign(fromBase64(text))) };
  const now = Number(at) + Math.floor(performance.now() / 1000); // the server's clock, since the page came
  return { token: await signInToken(key, origin, key.name.slice(whose.length), now) };
}

async function sign(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const trouble = form.querySelector("[data-trouble]");
  const working = form.querySelector("[data-working]");
  const buttons = [...form.querySelectorAll("button")];
  trouble.hidden = true;
  working.hidden = false;
  buttons.forEach((button) => (button.disabled = true));
  try {
    const fields = await filled(form, await keyOf(form));
    if (event.submitter?.name) fields[event.submitter.name] = event.submitter.value;
    for (const [name, value] of Object.entries(fields)) {
      const field = form.elements[name]?.type === "hidden" ? form.elements[name] : form.appendChild(document.createElement("input"));
      Object.assign(field, { type: "hidden", name, value });
    }
    form.submit();
  } catch (error) {
    const why = error instanceof KeyTrouble ? error.message : "not_here";
    for (const one of trouble.querySelectorAll("[data-why]")) one.hidden = one.dataset.why !== why;
    trouble.hidden = false;
    working.hidden = true;
    buttons.forEach((button) => (button.disabled = false));
    trouble.focus();
  }
}

for (const form of document.querySelectorAll("form[data-sign]")) {
  form.addEventListener("submit", sign);
  form.closest("[data-scripted]").hidden = false;
}
for (const file of document.querySelectorAll("[data-fills]")) {
  file.addEventListener("change", async () => {
    document.getElementById(file.dataset.fills).value = await file.files[0].text();
  });
  file.closest("[data-scripted]").hidden = false;
}
