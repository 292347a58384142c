// Short words about what happens elsewhere.

import { html } from "../lib/preact.js";

/** @typedef {import("../types/views").ToastView} ToastView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ toasts: readonly ToastView[], tap: TapFunction }} props */
export function Toasts({ toasts, tap }) {
  return html`<div class="toasts" role="status">
    ${toasts.map(
      (one) => html`<button type="button" key=${one.id} class=${`toast ${one.mood}`}
        onClick=${() => tap(one.tap.length ? one.tap : one.close)}>${one.text}</button>`,
    )}
  </div>`;
}
