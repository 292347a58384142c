// A screen made of blocks: a header with the way back, one column or two, and a foot.

import { html, useLayoutEffect } from "../lib/preact.js";
import { Block } from "../parts/blocks.js";
import { Press } from "../parts/press.js";
import { Icon } from "../parts/icon.js";
import { asked, writing } from "../parts/keys.js";

/** @typedef {import("../types/views").Block} BlockView */
/** @typedef {import("../types/views").Sheet} SheetView */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */

const TAKES = new Set(["press", "entry", "choice", "switch", "slider", "tile", "puzzle", "player"]);

/** Whether something in it can have the focus. @param {BlockView} block @returns {boolean} */
function takes(block) {
  if (block.kind === "group") return block.blocks.some(takes);
  if (block.kind === "item") return block.tap.length + block.extra.length > 0;
  return TAKES.has(block.kind);
}

/** @param {{ sheet: SheetView, name: string, tap: TapFunction }} props */
export function Sheet({ sheet, name, tap }) {
  // With the picture, not after it.
  useLayoutEffect(() => {
    // Esc leads back, and the list of keys comes and goes by the same key.
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (writing(event.target) || asked()) return;
      if (event.key === "Escape") tap(sheet.back);
      if (event.key === "?") tap(name === "keys" ? sheet.back : ["go", "keys"]);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
  const columns = sheet.columns.filter((one) => one.length > 0);
  // What is only read is scrolled by keys all the same.
  const reads = columns.every((one) => !one.some(takes));
  const place = [`sheet of-${name}`, sheet.middle && "middle"].filter(Boolean).join(" ");
  return html`<section class=${place}>
    <${Head} sheet=${sheet} tap=${tap} />
    <div class=${`columns n${columns.length}`} tabindex=${reads ? 0 : undefined}>
      ${columns.map(
        (blocks) => html`<div class="column">
          ${blocks.map((one, at) => html`<${Block} key=${at} block=${one} tap=${tap} />`)}
        </div>`,
      )}
    </div>
    ${sheet.foot.length > 0 &&
    html`<footer class="foot">
      ${sheet.foot.map((one) => html`<${Press} press=${one} tap=${tap} />`)}
    </footer>`}
  </section>`;
}

/** The way back, the title, and what else there is to do. @param {{ sheet: SheetView, tap: TapFunction }} props */
export function Head({ sheet, tap }) {
  return html`<header class=${sheet.headless ? "unseen" : "head"}>
    ${sheet.back.length > 0 &&
    html`<button type="button" class="press plain bare" onClick=${() => tap(sheet.back)}
      aria-label=${sheet.back_text} title=${sheet.back_text}><${Icon} name="back" /></button>`}
    <h1>${sheet.title}</h1>
    ${sheet.actions.map((one) => html`<${Press} press=${one} tap=${tap} />`)}
  </header>`;
}
