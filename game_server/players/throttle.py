"""How often somebody may try: some tries at once, then growing pauses. Pure; time is handed in."""

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from protocol.words import Illegal

PER_V6: Final = 64
"""The bits of an address that tell one household from another."""
KNOWN: Final = 10_000


@dataclass(frozen=True, slots=True)
class Pace:
    """`free` tries at once; then a pause of `first` seconds, twice as long after each further
    try, up to `longest`. After `relax` seconds without one a try is forgotten. Of `most` keys
    a count is kept; beyond, the one that tried longest ago is forgotten."""

    free: int
    first: float = 1.0
    longest: float = 300.0
    relax: float = 900.0
    most: int = 10_000


PER_NAME: Final = Pace(free=5)
PER_ADDRESS: Final = Pace(free=20, relax=60.0)
"""Many honest players may share one address."""
NEW_PER_ADDRESS: Final = Pace(free=20, first=10.0, longest=3600.0, relax=300.0)
"""New accounts."""


class _Tried(NamedTuple):
    level: float
    at: float


class Throttle:
    """Counts tries by key.

    A try is taken before it is judged, so that tries side by side count as well, and given back
    when it turns out not to count.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._tried: OrderedDict[str, _Tried] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tried)

    def wait(self, key: str, now: float) -> float:
        """Seconds until the next try; 0 when it may be made now."""
        tried = self._tried.get(key)
        if tried is None:
            return 0.0
        return max(0.0, tried.at + self._pause(tried.level) - now)

    def take(self, key: str, now: float) -> None:
        """Count a try."""
        self._tried[key] = _Tried(self._level(key, now) + 1, now)
        self._tried.move_to_end(key)
        if len(self._tried) > self._pace.most:
            self._tried.popitem(last=False)

    def give_back(self, key: str) -> None:
        """That try does not count."""
        tried = self._tried.get(key)
        if tried is None:
            return
        level = max(0.0, tried.level - 1)
        if level == 0.0:
            del self._tried[key]
        else:
            self._tried[key] = tried._replace(level=level)

    def clear(self, key: str) -> None:
        """None of the tries counts any more."""
        self._tried.pop(key, None)

    def _level(self, key: str, now: float) -> float:
        tried = self._tried.get(key)
        if tried is None:
            return 0.0
        return max(0.0, tried.level - max(0.0, now - tried.at) / self._pace.relax)

    def _pause(self, level: float) -> float:
        over = ceil(level) - self._pace.free
        if over < 0:
            return 0.0
        # The power is bounded: a level can be any number.
        return min(self._pace.longest, self._pace.first * 2.0 ** min(over, 40))


@dataclass(frozen=True, slots=True)
class Attempt:
    """A login that is being judged: the keys that it was counted under."""

    name: str
    address: str
    pair: str


class Door:
    """Who may try to log in now: per name, so that one password is not guessed from many
    addresses, and per address, so that many names are not tried from one.

    An address from which the name has logged in before has a count of its own: strangers who
    guess somebody's password do not keep the owner out.
    """

    def __init__(
        self,
        per_name: Pace = PER_NAME,
        per_address: Pace = PER_ADDRESS,
        new_per_address: Pace = NEW_PER_ADDRESS,
    ) -> None:
        self._names = Throttle(per_name)
        self._addresses = Throttle(per_address)
        self._new = Throttle(new_per_address)
        self._known: OrderedDict[str, None] = OrderedDict()

    def knock(self, folded: str, address: str, now: float) -> Attempt:
        """A login that may be judged; Illegal says how long to wait."""
        house = household(address)
        pair = _pair(folded, house)
        attempt = Attempt(pair if pair in self._known else folded, house, pair)
        wait = max(self._names.wait(attempt.name, now), self._addresses.wait(attempt.address, now))
        if wait > 0:
            raise _wait("login_wait", "There were too many wrong logins", wait)
        self._names.take(attempt.name, now)
        self._addresses.take(attempt.address, now)
        return attempt

    def was_right(self, attempt: Attempt) -> None:
        """The password was right: the name begins anew. What the address tried elsewhere stays,
        or an account of one's own would buy more tries at those of others."""
        self._names.clear(attempt.name)
        self._addresses.give_back(attempt.address)
        self._is_known(attempt.pair)

    def was_made(self, folded: str, address: str) -> None:
        """The name has an account since now: it has been at this address."""
        self._is_known(_pair(folded, household(address)))

    def was_not_judged(self, attempt: Attempt) -> None:
        """The house could not look at the password: the try does not count."""
        self._names.give_back(attempt.name)
        self._addresses.give_back(attempt.address)

    def make_new(self, address: str, now: float) -> None:
        """Count a new account; Illegal says how long to wait."""
        house = household(address)
        wait = self._new.wait(house, now)
        if wait > 0:
            raise _wait("new_wait", "Many accounts were made from your address", wait)
        self._new.take(house, now)

    def was_not_made(self, address: str) -> None:
        """The account came to nothing: it does not count."""
        self._new.give_back(household(address))

    def _is_known(self, pair: str) -> None:
        self._known[pair] = None
        self._known.move_to_end(pair)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)


def _pair(folded: str, house: str) -> str:
    """The key of a name at one address."""
    return f"{house} {folded}"


def household(address: str) -> str:
    """What counts as one address: of IPv6 the network, in which one machine has any number."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, PER_V6), strict=False))
    return str(parsed)


def _wait(code: str, what: str, seconds: float) -> Illegal:
    whole = ceil(seconds)
    return Illegal(code, f"{what}; wait {whole} seconds and try again.", seconds=whole)
