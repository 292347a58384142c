"""Blackjack: the dealer in the middle, points at every hand, mine side by side after a split."""

from dataclasses import replace
from typing import ClassVar, Final

from client_core.client import Acts, BlackjackFacts, HandView, SeatView, TableView, blackjack_print
from mobile_client.ui import look as looks
from mobile_client.ui.felts.blackjack_bets import OWN, Betting
from mobile_client.ui.felts.blackjack_cloth import CIRCLE, BlackjackCloth, TrayGround, words_of
from mobile_client.ui.felts.blackjack_tags import HandTag
from mobile_client.ui.felts.felt import Choices, TableFelt
from mobile_client.ui.felts.ground import CORNERED, TIGHT, Point
from mobile_client.ui.felts.plate import SeatPlate, plate_height, plate_size
from mobile_client.ui.felts.roulette_tray import TRAY, TrayChip
from mobile_client.ui.felts.rows import CardRow
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import table_px as px
from mobile_client.ui.screens.table_bar import Choice
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.drawn import glyphs
from mobile_client.ui.widgets.felt import Felt
from protocol.cards import rank
from protocol.words import HOUSE, Seat

MOST: Final = 21
POINTS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10", "A")
"""What the card that the dealer shows counts."""
DIM: Final = 0.4
PRINTED, CLOSE = 0.64, 0.46
"""How wide the print on the cloth is, in parts of the felt."""
APART: Final = 40
"""In dp: what a hand counts and a bet beside it are so far from each other."""
GOOD: Final = frozenset({"win", "natural", "five_hits"})
LAYING: Final = frozenset({"bet", "take", "deal"})
BAD: Final = frozenset({"bust", "lose", "swept", "surrender"})


class BlackjackFelt(TableFelt):
    """The felt of blackjack."""

    own: ClassVar[frozenset[str]] = OWN
    amounts: ClassVar[bool] = False
    covered: ClassVar[type[Felt]] = BlackjackCloth
    deals = "shoe"

    def __init__(self, *about: object) -> None:
        self.rows: list[CardRow] = []
        self.tags: list[HandTag] = []
        self.tray: list[TrayChip] = []
        self.tray_ground = TrayGround(size_hint=(None, None), opacity=0)
        self.house_tag = Tag()
        self._kept = 0.0
        """How wide the bet was for which room is kept beside my seat."""
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        self.betting = Betting(self.client, self.table, self.tapped)
        self.add_widget(self.house_tag, index=len(self.children) - 3)
        self.add_widget(self.tray_ground, index=self.children.index(self.flights) + 1)

    def show_pot(self, view: TableView) -> None:
        """There is none: everybody plays against the house."""

    def show_middle(self, view: TableView) -> None:
        super().show_middle(view)
        self._print(view)
        house, facts = view.house, view.facts
        text = self.say("table.dealer_name")
        points = house.points if house else None
        if isinstance(facts, BlackjackFacts) and facts.natural:
            text = f"{text} · {self.say('result.natural')}"
        elif points is not None:
            text = f"{text} · {house.counts if house else ''}"
            if points > MOST:
                text = f"{text} · {self.say('result.bust')}"
        self.house_tag.text = text
        self.house_tag.ground = "bad" if points is not None and points > MOST else "dark"

    def status(self, view: TableView, acts: Acts) -> str:
        verbs = {button.verb for button in acts.buttons}
        if acts.sent:
            return ""
        if "insure" in verbs:
            return self.say("table.insurance")
        if "hit" in verbs:
            return self._against(view)
        if not verbs & {"bet", "deal"}:
            return ""
        return self.say("table.bet_more" if "deal" in verbs else "table.place_bet")

    def _against(self, view: TableView) -> str:
        """What I am asked about: my hand, and the card that the dealer shows."""
        hand = next((one for one in self.mine(view) if one.active), None)
        hand = hand or next(iter(self.mine(view)), None)
        up = [card for card in view.house.cards if card is not None] if view.house else []
        if hand is None or not hand.counts or len(up) != 1:
            return ""
        return self.say("table.hand_against", hand=hand.counts, up=POINTS[rank(up[0])])

    # -- my bet ------------------------------------------------------------------------------

    def more_choices(self, choices: Choices) -> Choices:
        return self.betting.choices(tuple(map(self._costed, choices)))

    def _costed(self, choice: Choice) -> Choice:
        """To give up is offered quietly, with what comes back."""
        if choice.key != "act.surrender" or self.view is None:
            return choice
        hand = next(iter(self.mine(self.view)), HandView())
        back = self.client.money(self.view.worth(hand.bet // 2))
        return replace(choice, kind="quiet", note=self.say("table.gives_back", amount=back))

    def take(self, key: str) -> None:
        self.betting.take(key)

    def _laid(self, widget: TrayChip) -> None:
        self.betting.chip(self.tray.index(widget))
        self.tapped()

    def show_tray(self, view: TableView) -> None:
        """The chips to bet with, beside my seat, as long as bets are made."""
        self.betting.show(view, self.acts)
        chips = self.betting.chips if self.betting.there else ()
        while len(self.tray) > len(chips):
            self.remove_widget(self.tray.pop())
        while len(self.tray) < len(chips):
            one = TrayChip()
            one.bind(on_release=self._laid)
            self.tray.append(one)
            self.add_widget(one, index=self.children.index(self.flights) + 1)
        for widget, chip in zip(self.tray, chips, strict=True):
            widget.colour = chip.colour
            widget.text = self.client.money(view.worth(chip.value), short=True)
            widget.opacity = 1 if self.betting.able(chip) or self.acts.sent else DIM
        self._lay_tray()

    def _lay_tray(self) -> None:
        self.tray_ground.opacity = 1 if self.tray else 0
        if not self.tray or not self.plates:
            return
        left = self.plates[0].right + px(6)
        if self.low and self.bets:
            left = max(left, self.bet_spot(0)[1][0] + self._pill(0) / 2 + px(6))
        beside = [one.x for one in self.plates[1:]
                  if one.x > left and one.y < self.y + px(TRAY + 8)]  # fmt: skip
        room = min(beside, default=self.right) - px(4) - left
        each = min(px(TRAY + 4), room / len(self.tray))
        for nth, one in enumerate(self.tray):
            side = max(min(px(TRAY), each), looks.px(TOUCH))
            one.size = (side, side)
            one.center = (left + (nth + 0.5) * each, self.y + px(8) + px(TRAY) / 2)
        self.tray_ground.pos = (left - px(2), self.y + px(6))
        self.tray_ground.size = (each * len(self.tray) + px(4), px(TRAY + 4))

    # -- the cloth ---------------------------------------------------------------------------

    def _print(self, view: TableView) -> None:
        cloth = self.cloth
        if not isinstance(cloth, BlackjackCloth) or not self.plates:
            return
        cloth.words = list(words_of(self.client, self._printed(view)))
        cloth.low = self.low
        _, high = measure(self.board_scale())
        x, y = self.center_x, self.middle()
        if self.low:
            left = self.x + plate_size()[0] + px(54)
            cloth.room = round(max(0.0, x - px(66) - left))
            cloth.middle = [round(left + cloth.room / 2), round(y + px(6))]
        else:
            close = self.count > CORNERED and self.height < px(TIGHT)
            if close:
                # Between bets that lie so near there is room for one line.
                del cloth.words[1:]
            cloth.room = round(min(self.width * (CLOSE if close else PRINTED), px(440)))
            cloth.middle = [round(x), round(y)]
            cloth.above = round(high / 2 + px(54))
            cloth.below = round(high / 2 + px(20))
        cloth.circles = [self._circle(place) for place in range(self.count)]

    def _printed(self, view: TableView) -> BlackjackFacts:
        if isinstance(view.facts, BlackjackFacts) and view.facts.pays is not None:
            return view.facts
        rules = self.client.rules(view.game, view.preset, self.table)
        return BlackjackFacts(**blackjack_print(rules.options)) if rules else BlackjackFacts()

    def _circle(self, place: int) -> Point:
        """Where the chips of a bet lie, whose amount stands beside or below them."""
        caption, (x, y) = self.bet_spot(place)
        wide = px(CIRCLE[0])
        if caption == "below":
            return round(x), round(y + px(12))
        if caption == "right":
            return round(x - wide + px(4)), round(y)
        return round(x), round(y)

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        if seat.me and view.live:
            # My bet lies there, and what I have just done I know.
            return "", ""
        results = [hand.result for hand in seat.hands if hand.result]
        if results:
            word = self.say(f"result.{results[-1]}")
            if seat.results:
                word = self.client.money(view.worth(seat.results), short=True, sign=True)
            good = any(result in GOOD for result in results)
            return word, "won" if good else "fold" if results[-1] in BAD else "check"
        if seat.act is not None and seat.act.verb in LAYING:
            # What lies before the seat says it.
            return "", ""
        return super().word_of(view, seat)

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        """The hand that is played is marked only as long as its seat has the turn."""
        return tuple(replace(hand, active=hand.active and seat.turn) for hand in seat.hands)

    # -- my hands ----------------------------------------------------------------------------

    def mine(self, view: TableView) -> tuple[HandView, ...]:
        seat = view.at(view.me) if view.me is not None else None
        return seat.hands if seat else ()

    def show_hand(self, view: TableView) -> None:
        self.show_tray(view)
        hands = self.mine(view)
        while len(self.rows) > len(hands):
            self.remove_widget(self.rows.pop())
            self.remove_widget(self.tags.pop())
        while len(self.rows) < len(hands):
            self.rows.append(CardRow(self.hand_scale(2), gap=2))
            self.tags.append(HandTag(size=(px(96), px(23))))
            at = self.children.index(self.flights) + 1
            self.add_widget(self.rows[-1], index=at)
            self.add_widget(self.tags[-1], index=at)
        self._lay_rows()
        for row, tag, hand in zip(self.rows, self.tags, hands, strict=True):
            hidden = {place for place in range(len(hand.cards))
                      if self.flights.hides(("card", view.me, hand.number, place))}  # fmt: skip
            idle = len(hands) > 1 and not hand.active and view.live
            row.show(hand.cards, (), set(range(len(hand.cards))) if idle else (), hidden,
                     self.row_scale(len(hands)))  # fmt: skip
            # What they count is said when they lie there.
            self._say(tag, view, hand, bool(hidden or self.counted(view)), len(hands) > 1)
            tag.ground = ("good" if hand.result in GOOD else "bad" if hand.result in BAD
                          else "gold" if hand.active else "dark")  # fmt: skip
        self._lay_rows()

    def counted(self, view: TableView) -> tuple[HandView, ...]:
        """Above one hand of large cards lie the dealer's, where the felt is low."""
        hands = self.mine(view)
        if not self.low or len(hands) != 1 or self.flights.busy:
            return ()
        return self.hands_of(view, replace(SeatView(Seat(0), 0), hands=hands))

    def _say(self, tag: HandTag, view: TableView, hand: HandView, quiet: bool, split: bool) -> None:
        """What a hand counts; of one of several its bet too, and in the end what it brought."""
        tag.bet = ""
        if quiet:
            tag.text = ""
            return
        tag.text = hand.counts
        if hand.result:
            net = self.client.money(view.worth(hand.net), short=True, sign=True)
            word = self.say(f"result.{hand.result}")
            said = net if split and hand.net else f"{word} {net}" if hand.net else word
            tag.text = " · ".join(one for one in (hand.counts, said) if one)
        elif split and hand.bet:
            tag.bet = self.client.money(view.worth(hand.bet), short=True)
            tag.chip = self._heap(hand.bet)[0].colour if self.low else max(
                (one for one in self.chips if one.value <= hand.bet),
                key=lambda one: one.value, default=self.chips[0]).colour  # fmt: skip

    def row_scale(self, hands: int) -> str:
        if hands < 2:
            return self.hand_scale(2)
        return "medium" if hands < 3 and not self.low else "small"

    def _lay_rows(self) -> None:
        """My hands share what is right of my seat."""
        if not self.rows:
            return
        count = len(self.rows)
        plate = self.plates[0]
        left = plate.right + px(8)
        if self.low and self.bets:
            # My bet lies beside my face.
            left = max(left, self.bet_spot(0)[1][0] + self._pill(0) / 2 + px(4))
        wide, high = measure(self.row_scale(count))
        most = px(190) if count < 2 else count * 2.6 * wide
        beside = [one.x for one in self.plates[1:] if one.x > left and one.y < self.y + high]
        room = min(min(beside, default=self.right) - px(8) - left, most)
        each = (room - px(6) * (count - 1)) / count
        for nth, (row, tag) in enumerate(zip(self.rows, self.tags, strict=True)):
            row.size = (each, high)
            row.pos = (left + nth * (each + px(6)), self.y + px(6))
            tag.width = each
            # Its words may be wider than the cards, and reach to who sits beside them.
            y = row.y + row.height + px(15)
            near = [one.x for one in self.plates[1:] if one.x > left and one.y < y + px(12)]
            half = tag.wide / 2 if tag.text else 0.0
            x = min(row.x + each / 2, min(near, default=self.right) - half)
            if any(abs(one.center_y - y) < px(30) and row.x < one.center_x < x + half + px(APART)
                   for one in self.bets[1:] if one.text):  # fmt: skip
                # Beside somebody's bet the two would be read as one number.
                x = row.x + max(half, wide / 2)
            tag.center = (x, y)

    @property
    def tight(self) -> bool:
        """My hands take what is right of my seat; the others stay above them."""
        return False

    @property
    def right_free(self) -> bool:
        return self.low

    def about_middle(self) -> list[SeatPlate]:
        """On a wide felt the dealer's cards are far from who sits at the sides."""
        near = self.width * 0.3 if self.wide else self.width
        return [one for one in super().about_middle() if abs(one.center_x - self.center_x) < near]

    def placed(self) -> None:
        super().placed()
        if self.view is not None:
            self.show_middle(self.view)
            self._lay_tray()

    def lay_mine(self) -> None:
        super().lay_mine()
        if self.low and self.count > CORNERED:
            # Who sits beside me has a bet between us.
            beside = self.x + px(6) + plate_size()[0] + self._before(1) + self._pill(1) / 2
            self.plates[0].x = max(self.plates[0].x, beside + px(6))
        self._lay_rows()

    def show_seats(self, view: TableView) -> None:
        super().show_seats(view)
        if self.low and self.count > CORNERED and self._pill(1) != self._kept:
            self._kept = self._pill(1)
            self.lay()

    def _pill(self, place: int) -> float:
        """How wide the amount before a seat is; at least as one of two figures."""
        texts = (self.bets[place].text, "00")
        return float(max(glyphs(text, "money").width for text in texts) + px(16))

    def _before(self, place: int) -> float:
        """How far the middle of a bet is from the seat that it lies before."""
        return max(px(24), self._pill(place) / 2 + px(3))

    def lay_middle(self) -> None:
        super().lay_middle()
        scale = self.board_scale()
        _, high = measure(scale)
        self.dealer_hand.scale = scale
        self.dealer_hand.size = (min(self.width - 2 * plate_size()[0] - px(16), px(260)), high)
        self.dealer_hand.center = (self.center_x, self.middle())
        self.house_tag.width = px(190)
        self.house_tag.center = (self.center_x, self.middle() + high / 2 + px(15))

    def bet_spot(self, place: int) -> tuple[str, Point]:
        plate = self.plates[place]
        x, y = plate.face
        if place == 0 and self.low:
            # Beside my face, where my cards do not begin yet: above it are the dealer's.
            beside = x + px(plate.side / 2 + 4) + self._pill(0) / 2
            return "below", (beside, plate.y + plate_height() + px(20))
        if place == 0:
            return "right", (max(x, self.x + px(56)), y + px(36 if self.wide else 42))
        if self.low and abs(plate.center_x - self.center_x) > self.width * 0.2:
            # All at the inner side: between two seats nobody would know whose it is.
            aside = plate.width / 2 + self._before(place)
            return "below", (plate.center_x + plate.inner * aside, plate.y + px(30))
        if self.low:
            return "right", (plate.center_x, plate.y - px(14))
        return super().bet_spot(place)

    def spot(self, place: Seat) -> Point:
        return self.dealer_hand.center if place == HOUSE else super().spot(place)
