"""The queue for seats: first come, first served, one offer at a time for each free seat."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final, NamedTuple

from protocol.words import Refusal, Seat

USUAL_WAIT: Final = 300.0
"""Seconds until a seat is free, while nothing is known of this table."""
UNUSED: Final = 2
"""So many offers unused, and one waits no more."""
FIRST_REST: Final = 60.0
LONGEST_REST: Final = 900.0
"""Seconds until one whose offers went unused may wait again, twice as long each further time."""
REMEMBERED: Final = 1_000
"""Of so many players it is known how many offers they left unused."""


@dataclass
class Offered:
    """A seat held for the head of the queue; taken is one whose chips are on their way."""

    seat: Seat
    key: str = field(repr=False)
    until: float
    taken: bool = False


class Unused(NamedTuple):
    """Offers that a player let go by, and when this one may wait again."""

    offers: int
    until: float


@dataclass
class Queue:
    """The order of those who wait, their offers, and how long seats have taken to get free."""

    order: list[str] = field(default_factory=list)
    offers: dict[str, Offered] = field(default_factory=dict)
    gaps: deque[float] = field(default_factory=lambda: deque(maxlen=8))
    freed_at: float | None = None
    unused: dict[str, Unused] = field(default_factory=dict)
    """Of those who have taken no seat since, the last to leave an offer unused last."""

    def join(self, player: str, now: float) -> None:
        if player in self.order:
            raise Refusal("queued", "You are in this queue already; wait for your seat.")
        before = self.unused.get(player)
        if before is not None and before.until > now:
            wait = ceil(before.until - now)
            text = f"You let {before.offers} seats go by; queue again in {wait} seconds."
            raise Refusal("offers_unused", text, offers=before.offers, seconds=wait)
        self.order.append(player)

    def put_back(self, order: Sequence[str], players: Collection[str]) -> None:
        """Those of the players who waited in that order do so again, before whoever has come since:
        each where that order has it, though others of it were put back before."""
        first = [one for one in order if one in players or one in self.order]
        self.order = [*first, *(one for one in self.order if one not in first)]

    def drop(self, player: str) -> bool:
        """Wait no longer; whether the player waited."""
        self.offers.pop(player, None)
        if player not in self.order:
            return False
        self.order.remove(player)
        return True

    def sat_down(self, player: str) -> None:
        """The player took the seat: waits no longer, and every offer left unused is forgotten."""
        self.drop(player)
        self.unused.pop(player, None)

    def ran_out(self, player: str, now: float) -> bool:
        """The offer was left unused: the player waits behind all others, and after another such
        offer no more, for a while. Leaving the queue and the table changes nothing of that."""
        self.drop(player)
        before = self.unused.pop(player, None)
        offers = 1 if before is None else before.offers + 1
        over = offers - UNUSED
        rest = 0.0 if over < 0 else min(LONGEST_REST, FIRST_REST * 2.0 ** min(over, 10))
        self.unused[player] = Unused(offers, now + rest)
        if len(self.unused) > REMEMBERED:
            del self.unused[next(iter(self.unused))]
        if over >= 0:
            return False
        self.order.append(player)
        return True

    def held(self) -> set[Seat]:
        """Seats that somebody has an offer of."""
        return {offer.seat for offer in self.offers.values()}

    def check(self, player: str, key: str, now: float) -> Offered:
        """The offer that this key opens; Refusal for every other key and after its time."""
        offer = self.offers.get(player)
        if offer is None or offer.key != key:
            raise Refusal("key_wrong", "That key opens no seat; wait until one is offered to you.")
        if now > offer.until and not offer.taken:
            raise Refusal("offer_over", "The seat was offered to the next; queue again.")
        return offer

    def restore(
        self, order: Iterable[str], offers: Mapping[str, Offered], before: "Queue | None" = None
    ) -> None:
        """Be such a queue again; `before` is the one that knows how long seats have taken."""
        self.order, self.offers, self.unused = list(order), dict(offers), {}
        if before is not None:
            self.gaps, self.freed_at = before.gaps, before.freed_at

    def seat_freed(self, now: float) -> None:
        if self.freed_at is not None:
            self.gaps.append(now - self.freed_at)
        self.freed_at = now

    def estimate(self, place: int) -> float:
        """Seconds until this place of the queue is offered a seat, as it has been of late."""
        usual = sum(self.gaps) / len(self.gaps) if self.gaps else USUAL_WAIT
        return place * usual
