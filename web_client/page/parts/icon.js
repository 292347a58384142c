// An icon in the colour of the words beside it.

import { html } from "../lib/preact.js";

/** @param {{ name: string }} props */
export function Icon({ name }) {
  const url = new URL(`../icons/${name}.svg`, import.meta.url).href;
  return html`<span class="icon" aria-hidden="true" ref=${(/** @type {HTMLElement | null} */ box) =>
    box?.style.setProperty("--icon", `url("${url}")`)} />`;
}

/** The drawing of a player's face. @param {{ name: string, label?: string }} props */
export function Face({ name, label = "" }) {
  const url = new URL(`../faces/${name}.svg`, import.meta.url).href;
  return html`<img class="face" src=${url} alt=${label} />`;
}

/** The drawing of a card, by its path. @param {{ path: string }} props */
export function SmallCard({ path }) {
  const url = new URL(`../${path}`, import.meta.url).href;
  return html`<img class="small-card" src=${url} alt="" />`;
}
