"""The books of a house inside the client: whole cents, each moved from one account to another.

The accounts sum to zero whatever happens: a movement takes from one what it gives to another. The
house's own account, and that of its bots, may be below zero, as chips come from there; no other.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from game_server.table.seats import BOT
from protocol.events import Moved, net_of
from protocol.words import HOUSE, JACKPOT, POT, Seat

PURSE: Final = "purse"
HOUSES: Final = "house"
BOTS: Final = "bots"
LENDERS: Final = frozenset({HOUSES, BOTS})
"""Accounts that chips come from."""


class Uneven(ValueError):
    """A movement that cannot be: more than there is, or a pot that is not empty after a round."""


def escrow(table: str, player: str) -> str:
    """The account of the chips that somebody has at a table."""
    return f"escrow/{table}/{player}"


def jackpot(table: str) -> str:
    """The account of what outlives the rounds of a table."""
    return f"jackpot/{table}"


class Books:
    """Accounts by name; those without chips are not there."""

    def __init__(self, held: Mapping[str, int]) -> None:
        self._held = {name: cents for name, cents in held.items() if cents}
        if sum(self._held.values()):
            raise Uneven(f"The accounts sum to {sum(self._held.values())}; they must sum to 0.")

    def held(self) -> dict[str, int]:
        """All accounts that hold anything."""
        return dict(self._held)

    def of(self, account: str) -> int:
        """The cents of an account."""
        return self._held.get(account, 0)

    def escrows(self, table: str) -> dict[str, int]:
        """What each who has chips at that table has there."""
        first = escrow(table, "")
        return {
            name.removeprefix(first): cents
            for name, cents in self._held.items()
            if name.startswith(first)
        }

    def move(self, src: str, dst: str, cents: int) -> None:
        """Move so much; Uneven if the one has less."""
        if cents < 0 or (src not in LENDERS and self.of(src) < cents):
            raise Uneven(f"{src} holds {self.of(src)}; {cents} cannot be moved to {dst}.")
        for account, change in ((src, -cents), (dst, cents)):
            held = self.of(account) + change
            if held:
                self._held[account] = held
            else:
                self._held.pop(account, None)

    def settle(self, table: str, moved: Iterable[Moved], players: Mapping[Seat, str]) -> None:
        """Book what a round has moved, as a whole; Uneven if it does not come out."""
        moved = tuple(moved)
        accounts = {HOUSE: HOUSES, JACKPOT: jackpot(table)}
        accounts |= {seat: escrow(table, player) for seat, player in players.items()}
        if net_of(moved, POT):
            raise Uneven(f"A round of {table} leaves {net_of(moved, POT)} cents in its pot.")
        net = {account: net_of(moved, seat) for seat, account in accounts.items()}
        pool = f"pot/{table}"
        for account, won in net.items():
            if won < 0:
                self.move(account, pool, -won)
        for account, won in net.items():
            if won > 0:
                self.move(pool, account, won)

    def close(self, table: str) -> None:
        """A table is over: what anybody has there goes back, and what is left is the house's."""
        for player, cents in self.escrows(table).items():
            home = BOTS if player.startswith(BOT) else PURSE
            self.move(escrow(table, player), home, cents)
        self.move(jackpot(table), HOUSES, self.of(jackpot(table)))
