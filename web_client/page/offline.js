// Keeps the page in the browser: the next visit needs nothing of the house until it plays.

const root = new URL("../service_worker.js", import.meta.url);

if ("serviceWorker" in navigator) {
  // A browser that keeps nothing, as in a private window, has the page all the same.
  navigator.serviceWorker.register(root, { updateViaCache: "none" }).catch(() => undefined);
}
