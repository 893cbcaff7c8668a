// What the desk's scripts compute, for the test beside: a case a line of JSON on standard input, its answer a line on standard output.

import { createInterface } from "node:readline";

const at = (name) => import(`${process.argv[2]}/${name}.mjs`);
const { answer } = await import("./answer.mjs");
const modules = { bytes: await at("bytes"), chacha: await at("chacha"), keyfile: await at("keyfile"), scrypt: await at("scrypt") };
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer(modules, JSON.parse(line))));
