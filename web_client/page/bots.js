// The worker in which bots think when somebody plays offline: however long they think, the worker
// that makes the views answers at once.

import { loadPython } from "./python.js";

const loading = loadPython(() => undefined).then(async (loaded) => {
  await loaded.fetchOffline();
  return loaded.python.pyimport("web_client.worker.bots");
});

self.onmessage = async (/** @type {MessageEvent} */ event) => {
  const { number, question } = event.data;
  try {
    const bots = await loading;
    self.postMessage({ number, answer: bots.answered(question) });
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
