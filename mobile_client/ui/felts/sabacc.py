"""The felt of sabacc: the deck and the pile of discards, dice that roll, the two pots, what my hand
counts."""

from dataclasses import replace
from typing import Final

from kivy.clock import Clock

from client_core.client import Acts, HandView, Motion, SabaccFacts, SeatView, TableView
from client_core.felts.choices import Choice
from client_core.felts.sabacc import asked_line
from mobile_client.ui.felts.deck import CARD, EDGE
from mobile_client.ui.felts.dice import Dice
from mobile_client.ui.felts.discards import DiscardPile, DiscardSheet
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.felts.throwing import throw
from mobile_client.ui.look import look, motion, table_px
from mobile_client.ui.widgets.cards import measure
from protocol.games.sabacc import Shifted

SHIFT_S: Final = 1.1
"""How long a shift is announced before the hands go."""
APART: Final = 5
"""From the middle to the deck, and to the pile, in dp."""

TWO: Final = 2
"""So many seats are one and the one opposite."""


class SabaccFelt(TableFelt):
    """The felt of sabacc."""

    signed = True
    low_under_tips = True

    def __init__(self, *about: object) -> None:
        self.dice = Dice(self._lie)
        self.pile = DiscardPile()
        self.lap = Tag(ground="soft")
        self.shift = Tag(ground="gold", kind="seat")
        self.banner = Tag(ground="gold", kind="heading")
        self.jackpot = Tag(ground="gold")
        self.total = Tag(ground="gold", size=(table_px(64), table_px(24)))
        self._shifts = False
        self._announced = Clock.create_trigger(self._quiet, SHIFT_S)
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        for part in (self.pile, self.lap, self.shift, self.jackpot, self.dice):
            self.add_widget(part, index=len(self.children) - 3)
        for part in (self.total, self.banner):
            self.add_widget(part)
        self.pile.bind(on_release=lambda _: self.show_discards())

    def show_middle(self, view: TableView) -> None:
        facts = view.facts
        self.pile.cards = list(view.discards) if view.live or view.over else []
        self.pile.hidden = self.flying("discard", len(view.discards))
        self.pile.fit()
        self.show_pot(view)
        if not isinstance(facts, SabaccFacts):
            return
        self.dice.faces = list(facts.dice or ())
        laps = self.say("table.lap", number=facts.lap)
        self.lap.text = laps if view.live else ""
        shifted = facts.shifted and view.live and not self.dice.busy
        # Where letters are large there is no room for it: the log has it.
        self.shift.text = self.say("sabacc.shift") if shifted and not self._tight else ""
        seen = facts.pot or view.live or view.over
        self.jackpot.text = self.say("table.sabacc_pot", amount=facts.pot) if seen else ""

    @property
    def _tight(self) -> bool:
        """Large letters on a low felt."""
        return bool(self.low and look.big_text)

    def show_pot(self, view: TableView) -> None:
        """It is seen at all times, with nothing in it too."""
        super().show_pot(view)
        if self.low:
            # There is no room for chips, nor for a second line.
            self.pot.amount = 0
            if self.pot.sides:
                self.pot.text, self.pot.sides = f"{self.pot.text} = {self.pot.sides[0]}", []
        lift = table_px(21) if self.pot.sides else 0.0
        self.jackpot.center_y = self.pot.y + table_px(37 if self.low else 52) + lift
        if not view.total and (view.live or view.over):
            self.pot.text = self.say("table.pot", amount=view.worth(0))

    def show_seats(self, view: TableView) -> None:
        """Before each seat stands what it has put in in this game; the chips are those of now."""
        super().show_seats(view)
        for seat in view.seats:
            bet = self.bets[seat.place]
            if seat.paid and view.live and not self.flights.hides(("bet", seat.seat)):
                bet.text = self.client.texts.money(view.worth(seat.paid), short=True)

    # -- what moves --------------------------------------------------------------------------

    def animate(self, motions: tuple[Motion, ...]) -> None:
        view = self.view
        if view is not None and not view.syncing and motion().normal:
            self._shifts = any(isinstance(one.event, Shifted) for one in motions)
            if any(one.kind == "roll" for one in motions):
                self.dice.roll()
            throw(self, view, motions, self._landed)
        super().animate(motions)
        if view is not None:
            self.show(view, self.acts)

    def _lie(self) -> None:
        """The dice lie: a shift is announced."""
        if self._shifts:
            self._shifts = False
            self.banner.text = self.say("sabacc.shift_now")
            self._announced()
        self.tapped()

    def _quiet(self, *_: object) -> None:
        self._announced.cancel()
        self.banner.text = ""
        self.tapped()

    @property
    def moves(self) -> bool:
        """Dice, the word of a shift and the cards, one after the other."""
        return self.flights.busy or self.dice.busy or bool(self.banner.text)

    @property
    def awaited(self) -> bool:
        return super().awaited or self.dice.busy or bool(self.banner.text)

    def land(self) -> None:
        super().land()
        self._shifts = False
        self.dice.stop()
        self._quiet()

    def rest(self) -> None:
        super().rest()
        self._shifts = False
        self.dice.stop()
        self._announced.cancel()
        self.banner.text = ""

    def show_discards(self) -> None:
        """All cards of the pile side by side."""
        if self.over is not None and self.pile.cards:
            self.over(DiscardSheet(self.client, self.pile.cards))

    # -- hands and places --------------------------------------------------------------------

    def show_hand(self, view: TableView) -> None:
        super().show_hand(view)
        hand = self.my_hand(view)
        coming = any(self.flights.hides(("card", view.me, 0, at)) for at in range(len(hand.cards)))
        points = hand.points or 0
        there = hand.points is not None and not coming and not self.low
        sum_ = (f"{points:+d}" if points else "0") if there else ""
        self.total.text = sum_.replace("-", "−")
        # Above a card that stands out.
        self.total.center = (self.hand.center_x, self.hand.top + table_px(15))
        self.total.ground = "good" if hand.points == 0 else "gold"

    def counted(self, view: TableView) -> tuple[HandView, ...]:
        hand = self.my_hand(view)
        return (hand,) if self.low and hand.points is not None and not self.flights.busy else ()

    def bet_spot(self, place: int) -> tuple[str, Point]:
        if place == 0 and self.wide:
            x, y = self.plates[0].face
            # On a low felt beside the face: above it stands what was done last.
            aside, above = (32, 20) if self.low else (16, 46)
            return "right", (x - table_px(aside), y + table_px(above))
        plate = self.plates[place]
        opposite = abs(plate.center_x - self.center_x) < plate.width / 2
        if self.wide and opposite and (self.low or self.count == TWO):
            # Right below it stands the sabacc pot.
            return "right", (plate.right + table_px(64), plate.center_y)
        return super().bet_spot(place)

    def hand_scale(self, count: int) -> str:
        return "medium" if self.low or count > 3 else "large"

    def count_of(self, view: TableView, seat: SeatView) -> str:
        hidden = (len(hand.cards) for hand in seat.hands if None in hand.cards)
        most = max(hidden, default=0)
        return self.client.texts.number(most) if most > 2 and not seat.me else ""

    def lay_mine(self) -> None:
        super().lay_mine()
        self.hand.width = min(self.right - table_px(8) - self.hand.x, table_px(240))

    def middle(self) -> float:
        if self.low:
            # The two pots need the room above more.
            return super().middle() - table_px(8)
        _, high = measure(self.board_scale(), self.board.zoom)
        # A pile that is touched lies on no card of mine, and on no sum above them.
        return max(super().middle(), float(self.y) + self.hand_height() + high / 2 + table_px(34))

    def lay_middle(self) -> None:
        super().lay_middle()
        y = self.board.center_y
        self.jackpot.width = table_px(130 if self.low else 190)
        self.jackpot.center_x = self.center_x
        self.jackpot.center_y = self.pot.y + table_px(37 if self.low else 52)
        if self.view is not None:
            self.show_pot(self.view)
        self.banner.size = (min(self.width - table_px(16), table_px(300)), table_px(44))
        self.banner.center = (self.center_x, y)
        self._lay_pile()
        left = self.deck.x - table_px(29 if self.low else 42)
        self.lap.width = self.shift.width = table_px(78)
        dice, lap, shift = (32, 3, 57) if self.low else (20, -9, -33)
        if self._tight:
            dice, lap = 20, -6
        self.dice.center = (left, y + table_px(dice))
        self.lap.center = (left - table_px(7 if self.low else 0), y + table_px(lap))
        self.shift.center = (self.lap.center_x, y + table_px(shift))

    def lay_deck(self) -> None:
        """It lies in the middle, beside the pile."""

    def _lay_pile(self) -> None:
        scale, y = self.board_scale(), self.board.center_y
        wide, high = measure(scale, self.board.zoom)
        self.deck.measure(wide / table_px(CARD[0] * look.card_scale))
        # The middle is that of its upper card.
        rim = table_px(EDGE) * (self.deck.layers - 1)
        self.deck.pos = (self.center_x - table_px(APART) - wide - rim, y - high / 2 - rim)
        self.pile.scale, self.pile.zoom = scale, self.board.zoom
        x = self.center_x + table_px(APART)
        beside = [one.x for one in self.others
                  if one.x > x and one.y < y + high / 2 and one.top > y - high / 2]  # fmt: skip
        if self.low:
            # Bets lie beside the pile there.
            beside += [one.center_x - table_px(14) for one in self.bets[1:]
                       if one.center_x > x and abs(one.center_y - y) < high / 2]  # fmt: skip
        self.pile.room = min([self.right, *beside]) - table_px(6) - x
        self.pile.pos = (x, y - high / 2)
        self.pile.fit()

    def more_choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """What needs a card is dim until one is chosen."""
        wanting = {f"act.{one.key}" for one in self.acts.buttons if one.cards[0]}
        if self.hand.picked or not wanting:
            return choices
        return tuple(replace(one, kind="dim") if one.key in wanting else one for one in choices)

    def status(self, view: TableView, acts: Acts) -> str:
        if self.banner.text:
            return self.say("sabacc.shifted")
        return asked_line(self.client, view, acts, bool(self.hand.picked))
