// The keyboard of a table: each key presses what the bridge says that it presses.

import { useEffect } from "../lib/preact.js";

/** @typedef {import("../types/views").KeyView} KeyView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** Somebody writes into a field. @param {EventTarget | null} at */
const writing = (at) =>
  at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type !== "range");

/** @param {readonly KeyView[]} keys @param {TapFunction} tap @param {boolean} covered */
export function useKeys(keys, tap, covered) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (writing(event.target) && key !== "escape") return;
      if (document.querySelector("[role=alertdialog], dialog[open]")) return;
      if (covered && key !== "escape") return;
      // What has the focus is pressed by Enter and the space bar, and slid by arrows.
      const at = event.target;
      if (at instanceof HTMLButtonElement && (key === "enter" || key === " ")) return;
      if (at instanceof HTMLInputElement && key.startsWith("arrow")) return;
      const digit = /^\d$/.test(key);
      const found = keys.find((one) => one.key === key) ?? (digit ? keys.find((one) => one.key === "digit") : undefined);
      if (!found) return;
      event.preventDefault();
      if (found.key !== "digit") return tap(found.tap);
      tap(found.tap);
      // The field comes with the next frame, and the digit goes into it.
      requestAnimationFrame(() => requestAnimationFrame(() => begin(key)));
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** @param {string} digit */
function begin(digit) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(".amount .typed"));
  if (!field) return;
  field.focus();
  field.value = digit;
  field.setSelectionRange(1, 1);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
