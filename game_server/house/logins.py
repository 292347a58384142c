"""Logins: players come in as a guest, by password, by bank card, or back from a break."""

from collections.abc import Callable, Sequence
from typing import Final

from game_server.house.arrival import arrive
from game_server.house.card_desk import CardDesk
from game_server.house.entry_queue import EntryQueue, Urgency
from game_server.house.hours import Hours
from game_server.house.online_players import OnlinePlayer, OnlinePlayers, PlayerConnection
from game_server.house.purses import Purses
from game_server.house.safety import Safety
from game_server.house.security_notes import device_of, language_of
from game_server.house.table_requests import MOST_TABLES, TableRequests
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.players.accounts import Accounts
from game_server.players.security import SecurityLog
from game_server.players.sessions import COPIED, LiveSession, Sessions, TokenSpent
from game_server.store import sessions
from protocol import messages
from protocol.codec import encode
from protocol.messages import BlockList, Goodbye, Message, Notice, Seen, Session
from protocol.words import Refusal

CROWDED_S: Final = 60
MOVED: Final = Goodbye("moved", "You have come in on another line; this one is out.")


class Logins:
    """Lets players in, on one connection each."""

    def __init__(
        self,
        means: Means,
        accounts: Accounts,
        sessions: Sessions,
        lobby: Lobby,
        requests: TableRequests,
        purses: Purses,
        cards: CardDesk,
        online: OnlinePlayers,
        hours: Hours,
        safety: Safety,
        newcomers: int,
        security: SecurityLog,
    ) -> None:
        self._means, self._accounts, self._sessions = means, accounts, sessions
        self._lobby, self._requests = lobby, requests
        self._purses, self._cards, self._online = purses, cards, online
        self._hours, self._safety, self._newcomers = hours, safety, newcomers
        self._security = security
        self.queue_for_cash = requests.queue_for_cash
        """Brings one who came in by bank card into a queue."""
        self.came: Callable[[OnlinePlayer, Sequence[Seen]], object] = lambda player, seen: None
        """Told of each who has come in, and what that one has seen of tables."""
        self.entry_queue = EntryQueue()
        """Those whose login is right, and who come in one after the other."""

    async def guest(self, connection: PlayerConnection, wish: messages.Guest) -> None:
        """Play without an account."""
        self._refuse_if_crowded()
        who = await self._accounts.guest(wish.name, connection.address, language_of(connection))
        await self._begin(connection, wish.id, who.id)

    async def register(self, connection: PlayerConnection, wish: messages.Register) -> None:
        """Make an account."""
        self._refuse_if_crowded()
        who = await self._accounts.register(wish.name, wish.password, connection.address)
        await self._begin(connection, wish.id, who.id)

    async def log_in(self, connection: PlayerConnection, wish: messages.Login) -> None:
        """Come in by name and password."""
        who = await self._accounts.log_in(wish.name, wish.password, connection.address, wish.code)
        await self._begin(connection, wish.id, who.id)

    async def log_in_by_card(
        self, connection: PlayerConnection, wish: messages.LoginByCard
    ) -> None:
        """Come in by bank card, straight into the queue for a table that plays for money."""
        who = await self._cards.log_in(connection, wish)
        player = await self._begin(connection, wish.id, who.id)
        if player is not None:
            await self.queue_for_cash(player)

    async def resume(self, connection: PlayerConnection, wish: messages.Resume) -> None:
        """Go on after a break."""
        try:
            session = await self._sessions.resume(wish.token, connection.address, connection.opened)
        except TokenSpent as spent:
            self._is_stolen(spent.session, connection)
            raise
        await self._enter(connection, wish.id, session, wish.seen)

    def _is_stolen(self, session: sessions.SessionRow, connection: PlayerConnection) -> None:
        """A spent token was shown: whoever is in with the session is out, whoever that is."""
        self._security.note(
            "session_ended",
            "session_stolen",
            player=session.player,
            address=connection.address,
            device=device_of(connection),
        )
        player = self._online.of(session.player)
        if player is not None and player.session.id == session.id:
            player.connection.close(Goodbye("session_stolen", COPIED))

    def _refuse_if_crowded(self) -> None:
        """Refusal for somebody new, when only the connections of those who come back are left."""
        if len(self._online) >= self._newcomers:
            text = "The house is full but for those who come back;"
            text = f"{text} wait {CROWDED_S} seconds and try again."
            raise Refusal("crowded", text, seconds=CROWDED_S)

    async def _begin(
        self, connection: PlayerConnection, request: int, player: int
    ) -> OnlinePlayer | None:
        session = await self._sessions.begin(player, device_of(connection), connection.address)
        return await self._enter(connection, request, session, ())

    async def _enter(
        self, connection: PlayerConnection, request: int, session: LiveSession, seen: Sequence[Seen]
    ) -> OnlinePlayer | None:
        await self.entry_queue.turn(self._urgency(str(session.account.id)))
        try:
            return await self._come_in(connection, request, session, seen)
        finally:
            self.entry_queue.over()

    def _urgency(self, player: str) -> Urgency:
        """How much it helps the tables that this one is in."""
        rounds = [
            (seat, view.round)
            for view in (runner.view for runner in self._lobby.of_player(player))
            if view.round is not None and (seat := view.seat(player)) is not None
        ]
        if any(seat in playing.open for seat, playing in rounds):
            return Urgency.ASKED
        dealt = any(seat in playing.dealt for seat, playing in rounds)
        return Urgency.IN_PLAY if dealt else Urgency.OTHERS

    async def _come_in(
        self, connection: PlayerConnection, request: int, session: LiveSession, seen: Sequence[Seen]
    ) -> OnlinePlayer | None:
        if connection.ended:
            return None
        number, at = session.account.id, self._means.now()
        sits = self._lobby.sits(str(number))
        # All in one write: `ban` waits for one, and then whoever was coming in is in.
        known = await self._means.store.write(lambda conn: arrive(conn, number, sits, at))
        if connection.ended:
            return None
        # The house may have closed while the password was looked at, or somebody else shown a
        # token of the session.
        self._hours.refuse_if_closed()
        if self._sessions.has_ended(session.id):
            raise Refusal("session_over", "The house has ended your session; log in again.")
        self._hours.gone(connection)
        who, unheard = known.account, {str(one.who) for one in known.blocked}
        player = OnlinePlayer(
            connection, who, session, blocked=unheard, kept=known.kept, line=known.line
        )
        before = self._online.enter(player)
        connection.came_in(not who.guest)
        if before is not None:
            before.connection.close(MOVED)
            # What the other connection watched is not known here.
            self._lobby.board.unwatch(player.id)
        runners = list(self._lobby.of_player(player.key))[:MOST_TABLES]
        tables = tuple(runner.table_id for runner in runners)
        tables = (*tables, *self._lobby.elsewhere.of(player.key))[:MOST_TABLES]
        said: list[Message | None] = [
            Session(request, session.token, who.name, who.guest, who.avatar, tables, who.id),
            BlockList(request, known.blocked) if known.blocked else None,
            _was_stolen(session),
            known.start,
            known.purse,
        ]
        before_it = {one.table: one for one in seen}
        # A table answers at once where it has nothing to write.
        with connection.in_one_piece():
            connection.send_bytes(*[encode(one) for one in said if one is not None])
            for runner in runners:
                self._requests.back(runner, player, before_it.get(runner.table_id))
        self._purses.shown(player, known.purse)
        self.came(player, seen)
        await self._safety.answered(known.answers)
        return player


def _was_stolen(session: LiveSession) -> Notice | None:
    """Told at the next login to one whose session has ended because a spent token was shown."""
    if session.stolen is None:
        return None
    device = session.stolen.device
    text = "A used up key of your last session was shown again, so the house ended it. If that was"
    text = f"{text} not a copy of your own, somebody has got at your device: choose a new password."
    return Notice("session_stolen", text, facts={"device": device})
