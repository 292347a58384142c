"""The felt of every game: chairs with me at the bottom, chips, a board, my hand, what flies.

A game's own felt says where its things lie and adds what only it has.
"""

from collections import Counter
from collections.abc import Callable
from typing import ClassVar, Final

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from mobile_client.core.client import Acts, Button, Client, HandView, Motion, SeatView, TableView
from mobile_client.ui.felts.flights import Flights
from mobile_client.ui.felts.places import chairs
from mobile_client.ui.felts.plate import Look, SeatPlate, plate_size
from mobile_client.ui.felts.pots import PotPile
from mobile_client.ui.felts.rows import CardRow, Hand
from mobile_client.ui.look import motion, px
from mobile_client.ui.screens.table_bar import Choice
from mobile_client.ui.theme import CARD_RAISE
from mobile_client.ui.widgets.cards import measure, shown
from mobile_client.ui.widgets.chips import ChipStack, DealerButton
from mobile_client.ui.widgets.felt import Felt
from mobile_client.ui.widgets.timer import TimerRing
from protocol.cards import Card
from protocol.chips import EPS, Chip
from protocol.words import BOARD, CHANCE, DISCARD, HOUSE, Seat

Point = tuple[float, float]
Choices = tuple[Choice, ...]
MOST_MOVING: Final = 60
"""More motions than this are history: how things stand is shown at once."""
RING: Final = 58
LOW: Final = 420
"""A felt that is wide and lower than this, in dp, is a phone on its side."""


class TableFelt(FloatLayout):
    """A felt on which any game can be played.

    `own` are the verbs that it offers on the felt itself; no button is made of them elsewhere.
    """

    own: ClassVar[frozenset[str]] = frozenset()
    rail: ClassVar[bool] = True
    slots: ClassVar[int] = 0
    """Places of the board that are marked while they are empty."""

    def __init__(self, client: Client, table: str, tapped: Callable[[], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.client, self.table, self.say = client, table, client.say
        self.tapped = tapped
        """Called when something on the felt was chosen."""
        self.view: TableView | None = None
        self.acts = Acts()
        self.wide = False
        self.count = 0
        self.cloth = Felt(size_hint=(None, None), table=self.rail)
        self.board = CardRow("medium", slots=self.slots)
        self.dealer_hand = CardRow("medium")
        self.pot = PotPile()
        self.button = DealerButton(size_hint=(None, None), size=(px(22), px(22)))
        self.hand = Hand(self.chose)
        self.flights = Flights(size_hint=(None, None))
        self.seat_layer = Widget(size_hint=(None, None))
        self.plates: list[SeatPlate] = []
        self.rings: list[TimerRing] = []
        self.bets: list[ChipStack] = []
        for one in (self.cloth, self.board, self.dealer_hand, self.pot, self.seat_layer,
                    self.button, self.hand, self.flights):  # fmt: skip
            self.add_widget(one)
        self.fbind("pos", self._moved)
        self.fbind("size", self._moved)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The denominations of this game."""
        game = self.view.game if self.view else ""
        return next((card.chips for card in self.client.games if card.game == game), EPS)

    # -- what lies there ---------------------------------------------------------------------

    def show(self, view: TableView, acts: Acts) -> None:
        """Everything as it is now."""
        self.view, self.acts = view, acts
        if len(view.seats) != self.count:
            self._chairs(len(view.seats))
        for seat in view.seats:
            self._show_seat(view, seat)
        self._show_button(view)
        self.show_middle(view)
        self.show_hand(view)

    def _chairs(self, count: int) -> None:
        self.count = count
        self.seat_layer.clear_widgets()
        self.plates = [SeatPlate() for _ in range(count)]
        self.rings = [TimerRing(size_hint=(None, None), width_dp=4) for _ in range(count)]
        self.bets = [ChipStack(size_hint=(None, None), chip_width=17) for _ in range(count)]
        for one in (*self.rings, *self.plates, *self.bets):
            self.seat_layer.add_widget(one)
        for ring in self.rings:
            ring.size = (px(RING), px(RING))
        self.lay()

    def _show_seat(self, view: TableView, seat: SeatView) -> None:
        plate, ring, bet = self.plates[seat.place], self.rings[seat.place], self.bets[seat.place]
        plate.look = self.look_of(view, seat)
        coming = self.flights.hides(("bet", seat.seat))
        amount = self.bet_of(view, seat)
        bet.denominations = self._heap(amount)
        bet.amount = 0 if coming else amount
        bet.text = self.client.money(amount, short=True) if amount and not coming else ""
        self._show_ring(view, seat, ring)

    def _heap(self, amount: int) -> tuple[Chip, ...]:
        """The chips that a bet is laid of: of one colour where there is little room."""
        if not self.low:
            return self.chips
        return (max((chip for chip in self.chips if chip.value <= amount),
                    key=lambda chip: chip.value, default=self.chips[0]),)  # fmt: skip

    def _show_ring(self, view: TableView, seat: SeatView, ring: TimerRing) -> None:
        left = view.turn.deadline - self.client.now() if view.turn and seat.turn else 0.0
        if view.turn is None or left <= 0:
            if ring.running:
                ring.stop()
            return
        if not ring.running or abs(ring.left - left) > 0.3:
            ring.start(left, view.turn.of)

    def bet_of(self, view: TableView, seat: SeatView) -> int:
        """The chips that lie before a seat."""
        return seat.bet

    def look_of(self, view: TableView, seat: SeatView) -> Look:
        """How a seat looks."""
        if not seat.taken and not seat.name:
            return Look(name=self.client.number(seat.seat + 1), free=True)
        word, tone = self.word_of(view, seat)
        return Look(
            name=seat.name,
            avatar=seat.avatar or ("robot" if seat.bot else _face(seat.name)),
            stack=self.client.money(seat.stack),
            word=word,
            tone=tone,
            note=self.note_of(view, seat),
            mark=self.mark_of(view, seat),
            me=seat.me,
            turn=seat.turn,
            dim=seat.folded or seat.gone or seat.out or (seat.taken and not seat.here),
            won=seat.won > 0 and not view.live,
            hands=() if seat.me else self.hands_of(view, seat),
            hidden=self._hidden(seat),
            count=self.count_of(view, seat),
        )

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        """The cards before another seat; of who is out only those that all have seen."""
        if seat.folded or seat.gone:
            return tuple(hand for hand in seat.hands if hand.open)
        return seat.hands

    def _hidden(self, seat: SeatView) -> frozenset[tuple[int, int]]:
        if seat.me or not self.flights.busy:
            return frozenset()
        return frozenset(
            (hand.number, place)
            for hand in seat.hands
            for place in range(len(hand.cards))
            if self.flights.hides(("card", seat.seat, hand.number, place))
        )

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        """The last thing that a seat did, or what became of it; and the verb that colours it."""
        if seat.won and view.over:
            return self.client.money(seat.won, short=True, sign=True), "won"
        if seat.all_in:
            return self.say("table.all_in"), "all_in"
        if seat.act is None or not (view.live or view.over):
            return "", ""
        return self.client.act_word(view.game, seat.act), seat.act.verb

    def note_of(self, view: TableView, seat: SeatView) -> str:
        if seat.gone:
            return self.say("table.gone")
        if seat.taken and not seat.here:
            return self.say("table.away")
        if seat.out:
            return self.say("table.sits_out")
        if view.needs_ready and seat.ready and not view.live:
            return self.say("table.ready")
        return ""

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        return ""

    def count_of(self, view: TableView, seat: SeatView) -> str:
        """How many cards a seat holds, where they are too many to be seen as backs."""
        most = max((len(hand.cards) for hand in seat.hands), default=0)
        return self.client.number(most) if most > 3 and not seat.me else ""

    def _show_button(self, view: TableView) -> None:
        dealer = next((seat for seat in view.seats if seat.button), None)
        self.button.opacity = 1 if dealer else 0
        if dealer:
            self.button.text = self.say("table.dealer")
            self.button.center = self.button_spot(dealer.place)

    def button_spot(self, place: int) -> Point:
        plate = self.plates[place]
        return plate.center_x - plate.inner * (plate.width / 2 - px(7)), plate.shoulder

    def show_middle(self, view: TableView) -> None:
        """The board, the dealer's cards, the pot."""
        self.board.show(view.board, hidden=self.flying("board", len(view.board)))
        cards = view.house.cards if view.house else ()
        self.dealer_hand.show(cards, hidden=self.flying("house", len(cards)))
        self.show_pot(view)

    def flying(self, where: str, count: int) -> set[int]:
        """Which cards of a row are still in the air."""
        return {place for place in range(count) if self.flights.hides((where, place))}

    def show_pot(self, view: TableView) -> None:
        self.pot.denominations = self.chips
        self.pot.amount = sum(pot.amount for pot in view.pots)
        total = self.client.money(view.total)
        self.pot.text = self.say("table.pot", amount=view.total) if view.total else ""
        self.pot.sides = self._sides(view) if total else []

    def _sides(self, view: TableView) -> list[str]:
        if len(view.pots) < 2:
            return []
        if self.low:
            return [" + ".join(self.client.money(pot.amount) for pot in view.pots)]
        first, *rest = view.pots
        return [
            self.say("table.main_pot", amount=first.amount),
            *(self.say("table.side_pot", amount=pot.amount) for pot in rest),
        ]

    def my_hand(self, view: TableView) -> HandView:
        mine = view.at(view.me) if view.me is not None else None
        return mine.hands[0] if mine and mine.hands else HandView()

    def show_hand(self, view: TableView) -> None:
        hand = self.my_hand(view)
        mine = view.at(view.me) if view.me is not None else None
        places = range(len(hand.cards))
        raised = set(hand.raised) if view.over else set()
        folded = mine is not None and mine.folded
        dim = set(places) if folded else set(places) - raised if raised else set()
        hidden = {at for at in places if self.flights.hides(("card", view.me, 0, at))}
        self.hand.show(
            hand.cards, self.hand_scale(len(hand.cards)), raised, dim, hidden, self.most_cards()
        )

    def hand_scale(self, count: int) -> str:
        if count > 4:
            return "fan"
        return "medium" if self.low else "large"

    def most_cards(self) -> int:
        """How many cards of my hand may be chosen now."""
        return max((button.cards[1] for button in self.acts.buttons), default=0)

    # -- what I choose -----------------------------------------------------------------------

    def chose(self) -> None:
        """Cards of my hand were chosen or let go."""
        self.tapped()

    def picked(self, button: Button) -> tuple[tuple[Card, ...], str]:
        """The cards and the place for an act, as far as they are chosen on the felt."""
        return (self.hand.picked if button.cards[1] else ()), ""

    def more_choices(self, choices: Choices) -> Choices:
        """What this game offers besides, such as a hint."""
        return choices

    def take(self, key: str) -> None:
        """One of those was chosen."""

    def rest(self) -> None:
        """Out of sight: nothing moves any more."""
        for ring in self.rings:
            ring.stop()
        self.flights.land()

    def status(self, view: TableView, acts: Acts) -> str:
        """What this game has to say that is more than the common line; "" is nothing."""
        return ""

    # -- where it lies -----------------------------------------------------------------------

    def _moved(self, *_: object) -> None:
        self.wide = self.width > self.height
        for one in (self.seat_layer, self.flights):
            one.pos, one.size = self.pos, self.size
        self.flights.land()
        self.lay()

    def lay(self) -> None:
        """Puts everything in its place."""
        if not self.plates or self.width < 2:
            return
        self.cloth.pos, self.cloth.size = self.cloth_box()
        wide, high = plate_size()
        for plate in self.plates:
            plate.size = (wide, high)
        self.lay_mine()
        self.lay_chairs()
        for place, (plate, ring, bet) in enumerate(
            zip(self.plates, self.rings, self.bets, strict=True)
        ):
            ring.center = plate.face
            bet.caption, bet.center = self.bet_spot(place)
        self.lay_middle()
        if self.view is not None:
            self._show_button(self.view)
            self.show_hand(self.view)

    def cloth_box(self) -> tuple[Point, Point]:
        return self.pos, self.size

    def hand_height(self) -> float:
        """How high my cards are; what stands beside them is not lower."""
        _, high = measure(self.hand_scale(2))
        return max(high * (1 + CARD_RAISE * 0.5), plate_size()[1])

    def lay_mine(self) -> None:
        """My seat and my cards, at the bottom."""
        wide, _ = measure(self.hand_scale(2))
        plate = self.plates[0]
        across = plate.width + px(10) + 2 * wide * 1.05
        left = self.center_x - across / 2
        plate.pos = (left, self.y + px(6))
        self.hand.size = (2.1 * wide, self.hand_height())
        self.hand.pos = (left + plate.width + px(10), self.y + px(6))

    def lay_chairs(self) -> None:
        """The others, clockwise from my left."""
        left, low, right, top = self.chair_box()
        for plate, (u, v) in zip(self.plates[1:], chairs(self.count, self.wide), strict=False):
            plate.center = (left + (right - left) * u, low + (top - low) * v)
            plate.inner = 1 if u < 0.5 else -1

    def chair_box(self) -> tuple[float, float, float, float]:
        """Where the middles of the other chairs may be: left, low, right, top."""
        wide, high = plate_size()
        edge = wide / 2 + px(3)
        low = self.y + high / 2 + px(6)
        if not self.wide:
            low += self.hand_height()
        # Open cards stand out above their plates.
        return self.x + edge, low, self.right - edge, self.top - high / 2 - px(26)

    def bet_spot(self, place: int) -> tuple[str, Point]:
        """Where the chips before a seat lie, and where their amount stands."""
        plate = self.plates[place]
        if place == 0:
            if self.wide:
                return "right", (self.hand.right + px(52), plate.center_y)
            return "right", (self.center_x, self.y + self.hand_height() + px(20))
        x, y = plate.center
        if abs(x - self.center_x) < self.width * 0.32 and y > self.center_y:
            return "right", (x, plate.y - px(17))
        inner = plate.inner
        if not self.low:
            return "below", (x + inner * (plate.width / 2 + px(34)), y + px(14))
        if y < self.y + self.height * 0.45:
            return "right", (x + inner * px(4), plate.top + px(14))
        return "right", (x + inner * (plate.width / 2 + px(8)), plate.y - px(14))

    @property
    def low(self) -> bool:
        """A phone that lies on its side: there is no room for anything twice."""
        return self.wide and self.height < px(LOW)

    def middle(self) -> float:
        """The height of the middle of what is common: between the chairs below and those above."""
        _, low, _, top = self.chair_box()
        others = self.plates[1:]
        if self.low:
            _, high = measure(self.board_scale())
            return float(self.y) + self.hand_height() + px(10) + high / 2
        above = [one.y for one in others if one.center_y > (low + top) / 2]
        below = [one.top for one in others if one.center_y <= (low + top) / 2]
        ceiling = min(above, default=top)
        # Open cards stand out above their plates.
        floor = max([*(top + px(10) for top in below), self.y + self.hand_height()])
        return float(floor + ceiling) / 2 - px(5)

    def board_scale(self) -> str:
        room = self.width - (2 * plate_size()[0] + px(20) if self.wide else px(24))
        wide, _ = measure("medium")
        return "medium" if room >= 5 * wide + 4 * px(4) else "small"

    def lay_middle(self) -> None:
        scale = self.board_scale()
        _, high = measure(scale)
        self.board.scale = scale
        y = self.middle()
        self.board.size = (self.width - px(16), high)
        self.board.center = (self.center_x, y)
        self.dealer_hand.size, self.dealer_hand.center = self.board.size, self.board.center
        self.pot.width = self.width - 2 * plate_size()[0] - px(20)
        self.pot.center_x = self.center_x
        self.pot.y = y + high / 2 + px(5)
        if self.view is not None:
            self.board.show(self.view.board, scale=scale)

    # -- what moves --------------------------------------------------------------------------

    def spot(self, place: Seat) -> Point:
        """Where things of a seat or a party come from and go to."""
        if place >= 0 and self.view is not None:
            seat = self.view.at(place)
            return _middle(self.plates[seat.place] if seat else self)
        if place in (CHANCE, DISCARD):
            return self.deck_spot()
        if place == HOUSE:
            return self.center_x, self.top - px(24)
        return _middle(self.board if place == BOARD else self.pot)

    def deck_spot(self) -> Point:
        return self.center_x, self.board.center_y + px(56)

    def animate(self, motions: tuple[Motion, ...]) -> None:
        """Lets what has moved fly to where it lies now."""
        view = self.view
        if view is None or view.syncing or not motion().deal or len(motions) > MOST_MOVING:
            return
        dealt: Counter[tuple[Seat, int]] = Counter()
        for one in motions:
            if one.kind == "deal":
                dealt[one.dst, one.hand] += len(one.cards)
        for one in motions:
            if one.kind == "deal":
                self._deal(view, one, dealt)
            elif one.kind in ("bet", "collect", "win", "back", "pay") and one.amount:
                self._pay(view, one)
        self.show(view, self.acts)

    def _deal(self, view: TableView, one: Motion, dealt: Counter[tuple[Seat, int]]) -> None:
        lies = self._lying(view, one.dst, one.hand)
        for card in one.cards:
            place = lies - dealt[one.dst, one.hand]
            dealt[one.dst, one.hand] -= 1
            if place >= 0:
                self._fly_card(view, one.dst, one.hand, place, card)

    def _lying(self, view: TableView, to: Seat, hand: int) -> int:
        if to == BOARD:
            return len(view.board)
        if to == HOUSE:
            return len(view.house.cards) if view.house else 0
        seat = view.at(to)
        found = next((one for one in seat.hands if one.number == hand), None) if seat else None
        return len(found.cards) if found else 0

    def _fly_card(
        self, view: TableView, to: Seat, hand: int, place: int, card: Card | None
    ) -> None:
        key: tuple[object, ...] = ("card", to, hand, place)
        if to == BOARD:
            key, scale, spot = ("board", place), self.board.scale, self.board.spot(place)
        elif to == HOUSE:
            key, scale = ("house", place), self.dealer_hand.scale
            spot = self.dealer_hand.spot(place)
        elif to == view.me:
            scale, spot = self.hand.scale, self.hand.spot(place)
            mine = self.my_hand(view).cards
            card = mine[place] if place < len(mine) else card
        else:
            seat = view.at(to)
            if seat is None:
                return
            scale, spot = "small", self.plates[seat.place].card_spot(hand, place)
        size = measure(scale)
        many = self._lying(view, to, hand) > 5
        self.flights.card(
            key, self.deck_spot(), spot, shown(card, scale), shown(None, scale), size,
            self._landed, overlap=0.12 if many else 0.3,
        )  # fmt: skip

    def _pay(self, view: TableView, one: Motion) -> None:
        src, dst = self.spot(one.src), self.spot(one.dst)
        key: tuple[object, ...] = ("chips", one.seq)
        if one.kind == "bet":
            seat = view.at(one.src)
            if seat is None:
                return
            dst = self.bets[seat.place].center
            if seat.bet:
                key = ("bet", one.src)
        elif one.kind in ("collect", "back"):
            seat = view.at(one.src if one.kind == "collect" else one.dst)
            if seat is not None:
                src = self.bets[seat.place].center
        self.flights.chips(
            key, src, dst, one.amount, self.chips, self._landed,
            together=one.kind in ("collect", "bet"),
        )  # fmt: skip

    def _landed(self) -> None:
        if self.view is not None:
            self.show(self.view, self.acts)


def _middle(widget: Widget) -> Point:
    return float(widget.center_x), float(widget.center_y)


NAMES: Final = ("fox", "owl", "cat", "bear", "panda", "penguin", "tiger")


def _face(name: str) -> str:
    """Who has chosen no face has one all the same, always the same."""
    return NAMES[sum(map(ord, name)) % len(NAMES)]
