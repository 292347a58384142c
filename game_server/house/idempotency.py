"""Idempotency: a request that is sent again gets the reply that is stored, and does nothing twice.

The reply to a request that moves chips or opens a room is written in the commit that does it, under
the player and the request's number. A client that lost the answer sends the request again; here it
finds what was written. Another request by that number is refused.
"""

from game_server.bank.cashier import Cashier
from game_server.house.online_players import OnlinePlayer
from game_server.house.payment_news import shown
from game_server.lobby.commit import body_of
from game_server.lobby.ports import Means
from game_server.refusals import RequestIdReused
from game_server.store import idempotency
from protocol.codec import FROM_SERVER, decode
from protocol.messages import Buy, Message, OpenRoom, Paid, Sit


class StoredReplies:
    """The replies on disk, by player and request."""

    def __init__(self, means: Means, cashier: Cashier) -> None:
        self._means, self._cashier = means, cashier

    async def to(self, player: OnlinePlayer, wish: Sit | Buy | OpenRoom) -> Message | None:
        """The reply that a request got before, with what has become of it since; Refusal when
        another request had its number."""
        number, request = player.id, wish.id
        kept = await self._means.store.glance(
            lambda conn: idempotency.reply_to(conn, number, request)
        )
        if kept is None:
            return None
        if kept.body is not None and kept.body != body_of(wish):
            raise RequestIdReused.of(request)
        reply = decode(kept.reply, FROM_SERVER)
        if not isinstance(reply, Paid):
            return reply
        known = await self._cashier.info(number)
        now = next((one for one in known.payments if one.id == reply.payment.n), None)
        return reply if now is None else Paid(request, shown(now, self._means.now()), reply.table)

    async def refuse_reused(self, player: OnlinePlayer, number: int) -> None:
        """Refuse a request whose number is of one that is on disk, which this one is not."""
        owner = player.id
        kept = await self._means.store.glance(
            lambda conn: idempotency.reply_to(conn, owner, number)
        )
        if kept is not None:
            raise RequestIdReused.of(number)

    async def said_again(self, player: OnlinePlayer, wish: Sit | Buy) -> bool:
        """Answer a request that was done while the same one, sent again, waited for its turn."""
        reply = await self.to(player, wish)
        if reply is not None:
            player.say(reply)
        return reply is not None
