"""Rate limits and sizes of the listener: one frozen value, checked before anything listens."""

import ipaddress
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from game_server.addresses import private
from game_server.net.proxies import network
from game_server.rate_limit import RateLimit
from protocol.codec import FROM_CLIENT

RATES: Final[Mapping[str, RateLimit]] = MappingProxyType(
    {
        "hello": RateLimit(2, 0.1),
        "guest": RateLimit(3, 0.1),
        "register": RateLimit(3, 0.1),
        "login": RateLimit(5, 0.2),
        "login_by_card": RateLimit(5, 0.2),
        "resume": RateLimit(3, 0.2),
        "logout": RateLimit(2, 0.2),
        "logout_everywhere": RateLimit(2, 0.2),
        "sessions": RateLimit(3, 0.5),
        "profile": RateLimit(3, 0.2),
        "password": RateLimit(3, 0.1),
        "account": RateLimit(5, 0.5),
        "factor": RateLimit(3, 0.1),
        "factor_confirm": RateLimit(5, 0.2),
        "factor_off": RateLimit(3, 0.1),
        "delete_account": RateLimit(3, 0.1),
        "lost_password": RateLimit(2, 0.05),
        "new_password": RateLimit(5, 0.2),
        "ping": RateLimit(5, 1.0),
        "lobby": RateLimit(10, 2.0),
        "rules_of": RateLimit(10, 2.0),
        "busters": RateLimit(5, 1.0),
        "open_room": RateLimit(3, 0.1),
        "join": RateLimit(10, 2.0),
        "quick_seat": RateLimit(5, 1.0),
        "queue": RateLimit(10, 2.0),
        "unqueue": RateLimit(10, 2.0),
        "sit": RateLimit(5, 1.0),
        "leave": RateLimit(5, 1.0),
        "sit_out": RateLimit(5, 1.0),
        "stand_in": RateLimit(5, 1.0),
        "ready": RateLimit(10, 2.0),
        "seat_bot": RateLimit(7, 1.0),
        "dismiss_bots": RateLimit(7, 1.0),
        "act": RateLimit(30, 10.0),
        "resync": RateLimit(10, 1.0),
        "say": RateLimit(5, 1.0),
        "phrase": RateLimit(5, 1.0),
        "mute": RateLimit(5, 1.0),
        "block": RateLimit(5, 1.0),
        "blocks": RateLimit(5, 1.0),
        "report": RateLimit(3, 0.1),
        "buy": RateLimit(5, 0.5),
        "card": RateLimit(5, 0.1),
        "bank": RateLimit(5, 1.0),
    }
)
"""The rate limits of a connection, kind by kind: what is spent in the lobby is not missing at the
table."""

FRAMES: Final = RateLimit(64, 32.0)
PAGE_REQUESTS: Final = RateLimit(3_000, 100.0)
STRIKES_A_CONNECTION: Final = RateLimit(20, 0.2)

LOGINS: Final = frozenset({"guest", "register", "login", "login_by_card", "lost_password"})
"""The kinds that also spend the rate limit of their address, whatever the connection."""

ORIGIN: Final = re.compile(r"(https?)://([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?")
PORTS: Final = {"http": "80", "https": "443"}


class UnsafeSetting(ValueError):
    """A setting that would leave the house open, and what would close it."""


@dataclass(frozen=True, kw_only=True)
class ListenerLimits:
    """Every limit of the listener; all times are seconds."""

    address: str = "127.0.0.1"
    others: tuple[str, ...] = ()
    """Further addresses that the same port is opened on."""
    lan: bool = False
    """Whether it is for private networks alone: there it needs no TLS, and nobody whose address is
    not private comes in."""
    port: int = 0
    certificate: str = ""
    key: str = ""

    proxies: tuple[str, ...] = ()
    """The addresses and networks of proxies that are believed when they say whence a connection
    comes."""
    origins: tuple[str, ...] = ()
    """The pages that may connect, each as `https://play.example.org`."""
    apps: bool = False
    """Whether a connection without an origin may come in: programs send none, pages always do."""
    null_origin: bool = False
    """Whether pages without an address, opened from a file or in a sandbox, may."""

    connections: int = 4_000
    per_address: int = 40
    network_factor: int = 5
    site_factor: int = 10
    """How many times that the networks around an address may hold: of IPv4 its /24, of IPv6 its
    /56 and its /48; an address of IPv6 is a /64."""
    reserved: float = 0.25
    """The share of the connections that is kept for those who come back."""
    connects: RateLimit | None = None
    logins: RateLimit | None = None
    """Connections opened, and logins tried, from one address; None goes by the connections it may
    hold."""

    frame_bytes: int = FROM_CLIENT.size
    fragments: int = 8
    """The most frames of one message."""
    request_bytes: int = 8_192
    frames: RateLimit = FRAMES
    """Frames of every sort on one connection; beyond it the connection ends at once."""
    rates: Mapping[str, RateLimit] = field(default_factory=lambda: RATES)
    strikes: RateLimit = STRIKES_A_CONNECTION
    """Strikes that a connection may collect; beyond it the connection ends."""

    request_seconds: float = 5.0
    hello_seconds: float = 10.0
    login_seconds: float = 600.0
    full_login_seconds: float = 15.0
    """How long a connection may be without a login when only those connections are left."""
    close_seconds: float = 2.0
    ping_seconds: float = 10.0
    silent_seconds: float = 20.0
    """How long a connection may be silent beyond the next ping before it counts as lost."""
    slow_seconds: float = 2.0
    slow_bytes: int = 262_144
    """How long, and with how much more, a client may be behind with reading."""
    kernel_bytes: int = 131_072
    """What the system may hold for a client that reads slowly."""

    page_visits: int = 256
    page_visits_address: int = 96
    """The most connections on which files of the page are fetched, in all and from one address;
    they take no place of a player. A browser opens six, and a whole Wi-Fi may be one address."""
    page_requests: RateLimit = PAGE_REQUESTS
    """Files asked for from one address."""
    page_seconds: float = 30.0
    """How long a browser may take to receive the next part of a file."""

    def check(self) -> None:
        """UnsafeSetting with every setting that would leave the house open; else nothing."""
        wrong = [*self._listener(), *self._proxies(), *self._pages(), *self._numbers()]
        if wrong:
            raise UnsafeSetting(" ".join(wrong))

    @property
    def secure(self) -> bool:
        """Whether the listener speaks TLS."""
        return bool(self.certificate and self.key)

    @property
    def readable(self) -> bool:
        """Whether others on the way can read what is said: beyond this machine, without TLS."""
        return self.lan and not self.secure

    @property
    def connecting(self) -> RateLimit:
        """A crowd behind one address can come back at once; then it comes in turn."""
        return self.connects or RateLimit(2 * self.per_address, max(10.0, self.per_address / 4))

    @property
    def trying(self) -> RateLimit:
        """The limit on logins tried from one address."""
        return self.logins or RateLimit(self.per_address, max(0.5, self.per_address / 80))

    @property
    def open_to_all(self) -> int:
        """The connections that are not kept for those who come back."""
        return max(1, int(self.connections * (1 - self.reserved)))

    def pages(self) -> tuple[str, ...]:
        """The origins with their ports, as they are compared."""
        return tuple(one for one in map(with_port, self.origins) if one)

    def page(self, port: int) -> str:
        """The address of the house's own page, as one types it on this machine or on another."""
        if self.origins:
            return f"{self.origins[0]}/"
        name = "127.0.0.1" if self.address in ("", "0.0.0.0", "::") else self.address
        shown = f"[{name}]" if ":" in name else name
        return f"{'https' if self.secure else 'http'}://{shown}:{port}/"

    def names(self) -> frozenset[str]:
        """The names under which pages of this house are had, without their ports."""
        found = (ORIGIN.fullmatch(origin) for origin in self.origins)
        return frozenset(at[2] for at in found if at)

    def _listener(self) -> Iterator[str]:
        if bool(self.certificate) != bool(self.key):
            yield "A certificate needs its key and a key its certificate; name both files."
        elif not self.certificate and not self.lan and not loopback(self.address):
            yield (
                f"{self.address or 'Every address'} is beyond this machine and has no TLS; "
                "name a certificate and its key, or listen on 127.0.0.1. Without a certificate"
                " --tls self makes one that invitations vouch for, and --lan opens the house to"
                " your own network alone."
            )
        for address in (self.address, *self.others) if self.lan else ():
            if not private(address):
                yield (
                    f"{address or 'Every address'} is no private address; with lan a house listens"
                    " on those of this machine that are."
                )
        if not 0 <= self.port <= 65535:
            yield f"Port {self.port} does not exist; it is 1 to 65535, or 0 for any."

    def _proxies(self) -> Iterator[str]:
        for named in self.proxies:
            try:
                wide = not network(named).prefixlen
            except ValueError:
                yield f"{named!r} is no address of a proxy; one is 10.0.0.2, or 10.0.0.0/28."
                continue
            if wide:
                yield f"{named} lets everybody say whence they come; name the proxies alone."

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
        if not 1 <= self.network_factor <= self.site_factor:
            factors = f"network_factor is {self.network_factor}, site_factor {self.site_factor}"
            yield f"{factors}; larger networks hold no fewer lines."
        yield from _rate("frames", self.frames)
        yield from _rate("strikes", self.strikes)
        yield from _rate("page_requests", self.page_requests)
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
    "full_login_seconds",
    "close_seconds",
    "ping_seconds",
    "silent_seconds",
    "slow_seconds",
    "slow_bytes",
    "kernel_bytes",
    "page_visits",
    "page_visits_address",
    "page_seconds",
)


def with_port(origin: str) -> str:
    """An origin with its port, also where that is the usual one; empty if it is none."""
    at = ORIGIN.fullmatch(origin.lower())
    return f"{at[1]}://{at[2]}:{at[3] or PORTS[at[1]]}" if at else ""


def _rate(name: str, rate: RateLimit) -> Iterator[str]:
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
