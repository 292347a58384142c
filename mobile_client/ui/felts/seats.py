"""Seats of a felt: who sits there, what was done last, bets, clock, button."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from client_core.client import Client, HandView, SeatView, TableView, verb_of
from client_core.felts.faces import face_of
from client_core.felts.seats import note_of, word_of
from mobile_client.ui.felts.ground import Ground, Point
from mobile_client.ui.felts.plate import CORNER, SeatLook, SeatPlate
from mobile_client.ui.look import table_px
from mobile_client.ui.widgets.chips import ChipStack
from mobile_client.ui.widgets.timer import TimerRing
from protocol.chips import EPS, Chip
from protocol.words import Seat

SAID_S: Final = 2.0
"""So long an act stands where the chips of a seat do."""

LOOK_S: Final = 0.25
"""How often it is looked whether that is over."""


class Seated(Ground):
    """A felt whose seats are shown; a game's own says what stands at them besides."""

    def __init__(self, client: Client, table: str, tapped: Callable[[], None]) -> None:
        self._said: dict[Seat, tuple[tuple[int, int], float]] = {}
        """The act of each seat by its round and number, and until when it stands for its chips."""
        self._stacked: list[int] = []
        """The places in the order in which their seats are drawn."""
        self._stacks_again = Clock.create_trigger(self._give_way, LOOK_S)
        super().__init__(client, table, tapped)

    suspense = 1.0
    """How much longer than usual a card takes to the board."""

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The denominations of this game."""
        game = self.view.game if self.view else ""
        return next((card.chips for card in self.client.opening.games if card.game == game), EPS)

    def show_seats(self, view: TableView) -> None:
        """Every seat as it is now."""
        shown = tuple(seat.place for seat in view.seats if seat.place and self.sits(view, seat))
        if len(view.seats) != len(self.plates):
            self._chairs(len(view.seats))
            self.shown = ()
        if shown != self.shown or self.count != 1 + len(shown):
            self.shown, self.count = shown, 1 + len(shown)
            self.lay()
        for seat in view.seats:
            self._show_seat(view, seat)
        self._stack()
        self.show_button(view)

    def _chairs(self, count: int) -> None:
        self.seat_layer.clear_widgets()
        self._stacked = []
        self.plates = [SeatPlate(pills=self.pills) for _ in range(count)]
        self.rings = [
            TimerRing(size_hint=(None, None), width_dp=4, corner=CORNER) for _ in range(count)
        ]
        self.bets = [ChipStack(size_hint=(None, None), chip_width=17) for _ in range(count)]
        for one in (*self.plates, *self.rings, *self.bets):
            self.seat_layer.add_widget(one)

    def _stack(self) -> None:
        """Where many sit close, what an upper seat has lies over the face of the one below it, and
        open cards lie over both."""
        layer, count = self.seat_layer, len(self.plates)
        wanted = sorted(
            range(count), key=lambda place: (self.plates[place].opened, min(place, count - place))
        )
        if wanted == self._stacked:
            return
        self._stacked = wanted
        for place in reversed(wanted):
            # Each below those before it, and all of them below rings and bets.
            layer.remove_widget(self.plates[place])
            layer.add_widget(self.plates[place], index=len(layer.children))

    def sits(self, view: TableView, seat: SeatView) -> bool:
        """Whether a chair is in sight: somebody sits or has played there, or it is offered me."""
        offered = view.offer is not None and view.offer.seat == seat.seat
        return self.every_chair or seat.taken or bool(seat.name) or offered

    def _show_seat(self, view: TableView, seat: SeatView) -> None:
        plate, ring, bet = self.plates[seat.place], self.rings[seat.place], self.bets[seat.place]
        plate.look = self.look_of(view, seat)
        coming = self.flights.hides(("bet", seat.seat))
        amount = self.bet_of(view, seat)
        bet.denominations = self._heap(amount)
        bet.amount = 0 if coming else amount
        bet.text = (
            self.client.texts.money(view.worth(amount), short=True) if amount and not coming else ""
        )
        self._show_ring(view, seat, ring)

    def _heap(self, amount: int) -> tuple[Chip, ...]:
        """The chips that a bet is laid of: of one colour where there is little room."""
        if not self.low:
            return self.chips
        return (max((chip for chip in self.chips if chip.value <= amount),
                    key=lambda chip: chip.value, default=self.chips[0]),)  # fmt: skip

    def _show_ring(self, view: TableView, seat: SeatView, ring: TimerRing) -> None:
        left, of = self.clock_of(view, seat)
        if left <= 0:
            if ring.running:
                ring.stop()
            return
        if not ring.running or abs(ring.left - left) > 0.3:
            ring.start(left, of)

    def clock_of(self, view: TableView, seat: SeatView) -> tuple[float, float]:
        """How many seconds a seat has left, and of how many; none while it is not awaited."""
        if view.turn is None or not seat.turn or not view.turn.clock:
            return 0.0, 0.0
        return view.turn.deadline - self.client.now(), view.turn.of

    def bet_of(self, view: TableView, seat: SeatView) -> int:
        """The chips that lie before a seat."""
        return seat.bet

    def look_of(self, view: TableView, seat: SeatView) -> SeatLook:
        """How a seat looks."""
        if not seat.taken and not seat.name:
            mine = view.offer is not None and view.offer.seat == seat.seat
            number = self.client.texts.number(seat.seat + 1)
            return SeatLook(name=number, free=True, turn=mine, kept=self.every_chair)
        word, tone = self.word_of(view, seat)
        if word and self._is_past(view, seat, tone):
            word = tone = ""
        return SeatLook(
            name=seat.name,
            avatar=face_of(seat),
            stack=self.client.texts.money(view.worth(seat.stack)),
            word=word,
            tone=tone,
            note=self.note_of(view, seat),
            mark=self.mark_of(view, seat),
            me=seat.me,
            bot=bool(seat.bot),
            turn=seat.turn,
            dim=seat.folded
            or seat.gone
            or seat.out
            or (seat.taken and not seat.here)
            or self.beaten(view, seat),
            won=seat.won > 0 and seat.net > 0 and not view.live,
            hands=() if seat.me else self.hands_of(view, seat),
            hidden=self._hidden(seat),
            count=self.count_of(view, seat),
            mine=self.counted(view) if seat.me else (),
            signed=self.signed,
        )

    def _is_past(self, view: TableView, seat: SeatView, tone: str) -> bool:
        """Where cards lie open over the face, an act has no place but that of the chips: it gives
        way to them after a moment."""
        act = seat.act
        if act is None or tone != verb_of(act.verb).tone or seat.me or not view.live:
            return False
        if not any(card is not None for hand in self.hands_of(view, seat) for card in hand.cards):
            return False
        now, key = Clock.get_boottime(), (view.round, act.seq)
        before, until = self._said.get(seat.seat, ((0, 0), 0.0))
        if before != key:
            until = now + SAID_S
            self._said[seat.seat] = key, until
        if until > now:
            self._stacks_again()
        return bool(until <= now)

    def _give_way(self, *_: object) -> None:
        if self.view is not None and self.plates:
            self.show_seats(self.view)

    def mine_at(self, hand: int, place: int) -> tuple[str, Point]:
        """How large a card of one of my hands lies there, and the middle of where it lies."""
        return self.hand.scale, self.hand.spot(place)

    def my_hand(self, view: TableView) -> HandView:
        """My cards, or my first hand of several."""
        mine = view.at(view.me) if view.me is not None else None
        return mine.hands[0] if mine and mine.hands else HandView()

    def counted(self, view: TableView) -> tuple[HandView, ...]:
        """What my hands count stands at my seat where there is no room at the cards."""
        return ()

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
        """The last thing that a seat did, or what became of it; and its tone."""
        return word_of(self.client, view, seat)

    def beaten(self, view: TableView, seat: SeatView) -> bool:
        """Whether the cards of a seat have lost against others that are seen."""
        return False

    def note_of(self, view: TableView, seat: SeatView) -> str:
        return note_of(self.client, view, seat)

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        return ""

    def count_of(self, view: TableView, seat: SeatView) -> str:
        """How many cards a seat holds, where they are too many to be seen as backs."""
        hidden = (len(hand.cards) for hand in seat.hands if None in hand.cards)
        most = max(hidden, default=0)
        return self.client.texts.number(most) if most > 3 and not seat.me else ""

    def show_button(self, view: TableView) -> None:
        """The dealer's button, where there is one."""
        dealer = next((seat for seat in view.seats if seat.button), None)
        self.button.opacity = 1 if dealer else 0
        if dealer:
            self.button.text = self.say("table.dealer")
            self.button.center = self.button_spot(dealer.place)

    def button_spot(self, place: int) -> Point:
        plate = self.plates[place]
        return plate.center_x - plate.inner * (plate.width / 2 - table_px(11)), plate.shoulder
