// Cards that a finger touches or slides over are chosen, all of them when it is lifted.

import { useEffect, useRef } from "../lib/preact.js";

/** @typedef {import("./tap").TapFunction} TapFunction */
/** @typedef {import("./tap").Tap} Tap */

/** What a finger has passed, and where it was last. @typedef {{ x: number, y: number, places: readonly number[] }} Passed */

/** A finger that leaps is followed in steps of so many pixels: of no card less is seen. */
const STEP = 6;

const placeOf = (/** @type {Element} */ card) => Number(card.getAttribute("data-at"));

/** The card at a place of the window, -1 if there is none. Above and below all cards those beside
 * it are meant: a thumb sweeps in an arc. @param {HTMLElement} hand @param {number} x @param {number} y */
function under(hand, x, y) {
  const beside = [...hand.querySelectorAll("button.card")]
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => x >= box.left && x <= box.right);
  const reached = beside.filter(({ box }) => y >= box.top);
  const found = reached.length ? reached : beside.filter(({ card }) => card.parentElement === beside[0].card.parentElement);
  // Cards lie over one another: the uppermost is the last.
  const last = found[found.length - 1];
  return last ? placeOf(last.card) : -1;
}

/** All cards between two places are passed; going back lets go of those after it.
 * @param {HTMLElement} hand @param {Passed} before @param {number} x @param {number} y @returns {Passed} */
function followed(hand, before, x, y) {
  let places = before.places;
  const steps = Math.max(1, Math.ceil(Math.hypot(x - before.x, y - before.y) / STEP));
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    const place = under(hand, before.x + (x - before.x) * share, before.y + (y - before.y) * share);
    const known = places.indexOf(place);
    if (known >= 0) places = places.slice(0, known + 1);
    else if (place >= 0) places = [...places, place];
  }
  return { x, y, places };
}

/** @param {Tap} slide @param {TapFunction} tap @returns the box of the cards */
export function useSlide(slide, tap) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const box = useRef(null);
  /** @type {import("../lib/preact.js").Ref<Passed | null>} */
  const over = useRef(null);
  useEffect(() => {
    const hand = box.current;
    if (!hand) return;
    const light = () => {
      for (const card of hand.querySelectorAll("button.card")) {
        card.classList.toggle("touched", over.current?.places.includes(placeOf(card)) ?? false);
      }
    };
    const down = (/** @type {PointerEvent} */ event) => {
      const place = under(hand, event.clientX, event.clientY);
      if (place < 0 || event.button !== 0) return;
      over.current = { x: event.clientX, y: event.clientY, places: [place] };
      hand.setPointerCapture(event.pointerId);
      light();
    };
    const move = (/** @type {PointerEvent} */ event) => {
      if (!over.current) return;
      over.current = followed(hand, over.current, event.clientX, event.clientY);
      light();
    };
    const up = () => {
      const places = over.current?.places ?? [];
      over.current = null;
      light();
      if (!places.length) return;
      if (!slide.length || places.length === 1) pick(hand, places[0]);
      else tap(slide, [...places].sort((one, other) => one - other));
    };
    const pick = (/** @type {HTMLElement} */ where, /** @type {number} */ place) => {
      const card = /** @type {HTMLElement | null} */ (where.querySelector(`button.card[data-at="${place}"]`));
      // A press of the button itself: as a keyboard makes it.
      card?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    };
    const gone = () => {
      over.current = null;
      light();
    };
    hand.addEventListener("pointerdown", down);
    hand.addEventListener("pointermove", move);
    hand.addEventListener("pointerup", up);
    hand.addEventListener("pointercancel", gone);
    return () => {
      hand.removeEventListener("pointerdown", down);
      hand.removeEventListener("pointermove", move);
      hand.removeEventListener("pointerup", up);
      hand.removeEventListener("pointercancel", gone);
    };
  });
  return box;
}
