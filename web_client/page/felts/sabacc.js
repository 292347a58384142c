// The middle of the felt of sabacc: the pots, the deck and the pile, the dice.

import { html } from "../lib/preact.js";
import { Sign } from "../parts/about.js";
import { Back, Cards } from "../parts/card.js";
import { Pile } from "../parts/heap.js";

/** @typedef {import("../types/views").SabaccMiddle} SabaccMiddle */

/** Where the pips of a die are, in thirds. @type {Record<number, readonly (readonly [number, number])[]>} */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/** @param {{ middle: SabaccMiddle, tap: import("../parts/tap").TapFunction }} props */
function Sabacc({ middle, tap }) {
  return html`<div class="sabacc-middle">
    ${middle.jackpot && html`<p class="tag gold jackpot" data-place="jackpot">${middle.jackpot}</p>`}
    ${middle.pot && html`<p class="pot" data-place="pot"><${Pile} chips=${middle.chips} /><span>${middle.pot}</span></p>`}
    ${middle.sides.length > 0 && html`<p class="sides">${middle.sides.map((one, at) => html`<span key=${at}>${one}</span>`)}</p>`}
    <div class="piles">
      <div class="dice-side">
        ${middle.dice.length > 0 &&
        html`<span class="dice" role="img" aria-label=${middle.dice_label} key=${middle.dice.join()}>
          ${middle.dice.map((face, at) => html`<${Die} key=${at} face=${face} />`)}</span>`}
        ${middle.lap && html`<span class="tag quiet">${middle.lap}</span>`}
        ${middle.shift && html`<span class="tag gold">${middle.shift}</span>`}
      </div>
      <${Back} size="medium" place="deck" />
      <div class="discards" data-place="discard">
        ${middle.discards_text
          ? html`<button type="button" aria-label=${`${middle.discards_text}: ${middle.discards.label}`} title=${middle.discards_text}
              onClick=${() => tap(middle.discards_tap)}><${Cards} cards=${middle.listed ? { ...middle.discards, cards: middle.discards.cards.slice(-3) } : middle.discards}
              size="medium" tap=${tap} look="pile-of" /></button>`
          : html`<span class="card slot medium" />`}
      </div>
    </div>
    ${middle.listed &&
    html`<div class="panel" role="group" aria-label=${middle.discards_text}>
      <${Sign} icon="close" text=${middle.close_text} what=${middle.discards_tap} tap=${tap} look="shut" />
      <h2>${middle.discards_text}</h2><${Cards} cards=${middle.discards} size="small" tap=${tap} look="listing" /></div>`}
  </div>`;
}

/** @param {{ face: number }} props */
function Die({ face }) {
  return html`<svg class="die" viewBox="0 0 40 40"><rect x="1" y="1" width="38" height="38" rx="8" />
    ${(PIPS[face] ?? []).map(([x, y], at) => html`<circle key=${at} cx=${10 + x * 10} cy=${10 + y * 10} r="3.6" />`)}</svg>`;
}

/** @type {import("./felts.js").Felt} */
export const sabacc = { Middle: Sabacc };
