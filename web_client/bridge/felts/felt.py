"""The felt of every game as the page is told it; a game's own says what it has besides."""

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar, Final

from client_core.client import Button, HandView, Motion, SeatView
from client_core.felts.choices import Choices
from client_core.felts.keys import Told
from client_core.felts.seats import note_of, word_of
from protocol.words import Cards
from web_client.bridge.encode import Plain
from web_client.bridge.felts.middles import Middle
from web_client.bridge.table_cards import cards_view, colours
from web_client.bridge.table_shapes import (
    CardsView,
    Hat,
    HeapView,
    KeyView,
    PlainMiddle,
    Tag,
    Tone,
)
from web_client.bridge.table_sight import Sight

TONES: Final[dict[str, Tone]] = {
    "calm": "info",
    "quiet": "quiet",
    "out": "quiet",
    "all_in": "bad",
    "won": "good",
}
"""The ground of a word at a seat by its tone; any other is gold."""
MANY: Final = 3
"""More backs than this are a number."""


class Felt:
    """A felt on which any game can be played. `own` are the verbs that it offers on itself."""

    game: ClassVar[str] = ""
    own: ClassVar[frozenset[str]] = frozenset()
    drop_s: ClassVar[float] = 0.0
    """So long a ball falls, where there is one."""
    reads_s: ClassVar[float] = 0.0
    """Seconds more in which the last round of a stay is read."""

    # -- the seats -----------------------------------------------------------------------------

    def sits(self, at: Sight, seat: SeatView) -> bool:
        """Whether a chair is in sight: somebody sits or has played there, or it is offered me."""
        offered = at.view.offer is not None and at.view.offer.seat == seat.seat
        return seat.taken or bool(seat.name) or offered or seat.place == 0

    def word(self, at: Sight, seat: SeatView) -> Tag:
        """The last thing that a seat did, or what became of it."""
        text, tone = word_of(at.client, at.view, seat)
        return tagged(text, tone)

    def note(self, at: Sight, seat: SeatView) -> str:
        """Why a seat does not play."""
        return note_of(at.client, at.view, seat)

    def mark(self, at: Sight, seat: SeatView) -> str:
        """A sign at the seat."""
        return ""

    def stack(self, at: Sight, seat: SeatView) -> str:
        """What stands in the line of the chips."""
        return at.money(seat.stack)

    def beaten(self, at: Sight, seat: SeatView) -> bool:
        """Whether the cards of a seat have lost against others that are seen."""
        return False

    def laid_at(self, one: Motion) -> str:
        """The place of a play that lies before its seat; "": cards go to the middle."""
        return ""

    def bet(self, at: Sight, seat: SeatView) -> HeapView | None:
        """The chips that lie before a seat."""
        if not seat.bet:
            return None
        return HeapView(at.money(seat.bet, short=True), colours(at, seat.bet))

    def hands(self, at: Sight, seat: SeatView) -> tuple[CardsView, ...]:
        """The cards before another seat; of who is out only those that all have seen."""
        out = seat.folded or seat.gone
        shown = tuple(hand for hand in seat.hands if hand.open or not out)
        return tuple(self.hand(at, seat, one) for one in shown if one.cards)

    def hand(self, at: Sight, seat: SeatView, hand: HandView) -> CardsView:
        """One hand of another."""
        lost = self.beaten(at, seat)
        dim = set(range(len(hand.cards))) if lost else set()
        name = at.client.texts.hand_name(hand.name) if hand.name and hand.open else ""
        shown = cards_view(at, hand.cards, () if lost else hand.raised, dim, name=name)
        return shown

    def held(self, at: Sight, seat: SeatView) -> str:
        """How many cards a seat holds, where they are too many to be seen as backs."""
        most = max((len(hand.cards) for hand in seat.hands if None in hand.cards), default=0)
        return at.client.texts.number(most) if most > MANY and not seat.me else ""

    def hat(self, at: Sight, seat: SeatView) -> Hat:
        """What a seat is in this round, where that is seen by a hat."""
        return ""

    def play(self, at: Sight, seat: SeatView) -> CardsView | None:
        """What a seat has laid before it."""
        return None

    # -- my hand -------------------------------------------------------------------------------

    def mine(self, at: Sight) -> tuple[CardsView, ...]:
        """My cards."""
        me, view = at.me, at.view
        hand = me.hands[0] if me is not None and me.hands else None
        if me is None or hand is None or not hand.cards:
            return ()
        places = set(range(len(hand.cards)))
        lost = me.folded or self.beaten(at, me)
        raised = set(hand.raised) if view.over and not lost else set()
        dim = places if lost else places - raised if raised else set()
        name = at.client.texts.hand_name(hand.name) if hand.name else ""
        shown = cards_view(at, hand.cards, raised, dim, tag=self.tag(at, hand), name=name)
        return (self.chooses(at, shown),)

    def tag(self, at: Sight, hand: HandView) -> Tag:
        """What my hand counts, where that is told."""
        return Tag()

    def most(self, at: Sight) -> int:
        """How many cards of my hand may be chosen now."""
        return max((button.cards[1] for button in at.acts.buttons), default=0)

    def picked_places(self, at: Sight) -> tuple[int, ...]:
        """The cards that are chosen, by their places; of another round none."""
        me = at.me
        count = len(me.hands[0].cards) if me is not None and me.hands else 0
        if not self.most(at) or at.local.picked_of != (at.view.round, count):
            return ()
        return at.local.picked

    def chosen(self, at: Sight) -> Cards:
        """The cards that are chosen."""
        me = at.me
        cards = me.hands[0].cards if me is not None and me.hands else ()
        found = (cards[place] for place in self.picked_places(at) if place < len(cards))
        return tuple(card for card in found if card is not None)

    def chooses(self, at: Sight, shown: CardsView) -> CardsView:
        """My cards, which a touch chooses where that can be done."""
        if not self.most(at):
            return shown
        picked = self.picked_places(at)
        cards = tuple(
            replace(card, chosen=place in picked, tap=at.tap("pick", place))
            for place, card in enumerate(shown.cards)
        )
        return replace(shown, cards=cards)

    def pick(self, at: Sight, places: Collection[int], instead: bool = False) -> None:
        """Choose these cards, or let them go; `instead` of all that are chosen."""
        me, most = at.me, self.most(at)
        count = len(me.hands[0].cards) if me is not None and me.hands else 0
        before = () if instead else self.picked_places(at)
        now = tuple(sorted(set(before) ^ {one for one in places if 0 <= one < count}))
        if len(now) > most:
            now = tuple(sorted(places))[:most]
        at.change(picked=now, picked_of=(at.view.round, count), way=0, note="")

    def picked(self, at: Sight, button: Button) -> tuple[Cards, str]:
        """The cards and the place for an act, as far as they are chosen on the felt."""
        return (self.chosen(at) if button.cards[1] else ()), ""

    def stands(self, at: Sight, button: Button) -> tuple[int, ...]:
        """What the wild cards among them stand for."""
        return ()

    # -- the bar -------------------------------------------------------------------------------

    def status(self, at: Sight) -> str:
        """What this game has to say that is more than the common line; "" is nothing."""
        return ""

    def more(self, at: Sight, choices: Choices) -> Choices:
        """What this game offers besides."""
        return choices

    def take(self, at: Sight, key: str) -> None:
        """One of those was chosen."""

    def does(self, at: Sight, what: str, args: tuple[str | int | bool, ...], value: Plain) -> None:
        """Something on the felt was touched."""

    def keys(self, at: Sight) -> tuple[KeyView, ...]:
        """Keys of this felt."""
        return ()

    def told_keys(self, at: Sight) -> tuple[Told, ...]:
        """What they do, as the sheet of keys lists it."""
        return ()

    def settles(self, at: Sight) -> None:
        """Something has changed at the table: what was chosen for later is done."""

    # -- the middle ----------------------------------------------------------------------------

    def middle(self, at: Sight) -> Middle:
        """The board, the dealer's cards, the pot."""
        view = at.view
        house = cards_view(at, view.house.cards) if view.house else None
        return self.plain(at, cards_view(at, view.board), house=house)

    def plain(
        self,
        at: Sight,
        board: CardsView,
        slots: int = 0,
        house: CardsView | None = None,
        pot: str = "",
        verdict: tuple[str, str] = ("", ""),
    ) -> PlainMiddle:
        """The board with the pot above it."""
        view, say = at.view, at.client.say
        text = pot or (say("table.pot", amount=view.worth(view.total)) if view.total else "")
        lies = sum(one.amount for one in view.pots)
        parts = (text, *self.sides(at), board.label)
        label = say("list.comma").join(one for one in parts if one)
        return PlainMiddle(
            label, board, slots, house, text, self.sides(at), colours(at, lies), *verdict
        )

    def sides(self, at: Sight) -> tuple[str, ...]:
        """The main pot and the side pots, where there are several."""
        view, say = at.view, at.client.say
        if len(view.pots) < 2:
            return ()
        first, *rest = view.pots
        main = say("table.main_pot", amount=view.worth(first.amount))
        # Of several each has its number.
        key = "table.side_pot" if len(rest) == 1 else "table.side_pot_of"
        return main, *(
            say(key, amount=view.worth(one.amount), number=nth) for nth, one in enumerate(rest, 1)
        )


def tagged(text: str, tone: str) -> Tag:
    """A word on the ground of its tone."""
    return Tag(text, TONES.get(tone, "gold") if text else "quiet")
