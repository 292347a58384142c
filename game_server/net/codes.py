"""How a line ends and how a message is refused: every code, and what it means."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ending:
    """The WebSocket close code, the name that stands as its reason, and what it means."""

    code: int
    name: str
    says: str


GOODBYE: Final = Ending(4000, "goodbye", "the message `goodbye` before it says why")
MALFORMED: Final = Ending(4001, "malformed", "frames that are no message, again and again")
NOT_NOW: Final = Ending(4002, "not_now", "messages before their time, again and again")
TOO_FAST: Final = Ending(4003, "too_fast", "far more than a person sends")
NO_HELLO: Final = Ending(4004, "no_hello", "no `hello` in time")
NO_LOGIN: Final = Ending(4005, "no_login", "no login in time")
UPGRADE: Final = Ending(4006, "upgrade_required", "no version of the protocol in common")
TOO_SLOW: Final = Ending(4007, "too_slow", "what was sent is not being read")
SILENT: Final = Ending(4008, "silent", "no sign of life")
FAILED: Final = Ending(4009, "failed", "an error of the server")
PROTOCOL: Final = Ending(1002, "protocol", "a frame against RFC 6455: unmasked, unknown, broken")
TEXT: Final = Ending(1003, "text", "a text frame; only binary ones are read")
INVALID: Final = Ending(1007, "invalid", "a close reason that is no UTF-8")
TOO_BIG: Final = Ending(1009, "too_big", "a frame, or a message in frames, beyond the limit")

ENDINGS: Final = {
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
        PROTOCOL,
        TEXT,
        INVALID,
        TOO_BIG,
    )
}
"""Every ending that a server begins, by its close code."""

CLOSED: Final = "closed"
LOST: Final = "lost"
"""The client closed the line; the line is gone without a word."""

DENIALS: Final = {
    400: "bad_request",
    403: "origin",
    405: "bad_request",
    408: "no_request",
    426: "no_upgrade",
    429: "too_many_lines",
    431: "request_too_big",
    500: "failed",
    503: "house_full",
    505: "bad_request",
}
"""What a request that becomes no line is answered, by HTTP status."""

STRIKES: Final = {"malformed": (5, MALFORMED), "not_now": (2, NOT_NOW), "too_fast": (1, TOO_FAST)}
"""What a refused message costs of the patience with a line, and how the line ends without any."""
