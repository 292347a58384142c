// What is played once: sounds, shakes, and notices of a page that nobody looks at.

/** @typedef {import("./types/views").PageView} PageView */

let last = 0;
/** @type {Map<string, HTMLAudioElement>} */
const loaded = new Map();

/** @param {PageView} view @param {boolean} first */
export function play(view, first) {
  for (const cue of view.cues) {
    if (cue.number <= last) continue;
    last = cue.number;
    if (first) continue;
    const [kind, rest] = split(cue.text);
    if (kind === "sound") sound(rest, view.looks.sound);
    else if (kind === "vibrate" && view.looks.vibration) navigator.vibrate?.(Number(rest));
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

/** @param {string} name @param {number} volume */
function sound(name, volume) {
  if (volume <= 0 || document.hidden) return;
  const audio = loaded.get(name) ?? new Audio(new URL(`./sounds/${name}`, import.meta.url).href);
  loaded.set(name, audio);
  audio.volume = volume / 100;
  audio.currentTime = 0;
  // Before the first touch a browser plays nothing.
  audio.play().catch(() => undefined);
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
