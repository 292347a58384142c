// Texts that outlive a visit, by their names.

const PREFIX = "cardroom.";

/** @returns {Record<string, string>} */
export function kept() {
  /** @type {Record<string, string>} */
  const found = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) found[key.slice(PREFIX.length)] = localStorage[key];
    }
  } catch {
    // A browser that keeps nothing plays all the same.
  }
  return found;
}

/** @param {string} name @param {string} text */
export function keep(name, text) {
  try {
    localStorage[PREFIX + name] = text;
  } catch {
    // As above.
  }
}
