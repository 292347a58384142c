// A table: the felt of its game with seats about it, and the bar under the thumb.

import { html, useRef } from "../lib/preact.js";
import { feltOf } from "../felts/felts.js";
import { Menu, Side, Tip, Top } from "../parts/about.js";
import { Bar } from "../parts/bar.js";
import { Cards } from "../parts/card.js";
import { chairs } from "../parts/chairs.js";
import { useFlights } from "../parts/flights.js";
import { useKeys } from "../parts/keys.js";
import { Bet, Seat } from "../parts/seat.js";
import { useSize } from "../parts/size.js";
import { useSlide } from "../parts/slide.js";
import { Talk } from "../parts/talk.js";

/** @typedef {import("../types/views").TableScreenView} TableScreenView */
/** @typedef {import("../types/views").TableSeat} TableSeat */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */
/** @typedef {import("../parts/size.js").Size} Size */

/** From these sizes of the window on there is room for an amount, and for the round so far. */
const ROOMY = { height: 720, width: 1024 };

/** `over` is a sheet that lies over it.
 * @param {{ view: TableScreenView, over?: import("../types/views").Sheet | null, tap: TapFunction }} props */
export function TableScreen({ view, over = null, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const screen = useRef(null);
  const size = useSize(screen);
  const wide = size.width > size.height;
  const desktop = wide && size.width >= ROOMY.width;
  const roomy = wide || size.height >= ROOMY.height;
  const covered = view.menu !== null || view.talk.open || over !== null;
  useKeys(over ? [{ key: "escape", tap: over.back }] : view.keys, tap, covered);
  return html`<div class=${`table-screen ${view.game}${wide ? " wide" : ""}${desktop ? " desktop" : ""}${roomy ? " roomy" : ""}`} ref=${screen}>
    <div class="table-parts" inert=${covered}>
      ${view.tip ? html`<${Tip} tip=${view.tip} top=${view.top} talk=${view.talk} tap=${tap} />` : html`<${Top} top=${view.top} talk=${view.talk} tap=${tap} />`}
      <${Ground} view=${view} tap=${tap} />
      <div class="beside">
        ${desktop && html`<${Side} side=${view.side} />`}
        <${Bar} bar=${view.bar} tap=${tap} roomy=${roomy} />
      </div>
    </div>
    <div inert=${over !== null}>
      ${view.menu && html`<${Menu} menu=${view.menu} tap=${tap} />`}
      ${view.talk.open && html`<${Talk} talk=${view.talk} tap=${tap} />`}
    </div>
  </div>`;
}

/** The felt with all that lies on it. @param {{ view: TableScreenView, tap: TapFunction }} props */
function Ground({ view, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const felt = useRef(null);
  const size = useSize(felt);
  const wide = size.width > size.height;
  const scale = scaled(size, wide, view.count);
  const low = wide && size.height < 420;
  const { Middle, Before, spots: own, fans = false } = feltOf(view.middle.kind);
  const owned = own ? own(view.count) : [];
  // However many are told, each has a place.
  const there = Math.max(view.count, view.seats.length);
  const spots = own && owned.length >= there - 1 ? owned : chairs(there, wide);
  useFlights(view.flights, felt);
  const many = fans || view.hand.some((hand) => hand.cards.length > 4);
  return html`<div class=${`felt-ground${wide ? " wide" : ""}${low ? " low" : ""}${view.count > 5 ? " crowded" : ""}${view.count > 7 ? " packed" : ""}${view.count > 3 ? " many" : ""}${many ? " fan" : ""}${view.hand.length ? "" : " handless"}`}
      ref=${felt} style=${{ fontSize: `${16 * scale}px` }}
      onPointerDown=${() => view.skip.length && tap(view.skip)}>
    <span class="deck" data-place="deck" aria-hidden="true" />
    <div class="middle"><${Middle} middle=${view.middle} tap=${tap} low=${low} wide=${wide} /></div>
    <ul class="seats" aria-label=${view.seats_label}>
      ${view.seats.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} tap=${tap}
        style=${seat.spot ? placed(spots[seat.spot - 1]) : {}} side=${side(spots, seat)} />`)}
    </ul>
    ${view.seats.map((seat) => html`<${Bet} key=${seat.seat} seat=${seat} side=${side(spots, seat)}
      style=${seat.spot ? placed(spots[seat.spot - 1]) : {}} />`)}
    ${view.seats.map((seat) => seat.play && html`<div key=${seat.seat} class=${`laid ${side(spots, seat)}${seat.play.cards.length > 7 ? " long" : ""}`} aria-hidden="true"
      data-place=${`laid${seat.seat}`} style=${seat.spot ? placed(spots[seat.spot - 1]) : {}}>
      <${Cards} key=${seat.play.label} cards=${seat.play} size="fan" tap=${tap} look="packed-row" /></div>`)}
    ${Before && html`<${Before} middle=${view.middle} tap=${tap} />`}
    ${view.hand.length > 0 && html`<${Hand} view=${view} tap=${tap} low=${low} wide=${wide} many=${many} />`}
  </div>`;
}

/** My cards. @param {{ view: TableScreenView, tap: TapFunction, low: boolean, wide: boolean, many: boolean }} props */
function Hand({ view, tap, low, wide, many }) {
  const box = useSlide(view.slide, tap);
  const size = many ? "fan" : low || view.hand.length > 1 ? "medium" : "large";
  return html`<div class=${`my-hand${view.hand.length > 1 ? " several" : ""}`} role="group" aria-label=${view.hand_label} ref=${box}>
    ${view.hand.map((hand, at) => html`<${Cards} key=${at} cards=${hand} size=${size} tap=${tap}
      look=${many ? "fanned" : ""} upper=${wide ? 0 : hand.upper} />`)}
  </div>`;
}

/** How large everything on the felt is. @param {Size} size @param {boolean} wide @param {number} count */
function scaled(size, wide, count) {
  const needs = wide ? (count > 7 ? [560, 380] : [500, 345]) : [356, count > 7 ? 560 : count > 5 ? 490 : 430];
  const most = Math.min(size.width / needs[0], size.height / needs[1]);
  return Math.max(wide ? 0.72 : 0.8, Math.min(1.9, most));
}

/** @param {readonly [number, number]} spot @returns {Record<string, string>} */
const placed = ([u, v]) => ({ "--u": String(u), "--v": String(v) });

/** On which side of the felt a seat is. @param {readonly (readonly [number, number])[]} spots @param {TableSeat} seat */
function side(spots, seat) {
  if (!seat.spot) return "below";
  const [u, v] = spots[seat.spot - 1];
  // Level with the middle, where there is room below the plate.
  const level = v > 0.15 && v < 0.7 && spots.length < 8 ? " level" : "";
  const high = v < 0.15 ? " high" : "";
  if (u < 0.06) return `left${level}${high}`;
  if (u > 0.94) return `right${level}${high}`;
  return `above${u < 0.5 ? " toleft" : u === 0.5 ? " mid" : ""}${high}`;
}
