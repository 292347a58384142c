"""The outbox of requests: asked of the house, not answered yet, and retried after a reconnect."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from protocol import messages
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import Message
from protocol.shape import Malformed

FIRST: Final = 2**52
"""The first number of an installation is a random one below this: a player uses a number once,
whatever the device."""
MOST_RETRIES: Final = 3
"""So often a request that was too fast is sent again before the player hears of it."""


class RetryPolicy(Enum):
    """The retry policy of a request whose connection breaks, or whose app ends."""

    ONCE = "it is answered as lost"
    AGAIN = "it is sent again when the player is back, unless the app has ended"
    KEPT = "it is sent again when the player is back, whatever happened between"


RETRY_POLICIES: Final[Mapping[type[Message], RetryPolicy]] = {
    messages.Sit: RetryPolicy.KEPT,
    messages.Buy: RetryPolicy.KEPT,
    messages.OpenRoom: RetryPolicy.KEPT,
    messages.Answer: RetryPolicy.KEPT,
    messages.Leave: RetryPolicy.KEPT,
    messages.Logout: RetryPolicy.KEPT,
    messages.LogoutEverywhere: RetryPolicy.KEPT,
    # A password or a PIN lies on no disk, and a wrong one is not tried twice by itself.
    messages.Register: RetryPolicy.ONCE,
    messages.ChangeCard: RetryPolicy.ONCE,
    messages.ChangePassword: RetryPolicy.ONCE,
    messages.BeginFactor: RetryPolicy.ONCE,
    messages.ConfirmFactor: RetryPolicy.ONCE,
    messages.EndFactor: RetryPolicy.ONCE,
    messages.DeleteAccount: RetryPolicy.ONCE,
    # The session says these anew itself.
    messages.Lobby: RetryPolicy.ONCE,
    messages.Sessions: RetryPolicy.ONCE,
    messages.Busters: RetryPolicy.ONCE,
    messages.Blocks: RetryPolicy.ONCE,
    messages.Account: RetryPolicy.ONCE,
    messages.Resync: RetryPolicy.ONCE,
}


def retry_policy(message: Message) -> RetryPolicy:
    """What becomes of this request when its connection breaks."""
    return RETRY_POLICIES.get(type(message), RetryPolicy.AGAIN)


def number(message: Message) -> int:
    """The number of a request or of what answers it; 0 is none."""
    found: int = getattr(message, "id", 0)
    return found


@dataclass(frozen=True, slots=True)
class Request:
    """A request: the connection on which it was sent last (0: none yet), and when it may be."""

    message: Message = field(repr=False)
    connection: int = 0
    after: float = 0.0
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Outbox:
    """The open requests by their numbers, in the order in which they were made, and the number
    that the next one gets."""

    next: int
    open: Mapping[int, Request] = field(default_factory=dict)

    def add(self, message: Message) -> "Outbox":
        """The request is open; its number is used up."""
        mine = number(message)
        return Outbox(max(self.next, mine + 1), {**self.open, mine: Request(message)})

    def used(self) -> "Outbox":
        """One number fewer."""
        return replace(self, next=self.next + 1)

    def due(self, connection: int, now: float) -> Iterator[tuple[int, Request]]:
        """What has not been sent on this connection and may be."""
        for mine, request in self.open.items():
            if request.connection != connection and request.after <= now:
                yield mine, request

    def wakes(self, connection: int) -> float:
        """When the next of those that wait may be sent."""
        waiting = (one.after for one in self.open.values() if one.connection != connection)
        return min(waiting, default=float("inf"))

    def sent(self, mine: int, connection: int) -> "Outbox":
        """The outbox after the request was sent on that connection."""
        request = replace(self.open[mine], connection=connection)
        return replace(self, open={**self.open, mine: request})

    def later(self, mine: int, after: float) -> "Outbox":
        """It was too fast: send it again after that time."""
        request = self.open[mine]
        request = replace(request, connection=0, after=after, tries=request.tries + 1)
        return replace(self, open={**self.open, mine: request})

    def answered(self, mine: int) -> "Outbox":
        """It is over."""
        left = {other: one for other, one in self.open.items() if other != mine}
        return replace(self, open=left)

    def broken(self) -> tuple["Outbox", tuple[Message, ...]]:
        """The connection is gone: what waits for the next one, and what is lost with this one."""
        lost = [
            one.message
            for one in self.open.values()
            if one.connection and retry_policy(one.message) is RetryPolicy.ONCE
        ]
        gone = {number(message) for message in lost}
        left = {
            mine: replace(one, connection=0) for mine, one in self.open.items() if mine not in gone
        }
        return replace(self, open=left), tuple(lost)

    def kept(self) -> tuple[str, ...]:
        """What outlives the app, as text."""
        return tuple(
            encode(one.message).hex()
            for one in self.open.values()
            if retry_policy(one.message) is RetryPolicy.KEPT
        )


def opened(first: int, kept: Iterator[str] | tuple[str, ...] = ()) -> Outbox:
    """The outbox as it was kept; what cannot be read is left out."""
    box = Outbox(first)
    for text in kept:
        try:
            message = decode(bytes.fromhex(text), FROM_CLIENT)
        except (Malformed, ValueError):
            continue
        if retry_policy(message) is RetryPolicy.KEPT and number(message):
            box = box.add(message)
    return box
