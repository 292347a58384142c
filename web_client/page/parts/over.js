// A sheet that comes up over the table, which goes on below it.

import { html } from "../lib/preact.js";
import { Drawer } from "./about.js";
import { Block } from "./blocks.js";

/** @typedef {import("../types/views").Sheet} SheetView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ sheet: SheetView, tap: TapFunction }} props */
export function Over({ sheet, tap }) {
  return html`<div class="over">
    <${Drawer} title=${sheet.title} close=${sheet.back} close_text=${sheet.back_text} tap=${tap} look="rising">
      <div class="sheet"><div class="column">
        ${sheet.columns.flat().map((one, at) => html`<${Block} key=${at} block=${one} tap=${tap} />`)}
      </div></div>
    <//>
  </div>`;
}
