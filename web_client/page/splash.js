// What stands there until the page does: how far it has come, and why it does not go on. A page of its
// own needs nothing else of ours, so it can tell that something else has not come.

const AGAIN_MS = 2000;
const TRIES = 5;

const find = (/** @type {string} */ id) =>
  /** @type {HTMLElement | null} */ (document.getElementById(id));

/** @param {number} part */
export function progress(part) {
  const bar = /** @type {HTMLProgressElement | null} */ (find("progress"));
  const percent = find("percent");
  if (!bar || !percent) return;
  bar.value = part * 100;
  percent.textContent = `${Math.round(part * 100)} %`;
}

/** @param {string} reason */
export function failed(reason) {
  const shown = find("failed");
  const why = find("reason");
  const again = find("again");
  if (!shown || !why || !again) return;
  shown.hidden = false;
  why.textContent = reason;
  again.onclick = () => location.reload();
}

// A script that has not come is not asked for again in the same document; a style sheet is.
/** @param {HTMLLinkElement} sheet @param {number} left */
function fetchAgain(sheet, left) {
  setTimeout(() => {
    sheet.addEventListener("error", () => left > 1 && fetchAgain(sheet, left - 1), { once: true });
    sheet.href = `${sheet.href}`;
  }, AGAIN_MS);
}

for (const sheet of document.querySelectorAll("link")) {
  if (sheet.rel === "stylesheet" && !sheet.sheet) fetchAgain(sheet, TRIES);
}
window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) failed(target.src);
  },
  true,
);
