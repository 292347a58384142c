// The chat of a table, with quick phrases.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Drawer } from "./about.js";
import { Icon } from "./icon.js";

/** @typedef {import("../types/views").TalkView} TalkView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ talk: TalkView, tap: TapFunction }} props */
export function Talk({ talk, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const list = useRef(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [talk.lines]);
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const line = /** @type {HTMLInputElement} */ (form.elements.namedItem("line"));
    if (line.value.trim()) tap(talk.send, line.value);
    line.value = "";
  };
  return html`<${Drawer} title=${talk.title} close=${talk.tap} close_text=${talk.close_text} tap=${tap} look="talk">
    <ol class="lines" ref=${list} tabindex="0" aria-label=${talk.title}>
      ${talk.lines.map(
        (line) => html`<li key=${line.n} class=${line.mine ? "mine" : ""}>${line.tap.length > 0
          ? html`<button type="button" class="about" aria-haspopup="dialog" onClick=${() => tap(line.tap)}><${Said} line=${line} /></button>`
          : html`<${Said} line=${line} />`}</li>`,
      )}
      ${talk.lines.length === 0 && html`<li class="none">${talk.nothing}</li>`}
    </ol>
    ${talk.phrases.length > 0 &&
    html`<div class="phrases">${talk.phrases.map(
      (one) => html`<button key=${one.text} type="button" class=${one.emote ? "say-face" : "preset"} aria-label=${one.text}
        title=${one.text} onClick=${() => tap(one.tap)}>
        ${one.emote ? html`<${Emote} name=${one.emote} text="" />` : one.text}</button>`,
    )}</div>`}
    ${talk.may_write
      ? html`<form onSubmit=${send}><input name="line" maxlength="300" autocomplete="off" placeholder=${talk.hint}
          aria-label=${talk.hint} /><button class="round" aria-label=${talk.send_text}><${Icon} name="send" /></button></form>`
      : html`<p class="none">${talk.closed}</p>`}
  <//>`;
}

/** @param {{ line: import("../types/views").SaidLine }} props */
function Said({ line }) {
  return html`<b>${line.name}</b>
    ${line.emote ? html`<${Emote} name=${line.emote} text=${line.text} />` : html`<span>${line.text}</span>`}`;
}

/** @param {{ name: string, text: string }} props */
function Emote({ name, text }) {
  return html`<img class="emoted" alt=${text} src=${new URL(`../emotes/${name}.svg`, import.meta.url).href} />`;
}
