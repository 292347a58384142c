// A seat: who sits there, with which chips, and what was done last.

import { html } from "../lib/preact.js";
import { Cards } from "./card.js";
import { Icon } from "./icon.js";
import { Pile } from "./heap.js";
import { Ring } from "./ring.js";

/** @typedef {import("../types/views").TableSeat} TableSeat */
/** @typedef {import("./tap").TapFunction} TapFunction */
/** @typedef {Record<string, string>} Style */

/** More cards than these lie so close that their corners alone are seen. */
const MANY = 4;

/** @param {{ seat: TableSeat, style: Style, side: string, tap: TapFunction }} props */
export function Seat({ seat, style, side, tap }) {
  const looks = ["me", "turn", "dim", "won", "free", "bot"].filter(
    (name) => seat[/** @type {"me"} */ (name)],
  );
  const open = seat.hands.some((hand) => hand.cards.some((card) => card.name !== "back"));
  return html`<li class=${`seat ${side} ${looks.join(" ")}${open ? " open" : ""}`} style=${style}
      data-place=${`seat${seat.seat}`}>
    ${seat.tap.length > 0
      ? html`<button type="button" class="meet" aria-haspopup="dialog" onClick=${() => tap(seat.tap)}>
          <span class="unseen">${seat.label}</span></button>`
      : html`<span class="unseen">${seat.label}</span>`}
    <div class="person" aria-hidden="true">
      ${seat.free ? html`<span class="chair" />` : html`<${SeatFace} seat=${seat} />`}
      ${seat.hands.length > 0 &&
      html`<div class="held">${seat.hands.map(
        (hand, at) => html`<${Cards} key=${at} cards=${hand} size=${hand.cards.length > MANY ? "fan" : "small"} tap=${tap}
          upper=${hand.upper} />`,
      )}</div>`}
      <div class="plate">
        <span class="name">${seat.bot && html`<${Icon} name="bot" />`}${seat.name}</span>
        ${!seat.free && html`<span class=${`stack${seat.note ? " note" : ""}`}>${seat.note || seat.stack}</span>`}
        ${seat.clock && html`<${Ring} clock=${seat.clock} />`}
      </div>
      ${seat.word.text && html`<span class=${`word ${seat.word.tone}`} key=${seat.word.text}>${seat.word.text}</span>`}
      ${seat.mark && html`<span class="sign">${seat.mark}</span>`}
      ${seat.held && html`<span class="count">${seat.held}</span>`}
      ${seat.button && html`<span class="button">${seat.button}</span>`}
    </div>
    ${seat.said && html`<${Bubble} said=${seat.said} />`}
  </li>`;
}

/** @param {{ seat: TableSeat }} props */
function SeatFace({ seat }) {
  const file = (/** @type {string} */ name) => new URL(`../faces/${encodeURIComponent(name)}.svg`, import.meta.url).href;
  // A face that is not drawn is that of a machine.
  const missing = (/** @type {Event} */ event) => {
    const image = /** @type {HTMLImageElement} */ (event.target);
    if (!image.src.endsWith("/robot.svg")) image.src = file("robot");
  };
  return html`<span class="portrait">
    <img src=${file(seat.face)} alt="" onError=${missing} draggable=${false} />
    ${seat.hat && html`<${Hat} kind=${seat.hat} />`}
  </span>`;
}

/** The hat of the landlord or of a peasant. @param {{ kind: string }} props */
export function Hat({ kind }) {
  const url = new URL(`../hats/${kind}.svg`, import.meta.url).href;
  return html`<img class=${`hat ${kind}`} src=${url} alt="" draggable=${false} />`;
}

/** @param {{ said: import("../types/views").BubbleView }} props */
function Bubble({ said }) {
  if (!said.emote) return html`<span class="bubble" aria-hidden="true">${said.text}</span>`;
  const url = new URL(`../emotes/${said.emote}.svg`, import.meta.url).href;
  return html`<img class="emote" src=${url} alt="" />`;
}

/** @param {{ seat: TableSeat, style: Style, side: string }} props */
export function Bet({ seat, style, side }) {
  if (!seat.bet) return null;
  return html`<span class=${`bet ${side}`} style=${style} data-place=${`bet${seat.seat}`} aria-hidden="true"
      key=${seat.bet.text}>
    <${Pile} chips=${seat.bet.chips} /><span class="sum">${seat.bet.text}</span>
  </span>`;
}
