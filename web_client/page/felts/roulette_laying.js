// Chips are laid by a tap, by a finger that slides, a mouse, or a chip that is drawn from the tray.
// What a finger is on is lit, and named above it where it hides it; a finger that holds opens the
// loupe.

import { useEffect, useRef } from "../lib/preact.js";
import { cells, inside, least, meant, whole } from "./roulette_grid.js";

/** @typedef {import("../types/views").PlaceView} PlaceView */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */
/** @typedef {import("./roulette_loupe.js").Opened} Opened */

/** From this size of a number on a thumb needs no loupe to mean a line beside it. */
const DIRECT = 60;
/** How near a line, in cells, a finger on a large board means the line, and a mouse on any. */
const EDGE = 0.24, FINE = 0.11;
const HOLD_MS = 400;
/** A finger that has moved by so much does not hold any more. */
const SLIPS = 12;

/** @param {{ places: readonly PlaceView[], upright: boolean, opened: Opened | null, open: (opened: Opened | null) => void,
 *   loupeAt: (x: number, y: number) => PlaceView | null, tap: TapFunction }} about
 * @returns the box that all of it lies in */
export function useLaying(about) {
  /** @type {import("../lib/preact.js").Ref<HTMLElement | null>} */
  const box = useRef(null);
  const now = useRef(about);
  now.current = about;
  useEffect(() => {
    const root = box.current;
    return root ? listen(root, () => now.current) : undefined;
  }, []);
  return box;
}

/** @param {HTMLElement} root @param {() => Parameters<typeof useLaying>[0]} now */
function listen(root, now) {
  const bubble = /** @type {HTMLElement} */ (root.querySelector(".finger-bubble"));
  /** @type {{ from: [number, number], chip: HTMLElement | null, far: boolean, held: boolean } | null} */
  let finger = null;
  let hold = 0;
  const board = () => /** @type {HTMLElement} */ (root.querySelector(".board-places"));

  /** @param {PointerEvent} event @returns {[along: number, across: number, least: number]} */
  const under = (event) => {
    const at = board().getBoundingClientRect();
    const grid = whole({ width: at.width, height: at.height }, now().upright);
    return [...cells(grid, { x: event.clientX - at.x, y: event.clientY - at.y }), least(grid)];
  };
  const place = (/** @type {PointerEvent} */ event) => {
    if (now().opened) return now().loupeAt(event.clientX, event.clientY);
    const [along, across, size] = under(event);
    const edge = event.pointerType === "mouse" ? FINE : size < DIRECT ? 0 : EDGE;
    return meant(now().places, along, across, edge);
  };
  const light = (/** @type {PlaceView | null} */ found, /** @type {PointerEvent | null} */ event) => {
    for (const one of root.querySelectorAll(".place.meant")) one.classList.remove("meant");
    const within = root.querySelector(".loupe") ?? root;
    if (found) within.querySelector(`[data-place="${found.place}"]`)?.classList.add("meant");
    const hides = found !== null && event !== null && event.pointerType !== "mouse";
    bubble.hidden = !hides;
    if (!hides || !event || !found) return;
    bubble.textContent = found.label;
    const at = root.getBoundingClientRect(), half = bubble.offsetWidth / 2;
    const x = Math.max(half, Math.min(at.width - half, event.clientX - at.x));
    bubble.style.transform = `translate(${x - half}px, ${Math.max(0, event.clientY - at.y - 70)}px)`;
  };
  const opens = (/** @type {PointerEvent} */ event) => {
    const [along, across] = under(event);
    const at = root.getBoundingClientRect();
    if (!finger || !now().places.some((one) => one.tap.length)) return;
    finger.held = true;
    finger.far = false;
    light(null, null);
    now().open({ along, across, x: event.clientX - at.x, y: event.clientY - at.y });
  };

  const down = (/** @type {PointerEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const chip = /** @type {HTMLElement | null} */ (target.closest(".tray button:not(:disabled)"));
    const loupe = target.closest(".loupe");
    if (event.button !== 0 || target.closest(".round, .bets")) return;
    if (now().opened && !loupe && !chip) {
      now().open(null);
      return;
    }
    if (!chip && !loupe && !target.closest(".board-places")) return;
    finger = { from: [event.clientX, event.clientY], chip, far: false, held: false };
    if (chip) return;
    root.setPointerCapture(event.pointerId);
    light(place(event), event);
    if (!loupe && inside(...first(under(event)))) hold = setTimeout(() => opens(event), HOLD_MS);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (!finger) {
      const over = /** @type {Element} */ (event.target).closest(".board-places, .loupe-window");
      light(over && event.pointerType === "mouse" ? place(event) : null, null);
      return;
    }
    const [x, y] = finger.from;
    if (Math.max(Math.abs(event.clientX - x), Math.abs(event.clientY - y)) > SLIPS) {
      finger.far = true;
      clearTimeout(hold);
    }
    if (!finger.chip || finger.far) light(place(event), event);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    const was = finger;
    gone();
    if (!was) return;
    // Whoever has only held the loupe open looks first, and means nothing yet; a chip that was not
    // drawn is chosen by its own tap.
    const found = (was.held || was.chip) && !was.far ? null : place(event);
    if (!found) return;
    if (was.chip) was.chip.click();
    now().tap(found.tap);
  };
  const gone = () => {
    clearTimeout(hold);
    finger = null;
    light(null, null);
  };
  const menu = (/** @type {Event} */ event) => event.preventDefault();
  /** @type {[string, (event: any) => void][]} */
  const heard = [["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", gone],
    ["pointerleave", () => finger || light(null, null)], ["contextmenu", menu]];
  for (const [name, does] of heard) root.addEventListener(name, does);
  return () => {
    clearTimeout(hold);
    for (const [name, does] of heard) root.removeEventListener(name, does);
  };
}

/** @param {[number, number, number]} told @returns {[number, number]} */
const first = ([along, across]) => [along, across];
