"""Sabacc: the dice, the two pots, the pile of discards, what my hand counts."""

from dataclasses import replace

from client_core.client import Acts, HandView, SabaccFacts, SeatView, TableView
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.tags import Dice, Tag
from mobile_client.ui.look import table_px as px
from mobile_client.ui.screens.table_bar import Choice


class SabaccFelt(TableFelt):
    """The felt of sabacc."""

    signed = True
    deals = "none"

    def __init__(self, *about: object) -> None:
        self.dice = Dice()
        self.lap = Tag(ground="soft")
        self.jackpot = Tag(ground="gold")
        self.total = Tag(ground="gold", size=(px(64), px(24)))
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        for part in (self.dice, self.lap, self.jackpot):
            self.add_widget(part, index=len(self.children) - 3)
        self.add_widget(self.total)

    def show_middle(self, view: TableView) -> None:
        facts = view.facts
        top = view.discards[-1:]
        # The deck, and the pile beside it with its last card open.
        self.board.show((None, *top) if view.live or view.over else ())
        self.show_pot(view)
        if not isinstance(facts, SabaccFacts):
            return
        self.dice.faces = list(facts.dice or ())
        laps = self.say("table.lap", number=facts.lap)
        self.lap.text = laps if view.live else ""
        self.jackpot.text = self.say("table.sabacc_pot", amount=facts.pot) if facts.pot else ""

    def show_hand(self, view: TableView) -> None:
        super().show_hand(view)
        hand = self.my_hand(view)
        coming = any(self.flights.hides(("card", view.me, 0, at)) for at in range(len(hand.cards)))
        points = hand.points or 0
        there = hand.points is not None and not coming and not self.low
        sum_ = (f"{points:+d}" if points else "0") if there else ""
        self.total.text = sum_.replace("-", "−")
        # Above a card that stands out.
        self.total.center = (self.hand.center_x, self.hand.top + px(15))
        self.total.ground = "good" if hand.points == 0 else "gold"

    def counted(self, view: TableView) -> tuple[HandView, ...]:
        hand = self.my_hand(view)
        return (hand,) if self.low and hand.points is not None and not self.flights.busy else ()

    def bet_spot(self, place: int) -> tuple[str, Point]:
        if place == 0 and self.wide:
            x, y = self.plates[0].face
            return "right", (x - px(16), y + px(46))
        return super().bet_spot(place)

    def hand_scale(self, count: int) -> str:
        return "medium" if self.low or count > 3 else "large"

    def count_of(self, view: TableView, seat: SeatView) -> str:
        hidden = (len(hand.cards) for hand in seat.hands if None in hand.cards)
        most = max(hidden, default=0)
        return self.client.number(most) if most > 2 and not seat.me else ""

    def lay_mine(self) -> None:
        super().lay_mine()
        self.hand.width = min(self.right - px(8) - self.hand.x, px(240))

    def middle(self) -> float:
        # The two pots need the room above more.
        return super().middle() - (px(8) if self.low else 0.0)

    def lay_middle(self) -> None:
        super().lay_middle()
        y = self.board.center_y
        aside = px(96) if self.board_scale() == "medium" else px(84)
        self.lap.width = px(78)
        self.lap.center = (self.center_x - aside - px(8), y)
        self.dice.center = (self.center_x + aside, y)
        if self.low:
            self.lap.center = (self.center_x + aside + px(6), y - px(14))
            self.dice.center = (self.center_x + aside + px(6), y + px(16))
            self.jackpot.width = px(130)
            self.jackpot.center = (self.center_x, self.pot.y + px(37))
            return
        self.jackpot.width = px(190)
        self.jackpot.center = (self.center_x, self.pot.y + px(44))

    def more_choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """What needs a card is dim until one is chosen."""
        wanting = {f"act.{one.key}" for one in self.acts.buttons if one.cards[0]}
        if self.hand.picked or not wanting:
            return choices
        return tuple(replace(one, kind="dim") if one.key in wanting else one for one in choices)

    def status(self, view: TableView, acts: Acts) -> str:
        wanted = next((button.verb for button in acts.buttons if button.cards[0]), "")
        if wanted and not self.hand.picked and not acts.sent:
            return self.say(f"table.choose.{wanted}")
        return ""
