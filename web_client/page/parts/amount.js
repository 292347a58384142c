// An amount that is chosen: a slider, steps, presets, and a field to type in.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Icon } from "./icon.js";
import { ranged } from "./inputs.js";

/** @typedef {import("../types/views").AmountView} AmountView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ amount: AmountView, tap: TapFunction, enter: () => void }} props */
export function Amount({ amount, tap, enter }) {
  /** @type {import("../lib/preact.js").Ref<HTMLInputElement | null>} */
  const field = useRef(null);
  useEffect(() => {
    // What is typed stays as it was typed while the field is written in.
    if (field.current && document.activeElement !== field.current) field.current.value = amount.typed;
  }, [amount.typed]);
  const typed = (/** @type {Event} */ event) =>
    tap(amount.type, /** @type {HTMLInputElement} */ (event.target).value);
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") enter();
    else if (event.key === "Escape") tap(amount.close);
    else return;
    event.preventDefault();
    event.stopPropagation();
    field.current?.blur();
  };
  return html`<div class=${`amount${amount.open ? " open" : ""}`} role="group" aria-label=${amount.label}>
    <div class="slide">
      <button type="button" class="round" aria-label=${amount.less_text} onClick=${() => tap(amount.less)}>
        <${Icon} name="minus" /></button>
      <input type="range" aria-label=${amount.label} aria-valuetext=${amount.text}
        ...${ranged(amount, (value) => tap(amount.slide, value))} />
      <button type="button" class="round" aria-label=${amount.more_text} onClick=${() => tap(amount.more)}>
        <${Icon} name="plus" /></button>
    </div>
    <div class="presets">
      <button type="button" class="round shut" aria-label=${amount.close_text} onClick=${() => tap(amount.close)}>
        <${Icon} name="close" /></button>
      ${amount.presets.map(
        (preset, at) => html`<button key=${at} type="button" class=${`preset${preset.on ? " on" : ""}`}
          aria-pressed=${preset.on} onClick=${() => tap(preset.tap)}>
          <span>${preset.text}</span>${preset.note && html`<small>${preset.note}</small>`}</button>`,
      )}
      <input class="typed" ref=${field} type="text" inputmode="decimal" autocomplete="off" size="4"
        aria-label=${amount.limits} title=${amount.limits} aria-invalid=${Boolean(amount.wrong)}
        onFocus=${() => field.current?.select()} onInput=${typed} onKeyDown=${pressed} />
    </div>
    ${amount.wrong && html`<p class="wrong" role="alert">${amount.wrong}</p>`}
  </div>`;
}
