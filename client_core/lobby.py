"""The rooms of the house as its lobby lists them, and the games as tiles."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from client_core.catalogue import GAMES
from protocol.messages import Room, Rooms


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room of the list; `full`: one would wait for a seat, `mine`: one is in it. `bots` of those
    who have taken seats give them to people; `ready`: a round begins when all are; `departs`: its
    rules are not those of its preset; `coming`: so many bots come as soon as one looks in."""

    table: str
    game: str
    preset: str
    purse: str
    stake: int
    least_buy_in: int
    most_buy_in: int
    seats: int
    taken: int
    waiting: int
    counter: bool
    testing: bool
    full: bool
    mine: bool
    bots: int = 0
    ready: bool = False
    private: bool = False
    departs: bool = False
    coming: int = 0


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game in the main menu: who plays it now, at how many tables, for what, and one's own
    profit with it. The stakes are in chips, 0 where it is played without or for money alone."""

    game: str
    players: int = 0
    tables: int = 0
    waiting: int = 0
    free: int = 0
    least_stake: int = 0
    most_stake: int = 0
    profit: int = 0


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rooms are shown: of one game, with a free seat, for one kind of chips."""

    game: str = ""
    free: bool = False
    purse: str = ""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as the main menu shows it."""

    games: tuple[GameTile, ...] = ()
    rooms: tuple[RoomRow, ...] = ()
    loaded: bool = False
    chosen: Filter = field(default_factory=Filter)


@dataclass(frozen=True, slots=True)
class Lobby:
    """All rooms by their tables."""

    rooms: Mapping[str, Room] = field(default_factory=dict)
    loaded: bool = False
    chosen: Filter = field(default_factory=Filter)


def heard(lobby: Lobby, message: Rooms) -> Lobby:
    """With what is new, changed and gone."""
    rooms = {} if message.whole else dict(lobby.rooms)
    for room in message.rooms:
        rooms[room.table] = room
    for table in message.gone:
        rooms.pop(table, None)
    return replace(lobby, rooms=rooms, loaded=True)


def row(room: Room, mine: bool) -> RoomRow:
    """A room as the list of rooms shows it."""
    return RoomRow(
        room.table,
        room.game,
        room.preset,
        room.purse,
        room.stake,
        room.least_buy_in,
        room.most_buy_in,
        room.seats,
        room.taken,
        room.waiting,
        room.counter,
        room.testing,
        people(room) >= room.seats,
        mine,
        room.bots,
        room.ready,
        room.private,
        bool(room.options),
        room.coming,
    )


def people(room: Room) -> int:
    """Seats that a newcomer cannot have: bots that keep seats warm give way."""
    return room.taken - room.bots


def view(lobby: Lobby, tables: frozenset[str], profit: Mapping[str, int]) -> LobbyView:
    """The menu: every game of the catalogue, and games of the house that it does not know."""
    names = [*GAMES, *dict.fromkeys(room.game for room in lobby.rooms.values())]
    tiles = tuple(tile(name, lobby, profit.get(name, 0)) for name in dict.fromkeys(names))
    shown = sorted(
        (room for room in lobby.rooms.values() if _fits(room, lobby.chosen)),
        key=lambda one: (people(one) >= one.seats, -people(one), one.stake, one.table),
    )
    rows = tuple(row(room, room.table in tables) for room in shown)
    return LobbyView(tiles, rows, lobby.loaded, lobby.chosen)


def tile(game: str, lobby: Lobby, profit: int) -> GameTile:
    """A game as the main menu shows it."""
    rooms = [room for room in lobby.rooms.values() if room.game == game]
    stakes = [room.stake for room in rooms if room.purse == "play" and room.stake]
    return GameTile(
        game,
        sum(people(room) for room in rooms),
        len(rooms),
        sum(room.waiting for room in rooms),
        sum(max(0, room.seats - people(room)) for room in rooms),
        min(stakes, default=0),
        max(stakes, default=0),
        profit,
    )


def _fits(room: Room, chosen: Filter) -> bool:
    return (
        chosen.game in ("", room.game)
        and chosen.purse in ("", room.purse)
        and not (chosen.free and people(room) >= room.seats)
    )
