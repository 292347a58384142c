// A line of several things with a dot between them, which stands at no end of a row.

import { html, useLayoutEffect, useRef } from "../lib/preact.js";

const DOT = " · ";
/** So many letters have room in any row, and are not parted; a Chinese one is as wide as two. */
const SHORT = 16;
const WIDE = /[\u2e80-\uffef]/g;

/** @param {{ text: string }} props */
export function Parted({ text }) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const box = useRef(null);
  useLayoutEffect(() => {
    const dots = [...(box.current?.querySelectorAll(".between") ?? [])];
    for (const dot of dots) dot.classList.remove("ends");
    // All are looked at before one is taken away: then the rows stay as they are.
    for (const dot of dots.filter(ends)) dot.classList.add("ends");
  });
  // What is told as seconds stays beside what they are of.
  const parts = text.replace(/ (\S) (\d+:\d\d)/g, "\u00a0$1\u00a0$2").split(DOT);
  if (parts.length < 2) return html`<span>${parts[0]}</span>`;
  return html`<span ref=${box}>${parts.map((one, at) => html`${at > 0 ? " " : ""}<span key=${at}
    class=${one.replace(WIDE, "##").length <= SHORT ? "whole" : ""}>${one}${at < parts.length - 1 &&
    html`<span class="between">${"\u00a0·"}</span>`}</span>`)}</span>`;
}

/** Whether a dot stands at the end of its row, where it breaks the row and is not seen.
 * @param {Element} dot */
function ends(dot) {
  const next = dot.parentElement?.nextElementSibling?.getClientRects()[0];
  const here = dot.getClientRects()[0];
  return next !== undefined && here !== undefined && next.top > here.top + here.height / 2;
}
