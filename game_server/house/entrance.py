"""How players come in: as a guest, by password, by bank card, or back from a break."""

from collections.abc import Sequence
from typing import Final

from game_server.house.card_desk import CardDesk
from game_server.house.counter import Counter
from game_server.house.guests import Guest, Guests, Line
from game_server.house.hours import Hours
from game_server.house.noting import device_of, language_of
from game_server.house.rooms import MOST_TABLES, Rooms
from game_server.lobby.lobby import Lobby
from game_server.players.accounts import Accounts
from game_server.players.security import SecurityLog
from game_server.players.sessions import COPIED, Entered, Sessions, TokenSpent
from game_server.store import sessions as kept
from protocol import messages as said
from protocol.messages import Goodbye, Notice, Seen, Session
from protocol.words import Refusal

CROWDED_S: Final = 60
MOVED: Final = Goodbye("moved", "You have come in on another line; this one is out.")


class Entrance:
    """Lets players in, on one line each."""

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        lobby: Lobby,
        rooms: Rooms,
        counter: Counter,
        cards: CardDesk,
        guests: Guests,
        hours: Hours,
        newcomers: int,
        security: SecurityLog,
    ) -> None:
        self._accounts, self._sessions = accounts, sessions
        self._lobby, self._rooms = lobby, rooms
        self._counter, self._cards, self._guests = counter, cards, guests
        self._hours, self._newcomers = hours, newcomers
        self._security = security

    async def guest(self, line: Line, wish: said.Guest) -> None:
        """Play without an account."""
        self._refuse_if_crowded()
        who = await self._accounts.guest(wish.name, line.address, language_of(line))
        await self._begin(line, wish.id, who.id)

    async def register(self, line: Line, wish: said.Register) -> None:
        """Make an account."""
        self._refuse_if_crowded()
        who = await self._accounts.register(wish.name, wish.password, line.address)
        await self._begin(line, wish.id, who.id)

    async def log_in(self, line: Line, wish: said.Login) -> None:
        """Come in by name and password."""
        who = await self._accounts.log_in(wish.name, wish.password, line.address, wish.code)
        await self._begin(line, wish.id, who.id)

    async def log_in_by_card(self, line: Line, wish: said.LoginByCard) -> None:
        """Come in by bank card, straight into the queue for a table that plays for money."""
        who = await self._cards.log_in(line, wish)
        guest = await self._begin(line, wish.id, who.id)
        if guest is not None:
            await self._rooms.queue_for_cash(guest)

    async def resume(self, line: Line, wish: said.Resume) -> None:
        """Go on after a break."""
        try:
            entered = await self._sessions.resume(wish.token, line.address, line.opened)
        except TokenSpent as spent:
            self._is_stolen(spent.session, line)
            raise
        await self._enter(line, wish.id, entered, wish.seen)

    def _is_stolen(self, session: kept.Session, line: Line) -> None:
        """A spent token was shown: whoever is in with the session is out, whoever that is."""
        self._security.note(
            "session_ended",
            "session_stolen",
            player=session.player,
            address=line.address,
            device=device_of(line),
        )
        guest = self._guests.of(session.player)
        if guest is not None and guest.entered.session == session.id:
            guest.line.close(Goodbye("session_stolen", COPIED))

    def _refuse_if_crowded(self) -> None:
        """Refusal for somebody new, when only the lines of those who come back are left."""
        if len(self._guests) >= self._newcomers:
            text = "The house is full but for those who come back;"
            text = f"{text} wait {CROWDED_S} seconds and try again."
            raise Refusal("crowded", text, seconds=CROWDED_S)

    async def _begin(self, line: Line, request: int, player: int) -> Guest | None:
        entered = await self._sessions.begin(player, device_of(line), line.address)
        return await self._enter(line, request, entered, ())

    async def _enter(
        self, line: Line, request: int, entered: Entered, seen: Sequence[Seen]
    ) -> Guest | None:
        if line.ended:
            return None
        kept, start = await self._counter.come_in(entered.person.id)
        if line.ended:
            return None
        # The house may have closed while the password was looked at, or somebody else shown a
        # token of the session.
        self._hours.refuse_if_closed()
        if self._sessions.has_ended(entered.session):
            raise Refusal("session_over", "The house has ended your session; log in again.")
        self._hours.gone(line)
        guest = Guest(line, entered.person, entered, kept=kept)
        before = self._guests.enter(guest)
        line.came_in(not entered.person.guest)
        if before is not None:
            before.line.close(MOVED)
            # What the other line watched is not known here.
            self._lobby.board.unwatch(guest.id)
        rooms = list(self._lobby.of_player(guest.player))[:MOST_TABLES]
        who = entered.person
        guest.say(
            Session(
                request,
                entered.token,
                who.name,
                who.guest,
                who.avatar,
                tuple(runner.table_id for runner in rooms),
                who.id,
            )
        )
        for notice in (_was_stolen(entered), start):
            if notice is not None:
                guest.say(notice)
        self._counter.show_purse(guest)
        known = {one.table: one for one in seen}
        for runner in rooms:
            self._rooms.back(runner, guest, known.get(runner.table_id))
        return guest


def _was_stolen(entered: Entered) -> Notice | None:
    """Told at the next login to one whose session has ended because a spent token was shown."""
    if entered.stolen is None:
        return None
    device = entered.stolen.device
    text = "A used up key of your last session was shown again, so the house ended it. If that was"
    text = f"{text} not a copy of your own, somebody has got at your device: choose a new password."
    return Notice("session_stolen", text, facts={"device": device})
