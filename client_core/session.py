"""The connection with the house: lines that come and go, one login, requests that are answered.

A machine without input or output. Every input takes the time and returns a `Turn`: the session
after it, the effects to run in their order, and what there is to report. What is said of a line
that is no longer the session's own changes nothing.
"""

from dataclasses import dataclass, field, replace

from client_core.requests import Outbox
from client_core.states import (
    BY_CODE,
    ENTERING_S,
    GOODBYES,
    NEVER,
    PATIENCE_S,
    PONG_S,
    QUIET_S,
    THEN,
    Chance,
    Login,
    State,
)
from client_core.working import Turn, Work
from protocol import endings, messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION, Message, Refused, Seen
from protocol.shape import Malformed


@dataclass(frozen=True, slots=True)
class Session:
    """How far one is with the house. `token` continues the session, `login` waits to be sent."""

    url: str
    box: Outbox
    token: str = field(default="", repr=False)
    client: str = ""
    language: str = "en"
    state: State = "offline"
    since: float = 0.0
    line: int = 0
    opened_at: float = 0.0
    heard_at: float = 0.0
    pinged_at: float = NEVER
    tries: int = 0
    retry_at: float = NEVER
    code: str = ""
    """Why the line or the session ended last, for the player to read."""
    bye: str = ""
    suspended: bool = False
    login: Login | None = field(default=None, repr=False)
    entering: int = 0
    """The number of the login or `resume` that is under way."""
    welcome: messages.Welcome | None = None
    house: str = ""
    """What the house calls itself, also while the line to it is down."""

    # -- what the player and the device want -------------------------------------------------

    def go(self, now: float, url: str = "") -> Turn:
        """Connect now, to another address if one is named."""
        work = Work(self, now)
        work.set(suspended=False)
        if url and url != self.url:
            work.end_session("elsewhere")
            work.set(url=url, tries=0, login=None, house="")
            work.hang_up("again")
        work.connect()
        return work.done()

    def enter(self, login: Login, now: float) -> Turn:
        """Log in, at once or as soon as the house is met. A login under way is waited for."""
        work = Work(self, now)
        if self.state == "entering" or self.state == "in":
            return work.done()
        if self.token:
            work.end_session("another")
        work.set(login=login, box=replace(work.now.box, next=max(self.box.next, login.id + 1)))
        if self.state == "met":
            work.enter(())
        else:
            work.connect()
        return work.done()

    def ask(self, request: Message, now: float) -> Turn:
        """Ask this of the house; it is answered once, whatever happens to the line."""
        work = Work(self, now)
        work.set(box=self.box.add(request))
        work.send_due()
        return work.done()

    def paused(self, now: float) -> Turn:
        """The app is put away: hang up without a word."""
        work = Work(self, now)
        if self.state in ("too_old", "closed", "fault"):
            return work.done()
        work.set(suspended=True)
        work.hang_up("pause")
        return work.done()

    def resumed(self, now: float) -> Turn:
        """The app is back: connect at once."""
        work = Work(self, now)
        if self.suspended:
            work.set(suspended=False, tries=0)
            work.connect()
        return work.done()

    def network(self, now: float) -> Turn:
        """There is a network again, or another: connect at once. A line over the old one may be
        dead without a word, so it is asked for a sign of life."""
        work = Work(self, now)
        if self.state == "waiting":
            work.set(tries=0)
            work.connect()
        elif self.state in ("met", "in") and self.pinged_at == NEVER:
            work.ping()
        return work.done()

    # -- what the line reports -----------------------------------------------------------------

    def opened(self, line: int, now: float) -> Turn:
        """The line is open: greet."""
        work = Work(self, now)
        if line == self.line and work.move("opened"):
            work.set(opened_at=now, heard_at=now)
            hello = messages.Hello(VERSION, VERSION, (), self.client, self.language)
            work.send(hello)
        return work.done()

    def heard(
        self, line: int, data: bytes, now: float, chance: Chance, seen: tuple[Seen, ...] = ()
    ) -> Turn:
        """A frame came; `seen` is what the tables show already, for a session that goes on."""
        work = Work(self, now, chance)
        if line != self.line or self.state not in ("greeting", "met", "entering", "in"):
            return work.done()
        work.set(heard_at=now, pinged_at=NEVER)
        try:
            message = decode(data, FROM_SERVER)
        except Malformed:
            # Said by a newer house than this: what it tells at a table is missed as a gap.
            return work.done()
        match message:
            case messages.Welcome():
                work.welcomed(message, seen)
            case messages.UpgradeRequired():
                work.hang_up("upgrade", "upgrade_required")
            case messages.Goodbye(code=code):
                work.set(bye=code)
            case messages.Pong():
                pass
            case messages.Session(id=mine) if mine == self.entering:
                work.entered(message)
            case messages.Reset(id=mine) | messages.Ok(id=mine) if (
                self.state == "entering" and mine == self.entering
            ):
                work.answered_at_door(message)
            case Refused(id=mine) if self.state == "entering" and mine == self.entering:
                work.not_let_in(message)
            case _ if self.state == "in":
                work.told(message)
            case messages.Notice():
                work.noticed(message)
        return work.done()

    def lost(
        self, line: int, now: float, chance: Chance, code: int | None = None, status: int = 0
    ) -> Turn:
        """The line ended, or was never open: with a close code, or denied with an HTTP status."""
        work = Work(self, now, chance)
        if line == self.line:
            work.dropped(self._ending(code, status), _name(code, status))
        return work.done()

    def woken(self, now: float, chance: Chance, seen: tuple[Seen, ...] = ()) -> Turn:
        """It is later: `alarm` may have come."""
        work = Work(self, now, chance)
        if now >= self.alarm:
            work.alarmed(seen)
        return work.done()

    @property
    def alarm(self) -> float:
        """When `woken` has something to do."""
        match self.state:
            case "connecting" | "greeting":
                return self.since + PATIENCE_S
            case "entering":
                return self.since + ENTERING_S
            case "waiting":
                return self.retry_at
            case "met" | "in":
                asked = self.pinged_at < NEVER
                quiet = self.pinged_at + PONG_S if asked else self.heard_at + QUIET_S
                more = self.retry_at if self.state == "met" else self.box.wakes(self.line)
                return min(quiet, more)
        return NEVER

    def _ending(self, code: int | None, status: int) -> str:
        if self.bye:
            return GOODBYES.get(self.bye, "away")
        if code is not None and code in BY_CODE:
            return BY_CODE[code]
        if status:
            then = endings.DENIALS.get(status, ("", endings.LOST_THEN))[1]
            return THEN.get(then, "never")
        ending = endings.ENDINGS.get(code) if code is not None else None
        return THEN.get(ending.then if ending else endings.LOST_THEN, "again")


def _name(code: int | None, status: int) -> str:
    """Why, as a word to translate; a line that is merely gone has none."""
    if status:
        return endings.DENIALS.get(status, ("",))[0]
    ending = endings.ENDINGS.get(code) if code is not None else None
    return ending.name if ending and ending is not endings.GOODBYE else ""
