// A piece of the roulette board under a loupe: each place of it is as large as a thumb.

import { html } from "../lib/preact.js";
import { Sign } from "../parts/about.js";
import { box, isInside, isSpot, middle, nearest, spot } from "./roulette_grid.js";
import { Place } from "./roulette_place.js";

/** @typedef {import("../types/views").RouletteMiddle} RouletteMiddle */
/** @typedef {import("./roulette_grid.js").Grid} Grid */
/** @typedef {import("../parts/size.js").Size} Size */
/** Which point of the board, in cells, was under a finger and where that was; a button has no finger.
 * @typedef {{ along: number, across?: number, x?: number, y?: number, first?: number }} Opened */
/** @typedef {{ grid: Grid, left: number, top: number, width: number, height: number, first: number, span: number }} Laid */

/** A number with the halves of its splits on all sides, so that each is a thumb wide. */
const CELL = 96;
const BAR = 48;
/** How many streets are seen at least and at most. */
const LEAST = 1.5, MOST = 4.5;
/** How much of the board is seen beside the numbers, where streets and lines are laid. */
const BESIDE = 0.25;
const ACROSS = /** @type {const} */ ([-0.05, 3 + BESIDE]);
const BREADTH = ACROSS[1] - ACROSS[0];
const STREETS = 12;

/** Where the loupe lies in its room. @param {Opened} opened @param {Size} room @param {boolean} upright @returns {Laid} */
export function laid(opened, room, upright) {
  const cell = Math.min(CELL, (upright ? room.width : room.height) / BREADTH);
  const free = (upright ? room.height : room.width) - BAR;
  const span = Math.max(LEAST, Math.min(MOST, Math.floor((2 * free) / cell) / 2));
  const under = Math.floor(Math.max(0, Math.min(STREETS - 1, opened.along))) + 0.5 - span / 2;
  const first = Math.max(-1, Math.min(STREETS + BESIDE - span, opened.first ?? under));
  const along = span * cell, across = BREADTH * cell;
  /** @type {Grid} */
  const grid = {
    along: [[first, 0], [first + span, along]],
    across: upright ? [[ACROSS[0], 0], [ACROSS[1], across]] : [[ACROSS[0], across], [ACROSS[1], 0]],
    upright,
  };
  const width = upright ? across : along + BAR, height = upright ? along + BAR : across;
  let left = (room.width - width) / 2, top = (room.height - height) / 2;
  if (opened.x !== undefined && opened.y !== undefined && opened.across !== undefined && opened.first === undefined) {
    const at = spot(grid, opened.along, opened.across);
    left = Math.max(0, Math.min(room.width - width, opened.x - at.x));
    top = Math.max(0, Math.min(room.height - height, opened.y - at.y));
  }
  return { grid, left, top, width, height, first, span };
}

/** The place under a point of the loupe, in cells. @param {readonly import("../types/views").PlaceView[]} places
 * @param {Laid} at @param {number} along @param {number} across */
export function lookedAt(places, at, along, across) {
  if (along < at.first || along > at.first + at.span || across < ACROSS[0] || across > ACROSS[1]) return null;
  if (along < -BESIDE) return places.find((one) => one.place === "straight:0" && one.tap.length > 0) ?? null;
  return nearest(places, Math.max(0, Math.min(STREETS, along)), Math.max(0, Math.min(3, across)));
}

/** @param {{ middle: RouletteMiddle, at: Laid, turn: (opened: Opened | null) => void, tap: import("../parts/tap").TapFunction }} props */
export function Loupe({ middle: view, at, turn, tap }) {
  const { grid, first, span } = at;
  const seen = view.places.filter((one) => {
    const [along] = isSpot(one) ? middle(one) : [one.along / 100];
    return isInside(one) && along > first - 1 && along < first + span + 0.01;
  });
  const on = (/** @type {number} */ by) => turn({ along: 0, first: first + by });
  // A tap that is no finger's: the listener of the board hears fingers itself.
  const sign = (/** @type {string} */ icon, /** @type {string} */ text, /** @type {() => void} */ does) =>
    html`<${Sign} icon=${icon} text=${text} what=${[]} tap=${does} />`;
  return html`<div class=${`loupe${grid.upright ? "" : " lies"}`} role="group" aria-label=${view.loupe_text}
      style=${{ left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` }}>
    <div class="loupe-window">
      ${seen.map((one) => html`<${Place} key=${one.place} place=${one} at=${box(grid, one)} tap=${tap} />`)}
    </div>
    <div class="loupe-signs">
      ${sign(grid.upright ? "up" : "back", view.before_text, () => on(-1))}
      ${sign(grid.upright ? "down" : "forward", view.after_text, () => on(1))}
      ${sign("close", view.close_text, () => turn(null))}
    </div>
  </div>`;
}
