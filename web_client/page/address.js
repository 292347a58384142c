// The address bar and the back button.
//
// While there is a step back, one entry of the history stands above that of the page; the browser's
// back button takes it away, which is told as a tap, and it is put there again if there is more.

/** @typedef {import("./types/views").PageView} PageView */

let guarded = false;
let ours = 0;
/** @type {PageView | null} */
let shown = null;
/** @type {import("./parts/tap").TapFunction} */
let tapped = () => undefined;

/** @param {PageView} view @param {import("./parts/tap").TapFunction} tap */
export function walk(view, tap) {
  tapped = tap;
  if (shown && shown.depth === view.depth && shown.address === view.address) return;
  shown = view;
  const address = view.address ? `#${view.address}` : location.pathname + location.search;
  if (view.depth > 0 && !guarded) {
    guarded = true;
    history.pushState({ guard: true }, "", address);
  } else if (view.depth === 0 && guarded) {
    guarded = false;
    ours += 1;
    history.back();
  } else {
    history.replaceState(history.state, "", address);
  }
}

/** @param {(address: string) => void} goes */
export function follow(goes) {
  // After a reload the entry may be there already.
  guarded = history.state?.guard === true;
  addEventListener("popstate", (event) => {
    if (ours > 0) {
      ours -= 1;
      if (shown) history.replaceState(null, "", location.pathname + location.search);
      return;
    }
    if (event.state?.guard) return;
    if (location.hash && location.hash !== `#${shown?.address}`) {
      goes(location.hash);
      return;
    }
    if (!guarded) return;
    guarded = false;
    if (shown && shown.depth > 1) {
      guarded = true;
      history.pushState({ guard: true }, "", shown.address ? `#${shown.address}` : undefined);
    }
    tapped(["back"]);
  });
  addEventListener("hashchange", () => {
    if (location.hash && location.hash !== `#${shown?.address ?? ""}`) goes(location.hash);
  });
}
