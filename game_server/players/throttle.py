"""Throttles: some tries at once, then growing pauses. Pure; time is handed in.

This is no token bucket (`game_server/rate_limit.py`): who keeps guessing waits twice as long after
each try, and only a pause without tries forgets them.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, Literal, NamedTuple

from game_server.addresses import household, networks
from game_server.rate_limit import drained
from protocol.words import Refusal

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
GUEST: Final = 1.0
MEMBER: Final = 0.5
"""What a new player counts: who gives a name and a password comes less cheap."""


@dataclass(frozen=True, slots=True)
class PerAddress:
    """The limits of one address. Many honest players may share one: a hall, a school, a carrier."""

    guests: int = 60
    """New guests at once."""
    guests_hour: int = 30
    """And so many an hour in the long run."""
    logins: int = 20
    """Wrong logins before there are pauses."""
    network_factor: int = 5
    site_factor: int = 10
    """How many times as much the networks around an address may: of IPv4 its /24, of IPv6 its /56
    and its /48."""

    @property
    def times(self) -> tuple[int, ...]:
        """How many times as much an address, its network and its site may."""
        return (1, self.network_factor, self.site_factor)

    @property
    def trying(self) -> Pace:
        """Wrong logins."""
        return Pace(free=self.logins, relax=60.0)

    @property
    def making(self) -> Pace:
        """New players: nobody waits longer than until one more of the hour is free."""
        each = 3600.0 / self.guests_hour
        return Pace(free=self.guests, first=each, longest=each, relax=each)


class _Tried(NamedTuple):
    level: float
    at: float


USUAL_PER_ADDRESS: Final = PerAddress()


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

    def take(self, key: str, now: float, cost: float = 1.0) -> None:
        """Count a try."""
        self._tried[key] = _Tried(self._level(key, now) + cost, now)
        self._tried.move_to_end(key)
        if len(self._tried) > self._pace.most:
            self._tried.popitem(last=False)

    def give_back(self, key: str, cost: float = 1.0) -> None:
        """That try does not count."""
        tried = self._tried.get(key)
        if tried is None:
            return
        level = max(0.0, tried.level - cost)
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
        return drained(tried.level, now - tried.at, self._pace.relax)

    def _pause(self, level: float) -> float:
        over = ceil(level) - self._pace.free
        if over < 0:
            return 0.0
        # The power is bounded: a level can be any number.
        return min(self._pace.longest, self._pace.first * 2.0 ** min(over, 40))


class Places:
    """Counts tries by address, and by the networks around it, from which more may come."""

    def __init__(self, pace: Pace, times: tuple[int, ...]) -> None:
        self._around = tuple(Throttle(replace(pace, free=pace.free * one)) for one in times)

    def wait(self, address: str, now: float) -> float:
        """Seconds until the next try from there."""
        return max(one.wait(at, now) for one, at in self._at(address))

    def take(self, address: str, now: float, cost: float = 1.0) -> None:
        """Count a try."""
        for one, at in self._at(address):
            one.take(at, now, cost)

    def give_back(self, address: str, cost: float = 1.0) -> None:
        """That try does not count."""
        for one, at in self._at(address):
            one.give_back(at, cost)

    def _at(self, address: str) -> Iterator[tuple[Throttle, str]]:
        return zip(self._around, networks(address), strict=False)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A login that is being judged: the keys that it was counted under."""

    name: str
    address: str
    pair: str


class Counted(NamedTuple):
    """One thing that a throttle of logins counts: a try, or what came of it; `name` is the key that
    the try was counted under."""

    what: Literal["tried", "right", "not_judged", "known", "new", "not_made"]
    name: str
    address: str = ""
    cost: float = GUEST


class LoginThrottle:
    """Limits tries to log in: per name, so that one password is not guessed from many
    addresses, and per address, so that many names are not tried from one.

    An address from which the name has logged in before has a count of its own: strangers who
    guess somebody's password do not keep the owner out. What was before the house began is told
    to it by `was_made`.
    """

    def __init__(
        self, per_address: PerAddress = USUAL_PER_ADDRESS, per_name: Pace = PER_NAME
    ) -> None:
        self._names = Throttle(per_name)
        self._addresses = Places(per_address.trying, per_address.times)
        self._new = Places(per_address.making, per_address.times)
        self._known: OrderedDict[str, None] = OrderedDict()
        self.told: Callable[[Counted], object] = lambda counted: None
        """Hears of all that is counted: other nodes of the house count it too."""

    def begin_login(self, folded: str, address: str, now: float) -> Attempt:
        """A login that may be judged; Refusal says how long to wait."""
        pair = _pair(folded, household(address))
        attempt = Attempt(pair if pair in self._known else folded, address, pair)
        wait = max(self._names.wait(attempt.name, now), self._addresses.wait(address, now))
        if wait > 0:
            raise _wait("login_wait", "There were too many wrong logins", wait)
        self._count(Counted("tried", attempt.name, address), now)
        return attempt

    def knows(self, folded: str, address: str) -> bool:
        """Whether the name has been at this address."""
        return _pair(folded, household(address)) in self._known

    def was_right(self, attempt: Attempt) -> None:
        """The password was right: the name begins anew. What the address tried elsewhere stays,
        or an account of one's own would buy more tries at those of others."""
        self._count(Counted("right", attempt.name, attempt.address))
        self._count(Counted("known", attempt.pair))

    def was_made(self, folded: str, address: str) -> None:
        """The name has an account now, and has been at this address."""
        self._count(Counted("known", _pair(folded, household(address))))

    def was_not_judged(self, attempt: Attempt) -> None:
        """The house could not look at the password: the try does not count."""
        self._count(Counted("not_judged", attempt.name, attempt.address))

    def make_new(self, address: str, now: float, cost: float = GUEST) -> None:
        """Count a new player; Refusal says how long to wait."""
        wait = self._new.wait(address, now)
        if wait > 0:
            raise _wait("new_wait", "Many players were made from your address", wait)
        self._count(Counted("new", "", address, cost), now)

    def was_not_made(self, address: str, cost: float = GUEST) -> None:
        """The player came to nothing: it does not count."""
        self._count(Counted("not_made", "", address, cost))

    def counts(self, counted: Counted, now: float) -> None:
        """Count what another node has told of."""
        name, address, cost = counted.name, counted.address, counted.cost
        match counted.what:
            case "tried":
                self._names.take(name, now)
                self._addresses.take(address, now)
            case "right":
                self._names.clear(name)
                self._addresses.give_back(address)
            case "not_judged":
                self._names.give_back(name)
                self._addresses.give_back(address)
            case "known":
                self._known[name] = None
                self._known.move_to_end(name)
                if len(self._known) > KNOWN:
                    self._known.popitem(last=False)
            case "new":
                self._new.take(address, now, cost)
            case "not_made":
                self._new.give_back(address, cost)

    def _count(self, counted: Counted, now: float = 0.0) -> None:
        self.counts(counted, now)
        self.told(counted)


def _pair(folded: str, house: str) -> str:
    """The key of a name at one address."""
    return f"{house} {folded}"


def _wait(code: str, what: str, seconds: float) -> Refusal:
    whole = ceil(seconds)
    return Refusal(code, f"{what}; wait {whole} seconds and try again.", seconds=whole)
