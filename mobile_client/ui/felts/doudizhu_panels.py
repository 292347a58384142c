"""Panels over the felt of Dou Dizhu between games: the reckoning, the room that waits, and on
request the trick before."""

from typing import Final

from kivy.properties import NumericProperty, ObjectProperty

from client_core.felts.doudizhu_desk import Result, Room, Score
from mobile_client.ui import theme
from mobile_client.ui.felts.doudizhu_parts import Laid, hat
from mobile_client.ui.felts.rows import Faces
from mobile_client.ui.icons import icon
from mobile_client.ui.look import table_px
from mobile_client.ui.theme import RADIUS, faded, mixed
from mobile_client.ui.widgets.avatars import avatar
from mobile_client.ui.widgets.drawn import (
    Drawn,
    block,
    border,
    disc,
    glyphs,
    picture,
    write,
    write_name,
)

WIDE: Final = 340
"""The most width of a panel in dp, before it grows with the felt."""
HEAD, NOTE, CHIPS, ROW, PAD = 50, 24, 36, 38, 12
LINE: Final = 54
MORE, GAP = 30, 6
"""How high a further line of factors is, and how far they stand apart, in dp."""
MOST_LINES: Final = 4


class Panel(Drawn):
    """A dark surface in the middle of the felt; nothing at all without something to say."""

    said = ObjectProperty(None, allownone=True)
    most = NumericProperty(10_000)
    """How high it may be; what stands on it moves closer."""
    WATCHED = ("said", "most")

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))

    def close(self, length: float) -> float:
        """A height on this panel as pixels."""
        share = min(1.0, float(self.most) / self.whole()) if self.there else 1.0
        return table_px(length) * share

    def whole(self) -> float:
        """How high it would be with room enough."""
        return 1.0

    @property
    def there(self) -> bool:
        return self.said is not None

    def need(self) -> float:
        """How high it is."""
        return min(self.whole(), float(self.most))

    def paint(self) -> None:
        if self.said is None:
            return
        r = table_px(RADIUS["large"])
        x, y, w, h = self.box
        block(x, y - table_px(3), w, h, faded(theme.BLACK, 0.4), r)
        block(x, y, w, h, faded(theme.SURFACE, 0.96), r)
        border(x, y, w, h, faded(theme.GOLD, 0.55), 1.4, r)
        self.write()

    def write(self) -> None:
        """What stands on it."""


class Reckoning(Panel):
    """Won or lost, and by which reckoning."""

    def whole(self) -> float:
        rows = len(self.said.results) if self.said else 3
        notes = NOTE * (2 if self.said and self.said.cap else 1)
        return table_px(HEAD + notes + CHIPS + MORE * (len(self._lines()) - 1) + rows * ROW + PAD)

    def write(self) -> None:
        score: Score = self.said
        top = self._title(score)
        write(score.note, "seat", theme.SOFT, self.center_x, top - self.close(NOTE) / 2,
              widest=self.width - table_px(24))  # fmt: skip
        top -= self.close(NOTE)
        for line in self._lines():
            self._factors(line, line[-1] == score.total, top - self.close(CHIPS) / 2)
            top -= self.close(MORE)
        top -= self.close(CHIPS - MORE)
        if score.cap:
            write(score.cap, "seat", theme.WARM, self.center_x, top - self.close(NOTE) / 2,
                  widest=self.width - table_px(24))  # fmt: skip
            top -= self.close(NOTE)
        for place, one in enumerate(score.results):
            self._result(one, top - place * self.close(ROW))

    def _title(self, score: Score) -> float:
        """A ribbon that is wider than the panel."""
        ground = theme.GOLD if score.won else theme.EDGE
        ink = theme.ON_GOLD if score.won else theme.TEXT
        high, wide = self.close(HEAD - 6), self.width * 0.62
        y = self.top - self.close(PAD) - high + table_px(8)
        block(
            self.center_x - wide / 2,
            y - table_px(2),
            wide,
            high,
            mixed(ground, theme.BLACK, 0.5),
            high / 2,
        )
        block(self.center_x - wide / 2, y, wide, high, ground, high / 2)
        write(score.title, "ribbon", ink, self.center_x, y + high / 2, widest=wide - table_px(24))
        return float(y) - table_px(4)

    def _lines(self) -> list[list[str]]:
        """The factors and their product, in as many lines as they need."""
        if self.said is None:
            return [[]]
        lines, left = [list[str]()], self._room()
        for text in (*self.said.factors, self.said.total):
            wide = _chip(text)
            if lines[-1] and wide > left:
                lines.append([])
                left = self._room()
            lines[-1].append(text)
            left -= wide + table_px(GAP)
        return lines

    def _room(self) -> float:
        return float(self.width) - table_px(2 * PAD)

    def _factors(self, texts: list[str], total: bool, y: float) -> None:
        """`Stake 10` `bid ×2` `bombs ×4` = `80 each`."""
        gap, room = table_px(GAP), self._room()
        wides = [_chip(text) for text in texts]
        share = min(1.0, (room - gap * (len(texts) - 1)) / sum(wides))
        left = self.center_x - (sum(wides) * share + gap * (len(texts) - 1)) / 2
        high = table_px(26)
        for text, whole in zip(texts, wides, strict=True):
            wide, last = whole * share, total and text is texts[-1]
            block(left, y - high / 2, wide, high, theme.GOLD if last else theme.RAISED, high / 2)
            ink = theme.ON_GOLD if last else theme.TEXT
            write(text, "seat", ink, left + wide / 2, y, widest=wide - table_px(8))
            left += wide + gap

    def _result(self, one: Result, top: float) -> None:
        x, w, high = self.x + table_px(PAD), self.width - table_px(2 * PAD), self.close(ROW - 4)
        low = top - high
        if one.me:
            block(x, low, w, high, faded(theme.GOLD, 0.14), table_px(RADIUS["small"]))
        face, middle = self.close(28), low + high / 2
        picture(avatar(one.avatar, round(face)), x + table_px(8), middle - face / 2, face, face)
        wide = self.close(26)
        kind = "landlord" if one.landlord else "peasant"
        picture(
            hat(kind), x + table_px(8) + (face - wide) / 2, middle + face * 0.16, wide, wide * 0.68
        )
        ink = theme.GOLD if one.me else theme.TEXT
        result = theme.GOOD if one.won else theme.WARM
        across = write(one.text, "money", result, x + w - table_px(8), middle, "right", w * 0.36)
        if one.note:
            across += table_px(8) + write(
                one.note,
                "seat",
                theme.GOLD,
                x + w - table_px(16) - across,
                middle,
                "right",
                w * 0.3,
            )
        side = table_px(18) if one.ready else 0.0
        room = w - across - side - table_px(70)
        wide = write_name(one.name, "lead", ink, x + table_px(46), middle, "left", room)
        if one.ready:
            left = x + table_px(46) + wide + table_px(6)
            picture(icon("check", round(side)), left, middle - side / 2, side, side, theme.GOOD)


def _chip(text: str) -> float:
    """How wide a factor is with its ground."""
    return float(glyphs(text, "seat").width) + table_px(14)


class WaitingPanel(Panel):
    """The room before a game: its code in large signs, who is awaited."""

    def whole(self) -> float:
        coded = bool(self.said and self.said.code)
        return table_px((152 if coded else 82) + (22 if self.said and self.said.how else 0))

    def write(self) -> None:
        room: Room = self.said
        widest = self.width - table_px(24)
        y = self.top - table_px(28)
        write(room.title, "lead", theme.GOLD, self.center_x, y, widest=widest)
        write(room.note, "seat", theme.SOFT, self.center_x, y - table_px(27), widest=widest)
        if room.how:
            y -= table_px(22)
            write(room.how, "seat", theme.SOFT, self.center_x, y - table_px(27), widest=widest)
        if not room.code:
            return
        high, wide = table_px(54), min(widest, table_px(250))
        low = self.y + table_px(14)
        block(self.center_x - wide / 2, low, wide, high, theme.SUNKEN, table_px(RADIUS["normal"]))
        write(" ".join(room.code), "ribbon", theme.TEXT, self.center_x, low + high / 2,
              widest=wide - table_px(20))  # fmt: skip


class Before(Panel):
    """The plays of the trick before, each with who made it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.rows: list[Laid] = []
        self.fbind("said", self._fill)
        for name in ("pos", "size"):
            self.fbind(name, self._lay)

    @property
    def lines(self) -> tuple[tuple[str, str, Faces], ...]:
        """Name, avatar and cards of the last plays, the first of them on top."""
        return (self.said or ())[-MOST_LINES:]

    def whole(self) -> float:
        return table_px(len(self.lines) * LINE + NOTE + 1.5 * PAD)

    def _fill(self, *_: object) -> None:
        self.clear_widgets()
        self.rows = [Laid(0.0) for _ in self.lines]
        for row, line in zip(self.rows, self.lines, strict=True):
            row.most = 0.6
            self.add_widget(row)
            row.show(line[2])
        self._lay()

    def _lay(self, *_: object) -> None:
        for place, row in enumerate(self.rows):
            row.size = (self.width - table_px(3 * PAD + 40), table_px(LINE - 4))
            # `top` is still the old one when the height has just changed.
            top = self.y + self.height - table_px(NOTE)
            row.pos = (
                self.x + table_px(2 * PAD + 40),
                top - table_px(PAD + (place + 1) * LINE - 2),
            )

    def write(self) -> None:
        write(self.title, "seat", theme.SOFT, self.center_x, self.top - table_px(NOTE) * 0.7)
        for place, (name, face, _) in enumerate(self.lines):
            x, y = (
                self.x + table_px(PAD + 20),
                self.top - table_px(NOTE + PAD + (place + 0.42) * LINE),
            )
            side = table_px(28)
            disc(x, y, side / 2 + table_px(1), theme.EDGE)
            picture(avatar(face, round(side)), x - side / 2, y - side / 2, side, side)
            write_name(name, "seat", theme.SOFT, x, y - table_px(22), "middle", table_px(52))
