// Sentences for those who listen to the page.

/** @typedef {import("./types/views").PageView} PageView */

const MOST = 20;
let last = 0;
let spoken = "";

/** @param {PageView} view @param {boolean} first */
export function say(view, first) {
  const region = document.getElementById("live");
  if (spoken !== view.language) {
    // What was said in another language would be read by the wrong voice.
    region?.replaceChildren();
    spoken = view.language;
  }
  for (const one of view.told) {
    if (one.number <= last) continue;
    last = one.number;
    if (first || !region) continue;
    const line = document.createElement("p");
    line.textContent = one.text;
    region.append(line);
    while (region.childElementCount > MOST) region.firstElementChild?.remove();
  }
}
