// The bar under the thumb: one line, the choices, and their amount.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Amount } from "./amount.js";
import { Parted } from "./parted.js";

/** @typedef {import("../types/views").BarView} BarView */
/** @typedef {import("../types/views").ChoiceView} ChoiceView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** Of four buttons on a phone none has room for a word of more letters. */
const LONG = 8;

/** @param {{ bar: BarView, tap: TapFunction, roomy: boolean }} props */
export function Bar({ bar, tap, roomy }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const box = useRef(null);
  useEffect(() => {
    if (!bar.turn) return;
    // The question has the focus, unless something is being written.
    const at = document.activeElement;
    const busy = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
    if (!busy && !document.querySelector("dialog[open], [role=dialog]")) box.current?.focus({ preventScroll: true });
  }, [bar.turn]);
  const amount = bar.amount;
  const over = amount !== null && amount.open && !roomy;
  const shown = over ? bar.choices.filter((one) => one.aimed) : bar.choices;
  const enter = () => {
    const aimed = bar.choices.find((one) => one.aimed);
    if (aimed) tap(aimed.tap);
  };
  return html`<section class=${`bar${bar.held ? " stopped" : ""}${over ? " over" : ""}`} tabindex="-1" ref=${box}
      aria-label=${bar.asked || bar.status}>
    ${!over && html`<p class=${`status ${bar.ink}`}><${Parted} text=${bar.status} /></p>`}
    ${amount && (amount.open || roomy) && html`<${Amount} amount=${amount} tap=${tap} enter=${enter} />`}
    ${shown.length > 0 &&
    html`<div class=${`choices of${shown.length}`}>
      ${shown.map((one) => html`<${Choice} key=${one.key} choice=${one} tap=${tap} held=${bar.held}
        opens=${!roomy && !over} />`)}
    </div>`}
  </section>`;
}

/** @param {{ choice: ChoiceView, tap: TapFunction, held: boolean, opens: boolean }} props */
function Choice({ choice, tap, held, opens }) {
  const ask = opens && choice.opens.length > 0;
  // With room for an amount beside it, another choice with one is opened before it is done.
  const what = ask || (choice.opens.length > 0 && !choice.aimed) ? choice.opens : choice.tap;
  const long = choice.text.split(" ").some((word) => word.length > LONG);
  return html`<button type="button" class=${`act ${choice.look}${choice.lead ? " lead" : ""}${long ? " long" : ""}`}
    disabled=${held} title=${choice.hint || undefined} onClick=${() => tap(what)}>
    <span>${choice.text}${ask ? "…" : ""}</span>
    ${choice.note && !ask && html`<small>${choice.note}</small>`}
  </button>`;
}
