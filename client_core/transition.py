"""One input of a session being worked out: connect and reconnect, coming in, requests."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from client_core.effects import Connect, Disconnect, Effect, Send
from client_core.outbox import MOST_RETRIES, Request, number
from client_core.session_states import (
    BUSY_S,
    DEAD,
    FINAL,
    NEVER,
    NEXT,
    PONG_S,
    QUIET_S,
    RETRY_DELAYS_S,
    SETTLED_S,
    SHUT,
    WITH_CONNECTION,
    Answered,
    Chance,
    Heard,
    LoginOver,
    Out,
    Report,
    SessionState,
    retried,
)
from protocol import messages
from protocol.codec import encode
from protocol.messages import Message, Refused, Seen

if TYPE_CHECKING:
    from client_core.session import Session


class Transition(NamedTuple):
    """The outcome of an input: the session after it, effects, reports."""

    session: "Session"
    effects: tuple[Effect, ...]
    reports: tuple[Report, ...]


class TransitionBuilder:
    """The work on one input of a session: the session so far, and what has to be done."""

    def __init__(self, session: "Session", now: float, chance: Chance | None = None) -> None:
        self.now = session
        self.at = now
        self.chance = chance
        self.effects: list[Effect] = []
        self.reports: list[Report] = []

    def set(self, **changes: object) -> None:
        """Change fields of the session."""
        self.now = replace(self.now, **changes)  # type: ignore[arg-type]  # named as in Session

    def move(self, by: str) -> bool:
        """Into the next state, if there is one."""
        after = NEXT.get((self.now.state, by))
        if after is not None:
            self.set(state=after, since=self.at)
        return after is not None

    def done(self) -> Transition:
        """The transition as it has come out."""
        return Transition(self.now, tuple(self.effects), tuple(self.reports))

    def send(self, message: Message) -> None:
        """Send a message on the connection that there is."""
        self.effects.append(Send(self.now.connection, encode(message)))

    # -- the connection --------------------------------------------------------------------------

    def connect(self) -> None:
        """Open a connection, unless the app is put away or has no address."""
        if self.now.url and not self.now.suspended and self.move("go"):
            self.set(connection=self.now.connection + 1, bye="", retry_at=NEVER, welcome=None)
            self.effects.append(Connect(self.now.connection, self.now.url))

    def disconnect(self, by: str, why: str = "") -> None:
        """End the connection oneself."""
        if self.now.state in WITH_CONNECTION:
            self.effects.append(Disconnect(self.now.connection))
        self.dropped(by, why)

    def dropped(self, by: str, why: str) -> None:
        """The connection is gone: what was under way on it waits for the next, or is lost."""
        now = self.now
        bye = now.bye
        held = now.state != SessionState.CONNECTING and self.at - now.opened_at >= SETTLED_S
        if not self.move(by):
            return
        # Whatever the old connection still says is not heard: the next has another number.
        box, lost = now.box.broken()
        self.set(connection=now.connection + 1, box=box, pinged_at=NEVER, entering=0, bye="")
        self.reports += (Answered(one, None) for one in lost)
        if now.state == SessionState.ENTERING and now.login and not retried(now.login):
            self.reports.append(LoginOver(now.login, None))
            self.set(login=None)
        self.set(code=bye or why)
        if bye in FINAL:
            self.end_session(bye)
        if self.now.state == SessionState.WAITING:
            self._schedule_retry(by, 0 if held or bye in FINAL else now.tries)

    def _schedule_retry(self, by: str, tries: int) -> None:
        delays = RETRY_DELAYS_S[by]
        delay = delays[min(tries, len(delays) - 1)]
        # Half of it by chance: a house that comes back is not stormed by all in one moment.
        if self.chance is not None:
            delay = delay / 2 + delay / 2 * self.chance(1000) / 1000
        self.set(tries=tries + 1, retry_at=self.at + delay)
        if delay == 0:
            self.connect()

    def alarmed(self, seen: tuple[Seen, ...]) -> None:
        """Do what is due: reconnect, give up a silent connection, ping, log in again."""
        now, at = self.now, self.at
        if now.state == SessionState.WAITING:
            self.connect()
        elif now.state not in (SessionState.MET, SessionState.IN) or now.pinged_at + PONG_S <= at:
            self.disconnect("again")
        elif now.pinged_at == NEVER and now.heard_at + QUIET_S <= at:
            self.ping()
        if self.now.state == SessionState.MET and now.retry_at <= at:
            self.set(retry_at=NEVER)
            self.enter(seen)
        self.send_due()

    def ping(self) -> None:
        """Ask the house for a sign of life."""
        self.set(pinged_at=self.at)
        self.send(messages.Ping(self.now.connection))

    # -- coming in -------------------------------------------------------------------------------

    def welcomed(self, message: messages.Welcome, seen: tuple[Seen, ...]) -> None:
        """The house was met: resume or log in if there is something to do it with."""
        if self.move("welcome"):
            self.set(welcome=message, house=message.house, code="")
            self.enter(seen)

    def enter(self, seen: tuple[Seen, ...]) -> None:
        """Go on with the session, or log in; with neither, wait for the player."""
        now = self.now
        if now.token:
            mine = now.box.next
            self.set(box=now.box.used(), entering=mine)
            self.move("enter")
            self.send(messages.Resume(mine, now.token, seen[:8]))
        elif now.login is not None:
            self.set(entering=now.login.id)
            self.move("enter")
            self.send(now.login)

    def entered(self, message: messages.Session) -> None:
        """A login or a resume was granted: the session goes on under a new token."""
        if self.move("session"):
            self.set(token=message.token, login=None, entering=0, code="")
            self.reports.append(Heard(message))
            self.send_due()

    def not_let_in(self, refused: Refused) -> None:
        """A login or a resume was refused."""
        now = self.now
        self.move("refused")
        self.set(entering=0)
        if not now.token:
            login = now.login
            self.set(login=None)
            if login is not None:
                self.reports.append(LoginOver(login, refused))
        elif refused.code in DEAD:
            self.end_session(refused.code)
            self.enter(())
        elif refused.code in SHUT:
            self.disconnect("later", refused.code)
        else:
            wait = refused.facts.get("ms", 0)
            seconds = wait / 1000 if isinstance(wait, int) and wait else BUSY_S
            self.set(retry_at=self.at + seconds, code=refused.code)

    def answered_at_door(self, answer: Message) -> None:
        """The house has done what was asked of it without letting anybody in."""
        login = self.now.login
        if login is not None and self.move("refused"):
            self.set(entering=0, login=None)
            self.reports.append(Answered(login, answer))

    def end_session(self, code: str) -> None:
        """The token is worth nothing any more, and nothing is asked under it."""
        if not self.now.token:
            return
        lost = [one.message for one in self.now.box.open.values()]
        self.set(token="", box=replace(self.now.box, open={}), code=code)
        self.reports += (Answered(one, None) for one in lost)
        self.reports.append(Out(code))

    # -- requests --------------------------------------------------------------------------------

    def send_due(self) -> None:
        """Send the requests that may be sent now; nothing before one is in."""
        if self.now.state != SessionState.IN:
            return
        for mine, request in self.now.box.due(self.now.connection, self.at):
            self.set(box=self.now.box.sent(mine, self.now.connection))
            self.send(request.message)

    def noticed(self, message: messages.Notice) -> None:
        """The house says something to all who are at the door."""
        if message.code == "open" and self.now.welcome is not None:
            self.set(welcome=replace(self.now.welcome, open=True))
        self.reports.append(Heard(message))

    def told(self, message: Message) -> None:
        """What the house says to one who is in; it may answer a request."""
        mine = number(message)
        request = self.now.box.open.get(mine)
        if request is not None and request.connection == self.now.connection:
            if self._too_fast(mine, request, message):
                return
            self.set(box=self.now.box.answered(mine))
            self.reports.append(Answered(request.message, message))
        self.reports.append(Heard(message))

    def _too_fast(self, mine: int, request: Request, message: Message) -> bool:
        if not isinstance(message, Refused) or message.code != "too_fast":
            return False
        wait = message.facts.get("ms", 0)
        if request.tries >= MOST_RETRIES or not isinstance(wait, int):
            return False
        self.set(box=self.now.box.later(mine, self.at + wait / 1000))
        return True
