// Keeps the page in the browser: the next visit needs nothing of the house until it plays.

const AFTER_MS = 3000;
const root = new URL("../service_worker.js", import.meta.url);

if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  serviceWorker.ready.then((kept) => {
    // The table that one looks at comes first.
    setTimeout(() => kept.active?.postMessage("drawings"), AFTER_MS);
  });
  serviceWorker.addEventListener("message", (event) => {
    if (event.data === "drawings") document.documentElement.dataset.drawn = "";
  });
  serviceWorker.startMessages();
  // A browser that keeps nothing, as in a private window, has the page all the same.
  serviceWorker.register(root, { updateViaCache: "none" }).catch(() => undefined);
}
