"""Pictures of every screen and table: `python -m tools.screenshots [folder/] [name ...]`.

Each is taken in every size and language, named `lobby-phone-en.webp`; all of them are shown by the
index.html that is written beside them. A name is a screen's or the beginning of one: `holdem` are
all tables of hold'em. Those of the project's README are put where it shows them. A window is
needed, or Xvfb.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image

    from tests.client.ui.sights import Sight

DENSITY: Final = 1.25
FOLDER: Final = Path("build/screens")
README: Final = Path("docs/pictures")
"""The few that are kept with the sources, because the project's README shows them."""
QUALITY: Final = 76
STEPS: Final = 2
"""Frames until what was laid out is drawn too."""
GROUPS: Final = {
    "": "Screens",
    "holdem": "Texas hold'em",
    "doudizhu": "Dou Dizhu",
    "blackjack": "Blackjack",
    "roulette": "Roulette",
    "sabacc": "Sabacc",
}
SHOWN: Final = (("phone", "en", 150), ("phone-lying", "zh", 330), ("tablet", "en", 180))
"""Which pictures of a screen the index shows, and how wide."""

os.environ |= {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": str(DENSITY),
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


def save(image: "Image", path: Path) -> None:
    """As small as it gets without a loss that is seen; tablets at one dot a dp."""
    from PIL import Image

    if "-tablet" in path.stem:
        wide, high = image.size
        size = round(wide / DENSITY), round(high / DENSITY)
        image = image.resize(size, Image.Resampling.LANCZOS)
    image.save(path, quality=QUALITY, method=2)


def taken(names: list[str], folder: Path) -> int:
    """Takes the pictures; how many."""
    import numpy as np
    from PIL import Image

    from client_core.client import LANGUAGES
    from tests.client.ui.sights import SIGHTS, SIZES, resized
    from tests.client.ui.stage import Stage, grounded

    window = Stage(*(round(max(sides) * DENSITY) for sides in zip(*SIZES.values(), strict=True)))
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in SIGHTS if not names or one.startswith(tuple(names))]
    paths: list[Path] = []
    with ThreadPoolExecutor() as saving:
        for name in wanted:
            for language in LANGUAGES:
                window.clear()
                shown = SIGHTS[name].make(language)
                window.show(shown)
                for size in SIZES:
                    resized(shown, size, insets=False)
                    shown.screen.heard("", "")
                    window.frames(STEPS)
                    with grounded(shown):
                        texture = shown.export_as_image().texture
                    wide, high = texture.size
                    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(high, wide, 4)
                    paths.append(folder / f"{name}-{size}-{language}.webp")
                    saving.submit(save, Image.fromarray(pixels[:, :, :3].copy()), paths[-1])
                shown.screen.gone()
                shown.close()
    window.close()
    if not names:
        for path in set(folder.glob("*.webp")) - set(paths):
            path.unlink()
        (folder / "index.html").write_text(index(SIGHTS, SIZES, LANGUAGES), encoding="utf-8")
    for path in paths:
        if (README / path.name).exists():
            shutil.copyfile(path, README / path.name)
    return len(paths)


def index(
    sights: Mapping[str, "Sight"], sizes: Mapping[str, tuple[int, int]], languages: Iterable[str]
) -> str:
    """The page on which all pictures are found."""
    said = ", ".join(f"{size} is {wide} x {high} dp" for size, (wide, high) in sizes.items())
    lines = [
        "<!doctype html>",
        '<meta charset="utf-8">',
        "<title>Every screen and table</title>",
        "<style>body { font: 16px sans-serif } td { padding: .5em; vertical-align: top }</style>",
        "<h1>Every screen and table</h1>",
        "<p>From the scenes that the tests look over.",
        f"Beside each name are all its pictures: {said}.</p>",
    ]
    for group, title in GROUPS.items():
        lines += [f"<h2>{escape(title)}</h2>", "<table>"]
        for name, one in sights.items():
            if one.group == group:
                links = "".join(
                    f"<br>{size} "
                    + " ".join(
                        f'<a href="{name}-{size}-{language}.webp">{language}</a>'
                        for language in languages
                    )
                    for size in sizes
                )
                pictures = "".join(
                    f'<td><img loading="lazy" src="{name}-{size}-{language}.webp" width="{wide}">'
                    for size, language, wide in SHOWN
                )
                lines.append(f"<tr><td><b>{escape(one.caption)}</b>{links}{pictures}")
        lines.append("</table>")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    folder = Path(words[0]) if words and "/" in words[0] else FOLDER
    names = [word for word in words if "/" not in word]
    print(f"{taken(names, folder)} pictures in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
