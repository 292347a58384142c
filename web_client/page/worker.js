// The worker: loads Python, owns sockets and alarms, and carries words between page and bridge.

import { loadPython } from "./python.js";

/** @typedef {{ start(address: string): void, opened(n: number): void,
 *    heard(n: number, data: ArrayBuffer): void, lost(n: number, code?: number): void,
 *    woken(): void, tap(text: string): void, network(up: boolean): void,
 *    visible(seen: boolean): void, follow(address: string): void, taken(): void,
 *    inside(n: number): void, answered(n: number, answer: Uint8Array): void,
 *    nobody_thinks(): void }} Bridge */

/** @param {unknown} message */
const post = (message) => self.postMessage(message);

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
/** Where bots think, since somebody plays offline. @type {Worker | undefined} */
let bots;

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

/** @returns {Worker} */
function startBots() {
  const started = new Worker(new URL("./bots.js", import.meta.url), { type: "module" });
  /** @param {string} why */
  const failed = (why) => {
    console.warn(`Bots think beside the views: ${why}`);
    started.terminate();
    if (bots === started) bots = undefined;
    bridge?.nobody_thinks();
  };
  started.onmessage = ({ data }) => {
    if ("failed" in data) failed(data.failed);
    else bridge?.answered(data.number, data.answer);
  };
  started.onerror = (error) => failed(error.message);
  return started;
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
    house.then(() => {
      // They are there before the first of them is asked.
      bots ??= startBots();
      bridge?.inside(n);
    }).catch((error) => {
      house = undefined;
      post({ failed: String(error), fatal: false });
      bridge?.lost(n);
    });
  },
  /** @param {number} number @param {Uint8Array} question */
  think(number, question) {
    bots ??= startBots();
    bots.postMessage({ number, question });
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

// Python is on its way before the page has said anything.
const loading = loadPython((part) => post({ progress: part }));
loading.catch(() => undefined);

/** @param {Record<string, unknown>} start */
async function begin(start) {
  const loaded = await loading;
  loadInside = () => loaded.fetchOffline();
  bridge = /** @type {Bridge} */ (loaded.glue.Worker(port, JSON.stringify(start)));
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
