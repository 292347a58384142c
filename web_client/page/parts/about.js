// What stands about the felt: the upper bar, a tip, the round so far, the menu.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Icon } from "./icon.js";
import { hinted } from "./keys.js";
import { Parted } from "./parted.js";

/** @typedef {import("../types/views").TopView} TopView */
/** @typedef {import("../types/views").TipView} TipView */
/** @typedef {import("../types/views").SideView} SideView */
/** @typedef {import("../types/views").MenuView} MenuView */
/** @typedef {import("./tap").TapFunction} TapFunction */
/** @typedef {import("./tap").Tap} Tap */

/** @param {{ icon: string, text: string, what: Tap, tap: TapFunction, badge?: string, look?: string }} props */
export function Sign({ icon, text, what, tap, badge = "", look = "" }) {
  return html`<button type="button" class=${`round ${look}`} title=${hinted(text, what)}
    onClick=${() => tap(what)}><${Icon} name=${icon} /><span class="unseen">${badge ? `${text} (${badge})` : text}</span>
    ${badge && html`<span class="badge" aria-hidden="true">${badge}</span>`}</button>`;
}

/** @param {{ top: TopView, talk: import("../types/views").TalkView, tap: TapFunction }} props */
export function Top({ top, talk, tap }) {
  return html`<header class="top">
    <${Sign} icon="back" text=${top.back_text} what=${top.back} tap=${tap} />
    <div class="titles"><h1>${top.title}</h1>
      <p class=${top.news ? "news" : ""} role="status"><${Parted} text=${top.news || top.note} /></p></div>
    <${Sign} icon="help" text=${top.rules_text} what=${top.rules} tap=${tap} look="rules" />
    <${Sign} icon="chat" text=${talk.title} what=${top.chat} tap=${tap} badge=${talk.badge} />
    <${Sign} icon="menu" text=${top.menu_text} what=${top.menu} tap=${tap} badge=${top.badge} />
  </header>`;
}

/** A tip takes the place of the title; all signs of the upper bar stay. On a phone that stands the tip
 * is a row of its own below them.
 * @param {{ tip: TipView, top: TopView, talk: import("../types/views").TalkView, tap: TapFunction }} props */
export function Tip({ tip, top, talk, tap }) {
  return html`<aside class="tip">
    <${Sign} icon="back" text=${top.back_text} what=${top.back} tap=${tap} look="back" />
    <h1>${top.title}</h1>
    <p>${tip.text}</p>
    <button type="button" class="link" title=${tip.skip_text} onClick=${() => tap(tip.skip)}>
      <${Icon} name="close" /><span class="words">${tip.skip_text}</span></button>
    <button type="button" class="preset on" title=${tip.next_text} onClick=${() => tap(tip.next)}>
      <${Icon} name="check" /><span class="words">${tip.next_text}</span></button>
    <${Sign} icon="help" text=${top.rules_text} what=${top.rules} tap=${tap} look="rules" />
    <${Sign} icon="chat" text=${talk.title} what=${top.chat} tap=${tap} badge=${talk.badge} look="chat" />
    <${Sign} icon="menu" text=${top.menu_text} what=${top.menu} tap=${tap} badge=${top.badge} look="menu" />
  </aside>`;
}

/** @param {{ side: SideView }} props */
export function Side({ side }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const list = useRef(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [side.lines]);
  return html`<aside class="side" aria-label=${side.title}><h2>${side.title}</h2>
    <ol ref=${list} tabindex="0" aria-label=${side.title}>${side.lines.map((line, at) => html`<li key=${at}>${line}</li>`)}</ol>
  </aside>`;
}

/** @param {{ menu: MenuView, tap: TapFunction }} props */
export function Menu({ menu, tap }) {
  return html`<${Drawer} title=${menu.title} close=${menu.close} close_text=${menu.close_text} tap=${tap}>
    <ul class="items">${menu.items.map(
      (item) => html`<li key=${item.name}><button type="button" onClick=${() => tap(item.tap)}>
        <${Icon} name=${item.icon} /><span>${item.text}</span></button></li>`,
    )}</ul><//>`;
}

/** What lies over the table at its side; the focus stays in it until it is closed.
 * @param {{ title: string, close: Tap, close_text: string, tap: TapFunction, children?: unknown, look?: string }} props */
export function Drawer({ title, close, close_text, tap, children, look = "" }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<div class="veil" onClick=${() => tap(close)} />
    <section class=${`drawer ${look}`} role="dialog" aria-modal="true" aria-label=${title} tabindex="-1" ref=${box}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => kept(event, box.current)}>
      <header><h2>${title}</h2><${Sign} icon="close" text=${close_text} what=${close} tap=${tap} /></header>
      ${children}
    </section>`;
}

/** Tab goes round within it. @param {KeyboardEvent} event @param {HTMLElement | null} box */
function kept(event, box) {
  if (event.key !== "Tab" || !box) return;
  const found = [...box.querySelectorAll("button:not([disabled]), input, textarea, [tabindex='0']")];
  const [first, last] = [found[0], found[found.length - 1]];
  if (event.shiftKey && (document.activeElement === first || document.activeElement === box)) {
    /** @type {HTMLElement} */ (last).focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    /** @type {HTMLElement} */ (first).focus();
  } else return;
  event.preventDefault();
}
