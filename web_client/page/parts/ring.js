// The time of a seat, which runs round its plate.

import { html, useMemo } from "../lib/preact.js";
import { leftUntil } from "./clock.js";

/** @typedef {import("../types/views").ClockView} ClockView */

/** @param {{ clock: ClockView }} props */
export function Ring({ clock }) {
  // The style sheet runs it: it is set going once, as far as it has run already.
  const style = useMemo(() => {
    const gone = Math.max(0, clock.of - leftUntil(clock.ends));
    return { animationDuration: `${clock.of}ms`, animationDelay: `${-gone}ms` };
  }, [clock.ends, clock.of]);
  return html`<svg class="ring" aria-hidden="true" key=${clock.ends}>
    <rect class="track" x="2" y="2" rx="10" pathLength="100" />
    <rect class="time" x="2" y="2" rx="10" pathLength="100" style=${style} />
  </svg>`;
}
