// The keyboard of a table: each key presses what the bridge says that it presses.

import { useLayoutEffect } from "../lib/preact.js";

/** @typedef {import("../types/views").KeyView} KeyView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** Somebody writes into a field. @param {EventTarget | null} at */
export const writing = (at) =>
  at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type !== "range");

/** What lies over everything and has its own keys. */
export const asked = () => document.querySelector("[role=alertdialog], dialog[open]") !== null;

/** The key of each tap that has one. @type {Map<string, string>} */
let pressedBy = new Map();

/** What a button is called, with the key that presses it. @param {string} text @param {readonly unknown[]} what */
export function hinted(text, what) {
  const key = what.length ? pressedBy.get(JSON.stringify(what)) : undefined;
  return key ? `${text} (${key.toUpperCase()})` : text;
}

/** From card to card of my hand: whether there is any. @param {number} by */
function stepped(by) {
  const cards = [.../** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".my-hand button.card, .mine button.card")
  )];
  const at = cards.findIndex((card) => card === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : cards.length - 1) : (at + by + cards.length) % cards.length;
  cards[next]?.focus();
  return cards.length > 0;
}

/** @type {Record<string, number>} */
const STEPS = { arrowleft: -1, arrowright: 1 };

/** @param {readonly KeyView[]} keys @param {TapFunction} tap @param {boolean} covered */
export function useKeys(keys, tap, covered) {
  pressedBy = new Map(keys.filter((one) => one.key.length === 1).map((one) => [JSON.stringify(one.tap), one.key]));
  // With the picture, not after it: no key is heard by the keys of what has just gone.
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (writing(event.target) && key !== "escape") return;
      if (asked()) return;
      if (covered && key !== "escape") return;
      // What has the focus is pressed by Enter and the space bar, and slid by arrows.
      const at = event.target;
      if (at instanceof HTMLButtonElement && (key === "enter" || key === " ")) return;
      if (at instanceof HTMLInputElement && key.startsWith("arrow")) return;
      const digit = /^\d$/.test(key);
      const found = keys.find((one) => one.key === key) ?? (digit ? keys.find((one) => one.key === "digit") : undefined);
      if (!found) {
        if (key in STEPS && stepped(STEPS[key])) event.preventDefault();
        return;
      }
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
