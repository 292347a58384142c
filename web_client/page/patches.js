// Patches of the view: new objects along the path alone, so that what did not change is the same.

/** @typedef {string | number} Step */
/** @typedef {[path: Step[], value: unknown]} Patch */

/**
 * The view after these patches.
 * @param {unknown} view
 * @param {Patch[]} patches
 */
export function applied(view, patches) {
  return patches.reduce((now, [path, value]) => put(now, path, 0, value), view);
}

/**
 * @param {any} now
 * @param {Step[]} path
 * @param {number} at
 * @param {unknown} value
 * @returns {unknown}
 */
function put(now, path, at, value) {
  if (at === path.length) return value;
  const step = path[at];
  const copy = Array.isArray(now) ? [...now] : { ...now };
  copy[step] = put(now[step], path, at + 1, value);
  return copy;
}
