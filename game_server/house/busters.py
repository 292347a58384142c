"""The list of those who have busted the house at 21."""

from game_server.house.online_players import OnlinePlayer
from game_server.store import busters
from game_server.store.ports import Store
from protocol import messages
from protocol.messages import Buster, BusterList


class BustersBoard:
    """The list of busters for one who asks."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def show(self, player: OnlinePlayer, wish: messages.Busters) -> None:
        """The last ten, the newest first."""
        found = await self._store.read(busters.last)
        last = tuple(Buster(one.name, one.at // 1000, one.amount) for one in found)
        player.say(BusterList(wish.id, last))
