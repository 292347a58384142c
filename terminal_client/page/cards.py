"""Cards as text: in a word, `K♥`, and as a small picture, with letters where signs are missing."""

from collections.abc import Iterable, Sequence
from typing import Final

from protocol.cards import LABELS
from protocol.words import Cards
from terminal_client.page.ink import Ink, paint
from terminal_client.page.look import Look
from terminal_client.page.width import pad, wide

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SABACC: Final = {"c": "●", "s": "■", "t": "▲"}
JOKERS: Final = {"Xb": "☆J", "Xc": "★J"}
RED: Final = frozenset("dh")

CARD_WIDTH: Final = 5
CARD_HEIGHT: Final = 4


def glyph(label: str, look: Look) -> str:
    """A card in a word: `A♠` for `As`, `10♥` for `Th`, `+7●` for `+7c`; `??` lies face down."""
    if label == "??":
        return "??"
    if label in JOKERS:
        return JOKERS[label] if look.signs else label
    sabacc = label[:1] in "+-0"
    signs = SABACC if sabacc else SUITS
    shown = label[:-1] + signs[label[-1]] if look.signs and label[-1:] in signs else label
    if not sabacc and shown.startswith("T"):
        shown = "10" + shown[1:]
    return paint(shown, _ink(label), look.colours)


def row(cards: Cards, look: Look) -> str:
    """Cards side by side in a line: `K♥ 7♠`."""
    return " ".join(glyph(LABELS[card], look) for card in cards)


def picture(labels: Iterable[str], look: Look) -> list[str]:
    """Cards side by side as small pictures; `??` lies face down. All lines are equally wide."""
    columns = [_picture(label, look) for label in labels]
    return [" ".join(lines) for lines in zip(*columns, strict=True)] if columns else []


def _ink(label: str) -> Ink:
    red = label == "Xc" or (label[-1:] in RED and label[:1] not in "+-0")
    return Ink.RED if red else Ink.BLACK


def _picture(label: str, look: Look) -> Sequence[str]:
    inside = CARD_WIDTH - 2
    if look.signs:
        top, low, side, back = f"┌{'─' * inside}┐", f"└{'─' * inside}┘", "│", "░"
    else:
        top = low = f"+{'-' * inside}+"
        side, back = "|", "#"
    if label == "??":
        face = back * inside
        return (top, f"{side}{face}{side}", f"{side}{face}{side}", low)
    word = glyph(label, look)
    head, foot = pad(word, inside), " " * max(0, inside - wide(word)) + word
    return (top, f"{side}{head}{side}", f"{side}{foot}{side}", low)
