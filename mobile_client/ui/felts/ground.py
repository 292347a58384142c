"""The ground of every felt: what lies on it, and where, with me at the bottom."""

from collections.abc import Callable
from typing import ClassVar, Final

from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from client_core.client import Acts, Client, TableView
from mobile_client.ui.felts.deck import Box, Deck, free_spot
from mobile_client.ui.felts.flights import Flights
from mobile_client.ui.felts.hand import Hand
from mobile_client.ui.felts.places import chairs
from mobile_client.ui.felts.plate import FACE, LARGE, WIDTH, SeatPlate, plate_height, plate_size
from mobile_client.ui.felts.pots import PotPile
from mobile_client.ui.felts.rows import CardRow
from mobile_client.ui.felts.triumph import Triumph
from mobile_client.ui.felts.verdict import ONE_LINE, Verdict, ribbon_height
from mobile_client.ui.look import table_px
from mobile_client.ui.theme import CARD_RAISE
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.chips import ChipStack, DealerButton
from mobile_client.ui.widgets.felt import Felt
from mobile_client.ui.widgets.timer import TimerRing
from protocol.words import BOARD, CHANCE, DISCARD, HOUSE, Seat

Point = tuple[float, float]
ABOVE: Final = 16
"""How far open cards stand out above a plate, in dp."""
TIGHT: Final = 560
"""A felt that is high and lower than this, in dp, has no room to spare."""
CROWDED: Final = 0.74
"""How large open cards are at most on a low felt with many chairs, in parts of a small card."""
CORNERED: Final = 4
"""With more chairs than this, some stand beside mine."""
FULL: Final = 9
"""With more chairs than this, five stand side by side where the felt is wide; with so many four
stand one above the other where it is high."""
SMALL_FACE: Final = 36
NARROW: Final = 76
SLIM: Final = 480
"""A felt that is wide and narrower than this, in dp, has no room for five seats of the usual width,
which are so wide then."""
LEAST_ZOOM: Final = 0.7
ZOOMS: Final = (1.0, 0.8, 0.64)
"""How large the deck is: as large as there is room for."""
BESIDE_MINE: Final = 52
"""How far from my cards the middle of my chips is on a wide felt, in dp."""
LOW: Final = 420
"""A felt that is wide and lower than this, in dp, is a phone on its side."""


class Ground(FloatLayout):
    """A felt with its parts in their places; a game's own says where they lie otherwise."""

    rail: ClassVar[bool] = True
    covered: ClassVar[type[Felt]] = Felt
    """The cloth that it is covered with."""
    pills: ClassVar[bool] = True
    """What was done last, and what it brought, stands at the seats."""
    signed: ClassVar[bool] = False
    """What cards count has a sign."""
    slots: ClassVar[int] = 0
    """Places of the board that are marked while they are empty."""
    deals: ClassVar[str] = "pack"
    """What cards come from: a pack, a shoe, or none."""
    lies_under_tips: ClassVar[bool] = False
    """Where it is upright and low, tips lie over its upper edge."""
    low_under_tips: ClassVar[bool] = False
    """So they do in a window that lies and is low."""
    under_tip = NumericProperty(0.0)
    """How high one lies there now."""
    every_chair: ClassVar[bool] = False
    """Chairs on which nobody sits are kept a place for."""

    def __init__(self, client: Client, table: str, tapped: Callable[[], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.client, self.table, self.say = client, table, client.say
        self.tapped = tapped
        """Called when something on the felt was chosen."""
        self.view: TableView | None = None
        self.acts = Acts()
        self.wide = False
        self.count = 0
        """How many chairs there are in sight, the one at the bottom among them."""
        self.shown: tuple[int, ...] = ()
        """The places of the others that are in sight."""
        self.deck = Deck(kind=self.deals)
        self.cloth = self.covered(size_hint=(None, None), table=self.rail)
        self.board = CardRow("medium", slots=self.slots)
        self.dealer_hand = CardRow("medium")
        self.pot = PotPile()
        self.button = DealerButton(size_hint=(None, None), size=(table_px(22), table_px(22)))
        self.hand = Hand(self.chose)
        self.flights = Flights(size_hint=(None, None))
        self.verdict = Verdict()
        self.triumph = Triumph()
        self.seat_layer = Widget(size_hint=(None, None))
        self.plates: list[SeatPlate] = []
        self.rings: list[TimerRing] = []
        self.bets: list[ChipStack] = []
        for one in (self.cloth, self.deck, self.board, self.dealer_hand, self.pot,
                    self.seat_layer, self.button, self.hand, self.verdict, self.flights,
                    self.triumph):  # fmt: skip
            self.add_widget(one)
        self.fbind("pos", self._moved)
        self.fbind("size", self._moved)
        self.fbind("under_tip", lambda *_: self.lay())

    def chose(self) -> None:
        """Cards of my hand were chosen or let go."""
        self.tapped()

    def placed(self) -> None:
        """Everything has been put in its place: what goes by a place follows."""

    # -- where it lies -----------------------------------------------------------------------

    def _moved(self, *_: object) -> None:
        self.wide = self.width > self.height
        for one in (self.seat_layer, self.flights, self.triumph):
            one.pos, one.size = self.pos, self.size
        self.flights.land()
        self.triumph.end()
        self.lay()

    def lay(self) -> None:
        """Puts everything in its place."""
        if not self.plates or self.width < 2:
            return
        self.cloth.pos, self.cloth.size = self.cloth_box()
        self.button.size = table_px(22), table_px(22)
        wide, high = self.seat_size()
        for plate in self.plates:
            plate.size, plate.side = (wide, high), self.face_side()
            plate.large = LARGE if not self.low or self.count <= CORNERED else CROWDED
        self.lay_mine()
        self.lay_chairs()
        self.lay_rings()
        for place, bet in enumerate(self.bets):
            bet.caption, bet.center = self.bet_spot(place)
            bet.lead = self.bet_lead(place)
        self.lay_middle()
        self.lay_deck()
        self.placed()

    def seat_size(self) -> Point:
        """A seat; narrow where five stand side by side on a small phone."""
        slim = self.wide and self.count > FULL and self.width < table_px(SLIM)
        wide, high = plate_size(NARROW if slim else WIDTH)
        return wide, high - table_px(FACE) + table_px(self.face_side())

    def face_side(self) -> float:
        """How large a face is, in dp: smaller where four stand one above the other on a small
        phone."""
        return SMALL_FACE if self.tight and self.count >= FULL else FACE

    def lay_rings(self) -> None:
        """The time of a seat runs round its plate: nothing lies over it there."""
        for plate, ring in zip(self.plates, self.rings, strict=True):
            ring.pos, ring.size = plate.pos, (plate.width, plate_height(plate.lines))

    def cloth_box(self) -> tuple[Point, Point]:
        return self.pos, self.size

    def hand_height(self) -> float:
        """How high my cards are; what stands beside them is not lower."""
        _, high = measure(self.hand_scale(2))
        return max(high * (1 + CARD_RAISE * 0.5), plate_size()[1])

    def hand_scale(self, count: int) -> str:
        if count > 4:
            return "fan"
        return "medium" if self.low else "large"

    def lay_mine(self) -> None:
        """My seat and my cards, at the bottom."""
        wide, _ = measure(self.hand_scale(2))
        plate = self.plates[0]
        if self.handless:
            plate.pos = (self.center_x - plate.width / 2, self.y + table_px(6))
            self.hand.size, self.hand.pos = (
                (0, self.hand_height()),
                (plate.right, self.y + table_px(6)),
            )
            return
        across = plate.width + table_px(10) + 2 * wide * 1.05
        left = self.center_x - across / 2
        if self.tight:
            # My cards end before the seat at the right, which then may stand beside them.
            left = max(
                self.x + table_px(4), min(left, self.right - plate.width - table_px(8) - across)
            )
        plate.pos = (left, self.y + table_px(6))
        self.hand.size = (2.1 * wide, self.hand_height())
        self.hand.pos = (left + plate.width + table_px(10), self.y + table_px(6))

    def lay_chairs(self) -> None:
        """The others, clockwise from my left."""
        left, low, right, top = self.chair_box()
        spots = chairs(self.count, self.wide, self.right_free)
        for plate in self.plates[1:]:
            # Nobody sits there, and nothing is seen of it.
            plate.size, plate.center = (0, 0), self.center
        for plate, (u, v) in zip(self.others, spots, strict=False):
            plate.size = self.seat_size()
            plate.center = (left + (right - left) * u, low + (top - low) * v)
            plate.inner = 1 if u < 0.5 else -1

    @property
    def others(self) -> list[SeatPlate]:
        """The chairs in sight besides the one at the bottom."""
        return [self.plates[place] for place in self.shown if place < len(self.plates)]

    def chair_box(self) -> tuple[float, float, float, float]:
        """Where the middles of the other chairs may be: left, low, right, top."""
        wide, high = self.seat_size()
        edge = wide / 2 + table_px(3)
        low = self.y + high / 2 + table_px(6)
        if self.tight:
            # Who only watches has no cards that the lowest seats are to stand beside.
            low += high * 0.35 if self.watched else high + table_px(8)
        elif not self.wide:
            low += self.hand_height()
        # Open cards stand out above their plates.
        return self.x + edge, low, self.right - edge, self.top - high / 2 - table_px(ABOVE)

    def bet_lead(self, place: int) -> float:
        """How far left of that the first chip lies, in dp, and 0 where they lie about it: beside my
        cards they begin at once, for on a low felt the next seat is near."""
        return BESIDE_MINE - 6 if not place and self.low else 0

    def bet_spot(self, place: int) -> tuple[str, Point]:
        """Where the chips before a seat lie, and where their amount stands."""
        plate = self.plates[place]
        if place == 0:
            if self.wide:
                return "right", (self.hand.right + table_px(BESIDE_MINE), plate.center_y)
            return "right", (self.center_x, self.y + self.hand_height() + table_px(20))
        x, y = plate.center
        if abs(x - self.center_x) < self.width * 0.32 and y > self.center_y:
            # On a small phone the cards of the next seat begin where this one ends.
            aside = (
                plate.inner * table_px(26)
                if self.height < table_px(TIGHT) and not self.wide
                else 0.0
            )
            return "right", (x + aside, plate.y - table_px(17))
        inner = plate.inner
        if not self.low:
            return "below", (x + inner * (plate.width / 2 + table_px(34)), y + table_px(14))
        if y < self.y + self.height * 0.45:
            return "right", (x + inner * table_px(4), plate.top + table_px(14))
        if y > self.y + self.height * 0.6:
            return "right", (x + inner * table_px(20), plate.y - table_px(10))
        return "below", (x + inner * (plate.width / 2 + table_px(26)), y + table_px(6))

    @property
    def handless(self) -> bool:
        """Nobody here holds cards that lie beside a seat."""
        view = self.view
        return view is not None and (view.me is None or not (view.live or view.over))

    @property
    def watched(self) -> bool:
        """I have no seat here."""
        return self.view is not None and self.view.me is None

    @property
    def tight(self) -> bool:
        """A small phone upright, with seats low at both sides."""
        return not self.wide and self.height < table_px(TIGHT) and self.count > CORNERED

    @property
    def right_free(self) -> bool:
        """Nobody sits beside me at the right."""
        return False

    @property
    def low(self) -> bool:
        """A phone that lies on its side: there is no room for anything twice."""
        return self.wide and self.height < table_px(LOW)

    def middle(self) -> float:
        """The height of the middle of what is common: between the chairs below and those above."""
        _, high = measure(self.board_scale(), self.board.zoom)
        if self.low:
            return float(self.y) + self.hand_height() + table_px(19) + high / 2
        floor, ceiling = self.between()
        # A card that stands out is not to go under a seat.
        most = ceiling - table_px(2) - high * (0.5 + CARD_RAISE)
        return float(min((floor + ceiling) / 2 - table_px(5), most))

    def between(self) -> tuple[float, float]:
        """From where to where nobody sits: above what stands out of the chairs below."""
        _, low, _, top = self.chair_box()
        others = self.about_middle()
        above = [one.y for one in others if one.center_y > (low + top) / 2]
        below = [one.top for one in others if one.center_y <= (low + top) / 2]
        ceiling = min(above, default=top)
        # Open cards stand out above their plates.
        floor = max([*(top + table_px(14) for top in below), self.y + self.hand_height()])
        return float(floor), float(ceiling)

    def _board_zoom(self) -> float:
        """Where the chairs leave no room for cards of the usual size, they are smaller."""
        if not self.tight:
            return 1.0
        floor, ceiling = self.between()
        _, high = measure(self.board_scale())
        return min(
            1.0, max(LEAST_ZOOM, (ceiling - floor - table_px(2)) / (high * (1 + CARD_RAISE)))
        )

    def about_middle(self) -> list[SeatPlate]:
        """The seats that what is common must lie between; a full wide felt has seats beside it."""
        if not self.wide or self.count < FULL:
            return self.others
        wide, _ = measure(self.board_scale())
        reach = 2.5 * wide + self.seat_size()[0] / 2 + table_px(10)
        return [one for one in self.others if abs(one.center_x - self.center_x) < reach]

    def board_scale(self) -> str:
        room = self.width - (2 * plate_size()[0] + table_px(20) if self.wide else table_px(24))
        wide, _ = measure("medium")
        return "medium" if room >= 5 * wide + 4 * table_px(4) else "small"

    def lay_middle(self) -> None:
        scale = self.board_scale()
        self.board.zoom = self._board_zoom()
        _, high = measure(scale, self.board.zoom)
        self.board.scale = scale
        y = self.middle()
        self.board.size = (self.width - table_px(16), high)
        self.board.center = (self.center_x, y)
        self.dealer_hand.size, self.dealer_hand.center = self.board.size, self.board.center
        self.pot.width = self.width - 2 * plate_size()[0] - table_px(20)
        self.pot.center_x = self.center_x
        self.pot.y = y + high / 2 + table_px(5)
        self._lay_verdict(y, high)
        if self.view is not None:
            self.board.show(self.view.board, scale=scale)

    def _lay_verdict(self, y: float, high: float) -> None:
        """Above the cards of the board that stand out, where the pot was, or else below them."""
        tall = ribbon_height()
        over, under = y + high * (0.5 + CARD_RAISE) + table_px(3), y - high / 2 - table_px(3) - tall
        _, ceiling = self.between()
        room = over + tall <= ceiling or under < self.y + self.hand_height()
        if room and over + tall > ceiling:
            # Of two lines only one has room below a seat.
            tall = max(ceiling - over, tall * ONE_LINE)
        low = min(over, self.top - tall) if room else under
        beside = [
            one for one in self.plates if one.y < low + tall and one.top + table_px(ABOVE) > low
        ]
        left = max([one.right for one in beside if one.center_x < self.center_x], default=self.x)
        right = min([one.x for one in beside if one.center_x > self.center_x], default=self.right)
        self.verdict.size = min(right - left - table_px(8), table_px(260)), tall
        self.verdict.center_x = (left + right) / 2 if beside else self.center_x
        self.verdict.y = low

    # -- where things come from and go to ----------------------------------------------------

    def spot(self, place: Seat) -> Point:
        """Where things of a seat or a party come from and go to."""
        if place >= 0 and self.view is not None:
            seat = self.view.at(place)
            return _middle(self.plates[seat.place] if seat else self)
        if place in (CHANCE, DISCARD):
            return self.deck_spot()
        if place == HOUSE:
            return self.center_x, self.top - table_px(24)
        return _middle(self.board if place == BOARD else self.pot)

    def deck_spot(self) -> Point:
        """Where cards come from."""
        if self.deals == "none":
            return self.center_x, self.board.center_y + table_px(56)
        return self.deck.mouth

    def lay_deck(self) -> None:
        """As near to the middle as nothing else lies, now or later in a round."""
        if self.deals == "none":
            self.deck.size = (0, 0)
            return
        room = (
            self.x + table_px(6),
            self.y + table_px(6),
            self.right - table_px(6),
            self.top - table_px(ABOVE),
        )
        near = self.center_x, self.board.center_y
        taken = self.taken()
        for zoom in ZOOMS:
            self.deck.measure(zoom)
            spot = free_spot(room, taken, self.deck.size, near)
            if spot is not None:
                break
        self.deck.opacity = 0 if spot is None else 1
        self.deck.pos = (near[0], near[1] + table_px(40)) if spot is None else spot

    def taken(self) -> list[Box]:
        """Where the deck may not lie: seats with their open cards, bets, the board, the pot."""
        found = [(one.x, one.y, one.right, one.top + table_px(ABOVE)) for one in self.others]
        mine, hand = self.plates[0], self.hand
        found.append((mine.x, mine.y, mine.right, mine.top + table_px(10)))
        found.append(
            (hand.x, hand.y, hand.x + max(hand.width, table_px(1)), hand.y + self.hand_height())
        )
        for place in (0, *self.shown):
            caption, (x, y) = self.bet_spot(place)
            right, low = (
                (table_px(74), table_px(16)) if caption == "right" else (table_px(26), table_px(32))
            )
            # Three heaps and their amount lie about the middle.
            left = table_px(50 if caption == "right" else 24)
            found.append((x - left, y - low, x + right, y + table_px(20)))
        row = self.board
        left, last = row.spot(0)[0], row.spot(max(self.slots, 2) - 1)[0]
        wide, high = measure(self.board_scale(), row.zoom)
        found.append((left - wide / 2, row.y, last + wide / 2, row.y + high * (1 + CARD_RAISE)))
        half = max(table_px(74), min(self.pot.width, table_px(190)) / 2)
        found.append((self.center_x - half, self.pot.y - table_px(8), self.center_x + half,
                      self.pot.y + table_px(28)))  # fmt: skip
        return found


def _middle(widget: Widget) -> Point:
    return float(widget.center_x), float(widget.center_y)
