// The middle of the felt of blackjack: the dealer's hand, the print on the cloth, the shoe.

import { html } from "../lib/preact.js";
import { Cards } from "../parts/card.js";
import { beside } from "../parts/chairs.js";
import { Tray } from "../parts/tray.js";

/** @typedef {import("../types/views").BlackjackMiddle} BlackjackMiddle */

/** @param {{ middle: BlackjackMiddle, tap: import("../parts/tap").TapFunction }} props */
function Blackjack({ middle, tap }) {
  return html`<div class="blackjack-middle">
    ${middle.shoe >= 0 &&
    html`<span class="shoe" aria-hidden="true" data-place="deck">
      <i style=${{ height: `${middle.shoe}%` }} />${middle.marker >= 0 && html`<b style=${{ bottom: `${middle.marker}%` }} />`}
    </span>`}
    <div class="dealer" data-place="house"><${Cards} cards=${middle.house} size="medium" tap=${tap} /></div>
    <ul class="print">${middle.printed.map((one, at) => html`<li key=${at}>${one}</li>`)}</ul>
    ${middle.insurance.text && html`<p class=${`tag ${middle.insurance.tone}`}>${middle.insurance.text}</p>`}
  </div>`;
}

/** The chips to bet with, before my hands. @param {{ middle: BlackjackMiddle, tap: import("../parts/tap").TapFunction }} props */
function HandTray({ middle, tap }) {
  if (!middle.tray.length) return null;
  return html`<div class="hand-tray"><${Tray} tray=${middle.tray} label=${middle.tray_label} tap=${tap} /></div>`;
}

/** @type {import("./felts.js").Felt} */
export const blackjack = { Middle: Blackjack, Before: HandTray, spots: beside };
