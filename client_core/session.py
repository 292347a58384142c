"""The session with the house: reconnect, login, resume, requests that are answered once.

How it works
------------
`Session` is a frozen value without input or output. Every input (what the player wants, what the
connection reports, an alarm) takes the time and returns a `Transition`: the session after it, the
effects to run in their order, and the reports. `TransitionBuilder` works each of them out.

| state | is | leaves it by |
|---|---|---|
| `OFFLINE` | no connection, none wanted | `go` |
| `CONNECTING` | a connection is being opened | `opened`, an ending |
| `GREETING` | `hello` was sent | `welcome`, an ending |
| `MET` | the house is known, nobody is logged in | `enter`, an ending |
| `ENTERING` | a login or a `resume` was sent | `session`, `refused`, an ending |
| `IN` | requests are sent and answered | an ending |
| `WAITING` | the connection broke: reconnect at `retry_at` | `go`, `pause` |
| `TOO_OLD`, `CLOSED`, `FAULT` | the player has to do something | `go` |

`session_states.NEXT` is the table of these transitions; an ending of a connection leads where
`session_states.ENDS` says: `again` and `later` to a reconnect after `RETRY_DELAYS_S`, half of each
delay by chance. Connections are numbered; what is said of one that is no longer the session's own
changes nothing. A connection that was silent is pinged, and is given up without a pong.

With a token the session resumes after each reconnect, and says what its tables have seen, so that
the house sends what was missed (resync). Requests wait in the `Outbox`; whether one is sent again
on the next connection is its `RetryPolicy`. The house knows it by its number, so it is done once.
"""

from dataclasses import dataclass, field, replace

from client_core.outbox import Outbox
from client_core.session_states import (
    BY_CODE,
    CONNECT_TIMEOUT_S,
    GOODBYES,
    LOGIN_TIMEOUT_S,
    NEVER,
    PONG_S,
    QUIET_S,
    THEN,
    Chance,
    Login,
    SessionState,
)
from client_core.transition import Transition, TransitionBuilder
from protocol import endings, messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION, Message, Refused, Seen
from protocol.shape import Malformed


@dataclass(frozen=True, slots=True)
class Session:
    """The state of the session with one house. `token` continues the session, `login` waits to be
    sent."""

    url: str
    box: Outbox
    token: str = field(default="", repr=False)
    client: str = ""
    language: str = "en"
    state: SessionState = SessionState.OFFLINE
    since: float = 0.0
    connection: int = 0
    opened_at: float = 0.0
    heard_at: float = 0.0
    pinged_at: float = NEVER
    tries: int = 0
    retry_at: float = NEVER
    code: str = ""
    """Why the connection or the session ended last, for the player to read."""
    bye: str = ""
    suspended: bool = False
    login: Login | None = field(default=None, repr=False)
    entering: int = 0
    """The number of the login or `resume` that is under way."""
    welcome: messages.Welcome | None = None
    house: str = ""
    """What the house calls itself, also while the connection to it is down."""

    @property
    def readable(self) -> bool:
        """Whether others on the way can read what is said on the connection that there is."""
        here = self.state in (SessionState.MET, SessionState.ENTERING, SessionState.IN)
        return here and self.welcome is not None and self.welcome.readable

    # -- what the player and the device want -------------------------------------------------

    def go(self, now: float, url: str = "") -> Transition:
        """Connect now, to another address if one is named."""
        work = TransitionBuilder(self, now)
        work.set(suspended=False)
        if url and url != self.url:
            work.end_session("elsewhere")
            work.set(url=url, tries=0, login=None, house="")
            work.disconnect("again")
        work.connect()
        return work.done()

    def enter(self, login: Login, now: float) -> Transition:
        """Log in, at once or as soon as the house is met. A login under way is waited for."""
        work = TransitionBuilder(self, now)
        if self.state == SessionState.ENTERING or self.state == SessionState.IN:
            return work.done()
        if self.token:
            work.end_session("another")
        work.set(login=login, box=replace(work.now.box, next=max(self.box.next, login.id + 1)))
        if self.state == SessionState.MET:
            work.enter(())
        else:
            work.connect()
        return work.done()

    def ask(self, request: Message, now: float) -> Transition:
        """Ask this of the house; it is answered once, whatever happens to the connection."""
        work = TransitionBuilder(self, now)
        work.set(box=self.box.add(request))
        work.send_due()
        return work.done()

    def paused(self, now: float) -> Transition:
        """The app is put away: hang up without a word."""
        work = TransitionBuilder(self, now)
        if self.state in (SessionState.TOO_OLD, SessionState.CLOSED, SessionState.FAULT):
            return work.done()
        work.set(suspended=True)
        work.disconnect("pause")
        return work.done()

    def left(self, now: float) -> Transition:
        """Another session goes on instead of this one: hang up without a word."""
        work = TransitionBuilder(self, now)
        work.disconnect("pause")
        return work.done()

    def resumed(self, now: float) -> Transition:
        """The app is back: connect at once."""
        work = TransitionBuilder(self, now)
        if self.suspended:
            work.set(suspended=False, tries=0)
            work.connect()
        return work.done()

    def network(self, now: float) -> Transition:
        """There is a network again, or another: connect at once. A connection over the old one may
        be dead without a word, so it is asked for a sign of life."""
        work = TransitionBuilder(self, now)
        if self.state == SessionState.WAITING:
            work.set(tries=0)
            work.connect()
        elif self.state in (SessionState.MET, SessionState.IN) and self.pinged_at == NEVER:
            work.ping()
        return work.done()

    # -- what the connection reports -----------------------------------------------------------

    def opened(self, connection: int, now: float) -> Transition:
        """The connection is open: greet."""
        work = TransitionBuilder(self, now)
        if connection == self.connection and work.move("opened"):
            work.set(opened_at=now, heard_at=now)
            hello = messages.Hello(VERSION, VERSION, (), self.client, self.language)
            work.send(hello)
        return work.done()

    def heard(
        self, connection: int, data: bytes, now: float, chance: Chance, seen: tuple[Seen, ...] = ()
    ) -> Transition:
        """A frame came; `seen` is what the tables show already, for a session that goes on."""
        work = TransitionBuilder(self, now, chance)
        if connection != self.connection or self.state not in (
            SessionState.GREETING,
            SessionState.MET,
            SessionState.ENTERING,
            SessionState.IN,
        ):
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
                work.disconnect("upgrade", "upgrade_required")
            case messages.Goodbye(code=code):
                work.set(bye=code)
            case messages.Pong():
                pass
            case messages.Session(id=mine) if mine == self.entering:
                work.entered(message)
            case messages.Reset(id=mine) | messages.Ok(id=mine) if (
                self.state == SessionState.ENTERING and mine == self.entering
            ):
                work.answered_at_door(message)
            case Refused(id=mine) if self.state == SessionState.ENTERING and mine == self.entering:
                work.not_let_in(message)
            case _ if self.state == SessionState.IN:
                work.told(message)
            case messages.Notice():
                work.noticed(message)
        return work.done()

    def lost(
        self,
        connection: int,
        now: float,
        chance: Chance,
        code: int | None = None,
        status: int = 0,
        why: str = "",
    ) -> Transition:
        """The connection ended, or was never open: a close code, the HTTP status of a denial, or
        what was wrong with the certificate."""
        work = TransitionBuilder(self, now, chance)
        # In a strange network a page to log in at stands in for a house that was met before.
        if connection == self.connection and (why == "certificate" or (why and not self.house)):
            work.dropped("never", why)
        elif connection == self.connection:
            work.dropped(self._ending(code, status), _name(code, status))
        return work.done()

    def woken(self, now: float, chance: Chance, seen: tuple[Seen, ...] = ()) -> Transition:
        """It is later: `alarm` may have come."""
        work = TransitionBuilder(self, now, chance)
        if now >= self.alarm:
            work.alarmed(seen)
        return work.done()

    @property
    def alarm(self) -> float:
        """When `woken` has something to do."""
        match self.state:
            case SessionState.CONNECTING | SessionState.GREETING:
                return self.since + CONNECT_TIMEOUT_S
            case SessionState.ENTERING:
                return self.since + LOGIN_TIMEOUT_S
            case SessionState.WAITING:
                return self.retry_at
            case SessionState.MET | SessionState.IN:
                asked = self.pinged_at < NEVER
                quiet = self.pinged_at + PONG_S if asked else self.heard_at + QUIET_S
                more = (
                    self.retry_at
                    if self.state == SessionState.MET
                    else self.box.wakes(self.connection)
                )
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
    """Why, as a word to translate; a connection that is merely gone has none."""
    if status:
        return endings.DENIALS.get(status, ("",))[0]
    ending = endings.ENDINGS.get(code) if code is not None else None
    return ending.name if ending and ending is not endings.GOODBYE else ""
