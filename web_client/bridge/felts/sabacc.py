"""The felt of sabacc: the pile of discards, dice, the two pots, what my hand counts."""

from dataclasses import replace
from typing import Final

from client_core.client import HandView, SabaccFacts, SeatView
from client_core.felts.choices import Choices
from client_core.felts.sabacc import asked_line
from web_client.bridge.felts.felt import Felt
from web_client.bridge.felts.middles import Middle
from web_client.bridge.felts.sabacc_middle import SabaccMiddle
from web_client.bridge.table_cards import cards_view, colours
from web_client.bridge.table_shapes import CardsView, HeapView, Tag
from web_client.bridge.table_sight import Sight

TOP: Final = 3
"""So many cards of the pile are seen."""
MANY: Final = 2


def facts_of(at: Sight) -> SabaccFacts:
    """What only this game knows of the round."""
    return at.view.facts if isinstance(at.view.facts, SabaccFacts) else SabaccFacts()


def signed(points: int) -> str:
    """A sum with its sign."""
    return (f"{points:+d}" if points else "0").replace("-", "−")


class SabaccFelt(Felt):
    """The felt of sabacc."""

    game = "sabacc"

    # -- the seats -----------------------------------------------------------------------------

    def bet(self, at: Sight, seat: SeatView) -> HeapView | None:
        """Before each seat stands what it has put in in this game; the chips are those of now."""
        if not seat.paid or not at.view.live:
            return super().bet(at, seat)
        return HeapView(at.money(seat.paid, short=True), colours(at, seat.bet))

    def hand(self, at: Sight, seat: SeatView, hand: HandView) -> CardsView:
        shown = super().hand(at, seat, hand)
        counts = Tag() if hand.points is None else self.tag(at, hand)
        return replace(shown, tag=counts)

    def held(self, at: Sight, seat: SeatView) -> str:
        most = max((len(hand.cards) for hand in seat.hands if None in hand.cards), default=0)
        return at.client.texts.number(most) if most > MANY and not seat.me else ""

    def tag(self, at: Sight, hand: HandView) -> Tag:
        if hand.points is None:
            return Tag()
        return Tag(signed(hand.points), "good" if not hand.points else "gold")

    # -- the bar -------------------------------------------------------------------------------

    def more(self, at: Sight, choices: Choices) -> Choices:
        """What needs a card is dim until one is chosen."""
        wanting = {f"act.{one.key}" for one in at.acts.buttons if one.cards[0]}
        if self.chosen(at) or not wanting:
            return choices
        return tuple(replace(one, kind="dim") if one.key in wanting else one for one in choices)

    def status(self, at: Sight) -> str:
        return asked_line(at.client, at.view, at.acts, bool(self.chosen(at)))

    # -- the middle ----------------------------------------------------------------------------

    def middle(self, at: Sight) -> Middle:
        view, say, facts = at.view, at.client.say, facts_of(at)
        there = view.live or view.over
        pot = say("table.pot", amount=view.worth(view.total)) if there else ""
        jackpot = say("table.sabacc_pot", amount=facts.pot) if facts.pot or there else ""
        pile = view.discards if there else ()
        listed = at.local.listed == "discards"
        dice = facts.dice or ()
        label = say("story.sabacc.sabacc.rolled", first=dice[0], second=dice[1]) if dice else ""
        return SabaccMiddle(
            say("table.lap", number=facts.lap) if view.live else "",
            tuple(dice),
            label,
            say("sabacc.shift") if facts.shifted and view.live else "",
            pot,
            self.sides(at),
            colours(at, sum(one.amount for one in view.pots)),
            jackpot,
            cards_view(at, pile if listed else pile[-TOP:]),
            at.tap("list", "" if listed else "discards") if pile else (),
            say("sabacc.discards", count=len(pile)) if pile else "",
            listed,
            say("keys.back"),
        )
