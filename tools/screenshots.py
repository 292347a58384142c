"""Pictures of every screen: `python -m tools.screenshots [folder] [page ...]`.

Each in every size and language, named `lobby-phone-en.png`. A window is needed, or Xvfb.
"""

import os
import sys
from pathlib import Path
from typing import Final

DENSITY: Final = 1.5
FOLDER: Final = Path("docs/screens")
COLOURS: Final = 224
STEPS: Final = 6
"""Frames until what follows from a layout is laid out too."""

os.environ |= {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": str(DENSITY),
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


def taken(pages: list[str], folder: Path) -> int:
    """Takes the pictures; how many."""
    import numpy as np
    from kivy.graphics.texture import Texture
    from PIL import Image

    from mobile_client.core.client import LANGUAGES
    from mobile_client.ui.look import px
    from tests.client.ui.pages import PAGES, SIZES
    from tests.client.ui.stage import Stage as Window

    def save(texture: Texture, path: Path) -> None:
        wide, high = texture.size
        pixels = np.frombuffer(texture.pixels, np.uint8).reshape(high, wide, 4)[:, :, :3]
        image = Image.fromarray(pixels.copy()).quantize(COLOURS, dither=Image.Dither.NONE)
        image.save(path, optimize=True)

    window = Window(*(round(side * DENSITY) for side in SIZES["tablet"]))
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for page in pages or PAGES:
        for language in LANGUAGES:
            window.clear()
            stage = PAGES[page](language)
            for size, (wide, high) in SIZES.items():
                stage.size_hint = (None, None)
                stage.size = px(wide), px(high)
                window.show(stage)
                window.frames(STEPS)
                save(
                    stage.export_as_image().texture,
                    folder / f"{page}-{size}-{language}.png",
                )
                count += 1
            stage.close()
    window.close()
    return count


def main(words: list[str]) -> int:
    folder = Path(words[0]) if words and "/" in words[0] else FOLDER
    pages = [word for word in words if "/" not in word]
    print(f"{taken(pages, folder)} pictures in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
