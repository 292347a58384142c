// A place of the roulette board: a field, or a spot on the lines, with the chips that lie there.

import { html } from "../lib/preact.js";
import { Chip } from "../parts/heap.js";

/** The place that Tab leads to; from there arrows lead on. */
const BEGINS = "straight:17";

/** @param {{ place: import("../types/views").PlaceView, at: { x: number, y: number, width: number, height: number },
 *   tap: import("../parts/tap").TapFunction }} props */
export function Place({ place, at, tap }) {
  const spot = place.long === 0;
  const style = spot
    ? { left: `${at.x}px`, top: `${at.y}px` }
    : { left: `${at.x}px`, top: `${at.y}px`, width: `${at.width}px`, height: `${at.height}px` };
  const looks = `place ${spot ? "spot" : "field"} ${place.colour}${place.hit ? " hit" : ""}${place.paid ? " paid" : ""}${place.mine || place.others ? " laden" : ""}`;
  const lies = at.width > at.height * 1.3;
  const pressed = (/** @type {MouseEvent} */ event) => {
    // What a finger or a mouse means is found by where it is.
    if (event.detail === 0) tap(place.tap);
  };
  return html`<button type="button" class=${`${looks}${lies ? " flat" : ""}`} style=${style} data-place=${place.place}
    tabindex=${place.place === BEGINS ? 0 : -1}
    title=${place.label} disabled=${!place.tap.length} onClick=${pressed}>
    <span class="unseen">${place.label}</span>
    ${!spot && html`<span class="place-name" aria-hidden="true">${place.text}</span>`}
    ${place.mine
      ? html`<i class="laid-chip" aria-hidden="true"><${Chip} colour=${place.chip} /><small>${place.mine}</small></i>`
      : place.others && html`<i class="laid-chip others" aria-hidden="true"><${Chip} colour="white" /></i>`}
  </button>`;
}
