"""How hold'em lies on the table."""

from collections.abc import Sequence
from typing import Final

from protocol.events import Moved
from protocol.games.holdem.events import street_bets
from protocol.games.holdem.names import name
from protocol.games.holdem.ranks import strength
from protocol.sight import Sight, Told, began, each, lying
from protocol.words import BOARD, Seat, chips

STREETS: Final = {0: "before the flop", 3: "flop", 4: "turn", 5: "river"}
BLINDS: Final = {"small_blind": "SB", "big_blind": "BB"}


def _marks(seat: Seat, told: Told) -> Sequence[str]:
    blinds = tuple(BLINDS[one.why] for one in _moves(seat, told) if one.why in BLINDS)
    found = lying(told)
    own, board = found.get(seat, {}).get(0, ()), found.get(BOARD, {}).get(0, ())
    # What a hand is worth that lies face down nobody knows.
    return (*blinds, name(strength(own + board))) if own and len(board) >= 3 else blinds


def _moves(seat: Seat, told: Told) -> list[Moved]:
    return [one for one in told if isinstance(one, Moved) and one.src == seat]


def _facts(told: Told) -> dict[str, str]:
    first = began(told)
    board = lying(told).get(BOARD, {}).get(0, ())
    facts = {"street": STREETS.get(len(board), "")}
    if first is not None and first.options.get("big_blind"):
        small, big = int(first.options["small_blind"]), int(first.options["big_blind"])
        facts["blinds"] = f"{chips(small)}/{chips(big)}"
    return facts


SIGHT: Final = Sight(
    bets=street_bets,
    marks=each(_marks),
    facts=_facts,
    side_pots=lambda options: not options.get("single_pot"),
    gives_up=frozenset({"fold"}),
)
