"""What is open and chosen on the screen of one table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from client_core.client import Ear
from web_client.bridge.table_shapes import FlightView


@dataclass(frozen=True, slots=True)
class TableLocal:
    """The state of the page at one table."""

    menu: bool = False
    listed: str = ""
    """What is listed over the felt: the trick before, the bets, the discards; "" is nothing."""
    opened: str = ""
    """The choice whose amount is being chosen."""
    amount: int = 0
    amount_of: tuple[object, ...] = ()
    """The range that the amount was taken from."""
    wrong: str = ""
    """Why the amount that was typed is not offered."""
    note: str = ""
    noted_turn: int = -1
    noted_until: float = 0.0
    """What is said for a moment where the player looks, about which turn, and until when."""
    picked: tuple[int, ...] = ()
    """The cards of my hand that are chosen, by their places in it."""
    picked_of: tuple[int, int] = (0, 0)
    """The round that they are of, and how many cards the hand had."""
    hinted: int = -1
    way: int = 0
    """Which hint was given last, and which of several plays the chosen cards are."""
    chip: int = 0
    """The chip that a touch of the board lays, in cents."""
    aimed: str = ""
    aims: int = 0
    typed: str = ""
    """The place of the board that a key has led to, how often one did, the digits of a number."""
    owed: int = 0
    """What was laid while the house had not answered the chip before."""
    put_away: int = -1
    """The round whose reckoning was put away."""
    still_at: float = 0.0
    """When what moves now will have come to rest; 0: nothing moves."""
    still_of: tuple[object, ...] = ()
    dropping: bool = False
    fell: int = -1
    fell_at: float = 0.0
    """Whether the ball of a round falls now, which round that is, and when it lies."""
    told: tuple[int, int] = (0, 0)
    """The round and the event up to which all was said aloud."""
    log: tuple[str, ...] = ()
    spoken: str = ""
    """The sentences of the round, and the language that they are in."""
    hurried: int = -1
    """The turn of which it was said that little of it is left."""
    asked: int = -1
    offered: str = ""
    cheered: int = -1
    """The turn, the offer and the round that were called out last."""
    flights: tuple[FlightView, ...] = ()
    """What has moved last."""
    ear: Ear | None = None
    card_asked: bool = False
    """Whether the bank was asked which card pays."""
    again_at: float = 0.0
    """When the felt goes on with what it does by and by; 0: it does nothing."""
    odds: Mapping[int, int] = field(default_factory=dict)
    """What each seat wins of an all-in, in permille."""
