// What is played once: sounds, shakes, and notices of a page that nobody looks at.

import { hold, set, sound, speak } from "./audio.js";

/** @typedef {import("./types/views").PageView} PageView */

/** Cards that are dealt are heard one by one, so many milliseconds after one another. */
const DEAL_MS = 90;
let last = 0;
/** @type {PageView["hum"] | null} */
let hummed = null;
/** @type {PageView["looks"] | null} */
let loud = null;

/** @param {PageView} view @param {boolean} first */
export function play(view, first) {
  if (view.looks !== loud) {
    loud = view.looks;
    set({ sound: loud.sound, voices: loud.voices, music: loud.music });
  }
  if (view.hum !== hummed) {
    hummed = view.hum;
    hold(hummed.music, hummed.held);
  }
  for (const cue of view.cues) {
    if (cue.number <= last) continue;
    last = cue.number;
    if (first) continue;
    const [kind, rest] = split(cue.text);
    if (kind === "sound") sound(rest);
    else if (kind === "deals") deals(Number(rest));
    else if (kind === "voice") speak(rest);
    else if (kind === "vibrate" && view.looks.vibration) vibrate(Number(rest));
    else if (kind === "reload") location.reload();
    else if (kind === "notify") notify(rest, view.title);
    else if (kind === "ask-notify") ask();
  }
}

/** @param {string} cue @returns {[string, string]} */
function split(cue) {
  const at = cue.indexOf(":");
  return at < 0 ? [cue, ""] : [cue.slice(0, at), cue.slice(at + 1)];
}

/** So many cards more than one. @param {number} count */
function deals(count) {
  for (let nth = 1; nth <= count; nth++) setTimeout(() => sound("deal.mp3"), nth * DEAL_MS);
}

/** Before the first touch a browser refuses, and complains. @param {number} ms */
function vibrate(ms) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(ms);
}

/** @param {string} text @param {string} title */
function notify(text, title) {
  if (!document.hidden || !("Notification" in self) || Notification.permission !== "granted") return;
  const shown = new Notification(title, { body: text, tag: "turn" });
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

function ask() {
  if ("Notification" in self && Notification.permission === "default") {
    Notification.requestPermission().catch(() => undefined);
  }
}
