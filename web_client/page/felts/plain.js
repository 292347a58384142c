// The middle of the felt of hold'em, and of every game without one of its own.

import { html } from "../lib/preact.js";
import { Cards } from "../parts/card.js";
import { Pile } from "../parts/heap.js";

/** @typedef {import("../types/views").PlainMiddle} PlainMiddle */

/** @param {{ middle: PlainMiddle, tap: import("../parts/tap").TapFunction, low: boolean }} props */
function Plain({ middle, tap }) {
  return html`<div class="plain" role="group" aria-label=${middle.label || undefined}>
    ${middle.house && html`<div data-place="house"><${Cards} cards=${middle.house} size="medium" tap=${tap} /></div>`}
    ${middle.pot &&
    html`<p class="pot" data-place="pot"><${Pile} chips=${middle.chips} /><span>${middle.pot}</span></p>`}
    ${middle.sides.length > 0 && html`<p class="sides">${middle.sides.map((one, at) => html`<span key=${at}>${one}</span>`)}</p>`}
    <div class="board" data-place="board">
      <${Cards} cards=${middle.board} size="medium" tap=${tap} slots=${middle.slots} />
      ${middle.verdict && html`<p class="verdict"><b>${middle.verdict}</b><span>${middle.whose}</span></p>`}
    </div>
  </div>`;
}

/** @type {import("./felts.js").Felt} */
export const plain = { Middle: Plain };
