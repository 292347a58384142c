"""Roulette: chips are laid by touching the board; the wheel shows where the ball fell."""

from dataclasses import replace
from typing import ClassVar, Final

from kivy.properties import NumericProperty

from client_core.client import Acts, Button, RouletteFacts, SeatView, TableView
from mobile_client.ui import look as looks
from mobile_client.ui.felts.roulette_ground import RouletteGround
from mobile_client.ui.felts.roulette_loupe import FAR, REACH
from mobile_client.ui.felts.roulette_places import HALVES, inside, nearest
from mobile_client.ui.felts.roulette_tray import TrayChip
from mobile_client.ui.screens.table_bar import Choice
from mobile_client.ui.widgets.controls import Touch
from protocol.chips import Chip
from protocol.games.roulette import colour

DIRECT: Final = 60
"""From this size of a number in dp on, a thumb needs no loupe to mean a part of it."""


class RouletteFelt(RouletteGround):
    """The felt of roulette."""

    waits = False

    own: ClassVar[frozenset[str]] = frozenset({"bet", "take"})
    amounts: ClassVar[bool] = False
    value = NumericProperty(0)
    """What one touch lays."""

    def __init__(self, *about: object) -> None:
        self.taking = False
        self._round = -1
        super().__init__(*about)
        self.eraser.bind(on_release=lambda _: self._take_back())
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
        for shown in (self.lying, self.loupe):
            shown.mine, shown.others = mine, others
        self.lying.paid = list(facts.paid.get(view.me, {})) if view.me is not None else []
        self.layout.hit = facts.number
        self._show_wheel(view, facts)
        open_ = view.live and not facts.closed and facts.number is None
        # While the house has not answered yet, what may be laid is what it was.
        if self._offers("bet") or not (open_ and self.tray):
            self._show_tray()
        if not open_:
            self.loupe.close()
        if view.round != self._round:
            self._round = view.round
            self.taking = False
            self._show_past()

    def _show_wheel(self, view: TableView, facts: RouletteFacts) -> None:
        spins = facts.closed and facts.number is None and view.live
        there = spins or facts.number is not None
        self.wheel.opacity = 1 if there else 0
        self.wheel.number = facts.number
        if spins != self.wheel.spinning:
            self.wheel.spinning = spins
            self.lay_wheel()

    def _show_past(self) -> None:
        found = [one.number for one in self.client.past_facts(self.table)
                 if isinstance(one, RouletteFacts) and one.number is not None]  # fmt: skip
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
            widget.lit = int(kind.value == self.value and not self.taking)
        self.taking = self.taking and bool(self._offers("take"))
        self.eraser.opacity = 1 if self._offers("take") else 0
        self.eraser.filled = self.loupe.taking = self.taking
        self.loupe.able = sorted(self._able())
        self.lay_tray()

    # -- what I do ---------------------------------------------------------------------------

    def _offers(self, verb: str) -> list[Button]:
        return [one for one in self.acts.buttons if one.verb == verb and not self.acts.sent]

    def _able(self) -> set[str]:
        """The places that may be touched now."""
        offers = self._offers("take" if self.taking else "bet")
        return {place for one in offers for place in one.on}

    def _able_chips(self) -> list[Chip]:
        bet = next(iter(self._offers("bet")), None)
        if bet is None:
            return []
        able = [one for one in self.chips if bet.low <= one.value <= bet.high]
        return able or [Chip(bet.low, "white")]

    def _chosen(self, widget: TrayChip) -> None:
        self.value = self._able_chips()[self.tray.index(widget)].value
        self.taking = False
        self._show_tray()

    def _take_back(self) -> None:
        self.taking = bool(self._offers("take")) and not self.taking
        self._show_tray()

    @property
    def small(self) -> bool:
        """Its numbers are too small for a thumb to mean a part of one."""
        return bool(min(self.layout.grid.cell) < looks.px(DIRECT))

    def place_at(self, x: float, y: float) -> str:
        """The place that a finger means there, of those that are offered."""
        if not self.layout.collide_point(x, y):
            return ""
        along, across = self.layout.grid.cells(x, y)
        if self.small and inside(along, across):
            return ""
        return nearest(along, across, self._able(), REACH if self.taking else FAR)

    def on_touch_down(self, touch: Touch) -> bool:
        if super().on_touch_down(touch):
            return True
        if self.loupe.close():
            return True
        if not self.layout.collide_point(*touch.pos) or not self._able():
            return False
        touch.grab(self)
        self.lying.meant = self.place_at(*touch.pos)
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
        place, self.lying.meant = str(self.lying.meant), ""
        cell = self.layout.grid.cells(*touch.pos)
        if place:
            self.lay_chip(place)
        elif self.small and inside(*cell) and self.layout.collide_point(*touch.pos):
            self.loupe.open(cell[0])
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

    def more_choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Who is ready without a chip on the board lets this spin pass, and is told so."""
        if self._on_board():
            return choices
        text = self.say("table.no_bet")
        return tuple(
            replace(one, text=text, kind="quiet") if one.key == "act.spin" else one
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
        self.wheel.stop()

    def status(self, view: TableView, acts: Acts) -> str:
        facts = view.facts
        meant = self.loupe.meant or self.lying.meant
        if meant:
            return self.client.place_name(meant)
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
