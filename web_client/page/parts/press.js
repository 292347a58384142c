// A button, as the bridge tells it.

import { html } from "../lib/preact.js";
import { Icon } from "./icon.js";

/** @typedef {import("../types/views").Press} PressView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** What is typed in the form around a button, by the names of its lines. @param {Element} where */
export function typed(where) {
  const form = where.closest("form");
  return form ? Object.fromEntries(new FormData(form)) : null;
}

/** @param {{ press: PressView, tap: TapFunction }} props */
export function Press({ press, tap }) {
  const pressed = async (/** @type {MouseEvent} */ event) => {
    if (press.sends) return;
    event.stopPropagation();
    if (press.copies) await copied(press.copies);
    if (press.shares) await shared(press.shares);
    tap(press.tap);
  };
  return html`<button type=${press.sends ? "submit" : "button"} class=${`press ${press.look}${press.bare ? " bare" : ""}`}
    disabled=${!press.able} onClick=${pressed} aria-label=${press.bare ? press.text : undefined}
    title=${press.bare ? press.text : undefined}>
    ${press.icon && html`<${Icon} name=${press.icon} />`}
    ${!press.bare &&
    html`<span class="texts"><span>${press.text}</span>
      ${press.note && html`<span class="note">${press.note}</span>`}</span>`}
    ${press.badge && html`<span class="badge">${press.badge}</span>`}
  </button>`;
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a certificate a browser has no clipboard to write to but that of a selection.
    const line = document.createElement("textarea");
    line.value = text;
    document.body.append(line);
    line.select();
    document.execCommand("copy");
    line.remove();
  }
}

/** @param {string} url */
async function shared(url) {
  try {
    await navigator.share({ url });
  } catch {
    // The player shares it with nobody after all.
  }
}
