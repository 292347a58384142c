// The screen of a table.

import { html } from "../lib/preact.js";

/** @typedef {import("../types/views").TableScreenView} TableScreenView */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */

/** @param {{ view: TableScreenView, tap: TapFunction }} props */
export function TableScreen({ view, tap }) {
  return html`<section class="table-screen">
    <h1>${view.title}</h1>
    <button type="button" class="press plain" onClick=${() => tap(view.back)}>‹</button>
  </section>`;
}
