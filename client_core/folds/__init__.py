"""The card of each game: what it shows beyond what all games show, registered here by its name.

A game that is not here is shown by what all games share.
"""

from dataclasses import replace
from typing import Final

from client_core import verbs
from client_core.folds import blackjack, doudizhu, holdem, roulette, sabacc
from client_core.folds.card import PLAIN, GameCard
from client_core.round import Round, begun, fold_shared
from protocol.events import Event, RoundBegan

GAMES: Final[dict[str, GameCard]] = {}
"""Every game that this client knows, in the order in which they are shown."""


def register(card: GameCard) -> None:
    """Let the clients know a game; ValueError for a name that another has, and for a verb that
    means something else elsewhere."""
    if card.game in GAMES:
        raise ValueError(f"There is a game {card.game!r} already; take another name.")
    verbs.describe(card.verbs)
    GAMES[card.game] = card


for _card in (holdem.CARD, doudizhu.CARD, blackjack.CARD, roulette.CARD, sabacc.CARD):
    register(_card)


def card_of(game: str) -> GameCard:
    """What that game says of itself."""
    return GAMES.get(game, PLAIN)


def fold(now: Round | None, event: Event) -> Round | None:
    """The round after one event more; there is none before the first RoundBegan."""
    if isinstance(event, RoundBegan):
        first = begun(event)
        return replace(first, facts=card_of(event.game).begin(first))
    if now is None:
        return None
    return card_of(now.game).fold(now, fold_shared(now, event), event)
