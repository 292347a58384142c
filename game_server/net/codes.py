"""Codes of how a connection ended without an ending of ours, and what refused messages cost."""

from typing import Final

from protocol.endings import MALFORMED, NOT_NOW, TOO_FAST

CLOSED: Final = "closed"
LOST: Final = "lost"
"""The client closed the connection; it is gone without a word."""

STRIKES: Final = {"malformed": (5, MALFORMED), "not_now": (2, NOT_NOW), "too_fast": (1, TOO_FAST)}
"""What a refused message costs of the strikes a connection may collect, and how it ends when they
are spent."""
