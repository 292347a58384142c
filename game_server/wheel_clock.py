"""The clock of a house: that of its reactor, with the timers of its net's wheel."""

from collections.abc import Callable

from game_server.clock import Clock
from game_server.net.listener import Listener


class WheelClock:
    """A clock that waits on the wheel of the net once there is one: many timers at the price of
    one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._net: Listener | None = None
        self.seconds = clock.seconds

    def turns_with(self, net: Listener) -> None:
        """Wait on the wheel of this net from now on."""
        self._net = net

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        # What is due at once does not wait for the grain of the wheel.
        if delay <= 0 or self._net is None:
            return self._clock.callLater(max(0.0, delay), callable, *args)
        return self._net.wheel.callLater(delay, callable, *args)
