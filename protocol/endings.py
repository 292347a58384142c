"""Endings of a connection and of a session, and what a client does about each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ending:
    """The WebSocket close code, the name that stands as its reason, what it means, and what a
    client does."""

    code: int
    name: str
    says: str
    then: str


AGAIN: Final = "come back and `resume`, at once, every 2 s for a minute, then after 4 s ... 30 s"
LATER: Final = "come back and `resume`, after 5 s and then more slowly"
NEVER: Final = "do not come back by itself: the client is at fault"

GOODBYE: Final = Ending(
    4000, "goodbye", "the message `goodbye` before it says why", "as the code of `goodbye` says"
)
MALFORMED: Final = Ending(4001, "malformed", "frames that are no message, again and again", NEVER)
NOT_NOW: Final = Ending(4002, "not_now", "messages before their time, again and again", NEVER)
TOO_FAST: Final = Ending(4003, "too_fast", "far more than a person sends", LATER)
NO_HELLO: Final = Ending(4004, "no_hello", "no `hello` in time", AGAIN)
NO_LOGIN: Final = Ending(
    4005, "no_login", "no login in time", "come back when the player wants to log in"
)
UPGRADE: Final = Ending(
    4006, "upgrade_required", "no version of the protocol in common", "ask for a newer client"
)
TOO_SLOW: Final = Ending(4007, "too_slow", "what was sent is not being read", AGAIN)
SILENT: Final = Ending(4008, "silent", "no sign of life", AGAIN)
FAILED: Final = Ending(4009, "failed", "an error of the server", LATER)
CROWDED: Final = Ending(
    4010,
    "crowded",
    "the house is full, and nobody had logged in on this line",
    "come back when the player wants to log in",
)
GOING_AWAY: Final = Ending(
    1001, "going_away", "the house stops; what is in play goes on when it is back", AGAIN
)
PROTOCOL: Final = Ending(
    1002, "protocol", "a frame against RFC 6455: unmasked, unknown, broken", NEVER
)
TEXT: Final = Ending(1003, "text", "a text frame; only binary ones are read", NEVER)
INVALID: Final = Ending(1007, "invalid", "a close reason that is no UTF-8", NEVER)
TOO_BIG: Final = Ending(1009, "too_big", "a frame, or a message in frames, beyond the limit", NEVER)

ENDINGS: Final[Mapping[int, Ending]] = {
    ending.code: ending
    for ending in (
        GOODBYE,
        MALFORMED,
        NOT_NOW,
        TOO_FAST,
        NO_HELLO,
        NO_LOGIN,
        UPGRADE,
        TOO_SLOW,
        SILENT,
        FAILED,
        CROWDED,
        GOING_AWAY,
        PROTOCOL,
        TEXT,
        INVALID,
        TOO_BIG,
    )
}
"""Every ending that a server begins, by its close code."""

LOST_THEN: Final = AGAIN
"""What a client does when a line is gone without a close code, or with one that is not here."""

DENIALS: Final[Mapping[int, tuple[str, str]]] = {
    400: ("bad_request", NEVER),
    403: ("origin", "nothing: this page may not connect"),
    405: ("bad_request", NEVER),
    408: ("no_request", AGAIN),
    426: ("no_upgrade", NEVER),
    429: ("too_many_lines", LATER),
    431: ("request_too_big", NEVER),
    500: ("failed", LATER),
    503: ("house_full", LATER),
    505: ("bad_request", NEVER),
}
"""What a request that becomes no line is answered, by HTTP status: why, and what a client does."""

GOODBYES: Final[Mapping[str, tuple[str, str]]] = {
    "moved": (
        "The player has come in on another line.",
        "do not come back by itself; offer to log in again",
    ),
    "logout": ("The player has logged out.", "forget the token; offer to log in"),
    "session_stolen": (
        "A token of the session that was used up was shown again: somebody has a copy, and the"
        " session has ended.",
        "forget the token; offer to log in, and say why",
    ),
    "deleted": ("The account is deleted.", "forget the token; offer to come in anew"),
    "password": ("The player has another password.", "forget the token; offer to log in"),
    "barred": (
        "The house has closed the account.",
        "do not come back by itself; offer to log in again",
    ),
    "house_closes": ("The house has closed; everybody was cashed out.", LATER),
}
"""What a client is told as it is sent away: what has happened, and what it does."""
