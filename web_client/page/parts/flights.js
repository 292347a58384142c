// What flies over the felt: cards from the deck, chips to the pot. Each is shown once.

import { useLayoutEffect, useRef } from "../lib/preact.js";
import { cardUrl } from "./card.js";

/** @typedef {import("../types/views").FlightView} FlightView */

/** @type {Record<string, number>} */
const TAKES = { normal: 380, fast: 190, off: 0 };

/** @param {readonly FlightView[]} flights @param {import("../lib/preact.js").Ref<HTMLElement | null>} felt */
export function useFlights(flights, felt) {
  const seen = useRef(-1);
  useLayoutEffect(() => {
    const last = flights.length ? flights[flights.length - 1].number : 0;
    const first = seen.current < 0;
    const fresh = flights.filter((one) => one.number > seen.current);
    seen.current = Math.max(seen.current, last);
    const speed = document.documentElement.dataset.motion ?? "normal";
    const takes = TAKES[speed] ?? TAKES.normal;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Who comes to the table sees how it lies, and not how it came there.
    if (first || calm || !takes || !felt.current) return;
    for (const one of fresh) fly(one, felt.current, takes);
  }, [flights]);
}

/** @param {FlightView} one @param {HTMLElement} felt @param {number} takes */
function fly(one, felt, takes) {
  const from = middle(felt, one.start), to = middle(felt, one.end);
  if (!from || !to) return;
  const image = document.createElement("img");
  image.className = `flight ${one.kind}`;
  image.alt = "";
  image.src = one.kind === "card" ? cardUrl(one.card, "small") : new URL("../chips/red.svg", import.meta.url).href;
  felt.append(image);
  const step = (/** @type {[number, number]} */ [x, y], turn = 0) => ({
    transform: `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg)`,
  });
  const moves = image.animate([step(from, one.kind === "card" ? -40 : 0), step(to)], {
    duration: takes,
    delay: one.late * (takes / TAKES.normal),
    easing: "cubic-bezier(.2,.7,.3,1)",
    fill: "backwards",
  });
  moves.onfinish = moves.oncancel = () => image.remove();
}

/** The middle of a place, from the upper left of the felt. @param {HTMLElement} felt @param {string} place
 * @returns {[number, number] | null} */
function middle(felt, place) {
  const found = felt.querySelector(`[data-place="${place}"]`) ?? felt.querySelector('[data-place="deck"]');
  if (!found) return null;
  const box = found.getBoundingClientRect(), ground = felt.getBoundingClientRect();
  return [box.x + box.width / 2 - ground.x, box.y + box.height / 2 - ground.y];
}
