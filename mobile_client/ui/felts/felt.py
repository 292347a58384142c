"""The felt of every game: chairs with me at the bottom, chips, a board, my hand, what flies.

A game's own felt says where its things lie and adds what only it has.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from kivy.uix.widget import Widget

from client_core.client import Acts, Button, Motion, TableView
from client_core.felts.choices import Choices
from client_core.felts.keys import HAND, said
from mobile_client.ui.felts.flights import PUSH
from mobile_client.ui.felts.moving import fly
from mobile_client.ui.felts.seats import Seated
from mobile_client.ui.look import motion
from mobile_client.ui.widgets.overlays import Overlay
from protocol.cards import Card

LARGE_WIN: Final = 4
"""A win of so many times what was put in is as large as can be shown."""


class TableFelt(Seated):
    """A felt on which any game can be played.

    `own` are the verbs that it offers on the felt itself; no button is made of them elsewhere.
    """

    own: ClassVar[frozenset[str]] = frozenset()
    amounts: ClassVar[bool] = True
    """Amounts are chosen here in every round: there is room for them where there is much."""
    tells_news: ClassVar[bool] = False
    """It has a line for what happens at its table."""
    waits: ClassVar[bool] = True
    """Nobody is asked here before the cards that the question rests on lie in sight."""
    followed: int = -1
    """The round that was seen while it was played."""
    reads_s: ClassVar[float] = 0.0
    """Seconds more in which the last round of a stay is read."""
    cheers: ClassVar[bool] = True
    """A win bursts from one's seat; where it is off the game has an ending of its own."""
    carries_bar: ClassVar[bool] = False
    """On a wide screen the buttons lie on the felt, not beside it."""
    over: Callable[[Overlay], object] | None = None
    """Opens something over the table; the screen that shows the felt says how."""

    # -- what lies there ---------------------------------------------------------------------

    def show(self, view: TableView, acts: Acts) -> None:
        """Everything as it is now."""
        before = self.handless, self.watched
        self.view, self.acts = view, acts
        if (self.handless, self.watched) != before:
            self.lay()
        self.show_seats(view)
        self.show_middle(view)
        self.show_hand(view)
        self.cheer(view)

    def cheer(self, view: TableView) -> None:
        """Who has won a round that was seen feels it."""
        if view.live and not view.syncing:
            self.followed = view.round
        mine = view.at(view.me) if view.me is not None else None
        if not view.over or view.round != self.followed or mine is None:
            return
        self.followed = -1
        net = mine.results or 0
        if net > 0 and self.cheers:
            won = self.client.texts.money(view.worth(net), sign=True)
            stake = mine.paid or view.stake or net
            # The chips come first.
            after = motion().collect * PUSH
            self.triumph.play(self.plates[mine.place].face, won, net / stake / LARGE_WIN, after)

    def placed(self) -> None:
        if self.view is not None:
            self.show_button(self.view)
            self.show_hand(self.view)

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
        total = self.client.texts.money(view.worth(view.total))
        self.pot.text = self.say("table.pot", amount=view.worth(view.total)) if view.total else ""
        self.pot.sides = self._sides(view) if total else []

    def _sides(self, view: TableView) -> list[str]:
        if len(view.pots) < 2:
            return []
        if self.low:
            return [
                " + ".join(self.client.texts.money(view.worth(pot.amount)) for pot in view.pots)
            ]
        first, *rest = view.pots
        # Of several each has its number.
        key = "table.side_pot" if len(rest) == 1 else "table.side_pot_of"
        return [
            self.say("table.main_pot", amount=view.worth(first.amount)),
            *(
                self.say(key, amount=view.worth(pot.amount), number=nth)
                for nth, pot in enumerate(rest, 1)
            ),
        ]

    def show_hand(self, view: TableView) -> None:
        hand = self.my_hand(view)
        mine = view.at(view.me) if view.me is not None else None
        places = range(len(hand.cards))
        lost = mine is not None and (mine.folded or self.beaten(view, mine))
        raised = set(hand.raised) if view.over and not lost else set()
        dim = set(places) if lost else set(places) - raised if raised else set()
        hidden = {at for at in places if self.flights.hides(("card", view.me, 0, at))}
        self.hand.show(
            hand.cards, self.hand_scale(len(hand.cards)), raised, dim, hidden, self.most_cards()
        )

    def most_cards(self) -> int:
        """How many cards of my hand may be chosen now."""
        return max((button.cards[1] for button in self.acts.buttons), default=0)

    def uncovered(self) -> Iterable[Widget]:
        """What stays in sight beside a bubble over a seat, besides the other seats."""
        return self.hand.views

    def bar_place(self) -> tuple[float, float, float]:
        """Where the buttons lie on the felt: left, low, width."""
        return self.x, self.y, self.width

    # -- what I choose -----------------------------------------------------------------------

    def picked(self, button: Button) -> tuple[tuple[Card, ...], str]:
        """The cards and the place for an act, as far as they are chosen on the felt."""
        return (self.hand.picked if button.cards[1] else ()), ""

    def stands(self, button: Button) -> tuple[int, ...]:
        """What the wild cards among them stand for."""
        return ()

    def more_choices(self, choices: Choices) -> Choices:
        """What this game offers besides, such as a hint."""
        return choices

    def take(self, key: str) -> None:
        """One of those was chosen."""

    def back(self) -> bool:
        """The back key: whether something on the felt was put away."""
        return False

    @property
    def moves(self) -> bool:
        """Whether anything here is still to come to rest."""
        return self.flights.busy

    def land(self) -> None:
        """Enough was seen of what moves: it lies where it belongs."""
        self.flights.land()

    @property
    def awaited(self) -> bool:
        """Whether cards that a question may rest on are on their way: mine, and those in common."""
        me = self.view.me if self.view is not None else None
        return any(
            kind in ("board", "house", "discard") or (kind == "card" and whose == me)
            for kind, whose in self.flights.cards()
        )

    def key(self, key: str) -> bool:
        """A key of the keyboard, by its name: whether it did something on this felt."""
        return self.hand.key(key)

    def keys(self) -> tuple[tuple[str, str], ...]:
        """What the keys do on this felt: what it is, and what is pressed."""
        if not self.most_cards():
            return ()
        return said(self.client, HAND)

    def rest(self) -> None:
        """Out of sight: nothing moves any more."""
        self._stacks_again.cancel()
        for ring in self.rings:
            ring.stop()
        self.flights.land()
        self.verdict.end()
        self.triumph.end()

    def tick(self, view: TableView) -> None:
        """Another second of something that is waited for is over."""

    def status(self, view: TableView, acts: Acts) -> str:
        """What this game has to say that is more than the common line; "" is nothing."""
        return ""

    # -- what moves --------------------------------------------------------------------------

    def animate(self, motions: tuple[Motion, ...]) -> None:
        """Lets what has moved fly to where it lies now."""
        view = self.view
        if view is not None and fly(self, view, motions, self._landed):
            self.show(view, self.acts)

    def _landed(self) -> None:
        if self.view is not None:
            self.show(self.view, self.acts)
