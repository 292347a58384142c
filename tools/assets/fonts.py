"""Cuts the client's fonts out of Noto CJK: `python -m tools.assets.fonts`.

Needs Debian's fonts-noto-cjk and fonts-symbola, and fonttools. What is kept: Latin, suits and
signs, the Chinese of GB 2312 (level 1, the 3,755 common characters, in bold too; level 2, the
3,008 that names and chat may bring, in the regular face), and every character of the client's own
texts. Emoji are in no Noto CJK, and Kivy asks no second font: those that are common in a chat are
taken from Symbola into the regular face, in one colour. `python -m tools.assets.fonts emoji` does
that alone.
"""

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from client_core.emoji import DRAWN

ROOT: Final = Path(__file__).resolve().parents[2]
FONTS: Final = ROOT / "mobile_client" / "assets" / "fonts"
TEXTS: Final = ROOT / "client_core" / "text"
NOTO: Final = Path("/usr/share/fonts/opentype/noto")
SYMBOLA: Final = Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf")
SYMBOLA_LICENCE: Final = Path("/usr/share/doc/fonts-symbola/copyright")
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


def graft(path: Path, characters: Iterable[int]) -> None:
    """Adds signs of Symbola to a face that was cut; those that it has already stay."""
    font, symbols = TTFont(path, recalcTimestamp=False), TTFont(SYMBOLA)
    known, source = font.getBestCmap(), symbols.getBestCmap()
    scale = font["head"].unitsPerEm / symbols["head"].unitsPerEm
    glyphs, top = symbols.getGlyphSet(), font["CFF "].cff[0]
    drawn = top.CharStrings
    private, subrs = top.FDArray[0].Private, drawn.globalSubrs
    added: dict[int, str] = {}
    for sign in sorted(set(characters) - set(known)):
        glyph, wide = glyphs[source[sign]], round(symbols["hmtx"][source[sign]][0] * scale)
        pen = T2CharStringPen(wide - private.nominalWidthX, None)
        glyph.draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        name = f"cid{60_000 + len(added):05d}"
        added[sign] = name
        drawn.charStringsIndex.append(pen.getCharString(private, subrs))
        drawn.charStrings[name] = len(drawn.charStringsIndex) - 1
        top.charset.append(name)
        top.FDSelect.gidArray.append(0)
        font["hmtx"][name] = (wide, 0)
    font.setGlyphOrder(top.charset)
    # Signs beyond the first plane need a table of their own.
    whole = CmapSubtable.newSubtable(12)
    whole.platformID, whole.platEncID, whole.language, whole.format = 3, 10, 0, 12
    whole.reserved, whole.length, whole.nGroups = 0, 0, 0
    whole.cmap = known | added
    font["cmap"].tables = [one for one in font["cmap"].tables if one.format != 12] + [whole]
    for table in font["cmap"].tables:
        if table.format == 4:
            table.cmap |= {sign: name for sign, name in added.items() if sign < 0x10000}
    font["maxp"].numGlyphs = len(top.charset)
    font.save(path)


def emoji() -> None:
    """The signs of a chat into the face that chat is written in, and whose they are."""
    path, licence = FONTS / "sans.otf", FONTS / "LICENCE.txt"
    graft(path, DRAWN)
    text, whose = licence.read_text("utf-8"), SYMBOLA_LICENCE.read_text("utf-8")
    if whose not in text:
        licence.write_text(f"{text}\n\nEmoji in sans.otf: Symbola\n\n{whose}", "utf-8")
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


def main() -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    if sys.argv[1:] == ["emoji"]:
        emoji()
        return
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
    emoji()


if __name__ == "__main__":
    main()
