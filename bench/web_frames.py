"""From a word of the house to the frame of the page that shows it.

The worker says at which word of the house it posts a view, and the page which view it has drawn. So
a word belongs to the drawing that it caused, however late that is; one that changes nothing that is
drawn belongs to none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from playwright.async_api import BrowserContext, Page, Route

LETS: Final = "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"
"""For all Chromium knows a worker that is counted does not come from this machine: with this it may
speak to the house all the same."""
COUNT: Final = """
{
  let heard = 0, word = 0, views = 0;
  const post = self.postMessage.bind(self);
  self.postMessage = (message, ...rest) => {
    post(message, ...rest);
    if (message.view) post({ bench: [++views, word] });
  };
  const Plain = self.WebSocket;
  self.WebSocket = class extends Plain {
    set onmessage(call) {
      heard = 0;
      super.onmessage = call && ((event) => {
        word = ++heard;
        try { call(event); } finally { word = 0; }
      });
    }
  };
}
"""
"""For the worker: the number of each view that is posted, and the word that caused it."""
WATCH: Final = """() => {
  const worker = window.worker_;
  window.posted_ = [];
  window.drawn_ = [];
  worker.addEventListener("message", ({ data }) => {
    if (data.bench) window.posted_.push(data.bench);
  });
  const page = document.getElementById("page");
  const after = new MessageChannel();
  after.port1.onmessage = ({ data }) => window.drawn_.push([data[0], Date.now() / 1000, data[1]]);
  new MutationObserver((seen) => {
    const changed = seen.some((one) => one.target !== page || one.type === "childList");
    // What is posted here comes once the frame is laid out and painted.
    after.port2.postMessage([Number(page.dataset.view), changed]);
  }).observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""For the page: which views were drawn, when, and whether that changed anything."""
KEEP: Final = """{
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...about) { super(...about); window.worker_ ??= this; }
  };
}"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page has noted."""

    posted: Sequence[tuple[int, int]]
    """The number of a view, and that of the word of the house that caused it; 0: none did."""
    drawn: Sequence[tuple[int, float, bool]]
    """The last view that was drawn, when, and whether anything in sight has changed."""

    def waited(self, told: Sequence[float]) -> list[float]:
        """Seconds from a word of the house to its frame; `told`: when each word came. Of words that
        are drawn in one frame the first has waited longest."""
        word_of, found = {view: word for view, word in self.posted if word}, []
        before = self.posted[0][0] - 1 if self.posted else 0
        for number, at, changed in self.drawn:
            words = [word_of[one] for one in range(before + 1, number + 1) if one in word_of]
            before = max(before, number)
            if words and changed:
                found.append(at - told[min(words) - 1])
        return found


async def counting(context: BrowserContext) -> None:
    """The pages of this context count words and views, in a Chromium
    that is started with `LETS` and keeps no service worker."""

    async def count(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=COUNT + await answer.text())

    await context.add_init_script(KEEP)
    await context.route(re.compile(r"/worker\.js$"), count)


async def watch(page: Page) -> None:
    """Note from now on what is drawn."""
    await page.evaluate(WATCH)


async def seen(page: Page) -> Seen:
    """All that was noted since."""
    return Seen(await page.evaluate("window.posted_"), await page.evaluate("window.drawn_"))
