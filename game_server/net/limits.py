"""What the listener allows: one frozen value, checked before anything listens."""

import ipaddress
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from game_server.net.credits import Rate
from protocol.codec import FROM_CLIENT

RATES: Final[Mapping[str, Rate]] = MappingProxyType(
    {
        "hello": Rate(2, 0.1),
        "guest": Rate(3, 0.1),
        "register": Rate(3, 0.1),
        "login": Rate(5, 0.2),
        "login_by_card": Rate(5, 0.2),
        "resume": Rate(3, 0.2),
        "logout": Rate(2, 0.2),
        "logout_everywhere": Rate(2, 0.2),
        "sessions": Rate(3, 0.5),
        "profile": Rate(3, 0.2),
        "password": Rate(3, 0.1),
        "account": Rate(5, 0.5),
        "factor": Rate(3, 0.1),
        "factor_confirm": Rate(5, 0.2),
        "factor_off": Rate(3, 0.1),
        "lost_password": Rate(2, 0.05),
        "new_password": Rate(5, 0.2),
        "ping": Rate(5, 1.0),
        "lobby": Rate(10, 2.0),
        "rules_of": Rate(10, 2.0),
        "busters": Rate(5, 1.0),
        "open_room": Rate(3, 0.1),
        "join": Rate(10, 2.0),
        "quick_seat": Rate(5, 1.0),
        "queue": Rate(10, 2.0),
        "unqueue": Rate(10, 2.0),
        "sit": Rate(5, 1.0),
        "leave": Rate(5, 1.0),
        "sit_out": Rate(5, 1.0),
        "stand_in": Rate(5, 1.0),
        "ready": Rate(10, 2.0),
        "seat_bot": Rate(7, 1.0),
        "dismiss_bots": Rate(7, 1.0),
        "act": Rate(30, 10.0),
        "resync": Rate(10, 1.0),
        "say": Rate(5, 1.0),
        "phrase": Rate(5, 1.0),
        "mute": Rate(5, 1.0),
        "buy": Rate(5, 0.5),
        "card": Rate(5, 0.1),
        "bank": Rate(5, 1.0),
    }
)
"""The credits of a line, kind by kind: what is spent in the lobby is not missing at the table."""

FRAMES: Final = Rate(64, 32.0)
PATIENCE: Final = Rate(20, 0.2)

LOGINS: Final = frozenset({"guest", "register", "login", "login_by_card", "lost_password"})
"""The kinds that also spend the credits of their address, whatever the line."""

ORIGIN: Final = re.compile(r"(https?)://([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?")
PORTS: Final = {"http": "80", "https": "443"}


class OpenSetting(ValueError):
    """A setting that would leave the house open, and what would close it."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Every limit of the listener; all times are seconds."""

    address: str = "127.0.0.1"
    port: int = 0
    certificate: str = ""
    key: str = ""

    origins: tuple[str, ...] = ()
    """The pages that may connect, each as `https://play.example.org`."""
    apps: bool = False
    """Whether a line without an origin may come in: programs send none, pages always do."""
    null_origin: bool = False
    """Whether pages without an address, opened from a file or in a sandbox, may."""

    connections: int = 4_000
    per_address: int = 40
    near: int = 5
    wide: int = 10
    """How many times that the networks around an address may hold: of IPv4 its /24, of IPv6 its
    /56 and its /48; an address of IPv6 is a /64."""
    reserved: float = 0.25
    """The share of the lines that is kept for those who come back."""
    connects: Rate | None = None
    logins: Rate | None = None
    """Lines opened, and logins tried, from one address; None goes by the lines it may hold."""

    frame_bytes: int = FROM_CLIENT.size
    fragments: int = 8
    """The most frames of one message."""
    request_bytes: int = 8_192
    frames: Rate = FRAMES
    """Frames of every sort on one line; beyond it the line ends at once."""
    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    patience: Rate = PATIENCE
    """Strikes that a line may collect; beyond it the line ends."""

    request_seconds: float = 5.0
    hello_seconds: float = 10.0
    login_seconds: float = 600.0
    crowded_seconds: float = 15.0
    """How long a line may be without a login when only those lines are left."""
    close_seconds: float = 2.0
    ping_seconds: float = 10.0
    silent_seconds: float = 20.0
    """How long a line may be silent beyond the next ping before it counts as lost."""
    slow_seconds: float = 2.0
    slow_bytes: int = 262_144
    """How long, and with how much more, a client may be behind with reading."""
    kernel_bytes: int = 131_072
    """What the system may hold for a client that reads slowly."""

    def check(self) -> None:
        """OpenSetting with every setting that would leave the house open; else nothing."""
        wrong = [*self._listener(), *self._pages(), *self._numbers()]
        if wrong:
            raise OpenSetting(" ".join(wrong))

    @property
    def secure(self) -> bool:
        return bool(self.certificate and self.key)

    @property
    def connecting(self) -> Rate:
        """A crowd behind one address can come back at once; then it comes in turn."""
        return self.connects or Rate(2 * self.per_address, max(10.0, self.per_address / 4))

    @property
    def trying(self) -> Rate:
        return self.logins or Rate(self.per_address, max(0.5, self.per_address / 80))

    @property
    def open_to_all(self) -> int:
        """The lines that are not kept for those who come back."""
        return max(1, int(self.connections * (1 - self.reserved)))

    def pages(self) -> tuple[str, ...]:
        """The origins with their ports, as Autobahn compares them."""
        found = (ORIGIN.fullmatch(origin) for origin in self.origins)
        return tuple(f"{at[1]}://{at[2]}:{at[3] or PORTS[at[1]]}" for at in found if at)

    def _listener(self) -> Iterator[str]:
        if bool(self.certificate) != bool(self.key):
            yield "A certificate needs its key and a key its certificate; name both files."
        elif not self.certificate and not loopback(self.address):
            yield (
                f"{self.address or 'Every address'} is beyond this machine and has no TLS; "
                "name a certificate and its key, or listen on 127.0.0.1."
            )
        if not 0 <= self.port <= 65535:
            yield f"Port {self.port} does not exist; it is 1 to 65535, or 0 for any."

    def _pages(self) -> Iterator[str]:
        for origin in self.origins:
            if "*" in origin:
                yield f"The origin {origin!r} lets strangers' pages in; name each page."
            elif not ORIGIN.fullmatch(origin):
                yield f"{origin!r} is no origin; one is written like https://play.example.org."
        if not (self.origins or self.apps or self.null_origin):
            yield "Nobody could connect; allow apps, or name the origins of pages."

    def _numbers(self) -> Iterator[str]:
        for name in POSITIVE:
            if not getattr(self, name) > 0:
                yield f"{name} is {getattr(self, name)}, which is no limit; it must be above 0."
        if self.per_address > 0:
            yield from _rate("connects", self.connecting)
            yield from _rate("logins", self.trying)
        if not 0 <= self.reserved < 1:
            yield f"reserved is {self.reserved}; it is a share of the lines, from 0 to below 1."
        if not 1 <= self.near <= self.wide:
            yield f"near is {self.near}, wide {self.wide}; larger networks hold no fewer lines."
        yield from _rate("frames", self.frames)
        yield from _rate("patience", self.patience)
        for kind in RATES:
            if kind not in self.rates:
                yield f"The rate of {kind!r} is not limited; give it a burst and a pace."
        for kind, rate in self.rates.items():
            yield from _rate(f"The rate of {kind!r}", rate)
        if self.frame_bytes > FROM_CLIENT.size:
            yield f"frame_bytes is {self.frame_bytes}; the protocol ends at {FROM_CLIENT.size}."
        if self.per_address > self.connections:
            yield (
                f"One address may hold {self.per_address} lines of {self.connections}; "
                "let it hold fewer than there are."
            )


POSITIVE: Final = (
    "connections",
    "per_address",
    "frame_bytes",
    "fragments",
    "request_bytes",
    "request_seconds",
    "hello_seconds",
    "login_seconds",
    "crowded_seconds",
    "close_seconds",
    "ping_seconds",
    "silent_seconds",
    "slow_seconds",
    "slow_bytes",
    "kernel_bytes",
)


def _rate(name: str, rate: Rate) -> Iterator[str]:
    if rate.burst < 1 or not 0 < rate.per_second < float("inf"):
        yield f"{name} is {rate.burst} and {rate.per_second} a second; both must be above 0."


def loopback(address: str) -> bool:
    """Whether only this machine can reach the address."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
