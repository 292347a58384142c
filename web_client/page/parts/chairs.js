// Where chairs stand about a felt: shares of its width and height from above at the left,
// clockwise from the one at the left of mine.

/** @typedef {readonly (readonly [number, number])[]} Spots */

/** @type {readonly Spots[]} */
const UPRIGHT = [
  [],
  [[0.5, 0]],
  [[0, 0.3], [1, 0.3]],
  [[0, 0.3], [0.5, 0], [1, 0.3]],
  [[0, 0.98], [0.1, 0.08], [0.9, 0.08], [1, 0.98]],
  [[0, 1], [0, 0.3], [0.5, 0], [1, 0.3], [1, 1]],
  [[0, 1], [0, 0.3], [0.22, 0], [0.78, 0], [1, 0.3], [1, 1]],
  [[0, 1], [0, 0.35], [0, 0], [0.5, 0], [1, 0], [1, 0.35], [1, 1]],
  [[0, 1], [0, 0.68], [0, 0.3], [0.22, 0], [0.78, 0], [1, 0.3], [1, 0.68], [1, 1]],
  [[0, 1], [0, 0.67], [0, 0.34], [0, 0], [0.5, 0], [1, 0], [1, 0.34], [1, 0.67], [1, 1]],
];
/** @type {readonly Spots[]} */
const WIDE = [
  [],
  [[0.5, 0]],
  [[0, 0.28], [1, 0.28]],
  [[0, 0.4], [0.5, 0], [1, 0.4]],
  [[0, 0.58], [0.24, 0], [0.76, 0], [1, 0.58]],
  [[0, 0.76], [0.06, 0.08], [0.5, 0], [0.94, 0.08], [1, 0.76]],
  [[0, 0.88], [0, 0.2], [0.32, 0], [0.68, 0], [1, 0.2], [1, 0.88]],
  [[0, 0.96], [0, 0.45], [0.19, 0], [0.5, 0], [0.81, 0], [1, 0.45], [1, 0.96]],
  [[0, 0.98], [0, 0.48], [0.05, 0], [0.35, 0], [0.65, 0], [0.95, 0], [1, 0.48], [1, 0.98]],
  [[0, 0.98], [0, 0.48], [0, 0], [0.25, 0], [0.5, 0], [0.75, 0], [1, 0], [1, 0.48], [1, 0.98]],
];

/** The spots of the others, of so many in sight. @param {number} count @param {boolean} wide */
export function chairs(count, wide) {
  const table = wide ? WIDE : UPRIGHT;
  return table[Math.max(0, Math.min(count - 1, table.length - 1))];
}

/** The same at a table whose other end is the dealer's: half of them at each side.
 * @param {number} count @returns {Spots} */
export function beside(count) {
  const others = Math.max(0, count - 1), left = Math.floor(others / 2);
  return Array.from({ length: others }, (_, nth) => {
    const [side, at, of] = nth < left ? [0, left - 1 - nth, left] : [1, nth - left, others - left];
    return /** @type {const} */ ([side, of > 1 ? at / (of - 1) : 0.5]);
  });
}
