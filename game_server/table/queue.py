"""Who waits for a seat: first come, first served, one offer at a time for each free seat."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from protocol.words import Illegal, Seat

USUAL_WAIT: Final = 300.0
"""Seconds until a seat is free, while nothing is known of this table."""


@dataclass
class Offered:
    """A seat held for the head of the queue; taken is one whose chips are on their way."""

    seat: Seat
    key: str = field(repr=False)
    until: float
    taken: bool = False


@dataclass
class Queue:
    """The order of those who wait, their offers, and how long seats have taken to get free."""

    order: list[str] = field(default_factory=list)
    offers: dict[str, Offered] = field(default_factory=dict)
    gaps: deque[float] = field(default_factory=lambda: deque(maxlen=8))
    freed_at: float | None = None

    def join(self, player: str) -> None:
        if player in self.order:
            raise Illegal("queued", "You are in this queue already; wait for your seat.")
        self.order.append(player)

    def drop(self, player: str) -> bool:
        """Wait no longer; whether the player waited."""
        self.offers.pop(player, None)
        if player not in self.order:
            return False
        self.order.remove(player)
        return True

    def held(self) -> set[Seat]:
        """Seats that somebody has an offer of."""
        return {offer.seat for offer in self.offers.values()}

    def check(self, player: str, key: str, now: float) -> Offered:
        """The offer that this key opens; Illegal for every other key and after its time."""
        offer = self.offers.get(player)
        if offer is None or offer.key != key:
            raise Illegal("key_wrong", "That key opens no seat; wait until one is offered to you.")
        if now > offer.until and not offer.taken:
            raise Illegal("offer_over", "The seat was offered to the next; queue again.")
        return offer

    def seat_freed(self, now: float) -> None:
        if self.freed_at is not None:
            self.gaps.append(now - self.freed_at)
        self.freed_at = now

    def estimate(self, place: int) -> float:
        """Seconds until this place of the queue is offered a seat, as it has been of late."""
        usual = sum(self.gaps) / len(self.gaps) if self.gaps else USUAL_WAIT
        return place * usual
