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
    for (const dot of box.current?.querySelectorAll(".between") ?? []) hide(dot);
  });
  // What is told as seconds stays beside what they are of.
  const parts = text.replace(/ (\S) (\d+:\d\d)/g, "\u00a0$1\u00a0$2").split(DOT);
  if (parts.length < 2) return html`<span>${parts[0]}</span>`;
  return html`<span ref=${box}>${parts.map((one, at) => html`${at > 0 ? " " : ""}<span key=${at}
    class=${one.replace(WIDE, "##").length <= SHORT ? "whole" : ""}>${one}${at < parts.length - 1 &&
    html`<span class="between">${"\u00a0·"}</span>`}</span>`)}</span>`;
}

/** A dot at the end of a row keeps its place and is not seen. @param {Element} dot */
function hide(dot) {
  const next = dot.parentElement?.nextElementSibling?.getClientRects()[0];
  const here = dot.getClientRects()[0];
  const ends = next !== undefined && here !== undefined && next.top > here.top + here.height / 2;
  /** @type {HTMLElement} */ (dot).style.visibility = ends ? "hidden" : "";
}
