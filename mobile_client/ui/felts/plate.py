"""The plate of a seat: who sits there with which chips, what was done last, the cards before it."""

from dataclasses import dataclass, field
from typing import Final

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from client_core.client import HandView
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import table_px, text_px
from mobile_client.ui.theme import CARD_SIZES, Colour, faded, mixed
from mobile_client.ui.widgets.avatars import avatar
from mobile_client.ui.widgets.cards import paint_card, shown
from mobile_client.ui.widgets.drawn import (
    Drawn,
    block,
    border,
    clipped,
    disc,
    glyphs,
    picture,
    write,
    write_name,
)
from protocol.cards import Card

FACE: Final = 48
WIDTH: Final = 88
CORNER: Final = 11
BACK: Final = (22, 31)
MARK: Final = 19
"""Sizes in dp: a face, a plate and its corners, a card that lies face down, a sign at a seat."""
TONES: Final = theme.Worn(
    lambda: {
        "out": theme.EDGE,
        "quiet": theme.EDGE,
        "calm": theme.INFO,
        "all_in": theme.DANGER,
        "won": theme.GOOD,
    }
)
"""The ground of a word by its tone, that of an act or of what became of a seat; else it is gold."""
SAID: Final = theme.Worn(lambda: {"won": theme.GOOD, "all_in": theme.WARM, "out": theme.SOFT})
"""The ink of a word that stands where the stack stood, or my name; else it is gold."""

LOUD: Final = ("won", "all_in", "odds")
BESIDE: Final = 1.04
"""From one open card to the next, in widths of a card, where there is room."""
LARGE: Final = 0.88
"""How large open cards are at most, in parts of a small card."""
LEAST: Final = 0.6
"""Open cards that would be smaller beside each other overlap, and are larger."""
INDEX: Final = (0.54, 0.66)
"""How much of a card must be seen to tell it by the index at its left, without a sign and with."""
SIGN: Final = 15
"""How much of the line of a name the sign of a bot takes, in dp."""
BESIDE_NAME: Final = 2
"""What so many hands count stands beside the name."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """Everything that a seat shows; equal looks are not painted again."""

    name: str = ""
    avatar: str = ""
    stack: str = ""
    word: str = ""
    tone: str = ""
    note: str = ""
    mark: str = ""
    me: bool = False
    bot: bool = False
    """No person: it has a sign before its name."""
    turn: bool = False
    dim: bool = False
    won: bool = False
    free: bool = False
    kept: bool = False
    """Nobody sits there, and the game waits until somebody does."""
    hands: tuple[HandView, ...] = ()
    hidden: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    """Cards that are still in the air: number of the hand and place in it."""
    spread: bool = False
    """All cards are shown side by side, not only those that are open."""
    count: str = ""
    """How many cards are held, where that is a number and not a row of backs."""
    mine: tuple[HandView, ...] = ()
    """My hands, which lie elsewhere, and what they count is said here."""
    signed: bool = False
    """What cards count has a sign."""


def row_height(kind: str) -> float:
    return text_px(kind) * 1.22


def plate_height(lines: int = 2) -> float:
    """The ground of name and stack, or of the name alone."""
    return row_height("seat") + (row_height("money") if lines > 1 else 0) + table_px(5)


def plate_size(width: float = WIDTH) -> tuple[float, float]:
    """A seat without its cards."""
    return table_px(width), plate_height() + table_px(FACE) - table_px(8)


class SeatPlate(Drawn):
    """One seat, painted as a whole when its look changes."""

    look = ObjectProperty(SeatLook())
    inner = NumericProperty(1)
    """To which side the middle of the table is: 1 right, -1 left."""
    side = NumericProperty(FACE)
    """The size of the face, in dp."""
    lines = NumericProperty(2)
    """1: only who it is, and not the stack."""
    large = NumericProperty(LARGE)
    """How large open cards are at most."""
    pills = BooleanProperty(True)
    """Words stand at the seat; where there are hats over faces, the felt says them elsewhere."""
    WATCHED = ("look", "inner", "side", "lines", "large", "pills")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint": (None, None), "size": plate_size()} | words))

    @property
    def face(self) -> tuple[float, float]:
        """The middle of the face."""
        return self.center_x, self.top - table_px(self.side) / 2

    @property
    def bare(self) -> float:
        """From here on upwards a bubble covers neither name nor open cards."""
        open_hands = [hand for hand in self.look.hands if self._faces(hand)]
        tops = [self._open(hand, place)[1] + self._card(hand)[1]
                for hand in open_hands for place in range(len(hand.cards))]  # fmt: skip
        return max(tops, default=float(self.y) + plate_height(self.lines))

    @property
    def shoulder(self) -> float:
        """How high the dealer's button and the blinds stand, at the outer side: the clock of a turn
        runs round the plate below them."""
        return float(self.y) + plate_height(self.lines) + table_px(11)

    def card_spot(self, hand: int, place: int) -> tuple[float, float]:
        """The middle of a card before this seat."""
        look = self.look
        found = next((one for one in look.hands if one.number == hand), None)
        if found is None or not self._faces(found):
            x, y = self._back(place)
            return x + table_px(BACK[0]) / 2, y + table_px(BACK[1]) / 2
        x, y = self._open(found, place)
        wide, high = self._card(found)
        return x + wide / 2, y + high / 2

    def paint(self) -> None:
        look = self.look
        if look.free:
            self._free()
            return
        # Cards that are open lie where the face is: half a face behind them is none.
        if not self.opened or look.hidden:
            self._face(look)
        self._plate(look)
        self._cards(look)
        self._word(look)
        if look.mark:
            self._mark(
                look.mark,
                self.center_x - self.inner * (self.width / 2 - table_px(7)),
                self.shoulder,
            )

    def _face(self, look: SeatLook) -> None:
        x, y = self.face
        r = table_px(self.side) / 2
        rim = theme.GOLD if look.me else theme.mixed(theme.EDGE, theme.WHITE, 0.15)
        disc(x, y, r, theme.GOOD if look.won else rim)
        inner = 2 * r - 2 * table_px(2)
        ink = theme.DIMMED if look.dim else theme.WHITE
        picture(avatar(look.avatar, round(inner)), x - inner / 2, y - inner / 2, inner, inner, ink)

    def _free(self) -> None:
        """Nothing, but for the number of the chair that is offered me, and a chair that is kept."""
        if not self.look.turn and not self.look.kept:
            return
        x, y = self.face
        r = table_px(self.side) / 2 - table_px(3)
        disc(x, y, r, faded(theme.BLACK, 0.16))
        if self.look.turn:
            border(x - r, y - r, 2 * r, 2 * r, theme.GOLD, 2, r)
            write(self.look.name, "money", theme.GOLD, x, y, widest=2 * r - table_px(6))
            return
        border(x - r, y - r, 2 * r, 2 * r, faded(theme.TEXT, 0.22), 1.2, r)
        side = round(r)
        ink = faded(theme.TEXT, 0.3)
        picture(icon("person", side), x - side / 2, y - side / 2, side, side, ink)

    def _plate(self, look: SeatLook) -> None:
        high = plate_height(self.lines)
        x, y, w = self.x, self.y, self.width
        r = table_px(CORNER)
        ground = mixed(theme.SUNKEN, theme.GOLD, 0.16) if look.turn else theme.SUNKEN
        block(x, y - table_px(1.5), w, high, faded(theme.BLACK, 0.35), r)
        block(x, y, w, high, faded(ground, 0.95), r)
        lit = look.won or look.turn
        rim: Colour = theme.GOOD if look.won else theme.GOLD if look.turn else theme.EDGE
        border(x, y, w, high, rim, 1.6 if lit else 1, r)
        widest = w - table_px(10)
        first = look.name, theme.SOFT
        second = look.stack, "money", theme.SOFT if look.dim else theme.TEXT
        said = "" if self._pilled or not self.pills else look.word or look.note
        tone = SAID.get(look.tone, theme.GOLD)
        if said and (self.lines < 2 or look.me):
            first = said, tone
        elif said:
            # Cards lie over the face: who it is must still be read.
            second = said, "money" if look.tone in LOUD else "seat", tone
        if self.lines < 2:
            write_name(first[0], "seat", first[1], self.center_x, y + high / 2, "middle", widest)
            return
        low = y + table_px(2.5) + row_height("money") / 2
        upper = low + high / 2 - table_px(2)
        counted = self._counts()
        taken = sum(self._count_wide(text) + table_px(3) for text, _ in counted)
        sign = table_px(SIGN) if look.bot and first[0] == look.name else 0.0
        room = widest - taken - sign
        name = clipped(first[0], "seat", room)
        wide = min(glyphs(name, "seat").width if name else 0.0, room)
        left = self.center_x - (wide + taken + sign) / 2
        if sign:
            side = round(table_px(SIGN - 2))
            picture(icon("bot", side), left, upper - side / 2, side, side, theme.INFO)
            left += sign
        write(name, "seat", first[1], left + wide / 2, upper, widest=room)
        left += wide
        for text, hand in counted:
            self._count_of(text, hand, left + table_px(3), upper - table_px(8.5), table_px(17))
            left += self._count_wide(text) + table_px(3)
        write(*second, self.center_x, low, widest=widest)

    @property
    def opened(self) -> bool:
        """Whether cards lie open over the face."""
        return any(self._faces(hand) for hand in self.look.hands)

    @property
    def _pilled(self) -> bool:
        """Whether a word has a ground of its own: not on a small seat, nor over open cards."""
        return bool(self.pills) and self.side >= FACE and not self.opened

    def _word(self, look: SeatLook) -> None:
        text = look.word or look.note
        if not text or not self._pilled:
            return
        tone = TONES.get(look.tone, theme.GOLD) if look.word else theme.EDGE
        widest = self.width + table_px(4)
        wide = min(glyphs(text, "seat", widest - table_px(12)).width + table_px(12), widest)
        high = row_height("seat") + table_px(1)
        # At the upper rim of the face: neither eyes nor name are covered.
        x, y = self.center_x - wide / 2, self.top - high + table_px(8)
        block(x, y, wide, high, mixed(tone, theme.BLACK, 0.12), high / 2)
        dark = tone in (theme.GOLD, theme.INFO, theme.GOOD)
        ink = theme.ON_GOLD if dark else theme.TEXT
        write(text, "seat", ink, self.center_x, y + high / 2, widest=widest - table_px(12))

    def _mark(self, text: str, x: float, y: float) -> None:
        wide = max(table_px(20), glyphs(text, "seat").width + table_px(8))
        high = table_px(MARK)
        x = max(self.x + wide / 2, min(self.right - wide / 2, x))
        block(x - wide / 2, y - high / 2, wide, high, theme.CHIPS["white"].body, high / 2)
        write(text, "seat", theme.CHIPS["white"].text, x, y, widest=wide - table_px(4))

    # -- cards -------------------------------------------------------------------------------

    def _faces(self, hand: HandView) -> bool:
        """Whether its cards are seen, all or some."""
        if self.look.count:
            return False
        return self.look.spread or any(card is not None for card in hand.cards)

    def _cards(self, look: SeatLook) -> None:
        for hand in look.hands:
            if self._faces(hand):
                for place, card in enumerate(hand.cards):
                    if (hand.number, place) not in look.hidden:
                        self._face_up(hand, place, card)
                self._points(hand)
            elif look.count:
                self._counted(look.count)
            else:
                for place in range(min(len(hand.cards), 3)):
                    if (hand.number, place) not in look.hidden:
                        x, y = self._back(place)
                        self._quad(None, x, y, table_px(BACK[0]), table_px(BACK[1]))

    def _back(self, place: int) -> tuple[float, float]:
        """Cards face down stand at the shoulder that looks to the middle."""
        x = table_px(13 + 9 * place)
        left = self.center_x + (x if self.inner > 0 else -x - table_px(BACK[0]))
        return left, self.face[1] - table_px(13 - 3 * place)

    def _room(self) -> float:
        """How wide the open cards of one hand may lie."""
        return float(self.width) * (1.0 if len(self.look.hands) < 2 else 0.62)

    def _card(self, hand: HandView) -> tuple[float, float]:
        """Many cards overlap and are smaller: each is to be told by its number."""
        wide, high = CARD_SIZES["small"]
        most = self.large if len(self.look.hands) < 2 else min(self.large, 0.74)
        across = 1 + INDEX[self.look.signed] * (len(hand.cards) - 1)
        if not self._overlap(hand):
            across = BESIDE * max(len(hand.cards), 1)
        scale = min(most, self._room() / (table_px(wide) * across))
        return table_px(wide * scale), table_px(high * scale)

    def _overlap(self, hand: HandView) -> bool:
        """Whether the index must stand at the left of each card to be seen."""
        least = table_px(CARD_SIZES["small"][0] * min(LEAST, self.large))
        return self._room() < least * BESIDE * len(hand.cards)

    def _open(self, hand: HandView, place: int) -> tuple[float, float]:
        """Open cards lie over the face, hands of one seat beside each other."""
        wide, _ = self._card(hand)
        hands = len(self.look.hands)
        room = self._room()
        count = len(hand.cards)
        step = min(wide * BESIDE, (room - wide) / max(count - 1, 1))
        across = wide + step * (count - 1)
        nth = self.look.hands.index(hand)
        middle = self.center_x + (nth - (hands - 1) / 2) * (room + table_px(2))
        lift = table_px(4) if place in hand.raised else 0.0
        return middle - across / 2 + step * place, self.y + plate_height(self.lines) - table_px(
            1
        ) + lift

    def _face_up(self, hand: HandView, place: int, card: Card | None) -> None:
        x, y = self._open(hand, place)
        wide, high = self._card(hand)
        dim = self.look.dim or bool(hand.raised and place not in hand.raised)
        self._quad(card, x, y, wide, high, dim, "medium" if self._overlap(hand) else "small")

    def _quad(
        self,
        card: Card | None,
        x: float,
        y: float,
        w: float,
        h: float,
        dim: bool = False,
        size: str = "small",
    ) -> None:
        paint_card(shown(card, size), x, y, w, h, theme.DIMMED if dim else theme.WHITE)

    def _said_of(self, hand: HandView) -> str:
        """What a hand counts."""
        points = hand.points or 0
        text = f"{points:+d}" if self.look.signed and points else hand.counts or "0"
        return text.replace("-", "−")

    def _counts(self) -> list[tuple[str, HandView]]:
        """What the open hands count, as far as it stands beside the name."""
        look = self.look
        if look.hidden or len(look.hands) > BESIDE_NAME:
            return []
        open_ = (*look.mine, *(hand for hand in look.hands if self._faces(hand)))
        return [(self._said_of(hand), hand) for hand in open_ if hand.points is not None]

    def _count_wide(self, text: str) -> float:
        return max(table_px(20), float(glyphs(text, "seat").width) + table_px(8))

    def _count_of(self, text: str, hand: HandView, x: float, y: float, high: float) -> None:
        wide = self._count_wide(text)
        bust = hand.result == "bust"
        lit = hand.active or self.look.me
        ground = theme.DANGER if bust else theme.GOLD if lit else theme.RAISED
        block(x, y, wide, high, ground, high / 2)
        ink = theme.ON_GOLD if ground is theme.GOLD else theme.TEXT
        write(text, "seat", ink, x + wide / 2, y + high / 2)

    def _points(self, hand: HandView) -> None:
        """Of more hands than have room beside the name, at the foot of each."""
        if hand.points is None or self.look.hidden or len(self.look.hands) <= BESIDE_NAME:
            return
        left, y = self._open(hand, 0)
        right = self._open(hand, len(hand.cards) - 1)[0] + self._card(hand)[0]
        text = self._said_of(hand)
        self._count_of(
            text, hand, (left + right - self._count_wide(text)) / 2, y - table_px(3), table_px(19)
        )

    def _counted(self, count: str) -> None:
        x, y = self._back(0)
        for place in (0, 1):
            at = self._back(place)
            self._quad(None, *at, table_px(BACK[0]), table_px(BACK[1]))
        wide = table_px(24)
        x = (x + self._back(1)[0] + table_px(BACK[0]) - wide) / 2
        block(x, y - table_px(4), wide, table_px(20), theme.SUNKEN, table_px(10))
        write(count, "tag", theme.TEXT, x + wide / 2, y + table_px(6), widest=wide - table_px(4))
