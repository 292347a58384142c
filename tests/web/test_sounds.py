"""What a browser plays: nothing before a touch, music after it, and nothing in a hidden tab."""

from playwright.async_api import Page

from tests.house.process import Running
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.conftest import Visiting

pytestmark = IN_A_BROWSER
LOOK_MS, LOOKS = 50, 1_000
LISTENING = """
globalThis.contexts = [];
globalThis.looping = new Set();
globalThis.AudioContext = class extends AudioContext {
  constructor(...about) { super(...about); contexts.push(this); }
};
const { start, stop } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (...about) {
  if (this.loop) looping.add(this);
  return start.apply(this, about);
};
AudioBufferSourceNode.prototype.stop = function (...about) {
  looping.delete(this);
  return stop.apply(this, about);
};
"""
HIDES = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


async def sounds(page: Page) -> None:
    """One piece of music plays, again and again."""
    await comes(page, "running 1")


async def comes(page: Page, state: str) -> None:
    """The context stands like that, and so many sounds go on. The page lets nobody make functions
    of text, so it is looked at from outside."""
    for _ in range(LOOKS):
        if await page.evaluate("`${contexts[0]?.state} ${looping.size}`") == state:
            return
        await page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"It never comes to {state}.")


async def test_music_begins_with_a_touch_and_is_silent_in_a_hidden_tab(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    await visitor.context.add_init_script(LISTENING)
    page = await visitor.open()
    assert await page.evaluate("contexts.length") == 0
    await page.get_by_role("button", name="Play as guest").tap()
    await sounds(page)
    await page.evaluate(HIDES, True)
    await comes(page, "suspended 1")
    await page.evaluate(HIDES, False)
    await sounds(page)
    await page.get_by_role("button", name="Settings").tap()
    await page.get_by_role("switch", name="Music").tap()
    await comes(page, "running 0")
