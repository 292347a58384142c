// A puzzle: open hands of all sides, what each has laid last, my cards, the bar under the thumb.

import { html, useRef } from "../lib/preact.js";
import { Bar } from "../parts/bar.js";
import { Cards } from "../parts/card.js";
import { useKeys } from "../parts/keys.js";
import { useSize } from "../parts/size.js";
import { useSlide } from "../parts/slide.js";
import { Head } from "./sheet.js";

/** @typedef {import("../types/views").PuzzleSide} PuzzleSide */
/** @typedef {import("../types/views").PuzzleView} PuzzleView */
/** @typedef {import("../types/views").Tag} TagView */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */

/** @param {{ view: PuzzleView, sheet: import("../types/views").Sheet, tap: TapFunction }} props */
export function PuzzleScreen({ view, sheet, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const place = useRef(null);
  const size = useSize(place);
  const wide = size.width > size.height;
  useKeys(view.keys, tap, false);
  return html`<section class="sheet of-puzzle">
    <${Head} sheet=${sheet} tap=${tap} />
    <div class=${`table-screen puzzle${wide ? " wide" : ""}`} ref=${place}>
      <div class="puzzle-parts">
        <${Board} view=${view} wide=${wide} tap=${tap} />
        <div class="beside"><${Bar} bar=${view.bar} tap=${tap} roomy=${false} /></div>
      </div>
    </div>
  </section>`;
}

/** @param {{ view: PuzzleView, wide: boolean, tap: TapFunction }} props */
function Board({ view, wide, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const felt = useRef(null);
  const size = useSize(felt);
  const scale = scaled(size, wide, view.others.length);
  const box = useSlide(view.slide, tap);
  return html`<div class=${`puzzle-felt of${view.others.length}`} ref=${felt} style=${{ fontSize: `${16 * scale}px` }}
      role="group" aria-label=${view.label}>
    <div class="others">${view.others.map((one, at) => html`<div class="other" key=${at}>
      <${Name} name=${one.name} />
      <${Cards} cards=${one.hand} size="fan" tap=${tap} look="packed-row" />
    </div>`)}</div>
    <div class="plays">${[view.mine, ...view.others].map((one, at) => html`<div class=${`play at${at}`} key=${at}>
      <${Cards} cards=${one.play} size="fan" tap=${tap} look="packed-row" />
    </div>`)}</div>
    <div class="mine" ref=${box}>
      <${Name} name=${view.mine.name} />
      <${Cards} cards=${view.mine.hand} size="fan" tap=${tap} look="fanned" />
    </div>
  </div>`;
}

/** @param {{ name: TagView }} props */
function Name({ name }) {
  return html`<span class=${`tag ${name.tone}`}>${name.text}</span>`;
}

/** How large everything on the felt is. @param {import("../parts/size.js").Size} size @param {boolean} wide @param {number} others */
function scaled(size, wide, others) {
  const needs = wide ? [440, 300] : [340, others > 1 ? 450 : 380];
  return Math.max(0.6, Math.min(1.7, size.width / needs[0], size.height / needs[1]));
}
