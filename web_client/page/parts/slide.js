// Cards that a finger touches or slides over are chosen, all of them when it is lifted.

import { useEffect, useRef } from "../lib/preact.js";

/** @typedef {import("./tap").TapFunction} TapFunction */
/** @typedef {import("./tap").Tap} Tap */

/** @param {Tap} slide @param {TapFunction} tap @returns the box of the cards */
export function useSlide(slide, tap) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const box = useRef(null);
  /** @type {import("../lib/preact.js").Ref<{ from: number, to: number } | null>} */
  const over = useRef(null);
  useEffect(() => {
    const hand = box.current;
    if (!hand) return;
    const at = (/** @type {PointerEvent} */ event) => {
      const cards = [...hand.querySelectorAll("button.card")];
      const found = cards.filter((card) => {
        const { left, right } = card.getBoundingClientRect();
        return event.clientX >= left && event.clientX <= right;
      });
      // Cards lie over one another: the uppermost is the last.
      const last = found[found.length - 1];
      return last ? Number(last.getAttribute("data-at")) : -1;
    };
    const light = () => {
      const touched = over.current;
      for (const card of hand.querySelectorAll("button.card")) {
        const place = Number(card.getAttribute("data-at"));
        const [low, high] = touched ? [Math.min(touched.from, touched.to), Math.max(touched.from, touched.to)] : [0, -1];
        card.classList.toggle("touched", place >= low && place <= high);
      }
    };
    const down = (/** @type {PointerEvent} */ event) => {
      const place = at(event);
      if (place < 0 || event.button !== 0) return;
      over.current = { from: place, to: place };
      hand.setPointerCapture(event.pointerId);
      light();
    };
    const move = (/** @type {PointerEvent} */ event) => {
      const place = at(event);
      if (!over.current || place < 0 || place === over.current.to) return;
      over.current = { ...over.current, to: place };
      light();
    };
    const up = () => {
      const touched = over.current;
      over.current = null;
      light();
      if (!touched) return;
      const low = Math.min(touched.from, touched.to), high = Math.max(touched.from, touched.to);
      const places = Array.from({ length: high - low + 1 }, (_, nth) => low + nth);
      const first = hand.querySelector("button.card");
      if (!slide.length || places.length === 1) pick(hand, touched.from);
      else if (first) tap(slide, places);
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
