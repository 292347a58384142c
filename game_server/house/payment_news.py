"""Payments, as their players and the security log are told of them."""

from game_server.bank.saga import OVER
from game_server.house.online_players import OnlinePlayers
from game_server.house.purses import Purses
from game_server.lobby.ports import Means
from game_server.players.security import What
from game_server.store import payments
from game_server.store.security import OK
from protocol.messages import Paid, Payment


class PaymentNews:
    """Tells a payment's player, and the security log, how far it has come."""

    def __init__(self, means: Means, online: OnlinePlayers, purses: Purses) -> None:
        self._means, self._online, self._purses = means, online, purses
        self._asked: dict[str, int] = {}
        """The request of each payment that is not over, by the payment's key."""

    def answers(self, request: int, key: str) -> None:
        """The payment of that key is what the request asked for."""
        # By its key: what another purchase comes to meanwhile is no answer to this one.
        self._asked[key] = request

    def told(self, payment: payments.Payment) -> None:
        """A payment has begun or come further, and this is on disk."""
        request = self._asked.get(payment.key, 0)
        if payment.state in OVER:
            self._asked.pop(payment.key, None)
        player = self._online.of(payment.player)
        if payment.state in OVER or payment.state == "unknown":
            self._note(payment, "" if player is None else player.connection.address)
        if player is not None:
            player.say(Paid(request, shown(payment, self._means.now()), payment.place))
            self._purses.show(player)

    def _note(self, payment: payments.Payment, address: str) -> None:
        what: What = "buy" if payment.way == "buy" else "cash_out"
        result = OK if payment.state == "done" else payment.code or payment.state
        self._means.security.note(
            what,
            result,
            player=payment.player,
            address=address,
            digits=payment.digits,
            amount=payment.amount,
            payment=payment.id,
        )


def shown(payment: payments.Payment, at: int) -> Payment:
    """A payment as its player is told of it: sent is pending, as far as a player may care."""
    state = "pending" if payment.state == "sent" else payment.state
    return Payment(
        payment.id,
        payment.made // 1000,
        payment.way,
        payment.amount,
        state,
        payment.code[:40],
        payment.digits,
        # Rounded up: it is not made before.
        -(-payment.due // 1000) if payment.held(at) else 0,
    )
