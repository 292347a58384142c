"""Roulette: a tap on a number bets it; the wheel shows where the ball falls."""

from dataclasses import replace
from typing import ClassVar, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.properties import NumericProperty

from client_core.client import Acts, Button, RouletteFacts, SeatView, TableView
from mobile_client.ui import look as looks
from mobile_client.ui.felts.roulette_ground import RouletteGround
from mobile_client.ui.felts.roulette_keys import BEGINS, STEPS, towards, typed
from mobile_client.ui.felts.roulette_places import HALVES, inside, meant
from mobile_client.ui.felts.roulette_sheets import BetsSheet, Laid
from mobile_client.ui.felts.roulette_tray import TrayChip
from mobile_client.ui.screens.table_bar import Choice
from mobile_client.ui.widgets.controls import Touch
from protocol.chips import Chip
from protocol.games.roulette import colour

DIRECT: Final = 60
"""From this size of a number in dp on, a thumb needs no loupe to mean a line beside it."""
EDGE: Final = 0.24
"""How near a line, in cells, a finger or a mouse means the line."""
HOLD_S: Final = 0.4
"""A finger that stays so long on a number opens the loupe."""
SLIPS: Final = 12
"""A finger that has moved by so much, in dp, does not hold any more."""
SHOWN_S: Final = 1.2
"""So long the wheel stays large when the ball lies."""
ABOVE: Final = 54
"""How far above a finger stands what it means, in dp."""


class RouletteFelt(RouletteGround):
    """The felt of roulette."""

    own: ClassVar[frozenset[str]] = frozenset({"bet", "take"})
    amounts: ClassVar[bool] = False
    value = NumericProperty(0)
    """What one touch lays."""

    def __init__(self, *about: object) -> None:
        self._round = -1
        self._from: tuple[float, float] = (0, 0)
        self._moved_far = False
        self._dragged: TrayChip | None = None
        self.bets_sheet: BetsSheet | None = None
        self._typed = ""
        """The digits of a number, while it is typed."""
        super().__init__(*about)
        self._hold = Clock.create_trigger(self._held, HOLD_S)
        self._touch: Touch | None = None
        self.tools["search"].bind(on_release=lambda _: self.look_closer())
        self.tools["list"].bind(on_release=lambda _: self.show_bets())
        self._name_places()
        self._window = EventLoop.window
        if self._window is not None:
            self._window.bind(mouse_pos=self._hover)

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
        if not isinstance(facts, RouletteFacts) or self.wheel.busy:
            return "", ""
        if view.over and seat.results:
            word = self.client.money(seat.results, short=True, sign=True)
            return word, "won" if seat.results > 0 else "fold"
        if seat.seat in facts.ready and not facts.closed:
            return self.say("table.ready"), "check"
        return "", ""

    def show(self, view: TableView, acts: Acts) -> None:
        if isinstance(view.facts, RouletteFacts):
            self._show_wheel(view, view.facts)
        super().show(view, acts)

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
        for shown in (self.lying, self.loupe):
            shown.mine, shown.others = mine, others
        paid = facts.paid.get(view.me, {}) if view.me is not None else {}
        # Nobody knows it before the ball lies.
        self.lying.paid = [] if self.wheel.busy else list(paid)
        self.layout.hit = None if self.wheel.busy else facts.number
        open_ = view.live and not facts.closed and facts.number is None
        # While the house has not answered yet, what may be laid is what it was.
        if self._offers("bet") or not (open_ and self.tray):
            self._show_tray()
        if not open_:
            self.loupe.close()
            self.lying.meant = self.bubble.text = ""
        if view.round != self._round:
            self._round = view.round
        self._show_past(facts)
        if self.bets_sheet is not None:
            self.bets_sheet.show(self._laid(), open_)

    def _show_wheel(self, view: TableView, facts: RouletteFacts) -> None:
        before = self.wheel.busy
        # The number first: a wheel that spins no more, without one, has been called off.
        self.wheel.number = facts.number
        self.wheel.spinning = facts.closed and facts.number is None and view.live
        if self.wheel.busy and not before:
            self.show_large()
        elif not facts.closed:
            self.show_small()

    def fallen(self) -> None:
        """Now everybody may know what it is, and what it has brought."""
        self.show_large(SHOWN_S)
        if self.view is not None:
            self.show(self.view, self.acts)
        self.tapped()

    @property
    def moves(self) -> bool:
        """The ball has to come to rest before anything is paid."""
        return self.flights.busy or self.wheel.state == "drops"

    def land(self) -> None:
        super().land()
        if self.wheel.state == "drops":
            self.wheel.stop()

    def _show_past(self, facts: RouletteFacts) -> None:
        found = [one.number for one in self.client.past_facts(self.table)
                 if isinstance(one, RouletteFacts) and one.number is not None]  # fmt: skip
        if facts.number is not None and not self.wheel.busy:
            found = [facts.number, *found]
        for nth, tag in enumerate(self.past):
            number = found[nth] if nth < len(found) else None
            tag.text = "" if number is None else str(number)
            tag.ground = "dark" if number is None else colour(number)

    def _show_tray(self) -> None:
        chips = self._able_chips()
        while len(self.tray) > len(chips):
            self.remove_widget(self.tray.pop())
        while len(self.tray) < len(chips):
            one = TrayChip()
            one.bind(on_release=self._chosen)
            self.tray.append(one)
            self.add_widget(one, index=self.children.index(self.loupe) + 1)
        if chips and self.value not in {one.value for one in chips}:
            self.value = chips[0].value
        for widget, kind in zip(self.tray, chips, strict=True):
            widget.colour, widget.text = kind.colour, self.short(kind.value)
            widget.lit = int(kind.value == self.value)
        self.loupe.able = sorted(self._able())
        self.lay_tray()

    # -- what I do ---------------------------------------------------------------------------

    def _offers(self, verb: str) -> list[Button]:
        return [one for one in self.acts.buttons if one.verb == verb and not self.acts.sent]

    def _able(self) -> set[str]:
        """The places that may be touched now."""
        return {place for one in self._offers("bet") for place in one.on}

    def _able_chips(self) -> list[Chip]:
        bet = next(iter(self._offers("bet")), None)
        if bet is None:
            return []
        able = [one for one in self.chips if bet.low <= one.value <= bet.high]
        return able or [Chip(bet.low, "white")]

    def _chosen(self, widget: TrayChip) -> None:
        self.value = self._able_chips()[self.tray.index(widget)].value
        self._show_tray()

    @property
    def small(self) -> bool:
        """Its numbers are too small for a thumb to mean a line beside one."""
        return bool(min(self.layout.grid.cell) < looks.px(DIRECT))

    def place_at(self, x: float, y: float, fine: bool = False) -> str:
        """The place that a finger means there, of those that are offered; a mouse is `fine`."""
        if not self.layout.collide_point(x, y):
            return ""
        along, across = self.layout.grid.cells(x, y)
        return meant(along, across, self._able(), EDGE if fine or not self.small else 0.0)

    def on_touch_down(self, touch: Touch) -> bool:
        self._dragged = next((one for one in self.tray if one.collide_point(*touch.pos)), None)
        if super().on_touch_down(touch):
            if self._dragged is not None:
                # A chip may be drawn from the tray to where it is to lie.
                touch.grab(self)
            return True
        if self.loupe.close():
            return True
        if not self.layout.collide_point(*touch.pos) or not self._able():
            return False
        touch.grab(self)
        self._from, self._moved_far, self._touch = touch.pos, False, touch
        if inside(*self.layout.grid.cells(*touch.pos)):
            self._hold()
        self._mean(self.place_at(*touch.pos, _fine(touch)), touch)
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        far = max(abs(touch.x - self._from[0]), abs(touch.y - self._from[1]))
        if self._dragged is None and far > looks.px(SLIPS):
            self._moved_far = True
            self._hold.cancel()
        if self.loupe.there:
            self.loupe.mean(touch)
            self._mean("", touch)
        else:
            self._mean(self.place_at(*touch.pos, _fine(touch)), touch)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._hold.cancel()
        place, self._touch = str(self.lying.meant), None
        if self.loupe.there:
            # Whoever has only held it open looks first, and means nothing yet.
            place, self.loupe.meant = (str(self.loupe.meant) if self._moved_far else ""), ""
        dragged, self._dragged = self._dragged, None
        self._mean("", touch)
        if place and dragged is not None and dragged in self.tray:
            self._chosen(dragged)
        if place:
            self.lay_chip(place)
        self.tapped()
        return True

    def _mean(self, place: str, touch: Touch) -> None:
        """What a finger is on is lit, and named above it where it hides it."""
        if place != self.lying.meant:
            self.lying.meant = place
            self.tapped()
        hides = bool(place) and not _fine(touch)
        self.bubble.text = self.client.place_name(place) if hides else ""
        if hides:
            half = self.bubble.width / 2
            self.bubble.center = (
                max(self.x + half, min(self.right - half, touch.x)),
                min(self.top - looks.px(16), touch.y + looks.px(ABOVE)),
            )

    def _held(self, _: float) -> None:
        """The finger stays where it is: the numbers under it grow."""
        touch = self._touch
        if touch is None or not self._able():
            return
        along, across = self.layout.grid.cells(*touch.pos)
        self._from = touch.pos
        self._mean("", touch)
        self.loupe.open(along, across, touch.pos)
        self.tapped()

    def _hover(self, _: object, at: tuple[float, float]) -> None:
        """A mouse shows what a click would mean."""
        if self._touch is not None or self.loupe.there or self.get_root_window() is None:
            return
        x, y = self.to_widget(*at)
        place = self.place_at(x, y, True) if self._able() and not self._covered() else ""
        if place != self.lying.meant:
            self.lying.meant = place
            self.tapped()

    def _covered(self) -> bool:
        """Something lies over the table."""
        return self.bets_sheet is not None

    def lay_chip(self, place: str) -> None:
        """One chip more on a place."""
        button = next((one for one in self._offers("bet") if place in one.on), None)
        if button is None:
            return
        amount = max(button.low, min(button.high, int(self.value)))
        self.client.tap(self.table, button, amount, on=place)

    # -- keys ----------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Arrows and digits lead to a place; the space bar lays a chip there."""
        able = sorted(self._able())
        if not able:
            return False
        at = str(self.lying.meant)
        if key in STEPS:
            self._typed = ""
            self.lying.meant = towards(self.layout.grid, at, key, able) if at in able else BEGINS
        elif key.isdigit() and len(key) == 1:
            self._typed = typed(self._typed, key)
            self.lying.meant = f"straight:{int(self._typed)}"
        elif key == "space" and at in able:
            self.lay_chip(at)
        elif key in ("page_up", "page_down"):
            self._other_chip(1 if key == "page_up" else -1)
        else:
            return False
        self.tapped()
        return True

    def keys(self) -> tuple[tuple[str, str], ...]:
        if not self._able():
            return ()
        return (
            (self.say("keys.place"), "0–36  ← ↑ ↓ →"),
            (self.say("keys.lay"), "Space"),
            (self.say("keys.chip"), "PgUp PgDn"),
        )

    def _other_chip(self, by: int) -> None:
        values = [chip.value for chip in self._able_chips()]
        at = values.index(self.value) if self.value in values else 0
        self.value = values[max(0, min(len(values) - 1, at + by))]
        self._show_tray()

    def look_closer(self) -> None:
        """The loupe, without a finger that holds."""
        if not self.loupe.close() and self._able():
            self.loupe.open(5)
        self.tapped()

    # -- what lies over it -------------------------------------------------------------------

    def _laid(self) -> tuple[Laid, ...]:
        """My bets, the highest first, with what each would win."""
        view = self.view
        if view is None or view.me is None or not isinstance(view.facts, RouletteFacts):
            return ()
        facts = view.facts
        mine = (facts.lay if facts.number is not None else facts.bets).get(view.me, {})
        return tuple(
            Laid(place, self.client.place_name(place), mine[place], facts.pays[place])
            for place in sorted(mine, key=lambda one: (-mine[one], one))
        )

    def show_bets(self) -> None:
        """Every bet of mine, and what it may win."""
        if self.over is None:
            return
        sheet = self.bets_sheet = BetsSheet(self.client, self.take_back)
        view = self.view
        facts = view.facts if view is not None else None
        open_ = isinstance(facts, RouletteFacts) and not facts.closed and bool(view and view.live)
        sheet.show(self._laid(), open_)
        sheet.bind(on_closed=self._closed)
        self.over(sheet)

    def _closed(self, *_: object) -> None:
        self.bets_sheet = None

    def take_back(self, place: str) -> None:
        """All chips that lie on a place."""
        button = next((one for one in self._offers("take") if place in one.on), None)
        if button is not None:
            self.client.tap(self.table, button, button.high, on=place)

    def more_choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Who is ready without a chip on the board lets this spin pass, and is told so; who plays
        alone spins the wheel."""
        view = self.view
        key = "table.no_bet" if not self._on_board() else ""
        if not key and view is not None and len(view.names) < 2:
            key = "table.spin"
        text = self.say(key) if key else ""
        kind = "primary" if self._on_board() else "quiet"
        return tuple(
            replace(one, text=text or one.text, kind=kind) if one.key == "act.spin" else one
            for one in choices
        )

    def _on_board(self) -> int:
        view = self.view
        if view is None or view.me is None or not isinstance(view.facts, RouletteFacts):
            return 0
        return view.facts.on_board(view.me)

    def back(self) -> bool:
        """The loupe is put away."""
        return self.loupe.close()

    def rest(self) -> None:
        super().rest()
        self._hold.cancel()
        self.wheel.stop()
        self.show_small()
        if self._window is not None:
            self._window.unbind(mouse_pos=self._hover)

    def status(self, view: TableView, acts: Acts) -> str:
        facts = view.facts
        place = str(self.loupe.meant or self.lying.meant)
        if not isinstance(facts, RouletteFacts):
            return ""
        if place:
            name = self.client.place_name(place)
            return self.say("table.pays", place=name[:1].upper() + name[1:],
                            odds=facts.pays[place])  # fmt: skip
        mine = view.at(view.me) if view.me is not None else None
        if facts.number is not None and not self.wheel.busy:
            said = self.say("table.fell", number=facts.number,
                            colour=self.say(f"fact.colour.{facts.colour}"))  # fmt: skip
            won = self.client.money(mine.results, sign=True) if mine and mine.results else ""
            return " · ".join(one for one in (said, won) if one)
        if facts.closed:
            return self.say("table.no_more_bets")
        if mine is None or not mine.in_round:
            return ""
        lies = facts.on_board(mine.seat)
        if acts.buttons:
            return self.say("table.on_board", amount=lies) if lies else self.say("table.lay_chips")
        if mine.seat in facts.ready:
            return (
                self.say("table.bets_lie", amount=lies) if lies else self.say("table.bet_nothing")
            )
        return ""


def _fine(touch: Touch) -> bool:
    """A mouse points at what it means; a finger covers it."""
    return "button" in touch.profile
