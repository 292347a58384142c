// Loads Python: from a snapshot of its memory in which the client is imported, or, where there is
// none or the browser refuses it, from its library.

/** @typedef {import("./types/pyodide").Python} Python */
/** @typedef {import("./types/pyodide").Load} Load */
/** @typedef {import("./types/pyodide").Machine} Machine */
/** @typedef {[path: string, bytes: number]} Sized */

const here = new URL(".", import.meta.url);
const LIBRARY = "pyodide/python_stdlib.zip";
const WASM = "pyodide/pyodide.asm.wasm";
const CLIENT = "python.zip";
const SNAPSHOT = "snapshot.data";
const OFFLINE = "offline.zip";

/** @param {string} path */
const at = (path) => new URL(path, here).href;

// -- what Pyodide fetches ------------------------------------------------------------------------

const plainFetch = self.fetch.bind(self);
/** Asked for before Pyodide does. @type {Map<string, Promise<Response>>} */
const early = new Map();
/** Whether Pyodide shall take the library for empty: a snapshot needs none. */
let spared = false;

// -- progress: every byte that is fetched counts -------------------------------------------------

/** @type {Map<string, number>} */
const sizes = new Map();
let done = 0;
/** @type {(part: number) => void} */
let tell = () => undefined;

/** @param {number} bytes */
function came(bytes) {
  done += bytes;
  const all = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  if (all) tell(Math.min(1, done / all));
}

/** An answer whose bytes are counted as they come.
 * @param {Promise<Response>} asked */
async function counted(asked) {
  const answer = await asked;
  if (!answer.body) return answer;
  const body = answer.body.pipeThrough(
    new TransformStream({
      transform(chunk, control) {
        came(chunk.byteLength);
        control.enqueue(chunk);
      },
    }),
  );
  return new Response(body, { status: answer.status, headers: answer.headers });
}

/** @type {typeof fetch} */
self.fetch = async (what, how) => {
  const path = what instanceof Request ? what.url : String(what);
  if (spared && path === at(LIBRARY)) return new Response(new Uint8Array());
  const asked = early.get(path);
  early.delete(path);
  return asked ?? plainFetch(what, how);
};

/** @param {string} path @returns {Promise<ArrayBuffer>} */
async function bytes(path) {
  const answer = await counted(plainFetch(at(path)));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** @param {string} path */
async function module(path) {
  const loaded = await import(at(path));
  came(sizes.get(path) ?? 0);
  return loaded;
}

// -- the two ways to start -----------------------------------------------------------------------

/** The memory, as tools/web/snapshot.mjs has written it.
 * @param {ArrayBuffer} packed @returns {Uint8Array} */
export function unpacked(packed) {
  const [length, count] = new Uint32Array(packed, 0, 2);
  const runs = new Uint32Array(packed, 8, 2 * count);
  const memory = new Uint8Array(length);
  let from = 8 + runs.byteLength;
  for (let one = 0; one < runs.length; one += 2) {
    memory.set(new Uint8Array(packed, from, runs[one + 1]), runs[one]);
    from += runs[one + 1];
  }
  return memory;
}

/** What gives a machine that memory before Python begins. It comes while the machine is compiled.
 * @param {Promise<Uint8Array>} memory @returns {(made: Promise<Machine>) => Promise<Machine>} */
export function remembering(memory) {
  return async (made) => {
    const [machine, whole] = await Promise.all([made, memory]);
    // It is larger than that of a new one.
    machine.growMemory(whole.length);
    const { restoreSnapshot } = machine.API;
    machine.API.restoreSnapshot = () => restoreSnapshot(whole);
    return machine;
  };
}

/** @param {Load} load @returns {Promise<Loaded>} */
async function fromSnapshot(load) {
  spared = true;
  const python = await load(remembering(bytes(SNAPSHOT).then(unpacked)), new Uint8Array());
  /** Something is imported that the snapshot does not have: Python waits for it, so this waits.
   * @param {string} place */
  const fetchNow = (place) => {
    const asking = new XMLHttpRequest();
    asking.open("GET", at(LIBRARY), false);
    asking.responseType = "arraybuffer";
    asking.send();
    python.FS.writeFile(place, new Uint8Array(asking.response));
  };
  const library = python.pyimport("web_client.worker.glue").without_library(fetchNow);
  return new Loaded(python, async () => {
    python.FS.writeFile(library.place, new Uint8Array(await bytes(LIBRARY)));
    library.arrived();
  });
}

/** @param {Load} load @returns {Promise<Loaded>} */
async function fromLibrary(load) {
  spared = false;
  const client = bytes(CLIENT);
  client.catch(() => undefined);
  const python = await load((made) => made);
  python.unpackArchive(await client, "zip", { extractDir: site(python) });
  return new Loaded(python, async () => undefined);
}

/** @param {Python} python @returns {string} */
const site = (python) => python.runPython("import site; site.getsitepackages()[0]");

/** Python with the client in it. */
class Loaded {
  /** @param {Python} python @param {() => Promise<void>} library */
  constructor(python, library) {
    this.python = python;
    this.library = library;
  }

  /** The glue between the bridge and a worker. */
  get glue() {
    return this.python.pyimport("web_client.worker.glue");
  }

  /** Fetches the house inside the client. */
  async fetchOffline() {
    const [inside] = await Promise.all([bytes(OFFLINE), this.library()]);
    this.python.unpackArchive(inside, "zip", { extractDir: site(this.python) });
  }
}

/** @param {(part: number) => void} progress @returns {Promise<Loaded>} */
export async function loadPython(progress) {
  tell = progress;
  early.set(at(WASM), counted(plainFetch(at(WASM))));
  const [pyodide, asm, start] = await Promise.all([
    module("pyodide/pyodide.mjs"),
    module("pyodide/pyodide.asm.mjs"),
    plainFetch(at("start.json")).then((answer) => answer.json()),
  ]);
  /** @type {Sized[]} */
  const files = start.files;
  for (const [path, size] of files) sizes.set(path, size);
  /** @type {Load} */
  const load = (prepared, memory) =>
    pyodide.loadPyodide({
      indexURL: at("pyodide/"),
      createPyodideModule: (/** @type {object} */ settings) => prepared(asm.default(settings)),
      _loadSnapshot: memory,
    });
  if (!sizes.has(SNAPSHOT)) return fromLibrary(load);
  try {
    return await fromSnapshot(load);
  } catch (error) {
    console.warn(`The page starts without its snapshot: ${error}`);
    return fromLibrary(load);
  }
}
