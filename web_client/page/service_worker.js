// Keeps the files of one build of the page, and gives them to it: at once, and without a network.
// The build writes its folder in below; another build is another worker, which takes over what has
// not changed and fetches the rest.

/** @typedef {[name: string, bytes: number, digest: string]} Listed */

const BUILD = new URL("./", location.href);
const CACHE = `page ${BUILD.pathname}`;
const SHELL = [new URL("/", location.href).href, new URL("/manifest.webmanifest", location.href).href];
const LIST = new URL("files.json", BUILD).href;
const PATIENCE_MS = 1500;
/** All but these is kept at once; they are kept when they are first seen. */
const LATER = /^(cards|faces|emotes|hats|chips|sounds|voices|music)\//;
/** Of these, what whoever plays without a network does not want to be without; so many at a time. */
const DRAWN = /^(cards|faces|emotes|hats|chips|sounds)\//;
const AT_A_TIME = 4;

const self_ = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The files of a build by their digests.
 * @param {Response | undefined} list @returns {Promise<Map<string, string>>} */
async function known(list) {
  /** @type {{ all: Listed[] }} */
  const told = list ? await list.clone().json() : { all: [] };
  return new Map(told.all.map(([name, , digest]) => [digest, name]));
}

/** Keeps all that a first screen needs: what an older build has is not fetched again. */
async function keep() {
  const cache = await caches.open(CACHE);
  const list = await fetch(LIST);
  if (!list.ok) throw new Error(`${LIST}: ${list.status}`);
  /** @type {{ name: string, folder: URL, files: Map<string, string> }[]} */
  const older = [];
  for (const name of await caches.keys()) {
    if (name === CACHE || !name.startsWith("page ")) continue;
    const folder = new URL(name.slice(5), location.href);
    const files = await known(await caches.match(new URL("files.json", folder), { cacheName: name }));
    older.push({ name, folder, files });
  }
  /** @param {Listed} listed */
  const one = async ([path, , digest]) => {
    const address = new URL(encodeURI(path), BUILD);
    for (const { name, folder, files } of older) {
      const had = files.get(digest);
      if (had === undefined) continue;
      const there = await caches.match(new URL(encodeURI(had), folder), { cacheName: name });
      if (there) return cache.put(address, there);
    }
    if (!LATER.test(path)) await cache.add(address);
  };
  /** @type {{ all: Listed[] }} */
  const told = await list.clone().json();
  await Promise.all(told.all.map(one));
  await cache.put(LIST, list);
  await cache.addAll(SHELL);
}

async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith("page ") && name !== CACHE) await caches.delete(name);
  }
  await self_.clients.claim();
}

/** The page itself: as the house has it now, or as it was when the house does not answer soon.
 * @param {Request} request */
async function shell(request) {
  const cache = await caches.open(CACHE);
  const key = request.mode === "navigate" ? SHELL[0] : request;
  const kept = await cache.match(key);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  });
  if (!kept) return fresh;
  const late = new Promise((tell) => setTimeout(() => tell(kept), PATIENCE_MS));
  return Promise.race([fresh.catch(() => kept), late]);
}

/** A file with a hash in its address: it is what it was.
 * @param {Request} request */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.status === 200 && request.url.startsWith(BUILD.href)) {
    await (await caches.open(CACHE)).put(request, fresh.clone());
  }
  return fresh;
}

/** Keeps the drawings that were not seen yet, one after another; what fails is kept when it is seen. */
async function keepDrawings() {
  const cache = await caches.open(CACHE);
  /** @type {{ all: Listed[] } | undefined} */
  const told = await (await cache.match(LIST))?.json();
  const wanted = (told?.all ?? []).filter(([path]) => DRAWN.test(path));
  const one = async () => {
    for (let next = wanted.pop(); next; next = wanted.pop()) {
      const address = new URL(next[0].split("/").map(encodeURIComponent).join("/"), BUILD);
      if (!(await cache.match(address))) await cache.add(address).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}

self_.addEventListener("message", (event) => {
  if (event.data !== "drawings") return;
  // The page may ask whether they are all here.
  event.waitUntil(keepDrawings().then(() => event.source?.postMessage("drawings")));
});
self_.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self_.skipWaiting()));
});
self_.addEventListener("activate", (event) => event.waitUntil(forget()));
self_.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const atRoot = address.pathname.split("/").length === 2;
  event.respondWith(atRoot || request.mode === "navigate" ? shell(request) : file(request));
});
