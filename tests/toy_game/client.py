"""High card for a client, which plays it on the felt of all games: its card, words and texts."""

from client_core import folds, text
from client_core.folds import moments
from client_core.folds.card import GameCard
from client_core.verbs import Verb
from protocol import games
from tests.toy_game import NAME, words
from tests.toy_game.texts import TEXTS

CARD = GameCard(
    NAME,
    ("standard",),
    least_seats=2,
    most_seats=4,
    solo=("standard",),
    pot=True,
    verbs={
        "double": Verb("d", ("dbl",)),
        "fold": Verb("f", sound="fold", tone="out", out=True, of_pot=True),
    },
    usual=("double",),
    gives_up=("fold",),
    tips=(("cards", moments.mine), ("double", moments.may("double")), ("over", moments.over)),
)


def register() -> None:
    """Let the clients of this process know the game; once."""
    if NAME not in games.NAMES:
        games.register(NAME, words)
    if NAME not in folds.GAMES:
        folds.register(CARD)
        for language, texts in TEXTS.items():
            text.register(language, texts)
