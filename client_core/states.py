"""How far one is with a house, what leads on, and what a session has to report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from protocol import endings, messages
from protocol.messages import Message, Refused

State = Literal[
    "offline",
    "connecting",
    "greeting",
    "met",
    "entering",
    "in",
    "waiting",
    "too_old",
    "closed",
    "fault",
]
Chance = Callable[[int], int]
"""A number below the bound."""
NEVER: Final = float("inf")

LINES: Final[tuple[State, ...]] = ("connecting", "greeting", "met", "entering", "in")
ENDS: Final[Mapping[str, State]] = {
    "again": "waiting",
    "later": "waiting",
    "never": "fault",
    "upgrade": "too_old",
    "away": "closed",
    "idle": "offline",
    "pause": "offline",
}
NEXT: Final[Mapping[tuple[State, str], State]] = {
    ("offline", "go"): "connecting",
    ("waiting", "go"): "connecting",
    ("too_old", "go"): "connecting",
    ("closed", "go"): "connecting",
    ("fault", "go"): "connecting",
    ("connecting", "opened"): "greeting",
    ("greeting", "welcome"): "met",
    ("met", "enter"): "entering",
    ("entering", "session"): "in",
    ("entering", "refused"): "met",
    **{(state, ending): after for state in LINES for ending, after in ENDS.items()},
    ("waiting", "pause"): "offline",
}
"""Where an input leads; what is not here changes nothing."""

DELAYS: Final[Mapping[str, tuple[float, ...]]] = {
    # A house that starts again after a power cut is back within a minute, and is to be found
    # within three seconds: so long it is asked every other one.
    "again": (0, 1, *(2,) * 60, 4, 8, 16, 30),
    "later": (5, 10, 20, 40, 60),
}
SETTLED_S: Final = 5.0
"""A line that held so long was a good one: the next break begins with the first delay."""
PATIENCE_S: Final = 10.0
ENTERING_S: Final = 30.0
"""So long a line may take to open and be greeted, and a login to be answered."""
QUIET_S: Final = 10.0
PONG_S: Final = 5.0
"""So long a line may be silent before it is asked for a sign of life, and then to give it."""
BUSY_S: Final = 2.0
THEN: Final = {endings.AGAIN: "again", endings.LATER: "later", endings.NEVER: "never"}
BY_CODE: Final[Mapping[int, str]] = {
    endings.UPGRADE.code: "upgrade",
    endings.NO_LOGIN.code: "idle",
    endings.CROWDED.code: "idle",
}
GOODBYES: Final = {
    "logout": "again",
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
        "barred",
    }
)
FINAL: Final = frozenset({"logout", "password", "session_stolen"})
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
    """Whether it is tried again by itself when the line broke before the answer. The code of a
    second factor opens once: it may have been used up."""
    return isinstance(login, RETRIED) and not getattr(login, "code", "")


@dataclass(frozen=True, slots=True)
class Heard:
    """The house said this."""

    message: Message


@dataclass(frozen=True, slots=True)
class Answered:
    """A request is over: what answers it, or None if it was lost. Once for each request."""

    request: Message = field(repr=False)
    answer: Message | None


@dataclass(frozen=True, slots=True)
class LoginOver:
    """A login did not come in: refused, or None if its line broke and it is not tried again."""

    login: Message = field(repr=False)
    refused: Refused | None


@dataclass(frozen=True, slots=True)
class Out:
    """The session is over, by this code; its requests were answered as lost."""

    code: str


Report = Heard | Answered | LoginOver | Out
