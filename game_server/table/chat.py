"""The chat of one table: numbered lines, cleaned, not too many at once, and who may hear whom."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from game_server.rate_limit import RateLimit, TokenBucket
from protocol import messages
from protocol.messages import Line
from protocol.phrases import SAYABLE
from protocol.plain import plain_text
from protocol.words import Refusal, Seat

LONGEST: Final = 300
HISTORY: Final = 100
PAGE: Final = 40
LINES: Final = RateLimit(burst=5, per_second=0.5)
"""The chat rate limit of one player."""
CROWD: Final = RateLimit(burst=20, per_second=4.0)
"""The chat rate limit of all together who have no seat: each line goes to each of them."""


def number(player: str) -> int:
    """The number by which everybody knows a player; 0 for bots."""
    return int(player) if player.isdecimal() else 0


def take_line(limit: TokenBucket, now: float) -> None:
    """Spend one line of a chat rate limit; Refusal when none is left."""
    if not limit.take(now):
        seconds = 1 / LINES.per_second
        raise Refusal("chat_too_fast", f"That is too fast; wait {seconds:.0f} seconds.")


@dataclass
class Chat:
    """The lines of a table; its numbers are a stream of their own."""

    table: str
    lines: deque[tuple[str, Line]] = field(default_factory=lambda: deque(maxlen=HISTORY))
    """Each with the player who said it: a name can be another's later."""
    n: int = 0
    crowd: TokenBucket = field(default_factory=lambda: TokenBucket(CROWD, 0.0))

    def line(self, player: str, name: str, seat: Seat | None, at: int, text: str) -> Line:
        """What somebody says, as all will see it; Refusal if it is nothing or too much."""
        said = plain_text(text)
        if not said:
            raise Refusal("chat_empty", "There is nothing to read in that; say something.")
        if len(said) > LONGEST:
            words = f"That is {len(said)} letters; say it in {LONGEST}."
            raise Refusal("chat_long", words, letters=len(said), most=LONGEST)
        return self._say(player, Line(self.n + 1, name, at, said, seat=seat, who=number(player)))

    def phrase(self, player: str, name: str, seat: Seat | None, at: int, phrase: str) -> Line:
        """A phrase or emote by its code."""
        if phrase not in SAYABLE:
            raise Refusal("no_phrase", f"There is no phrase {phrase!r}; choose one of the list.")
        return self._say(player, Line(self.n + 1, name, at, "", phrase, seat, number(player)))

    def _say(self, player: str, line: Line) -> Line:
        self.n = line.n
        self.lines.append((player, line))
        return line

    def restore(self, before: "Chat") -> None:
        """Go on where the chat of a table before stands."""
        self.lines, self.n, self.crowd = before.lines, before.n, before.crowd

    def forget(self, player: str) -> None:
        """Nobody who comes later reads what this player has said."""
        kept = [one for one in self.lines if one[0] != player]
        self.lines = deque(kept, maxlen=HISTORY)

    def forget_before(self, at: int) -> None:
        """Nobody who comes later reads what was said before that Unix time."""
        while self.lines and self.lines[0][1].at < at:
            self.lines.popleft()

    def history(self, muted: set[str]) -> Iterator[messages.Chat]:
        """The last lines in pages, without those of players who are muted."""
        heard = [line for player, line in self.lines if player not in muted]
        for start in range(0, len(heard), PAGE):
            yield messages.Chat(self.table, tuple(heard[start : start + PAGE]))
