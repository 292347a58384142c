"""Devices on which the player is logged in, as rows to read."""

from dataclasses import dataclass
from typing import Final

from client_core.text import Say
from protocol.messages import Device

ENDINGS: Final = frozenset({"replaced", "logout", "stolen", "password", "restored"})
"""Why a session has ended, as far as there are words for it."""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A session: `name` is what the device calls itself, `place` the beginning of its address;
    `since` and `seen` are Unix seconds. `over` says why it has ended; None while it goes on."""

    name: str
    place: str
    since: int
    seen: int
    here: bool
    over: Say | None


def row(device: Device) -> DeviceRow:
    """A session as the list of devices shows it."""
    why = device.over if device.over in ENDINGS else "house"
    over = Say(f"devices.over.{why}") if device.over else None
    return DeviceRow(device.name, device.place, device.since, device.seen, device.here, over)
