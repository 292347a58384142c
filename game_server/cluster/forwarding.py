"""What players of a front ask for, where other nodes have tables: it finds the node that does it.

Forwarding stands where messages find what does them (`Answering.divert`): a table of this node is
asked as ever, whatever concerns another one is forwarded as it came, and what is done here and
concerns tables everywhere is told to all nodes. A house of one node has nothing of it.
"""

from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from twisted.internet.defer import Deferred

from game_server.cluster.announcer import LOOK_S
from game_server.cluster.links import Item, Links
from game_server.cluster.relay import Relay, is_remote
from game_server.cluster.remote_lines import table_of
from game_server.house.answering import Does
from game_server.house.house import House
from game_server.house.online_players import OnlinePlayer
from game_server.lobby.board import sooner_first
from game_server.lobby.elsewhere import open_to_all
from game_server.refusals import TableSuspended
from protocol import messages
from protocol.messages import Joined, Message
from protocol.words import Refusal

OF_A_TABLE: Final[tuple[type[Message], ...]] = (
    messages.Queue,
    messages.Unqueue,
    messages.Sit,
    messages.Leave,
    messages.SitOut,
    messages.StandIn,
    messages.Ready,
    messages.SeatBot,
    messages.DismissBots,
    messages.Resync,
    messages.Say,
    messages.Phrase,
    messages.Buy,
    messages.Report,
)
"""Requests that go to the table which they name."""

MOMENT_S: Final = 2 * LOOK_S
"""So long after it is opened a table is known at each front."""
UNCOUNTED_S: Final = 3.0
"""So long a node may not count a room yet that it was asked to open."""


class Forwarding:
    """Stands between those who are in and what does what they ask for."""

    def __init__(self, house: House, links: Links, relay: Relay, has_tables: bool) -> None:
        self._house, self._links, self._relay = house, links, relay
        self._has_tables, self._runners = has_tables, house.lobby.runners
        self._elsewhere = house.lobby.elsewhere
        self._act, self._here = house.requests.act, house.answering.does
        self._opening: deque[tuple[float, str]] = deque()
        """When which node was asked to open a room: many may be asked for at once."""

    def begin(self) -> None:
        """Stand there from now on."""
        tables = {kind: self._by_table(self._here[kind]) for kind in OF_A_TABLE}
        self._house.answering.divert(
            self.act,
            {
                **tables,
                messages.Join: self._join,
                messages.QuickSeat: self._quick_seat,
                messages.OpenRoom: self._open_room,
                messages.Mute: self._mute,
                messages.Block: self._mute,
                messages.Logout: self._log_out,
                messages.LogoutEverywhere: self._log_out,
                messages.DeleteAccount: self._delete,
                messages.Register: self._account,
                messages.Profile: self._account,
            },
        )
        self._house.logins.queue_for_cash = self._queue_for_cash

    def act(
        self,
        player: OnlinePlayer,
        wish: messages.Answer,
        refused: Callable[[BaseException], object],
    ) -> None:
        """Most of what is heard."""
        node = self._relay.node_of(player, wish.table)
        if node:
            self._relay.forward(player, node, wish)
        else:
            self._act(player, wish, refused)

    def _by_table(self, here: Does) -> Does:
        async def asked(player: OnlinePlayer, wish: Message) -> None:
            node = self._relay.node_of(player, table_of(wish))
            if node:
                self._relay.forward(player, node, wish)
            else:
                await here(player, wish)

        return asked

    async def _join(self, player: OnlinePlayer, wish: Message) -> None:
        assert isinstance(wish, messages.Join)
        if wish.code and not (is_remote(player) or self._knows(wish.code)):
            # A friend may have opened it just now, and tables are announced a moment later.
            await self._moment()
            if self._house.online.of(player.id) is not player:
                return
        node = ""
        if not wish.code:
            node = self._relay.node_of(player, wish.table)
        elif not is_remote(player):
            table = self._elsewhere.by_code(wish.code)
            node = "" if table is None else self._relay.node_of(player, table.table_id)
        await self._there_or_here(node, player, wish)

    def _knows(self, code: str) -> bool:
        """Whether a room of that code is known, here or elsewhere."""
        if self._elsewhere.by_code(code) is not None:
            return True
        with suppress(Refusal):
            return bool(self._house.lobby.by_code(code))
        return False

    def _moment(self) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._house.means.clock.callLater(MOMENT_S, over.callback, None)
        return over

    async def _quick_seat(self, player: OnlinePlayer, wish: Message) -> None:
        assert isinstance(wish, messages.QuickSeat)
        node = ""
        if not is_remote(player):
            purse = await self._house.purses.play_chips(player)
            node = self._soonest(player, wish, purse)
        await self._there_or_here(node, player, wish)

    def _soonest(self, player: OnlinePlayer, wish: messages.QuickSeat, purse: int) -> str:
        """The node with the table where the player is dealt in soonest; empty for this one."""
        fit = [
            (sooner_first(one.listing, one.in_round, one.owner.isdecimal()), one.node)
            for one in open_to_all(self._elsewhere.tables)
            if one.up
            and one.listing.game == wish.game
            and (wish.preset or one.listing.purse == "play")
            and wish.preset in ("", one.listing.preset)
            and (one.least <= purse or one.listing.purse == "cash" or player.key in one.seated)
        ]
        try:
            own = self._house.lobby.board.soonest(wish.game, wish.preset, player.key, purse)
        except Refusal:
            if not fit and not self._has_tables:
                # Whoever has tables says what is wrong.
                return self._least_loaded()
        else:
            in_round, of_player = own.view.round is not None, own.owner.isdecimal()
            fit.append((sooner_first(own.listing, in_round, of_player), ""))
        return min(fit, default=((), ""))[1]

    async def _open_room(self, player: OnlinePlayer, wish: Message) -> None:
        assert isinstance(wish, messages.OpenRoom)
        node = ""
        if not is_remote(player):
            before = await self._house.replies.to(player, wish)
            if isinstance(before, Joined):
                node = self._relay.node_of(player, before.room.table)
            elif before is None:
                node = self._least_loaded()
                self._opening.append((self._house.means.clock.seconds(), node))
        await self._there_or_here(node, player, wish)

    def _least_loaded(self) -> str:
        """The node that takes what is new; empty for this one."""
        now = self._house.means.clock.seconds()
        while self._opening and self._opening[0][0] <= now - UNCOUNTED_S:
            self._opening.popleft()
        more = Counter(node for _, node in self._opening)
        loads = [
            (one.load + more[one.instance], one.instance)
            for one in self._links.up
            if "tables" in one.roles
        ]
        if self._has_tables:
            loads.append((len(self._runners) + more[""], ""))
        if not loads:
            raise TableSuspended("No table is there just now; try again in a moment.")
        return min(loads)[1]

    async def _mute(self, player: OnlinePlayer, wish: Message) -> None:
        assert isinstance(wish, messages.Mute | messages.Block)
        await self._here[type(wish)](player, wish)
        if not is_remote(player):
            blocked = isinstance(wish, messages.Block)
            silent = wish.blocked if isinstance(wish, messages.Block) else wish.muted
            self._tell_all(["unheard", player.id, str(wish.who), silent, blocked])

    async def _log_out(self, player: OnlinePlayer, wish: Message) -> None:
        self._tell_all(["leave_all", player.id, player.line])
        await self._here[type(wish)](player, wish)

    async def _delete(self, player: OnlinePlayer, wish: Message) -> None:
        await self._here[type(wish)](player, wish)
        self._tell_all(["deleted", player.id])

    async def _account(self, player: OnlinePlayer, wish: Message) -> None:
        await self._here[type(wish)](player, wish)
        self._tell_all(["account", player.id])

    async def _queue_for_cash(self, player: OnlinePlayer) -> None:
        if not any(one.config.purse == "cash" for one in self._runners.values()):
            for one in open_to_all(self._elsewhere.tables):
                if one.listing.purse == "cash" and one.up:
                    self._relay.introduce(player, one.node)
                    self._links.say(one.node, ["queue_for_cash", player.id, player.line])
                    return
        await self._house.requests.queue_for_cash(player)

    # -- how -------------------------------------------------------------------------------------

    async def _there_or_here(self, node: str, player: OnlinePlayer, wish: Message) -> None:
        if node:
            self._relay.forward(player, node, wish)
        else:
            await self._here[type(wish)](player, wish)

    def _tell_all(self, item: Item) -> None:
        for peer in self._links.up:
            self._links.say(peer.instance, item)
