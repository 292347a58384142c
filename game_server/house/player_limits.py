"""Limits on what players may have at a time, and whose seats count together."""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from game_server.addresses import networks, plain
from game_server.house.online_players import OnlinePlayer
from game_server.lobby.lobby import MOST_OPENED, Lobby
from game_server.table.listing import CrowdSize
from game_server.table.seats import Origin
from game_server.table.view import TableView
from protocol.messages import OpenRoom
from protocol.words import Refusal

HERE: Final = ("127.0.0.1", "::1")


@dataclass(frozen=True)
class PlayerLimits:
    """Limits of one player: a guest costs nothing to become, so a guest has less than a member."""

    guest_tables: int = 3
    guest_rooms: int = 2
    member_rooms: int = MOST_OPENED
    public_rooms: int = 40
    """Tables of players that are in the lobby; guests open half of them."""
    watchers: int = 200
    """Those at one table who have no seat: whatever changes there is told to each of them."""
    waiting: int = 100
    """Those of them who wait for a seat."""
    bot_rooms: int = 400
    """Tables of players that have bots in them, of all players together."""
    bot_rooms_address: int = 40
    """Tables of players that have bots in them, of one address."""

    def refuse_table(
        self, player: OnlinePlayer, lobby: Lobby, table: str, let_in: Collection[str] = ()
    ) -> None:
        """Refusal for a guest who would sit or wait at more tables than allowed, with those that
        have `let_in` the player just now."""
        key, most = player.key, self.guest_tables
        if not player.account.guest:
            return
        waits = {one.table_id for one in lobby.of_player(key) if one.view.waits(key)}
        taken = len({*waits, *lobby.elsewhere.seats_of(key), *let_in} - {table})
        if taken >= most:
            text = f"You sit or wait at {taken} tables; leave one, or make an account."
            raise Refusal("guest_tables", text, most=most)

    def refuse_watcher(self, player: OnlinePlayer, crowd: CrowdSize) -> None:
        """Refusal for one who would watch a table that as many watch as may."""
        most = _places(self.watchers, player)
        if crowd.unseated >= most:
            text = f"{most} watch this table, as many as may; choose another, or try again later."
            raise Refusal("watchers_many", text, most=most)

    def refuse_waiting(self, player: OnlinePlayer, crowd: CrowdSize) -> None:
        """Refusal for one who would wait at a table where as many wait as may."""
        most = _places(self.waiting, player)
        if crowd.waiting >= most:
            text = f"{most} wait for a seat here, as many as may; queue at another table."
            raise Refusal("queue_full", text, most=most)

    def is_crowded(self, player: OnlinePlayer, view: TableView) -> bool:
        """Whether this player would be let in to that table, or into its queue, no more."""
        if player.key in view.people:
            return not view.waits(player.key) and len(view.queue) >= _places(self.waiting, player)
        seated = sum(1 for seat in view.seats.values() if seat.player in view.people)
        unseated = len(view.people) - seated
        watchers, waiting = _places(self.watchers, player), _places(self.waiting, player)
        return unseated >= watchers or len(view.queue) >= waiting

    def refuse_room(self, player: OnlinePlayer, lobby: Lobby, wish: OpenRoom) -> None:
        """Refusal for one who would open more tables than allowed, or fill the lobby with them."""
        guests, own = player.account.guest, lobby.index.opened_by(player.id)
        most = self.guest_rooms if guests else self.member_rooms
        if own >= most:
            text = f"You have opened {own} rooms; leave one before you open another."
            raise Refusal("rooms_many", text, most=most)
        public = self.public_rooms // 2 if guests else self.public_rooms
        if not (wish.private or wish.bots) and lobby.index.opened_public() >= public:
            text = f"Players have opened {public} public rooms; open a private one."
            raise Refusal("rooms_public", text, most=public)

    def refuse_bots(self, player: OnlinePlayer, lobby: Lobby) -> None:
        """Refusal for one more table with bots than allowed: bots think all the time."""
        home = home_of(player.connection.address)
        if home and lobby.index.with_bots(home) >= self.bot_rooms_address:
            most = self.bot_rooms_address
            text = f"{most} rooms with bots are open from where you are; leave one of them first."
            raise Refusal("bot_rooms_here", text, most=most)
        if lobby.index.with_bots() >= self.bot_rooms:
            text = "All bots are busy; try again in a while, or sit down at a table of the house."
            raise Refusal("bot_rooms_full", text, most=self.bot_rooms)


def _places(most: int, player: OnlinePlayer) -> int:
    """How many of the places of a crowd may be taken before this player is refused."""
    return max(1, most * 3 // 4) if player.account.guest else most


class LetIn:
    """The tables that have let players in, or into their queues, and whose views do not show it
    yet: many may be asked for at once, and what one asks for counts for the next."""

    def __init__(self) -> None:
        self._tables: dict[str, set[str]] = {}

    def of(self, player: str) -> Collection[str]:
        """Those of one player."""
        return self._tables.get(player, ())

    def add(self, player: str, table: str) -> None:
        """The table has let the player in."""
        self._tables.setdefault(player, set()).add(table)

    def discard(self, player: str, table: str) -> None:
        """The view shows it, or it came to nothing."""
        tables = self._tables.get(player, set())
        tables.discard(table)
        if not tables:
            self._tables.pop(player, None)


USUAL_LIMITS: Final = PlayerLimits()


class IdentityKeys:
    """Tells a table which players are one person, and which come from one address."""

    def __init__(self) -> None:
        # Known to this process alone: a table learns no address from what it is told.
        self._key = secrets.token_bytes(32)

    def who(self, player: OnlinePlayer) -> Origin:
        """The keys of somebody who is in."""
        holder, home = player.account.holder, home_of(player.connection.address)
        return Origin(self._hidden(holder.hex()) if holder else "", self._hidden(home))

    def _hidden(self, what: str) -> str:
        if not what:
            return ""
        return hashlib.blake2b(what.encode(), key=self._key, digest_size=16).hexdigest()


def home_of(address: str) -> str:
    """What counts as one address at a table: of IPv6 the network that one home has. Nothing for
    this machine itself: who plays on it, or comes through a proxy on it, is not known by it."""
    if plain(address) in HERE:
        return ""
    one, *around = networks(address)
    return around[0] if ":" in one and around else one
