"""The hand of a player who hears the screen, as it was read out last."""

from typing import Final

from client_core.client import DoudizhuFacts, TableView
from protocol.cards import Card
from terminal_client.house.situation import hand_of_mine

KITTY: Final = 3
"""So many cards come to a hand that was read out, and its player wants to hear it whole."""


class HandHeard:
    """Long hands are read out when they are new, and not at each turn where nothing has changed.

    `plain`: the screen is heard; who sees it wants the cards beside the question.
    """

    def __init__(self, plain: bool) -> None:
        self._plain = plain
        self._round = 0
        self._cards: frozenset[Card] = frozenset()

    def forget(self) -> None:
        """Whoever was away has not heard it."""
        self._cards = frozenset()

    def told(self, view: TableView) -> None:
        """What has happened was told: where cards were dealt, or dealt again, with all of mine."""
        new = frozenset(hand_of_mine(view)) - self._cards
        if view.round != self._round or len(new) > KITTY:
            self.read(view)

    def read(self, view: TableView) -> None:
        """My whole hand was read out."""
        cards = frozenset(hand_of_mine(view))
        if cards:
            self._round, self._cards = view.round, cards

    def count(self, view: TableView) -> int:
        """How many cards I still hold, if they are those that were read out last; else 0."""
        cards = frozenset(hand_of_mine(view))
        same = view.round == self._round and cards == self._cards
        long = self._plain and isinstance(view.facts, DoudizhuFacts)
        return len(cards) if long and same else 0
