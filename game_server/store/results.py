"""Results on disk: what players have won and lost, by game, preset and purse, for ever."""

from collections.abc import Collection
from dataclasses import dataclass

from game_server.bank.entries import Purse
from game_server.store.transaction import Transaction, marks


@dataclass(frozen=True, slots=True)
class GameResult:
    """The results of a player at a game: rounds played, how many of them ended in profit, and the
    profit of all together."""

    game: str
    preset: str
    purse: Purse
    rounds: int
    won: int
    net: int


def count(
    conn: Transaction, *, player: int, game: str, preset: str, purse: Purse, net: int
) -> None:
    """Add a round, in the same work as its settlement and only when that was booked first."""
    conn.execute(
        "INSERT INTO results (player, game, preset, purse, rounds, won, net)"
        " VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (player, game, preset, purse) DO UPDATE SET"
        " rounds = results.rounds + 1, won = results.won + excluded.won,"
        " net = results.net + excluded.net",
        (player, game, preset, purse, int(net > 0), net),
    )


def profits(conn: Transaction, players: Collection[int], purse: Purse) -> dict[int, dict[str, int]]:
    """What each of these players has won or lost of such chips, by game."""
    found: dict[int, dict[str, int]] = {player: {} for player in players}
    rows = conn.execute(
        "SELECT player, game, sum(net) FROM results"
        f" WHERE player IN ({marks(len(players))}) AND purse = ? GROUP BY player, game",
        (*players, purse),
    )
    for player, game, net in rows:
        found[player][game] = net
    return found


def of_player(conn: Transaction, player: int) -> tuple[GameResult, ...]:
    """All results of a player, by game and preset."""
    rows = conn.execute(
        "SELECT game, preset, purse, rounds, won, net FROM results WHERE player = ?"
        " ORDER BY game, preset, purse",
        (player,),
    )
    return tuple(GameResult(*row) for row in rows)
