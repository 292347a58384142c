// The worker: loads Python, owns sockets and alarms, and carries words between page and bridge.

/** @typedef {{ start(address: string): void, opened(n: number): void,
 *    heard(n: number, data: ArrayBuffer): void, lost(n: number, code?: number): void,
 *    woken(): void, tap(text: string): void, network(up: boolean): void,
 *    visible(seen: boolean): void, follow(address: string): void, taken(): void,
 *    inside(n: number): void }} Bridge */
/** @typedef {[path: string, bytes: number]} Sized */

const here = new URL(".", import.meta.url);
/** @param {unknown} message */
const post = (message) => self.postMessage(message);

// -- progress: every byte that is fetched counts -----------------------------------------------

/** @type {Map<string, number>} */
const sizes = new Map();
let done = 0;

/** @param {number} bytes */
function came(bytes) {
  done += bytes;
  const all = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  if (all) post({ progress: Math.min(1, done / all) });
}

const plainFetch = self.fetch.bind(self);

/** @type {typeof fetch} */
self.fetch = async (what, how) => {
  const answer = await plainFetch(what, how);
  const path = new URL(answer.url || String(what), here).href.slice(here.href.length);
  if (!answer.body || !sizes.has(path)) return answer;
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(chunk, control) {
        came(chunk.byteLength);
        control.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: answer.status, headers: answer.headers });
};

/** @returns {Promise<void>} */
async function readSizes() {
  const answer = await plainFetch(new URL("files.json", here));
  /** @type {{ files: Sized[] }} */
  const told = await answer.json();
  for (const [path, bytes] of told.files) sizes.set(path, bytes);
}

/** @param {string} path */
async function module(path) {
  const loaded = await import(new URL(path, here).href);
  came(sizes.get(path) ?? 0);
  return loaded;
}

// -- what the bridge wants done -----------------------------------------------------------------

/** @type {Map<number, WebSocket>} */
const sockets = new Map();
/** @type {Bridge | undefined} */
let bridge;
/** @type {number | undefined} */
let alarm;
const LONGEST = 2 ** 31 - 1;

/** @type {[n: number, url: string] | undefined} */
let wanted;
/** @type {(() => Promise<void>)} */
let loadInside = async () => undefined;
/** @type {Promise<void> | undefined} */
let house;

/** @param {number} n @param {string} url */
function open(n, url) {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  sockets.set(n, socket);
  socket.onopen = () => bridge?.opened(n);
  socket.onmessage = (frame) => {
    if (frame.data instanceof ArrayBuffer) bridge?.heard(n, frame.data);
  };
  socket.onclose = (end) => {
    sockets.delete(n);
    // 1005 and 1006 are of the browser's own making: no code was told.
    if (end.code === 1005 || end.code === 1006) bridge?.lost(n);
    else bridge?.lost(n, end.code);
  };
}

const port = {
  /** The page knows whether another tab has the session now. @param {number} n @param {string} url */
  connect(n, url) {
    wanted = [n, url];
    post({ connects: true });
  },
  /** @param {number} n @param {Uint8Array<ArrayBuffer>} data */
  send(n, data) {
    const socket = sockets.get(n);
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  },
  /** @param {number} n */
  disconnect(n) {
    const socket = sockets.get(n);
    sockets.delete(n);
    if (wanted?.[0] === n) wanted = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  },
  /** The house inside the client is wanted: its modules are loaded once. @param {number} n */
  inside(n) {
    house ??= loadInside();
    house.then(() => bridge?.inside(n)).catch((error) => {
      house = undefined;
      post({ failed: String(error), fatal: false });
      bridge?.lost(n);
    });
  },
  /** @param {number} milliseconds @param {() => void} call */
  later(milliseconds, call) {
    setTimeout(call, milliseconds);
  },
  /** @param {number} milliseconds */
  wake(milliseconds) {
    clearTimeout(alarm);
    // A timer may come a moment early, and the bridge would be asked for nothing.
    if (milliseconds >= 0) {
      alarm = setTimeout(() => bridge?.woken(), Math.min(milliseconds + 1, LONGEST));
    }
  },
  /** @param {string} name @param {string} text */
  keep(name, text) {
    post({ keep: [name, text] });
  },
  /** @param {string} text */
  post(text) {
    post({ view: text });
  },
};

/** The page has said whether this tab may connect. @param {boolean} may */
function answered(may) {
  const [n, url] = wanted ?? [0, ""];
  wanted = undefined;
  if (!may) bridge?.taken();
  else if (n) open(n, url);
}

// -- the beginning ------------------------------------------------------------------------------

/** @param {Record<string, unknown>} start */
async function begin(start) {
  await readSizes();
  const zip = fetch(new URL("python.zip", here)).then((answer) => answer.arrayBuffer());
  const [pyodide] = await Promise.all([
    module("pyodide/pyodide.mjs"),
    module("pyodide/pyodide.asm.mjs"),
  ]);
  const python = await pyodide.loadPyodide({ indexURL: new URL("pyodide/", here).href });
  const site = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await zip, "zip", { extractDir: site });
  loadInside = async () => {
    const answer = await fetch(new URL("offline.zip", here));
    if (!answer.ok) throw new Error(`offline.zip: ${answer.status}`);
    python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: site });
  };
  const glue = python.pyimport("web_client.worker.glue");
  bridge = /** @type {Bridge} */ (glue.Worker(port, JSON.stringify(start)));
  bridge.start(String(start.address));
}

self.onmessage = async (event) => {
  const said = event.data;
  try {
    if (said.start) await begin(said.start);
    else if (said.tap) bridge?.tap(JSON.stringify({ tap: said.tap, value: said.value ?? null }));
    else if ("connect" in said) answered(said.connect);
    else if (said.taken) bridge?.taken();
    else if ("network" in said) bridge?.network(said.network);
    else if ("visible" in said) bridge?.visible(said.visible);
    else if ("follow" in said) bridge?.follow(said.follow);
  } catch (error) {
    post({ failed: String(error), fatal: !bridge });
  }
};
