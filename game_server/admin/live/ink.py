"""The means to draw pictures with: cards, chips, times, colours, lines of a certain width."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SABACC: Final = {"c": "●", "s": "■", "t": "▲"}
JOKERS: Final = {"Xb": "☆J", "Xc": "★J"}
RED: Final = frozenset("dh")

PAPER: Final = "on #f4f1e6"
"""What a card is printed on."""
BLACK_CARD: Final = f"bold #1b1b1b {PAPER}"
RED_CARD: Final = f"bold #c0182a {PAPER}"
OTHER_CARD: Final = f"bold #14507a {PAPER}"
OUT_CARD: Final = "#8a938e"
"""A hand that has no more to win."""

FRAME: Final = "#4f7a63"
TITLE: Final = "bold #e8d48b"
PLAIN: Final = "#e6ece8"
QUIET: Final = "#8fa398"
MONEY: Final = "bold #9fd8a4"
TURN: Final = "bold #ffd24a"
ALARM: Final = "bold #ff8a70"
CURSOR: Final = "bold #10150f on #e8d48b"


BACK: Final = "??"
"""A card that lies face down, as the house writes it."""


def say(text: str = "", style: str = "") -> Text:
    """Words in a style of their own, which what is put behind them does not take on."""
    return Text().append(text, style or None)


def glyph(label: str) -> str:
    """A card as it is drawn: `A♠` for `As`, `+7●` for `+7c`, `★J` for the coloured joker."""
    if label in JOKERS:
        return JOKERS[label]
    if label == BACK:
        return "▒▒"
    if label[:1] in "+-":
        return label[:-1] + SABACC[label[-1]]
    return label[:-1] + SUITS[label[-1]] if label[-1] in SUITS else label


def card(label: str, out: bool = False) -> Text:
    """A card face up."""
    standard = label[-1:] in SUITS and label[:1] not in "+-"
    black = standard and label[-1] not in RED
    style = BLACK_CARD if black or label == "Xb" else RED_CARD if standard else OTHER_CARD
    return say(glyph(label), OUT_CARD if out else RED_CARD if label == "Xc" else style)


def cards(labels: Iterable[str], out: bool = False) -> Text:
    """Cards side by side."""
    return say(" ").join(card(label, out) for label in labels)


def hands(all_hands: Sequence[Sequence[str]], out: bool = False) -> Text:
    """The hands of a seat; one that was split has several."""
    return say(" | ", QUIET).join(cards(one, out) for one in all_hands)


IN_WORDS: Final = re.compile(r"\[([^\[\]]+)\]")


def sentence(text: str) -> Text:
    """A sentence in which cards stand in brackets: `On the board: [Kh 7s]`."""
    found, at = Text(), 0
    for group in IN_WORDS.finditer(text):
        found += say(text[at : group.start()], PLAIN) + cards(group[1].split())
        at = group.end()
    return found + say(text[at:], PLAIN)


def in_lines(labels_of: Sequence[Sequence[str]], width: int, out: bool = False) -> list[Text]:
    """Hands in as few lines as hold them."""
    lines: list[Text] = []
    for hand in labels_of:
        line = say()
        for one in (card(label, out) for label in hand):
            if line.plain and wide(line) + 1 + wide(one) > width:
                lines.append(line)
                line = say()
            line = line + say(" ") + one if line.plain else one
        lines.append(line)
    return lines


def span(seconds: float) -> str:
    """`9 s`, `2:05`, `3 h`"""
    whole = max(0, int(seconds + 0.999))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{whole // 3600} h"


def bar(share: float, width: int) -> Text:
    """How much is left of something."""
    full = round(max(0.0, min(1.0, share)) * width)
    style = ALARM if share < 0.25 else TURN
    return say("━" * full, style) + say("╌" * (width - full), "#4a5c52")


def fit(text: Text, width: int, right: bool = False) -> Text:
    """The text in exactly so many columns; what does not fit ends in `…`."""
    if width <= 0:
        return say("")
    short = text.copy()
    short.rstrip()
    missing = width - wide(short)
    if missing >= 0:
        blank = say(" " * missing)
        return blank + short if right else short + blank
    kept = set_cell_size(short.plain, width - 1).rstrip()
    short.right_crop(len(short.plain) - len(kept))
    return short + say("…", QUIET) + say(" " * (width - 1 - cell_len(kept)))


NAME_TAG: Final = "bold #10150f on #e8d48b"
"""What a table or a house is called."""


def wide(text: Text) -> int:
    """How many columns it takes."""
    return cell_len(text.plain)


def sides(left: Text, right: Text, width: int) -> Text:
    """One at the left edge, one at the right; the left one gives way."""
    room = width - wide(right)
    return fit(left, room - 2) + say("  ") + right if room > 2 else fit(right, width)


def wrapped(parts: Sequence[Text], width: int) -> list[Text]:
    """Parts in as few lines as they fit in, none torn apart unless it is wider than a line."""
    lines: list[Text] = []
    for part in parts:
        if lines and wide(lines[-1]) + 3 + wide(part) <= width:
            lines[-1] = lines[-1] + say(" · ", QUIET) + part
        else:
            lines.append(part)
    return lines


def framed(title: Text, lines: Sequence[Text], width: int, height: int) -> list[Text]:
    """Lines in a frame of that size, the title in its upper edge."""
    inner = width - 4
    name = fit(title, min(wide(title), inner - 2)) if inner > 4 else say("")
    edge = max(0, width - 5 - wide(name))
    top = say("╭─ ", FRAME) + name + say(" " + "─" * edge + "╮", FRAME)
    rows = [*lines, *[say("")] * (height - 2 - len(lines))][: max(0, height - 2)]
    body = [say("│ ", FRAME) + fit(row, inner) + say(" │", FRAME) for row in rows]
    return [top, *body, say("╰" + "─" * (width - 2) + "╯", FRAME)]


def beside(left: Sequence[Text], right: Sequence[Text]) -> list[Text]:
    """Two pictures of one height side by side."""
    return [one + other for one, other in zip(left, right, strict=True)]


def keys(shown: Sequence[tuple[str, str]], width: int) -> Text:
    """The line that says which keys do what."""
    parts = [
        say(f" {key} ", "bold #10150f on #8fb8a0") + say(f" {says}", QUIET) for key, says in shown
    ]
    while len(parts) > 1 and sum(wide(part) + 2 for part in parts) > width:
        parts.pop(-2)
    return fit(say("  ").join(parts), width)
