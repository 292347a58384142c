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
    /** @type {Set<HTMLElement>} */
    const taken = new Set();
    for (const one of fresh) fly(one, felt.current, takes, taken);
  }, [flights]);
}

/** @param {FlightView} one @param {HTMLElement} felt @param {number} takes @param {Set<HTMLElement>} taken */
function fly(one, felt, takes, taken) {
  const card = one.kind === "card" ? landing(one, felt, taken) : null;
  const from = middle(felt, one.start), to = card ? centre(felt, card) : middle(felt, one.end);
  if (!from || !to) return;
  const image = document.createElement("img");
  image.className = `flight ${one.kind}`;
  image.alt = "";
  image.src = one.kind === "card" ? cardUrl(one.card, "small") : new URL("../chips/red.svg", import.meta.url).href;
  felt.append(image);
  const step = (/** @type {[number, number]} */ [x, y], turn = 0, size = 1) => ({
    transform: `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg) scale(${size})`,
  });
  const size = card && image.offsetWidth ? card.offsetWidth / image.offsetWidth : 1;
  const delay = one.late * (takes / TAKES.normal);
  const moves = image.animate([step(from, one.kind === "card" ? -40 : 0), step(to, 0, size)], {
    duration: takes,
    delay,
    easing: "cubic-bezier(.2,.7,.3,1)",
    fill: "backwards",
  });
  // It does not lie there before it has come.
  card?.animate({ opacity: [0, 0] }, { duration: takes + delay });
  moves.onfinish = moves.oncancel = () => image.remove();
}

/** The card on the felt that this one becomes; no two become one.
 * @param {FlightView} one @param {HTMLElement} felt @param {Set<HTMLElement>} taken @returns {HTMLElement | null} */
function landing(one, felt, taken) {
  const place = felt.querySelector(`[data-place="${one.end}"]`);
  const there = place?.classList.contains("me") ? felt.querySelector(".my-hand") : place;
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const cards = there?.querySelectorAll(".card");
  const found = [...(cards ?? [])].find((card) => card.dataset.card === one.card && !taken.has(card));
  if (!found) return null;
  taken.add(found);
  // It comes by this way and no other.
  found.style.animation = "none";
  return found;
}

/** The middle of a place, from the upper left of the felt. @param {HTMLElement} felt @param {string} place
 * @returns {[number, number] | null} */
function middle(felt, place) {
  const found = felt.querySelector(`[data-place="${place}"]`) ?? felt.querySelector('[data-place="deck"]');
  return found && centre(felt, found);
}

/** @param {HTMLElement} felt @param {Element} found @returns {[number, number]} */
function centre(felt, found) {
  // What was laid is where its cards are, in a place that is wider.
  const cards = found.matches(".laid") ? [...found.querySelectorAll(".card")] : [];
  const boxes = (cards.length ? cards : [found]).map((one) => one.getBoundingClientRect());
  const first = boxes[0], last = boxes[boxes.length - 1], ground = felt.getBoundingClientRect();
  return [(first.x + last.right) / 2 - ground.x, first.y + first.height / 2 - ground.y];
}
