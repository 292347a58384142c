"""Cuts the client's fonts out of Noto: `python -m tools.assets.fonts`.

Needs Debian's fonts-noto-cjk, fonts-noto-core and fonts-symbola, and fonttools.

| face | Chinese | Korean |
|---|---|---|
| bold | GB 2312, level 1: the 3,755 common characters | none |
| regular | level 2 too: 3,008 that names and chat may bring | none |
| wide | all that names and chat may bring | all |

All three have suits, signs, every character of the client's own texts, and the other letters of
`protocol/letters.py`. The wide face takes long to open, a hundredth of a second for each size: it
is for texts with letters that the others lack, and so has the regular one in it.

Kivy sets a text in one font. What Noto CJK lacks is therefore taken into the same files: from Noto
Sans the letters of Europe, from Symbola, in one colour, the emoji that are common in a chat.
"""

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from client_core.emoji import DRAWN
from protocol.letters import RANGES, SIGNS
from tools.assets.outlines import bolder

ROOT: Final = Path(__file__).resolve().parents[2]
FONTS: Final = ROOT / "mobile_client" / "assets" / "fonts"
TEXTS: Final = ROOT / "client_core" / "text"
NOTO: Final = Path("/usr/share/fonts/opentype/noto")
CORE: Final = Path("/usr/share/fonts/truetype/noto")
SYMBOLA: Final = Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf")
SYMBOLA_LICENCE: Final = Path("/usr/share/doc/fonts-symbola/copyright")
LICENCE: Final = Path("/usr/share/doc/fonts-noto-cjk/copyright")
CORE_LICENCE: Final = Path("/usr/share/doc/fonts-noto-core/copyright")
SIMPLIFIED: Final = 2
"""The place of the simplified Chinese face in Noto's collections."""

COMMON: Final = range(16, 56)
RARER: Final = range(56, 88)
"""The rows of levels 1 and 2."""
EAST: Final = frozenset({"Han", "Hangul"})
"""So many letters that they are in the wide face alone."""
FACES: Final = range(0x1F600, 0x1F650)
BOLDER: Final = 15
"""By how many thousandths of its size a sign of Symbola that is no face grows at each side: their
lines are so thin that they look grey beside letters."""
GRAFTED: Final = {
    "Greek": "NotoSans",
    "Cyrillic": "NotoSans",
    "Armenian": "NotoSansArmenian",
    "Georgian": "NotoSansGeorgian",
}
"""Whole writings of other families: Noto CJK has few of their letters, or none."""


def chinese(level: range) -> str:
    rows = (bytes((row + 0xA0, cell + 0xA0)) for row in level for cell in range(1, 95))
    return "".join(pair.decode("gb2312", "ignore") for pair in rows)


def wanted() -> set[int]:
    """Every character of our own texts, and those that are common."""
    own = "".join(path.read_text("utf-8") for path in sorted(TEXTS.rglob("*.json")))
    return set(map(ord, SIGNS)) | {ord(sign) for sign in chinese(COMMON) + own if sign >= " "}


def letters(*left_out: str) -> set[int]:
    """What names and chat may bring, but for these writings."""
    spans = [range(first, last + 1) for of, first, last in RANGES if of not in left_out]
    return {point for span in spans for point in span if unicodedata.name(chr(point), "")}


def cut(collection: str, characters: Iterable[int], target: str) -> Path:
    """One face of a collection with these characters only."""
    options = subset.Options(
        layout_features=["kern", "locl"],
        hinting=False,
        desubroutinize=False,
        name_IDs=[0, 1, 2, 13],
    )
    # A letter that is in no face is seen to be one.
    options.notdef_outline = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GSUB", "DSIG"]
    font = TTFont(NOTO / collection, fontNumber=SIMPLIFIED, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    path = FONTS / target
    font.save(path)
    return path


def graft(path: Path, origins: Iterable[tuple[Path, Iterable[int]]]) -> None:
    """Adds characters of other fonts to a face that was cut; those that it has already stay."""
    font = TTFont(path, recalcTimestamp=False)
    known, top = font.getBestCmap(), font["CFF "].cff[0]
    drawn = top.CharStrings
    private, subrs = top.FDArray[0].Private, drawn.globalSubrs
    added: dict[int, str] = {}
    for origin, characters in origins:
        other = TTFont(origin)
        source, glyphs = other.getBestCmap(), other.getGlyphSet()
        scale = font["head"].unitsPerEm / other["head"].unitsPerEm
        for sign in sorted((set(characters) & set(source)) - set(known) - set(added)):
            glyph, wide = glyphs[source[sign]], round(other["hmtx"][source[sign]][0] * scale)
            drawing = DecomposingRecordingPen(glyphs)
            glyph.draw(TransformPen(drawing, (scale, 0, 0, scale, 0, 0)))
            pen = T2CharStringPen(wide - private.nominalWidthX, None)
            thin = origin == SYMBOLA and sign not in FACES
            (bolder(drawing, BOLDER) if thin else drawing).replay(pen)
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


def europe(weight: str) -> list[tuple[Path, Iterable[int]]]:
    """The letters of Europe, and where they come from."""
    return [
        (CORE / f"{GRAFTED.get(of, 'NotoSans')}-{weight}.ttf", range(first, last + 1))
        for of, first, last in RANGES
        if of not in EAST
    ]


def licences() -> None:
    """What the fonts may be used for, beside them."""
    parts = [LICENCE.read_text("utf-8")]
    for what, path in (
        ("Latin Extended, Greek, Cyrillic, Armenian and Georgian: Noto Sans", CORE_LICENCE),
        ("Emoji: Symbola", SYMBOLA_LICENCE),
    ):
        parts.append(f"{what}\n\n{path.read_text('utf-8')}")
    (FONTS / "LICENCE.txt").write_text("\n\n".join(parts), "utf-8")


def main() -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    cards = {ord(sign) for sign in "0123456789AJQKOER+−王cardoomCR"}
    common = wanted() | letters(*GRAFTED, *EAST)
    usual = common | set(map(ord, chinese(RARER)))
    made = (
        cut("NotoSansCJK-Bold.ttc", common, "sans-bold.otf"),
        cut("NotoSansCJK-Regular.ttc", usual, "sans.otf"),
        cut("NotoSansCJK-Regular.ttc", usual | letters(*GRAFTED), "sans-wide.otf"),
        cut("NotoSerifCJK-Bold.ttc", cards, "serif-bold.otf"),
    )
    graft(made[0], europe("Bold"))
    for path in made[1:3]:
        graft(path, [*europe("Regular"), (SYMBOLA, DRAWN)])
    licences()
    for path in made:
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
