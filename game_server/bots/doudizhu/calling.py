"""What a hand must have to call, to rob, to double or to be played open.

By games between medium players the landlord wins more than half of them from a strength of seven
in seventeen cards, and from nine once the last three are in the hand.
"""

from collections.abc import Sequence
from typing import Final

from game_server.bots.doudizhu.bidding import bid, strength
from game_server.bots.doudizhu.packed import pack
from game_server.bots.doudizhu.split import split
from game_server.bots.doudizhu.wild import of_wilds
from protocol.events import Acted, Event
from protocol.games import doudizhu
from protocol.words import Act, Ask

CALL: Final = 7
ROB: Final = (9, 11, 12)
"""After no, one and two robs: whoever called or robbed is strong too, and each doubles."""
DOUBLE: Final = {True: (10, 15), False: (11, 16)}
"""To double, and to double twice: as the landlord, and as a peasant."""
DEALT_OPEN: Final = 14
"""To open what was dealt so far."""
LANDLORD_OPEN: Final = (13, 4)
"""To open it as the landlord: at least so strong, in at most so many plays."""


def said(told: Sequence[Event], ask: Ask) -> Act | None:
    """What is said before the cards are played; None where a play is asked for, and no more."""
    bids = ask.option("bid")
    if bids is not None:
        return bid(told, ask, bids)
    offered = {option.verb for option in ask.options}
    if offered.isdisjoint({"call", "rob", "double", "open"}):
        return None
    cards = doudizhu.hand(ask.who, told)
    hand = pack(cards)
    strong = strength(hand) + of_wilds(told, cards)
    if "call" in offered:
        return Act("call" if strong >= CALL else "no_call")
    if "rob" in offered:
        robs = sum(isinstance(one, Acted) and one.verb == "rob" for one in doudizhu.last_deal(told))
        return Act("rob" if strong >= ROB[min(robs, 2)] else "no_rob")
    if "double" in offered:
        least, most = DOUBLE[doudizhu.landlord(told) == ask.who]
        return Act(
            "super_double" if strong >= most else "double" if strong >= least else "no_double"
        )
    if "no_open" in offered:
        return Act("open" if strong >= DEALT_OPEN else "no_open")
    enough, turns = LANDLORD_OPEN
    return Act("open") if strong >= enough and split(hand)[1] <= turns else None
