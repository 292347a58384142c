"""The picture of the keys, and of the signs that the other pictures use."""

from typing import Final

from rich.text import Text

from game_server.admin.live import ink
from game_server.admin.live.ink import say

KEYS: Final = (
    ("↑ ↓  Home End", "choose a room; at a table: back in time, and forth"),
    ("PgUp PgDn", "the same in larger steps"),
    ("Enter", "open the chosen room"),
    ("Esc", "back to all rooms"),
    ("?", "this help, and away with it"),
    ("q", "quit"),
)
SIGNS: Final = (
    ("▶", "the table waits for this seat"),
    ("D", "has the dealer's button"),
    ("●  ○", "a player who is here; who is away"),
    ("◆", "a bot"),
    ("▒▒", "a card that lies face down"),
    ("✕", "leaves, or has left and is in the round until it is over"),
)
SAYS: Final = (
    "Nothing that you press changes anything at a table.",
    "Each look is in the audit, and players know that the house may look.",
)


def picture(width: int, height: int) -> list[Text]:
    """The help in exactly that size."""
    rows = [_row(key, says) for key, says in KEYS]
    rows += [say(""), *(_row(sign, says) for sign, says in SIGNS)]
    rows += [say(""), *(say(says, ink.QUIET) for says in SAYS)]
    head = say("keys and signs", ink.TITLE)
    foot = ink.keys((("Esc", "back"), ("q", "quit")), width)
    return [*ink.framed(head, rows, width, height - 1), foot]


def _row(key: str, says: str) -> Text:
    return ink.fit(say(f" {key}", ink.TURN), 17) + say(says, ink.PLAIN)
