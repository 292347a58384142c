"""The felt of blackjack: the dealer in the middle, points at every hand, mine side by side after a
split."""

from dataclasses import replace
from typing import ClassVar, Final

from client_core.client import Acts, BlackjackFacts, HandView, SeatView, TableView, blackjack_print
from client_core.felts.blackjack import BAD, GOOD, asked_line, counted_line, hand_word, words_of
from client_core.felts.blackjack_bets import OWN, Betting
from client_core.felts.choices import Choice, Choices
from mobile_client.ui.felts.blackjack_ground import BlackjackGround
from mobile_client.ui.felts.blackjack_tags import HandTag
from mobile_client.ui.felts.ground import CORNERED
from mobile_client.ui.felts.rows import CardRow
from mobile_client.ui.felts.tray import DIM, TrayChip
from mobile_client.ui.look import table_px
from protocol.games.blackjack import count
from protocol.words import Seat

MOST: Final = 21
DIGITS: Final = frozenset("123456789")


class BlackjackFelt(BlackjackGround):
    """The felt of blackjack."""

    own: ClassVar[frozenset[str]] = OWN
    amounts: ClassVar[bool] = False

    def __init__(self, *about: object) -> None:
        super().__init__(*about)
        self.betting = Betting(self.client, self.table, self.tapped)
        self.dealer_hand.turned = self.placed

    def show_pot(self, view: TableView) -> None:
        """There is none: everybody plays against the house."""

    def show_middle(self, view: TableView) -> None:
        super().show_middle(view)
        self.print_cloth(words_of(self.client, self._printed(view)))
        self._show_shoe(view)
        self._show_insurance(view)
        house, facts = view.house, view.facts
        text = self.say("table.dealer_name")
        points, counts = self._counted_house(house)
        if isinstance(facts, BlackjackFacts) and facts.natural:
            text = f"{text} · {self.say('result.natural')}"
        elif points is not None:
            text = f"{text} · {counts}"
            if points > MOST:
                text = f"{text} · {self.say('result.bust')}"
        self.house_tag.text = text
        self.house_tag.ground = "bad" if points is not None and points > MOST else "dark"

    def _counted_house(self, house: HandView | None) -> tuple[int | None, str]:
        """What the dealer's cards count that lie there: those that still fly or turn are not known
        yet."""
        if house is None or house.points is None:
            return None, ""
        if any(one.card is not None and one.turn < 1 for one in self.dealer_hand.views):
            return None, ""
        lying = [card for place, card in enumerate(house.cards)
                 if card is not None and not self.flights.hides(("house", place))]  # fmt: skip
        if len(lying) == len(house.cards):
            return house.points, house.counts
        points = count(lying).points
        return (points, str(points)) if lying else (None, "")

    def status(self, view: TableView, acts: Acts) -> str:
        return asked_line(self.client, view, acts)

    # -- my bet ------------------------------------------------------------------------------

    def more_choices(self, choices: Choices) -> Choices:
        return self.betting.choices(tuple(map(self._costed, choices)))

    def _costed(self, choice: Choice) -> Choice:
        """To give up is offered quietly, with what comes back."""
        if choice.key != "act.surrender" or self.view is None:
            return choice
        hand = next(iter(self.mine(self.view)), HandView())
        back = self.client.texts.money(self.view.worth(hand.bet // 2))
        return replace(choice, kind="quiet", note=self.say("table.gives_back", amount=back))

    def take(self, key: str) -> None:
        self.betting.take(key)

    def _laid(self, widget: TrayChip) -> None:
        self.betting.chip(self.tray.index(widget))
        self.tapped()

    def key(self, key: str) -> bool:
        """A digit lays the chip of that place."""
        place = int(key) - 1 if key in DIGITS else -1
        if 0 <= place < len(self.tray):
            self.betting.chip(place)
            self.tapped()
            return True
        return super().key(key)

    def keys(self) -> tuple[tuple[str, str], ...]:
        if not self.tray:
            return super().keys()
        return (self.say("keys.chips"), f"1–{len(self.tray)}"), *super().keys()

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
            widget.text = self.client.texts.money(view.worth(chip.value), short=True)
            widget.opacity = 1 if self.betting.able(chip) or self.acts.sent else DIM
        self.lay_tray()

    # -- the cloth ---------------------------------------------------------------------------

    def _show_shoe(self, view: TableView) -> None:
        """How far it is dealt, as far as the house tells."""
        facts = view.facts
        if not isinstance(facts, BlackjackFacts) or facts.shoe is None or not facts.holds:
            return
        self.deck.left = facts.shoe / facts.holds
        self.deck.marker = -1 if facts.marker is None else facts.marker / facts.holds

    def _show_insurance(self, view: TableView) -> None:
        """My side bet on its line, and in the end what it brought."""
        facts, me = view.facts, view.me
        self.insurance.text = ""
        if not isinstance(facts, BlackjackFacts) or me is None:
            return
        bet, net = facts.insured.get(me, 0), facts.insurance.get(me, 0)
        if bet or net:
            amount = self.client.texts.money(view.worth(bet or net), sign=not bet)
            self.insurance.text = self.say("felt.blackjack.insured", amount=amount)
            self.insurance.ground = "gold" if bet else "good" if net > 0 else "bad"

    def bet_of(self, view: TableView, seat: SeatView) -> int:
        """My insurance lies on a line of its own."""
        facts = view.facts
        if not seat.me or not isinstance(facts, BlackjackFacts):
            return seat.bet
        return seat.bet - facts.insured.get(seat.seat, 0)

    def _printed(self, view: TableView) -> BlackjackFacts:
        if isinstance(view.facts, BlackjackFacts) and view.facts.pays is not None:
            return view.facts
        rules = self.client.rules.view(view.game, view.preset, self.table)
        return BlackjackFacts(**blackjack_print(rules.options)) if rules else BlackjackFacts()

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        return hand_word(self.client, view, seat)

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
            self.tags.append(HandTag(size=(table_px(96), table_px(23))))
            at = self.children.index(self.flights) + 1
            self.add_widget(self.rows[-1], index=at)
            self.add_widget(self.tags[-1], index=at)
        self.lay_rows()
        for row, tag, hand in zip(self.rows, self.tags, hands, strict=True):
            hidden = self._coming(view, hand)
            idle = len(hands) > 1 and not hand.active and view.live
            row.show(hand.cards, (), set(range(len(hand.cards))) if idle else (), hidden,
                     self.row_scale(len(hands)))  # fmt: skip
            # What they count is said when they lie there.
            self._say(tag, view, hand, bool(hidden or self._at_plate(view)), len(hands) > 1)
            tag.ground = ("good" if hand.result in GOOD else "bad" if hand.result in BAD
                          else "gold" if hand.active else "dark")  # fmt: skip
        self.lay_rows()

    def counted(self, view: TableView) -> tuple[HandView, ...]:
        hands = self.mine(view)
        if not self._at_plate(view) or self._coming(view, hands[0]):
            return ()
        return self.hands_of(view, replace(SeatView(Seat(0), 0), hands=hands))

    def _at_plate(self, view: TableView) -> bool:
        """Whether what I have counts at my seat: above one hand of large cards lie the dealer's,
        where the felt is low."""
        return self.low and len(self.mine(view)) == 1

    def _coming(self, view: TableView, hand: HandView) -> set[int]:
        """The cards of a hand of mine that are in the air."""
        return {place for place in range(len(hand.cards))
                if self.flights.hides(("card", view.me, hand.number, place))}  # fmt: skip

    def _say(self, tag: HandTag, view: TableView, hand: HandView, quiet: bool, split: bool) -> None:
        """What a hand counts; of one of several its bet too, and in the end what it brought."""
        tag.bet = ""
        if quiet:
            tag.text = ""
            return
        tag.text = counted_line(self.client, view, hand, split)
        if split and hand.bet and not hand.result:
            tag.bet = self.client.texts.money(view.worth(hand.bet), short=True)
            tag.chip = self._heap(hand.bet)[0].colour if self.low else max(
                (one for one in self.chips if one.value <= hand.bet),
                key=lambda one: one.value, default=self.chips[0]).colour  # fmt: skip

    def placed(self) -> None:
        super().placed()
        if self.view is not None:
            self.show_middle(self.view)
            self.lay_tray()

    def show_seats(self, view: TableView) -> None:
        super().show_seats(view)
        if self.low and self.count > CORNERED and self.pill_wide(1) != self.kept:
            self.kept = self.pill_wide(1)
            self.lay()
