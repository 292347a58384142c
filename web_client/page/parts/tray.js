// Chips to bet with.

import { html } from "../lib/preact.js";
import { Chip } from "./heap.js";
import { hinted } from "./keys.js";

/** @typedef {import("../types/views").TrayChip} TrayChip */

/** @param {{ tray: readonly TrayChip[], label: string, tap: import("./tap").TapFunction }} props */
export function Tray({ tray, label, tap }) {
  if (!tray.length) return null;
  return html`<div class="tray" role="group" aria-label=${label}>
    ${tray.map(
      (chip, at) => html`<button key=${at} type="button" class=${chip.on ? "on" : ""} aria-label=${chip.label} title=${hinted(chip.label, chip.tap)}
        aria-pressed=${chip.on} disabled=${!chip.able} onClick=${() => tap(chip.tap)}>
        <${Chip} colour=${chip.colour} /><span>${chip.text}</span></button>`,
    )}
  </div>`;
}
