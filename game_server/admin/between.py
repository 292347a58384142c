"""What nodes ask of each other alone, so that an answer is true for the whole house: no command of
the menu, and nothing that an administrator can ask for."""

from collections.abc import Mapping
from typing import Any, Final

from game_server.admin.desk import Call
from game_server.admin.handing_over import Between
from game_server.admin.menu.words import Answer
from game_server.admin.other_nodes import DELETED, LINES, LOOKS_OVER, SEATS, TELL
from game_server.admin.people_look import seats_of
from game_server.admin.player_lookup import told_here
from game_server.admin.table_watch import end_looks
from game_server.house.online_players import OnlinePlayer
from protocol.messages import Notice


async def lines(call: Call, given: Mapping[str, Any]) -> Answer:
    """Who of these players has a line to this node, and from where; of all, if none are named."""
    online, wanted = call.desk.house.online, given.get("players")
    found = online.own if wanted is None else online.among(wanted)
    return {"lines": {str(one.id): one.connection.address for one in found if _is_own(one)}}


async def seats(call: Call, given: Mapping[str, Any]) -> Answer:
    """The seats of a player at tables of this node."""
    return {"seats": list(seats_of(call.desk.lobby, str(given["player"])))}


async def tell(call: Call, given: Mapping[str, Any]) -> Answer:
    """A notice for a player whose line may be one of this node."""
    notice = Notice(given["code"], given["text"], "", given["facts"])
    return {"told": told_here(call.desk.house, given["player"], notice, given["purse"])}


async def looks_over(call: Call, given: Mapping[str, Any]) -> Answer:
    """An administrator may look no more, or otherwise."""
    end_looks(call.desk, given["name"])
    return {}


def _is_own(one: OnlinePlayer) -> bool:
    return not one.connection.remote


async def deleted(call: Call, given: Mapping[str, Any]) -> Answer:
    """The account of a player was deleted by an administrator."""
    await call.desk.house.deletion.deleted_elsewhere(given["player"])
    return {}


BETWEEN: Final[dict[str, Between]] = {
    LINES: lines,
    SEATS: seats,
    TELL: tell,
    LOOKS_OVER: looks_over,
    DELETED: deleted,
}
