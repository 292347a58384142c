// Where the places of a roulette board lie. In cells: `along` the twelve streets from 0 to 12, with
// zero before and the columns after them; `across` the three columns from 0 to 3, with dozens (-1)
// and halves (-2) beside them. Views tell places in hundredths of a cell.

/** @typedef {import("../types/views").PlaceView} PlaceView */
/** @typedef {readonly (readonly [cell: number, pixel: number])[]} Knots */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ along: Knots, across: Knots, upright: boolean }} Grid */

const CELL = 100, OUTER = 3;
/** Fields that are not numbers are at least so broad, for a thumb. */
const TOUCH = 48;
/** How far beside the numbers a finger still means an inside bet. */
const MARGIN = 0.15;
/** How far within the outer edge its chips lie: a narrow felt holds them. */
const INWARD = 0.1;

/** The whole board. @param {import("../parts/size.js").Size} size @param {boolean} upright @returns {Grid} */
export function whole({ width, height }, upright) {
  if (upright) {
    const end = Math.max(TOUCH, height / 14);
    return { along: [[-1, 0], [0, end], [12, height - end], [13, height]], across: [[-2, 0], [3, width]], upright };
  }
  const end = Math.max(TOUCH, width / 14), beside = Math.max(TOUCH, height / 5);
  return {
    along: [[-1, 0], [0, end], [12, width - end], [13, width]],
    across: [[-2, height], [0, height - 2 * beside], [3, 0]],
    upright,
  };
}

/** A point between knots, straight between two of them. @param {Knots} knots @param {0 | 1} from @param {number} value */
function between(knots, from, value) {
  const to = /** @type {0 | 1} */ (1 - from);
  const rising = knots[knots.length - 1][from] > knots[0][from];
  const line = rising ? knots : [...knots].reverse();
  let nth = 1;
  while (nth < line.length - 1 && value > line[nth][from]) nth++;
  const [low, high] = [line[nth - 1], line[nth]];
  return low[to] + ((high[to] - low[to]) * (value - low[from])) / (high[from] - low[from]);
}

/** A point of the board in pixels. @param {Grid} grid @param {number} along @param {number} across @returns {Point} */
export function spot(grid, along, across) {
  const one = between(grid.along, 0, along), other = between(grid.across, 0, across);
  return grid.upright ? { x: other, y: one } : { x: one, y: other };
}

/** The point in cells under a pixel. @param {Grid} grid @param {Point} point @returns {[along: number, across: number]} */
export function cells(grid, { x, y }) {
  return grid.upright
    ? [between(grid.along, 1, y), between(grid.across, 1, x)]
    : [between(grid.along, 1, x), between(grid.across, 1, y)];
}

/** Whether a place is a spot on the lines. @param {PlaceView} place */
export const isSpot = (place) => place.long === 0;

/** Where the chips of a place on the lines lie, else its field. @param {Grid} grid @param {PlaceView} place */
export function box(grid, place) {
  const along = place.along / CELL, across = place.across / CELL;
  if (isSpot(place)) return { ...spot(grid, along, Math.min(across, OUTER - INWARD)), width: 0, height: 0 };
  const from = spot(grid, along, across);
  const to = spot(grid, along + place.long / CELL, across + place.broad / CELL);
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { x: left, y: top, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

/** The size of a number in pixels, the lesser of its two sides. @param {Grid} grid */
export function least(grid) {
  const from = spot(grid, 6, 1), to = spot(grid, 7, 2);
  return Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
}

/** Among the numbers, where several places share a field. @param {number} along @param {number} across */
export const inside = (along, across) => along >= -MARGIN && along <= 12 && across >= -MARGIN && across <= OUTER;

/** The place that a finger means: its field, or what is laid on a line no farther from it than
 * `edge`, in cells. @param {readonly PlaceView[]} places @param {number} along @param {number} across @param {number} edge */
export function meant(places, along, across, edge) {
  const able = places.filter((one) => one.tap.length > 0);
  const near = (/** @type {number} */ value, /** @type {number} */ at) =>
    Math.abs(value - at) <= (at % 1 ? 0.5 : edge);
  const on = edge > 0 && inside(Math.max(along, -MARGIN), Math.min(across, OUTER)) && across <= OUTER + edge
    ? able.filter((one) => isSpot(one) && near(along, one.along / CELL)
        // Many casinos lay streets beside the dozens.
        && (near(across, one.across / CELL) || (one.across === OUTER * CELL && near(across, 0))))
    : [];
  // Where lines meet is no more than a point of each of them.
  const corner = on.find((one) => one.along % CELL === 0 && one.across % CELL === 0);
  return corner ?? on[0] ?? able.find((one) => !isSpot(one)
    && along * CELL >= one.along && along * CELL < one.along + one.long
    && across * CELL >= one.across && across * CELL < one.across + one.broad) ?? null;
}

/** The nearest among the numbers, of what is laid inside. @param {readonly PlaceView[]} places @param {number} along @param {number} across */
export function nearest(places, along, across) {
  /** @type {PlaceView | null} */
  let found = null;
  let far = Infinity;
  for (const one of places) {
    if (!one.tap.length || !isInside(one)) continue;
    const [x, y] = middle(one);
    const away = Math.hypot(x - along, y - across);
    if (away < far) [found, far] = [one, away];
  }
  return found;
}

/** The middle of a place in cells. @param {PlaceView} place @returns {[number, number]} */
export const middle = (place) => [(place.along + place.long / 2) / CELL, (place.across + place.broad / 2) / CELL];

/** What is laid on numbers and their lines. @param {PlaceView} place */
export const isInside = (place) => isSpot(place) || place.place.startsWith("straight");
