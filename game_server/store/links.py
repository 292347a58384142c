"""What players have in common: addresses, cards, and rounds at the same table. Read it on a thread
of its own."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from game_server.store import hands
from game_server.store.hands import FoundRound
from game_server.store.transaction import Transaction

MOST: Final = 50
"""Addresses that are looked at, and players that are named for each."""


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """Another player who came from an address of this one: how often, and when last."""

    address: str
    player: int
    name: str
    times: int
    last: int


@dataclass(frozen=True, slots=True)
class SharedCard:
    """Another player who has proved a card of this one's owner."""

    player: int
    name: str
    digits: str


def by_address(conn: Transaction, player: int) -> tuple[SharedAddress, ...]:
    """Who else came from where this player came from, as long as the security log keeps it; those
    who came last stand first."""
    addresses = [
        address
        for (address,) in conn.execute(
            "SELECT address FROM security WHERE player = ? AND address <> ''"
            " GROUP BY address ORDER BY max(at) DESC LIMIT ?",
            (player, MOST),
        )
    ]
    found = [
        SharedAddress(address, *row)
        for address in addresses
        for row in conn.execute(
            "SELECT s.player, p.name, sum(s.times), max(s.at) FROM security s"
            " JOIN players p ON p.id = s.player"
            " WHERE s.address = ? AND s.player IS NOT NULL AND s.player <> ?"
            " GROUP BY s.player, p.name ORDER BY max(s.at) DESC LIMIT ?",
            (address, player, MOST),
        )
    ]
    return tuple(sorted(found, key=lambda one: -one.last))


def by_card(conn: Transaction, player: int) -> tuple[SharedCard, ...]:
    """Who else has a card of the same owner."""
    rows = conn.execute(
        "SELECT DISTINCT other.player, p.name, other.digits FROM proved_cards mine"
        " JOIN proved_cards other ON other.holder = mine.holder AND other.player <> mine.player"
        " JOIN players p ON p.id = other.player WHERE mine.player = ?"
        " ORDER BY other.player LIMIT ?",
        (player, MOST),
    )
    return tuple(SharedCard(*row) for row in rows)


def at_tables(
    conn: Transaction, player: int, rounds: Iterable[FoundRound]
) -> tuple[int, Mapping[int, int]]:
    """In how many of these rounds the player was dealt in, and in how many of those each other
    player was; bots are none."""
    own, others = 0, Counter[int]()
    for one in rounds:
        dealt = hands.dealt_in(conn, one)
        if player in dealt:
            own += 1
            others.update(dealt - {player})
    return own, others
