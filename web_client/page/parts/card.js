// Cards as they lie: each a drawing with what it is called.

import { html } from "../lib/preact.js";

/** @typedef {import("../types/views").CardView} CardView */
/** @typedef {import("../types/views").CardsView} CardsView */
/** @typedef {import("./tap").TapFunction} TapFunction */
/** @typedef {"large" | "fan" | "medium" | "small"} Size */

/** The drawing of a card, in the look that the player has chosen. @param {string} name @param {Size} size */
export function cardUrl(name, size) {
  const { back = "royal", front = "white", colours = "2" } = document.documentElement.dataset;
  if (name === "back") return new URL(`../cards/back-${back}.svg`, import.meta.url).href;
  const plain = /^(X|[+-]|0$)/.test(name);
  const look = `${front}-${plain ? "2" : colours}`;
  const file = new URL(`../cards/${size}/${encodeURIComponent(name)}.svg`, import.meta.url).href;
  return look === "white-2" ? file : `${file}#${look}`;
}

/** @type {Record<string, string>} */
const SUITS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };

/** What stands in the corner of a card: so much of it is seen in a fan. @param {string} name */
function corner(name) {
  const [first, last] = [name[0], name[name.length - 1]];
  if (first === "X") return last === "c" ? "\u2605" : "\u2606";
  if ("+-0".includes(first)) return first === "0" ? name : name.slice(0, -1);
  return `${first === "T" ? "10" : first}${SUITS[last] ?? ""}`;
}

// Without a network a drawing may not be kept yet: the card says in words what it is.
/** @param {CardView} card */
const inWords = (card) => (/** @type {Event} */ { currentTarget }) => {
  const lies = /** @type {HTMLElement} */ (currentTarget).closest(".card");
  if (!(lies instanceof HTMLElement)) return;
  lies.dataset.words = card.label;
  lies.dataset.corner = corner(card.name);
};

/** The back of a card, of no hand. @param {{ size: Size, place: string }} props */
export function Back({ size, place }) {
  // It says nothing in words either: it is drawn plain.
  const plain = (/** @type {Event} */ { currentTarget }) => {
    const lies = /** @type {HTMLElement} */ (currentTarget).parentElement;
    if (lies) lies.dataset.words = "";
  };
  return html`<span class=${`card ${size} hidden stock`} data-place=${place}>
    <img alt="" src=${cardUrl("back", size)} draggable=${false} onError=${plain} /></span>`;
}

/** @param {{ card: CardView, size: Size, tap: TapFunction, at: number }} props */
export function Card({ card, size, tap, at }) {
  const face = html`<img src=${cardUrl(card.name, size)} alt=${card.tap.length ? "" : card.label}
      draggable=${false} onError=${inWords(card)} />
    ${card.mark &&
    html`<img class="mark" alt="" src=${new URL(`../cards/${size}/mark-${card.mark}.svg`, import.meta.url).href} />`}`;
  const look = `card ${size} ${card.look}${card.name === "back" ? " hidden" : ""}`;
  if (!card.tap.length) return html`<span class=${look} data-card=${card.name}>${face}</span>`;
  return html`<button type="button" class=${`${look}${card.chosen ? " chosen" : ""}`} data-at=${at} data-card=${card.name}
    aria-pressed=${card.chosen} aria-label=${card.label}
    onClick=${(/** @type {MouseEvent} */ event) => {
      // A finger that slid over several has chosen them already.
      if (event.detail === 0) tap(card.tap);
    }}>${face}</button>`;
}

/** `upper` of them lie in a row above the others; 0: there is one row.
 * @param {{ cards: CardsView, size: Size, tap: TapFunction, slots?: number, look?: string, upper?: number }} props */
export function Cards({ cards, size, tap, slots = 0, look = "", upper = 0 }) {
  const empty = Math.max(0, slots - cards.cards.length);
  if (!cards.cards.length && !empty && !cards.tag.text) return null;
  const picks = cards.cards.some((card) => card.tap.length > 0);
  /** The cards from one place to another. @param {number} from @param {number} to */
  const lie = (from, to) => cards.cards.slice(from, to).map(
    (card, at) => html`<${Card} key=${`${from + at}${card.name}`} card=${card} size=${size} tap=${tap} at=${from + at} />`,
  );
  const count = cards.cards.length;
  return html`<div class=${`cards ${look}${upper ? " two-rows" : ""}${cards.active ? " active" : ""}`} role="group"
      aria-label=${cards.label || undefined} style=${{ "--count": String(Math.max(upper, count - upper)) }}>
    ${upper > 0 && html`<div class="card-row" aria-hidden=${picks ? undefined : "true"}>${lie(0, upper)}</div>`}
    <div class="card-row" aria-hidden=${picks ? undefined : "true"}>
      ${lie(upper, count)}
      ${Array.from({ length: empty }, (_, at) => html`<span key=${`slot${at}`} class=${`card slot ${size}`} />`)}
    </div>
    ${cards.tag.text && html`<span class=${`tag ${cards.tag.tone}`}>${cards.tag.text}</span>`}
    ${cards.bet && html`<span class="tag gold">${cards.bet}</span>`}
  </div>`;
}
