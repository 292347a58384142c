"""The house inside the client: a frame finds what does it, and what follows is kept, then told."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Final

from client_offline.books import Books
from client_offline.desk import DESK, Desk
from client_offline.hall import Hall
from client_offline.purse import Purse
from client_offline.saved import ASIDE, STORED, NotSaved, SavedHouse, read, serialised
from client_offline.table_run import NEVER, PLAYER, TICK_S, AnyTable, TableRun
from client_offline.thinking import Question
from client_offline.world import Below, World
from game_server.table.orders import Order, Settle
from protocol import messages
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import VERSION, Goodbye, Message, Notice, Refused, Rooms, Session, Welcome
from protocol.shape import Malformed
from protocol.words import Act, Refusal, Seat

NAME: Final = "Guest"
"""What one is called who has said no name."""
REMEMBERED: Final = 16
"""So many requests that moved chips are known again."""
OFFLINE: Final = "You play offline, where there is none of that; go to a house for it."
ANEW: Final = "What was kept of your offline chips could not be read; you begin anew."
VOID: Final = "The round cannot go on; all stakes are back."
LOST: Final = "A table could not go on; your chips of it are back."
MOVES_CHIPS: Final = (messages.Sit, messages.Buy)
LOGINS: Final = (
    messages.Register,
    messages.Login,
    messages.LoginByCard,
    messages.LostPassword,
    messages.NewPassword,
)


class OfflineHouse:
    """One house for one player, on the device of that player. `stored` is the text that was kept
    last, "" if there is none; `below` is chance, and is asked when a table asks for it."""

    hall: Hall
    purse: Purse
    desk: Desk

    def __init__(self, world: World, stored: str, below: Below) -> None:
        self._world, self._below = world, below
        self._said: list[Message] = []
        self._closing = False
        self._connected = self._inside = False
        self._away = 0.0
        """So long nobody was in so far: the time of the house stands still meanwhile."""
        self._since = world.time()
        self._thinking: dict[int, tuple[TableRun, Seat]] = {}
        self._thought = 0
        self._woken_at = NEVER
        self._notices: list[Notice] = []
        self._moved = False
        self._new_chips_at = NEVER
        self._kept = ""
        self._watching: str | None = None
        """The game whose rooms are watched, "" being all; None: they are not."""
        try:
            self._begin(read(stored) if stored else SavedHouse())
        except (NotSaved, ValueError):
            world.keep(ASIDE, stored)
            self._notices.append(Notice("offline_anew", ANEW))
            self._begin(SavedHouse())
        self._commit()

    # -- the connection --------------------------------------------------------------------------

    def connect(self) -> None:
        """A client has connected."""
        self.disconnect()
        self._connected = True

    def disconnect(self) -> None:
        """The connection is gone: that is no leave, and the time of the house stands still."""
        if self._inside:
            for run in self.hall.mine():
                run.ask(lambda table, now: table.lost(PLAYER, now))
            self._go_out()
            self._commit()
        self._connected = False

    def heard(self, frame: bytes) -> None:
        """A frame of the client: do what it asks, or answer why not."""
        if not self._connected:
            return
        try:
            message = decode(frame, FROM_CLIENT)
        except Malformed:
            self.say(Refused(0, "malformed", "That is no message; look at the protocol."))
            self._commit()
            return
        self._try(lambda: self._hear(message), getattr(message, "id", 0))

    def woken(self) -> None:
        """The time that was named last has come."""
        self._woken_at = NEVER
        self._try(self._ring, 0)

    def thought(self, number: int, act: Act | None) -> None:
        """A bot has chosen; None if it has failed."""
        run, seat = self._thinking.pop(number, (None, Seat(0)))
        if run is not None:
            run.thought(seat, number, act)
            self._try(self._ring, 0)

    # -- one input -------------------------------------------------------------------------------

    def _try(self, work: Callable[[], None], request: int) -> None:
        """One input: what follows from it is kept, then told. A table that fails at it goes on
        from what was kept, without the round that it failed in."""
        try:
            work()
        except Refusal as wrong:
            self.refuse(request, wrong)
        except Exception:
            self._fail(request)
        self._commit()

    def _fail(self, request: int) -> None:
        inside, self._said = self._inside, []
        void = [run.config.table for run in self.hall.mine() if run.table.view().round is not None]
        self._thinking.clear()
        self._begin(read(self._kept), void=True)
        if inside:
            self._come_back(())
            for table in void:
                self.say(Notice("round_void", VOID, table))
        self.say(Refused(request, "failed", "The house failed at that; nothing is lost."))

    def _commit(self) -> None:
        """Keep how it stands, if it stands otherwise; then tell."""
        if self._inside and self._moved:
            self.show_purse()
        self._moved = False
        if self._inside and self._watching is not None:
            self.hall.show_changes(self._watching)
        self.hall.save()
        self._saved.accounts = self.purse.books.held()
        text = serialised(self._saved)
        if text != self._kept:
            self._kept = text
            self._world.keep(STORED, text)
        said, self._said = self._said, []
        if self._connected:
            for message in said:
                self._world.say(encode(message))
        if self._closing:
            self._closing = self._connected = False
            self._world.hang_up()
        self._set_alarm()

    def _set_alarm(self) -> None:
        at = NEVER
        if self._inside:
            tables = min((run.next_at for run in self.hall.runs.values()), default=NEVER)
            at = min(tables, self._new_chips_at) + self._away
        if at != self._woken_at:
            self._woken_at = at
            self._world.wake_at(at)

    def _ring(self) -> None:
        if not self._inside:
            return
        for run in list(self.hall.runs.values()):
            run.ring(self.time())
        if self._new_chips_at <= self.time() + TICK_S:
            self._look_for_chips()

    # -- life ------------------------------------------------------------------------------------

    def _begin(self, saved: SavedHouse, void: bool = False) -> None:
        self._saved = saved
        self._kept = serialised(saved) if saved.accounts else ""
        self.purse = Purse(saved, Books(saved.accounts))
        self.desk = Desk(self)
        self.hall = Hall(saved, self.purse, self)
        self._new_chips_at = NEVER
        self._moved = False
        self._new_token()
        if self.hall.resume(void):
            self._notices.append(Notice("settled", LOST))

    def _go_out(self) -> None:
        self._inside = False
        self._watching = None
        self._since = self._world.time()

    def _come_in(self, request: int, seen: tuple[messages.Seen, ...]) -> None:
        if not self._inside:
            self._away += self._world.time() - self._since
            self._inside = True
        saved = self._saved
        tables = tuple(run.config.table for run in self.hall.mine())[:8]
        who = saved.name or NAME
        self.say(Session(request, saved.token, who, True, saved.avatar, tables, int(PLAYER)))
        again = self.purse.begin_again(self._at())
        if again is not None:
            self.say(again)
        self._come_back(seen)

    def _come_back(self, seen: tuple[messages.Seen, ...]) -> None:
        notices, self._notices = self._notices, []
        for notice in notices:
            self.say(notice)
        self.show_purse()
        known = {one.table: one for one in seen}
        for run in self.hall.mine():
            since = known.get(run.config.table)
            run.ask(partial(_back, since))

    def _look_for_chips(self) -> None:
        again = self.purse.begin_again(self._at())
        if again is not None and again.code == "new_start":
            self.say(again)
        self.show_purse()

    def show_purse(self) -> None:
        """Say what is in the purse; who has nothing is looked after when there is something."""
        self.say(self.purse.told(self._at()))
        left = self.purse.again_in(self._at())
        self._new_chips_at = NEVER if left is None else self.time() + left

    def _at(self) -> int:
        return round(self._world.time() * 1000)

    # -- messages --------------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        match message:
            case messages.Ping(n=n):
                self.say(messages.Pong(n))
            case messages.Hello():
                self.say(Welcome(VERSION))
            case messages.Guest(id=number, name=name) if not self._inside:
                self._saved.name = name.strip() or self._saved.name
                self._come_in(number, ())
            case messages.Resume(id=number, token=token, seen=seen) if not self._inside:
                if token != self._saved.token:
                    raise Refusal("session_unknown", "That session is not known here; come in.")
                self._come_in(number, seen)
            case messages.Logout(id=number) if self._inside:
                self._log_out(number)
            case messages.Profile(id=number, name=name, avatar=avatar) if self._inside:
                self._saved.name, self._saved.avatar = name.strip() or NAME, avatar
                self.say(messages.Ok(number))
            case _ if self._inside and type(message) in DESK:
                self._do(message)
            case _ if self._inside or isinstance(message, LOGINS):
                raise Refusal("offline", OFFLINE)
            case _:
                raise Refusal("not_now", "Come in first.")

    def _do(self, message: Message) -> None:
        """Do what one who is in asks for. What moves chips is done once, however often it is
        asked by the same number."""
        moves, number = isinstance(message, MOVES_CHIPS), getattr(message, "id", 0)
        asked = (number, _digest(message)) if moves else (0, "")
        if asked in self._saved.done:
            self.say(messages.Ok(number))
            return
        DESK[type(message)](self.desk, message)
        if moves:
            self._saved.done = [*self._saved.done, asked][-REMEMBERED:]

    def _log_out(self, number: int) -> None:
        """Leave every table; the purse is still this device's."""
        for run in self.hall.mine():
            run.ask(lambda table, now: table.leave(PLAYER, "now", now))
        self._saved.token = ""
        self._new_token()
        self.say(messages.Ok(number))
        self.say(Goodbye("logout", "You have left; your offline chips are on this device."))
        self._go_out()
        self._closing = True

    def _new_token(self) -> None:
        if not self._saved.token:
            self._saved.token = f"offline-{self.below(2**64):016x}{self.below(2**64):016x}"

    # -- what tables call ------------------------------------------------------------------------

    def time(self) -> float:
        """The time of the house; it stands still while nobody is in."""
        return (self._world.time() if self._inside else self._since) - self._away

    def below(self, bound: int) -> int:
        return self._below(bound)

    def say(self, message: Message) -> None:
        self._said.append(message)

    def refuse(self, request: int, why: Refusal) -> None:
        facts = {
            name: value if isinstance(value, int) else str(value)[:300]
            for name, value in why.facts.items()
        }
        self.say(Refused(request, why.code, why.text[:300], facts))

    def think(self, run: TableRun, seat: Seat, question: Question) -> int:
        self._thought += 1
        self._thinking[self._thought] = (run, seat)
        self._world.think(self._thought, question)
        return self._thought

    def settled(self, run: TableRun, order: Settle) -> None:
        self.purse.settled(run, order, self._at())
        self._moved = True

    def cashed_out(self, run: TableRun, player: str, chips: int) -> None:
        self.purse.cashed_out(run.config.table, player, chips)
        self._moved = True

    def needs_bots(self, run: TableRun, count: int, bot: str) -> None:
        self.hall.fill(run, count, bot)

    def shut(self, run: TableRun) -> None:
        self.hall.shut(run)

    def say_rooms(self, listed: Rooms) -> None:
        self.say(listed)

    # -- what the desk calls ---------------------------------------------------------------------

    def watch(self, game: str | None) -> None:
        """Tell of changes to the rooms of this game from now on; None: of none."""
        self._watching = game

    @property
    def name(self) -> str:
        """What the player is called."""
        return self._saved.name or NAME

    @property
    def avatar(self) -> str:
        return self._saved.avatar

    def brought(self) -> None:
        """Chips have gone to a table."""
        self._moved = True


def _back(seen: messages.Seen | None, table: AnyTable, now: float) -> list[Order]:
    return table.back(PLAYER, seen, now)


def _digest(message: Message) -> str:
    return hashlib.blake2b(encode(message), digest_size=16).hexdigest()
