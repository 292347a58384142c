// Blocks that take something in: lines, choices, switches, sliders.

import { html, useEffect, useRef } from "../lib/preact.js";

/** @typedef {import("../types/views").Entry} EntryView */
/** @typedef {import("../types/views").Choice} ChoiceView */
/** @typedef {import("../types/views").Pick} PickView */
/** @typedef {import("../types/views").Switch} SwitchView */
/** @typedef {import("../types/views").Slider} SliderView */
/** @typedef {import("./tap").TapFunction} TapFunction */

const MODES = { text: "text", password: "text", number: "numeric", letters: "text" };

/** @param {{ entry: EntryView, tap: TapFunction }} props */
export function Entry({ entry, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLInputElement | null>} */
  const line = useRef(null);
  const id = `entry-${entry.name}`;
  useEffect(() => {
    // The bridge has filled it in: a demo card, what is empty again.
    if (line.current) line.current.value = entry.text;
  }, [entry.text]);
  useEffect(() => {
    if (entry.wrong) line.current?.focus();
  }, [entry.wrong]);
  const told = (/** @type {Event} */ event) => {
    if (entry.tap.length) tap(entry.tap, /** @type {HTMLInputElement} */ (event.currentTarget).value);
  };
  return html`<div class="entry">
    <label for=${id}>${entry.label}</label>
    <input id=${id} name=${entry.name} ref=${line} type=${entry.sort === "password" ? "password" : "text"}
      inputmode=${MODES[entry.sort]} maxlength=${entry.most || undefined}
      autocomplete=${entry.fills || "off"} placeholder=${entry.hint} spellcheck=${false}
      autocapitalize=${entry.sort === "letters" ? "characters" : "off"}
      aria-invalid=${entry.wrong ? "true" : undefined}
      aria-describedby=${entry.wrong ? `${id}-wrong` : undefined} onInput=${told} />
    ${entry.wrong && html`<p id=${`${id}-wrong`} class="wrong" role="alert">${entry.wrong}</p>`}
  </div>`;
}

/** @param {{ choice: ChoiceView, tap: TapFunction }} props */
export function Choice({ choice, tap }) {
  const arrow = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by || !choice.able) return;
    event.preventDefault();
    const on = choice.picks.findIndex((one) => one.on);
    const next = (on + by + choice.picks.length) % choice.picks.length;
    const box = /** @type {HTMLElement} */ (event.currentTarget);
    tap(choice.picks[next].tap);
    /** @type {HTMLElement | undefined} */ (box.querySelectorAll("[role=radio]")[next])?.focus();
  };
  const some = choice.picks.some((one) => one.on);
  return html`<div class="choice">
    ${!choice.quiet && html`<p class="named" aria-hidden="true">${choice.label}</p>`}
    <div class=${choice.look} role="radiogroup" aria-label=${choice.label} onKeyDown=${arrow}>
      ${choice.picks.map((one, at) => html`<${Pick} pick=${one} able=${choice.able} tap=${tap}
        reached=${one.on || (!some && at === 0)} />`)}
    </div>
  </div>`;
}

/** @param {{ pick: PickView, able: boolean, reached: boolean, tap: TapFunction }} props */
function Pick({ pick, able, reached, tap }) {
  const drawn = pick.picture && new URL(`../${pick.picture}`, import.meta.url).href;
  return html`<button type="button" role="radio" class="pick" aria-checked=${pick.on} disabled=${!able}
    tabindex=${reached ? 0 : -1}
    title=${drawn || pick.swatch ? pick.text : undefined} onClick=${() => tap(pick.tap)}>
    ${drawn && html`<img src=${drawn} alt=${pick.text} />`}
    ${pick.swatch && html`<span class="swatch" aria-hidden="true" ...${worn(pick.swatch)} />`}
    ${!drawn && html`<span class=${pick.swatch ? "under" : ""}>${pick.text}</span>`}
    ${pick.note && html`<span class="note">${pick.note}</span>`}
  </button>`;
}

/** A colour of the theme as the attribute that has it: `felt:emerald`. @param {string} swatch */
function worn(swatch) {
  const [what, name] = swatch.split(":");
  return { [`data-${what}`]: name };
}

/** @param {{ switch_: SwitchView, tap: TapFunction }} props */
export function Switch({ switch_, tap }) {
  return html`<button type="button" role="switch" class="switch" aria-checked=${switch_.on}
    disabled=${!switch_.able} onClick=${() => tap(switch_.tap)}>
    <span class="texts"><span>${switch_.label}</span>
      ${switch_.note && html`<span class="note">${switch_.note}</span>`}</span>
    <span class="knob" aria-hidden="true" />
  </button>`;
}

/** @param {{ slider: SliderView, tap: TapFunction }} props */
export function Slider({ slider, tap }) {
  const id = `slider-${slider.label}`;
  return html`<div class="slider">
    <label for=${id}><span>${slider.label}</span><strong>${slider.told}</strong></label>
    <input id=${id} type="range" disabled=${!slider.able} aria-valuetext=${slider.told}
      ...${ranged(slider, (value) => tap(slider.tap, value))} />
  </div>`;
}

/** What makes a slider of a range: who hears it hears chips or money, not cents.
 * @param {{ low: number, high: number, step: number, value: number, unit: number }} range
 * @param {(value: number) => void} moved */
export function ranged(range, moved) {
  return {
    min: range.low / range.unit,
    max: range.high / range.unit,
    step: range.step / range.unit,
    value: range.value / range.unit,
    onInput: (/** @type {Event} */ event) =>
      moved(Math.round(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value) * range.unit)),
  };
}
