"""What a flood of each kind of message costs others: forty lines of one address, each within its
rate, while others play at tables of their own; peace and flood take turns in one house."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from bench.crowd import (
    MOST,
    PLAYERS,
    QUEUES,
    RATE,
    TABLE,
    Attack,
    Says,
    Stretch,
    attacked,
    besieged,
    stretch,
)
from bench.house import crowded
from bench.measure import number, table
from game_server.loadtest.run import SPARE, allow_files
from protocol import messages
from protocol.messages import Seen

LINES: Final = 40
SECONDS: Final = 2.0
RUNS: Final = 3
LETTERS: Final = "x" * 300
SAYS: Final[Mapping[str, Says]] = {
    "ping": messages.Ping,
    "lobby": messages.Lobby,
    "rules_of": lambda n: messages.RulesOf(n, "holdem", "standard"),
    "busters": messages.Busters,
    "bank": messages.Bank,
    "sessions": messages.Sessions,
    "account": messages.Account,
    "blocks": messages.Blocks,
    "block": lambda n: messages.Block(n, 1 + n % 200, n % 2 == 0),
    "report": lambda n: messages.Report(n, 1 + n % 200, "spam"),
    "mute": lambda n: messages.Mute(n, 1 + n % 90, n % 2 == 0),
    "profile": lambda n: messages.Profile(n, f"Name {n}"),
    "password": lambda n: messages.ChangePassword(n, "an old password", f"a new password {n}"),
    "factor": lambda n: messages.BeginFactor(n, "a password"),
    "register": lambda n: messages.Register(n, f"Name {n}", f"a password {n}"),
    "card": lambda n: messages.ChangeCard(n, "debit", "4000000000000000", "1234"),
    "open_room": lambda n: messages.OpenRoom(n, "holdem", "casino", bots=3),
    "join": lambda n: messages.Join(n, TABLE),
    "quick_seat": lambda n: messages.QuickSeat(n, "holdem"),
    "sit": lambda n: messages.Sit(n, TABLE, "a key of another", 20_000),
    "buy": lambda n: messages.Buy(n, TABLE, 10_000),
    "sit_out": lambda n: messages.SitOut(n, TABLE, n % 2 == 0),
    "stand_in": lambda n: messages.StandIn(n, TABLE),
    "ready": lambda n: messages.Ready(n, TABLE, n % 2 == 0),
    "seat_bot": lambda n: messages.SeatBot(n, TABLE),
    "dismiss_bots": lambda n: messages.DismissBots(n, TABLE),
    "act": lambda n: messages.Answer(n, TABLE, n, "fold"),
    "resync": lambda n: messages.Resync(n, Seen(TABLE, 1, 0)),
    "say": lambda n: messages.Say(n, TABLE, LETTERS),
    "phrase": lambda n: messages.Phrase(n, TABLE, "well_played"),
}
"""What one who is in may say, at a table that it watches, by the number of the request."""
ATTACKS: Final[Mapping[str, Attack]] = {
    **{kind: ((kind, says),) for kind, says in SAYS.items()},
    "queue": QUEUES,
    "leave": (
        ("join", lambda n: messages.Join(n, TABLE)),
        ("leave", lambda n: messages.Leave(n, TABLE)),
    ),
}


def main(seconds: float = SECONDS, players: int = PLAYERS) -> int:
    """1 if a flood of some kind made others wait too long."""
    allow_files(players + LINES + 2 * SPARE)
    rows, late = [], []
    with (
        crowded(players, RATE, spare=LINES) as (server, honest),
        besieged(server, LINES, ATTACKS, one_address=True) as line,
    ):
        for name in ATTACKS:
            peace, flood, said = [], [], 0
            for _ in range(RUNS):
                peace.append(stretch(server, honest, seconds))
                found, more = attacked(line, name, lambda: stretch(server, honest, seconds))
                flood.append(found)
                said += more
            # A machine that lets nobody play in a stretch measures nothing.
            ratio = p99(flood) / p99(peace) if p99(peace) else 0.0
            rows.append(row(name, peace, flood, said / (RUNS * 1.25 * seconds), ratio))
            late += [name] if ratio > MOST else []
    head = ("40 lines say", "a second", "of a core", "p99 ms", "in peace", "p99 is")
    print(table(head, rows))
    print(f"\nA p99 above {MOST:.0f} times that in peace: {', '.join(late) or 'never'}.")
    return int(bool(late))


def p99(found: Sequence[Stretch]) -> float:
    return median(one.p99 for one in found)


def row(
    name: str, peace: Sequence[Stretch], flood: Sequence[Stretch], a_second: float, ratio: float
) -> tuple[str, ...]:
    more = median(one.busy for one in flood) - median(one.busy for one in peace)
    times = (number(p99(found) * 1e3) for found in (flood, peace))
    return name, number(a_second), f"{more:+.1%}", *times, f"{number(ratio)}x"
