"""Rate limits as token buckets: tokens are spent by what somebody sends and come back with time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A limit: `burst` at once, and `per_second` in the long run."""

    burst: int
    per_second: float


class TokenBucket:
    """The tokens left of one rate limit. Time only moves forward; it arrives as an argument."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: RateLimit, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._at = now

    def left(self, now: float) -> float:
        """What can be spent."""
        left = self._left + (now - self._at) * self._rate.per_second
        return left if left < self._rate.burst else float(self._rate.burst)

    def take(self, now: float, cost: int = 1) -> bool:
        """Spend `cost`, or nothing and False."""
        # As `left` has it: all that is heard passes here twice.
        rate = self._rate
        left = self._left + (now - self._at) * rate.per_second
        if left > rate.burst:
            left = float(rate.burst)
        if left < cost:
            return False
        self._left, self._at = left - cost, now
        return True

    def wait(self, now: float, cost: int = 1) -> float:
        """Seconds until `cost`, which is no more than the burst, can be spent."""
        return max(0.0, (cost - self.left(now)) / self._rate.per_second)

    def full(self, now: float) -> bool:
        """Whether nothing is owed: forgetting this bucket forgets nothing."""
        return self.left(now) >= self._rate.burst


def drained(level: float, elapsed: float, each: float) -> float:
    """What a count of tries has come down to after a time in which every `each` one is forgotten. A
    clock that was set back forgets nothing."""
    return max(0.0, level - max(0.0, elapsed) / each)
