// The upper edge of every screen: the connection, what the house says to all, a table that calls.

import { html } from "../lib/preact.js";
import { Icon } from "./icon.js";

/** @typedef {import("../types/views").StripView} StripView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ strip: StripView, tap: TapFunction }} props */
export function Strip({ strip, tap }) {
  const state = strip.mark ? `${strip.state} · ${strip.mark}` : strip.state;
  return html`<header class="strip">
    <span class=${`dot ${strip.dot}${strip.mark ? " readable" : ""}`} role="img" aria-label=${state} title=${state}>
      ${strip.mark && html`<${Icon} name="unlocked" />`}</span>
    <div role="status">
      ${strip.text &&
      html`<div class="line"><span>${strip.text}</span>
        ${strip.button &&
        html`<button type="button" class="small" onClick=${() => tap(strip.tap)}>${strip.button}</button>`}
      </div>`}
      ${strip.banner && html`<${Banner} kind=${strip.banner_kind} text=${strip.banner} tap=${tap} what=${strip.banner_tap} />`}
      ${strip.call && html`<${Banner} kind="warning" text=${strip.call} tap=${tap} what=${strip.call_tap} />`}
    </div>
  </header>`;
}

/** @param {{ kind: string, text: string, tap: TapFunction, what: import("./tap").Tap }} props */
function Banner({ kind, text, tap, what }) {
  return what.length
    ? html`<button type="button" class=${`banner ${kind}`} onClick=${() => tap(what)}>${text}</button>`
    : html`<p class=${`banner ${kind}`}>${text}</p>`;
}
