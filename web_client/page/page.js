// The whole page: what stands on every screen, and the screen in sight.

import { html, useEffect, useRef } from "./lib/preact.js";
import { PuzzleScreen } from "./screens/puzzle.js";
import { Sheet } from "./screens/sheet.js";
import { TableScreen } from "./screens/table.js";
import { Dialog } from "./parts/dialog.js";
import { Over } from "./parts/over.js";
import { Strip } from "./parts/strip.js";
import { Toasts } from "./parts/toasts.js";

/** @typedef {import("./types/views").PageView} PageView */
/** @typedef {import("./parts/tap").TapFunction} TapFunction */

/** @param {{ view: PageView, tap: TapFunction }} props */
export function Page({ view, tap }) {
  /** @type {import("./lib/preact.js").Ref<HTMLElement | null>} */
  const main = useRef(null);
  // What is said of a player stays open when the table below it is gone.
  const over = view.sheet !== null && (view.table !== null || view.sheet.rises);
  const came = useRef(false);
  useEffect(() => {
    // Who goes to another screen reads on from its beginning; the first one takes no focus.
    if (came.current) main.current?.focus({ preventScroll: true });
    came.current = true;
  }, [view.table || over ? "table" : view.screen]);
  const plain = view.puzzle
    ? html`<${PuzzleScreen} view=${view.puzzle} sheet=${view.sheet} tap=${tap} />`
    : html`<${Sheet} key=${view.screen} sheet=${view.sheet} name=${view.screen} tap=${tap} />`;
  const below = view.table
    ? html`<${TableScreen} view=${view.table} over=${view.sheet} tap=${tap} />`
    : !over && plain;
  return html`
    <div class="frame" inert=${view.dialog !== null}>
      <${Strip} strip=${view.strip} tap=${tap} />
      <main class="main" tabindex="-1" ref=${main}>
        ${below}${over && html`<${Over} key=${view.screen} sheet=${view.sheet} tap=${tap} />`}
      </main>
    </div>
    <${Toasts} toasts=${view.toasts} tap=${tap} />
    ${view.dialog && html`<${Dialog} dialog=${view.dialog} tap=${tap} />`}
  `;
}
