"""Replies to acts, kept for who asks again by the same number."""

from typing import Final, NamedTuple

from game_server.refusals import RequestIdReused
from game_server.table.orders import Accept, Refuse
from game_server.table.seats import SeatMap
from protocol.words import Act

REPLIES: Final = 512
"""How many replies to acts are kept for those who ask again."""
REMEMBERED_IN_SNAPSHOT: Final = 16
"""How many of each player outlive a restart between two rounds."""

ActReply = Accept | Refuse


class RememberedReply(NamedTuple):
    """An answer to an act, kept for who asks again, and what was asked: the turn and the act;
    None when only the number is known, after a restart."""

    reply: ActReply
    asked: tuple[int, Act] | None

    def again(self, turn: int, act: Act) -> ActReply:
        """The same answer; Refusal for who asks something else by the number."""
        if self.asked is not None and self.asked != (turn, act):
            raise RequestIdReused.of(self.reply.request)
        return self.reply


class Replies(dict[tuple[str, int], RememberedReply]):
    """The answers to acts by player and request number, the oldest first."""

    def remember(self, reply: ActReply, asked: tuple[int, Act] | None) -> None:
        """Keep an answer for who asks again, and what was asked; the oldest make room."""
        if reply.request:
            self[reply.player, reply.request] = RememberedReply(reply, asked)
            if len(self) > REPLIES:
                del self[next(iter(self))]

    def restore(self, player: str, request: int) -> None:
        """An act of that number was taken, as a snapshot says."""
        # In the order of the row: a table that replays both may know later ones already.
        known = self.pop((player, request), None)
        if known is not None and isinstance(known.reply, Accept):
            self[player, request] = known
        else:
            self.remember(Accept(player, request), None if known is None else known.asked)

    def answered(self, seats: SeatMap) -> dict[str, tuple[int, ...]]:
        """The numbers of the acts that were taken of who sits, as a snapshot keeps them."""
        found: dict[str, list[int]] = {one.player: [] for one in seats.values()}
        lacking = len(found)
        # From the last one back: a table remembers many more than are kept.
        for (player, request), given in reversed(self.items()):
            if not lacking:
                break
            requests = found.get(player)
            if (
                requests is not None
                and len(requests) < REMEMBERED_IN_SNAPSHOT
                and type(given.reply) is Accept
            ):
                requests.append(request)
                lacking -= len(requests) == REMEMBERED_IN_SNAPSHOT
        return {player: tuple(requests[::-1]) for player, requests in found.items() if requests}
