"""The felt of each game by its name; a game without a felt of its own has the plain one."""

from typing import Final

from web_client.bridge.felts.blackjack import BlackjackFelt
from web_client.bridge.felts.doudizhu import DoudizhuFelt
from web_client.bridge.felts.felt import Felt
from web_client.bridge.felts.holdem import HoldemFelt
from web_client.bridge.felts.roulette import RouletteFelt
from web_client.bridge.felts.sabacc import SabaccFelt

FELTS: Final[dict[str, Felt]] = {
    one.game: one
    for one in (HoldemFelt(), DoudizhuFelt(), BlackjackFelt(), RouletteFelt(), SabaccFelt())
}
PLAIN: Final = Felt()


def felt_of(game: str) -> Felt:
    """The felt that a game is played on."""
    return FELTS.get(game, PLAIN)
