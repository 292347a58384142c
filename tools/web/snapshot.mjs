// node snapshot.mjs FOLDER: starts the page's Python, imports the client, and keeps its memory.
//
// In FOLDER are Pyodide, python_stdlib.zip and python.zip; beside them comes snapshot.data, as
// web_client/page/python.js reads it: the length of the whole, the number of runs, the begin and the
// length of each, and their bytes. All else is zero.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const PAGE = 4096;
const folder = process.argv[2].replace(/\/?$/, "/");
const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${folder}pyodide/`,
  _makeSnapshot: true,
  // The same sources make the same memory, or nearly.
  env: { PYTHONHASHSEED: "0" },
});
const site = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(`${folder}python.zip`)), "zip", {
  extractDir: site,
});
// No object of node's may be held by Python now: none would be there in a browser.
python.runPython("from web_client.worker.snapshot import prepare; prepare()");
/** @type {Uint8Array} */
const memory = python.makeMemorySnapshot();

/** @type {[begin: number, end: number][]} */
const runs = [];
for (let at = 0; at < memory.length; at += PAGE) {
  const end = Math.min(at + PAGE, memory.length);
  if (memory.subarray(at, end).every((byte) => byte === 0)) continue;
  const last = runs.at(-1);
  if (last?.[1] === at) last[1] = end;
  else runs.push([at, end]);
}
const head = new Uint32Array([
  memory.length,
  runs.length,
  ...runs.flatMap(([begin, end]) => [begin, end - begin]),
]);
const parts = runs.map(([begin, end]) => memory.subarray(begin, end));
writeFileSync(`${folder}snapshot.data`, Buffer.concat([new Uint8Array(head.buffer), ...parts]));
