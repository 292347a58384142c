// The blocks of which screens are made, each kind drawn in one way.

import { html } from "../lib/preact.js";
import { Choice, Entry, Slider, Switch } from "./inputs.js";
import { Face, Icon, SmallCard } from "./icon.js";
import { Parted } from "./parted.js";
import { Press, typed } from "./press.js";

/** @typedef {import("../types/views").Block} BlockView */
/** @typedef {import("../types/views").Group} GroupView */
/** @typedef {import("../types/views").Item} ItemView */
/** @typedef {import("../types/views").PlayerCard} PlayerCardView */
/** @typedef {import("../types/views").PuzzleTile} PuzzleTileView */
/** @typedef {import("../types/views").Tile} TileView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ block: BlockView, tap: TapFunction }} props */
export function Block({ block, tap }) {
  switch (block.kind) {
    case "paragraph":
      return block.ink === "title" || block.ink === "label"
        ? html`<h2 class=${`words ${block.ink}`}>${block.text}</h2>`
        : html`<p class=${`words ${block.ink}`}>${block.text}</p>`;
    case "press":
      return html`<${Press} press=${block} tap=${tap} />`;
    case "entry":
      return html`<${Entry} entry=${block} tap=${tap} />`;
    case "choice":
      return html`<${Choice} choice=${block} tap=${tap} />`;
    case "switch":
      return html`<${Switch} switch_=${block} tap=${tap} />`;
    case "slider":
      return html`<${Slider} slider=${block} tap=${tap} />`;
    case "item":
      return html`<${Item} item=${block} tap=${tap} />`;
    case "tile":
      return html`<${Tile} tile=${block} tap=${tap} />`;
    case "puzzle":
      return html`<${PuzzleTile} puzzle=${block} tap=${tap} />`;
    case "player":
      return html`<${PlayerCard} player=${block} tap=${tap} />`;
    case "fact":
      return html`<div class="fact"><span>${block.label}</span>
        <strong class=${block.ink}>${block.value}</strong></div>`;
    case "cards":
      return html`<div class="hand" role="img" aria-label=${block.label}>
        ${block.cards.map(
          (card, at) =>
            html`<span class=${block.raised.includes(at) ? "raised" : ""}><${SmallCard} path=${card} /></span>`,
        )}
      </div>`;
    case "brand":
      return html`<div class="brand"><img src=${new URL("../icon.svg", import.meta.url).href} alt="" />
        <div><p class="name">${block.title}</p><p class="words soft">${block.text}</p></div></div>`;
    case "qr":
      return html`<svg class="qr" role="img" aria-label=${block.label}
        viewBox=${`-4 -4 ${block.size + 8} ${block.size + 8}`} shape-rendering="crispEdges">
        <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" /><path d=${block.path} fill="#000" /></svg>`;
    case "group":
      return html`<${Group} group=${block} tap=${tap} />`;
  }
}

/** @param {{ group: GroupView, tap: TapFunction }} props */
function Group({ group, tap }) {
  const inside = group.blocks.map((one, at) => html`<${Block} key=${at} block=${one} tap=${tap} />`);
  const heading = group.heading && html`<h2 class="words label">${group.heading}</h2>`;
  if (group.form) {
    return html`<form class=${`group ${group.look}`} noValidate
      onSubmit=${(/** @type {SubmitEvent} */ event) => sent(event, group, tap)}>${heading}${inside}</form>`;
  }
  if (group.look === "list") {
    return html`${heading}<ul class="group list">
      ${inside.map((one, at) => html`<li key=${at}>${one}</li>`)}</ul>`;
  }
  return html`<section class=${`group ${group.look}`}>${heading}${inside}</section>`;
}

/** @param {SubmitEvent} event @param {GroupView} group @param {TapFunction} tap */
function sent(event, group, tap) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const way = group.blocks.find((one) => one.kind === "press" && one.sends);
  if (way?.kind === "press" && way.able) tap(way.tap, typed(form));
}

/** @param {{ item: ItemView, tap: TapFunction }} props */
function Item({ item, tap }) {
  const inside = html`
    ${item.icon && html`<${Icon} name=${item.icon} />`}
    ${item.face && html`<${Face} name=${item.face} />`}
    <span class="texts"><span class=${`title ${item.ink}`}><${Parted} text=${item.title} /></span>
      ${item.note && html`<span class="note"><${Parted} text=${item.note} /></span>`}
      ${item.marks.length > 0 &&
      html`<span class="marks">${item.marks.map((one) => html`<span class="mark">${one}</span>`)}</span>`}</span>
    ${item.cards.length > 0 &&
    html`<span class="hand small">${item.cards.map((one) => html`<${SmallCard} path=${one} />`)}</span>`}
    ${item.value && html`<span class=${`value ${item.ink}`}>${item.value}</span>`}`;
  const look = ["item", item.here && "here", item.calls && "calls"].filter(Boolean).join(" ");
  return html`<div class=${look}>
    ${item.tap.length > 0
      ? html`<button type="button" class="item-row" aria-current=${item.here ? "true" : undefined}
          onClick=${() => tap(item.tap)}>${inside}<${Icon} name="forward" /></button>`
      : html`<div class="item-row">${inside}</div>`}
    ${item.extra.map((one) => html`<${Press} press=${one} tap=${tap} />`)}
  </div>`;
}

/** @param {{ tile: TileView, tap: TapFunction }} props */
function Tile({ tile, tap }) {
  const look = ["tile", tile.large && "large", tile.dim && "dim"].filter(Boolean).join(" ");
  return html`<button type="button" class=${look} data-felt=${tile.cloth} onClick=${() => tap(tile.tap)}>
    <span class="top"><${Icon} name=${tile.icon} />
      ${tile.players && html`<span class="players">${tile.players}</span>`}</span>
    <span class="title">${tile.title}</span>
    <span class="live"><${Parted} text=${tile.live.join(" · ")} /></span>
  </button>`;
}

/** @param {{ puzzle: PuzzleTileView, tap: TapFunction }} props */
function PuzzleTile({ puzzle, tap }) {
  const look = ["puzzle-tile", puzzle.next && "next", puzzle.stars > 0 && "done"].filter(Boolean).join(" ");
  return html`<button type="button" class=${look} aria-label=${puzzle.label} onClick=${() => tap(puzzle.tap)}>
    <strong>${puzzle.text}</strong>
    <span class="stars">${Array.from({ length: puzzle.most }, (_, at) =>
      html`<span key=${at} class=${at < puzzle.stars ? "on" : ""}><${Icon} name="star" /></span>`)}</span>
  </button>`;
}

/** @param {{ player: PlayerCardView, tap: TapFunction }} props */
function PlayerCard({ player, tap }) {
  return html`<button type="button" class="player" title=${player.label} onClick=${() => tap(player.tap)}>
    <${Face} name=${player.face} />
    <span class="texts"><span class="name">${player.name}</span>
      <span class="chips"><${Icon} name="chips" />${player.chips}</span></span>
    <span class="sums"><span class=${player.mood || "soft"}>${player.profit}</span>
      <span class="soft">${player.note}</span></span>
    <${Icon} name="forward" />
  </button>`;
}
