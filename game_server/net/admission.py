"""Admission control: limits on connections in all, from one address and from the networks around
it, and on how fast they are opened."""

from collections.abc import Callable
from typing import Final, Literal

from game_server.addresses import networks
from game_server.net.limits import ListenerLimits
from game_server.rate_limit import RateLimit, TokenBucket

Admission = Literal["in", "house_full", "too_many_lines", "shut"]
TOLD_TOO_MANY: Final = 8
"""How many connections beyond the most of an address are told why; the rest are only closed."""
FORGET_S: Final = 60.0
"""Seconds between two looks for addresses that are owed nothing."""
VISITOR: Final = 2
MEMBER: Final = 1
"""What a connection counts at its address, and what that of a member counts, who has more to
lose."""


class _Network:
    """Connections and tries of one address, or of a network around addresses."""

    __slots__ = ("connections", "connects", "logins", "most", "shut_at")

    def __init__(self, most: int, connects: RateLimit, logins: RateLimit, now: float) -> None:
        self.most = most
        self.shut_at = (most + TOLD_TOO_MANY) * VISITOR
        self.connections = 0
        """Counted as VISITOR and MEMBER."""
        self.connects = TokenBucket(connects, now)
        self.logins = TokenBucket(logins, now)

    def idle(self, now: float) -> bool:
        """Whether forgetting it forgets nothing."""
        return not self.connections and self.connects.full(now) and self.logins.full(now)


class AdmissionControl:
    """Limits on who may connect: counts connections by address and by the networks around it, which
    may hold more."""

    def __init__(self, limits: ListenerLimits) -> None:
        self._limits = limits
        self._sizes = [
            (
                limits.per_address * times,
                _times(limits.connecting, times),
                _times(limits.trying, times),
            )
            for times in (1, limits.network_factor, limits.site_factor)
        ]
        """The limits of an address, and of each network around it."""
        self._known: dict[str, _Network] = {}
        self._looked = 0.0
        self.connections = 0
        self.make_room: Callable[[], bool] = lambda: False
        """Sends somebody away who is not in, when the house is full; False: all are in."""

    def enter(self, address: str, now: float) -> Admission:
        """Whether a connection may come in. All but `shut` count until they `leave`."""
        self._forget(now)
        around = self._around(address, now)
        for one in around:
            if one.connects.left(now) < 1:
                return "shut"
        many = shut = False
        for one in around:
            one.connects.take(now)
            many = many or one.connections + VISITOR > one.most * VISITOR
            shut = shut or one.connections >= one.shut_at
        full = self.connections >= self._limits.connections
        if shut or (full and many):
            return "shut"
        if full and self.make_room():
            full = False
        if self.connections >= self._limits.connections + TOLD_TOO_MANY:
            return "shut"
        self.connections += 1
        for one in around:
            one.connections += VISITOR
        return "house_full" if full else "too_many_lines" if many else "in"

    def hold(self) -> Admission:
        """Whether a connection may wait whose address is not known yet: a proxy is about to say
        it. It counts until its `release`, as one of all and of no address."""
        if self.connections >= self._limits.connections + TOLD_TOO_MANY:
            return "shut"
        self.connections += 1
        return "in"

    def release(self) -> None:
        """A connection that was held is gone, or its address is known."""
        self.connections -= 1

    def is_member(self, address: str) -> None:
        """A connection from there is a member's from now on."""
        for network in networks(address):
            self._known[network].connections -= VISITOR - MEMBER

    def leave(self, address: str, member: bool = False) -> None:
        """A connection that had entered is gone."""
        self.connections -= 1
        for network in networks(address):
            self._known[network].connections -= MEMBER if member else VISITOR

    def login(self, address: str, now: float) -> float:
        """0.0 if somebody at this address may try to log in, else the seconds to wait."""
        around = self._around(address, now)
        wait = max(one.logins.wait(now) for one in around)
        if wait == 0.0:
            for one in around:
                one.logins.take(now)
        return wait

    def crowded(self) -> bool:
        """Whether the connections are taken that are not kept for those who come back."""
        return self.connections > self._limits.open_to_all

    def known(self) -> int:
        """How many addresses and networks are remembered."""
        return len(self._known)

    def _around(self, address: str, now: float) -> list[_Network]:
        found = []
        for network, sizes in zip(networks(address), self._sizes, strict=False):
            known = self._known.get(network)
            if known is None:
                known = self._known[network] = _Network(*sizes, now)
            found.append(known)
        return found

    def _forget(self, now: float) -> None:
        if now - self._looked < FORGET_S:
            return
        self._looked = now
        self._known = {name: one for name, one in self._known.items() if not one.idle(now)}


def _times(rate: RateLimit, times: int) -> RateLimit:
    return RateLimit(rate.burst * times, rate.per_second * times)
