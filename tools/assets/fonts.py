"""Cuts the client's fonts out of Noto CJK: `python -m tools.assets.fonts`.

Needs Debian's fonts-noto-cjk, and fonttools. What is kept: Latin, suits and signs, the Chinese
of GB 2312 (level 1, the 3,755 common characters, in bold too; level 2, the 3,008 that names and
chat may bring, in the regular face), and every character of the client's own texts.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT: Final = Path(__file__).resolve().parents[2]
FONTS: Final = ROOT / "mobile_client" / "assets" / "fonts"
TEXTS: Final = ROOT / "client_core" / "text"
NOTO: Final = Path("/usr/share/fonts/opentype/noto")
LICENCE: Final = Path("/usr/share/doc/fonts-noto-cjk/copyright")
SIMPLIFIED: Final = 2
"""The place of the simplified Chinese face in Noto's collections."""

SIGNS: Final = (
    "‘’“”–—…•·×÷±−≤≥≠√∞←↑→↓↔★☆♠♥♦♣♤♡♢♧✓✕●○■□▲△▼▽◆◇€£¥₽₹¢©®™°"
    "、。〈〉《》「」『』【】！（），：；？￥％＋－０１２３４５６７８９"
)


COMMON: Final = range(16, 56)
RARER: Final = range(56, 88)
"""The rows of levels 1 and 2."""


def chinese(level: range) -> str:
    rows = (bytes((row + 0xA0, cell + 0xA0)) for row in level for cell in range(1, 95))
    return "".join(pair.decode("gb2312", "ignore") for pair in rows)


def wanted() -> set[int]:
    """Every character that the client may show."""
    latin = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180))))
    own = "".join(path.read_text("utf-8") for path in sorted(TEXTS.rglob("*.json")))
    return {ord(sign) for sign in latin + SIGNS + chinese(COMMON) + own if sign >= " "}


def cut(collection: str, characters: Iterable[int], target: str) -> Path:
    """One face of a collection with these characters only."""
    options = subset.Options(
        layout_features=["kern", "locl"],
        hinting=False,
        desubroutinize=False,
        name_IDs=[0, 1, 2, 13],
    )
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GSUB", "DSIG"]
    font = TTFont(NOTO / collection, fontNumber=SIMPLIFIED, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    path = FONTS / target
    font.save(path)
    return path


def main() -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    everything = wanted()
    cards = {ord(sign) for sign in "0123456789AJQKOER+−王cardoomCR"}
    made = (
        cut("NotoSansCJK-Regular.ttc", everything | set(map(ord, chinese(RARER))), "sans.otf"),
        cut("NotoSansCJK-Bold.ttc", everything, "sans-bold.otf"),
        cut("NotoSerifCJK-Bold.ttc", cards, "serif-bold.otf"),
    )
    shutil.copyfile(LICENCE, FONTS / "LICENCE.txt")
    for path in made:
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
