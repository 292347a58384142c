// node two_pages.mjs FOLDER: starts the page's Python twice from its snapshot, as two browsers do, and
// prints what chance gives to each.

import { readFile } from "node:fs/promises";

const folder = process.argv[2];
globalThis.self = globalThis;
const { remembering, unpacked } = await import(`${folder}/python.js`);
const { loadPyodide } = await import(`${folder}/pyodide/pyodide.mjs`);
const { default: create } = await import(`${folder}/pyodide/pyodide.asm.mjs`);
const memory = readFile(`${folder}/snapshot.data`).then((data) =>
  unpacked(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)),
);
const pages = [];
for (let one = 0; one < 2; one++) {
  const python = await loadPyodide({
    indexURL: `${folder}/pyodide/`,
    createPyodideModule: (settings) => remembering(memory)(create(settings)),
    _loadSnapshot: new Uint8Array(),
  });
  python.pyimport("web_client.worker.glue").without_library(() => undefined);
  const drawn = "import random, secrets; [secrets.token_hex(), str(random.getrandbits(256))]";
  pages.push(python.runPython(drawn).toJs());
}
console.log(JSON.stringify(pages));
