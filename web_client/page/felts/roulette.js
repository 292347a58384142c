// The middle of the felt of roulette: the wheel, the board, the numbers before.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { Sign } from "../parts/about.js";
import { useSize } from "../parts/size.js";
import { Tray } from "../parts/tray.js";
import { box, cells, isSpot, whole } from "./roulette_grid.js";
import { useLaying } from "./roulette_laying.js";
import { laid, lookedAt, Loupe } from "./roulette_loupe.js";
import { Place } from "./roulette_place.js";

/** @typedef {import("../types/views").RouletteMiddle} RouletteMiddle */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */
/** @typedef {import("./roulette_loupe.js").Opened} Opened */

/** Where the loupe opens without a finger. */
const AMID = 5;

/** @param {{ middle: RouletteMiddle, tap: TapFunction, wide: boolean }} props */
function Roulette({ middle, tap, wide }) {
  const [opened, open] = useState(/** @type {Opened | null} */ (null));
  const able = middle.places.some((one) => one.tap.length > 0);
  const there = able ? opened : null;
  /** @type {import("../lib/preact.js").Ref<ReturnType<typeof laid> | null>} */
  const loupe = useRef(null);
  const root = useLaying({
    places: middle.places, upright: !wide, opened: there, open, tap,
    loupeAt: (x, y) => underLoupe(root.current, middle, loupe.current, x, y),
  });
  const size = useSize(root);
  const at = there ? laid(there, size, !wide) : null;
  loupe.current = at;
  useEffect(() => {
    if (!able && opened) open(null);
  }, [able]);
  useAim(middle, root);
  useEffect(() => {
    if (!opened) return;
    const escapes = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      open(null);
    };
    addEventListener("keydown", escapes, { capture: true });
    return () => removeEventListener("keydown", escapes, { capture: true });
  }, [opened]);
  const large = middle.wheel === "spins" || (middle.wheel === "fell" && !middle.number);
  return html`<div class=${`roulette-middle${wide ? " lies" : ""}`} ref=${root}>
    <div class="wheel-side"><${Wheel} middle=${middle} large=${large} /></div>
    <ol class="past" aria-label=${middle.past_label}>
      ${middle.past.map((one, nth) => html`<li key=${nth} class=${one.colour}>${one.text}</li>`)}</ol>
    <div class="laying">
      <${Board} middle=${middle} tap=${tap} wide=${wide} />
      <div class="board-signs">
        ${able && html`<${Sign} icon="search" text=${middle.loupe_text} what=${[]}
          tap=${() => open(opened ? null : { along: AMID })} />`}
        ${middle.bets_text && html`<${Sign} icon="list" text=${middle.bets_text} what=${middle.bets_tap} tap=${tap} />`}
      </div>
    </div>
    <div class="tools"><${Tray} tray=${middle.tray} label=${middle.tray_label} tap=${tap} /></div>
    ${at && html`<${Loupe} middle=${middle} at=${at} turn=${open} tap=${tap} />`}
    ${middle.bets && html`<${Bets} bets=${middle.bets} tap=${tap} />`}
    <span class="tag gold finger-bubble" aria-hidden="true" hidden />
  </div>`;
}

/** @param {HTMLElement | null} root @param {RouletteMiddle} middle @param {ReturnType<typeof laid> | null} at
 * @param {number} x @param {number} y */
function underLoupe(root, middle, at, x, y) {
  const window = root?.querySelector(".loupe-window")?.getBoundingClientRect();
  if (!window || !at) return null;
  return lookedAt(middle.places, at, ...cells(at.grid, { x: x - window.x, y: y - window.y }));
}

/** The place that a key has led to has the focus. @param {RouletteMiddle} middle
 * @param {import("../lib/preact.js").Ref<HTMLElement | null>} root */
function useAim(middle, root) {
  const seen = useRef(middle.aims);
  useEffect(() => {
    if (middle.aims === seen.current) return;
    seen.current = middle.aims;
    /** @type {HTMLElement | null | undefined} */ (
      root.current?.querySelector(`.board-places [data-place="${middle.aimed}"]`)
    )?.focus();
  }, [middle.aims]);
}

/** @param {{ middle: RouletteMiddle, large: boolean }} props */
function Wheel({ middle, large }) {
  const turn = 360 / middle.order.length;
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const ball = useRef(null);
  useEffect(() => {
    // The ball goes on from where it is, whole rounds, to the slot where it falls.
    if (ball.current && middle.at >= 0) ball.current.style.setProperty("--slot", `${middle.at * turn}deg`);
  }, [middle.at]);
  return html`<div class=${`wheel ${middle.wheel}${large ? " large" : ""}`} aria-hidden="true">
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
      <g class="cross"><path d="M-17,0 H17 M0,-17 V17" /><circle r="6" /></g>
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
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const board = useRef(null);
  const grid = whole(useSize(board), !wide);
  const fields = middle.places.filter((one) => !isSpot(one));
  const spots = middle.places.filter(isSpot);
  return html`<div class=${`board-places${wide ? " lies" : ""}`} role="group" aria-label=${middle.board_label}
      ref=${board} onKeyDown=${walked}>
    ${[...fields, ...spots].map((one) => html`<${Place} key=${one.place} place=${one} at=${box(grid, one)} tap=${tap} />`)}
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

/** @param {{ bets: import("../types/views").BetsView, tap: TapFunction }} props */
function Bets({ bets, tap }) {
  return html`<div class="panel bets" role="group" aria-label=${bets.title}>
    <${Sign} icon="close" text=${bets.close_text} what=${bets.close} tap=${tap} look="shut" />
    <h2>${bets.title}</h2>
    <ul class="sums">${bets.lines.map(
      (line, at) => html`<li key=${at}><span>${line.text}<small>${line.note}</small></span>
        ${line.tap.length > 0 && html`<${Sign} icon="close" text=${`${line.tap_text}: ${line.text}`} what=${line.tap} tap=${tap} />`}</li>`,
    )}</ul><p>${bets.total}</p>
  </div>`;
}

/** @type {import("./felts.js").Felt} */
export const roulette = { Middle: Roulette };
