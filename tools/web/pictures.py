"""Pictures of the page's tables in Chromium, made of the views that `tools.web.scenes` writes.

    python -m tools.web.pictures VIEWS FOLDER [SIZE ...] [LOOK=VALUE ...]

draws each view (`NAME-en.json`) at each size (`360x640`) into `NAME-en-360x640.png`. Looks of the
page may stand among the sizes: `text=big hand=left colours=4 felt=sapphire scheme=contrast`. The
page has to be built: the library that draws views is taken from there.
"""

import functools
import http.server
import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

ROOT: Final = Path(__file__).parents[2] / "web_client" / "page"
BUILT: Final = Path(__file__).parents[2] / "build" / "web"
SIZES: Final = ("360x640", "640x360", "768x1024", "1280x800")
SHEETS: Final = re.findall('<link rel="stylesheet".*', (ROOT / "index.html").read_text("utf-8"))
PAGE: Final = f"""<!doctype html><html lang="en" data-scheme="night" data-felt="emerald"
data-back="royal" data-front="white" data-colours="2" data-motion="off"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
{"".join(SHEETS)}
</head><body><div id="page"></div>
<style>html, body, #page {{ height: 100%; margin: 0; }}
.icon {{ display: inline-block; width: 1.5rem; height: 1.5rem; background: currentColor;
mask: var(--icon) center / contain no-repeat; }}</style>
<script type="module">
import {{ html, render }} from "/lib/preact.js";
import {{ TableScreen }} from "/screens/table.js";
import {{ heardClock }} from "/parts/clock.js";
window.taps = [];
window.show = (told) => {{
  heardClock(told.now);
  render(html`<${{TableScreen}} view=${{told.view}} tap=${{(what, value) =>
    window.taps.push([what, value])}} />`, document.getElementById("page"));
}};
window.ready = true;
</script></body></html>"""
FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                "--no-first-run", "--disable-component-update", "--disable-sync")  # fmt: skip


class Files(http.server.SimpleHTTPRequestHandler):
    """The page's own files, and the page that draws one view."""

    def translate_path(self, path: str) -> str:
        if path.startswith("/lib/"):
            return str(next(BUILT.glob(f"*{path}")))
        return super().translate_path(path)

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The address of a page that draws one view without a house: `show(told)` there draws it, and
    `taps` holds what was tapped."""
    house = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Files, directory=str(ROOT))
    )
    threading.Thread(target=house.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{house.server_port}/"
    finally:
        house.shutdown()
        house.server_close()


def main(views: str, folder: str, *wanted: str) -> None:
    """Draw all of them."""
    looks = dict(one.split("=") for one in wanted if "=" in one)
    sizes = [one for one in wanted if "=" not in one]
    made = Path(folder)
    made.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=[*FLAGS])
        for size in sizes or SIZES:
            width, height = map(int, size.split("x"))
            page = browser.new_page(viewport={"width": width, "height": height})
            page.on("console", lambda said: print("console:", said.text))
            page.on("pageerror", lambda wrong: print("error:", wrong))
            page.goto(address)
            page.wait_for_function("window.ready")
            page.evaluate("looks => Object.assign(document.documentElement.dataset, looks)", looks)
            for file in sorted(Path(views).glob("*.json")):
                page.evaluate("told => window.show(told)", json.loads(file.read_text("utf-8")))
                page.wait_for_timeout(150)
                page.wait_for_function("[...document.images].every(one => one.complete)")
                page.screenshot(path=str(made / f"{file.stem}-{size}.png"))
                told = page.evaluate(OUTSIDE)
                if told:
                    print(file.stem, size, told)
            page.close()
        browser.close()


OUTSIDE: Final = """() => [...document.querySelectorAll("button, .plate, .status, .pot")].filter(
  (one) => {
    const box = one.getBoundingClientRect();
    const shown = box.width && box.height && !one.closest("ol, .items, .bar, .lines");
    return shown && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1
      || box.bottom > innerHeight + 1);
  }).map((one) => one.className + ": " + one.textContent.trim().slice(0, 20))"""

if __name__ == "__main__":
    main(*sys.argv[1:])
