"""Rooms of a house inside the client: one for each game and its rules, and those that one opens."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from game_server.bots.choosing import names
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Span
from game_server.table import room_wishes
from game_server.table.config import TableConfig
from protocol.messages import OpenRoom, Room
from protocol.words import Refusal

UNTIMED_S: Final = 86_400.0
"""So long a table without a clock waits. Its time runs only while its player is there."""
USUAL_BOTS: Final = 3
"""Who sits down in a room that stands open plays against so many, where the rules allow it."""
NO_OTHERS: Final = "You play offline, where nobody else can come; open a room against bots."


def made(wish: OpenRoom, table: str) -> tuple[TableConfig, Sequence[tuple[str, Span]]]:
    """The room of this wish, and its bots; Refusal says why it cannot be."""
    able = names(wish.game) if wish.game in GAMES else ()
    config = room_wishes.wished(wish, table, "", able, UNTIMED_S)
    if not config.solo:
        raise Refusal("offline", NO_OTHERS)
    return config, room_wishes.opponents(config, wish, able)


def standing() -> Mapping[str, OpenRoom]:
    """How each room that stands open is opened, by its table."""
    return {
        f"{game.name}-{preset}": OpenRoom(
            1,
            game.name,
            preset,
            bots=0 if options.least == 1 else min(options.most - 1, USUAL_BOTS),
            unhurried=True,
        )
        for game in GAMES.values()
        for preset, options in game.presets.items()
        if not _for_cash(game.manners.get(preset, {}))
    }


def _for_cash(manners: Mapping[str, object]) -> bool:
    """Whether tables are run so for chips that are bought at a bank, which is not here."""
    return manners.get("broke") == "second_game"


def listed(room: Room, mine: bool, bots: int) -> Room:
    """A room as it is listed: its bots are there when somebody comes, and keep nobody's seat."""
    return replace(room, private=False, watched=False, taken=int(mine), bots=0, coming=bots)
