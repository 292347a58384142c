"""Pictures of every screen and table: `python -m tools.screenshots [folder/] [name ...]`.

Each is taken in every size and language, named `lobby-phone-en.webp`; all of them are shown by the
README.md that is written beside them. A name is a screen's or the beginning of one: `holdem` are
all tables of hold'em. A window is needed, or Xvfb.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image

    from tests.client.ui.sights import Sight

DENSITY: Final = 1.25
FOLDER: Final = Path("docs/screens")
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
    from tests.client.ui.stage import Stage as Window
    from tests.client.ui.stage import grounded

    window = Window(*(round(max(sides) * DENSITY) for sides in zip(*SIZES.values(), strict=True)))
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
        (folder / "README.md").write_text(index(SIGHTS, SIZES, LANGUAGES))
    return len(paths)


def index(
    sights: Mapping[str, "Sight"], sizes: Mapping[str, tuple[int, int]], languages: Iterable[str]
) -> str:
    """The page on which all pictures are found."""
    lines = [
        "# Every screen and table",
        "",
        "Taken by `make screenshots`, from the same scenes that the tests look over. Beside each",
        "name are all its pictures: "
        + ", ".join(f"{size} is {wide} x {high} dp" for size, (wide, high) in sizes.items())
        + ".",
        "",
    ]
    for group, title in GROUPS.items():
        lines += [f"## {title}", "", "| | " + " | ".join(["Phone", "On its side", "Tablet"]) + " |",
                  "|---|---|---|---|"]  # fmt: skip
        for name, one in sights.items():
            if one.group == group:
                links = "<br>".join(
                    f"{size} " + " ".join(f"[{language}]({name}-{size}-{language}.webp)"
                                          for language in languages)
                    for size in sizes
                )  # fmt: skip
                pictures = " | ".join(
                    f'<img src="{name}-{size}-{language}.webp" width="{wide}">'
                    for size, language, wide in SHOWN
                )
                lines.append(f"| **{one.caption}**<br>{links} | {pictures} |")
        lines.append("")
    return "\n".join(lines)


def main(words: list[str]) -> int:
    folder = Path(words[0]) if words and "/" in words[0] else FOLDER
    names = [word for word in words if "/" not in word]
    print(f"{taken(names, folder)} pictures in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
