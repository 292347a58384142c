"""What a hand must have to call, to rob, to double or to be played open: by how often it wins."""

from collections.abc import Sequence
from typing import Final

from game_server.bots.doudizhu.bidding import bid, strength, wins
from game_server.bots.doudizhu.packed import pack
from game_server.bots.doudizhu.split import split
from game_server.bots.doudizhu.values import DEALT, PEASANT, TAKEN_UP
from game_server.bots.doudizhu.wild import of_wilds
from protocol.events import Acted, Event
from protocol.games import doudizhu
from protocol.words import Act, Ask

CALL: Final = 420
ROB: Final = (480, 560, 700)
"""In a thousand games, and after no, one and two robs: each doubles, and the others are strong."""
DOUBLE: Final = {True: (580, 750), False: (520, 580)}
"""To double, and to double twice: as the landlord, and as a peasant."""
DEALT_OPEN: Final = 14
"""How strong must be what was dealt so far to be opened."""
LANDLORD_OPEN: Final = (850, 4)
"""To open it as the landlord: if it wins so often, in at most so many plays."""


def said(told: Sequence[Event], ask: Ask) -> Act | None:
    """What is said before the cards are played; None where a play is asked for, and no more."""
    bids = ask.option("bid")
    if bids is not None:
        return bid(told, ask, bids)
    offered = {option.verb for option in ask.options}
    if offered.isdisjoint({"call", "rob", "double", "open"}):
        return None
    cards = doudizhu.hand(ask.who, told)
    hand, wilds = pack(cards), of_wilds(told, cards)
    often = wins(DEALT, hand, wilds)
    if "call" in offered:
        return Act("call" if often >= CALL else "no_call")
    if "rob" in offered:
        robs = sum(isinstance(one, Acted) and one.verb == "rob" for one in doudizhu.last_deal(told))
        return Act("rob" if often >= ROB[min(robs, 2)] else "no_rob")
    if "double" in offered:
        leads = doudizhu.landlord(told) == ask.who
        return _doubled(wins(TAKEN_UP if leads else PEASANT, hand, wilds), leads)
    if "no_open" in offered:
        return Act("open" if strength(hand) + wilds >= DEALT_OPEN else "no_open")
    enough, turns = LANDLORD_OPEN
    return (
        Act("open") if wins(TAKEN_UP, hand, wilds) >= enough and split(hand)[1] <= turns else None
    )


def _doubled(often: int, leads: bool) -> Act:
    least, most = DOUBLE[leads]
    return Act("super_double" if often >= most else "double" if often >= least else "no_double")
