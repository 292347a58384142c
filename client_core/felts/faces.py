"""The face of a seat, by its name: what was chosen, and what is shown where nothing was."""

from typing import Final

from client_core.client import SeatView
from protocol.avatars import usual

ROBOT: Final = "robot."
"""The faces of machines begin so; each has one of its own."""


def face_of(seat: SeatView) -> str:
    """Who has chosen no face has one all the same, always the same."""
    if seat.bot:
        # Whatever it is called, it is seen to be a machine.
        return f"{ROBOT}{seat.name}"
    return seat.avatar or usual(seat.name)
