// What is heard: short sounds, voices one after another, one piece of music, a sound that goes on.
// A browser plays nothing before the first touch or key, and the page nothing while it is hidden.

/** @typedef {"sound" | "voices" | "music"} Part */
/** @typedef {Record<Part, number>} Volumes */

/** @type {AudioContext | null} */
let context = null;
/** @type {Record<Part, GainNode | null>} */
const outputs = { sound: null, voices: null, music: null };
/** In percent; 0 is off. @type {Volumes} */
let volumes = { sound: 0, voices: 0, music: 0 };
/** What is decoded, the last used last. @type {Map<string, Promise<AudioBuffer | null>>} */
const decoded = new Map();
const MOST = 40;
/** So much speech waits for its turn; what is older is stale. */
const MOST_WAITING = 3;

const url = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

function begin() {
  if (!context) {
    context = new AudioContext();
    for (const part of /** @type {Part[]} */ (Object.keys(outputs))) {
      const made = context.createGain();
      made.connect(context.destination);
      outputs[part] = made;
    }
    set(volumes);
  }
  wake();
}
// A touch counts as one when the finger is lifted.
for (const touched of ["pointerup", "keydown", "click"]) addEventListener(touched, begin, { capture: true });
document.addEventListener("visibilitychange", wake);

function wake() {
  if (!context) return;
  const wanted = document.hidden ? context.suspend() : context.resume();
  wanted.then(tune, () => undefined);
}

/** Whether this part is heard now. @param {Part} part */
const heard = (part) => context !== null && context.state === "running" && !document.hidden && volumes[part] > 0;

/** How loud each part is, in percent. @param {Volumes} wanted */
export function set(wanted) {
  volumes = wanted;
  for (const part of /** @type {Part[]} */ (Object.keys(outputs))) {
    const output = outputs[part];
    if (output) output.gain.value = volumes[part] / 100;
  }
  tune();
}

/** @param {string} path @returns {Promise<AudioBuffer | null>} */
function sounding(path) {
  const known = decoded.get(path) ?? fetched(path);
  decoded.delete(path);
  decoded.set(path, known);
  for (const oldest of decoded.keys()) {
    if (decoded.size <= MOST) break;
    decoded.delete(oldest);
  }
  return known;
}

/** The sound of a file; none where the browser cannot play it, or it cannot be had now.
 * @param {string} path @returns {Promise<AudioBuffer | null>} */
async function fetched(path) {
  try {
    const answer = await had(path);
    if (answer?.ok && context) return await context.decodeAudioData(await answer.arrayBuffer());
  } catch {
    // It is asked for again the next time.
  }
  decoded.delete(path);
  return null;
}

/** A file, without a network from what is kept alone: a fetch would fail loudly.
 * @param {string} path @returns {Promise<Response | undefined>} */
async function had(path) {
  if (!navigator.onLine) return globalThis.caches?.match(url(path));
  return fetch(url(path));
}

/** @param {AudioBuffer} buffer @param {Part} part @param {boolean} loops */
function start(buffer, part, loops = false) {
  const output = outputs[part];
  if (!context || !output) return null;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = loops;
  source.connect(output);
  source.start();
  return source;
}

/** A short sound by its file. @param {string} file */
export async function sound(file) {
  if (!heard("sound")) return;
  const buffer = await sounding(`./sounds/${file}`);
  if (buffer && heard("sound")) start(buffer, "sound");
}

// -- voices ---------------------------------------------------------------------------------------

/** What waits to be said: the language, who speaks, which line. @type {string[]} */
let waiting = [];
let speaking = false;
/** Which take of a line was said last. @type {Map<string, number>} */
const takes = new Map();
/** How many takes each line has. @type {Promise<Record<string, number> | undefined> | null} */
let lines = null;

/** A line: `en/woman/bomb`. @param {string} line */
export function speak(line) {
  if (!heard("voices")) return;
  waiting = [...waiting, line].slice(-MOST_WAITING);
  if (!speaking) say();
}

async function say() {
  speaking = true;
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    const buffer = await spoken(line);
    const source = buffer && heard("voices") ? start(buffer, "voices") : null;
    if (source) await new Promise((done) => (source.onended = done));
  }
  speaking = false;
}

/** The next take of a line. @param {string} line @returns {Promise<AudioBuffer | null>} */
async function spoken(line) {
  lines ??= had("./voices/takes.json").then((answer) => answer?.json());
  const known = await lines.catch(() => undefined);
  if (!known) lines = null;
  const count = known?.[line] ?? 0;
  if (!count) return null;
  const take = ((takes.get(line) ?? -1) + 1) % count;
  takes.set(line, take);
  return sounding(`./voices/${line}.${take}.ogg`);
}

// -- what goes on ---------------------------------------------------------------------------------

/** What is to sound over and over, and what does. @type {Record<"music" | "sound", { wanted: string, path: string, source: AudioBufferSourceNode | null }>} */
const loops = {
  music: { wanted: "", path: "", source: null },
  sound: { wanted: "", path: "", source: null },
};

/** The piece of music and the sound that go on from now; "" is none. @param {string} piece @param {string} held */
export function hold(piece, held) {
  loops.music.wanted = piece && `./music/${piece}.ogg`;
  loops.sound.wanted = held && `./sounds/${held}`;
  tune();
}

/** Makes what goes on as it should be now. */
function tune() {
  for (const part of /** @type {("music" | "sound")[]} */ (["music", "sound"])) {
    const one = loops[part];
    const wanted = context && volumes[part] > 0 ? one.wanted : "";
    if (wanted === one.path) continue;
    one.source?.stop();
    one.source = null;
    one.path = wanted;
    if (wanted) void go(part, wanted);
  }
}

/** @param {"music" | "sound"} part @param {string} path */
async function go(part, path) {
  // A piece takes much room once it is decoded: one alone is kept, as long as it sounds.
  const buffer = await (part === "music" ? fetched(path) : sounding(path));
  const one = loops[part];
  if (one.path !== path || one.source) return;
  // What cannot be had stays silent until the network is back.
  if (buffer) one.source = start(buffer, part, true);
}

addEventListener("online", () => {
  for (const one of [loops.music, loops.sound]) if (!one.source) one.path = "";
  tune();
});
