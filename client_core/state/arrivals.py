"""Coming to a table: what is brought there as soon as a seat is offered."""

from typing import Final

from client_core import cashier
from client_core.address import Invitation
from client_core.bringing import to_bring
from client_core.state.my_tables import MyTables
from client_core.state.navigation import Navigation
from client_core.state.notices import Notices
from client_core.state.purse import Purse
from client_core.state.returning import Returning
from client_core.state.session_runner import SessionRunner
from client_core.tables import Offered
from client_core.text import Say
from protocol import messages
from protocol.messages import Message, Room

USUAL: Final = -1
"""Stands for a number of chips in `Arrivals.brings`: as many as are proposed."""


class Arrivals:
    """Tables that the player goes to in order to sit down there."""

    def __init__(
        self,
        runner: SessionRunner,
        notices: Notices,
        tables: MyTables,
        purse: Purse,
        navigation: Navigation,
        returning: Returning,
    ) -> None:
        self._runner, self._notices, self._tables = runner, notices, tables
        self._purse, self._navigation, self._returning = purse, navigation, returning
        self.brings: dict[str, int] = {}
        """Tables at which I sit down as soon as a seat is offered, and with how many chips: so
        many, or USUAL."""
        self.sits: set[int] = set()
        """Requests by which I go to a table to sit down there with what is usual."""
        self.wishes: dict[str, messages.OpenRoom] = {}
        """How rooms of one's own were opened, by their tables."""

        self.invited: Invitation | None = None
        """The room that an invitation leads to, until its house has let me in."""
        self.followed: set[int] = set()
        """Requests that no screen waits for: an invitation led there."""

    def follow(self) -> None:
        """Go to the room that I was invited to, if this is its house."""
        invited, session = self.invited, self._runner.session
        self.invited = None
        if invited is None or invited.url != session.url:
            return
        number = self._runner.next_number
        self.followed.add(number)
        self._runner.ask(messages.Join(number, invited.table, invited.code))

    def call(self, name: str, say: Say) -> None:
        """It is about me, at a table that I do not look at."""
        if self._navigation.screen.table != name and not self._returning.asked(name):
            self._notices.toast(say, "turn", name)

    def sit_if_chosen(self, name: str) -> None:
        """Take the seat that is offered, if that was said beforehand; else tell of it."""
        table = self._tables.by_name.get(name)
        if table is None or table.offer is None:
            return
        offer = table.offer
        wanted = self.brings.pop(name, None)
        chips = self._brought(name, offer, wanted) if wanted is not None else 0
        if chips < offer.least or wanted is None:
            self.call(name, Say("toast.offer"))
            return
        known = self._purse.cashier
        if wanted == USUAL and known.counted:
            holes = {"chips": chips, "have": known.play}
            self._notices.toast(Say("toast.brought", holes), "info", name)
        self._runner.ask(messages.Sit(self._runner.next_number, name, offer.key, chips))

    def _brought(self, name: str, offer: Offered, wanted: int) -> int:
        """With how many chips I sit down; too few where I have no more."""
        if wanted != USUAL:
            return max(offer.least, min(offer.most, wanted))
        room, have = self._tables.by_name[name].room, self._purse.cashier.play
        stake = room.stake if room is not None else 0
        return to_bring(offer.least, offer.most, stake, cashier.UNIT, have).usual

    def come_to_play(self, request: Message, room: Room) -> None:
        """Sit down without a further question, where it is clear: alone against bots, dealt in for
        play chips, and where nothing is at stake before I say that I am ready. Who opens any other
        room for friends is the first in its queue."""
        name, table = room.table, self._tables.by_name.get(room.table)
        if table is not None and table.me is not None:
            return
        match request:
            case messages.OpenRoom(bots=bots, buy_in=chips, unhurried=easy) if bots or easy:
                # The house has put me into the queue.
                self.brings[name] = chips or USUAL
                self.sit_if_chosen(name)
            case messages.OpenRoom():
                self._queue(room)
            case messages.Join(id=number) if number in self.sits:
                self.sits.discard(number)
                self.brings[name] = USUAL
                self._runner.ask(messages.Queue(self._runner.next_number, name))
            case messages.Join(code=code) if code and room.ready and room.taken < room.seats:
                self._queue(room)
            case messages.QuickSeat() if room.purse == "play":
                self.brings[name] = USUAL
                self.sit_if_chosen(name)

    def _queue(self, room: Room) -> None:
        if room.ready:
            self.brings[room.table] = USUAL
        self._runner.ask(messages.Queue(self._runner.next_number, room.table))

    def forget(self, name: str) -> None:
        """I am there no more."""
        self.brings.pop(name, None)
        self.wishes.pop(name, None)
