"""Roulette: chips are laid by touching the board; the wheel shows where the ball fell."""

from typing import ClassVar, Final

from kivy.properties import NumericProperty, StringProperty

from mobile_client.core.client import Acts, Button, RouletteFacts, SeatView, TableView
from mobile_client.ui import theme
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.plate import row_height
from mobile_client.ui.felts.roulette_board import HALVES, Board, Chips, nearest
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.felts.wheel import WheelView
from mobile_client.ui.look import table_px as px
from mobile_client.ui.widgets.buttons import IconButton, Pressed
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.drawn import block, border, disc, picture, write
from protocol.chips import Chip
from protocol.games.roulette import colour

TRAY: Final = 56
SMALL_FACE: Final = 30


class TrayChip(Pressed):
    """A chip to lay with; the one in the hand stands out."""

    wide = 46
    colour = StringProperty("white")
    text = StringProperty("")
    lit = NumericProperty(0)
    WATCHED = ("state", "colour", "text", "lit")

    def paint(self) -> None:
        wide = px(self.wide)
        high = wide * HIGH / WIDE
        x, y = self.center_x - wide / 2, self.center_y - high / 2
        if self.lit:
            disc(self.center_x, self.center_y, px(24), theme.faded(theme.GOLD, 0.28))
            border(self.center_x - px(24), self.center_y - px(24), px(48), px(48), theme.GOLD, 1.6,
                   px(24))  # fmt: skip
        picture(chip(self.colour, wide), x, y, wide, high)
        block(self.center_x - px(17), y - px(3), px(34), px(18), theme.faded(theme.SUNKEN, 0.9),
              px(9))  # fmt: skip
        write(self.text, "seat", theme.TEXT, self.center_x, y + px(6), widest=px(30))


class RouletteFelt(TableFelt):
    """The felt of roulette."""

    own: ClassVar[frozenset[str]] = frozenset({"bet", "take"})
    rail: ClassVar[bool] = False
    value = NumericProperty(0)
    """What one touch lays."""

    def __init__(self, *about: object) -> None:
        self.layout = Board(size_hint=(None, None))
        self.lying = Chips(self.layout, lambda cents: self.client.money(cents, short=True))
        self.wheel = WheelView()
        self.past = [Tag(kind="seat", size=(px(30), px(22))) for _ in range(8)]
        self.tray: list[TrayChip] = []
        self.eraser = IconButton(icon="erase")
        self.taking = False
        self._round = -1
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        at = self.children.index(self.flights)
        for part in (self.layout, self.lying, self.wheel, *self.past):
            self.add_widget(part, index=at + 1)
        self.eraser.bind(on_release=lambda _: self._take_back())
        self.add_widget(self.eraser)
        self._name_places()

    def _name_places(self) -> None:
        names = {place: self.say(f"table.on.{place}") for place in HALVES}
        names |= {f"dozen:{nth}": self.say(f"table.on.dozen{nth}") for nth in (1, 2, 3)}
        names |= {f"column:{nth}": self.say("table.on.column") for nth in (1, 2, 3)}
        self.layout.labels = names

    # -- what lies there ---------------------------------------------------------------------

    def show_pot(self, view: TableView) -> None:
        """There is none: everybody plays against the house."""

    def bet_of(self, view: TableView, seat: SeatView) -> int:
        return 0

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        facts = view.facts
        if not isinstance(facts, RouletteFacts):
            return "", ""
        if view.over and seat.results:
            word = self.client.money(seat.results, short=True, sign=True)
            return word, "won" if seat.results > 0 else "fold"
        if seat.seat in facts.ready and not facts.closed:
            return self.say("table.ready"), "check"
        return "", ""

    def show_middle(self, view: TableView) -> None:
        facts = view.facts
        if not isinstance(facts, RouletteFacts):
            return
        bets = facts.lay if facts.number is not None else facts.bets
        mine = dict(bets.get(view.me, {})) if view.me is not None else {}
        others: dict[str, int] = {}
        for seat, places in bets.items():
            for place, amount in places.items() if seat != view.me else ():
                others[place] = others.get(place, 0) + amount
        self.lying.mine, self.lying.others = mine, others
        self.lying.paid = list(facts.paid.get(view.me, {})) if view.me is not None else []
        self.layout.hit = facts.number
        self._show_wheel(view, facts)
        self._show_tray()
        if view.round != self._round:
            self._round = view.round
            self.taking = False
            self._show_past()

    def _show_wheel(self, view: TableView, facts: RouletteFacts) -> None:
        spins = facts.closed and facts.number is None and view.live
        there = spins or (facts.number is not None and not self.acts.buttons)
        self.wheel.opacity = 1 if there else 0
        self.wheel.number = facts.number
        self.wheel.spinning = spins

    def _show_past(self) -> None:
        found = [one.number for one in self.client.past_facts(self.table)
                 if isinstance(one, RouletteFacts) and one.number is not None]  # fmt: skip
        for nth, tag in enumerate(self.past):
            number = found[nth] if nth < len(found) else None
            tag.text = "" if number is None else str(number)
            tag.ground = "dark" if number is None else colour(number)

    def _show_tray(self) -> None:
        bet = self._offer("bet")
        chips = [one for one in self.chips if bet is not None and bet.low <= one.value <= bet.high]
        if bet is not None and not chips:
            chips = [Chip(bet.low, "white")]
        while len(self.tray) > len(chips):
            self.remove_widget(self.tray.pop())
        while len(self.tray) < len(chips):
            one = TrayChip(size_hint=(None, None), size=(px(52), px(52)))
            one.bind(on_release=self._chosen)
            self.tray.append(one)
            self.add_widget(one)
        if chips and self.value not in {one.value for one in chips}:
            self.value = chips[0].value
        for widget, kind in zip(self.tray, chips, strict=True):
            widget.colour, widget.text = kind.colour, self.client.money(kind.value, short=True)
            widget.lit = int(kind.value == self.value and not self.taking)
        self.eraser.opacity = 1 if self._offers("take") else 0
        self.eraser.filled = self.taking
        self._lay_tray()

    # -- what I do ---------------------------------------------------------------------------

    def _offers(self, verb: str) -> list[Button]:
        return [one for one in self.acts.buttons if one.verb == verb and not self.acts.sent]

    def _offer(self, verb: str) -> Button | None:
        return next(iter(self._offers(verb)), None)

    def _chosen(self, widget: TrayChip) -> None:
        bet = self._offer("bet")
        able = [one for one in self.chips if bet and bet.low <= one.value <= bet.high]
        if self.tray.index(widget) < len(able):
            self.value = able[self.tray.index(widget)].value
        self.taking = False
        self._show_tray()

    def _take_back(self) -> None:
        self.taking = bool(self._offers("take")) and not self.taking
        self._show_tray()

    def place_at(self, x: float, y: float) -> str:
        """The place that a finger means there, of those that are offered."""
        offers = self._offers("take" if self.taking else "bet")
        if not self.layout.collide_point(x, y):
            return ""
        return nearest(*self.layout.cells(x, y), {place for one in offers for place in one.on})

    def on_touch_down(self, touch: Touch) -> bool:
        if super().on_touch_down(touch):
            return True
        place = self.place_at(*touch.pos)
        if not place:
            return False
        touch.grab(self)
        self.lying.meant = place
        self.tapped()
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        meant = self.place_at(*touch.pos)
        if meant != self.lying.meant:
            self.lying.meant = meant
            self.tapped()
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        place, self.lying.meant = self.lying.meant, ""
        if place:
            self.lay_chip(place)
        self.tapped()
        return True

    def lay_chip(self, place: str) -> None:
        """One chip more on a place; or, taking back, all that lies there."""
        verb = "take" if self.taking else "bet"
        button = next((one for one in self._offers(verb) if place in one.on), None)
        if button is None:
            return
        amount = button.high if self.taking else max(button.low, min(button.high, int(self.value)))
        self.client.tap(self.table, button, amount, on=place)

    def rest(self) -> None:
        super().rest()
        self.wheel.stop()

    def status(self, view: TableView, acts: Acts) -> str:
        facts = view.facts
        if self.lying.meant:
            return self.client.place_name(self.lying.meant)
        if not isinstance(facts, RouletteFacts):
            return ""
        mine = view.at(view.me) if view.me is not None else None
        if facts.number is not None:
            said = self.say("table.fell", number=facts.number,
                            colour=self.say(f"fact.colour.{facts.colour}"))  # fmt: skip
            won = self.client.money(mine.results, sign=True) if mine and mine.results else ""
            return " · ".join(one for one in (said, won) if one)
        if facts.closed:
            return self.say("table.no_more_bets")
        if acts.buttons and mine is not None:
            lies = facts.on_board(mine.seat)
            return self.say("table.on_board", amount=lies) if lies else self.say("table.lay_chips")
        return ""

    # -- where it lies -----------------------------------------------------------------------

    def lay(self) -> None:
        super().lay()
        if self.plates:
            self._lay_board()

    def lay_mine(self) -> None:
        plate = self.plates[0]
        self._shrink()
        plate.pos = (self.x + px(4), self.y + px(4))
        self.hand.size = (0, 0)

    def _shrink(self) -> None:
        high = row_height("seat") + row_height("money") + px(5) + px(SMALL_FACE - 8)
        wide = self._seat_width()
        for plate in self.plates:
            plate.side, plate.size = SMALL_FACE, (wide, high)
        for ring in self.rings:
            ring.size = (px(SMALL_FACE + 8), px(SMALL_FACE + 8))

    def _seat_width(self) -> float:
        return min(px(76), (float(self.width) - px(8)) / max(self.count, 1) - px(3))

    def lay_chairs(self) -> None:
        """All in one line along the top; I am at the bottom, beside my chips."""
        wide, high = self.plates[0].size
        others = self.plates[1:]
        left = self.x + (self.width - len(others) * (wide + px(3))) / 2
        for nth, plate in enumerate(others):
            plate.pos = (left + nth * (wide + px(3)), self.top - high - px(3))

    def _lay_board(self) -> None:
        plate = self.plates[0]
        low = self.y + max(px(TRAY), plate.height) + px(8)
        top = self.top - (plate.height + px(8) if self.count > 1 else px(6))
        board = self.layout
        board.upright = not self.wide
        wide = self.width - px(12)
        high = top - low - px(26)
        if self.wide:
            high = min(high, wide * 0.5)
        board.size = (min(wide, px(520)) if not self.wide else wide, high)
        board.pos = (self.x + (self.width - board.width) / 2, low)
        self.lying.size, self.lying.pos = board.size, board.pos
        side = min(board.width, board.height) * (0.62 if not self.wide else 0.96)
        self.wheel.size = (side, side)
        self.wheel.center = board.center
        left = self.x + (self.width - len(self.past) * px(34)) / 2
        for nth, tag in enumerate(self.past):
            tag.pos = (left + nth * px(34), low + high + px(3))
        self._lay_tray()

    def _lay_tray(self) -> None:
        if not self.plates:
            return
        x = self.plates[0].right + px(8)
        y = self.y + px(4)
        for one in self.tray:
            one.pos = (x, y)
            x += px(54)
        self.eraser.pos = (self.right - px(52), y + px(2))

    def lay_middle(self) -> None:
        """The board has a place of its own."""

    def bet_spot(self, place: int) -> tuple[str, Point]:
        return "none", self.plates[place].center
