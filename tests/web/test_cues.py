"""What a page does once, without a house: shakes."""

from playwright.async_api import Browser

from tests.web.browser import IN_A_BROWSER, PHONE, built
from tools.web.pictures import served

pytestmark = IN_A_BROWSER
# What is evaluated from outside counts as a touch, so the browser does not tell of touches itself.
LISTENING = """
globalThis.shaken = 0;
navigator.vibrate = () => { shaken += 1; return true; };
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
"""
SHAKES = """async (number) => {
  const { play } = await import("/cues.js");
  const looks = { sound: 0, voices: 0, music: 0, vibration: true };
  play({ looks, hum: { music: "", held: "" }, cues: [{ number, text: "vibrate:60" }] }, false);
  return shaken;
}"""


async def test_a_page_that_nobody_has_touched_does_not_shake(browser: Browser) -> None:
    built()
    context = await browser.new_context(**PHONE.options())
    with served() as address:
        page = await context.new_page()
        await page.add_init_script(LISTENING)
        await page.goto(address)
        assert await page.evaluate(SHAKES, 1) == 0
        await page.evaluate("navigator.userActivation.hasBeenActive = true")
        assert await page.evaluate(SHAKES, 2) == 1
    await context.close()
