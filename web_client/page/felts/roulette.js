// The middle of the felt of roulette: the wheel, the board, the numbers before.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Sign } from "../parts/about.js";
import { Chip } from "../parts/heap.js";
import { Tray } from "../parts/tray.js";

/** @typedef {import("../types/views").RouletteMiddle} RouletteMiddle */
/** @typedef {import("../types/views").PlaceView} PlaceView */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */

/** Streets and columns of the board, with what lies beside them, in cells. */
const ALONG = [-1, 13], ACROSS = [-2, 3];

/** @param {{ middle: RouletteMiddle, tap: TapFunction, wide: boolean }} props */
function Roulette({ middle, tap, wide }) {
  return html`<div class=${`roulette-middle${wide ? " lies" : ""}`}>
    <div class="wheel-side">
      <${Wheel} middle=${middle} />
      <ol class="past" aria-label=${middle.past_label}>
        ${middle.past.map((one, at) => html`<li key=${at} class=${one.colour}>${one.text}</li>`)}</ol>
    </div>
    <div class="laying">
      <${Board} middle=${middle} tap=${tap} wide=${wide} />
      <div class="tools">
        <${Tray} tray=${middle.tray} label=${middle.tray_label} tap=${tap} />
        ${middle.bets_text && html`<${Sign} icon="list" text=${middle.bets_text} what=${middle.bets_tap} tap=${tap} />`}
      </div>
    </div>
    ${middle.bets && html`<${Bets} bets=${middle.bets} tap=${tap} />`}
  </div>`;
}

/** @param {{ middle: RouletteMiddle }} props */
function Wheel({ middle }) {
  const turn = 360 / middle.order.length;
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const ball = useRef(null);
  useEffect(() => {
    // The ball goes on from where it is, whole rounds, to the slot where it falls.
    if (ball.current && middle.at >= 0) ball.current.style.setProperty("--slot", `${middle.at * turn}deg`);
  }, [middle.at]);
  return html`<div class=${`wheel ${middle.wheel}`} aria-hidden="true">
    <svg viewBox="-50 -50 100 100">
      <circle r="49" class="rim" />
      <g class="slots">${middle.order.map((number, at) => {
        const colour = number === 0 ? "green" : reds(middle, number) ? "red" : "black";
        const [x, y] = [Math.sin(((turn / 2) * Math.PI) / 180) * 45, Math.cos(((turn / 2) * Math.PI) / 180) * 45];
        return html`<g key=${number} transform=${`rotate(${at * turn})`}>
          <path class=${colour} d=${`M0,0 L${-x},${-y} A45,45 0 0 1 ${x},${-y} Z`} />
          <text y="-37.5">${number}</text></g>`;
      })}</g>
      <circle r="28" class="cone" />
      <g class="orbit" ref=${ball}><circle class="ball" r="2.3" cy="-31.5" /></g>
    </svg>
    ${middle.number && html`<strong class=${`number-fell ${middle.colour}`}>${middle.number}</strong>`}
  </div>`;
}

/** The colour of a number as its field has it. @param {RouletteMiddle} middle @param {number} number */
const reds = (middle, number) =>
  middle.places.some((one) => one.place === `straight:${number}` && one.colour === "red");

/** @param {{ middle: RouletteMiddle, tap: TapFunction, wide: boolean }} props */
function Board({ middle, tap, wide }) {
  // What has no number is as broad as half a cell more, so that a thumb finds it.
  const fields = middle.places.filter((one) => one.long > 0);
  const spots = middle.places.filter((one) => one.long === 0);
  return html`<div class=${`board-places${wide ? " lies" : ""}`} role="group" aria-label=${middle.board_label}
      onKeyDown=${walked}>
    ${fields.map((one) => html`<${Place} key=${one.place} place=${one} tap=${tap} wide=${wide} />`)}
    ${spots.map((one) => html`<${Place} key=${one.place} place=${one} tap=${tap} wide=${wide} />`)}
  </div>`;
}

/** Arrows lead from place to place, the nearest in their direction first. @param {KeyboardEvent} event */
function walked(event) {
  const [right, down] = WAYS[event.key] ?? [0, 0];
  const from = event.target instanceof Element ? event.target.closest(".place") : null;
  if (!from || (!right && !down)) return;
  const [x, y] = middleOf(from);
  /** @type {HTMLElement | null} */
  let nearest = null;
  let least = Infinity;
  for (const one of from.parentElement?.querySelectorAll(".place:not(:disabled)") ?? []) {
    const [left, top] = middleOf(one);
    const along = (left - x) * right + (top - y) * down;
    // What is off the straight way counts as so much farther away.
    const far = along + 2 * (Math.abs((left - x) * down) + Math.abs((top - y) * right));
    if (along > 1 && far < least) [nearest, least] = [/** @type {HTMLElement} */ (one), far];
  }
  event.preventDefault();
  nearest?.focus();
}

/** @type {Record<string, readonly [number, number]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {Element} one @returns {[number, number]} */
function middleOf(one) {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @param {number} value @param {readonly number[]} range */
const share = (value, [low, high]) => ((value / 100 - low) / (high - low)) * 100;

/** @param {{ place: PlaceView, tap: TapFunction, wide: boolean }} props */
function Place({ place, tap, wide }) {
  const spot = place.long === 0;
  const along = share(place.along, ALONG), across = share(place.across, ACROSS);
  const long = (place.long / 100 / (ALONG[1] - ALONG[0])) * 100;
  const broad = (place.broad / 100 / (ACROSS[1] - ACROSS[0])) * 100;
  // Upright the streets go down and the first column is at the left; else they go to the right,
  // and the first column is below.
  const style = wide
    ? { left: `${along}%`, top: `${100 - across - broad}%`, width: `${long}%`, height: `${broad}%` }
    : { left: `${across}%`, top: `${along}%`, width: `${broad}%`, height: `${long}%` };
  const looks = `place ${spot ? "spot" : "field"} ${place.colour}${place.hit ? " hit" : ""}${place.paid ? " paid" : ""}`;
  // Tab leads to one place; from there the arrows lead on.
  return html`<button type="button" class=${looks} style=${style} data-place=${place.place}
    tabindex=${place.place === "straight:17" ? 0 : -1}
    title=${place.label} disabled=${!place.tap.length} onClick=${() => tap(place.tap)}>
    <span class="unseen">${place.label}</span>
    ${!spot && html`<span aria-hidden="true">${place.text}</span>`}
    ${place.mine
      ? html`<i class="laid-chip" aria-hidden="true"><${Chip} colour=${place.chip} /><small>${place.mine}</small></i>`
      : place.others && html`<i class="laid-chip others" aria-hidden="true"><${Chip} colour="white" /></i>`}
  </button>`;
}

/** @param {{ bets: import("../types/views").BetsView, tap: TapFunction }} props */
function Bets({ bets, tap }) {
  return html`<div class="panel bets" role="group" aria-label=${bets.title}>
    <${Sign} icon="close" text=${bets.close_text} what=${bets.close} tap=${tap} look="shut" />
    <h2>${bets.title}</h2>
    <ul class="sums">${bets.lines.map(
      (line, at) => html`<li key=${at}><span>${line.text}<small>${line.note}</small></span>
        ${line.tap.length > 0 &&
        html`<button type="button" class="round" aria-label=${`${line.tap_text}: ${line.text}`} onClick=${() => tap(line.tap)}>×</button>`}</li>`,
    )}</ul><p>${bets.total}</p>
  </div>`;
}

/** @type {import("./felts.js").Felt} */
export const roulette = { Middle: Roulette };
