"""Wild cards on the felt of Dou Dizhu: how they are marked, and which play the chosen ones are."""

from collections.abc import Mapping
from typing import Final

from client_core.client import Button, Client, DoudizhuFacts, Facts, Play, rank_name
from client_core.felts.choices import Choice
from protocol.cards import Card
from protocol.games.doudizhu import RANK_OF, Kickers, Pattern, Reading, classify, in_order
from protocol.words import Cards

EVERY: Final = Kickers(equal=True, both_jokers=True)
"""What may be played somewhere: whether it may be here is asked before it is named."""
STAR: Final = "*"
"""The mark of a card that is wild; one that stands for another has the rank of that."""
Faces = tuple[Card | None, ...]
Marks = Mapping[Card, str]


def stars(facts: Facts | None, cards: Faces) -> Marks:
    """The wild ones among these cards."""
    if not isinstance(facts, DoudizhuFacts) or facts.wild is None:
        return {}
    return {card: STAR for card in cards if card is not None and RANK_OF[card] == facts.wild}


def stood(play: Play | None) -> Marks:
    """What the wild cards of a play stand for."""
    return {card: rank_name(rank) for card, rank in play.stands.items()} if play else {}


class Ways:
    """The ways to read chosen cards: which of several plays they are, the strongest until another
    is wanted."""

    def __init__(self) -> None:
        self._of: tuple[int, Cards] = (-1, ())
        self._found: tuple[Reading, ...] = ()
        self._at = 0

    def look(self, client: Client, table: str, button: Button | None, picked: Cards) -> None:
        """These cards are chosen now."""
        of = (button.turn if button else -1, picked)
        if of != self._of:
            self._of, self._at = of, 0
            self._found = client.turn.readings(table, button, picked) if button and picked else ()

    @property
    def now(self) -> Reading | None:
        """What they are played as; None where no card among them is wild."""
        return self._found[self._at] if self._found else None

    def marks(self, facts: Facts | None) -> Marks:
        """What the wild cards that are chosen stand for."""
        wild = facts.wild if isinstance(facts, DoudizhuFacts) else None
        wilds = [card for card in in_order(self._of[1]) if RANK_OF[card] == wild]
        stands = self.now.stands if self.now else ()
        return {card: rank_name(rank) for card, rank in zip(wilds, stands, strict=False)}

    def named(self, client: Client, picked: Cards) -> str:
        """What the chosen cards are, which may be played."""
        pattern = self.now.pattern if self.now is not None else classify(picked, EVERY)
        return client.texts.pattern_name(pattern) if isinstance(pattern, Pattern) else ""

    def another(self) -> None:
        """The next of them."""
        if self._found:
            self._at = (self._at + 1) % len(self._found)

    def choice(self, client: Client) -> tuple[Choice, ...]:
        """The way to another play, where there are several."""
        if len(self._found) < 2:
            return ()
        return (Choice("felt.way", client.say("table.way", at=self._at + 1, of=len(self._found))),)
