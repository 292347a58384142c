// Texts that outlive a visit, by their names, and which tab of this browser has the session.
//
// The token of a session is good for one resume. A tab that came back with one that another tab has
// used would end the session for both, so the newest tab has it alone: it is in `TAB`.

const PREFIX = "cardroom.";

const TAB = "cardroom.tab";
const me = `${Date.now()}-${Math.random()}`;

/** Whether this tab has the session: where nothing can be kept none shares it. */
export function mine() {
  try {
    return (localStorage[TAB] ?? me) === me;
  } catch {
    return true;
  }
}

/** Called as soon as another tab takes the session. @param {() => void} told */
export function watchTaken(told) {
  addEventListener("storage", (event) => {
    if (event.key === TAB && !mine()) told();
  });
}

/** What was kept; from here on this tab has the session. @returns {Record<string, string>} */
export function kept() {
  /** @type {Record<string, string>} */
  const found = {};
  try {
    localStorage[TAB] = me;
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== TAB) found[key.slice(PREFIX.length)] = localStorage[key];
    }
  } catch {
    // A browser that keeps nothing plays all the same.
  }
  return found;
}

/** @param {string} name @param {string} text */
export function keep(name, text) {
  // What another tab has kept of the session, and of the house inside, is newer.
  if (name !== "settings" && !mine()) return;
  try {
    localStorage[PREFIX + name] = text;
  } catch {
    // As above.
  }
}
