"""The rate limit on tries of cards with a wrong PIN or code: of each card, each address, each
player who is in, and all of the house together.

Pure; the time is handed in. A try is taken before the bank is asked, so that tries side by side
count too, and given back when it was right or the bank has not judged it.
"""

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from game_server.addresses import networks
from game_server.bank.cards import DAY_MS, BankCard
from game_server.rate_limit import drained
from game_server.refusals import CardRests, CardsWait
from game_server.store.card_tries import TriesRow
from protocol.words import Refusal

HOUR_MS: Final = 60 * 60 * 1000
MOST: Final = 10_000
"""Counts that are kept, of cards and addresses; then the one tried longest ago is forgotten."""
HOUSE: Final = "house"
AROUND: Final = (1, 4, 16)
"""The tries of the networks around an address, as multiples of its own."""


@dataclass(frozen=True, slots=True)
class TryLimits:
    """Wrong tries: of one card before it rests for a day; from one address, and by one player, in
    an hour; of all in an hour. Beyond, an address and the house have one more as an old one is
    forgotten, evenly over the hour."""

    card: int = 3
    address: int = 20
    house: int = 60


class Trier(NamedTuple):
    """The one who shows a card: the address, and the player when one is in (0: nobody yet).
    `trusted`: in, with a card that was proved before."""

    address: str
    player: int = 0
    trusted: bool = False


class _Count(NamedTuple):
    level: float
    at: int


class CardTries:
    """Counts tries; `changed` is what has to be written down since it was asked last."""

    def __init__(self, secret: bytes, limits: TryLimits) -> None:
        self._secret = secret
        self._limits = limits
        self._counts = OrderedDict[bytes, _Count]()
        self._known = OrderedDict[bytes, None]()
        """Addresses from which a right card was shown: the house's limit is not theirs."""
        self._dirty: set[bytes] = set()

    def restore(self, kept: Iterable[TriesRow]) -> None:
        """Count on from what was on disk."""
        self._counts.update((one.key, _Count(one.level, one.at)) for one in kept)

    def keys(self, card: BankCard, who: Trier) -> tuple[bytes, ...]:
        """What a try of this card counts under."""
        return self._card(card), *self._others(who)

    def catch_up(self, kept: Iterable[TriesRow]) -> None:
        """Count on from what another node has written since."""
        for one in kept:
            count = self._counts.get(one.key)
            if count is None or (one.at, one.level) > (count.at, count.level):
                self._counts[one.key] = _Count(one.level, one.at)

    def take(self, card: BankCard, who: Trier, now: int) -> int:
        """Take a try and say how many are left of the card; Refusal says how long to wait."""
        mine, others = self._card(card), self._others(who)
        wait = self._rest(mine, now)
        if wait:
            raise card_rests(self._limits.card, wait)
        free = who.trusted or self._home(who) in self._known
        for key, most in others.items():
            if not (free and key == self._digest(HOUSE)):
                wait = max(wait, self._wait(key, most, now))
        if wait:
            raise _card_wait(wait)
        level = self._fresh(mine, now)
        self._put(mine, level + 1, now)
        for key, most in others.items():
            self._put(key, self._leaked(key, most, now) + 1, now)
        return max(0, self._limits.card - ceil(level) - 1)

    def was_right(self, card: BankCard, who: Trier) -> None:
        """The proof was right: the card begins anew. What was tried with other cards stays, or a
        card of one's own would buy more tries of those of others."""
        key = self._card(card)
        self._counts.pop(key, None)
        self._dirty.add(key)
        self._give_back(self._others(who))
        self._known[self._home(who)] = None
        if len(self._known) > MOST:
            self._known.popitem(last=False)

    def was_not_judged(self, card: BankCard, who: Trier) -> None:
        """The bank has said nothing about the proof: the try does not count."""
        self._give_back([self._card(card), *self._others(who)])

    def changed(self) -> tuple[TriesRow, ...]:
        """The counts that are not on disk as they are; a level of 0 is to be forgotten."""
        dirty, self._dirty = self._dirty, set()
        counts = ((key, self._counts.get(key, _Count(0.0, 0))) for key in sorted(dirty))
        return tuple(TriesRow(key, count.level, count.at) for key, count in counts)

    def not_kept(self, rows: Iterable[TriesRow]) -> None:
        """The disk did not take them: they are changed still."""
        self._dirty.update(one.key for one in rows)

    def rests(self) -> Refusal:
        """The refusal of a card that has just had its last try."""
        return card_rests(self._limits.card)

    # -- how -----------------------------------------------------------------------------

    def _others(self, who: Trier) -> dict[bytes, int]:
        """What a try counts under beside its card, and the most of it in an hour."""
        found = {self._digest(HOUSE): self._limits.house}
        for network, times in zip(networks(who.address), AROUND, strict=False):
            found[self._digest(f"at {network}")] = self._limits.address * times
        if who.player:
            found[self._digest(f"in {who.player}")] = self._limits.address
        return found

    def _home(self, who: Trier) -> bytes:
        return self._digest(f"at {networks(who.address)[0]}")

    def _rest(self, key: bytes, now: int) -> int:
        if self._fresh(key, now) < self._limits.card:
            return 0
        # The clock may have been set back since.
        return min(DAY_MS, self._counts[key].at + DAY_MS - now)

    def _fresh(self, key: bytes, now: int) -> float:
        count = self._counts.get(key)
        return 0.0 if count is None or now >= count.at + DAY_MS else count.level

    def _wait(self, key: bytes, most: int, now: int) -> int:
        over = self._leaked(key, most, now) - (most - 1)
        # What leaks is no whole number; a thousandth of a millisecond is no wait.
        return max(0, ceil(round(over * HOUR_MS / most, 3)))

    def _leaked(self, key: bytes, most: int, now: int) -> float:
        count = self._counts.get(key)
        if count is None:
            return 0.0
        return drained(count.level, now - count.at, HOUR_MS / most)

    def _put(self, key: bytes, level: float, now: int) -> None:
        self._counts[key] = _Count(level, now)
        self._counts.move_to_end(key)
        self._dirty.add(key)
        if len(self._counts) > MOST:
            gone, _ = self._counts.popitem(last=False)
            self._dirty.add(gone)

    def _give_back(self, keys: Iterable[bytes]) -> None:
        for key in keys:
            count = self._counts.get(key)
            if count is not None:
                self._counts[key] = count._replace(level=max(0.0, count.level - 1))
                self._dirty.add(key)

    def _card(self, card: BankCard) -> bytes:
        return self._digest(f"card {card.number}")

    def _digest(self, what: str) -> bytes:
        return hmac.digest(self._secret, what.encode(), hashlib.sha256)


def card_rests(tries: int, milliseconds: int = DAY_MS) -> Refusal:
    """The refusal of a card that was tried too often."""
    seconds = ceil(milliseconds / 1000)
    text = (
        f"This card's PIN or code was wrong {tries} times, so it cannot be tried for"
        f" {_said(seconds)}; take another card."
    )
    return CardRests(text, tries=tries, seconds=seconds)


def _card_wait(milliseconds: int) -> Refusal:
    seconds = ceil(milliseconds / 1000)
    text = f"There were too many wrong tries with cards; wait {_said(seconds)} and try again."
    return CardsWait(text, seconds=seconds)


def _said(seconds: int) -> str:
    for size, name in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size or size == 1:
            count = ceil(seconds / size)
            return f"{count} {name}{'' if count == 1 else 's'}"
    raise AssertionError
