// Chips that lie one upon the other, and how much they are.

import { html } from "../lib/preact.js";

/** @param {{ colour: string }} props */
export function Chip({ colour }) {
  const url = new URL(`../chips/${colour}.svg`, import.meta.url).href;
  return html`<img class="chip" src=${url} alt="" draggable=${false} />`;
}

/** @param {{ chips: readonly string[] }} props */
export function Pile({ chips }) {
  return html`<span class="pile" aria-hidden="true">
    ${chips.map((colour, at) => html`<${Chip} key=${at} colour=${colour} />`)}
  </span>`;
}
