"""Who may come in: lines in all, from one address and from the networks around it, and how fast
they are opened."""

from collections.abc import Callable
from typing import Final, Literal

from game_server.addresses import networks
from game_server.net.credits import Credits, Rate
from game_server.net.limits import Limits

Answer = Literal["in", "house_full", "too_many_lines", "shut"]
PORCH: Final = 8
"""How many lines beyond the most of an address are told so; the rest are only closed."""
FORGET: Final = 60.0
"""Seconds between two looks for addresses that are owed nothing."""
LINE: Final = 2
MEMBER: Final = 1
"""What a line counts at its address, and what that of a member does, who has more to lose."""


class _Network:
    """What is kept of an address, or of a network around addresses."""

    __slots__ = ("connects", "lines", "logins", "most", "porch")

    def __init__(self, limits: Limits, times: int, now: float) -> None:
        self.most = limits.per_address * times
        self.porch = (self.most + PORCH) * LINE
        self.lines = 0
        """Counted as LINE and MEMBER."""
        self.connects = Credits(_times(limits.connecting, times), now)
        self.logins = Credits(_times(limits.trying, times), now)

    def idle(self, now: float) -> bool:
        """Whether forgetting it forgets nothing."""
        return not self.lines and self.connects.full(now) and self.logins.full(now)


class Door:
    """Counts the lines by address and by the networks around it, which may hold more."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._times = (1, limits.near, limits.wide)
        self._known: dict[str, _Network] = {}
        self._looked = 0.0
        self.lines = 0
        self.make_room: Callable[[], bool] = lambda: False
        """Sends somebody away who is not in, when the house is full; False: all are in."""

    def enter(self, address: str, now: float) -> Answer:
        """Whether a line may come in. All but `shut` count until they `leave`."""
        self._forget(now)
        around = self._around(address, now)
        if any(one.connects.left(now) < 1 for one in around):
            return "shut"
        for one in around:
            one.connects.take(now)
        many = any(one.lines + LINE > one.most * LINE for one in around)
        full = self.lines >= self._limits.connections
        if any(one.lines >= one.porch for one in around) or (full and many):
            return "shut"
        if full and self.make_room():
            full = False
        if self.lines >= self._limits.connections + PORCH:
            return "shut"
        self.lines += 1
        for one in around:
            one.lines += LINE
        return "house_full" if full else "too_many_lines" if many else "in"

    def is_member(self, address: str) -> None:
        """A line from there is a member's from now on."""
        for network in networks(address):
            self._known[network].lines -= LINE - MEMBER

    def leave(self, address: str, member: bool = False) -> None:
        """A line that had entered is gone."""
        self.lines -= 1
        for network in networks(address):
            self._known[network].lines -= MEMBER if member else LINE

    def login(self, address: str, now: float) -> float:
        """0.0 if somebody at this address may try to log in, else the seconds to wait."""
        around = self._around(address, now)
        wait = max(one.logins.wait(now) for one in around)
        if wait == 0.0:
            for one in around:
                one.logins.take(now)
        return wait

    def crowded(self) -> bool:
        """Whether the lines are taken that are not kept for those who come back."""
        return self.lines > self._limits.open_to_all

    def known(self) -> int:
        """How many addresses and networks are remembered."""
        return len(self._known)

    def _around(self, address: str, now: float) -> list[_Network]:
        found = []
        for network, times in zip(networks(address), self._times, strict=False):
            known = self._known.get(network)
            if known is None:
                known = self._known[network] = _Network(self._limits, times, now)
            found.append(known)
        return found

    def _forget(self, now: float) -> None:
        if now - self._looked < FORGET:
            return
        self._looked = now
        self._known = {name: one for name, one in self._known.items() if not one.idle(now)}


def _times(rate: Rate, times: int) -> Rate:
    return Rate(rate.burst * times, rate.per_second * times)
