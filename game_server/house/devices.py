"""The devices that a player is logged in on, and logging out of them."""

from typing import Final

from game_server.addresses import beginning
from game_server.house.online_players import OnlinePlayer
from game_server.house.table_requests import TableRequests
from game_server.players.sessions import Sessions
from game_server.store.sessions import SessionRow
from protocol import messages
from protocol.messages import Device, Goodbye, Ok, SessionList

MOST: Final = 10
FAREWELL: Final = Goodbye("logout", "You have logged out; come back soon.")


class Devices:
    """One method for each message about sessions; a refusal is raised."""

    def __init__(self, sessions: Sessions, requests: TableRequests) -> None:
        self._sessions, self._requests = sessions, requests

    async def show(self, player: OnlinePlayer, wish: messages.Sessions) -> None:
        """Where one is logged in, and was lately."""
        known = await self._sessions.of_player(player.id)
        here = player.session.id
        player.say(SessionList(wish.id, tuple(_device(one, here) for one in known[:MOST])))

    async def log_out(self, player: OnlinePlayer, wish: messages.Logout) -> None:
        """Leave every table, be cashed out, end the session."""
        await self._requests.leave_all(player)
        await self._sessions.end(player.session.id)
        player.say(Ok(wish.id))
        player.connection.close(FAREWELL)

    async def log_out_everywhere(
        self, player: OnlinePlayer, wish: messages.LogoutEverywhere
    ) -> None:
        """Log out, and end every session of the player."""
        await self._requests.leave_all(player)
        await self._sessions.end_all(player.id)
        player.say(Ok(wish.id))
        player.connection.close(FAREWELL)


def _device(one: SessionRow, here: int) -> Device:
    return Device(
        one.device,
        beginning(one.address),
        one.began // 1000,
        max(one.seen, one.began, one.ended or 0) // 1000,
        one.id == here,
        "" if one.ended is None else one.why or "over",
    )
