"""The felt of blackjack: the dealer in the middle, points at every hand, chips to bet with."""

from dataclasses import replace
from typing import ClassVar, Final
from weakref import WeakKeyDictionary

from client_core.client import BlackjackFacts, HandView, SeatView, blackjack_print
from client_core.felts.blackjack import (
    BAD,
    GOOD,
    MOST,
    asked_line,
    counted_line,
    hand_word,
    mine,
    words_of,
)
from client_core.felts.blackjack_bets import OWN, Betting
from client_core.felts.choices import AND, Choice, Choices
from client_core.felts.keys import Told
from web_client.bridge.encode import Plain
from web_client.bridge.felts.blackjack_middle import BlackjackMiddle
from web_client.bridge.felts.felt import Felt, tagged
from web_client.bridge.felts.middles import Middle
from web_client.bridge.table_cards import cards_view, heap
from web_client.bridge.table_shapes import CardsView, HeapView, KeyView, Tag, Tone, TrayChip
from web_client.bridge.table_sight import Sight
from web_client.bridge.visit import Visit

PERCENT: Final = 100


class BlackjackFelt(Felt):
    """The felt of blackjack."""

    game = "blackjack"
    own: ClassVar[frozenset[str]] = OWN

    def __init__(self) -> None:
        self._bets: WeakKeyDictionary[Visit, dict[str, Betting]] = WeakKeyDictionary()

    def betting(self, at: Sight) -> Betting:
        """The tray of one table, with what was tapped too quickly."""
        found = self._bets.setdefault(at.visit, {})
        betting = found.setdefault(at.table, Betting(at.client, at.table, lambda: None))
        betting.show(at.view, at.acts)
        return betting

    def settles(self, at: Sight) -> None:
        self.betting(at)

    # -- the seats -----------------------------------------------------------------------------

    def word(self, at: Sight, seat: SeatView) -> Tag:
        return tagged(*hand_word(at.client, at.view, seat))

    def bet(self, at: Sight, seat: SeatView) -> HeapView | None:
        """My insurance lies on a line of its own."""
        facts = at.view.facts
        insured = facts.insured.get(seat.seat, 0) if isinstance(facts, BlackjackFacts) else 0
        return heap(at, seat.bet - (insured if seat.me else 0))

    def hands(self, at: Sight, seat: SeatView) -> tuple[CardsView, ...]:
        shown = (replace(hand, active=hand.active and seat.turn) for hand in seat.hands)
        return tuple(
            cards_view(at, hand.cards, tag=Tag(hand.counts, tone_of(hand)), active=hand.active)
            for hand in shown
            if hand.cards
        )

    # -- my hands ------------------------------------------------------------------------------

    def mine(self, at: Sight) -> tuple[CardsView, ...]:
        hands = tuple(hand for hand in mine(at.view) if hand.cards)
        split = len(hands) > 1
        return tuple(self._mine(at, hand, split) for hand in hands)

    def _mine(self, at: Sight, hand: HandView, split: bool) -> CardsView:
        idle = split and not hand.active and at.view.live
        bet = at.money(hand.bet, short=True) if split and hand.bet and not hand.result else ""
        return cards_view(
            at,
            hand.cards,
            dim=set(range(len(hand.cards))) if idle else (),
            tag=Tag(counted_line(at.client, at.view, hand, split), tone_of(hand)),
            active=hand.active,
            bet=bet,
        )

    # -- the bar -------------------------------------------------------------------------------

    def status(self, at: Sight) -> str:
        return asked_line(at.client, at.view, at.acts)

    def more(self, at: Sight, choices: Choices) -> Choices:
        return self.betting(at).choices(tuple(self._costed(at, one) for one in choices))

    def _costed(self, at: Sight, choice: Choice) -> Choice:
        """To give up is offered quietly, with what comes back."""
        if choice.key != "act.surrender":
            return choice
        hand = next(iter(mine(at.view)), HandView())
        note = at.client.say("table.gives_back", amount=at.money(hand.bet // 2))
        return replace(choice, kind="quiet", note=note)

    def take(self, at: Sight, key: str) -> None:
        self.betting(at).take(key)

    def does(self, at: Sight, what: str, args: tuple[str | int | bool, ...], value: Plain) -> None:
        """A chip is laid."""
        if what == "chip" and args:
            self.betting(at).chip(int(args[0]))

    def keys(self, at: Sight) -> tuple[KeyView, ...]:
        tray = self.betting(at).chips
        return tuple(
            KeyView(str(nth), at.tap("felt", "chip", nth - 1)) for nth in range(1, len(tray) + 1)
        )

    def told_keys(self, at: Sight) -> tuple[Told, ...]:
        count = len(self.betting(at).chips)
        return ((at.client.say("keys.chips"), f"1–{count}"),) if count else ()

    # -- the middle ----------------------------------------------------------------------------

    def middle(self, at: Sight) -> Middle:
        view, facts = at.view, at.view.facts
        known = facts if isinstance(facts, BlackjackFacts) else BlackjackFacts()
        full = known.holds if known.shoe is not None else 0
        return BlackjackMiddle(
            self._house(at, known),
            words_of(at.client, self._printed(at)),
            PERCENT * (known.shoe or 0) // full if full else -1,
            PERCENT * known.marker // full if full and known.marker is not None else -1,
            self._insurance(at, known),
            self._tray(at),
            at.client.say("keys.chips") if view.live else "",
        )

    def _house(self, at: Sight, facts: BlackjackFacts) -> CardsView:
        house, say = at.view.house, at.client.say
        name = text = say("table.dealer_name")
        bust = house is not None and house.points is not None and house.points > MOST
        if facts.natural:
            text = f"{name}{AND}{say('result.natural')}"
        elif house is not None and house.points is not None:
            text = f"{name}{AND}{house.counts}"
            text += f"{AND}{say('result.bust')}" if bust else ""
        cards = house.cards if house is not None else ()
        return cards_view(at, cards, tag=Tag(text, "bad" if bust else "quiet"))

    def _printed(self, at: Sight) -> BlackjackFacts:
        view = at.view
        if isinstance(view.facts, BlackjackFacts) and view.facts.pays is not None:
            return view.facts
        rules = at.client.rules.view(view.game, view.preset, at.table)
        return BlackjackFacts(**blackjack_print(rules.options)) if rules else BlackjackFacts()

    def _insurance(self, at: Sight, facts: BlackjackFacts) -> Tag:
        """My side bet on its line, and in the end what it brought."""
        me = at.view.me
        if me is None:
            return Tag()
        bet, net = facts.insured.get(me, 0), facts.insurance.get(me, 0)
        if not bet and not net:
            return Tag()
        amount = at.money(bet or net, sign=not bet)
        said = at.client.say("felt.blackjack.insured", amount=amount)
        return Tag(said, "gold" if bet else "good" if net > 0 else "bad")

    def _tray(self, at: Sight) -> tuple[TrayChip, ...]:
        betting = self.betting(at)
        if not betting.there:
            return ()
        lay = at.client.say("keys.chips")
        return tuple(
            TrayChip(
                at.money(chip.value, short=True),
                f"{lay}: {at.money(chip.value)}",
                chip.colour,
                betting.able(chip) or at.acts.sent,
                False,
                at.tap("felt", "chip", nth),
            )
            for nth, chip in enumerate(betting.chips)
        )


def tone_of(hand: HandView) -> Tone:
    """The ground of what a hand counts."""
    if hand.result in GOOD:
        return "good"
    return "bad" if hand.result in BAD else "gold" if hand.active else "quiet"
