// The clock of the client, which runs in the worker, as the page reads it.

let ahead = Infinity;

/** A message of the worker says what its clock was. @param {number} now in ms */
export function heardClock(now) {
  // A message takes time to come: the quickest of them tells best.
  ahead = Math.min(ahead, performance.now() - now);
}

/** How many milliseconds are left until then. @param {number} ends */
export function leftUntil(ends) {
  return Math.max(0, ends + (Number.isFinite(ahead) ? ahead : 0) - performance.now());
}
