// The page: draws the views that the worker posts, and posts taps back. It knows no rule and no
// text of its own.

import { html, render } from "./lib/preact.js";
import { Page } from "./page.js";
import { heardClock } from "./parts/clock.js";
import { applied } from "./patches.js";
import { keep, kept, mine, watchTaken } from "./storage.js";
import { follow, walk } from "./address.js";
import { play } from "./cues.js";
import { dress } from "./looks.js";
import { say } from "./live.js";
import { failed, progress } from "./splash.js";

/** @typedef {import("./types/views").PageView} PageView */
/** @typedef {import("./patches.js").Patch} Patch */

const find = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
/** @type {PageView | null} */
let view = null;
let views = 0;
let due = false;

/** @type {import("./parts/tap").TapFunction} */
const tap = (what, value) => {
  if (what.length) worker.postMessage({ tap: what, value });
};

function draw() {
  due = false;
  if (view) render(html`<${Page} view=${view} tap=${tap} />`, find("page"));
  // Which view stands there, for who measures how long one takes.
  find("page").dataset.view = String(views);
}

/** @param {Patch[]} patches */
function show(patches) {
  const first = view === null;
  views += 1;
  view = /** @type {PageView} */ (applied(view, patches));
  if (first) find("splash").remove();
  dress(view);
  walk(view, tap);
  play(view, first);
  say(view, first);
  // What comes in one turn of the loop is drawn once.
  if (!due) {
    due = true;
    requestAnimationFrame(draw);
    // A hidden page has no frames, and its title still tells whose turn it is.
    if (document.hidden) draw();
  }
}

worker.onmessage = (/** @type {MessageEvent} */ event) => {
  const said = event.data;
  if (said.view) {
    const { now, patches } = JSON.parse(said.view);
    heardClock(now);
    show(patches);
  }
  if (said.connects) worker.postMessage({ connect: mine() });
  else if (said.keep) keep(said.keep[0], said.keep[1]);
  else if ("progress" in said) progress(said.progress);
  else if (said.failed && said.fatal) failed(said.failed);
  else if (said.failed) console.error(said.failed);
};
worker.onerror = (/** @type {ErrorEvent} */ event) => {
  // Of a file that has not come the browser says nothing.
  if (view === null) failed(event.message ?? "");
};

const page = location.href.split("#")[0].replace(/\/[^/]*$/, "/");
worker.postMessage({
  start: {
    kept: kept(),
    language: navigator.language,
    build: `${/Edg|OPR|Firefox|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "Browser"} ${
      /Android|iPhone|iPad|Macintosh|Windows|Linux/.exec(navigator.userAgent)?.[0] ?? ""
    }`,
    house: page.replace(/^http/, "ws").replace(/\/$/, ""),
    page,
    address: location.hash,
    ahead: -60 * new Date().getTimezoneOffset(),
    touch: matchMedia("(pointer: coarse)").matches,
  },
});
follow((address) => worker.postMessage({ follow: address }));
watchTaken(() => worker.postMessage({ taken: true }));
addEventListener("online", () => worker.postMessage({ network: true }));
addEventListener("offline", () => worker.postMessage({ network: false }));
document.addEventListener("visibilitychange", () => {
  worker.postMessage({ visible: !document.hidden });
});
