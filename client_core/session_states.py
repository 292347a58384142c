"""States of the session with a house, the table of their transitions, times, and reports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from protocol import endings, messages
from protocol.messages import Message, Refused


class SessionState(StrEnum):
    """The states of a session, from offline to logged in, and those in which it does nothing."""

    OFFLINE = "offline"
    CONNECTING = "connecting"
    GREETING = "greeting"
    MET = "met"
    ENTERING = "entering"
    IN = "in"
    WAITING = "waiting"
    TOO_OLD = "too_old"
    CLOSED = "closed"
    FAULT = "fault"


Chance = Callable[[int], int]
"""A number below the bound."""
NEVER: Final = float("inf")

WITH_CONNECTION: Final[tuple[SessionState, ...]] = (
    SessionState.CONNECTING,
    SessionState.GREETING,
    SessionState.MET,
    SessionState.ENTERING,
    SessionState.IN,
)
ENDS: Final[Mapping[str, SessionState]] = {
    "again": SessionState.WAITING,
    "later": SessionState.WAITING,
    "never": SessionState.FAULT,
    "upgrade": SessionState.TOO_OLD,
    "away": SessionState.CLOSED,
    "idle": SessionState.OFFLINE,
    "pause": SessionState.OFFLINE,
}
NEXT: Final[Mapping[tuple[SessionState, str], SessionState]] = {
    (SessionState.OFFLINE, "go"): SessionState.CONNECTING,
    (SessionState.WAITING, "go"): SessionState.CONNECTING,
    (SessionState.TOO_OLD, "go"): SessionState.CONNECTING,
    (SessionState.CLOSED, "go"): SessionState.CONNECTING,
    (SessionState.FAULT, "go"): SessionState.CONNECTING,
    (SessionState.CONNECTING, "opened"): SessionState.GREETING,
    (SessionState.GREETING, "welcome"): SessionState.MET,
    (SessionState.MET, "enter"): SessionState.ENTERING,
    (SessionState.ENTERING, "session"): SessionState.IN,
    (SessionState.ENTERING, "refused"): SessionState.MET,
    **{(state, ending): after for state in WITH_CONNECTION for ending, after in ENDS.items()},
    (SessionState.WAITING, "pause"): SessionState.OFFLINE,
}
"""Transitions: the state that an input leads to. What is not here changes nothing."""

RETRY_DELAYS_S: Final[Mapping[str, tuple[float, ...]]] = {
    # A house that starts again after a power cut is back within a minute, and is to be found
    # within three seconds: so long it is asked every other one.
    "again": (0, 1, *(2,) * 60, 4, 8, 16, 30),
    "later": (5, 10, 20, 40, 60),
}
SETTLED_S: Final = 5.0
"""A connection that held so long was a good one: the next break begins with the first delay."""
CONNECT_TIMEOUT_S: Final = 10.0
LOGIN_TIMEOUT_S: Final = 30.0
"""The time that a connection may take to open and be greeted, and a login to be answered."""
QUIET_S: Final = 10.0
PONG_S: Final = 5.0
"""The time that a connection may be silent before it is pinged, and then until its pong."""
BUSY_S: Final = 2.0
THEN: Final = {endings.AGAIN: "again", endings.LATER: "later", endings.NEVER: "never"}
BY_CODE: Final[Mapping[int, str]] = {
    endings.UPGRADE.code: "upgrade",
    endings.NO_LOGIN.code: "idle",
    endings.CROWDED.code: "idle",
}
GOODBYES: Final = {
    "logout": "again",
    "deleted": "again",
    "password": "again",
    "session_stolen": "again",
    "house_closes": "later",
}
"""What follows a goodbye; any other sends the player away until the player wants back."""
DEAD: Final = frozenset(
    {
        "session_unknown",
        "session_expired",
        "session_old",
        "session_over",
        "session_stolen",
        "session_replaced",
        "account_deleted",
        "barred",
    }
)
FINAL: Final = frozenset({"logout", "deleted", "password", "session_stolen"})
"""Goodbyes after which the token is worth nothing."""
SHUT: Final = frozenset({"house_closed", "house_closes"})
Login = (
    messages.Guest
    | messages.Register
    | messages.Login
    | messages.LoginByCard
    | messages.LostPassword
    | messages.NewPassword
)
"""What is asked at the door; the last two let nobody in."""
RETRIED: Final = (messages.Guest, messages.Login)


def retried(login: Login) -> bool:
    """Whether it is tried again by itself when the connection broke before the answer. The code
    of a second factor opens once: it may have been used up."""
    return isinstance(login, RETRIED) and not getattr(login, "code", "")


@dataclass(frozen=True, slots=True)
class Heard:
    """The report that a message of the house has arrived."""

    message: Message


@dataclass(frozen=True, slots=True)
class Answered:
    """The report that a request is over: what answers it, or None if it was lost. Once for each
    request."""

    request: Message = field(repr=False)
    answer: Message | None


@dataclass(frozen=True, slots=True)
class LoginOver:
    """The report that a login did not come in: refused, or None if its connection broke and no
    retry follows."""

    login: Message = field(repr=False)
    refused: Refused | None


@dataclass(frozen=True, slots=True)
class Out:
    """The report that the session is over, by this code; its requests were answered as lost."""

    code: str


Report = Heard | Answered | LoginOver | Out
