// A question over everything.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Press } from "./press.js";

/** @typedef {import("../types/views").DialogView} DialogView */
/** @typedef {import("./tap").TapFunction} TapFunction */

/** @param {{ dialog: DialogView, tap: TapFunction }} props */
export function Dialog({ dialog, tap }) {
  /** @type {import("../lib/preact.js").Ref<HTMLDialogElement | null>} */
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const dismiss = (/** @type {Event} */ event) => {
    event.preventDefault();
    tap(dialog.dismiss);
  };
  return html`<dialog ref=${box} class="dialog" aria-labelledby="dialog-title"
    aria-describedby="dialog-text" onCancel=${dismiss}>
    <h2 id="dialog-title">${dialog.title}</h2>
    <p id="dialog-text">${dialog.text}</p>
    <div class="answers">
      ${dialog.answers.map((one) => html`<${Press} press=${one} tap=${tap} />`)}
    </div>
  </dialog>`;
}
