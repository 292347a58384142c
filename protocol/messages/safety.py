"""What is said to be safe from other players: blocking one, and reporting one to the house."""

from typing import Annotated, Literal

from protocol.frozen import frozen
from protocol.messages.declare import CLIENT, IN, SERVER, Message, message
from protocol.messages.parts import Count, Maybe, Person, Request, Text
from protocol.shape import UpTo

Why = Literal["abuse", "cheating", "name", "spam", "other"]


@frozen
class BlockedPlayer:
    """Somebody whom one has blocked, and the name by now."""

    who: Request
    name: Person


@message("block", CLIENT, IN)
@frozen
class Block(Message):
    """Hear nothing of the player of this number, on any device, until `blocked` false. It is kept
    with the account, and the other player is never told; what reaches that one is the same."""

    id: Request
    who: Request
    blocked: bool = True


@message("blocks", CLIENT, IN)
@frozen
class Blocks(Message):
    """Ask whom one has blocked; `block_list` answers."""

    id: Request


@message("report", CLIENT, IN)
@frozen
class Report(Message):
    """Report a player, or a line of chat by its number `line`, at a table that one is at; without a
    table the player. What was said, by whom and when, is what the house itself knows; `words` are
    one's own. The same is reported once; the house may answer by the notice `report_answered`."""

    id: Request
    who: Request
    why: Why
    words: Text = ""
    table: Maybe = ""
    line: Count = 0


@message("block_list", SERVER)
@frozen
class BlockList(Message):
    """Answers `blocks`, the last first. It follows `session` too, with its `id`, where one has
    blocked anybody."""

    id: Request
    players: Annotated[tuple[BlockedPlayer, ...], UpTo(200)] = ()
